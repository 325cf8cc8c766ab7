"""Motions in Betza's notation, as far as it can express them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations, product

from .directions import Rose, turns
from .mistake import ShorthandError

Step = tuple[int, int]

_LEAPS = {
    (0, 1): "W", (1, 1): "F", (0, 2): "D", (1, 2): "N", (2, 2): "A", (0, 3): "H", (1, 3): "C", (2, 3): "Z", (3, 3): "G",
}  # fmt: skip
_SLIDES = {"W": "R", "F": "B", "K": "Q"}
_MODES = {"any": "", "quiet": "m", "capture": "c", "own": "d", "first": "m"}
_LAME = {
    ((0, 1), (0, 2)): ("{}nD", 4), ((1, 1), (2, 2)): ("{}nA", 4), ((0, 1), (1, 2)): ("a{}fsW", 8),
    ((1, 1), (1, 2)): ("a{}fsF", 8),
}  # fmt: skip
"""Lame leaps by the sizes of waypoint and leap, with how many there are of each."""
_LONGEST = 4
"""At most this many letters of direction are tried."""


@dataclass(frozen=True, slots=True)
class Manner:
    """A way of moving in some directions.

    Attributes:
        how: `step`, `slide`, `lame` or `hop`.
        steps: the displacements; of lame leaps each with its waypoint.
        use: `any`, `quiet`, `capture` or `first`.
        limit: how many steps a slide has; 0 if there is no limit.
    """

    how: str
    steps: frozenset[tuple[Step, Step | None]]
    use: str
    limit: int = 0


def show_betza(manners: Iterable[Manner]) -> str | None:
    """The notation of a kind's motions; None if some of them are beyond it."""
    found = []
    for manner in sorted(manners, key=lambda each: (each.how, each.use, sorted(each.steps, key=str))):
        shown = _lame(manner) if manner.how == "lame" else _plain(manner)
        if shown is None:
            return None
        found.append(shown)
    # An atom behind the same one would make it a rider.
    orders = permutations(dict.fromkeys(found))
    fitting = (order for order in orders if all(one[-1] != other[0] for one, other in pairwise(order)))
    return next(map("".join, fitting), None)


def _plain(manner: Manner) -> str | None:
    """Steps, leaps, slides and hops."""
    if manner.how not in ("step", "slide", "hop") or (manner.how == "hop" and manner.limit):
        return None
    sizes: dict[tuple[int, int], set[Step]] = {}
    for step, _ in manner.steps:
        sizes.setdefault(_size(step), set()).add(step)
    moves: dict[str, str] = {}
    for size, steps in sizes.items():
        letters = _letters(size, frozenset(steps))
        if letters is None:
            return None
        moves[_LEAPS[size]] = letters
    if moves.get("W") == moves.get("F") == "":
        del moves["F"]
        moves = {"K" if atom == "W" else atom: each for atom, each in moves.items()}
    text = [_move(manner, atom, letters) for atom, letters in sorted(moves.items())]
    return None if None in text else "".join(filter(None, text))


def _move(manner: Manner, atom: str, letters: str) -> str | None:
    """One atom with its letters and its range."""
    modes = _MODES.get(manner.use)
    if modes is None:
        return None
    if manner.use == "first":
        double = {"W": "D", "F": "A"}.get(atom)
        return f"i{letters}{modes}n{double}" if double and manner.limit == 2 else None
    if manner.how == "step":
        return f"{letters}{modes}{atom}"
    hop = "p" if manner.how == "hop" else ""
    if manner.limit:
        return f"{letters}{modes}{atom}{manner.limit}"
    return f"{letters}{modes}{hop}{_SLIDES.get(atom, f'{atom}0')}"


def _lame(manner: Manner) -> str | None:
    """Leaps that want their waypoint empty: along a line, or Mao and Moa."""
    kinds = {(_size(way), _size(step)) for step, way in manner.steps if way is not None and _ahead(step, way)}
    text, count = _LAME.get(next(iter(kinds)), ("", 0)) if len(kinds) == 1 else ("", 0)
    if manner.use not in ("any", "quiet", "capture") or len(manner.steps) != count:
        return None
    return text.format(_MODES[manner.use])


def _size(step: Step) -> tuple[int, int]:
    small, large = sorted(map(abs, step))
    return small, large


def _ahead(step: Step, way: Step) -> bool:
    """Whether a waypoint lies on the way."""
    return all(a * b >= 0 and abs(a) <= abs(b) for a, b in zip(way, step, strict=True))


def _letters(size: tuple[int, int], steps: frozenset[Step]) -> str | None:
    """The shortest letters of direction for some directions of an atom; "" for all."""
    if size not in _LEAPS:
        return None
    return choices_of(size).get(steps)


@cache
def choices_of(size: tuple[int, int]) -> dict[frozenset[Step], str]:
    """The shortest letters of each set of directions of an atom, given by the sizes of its leap."""
    rose = Rose.of(*size)
    found: dict[frozenset[Step], str] = {}
    for length in range(_LONGEST + 1):
        for letters in map("".join, product("fblrvsh", repeat=length)):
            try:
                chosen = frozenset(rose.steps[each] for each in turns(letters, rose.kind, 1))
            except ShorthandError:
                continue
            found.setdefault(chosen, letters)
    return found
