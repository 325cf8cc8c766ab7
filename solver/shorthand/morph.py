"""Morph boards: what a piece type becomes on each cell ("Parametrizing chess variants", "Morph", "Shorthand").

Ranks are separated by slashes, the top one first, with one character per cell. An unfinished rank is repeated to
the width of the board; an empty one has no effect (READINGS M6, M7, M9).
"""

from __future__ import annotations

from collections.abc import Mapping

from .mistake import ShorthandError, is_id, known

PLAIN = "."
"""Nothing special."""

_SIGNS = "!+#*"
_ELSEWHERE = {
    "%": "% belongs in a capture matrix",
    "^": "^ belongs in a capture matrix",
    "=": "= belongs in a capture matrix",
    '"': '" belongs in a capture matrix; write the rank again',
}


def read_morph(text: str, width: int, height: int, ids: tuple[str, ...]) -> list[str]:
    """The ranks of a morph board in full, the top one first.

    Args:
        text: the string.
        width: how many squares a rank of the board has.
        height: how many ranks.
        ids: the IDs of the game's piece types.

    Raises:
        ShorthandError: if it has another number of ranks, a rank is too long, or a character has no meaning.
    """
    ranks, column = [], 1
    for number, rank in enumerate(text.split("/"), 1):
        if number > height:
            raise ShorthandError(column, f"the board has {height} ranks, and this is one more")
        for place, sign in enumerate(rank):
            _check(sign, column + place, ids)
            if place == width:
                raise ShorthandError(column + place, f"a rank of the board has {width} squares, and this is one more")
        ranks.append((rank * width)[:width] if rank else PLAIN * width)
        column += len(rank) + 1
    if len(ranks) < height:
        raise ShorthandError(len(text) + 1, f"{height} ranks are wanted, and there are {len(ranks)}; a / begins one")
    return ranks


def _check(sign: str, column: int, ids: tuple[str, ...]) -> None:
    """Refuse a character that has no meaning.

    Raises:
        ShorthandError: if it has none.
    """
    if sign == PLAIN or sign in _SIGNS or sign in ids:
        return
    if sign in _ELSEWHERE:
        raise ShorthandError(column, _ELSEWHERE[sign])
    if sign.isdigit():
        raise ShorthandError(column, "a morph board has no counts; a rank that is not finished is repeated")
    if is_id(sign.upper()) and sign.islower():
        raise ShorthandError(
            column, f"'{sign}' would change sides, as a capture matrix may have it; an ID is a capital"
        )
    if is_id(sign):
        raise ShorthandError(column, f"no type has the ID {sign}; there are {known(ids)}")
    raise ShorthandError(column, f"{sign!r} means nothing here; a square has . ! + # * or an ID: {known(ids)}")


def write_morph(marks: Mapping[tuple[int, int], str], width: int, height: int) -> str:
    """The shortest string of a morph board.

    Args:
        marks: the characters of squares, by rank from the top and file, both counted from 1.
        width: how many squares a rank has.
        height: how many ranks there are.
    """
    ranks = ["".join(marks.get((rank, file), PLAIN) for file in range(1, width + 1)) for rank in range(1, height + 1)]
    return "/".join(_shortest(rank) for rank in ranks)


def _shortest(rank: str) -> str:
    if not rank.strip(PLAIN):
        return ""
    return next(rank[:size] for size in range(1, len(rank) + 1) if (rank[:size] * len(rank))[: len(rank)] == rank)
