"""Times in words."""

from __future__ import annotations

from math import ceil, floor

_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def in_words(seconds: float) -> str:
    """A time in words, in whole units: `4 minutes`."""
    name, length = _unit(seconds)
    return _counted(max(1, round(seconds / length)), name)


def between(least: float, most: float) -> str:
    """A time that lies between two, in words: `2 to 4 minutes`, `40 seconds to 2 minutes`, `at most 1 second`."""
    (low_name, low), (high_name, high) = _unit(least), _unit(most)
    fewest, highest = floor(least / low), max(1, ceil(most / high))
    if not fewest:
        return f"at most {_counted(highest, high_name)}"
    if (low, fewest) == (high, highest):
        return f"about {_counted(fewest, low_name)}"
    return f"{fewest if low == high else _counted(fewest, low_name)} to {_counted(highest, high_name)}"


def _unit(seconds: float) -> tuple[str, int]:
    return next((unit for unit in _UNITS if seconds >= unit[1]), _UNITS[-1])


def _counted(number: int, name: str) -> str:
    return f"{number} {name}{'s' if number > 1 else ''}"
