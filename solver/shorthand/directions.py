"""The directions of Betza's notation: eight for each atom, numbered clockwise from ahead, and their letters."""

from __future__ import annotations

from dataclasses import dataclass

from .mistake import ShorthandError

ORTHOGONAL, DIAGONAL, OBLIQUE, BOTH = "W", "F", "N", "K"
"""The kinds of atoms: along a side, along a corner, between, and both of the first."""

_UNITS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
_WHOLE = range(8)
_NARROW = {"f": (0,), "b": (4,), "r": (2,), "l": (6,), "v": (0, 4), "s": (2, 6)}
_WIDE = {
    "f": (7, 0, 1),
    "b": (3, 4, 5),
    "r": (1, 2, 3),
    "l": (5, 6, 7),
    "v": (7, 0, 1, 3, 4, 5),
    "s": (1, 2, 3, 5, 6, 7),
}
_OBLIQUE_NARROW = {
    "f": (7, 0), "b": (3, 4), "r": (1, 2), "l": (5, 6), "v": (0, 3, 4, 7), "s": (1, 2, 5, 6),
}  # fmt: skip
_OBLIQUE_WIDE = {
    "f": (6, 7, 0, 1), "b": (2, 3, 4, 5), "r": (0, 1, 2, 3), "l": (4, 5, 6, 7), "v": (0, 3, 4, 7), "s": (1, 2, 5, 6),
}  # fmt: skip
_UPRIGHT, _ACROSS = set("fbv"), set("lrs")


@dataclass(frozen=True, slots=True)
class Rose:
    """The eight directions of an atom, clockwise from ahead, those included to which only a further leg turns.

    Attributes:
        kind: ORTHOGONAL, DIAGONAL, OBLIQUE or BOTH.
        steps: the displacement of each direction.
    """

    kind: str
    steps: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, small: int, large: int) -> Rose:
        """The rose of a leap by its two sizes."""
        if small not in (0, large):
            return cls(OBLIQUE, _oblique(small, large))
        kind = DIAGONAL if small else ORTHOGONAL
        return cls(kind, tuple((x * large, y * large) for x, y in _UNITS))


def _oblique(small: int, large: int) -> tuple[tuple[int, int], ...]:
    a, b = small, large
    return ((a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b))


ROYAL = {"W": Rose(ORTHOGONAL, _UNITS), "F": Rose(DIAGONAL, _UNITS), "K": Rose(BOTH, _UNITS)}
"""The roses of single steps."""


def turns(letters: str, kind: str, column: int) -> list[int]:
    """The numbers of the directions that letters choose for an atom of a kind; all its own if there are none.

    Args:
        letters: some of f, b, l, r, v, s and h.
        kind: that of the atom; BOTH for a leg that goes on, whose directions are relative.
        column: where the letters stand.

    Raises:
        ShorthandError: if they choose nothing.
    """
    own = {ORTHOGONAL: range(0, 8, 2), DIAGONAL: range(1, 8, 2)}.get(kind, _WHOLE)
    if not letters:
        return list(own)
    found: set[int] = set()
    place = 0
    while place < len(letters):
        first, second = letters[place], letters[place + 1 : place + 2]
        size = 2 if second in ("h", first) or _crosses(first, second) or first == "h" else 1
        chosen = _chosen(first, second if size == 2 else "", kind) & set(own)
        if not chosen:
            raise ShorthandError(column, f"the directions {letters} choose nothing here")
        found |= chosen
        place += size
    return sorted(found)


def bend(direction: int, kind: str) -> int:
    """To which side a first leg turns: 1 to the right, -1 to the left, 0 if it goes straight or along no line.

    A diagonal leg counts as one from the side that turns ahead or back.

    Args:
        direction: the number of its direction.
        kind: that of its atom.
    """
    return 0 if kind == OBLIQUE else {1: -1, 3: 1, 5: -1, 7: 1}.get(direction, 0)


def bent(letters: str, last: int) -> str:
    """Letters with l and r for q (as the way turned last) and z (the other way); s for both if it has not turned.

    Args:
        letters: the letters of direction of a leg that goes on.
        last: to which side the way turned last: 1 to the right, -1 to the left, 0 if it has not turned.
    """
    same, other = {1: ("r", "l"), -1: ("l", "r"), 0: ("s", "s")}[last]
    return letters.replace("q", same).replace("z", other)


def _crosses(first: str, second: str) -> bool:
    return bool(second) and ((first in _UPRIGHT and second in _ACROSS) or (first in _ACROSS and second in _UPRIGHT))


def _chosen(first: str, second: str, kind: str) -> set[int]:
    """The directions of one letter, or of two that belong together."""
    if first == "h":
        return {"r": {0, 2, 4, 6}, "l": {1, 3, 5, 7}}.get(second, set()) if kind == OBLIQUE else set()
    narrow, wide = (_OBLIQUE_NARROW, _OBLIQUE_WIDE) if kind == OBLIQUE else (_NARROW, _WIDE)
    if second == "h":
        return set(wide[first])
    if kind == ORTHOGONAL:
        return set(narrow[first]) | set(narrow.get(second, ()))
    if kind == DIAGONAL:
        return set(wide[first]) & set(wide.get(second, _WHOLE))
    if not second or second == first:
        return set(narrow[first])
    return set(wide[first]) & set((narrow if kind == OBLIQUE else wide)[second])
