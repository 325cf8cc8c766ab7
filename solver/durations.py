"""Times in words."""

from __future__ import annotations

_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))


def in_words(seconds: float) -> str:
    """A time in words, in whole units: `4 minutes`."""
    name, length = next((unit for unit in _UNITS if seconds >= unit[1]), _UNITS[-1])
    number = max(1, round(seconds / length))
    return f"{number} {name}{'s' if number > 1 else ''}"
