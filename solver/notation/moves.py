"""The notation of moves: `PrDd4-Ee5`, or less of it down to the two cells, `Dd4Ee5`."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import MoveError, quoted
from .line import Reader


class WrittenMove(NamedTuple):
    """What the text of a move names, whether there is such a move or not.

    Attributes:
        piece: the abbreviation of the piece, or nothing.
        origin: the cell where it stands.
        target: the cell where it arrives.
        promotion: what it becomes, if that is said.
    """

    piece: str
    origin: str
    target: str
    promotion: str | None


def read_move(reader: Reader, text: str) -> WrittenMove | None:
    """What a text names; None if that is no move.

    Args:
        reader: knows the cells and kinds of the game.
        text: a move with at least its two cells.

    Raises:
        MoveError: if a promotion is written without its sign.
    """
    body, _, promotion = text.strip().partition("&")[0].partition("=")
    body = body.removesuffix("ep")
    found = _split(reader, body)
    if found:
        return WrittenMove(*found, promotion or None)
    for cut in range(len(body) - 1, 0, -1):
        becomes = reader.abbreviation(body[cut:])
        if becomes and _split(reader, body[:cut]):
            raise MoveError(f"{quoted(text)}: what a piece becomes stands after '=', such as {body[:cut]}={becomes}")
    return None


def _split(reader: Reader, body: str) -> tuple[str, str, str] | None:
    """The piece (or nothing) and the two cells that a text consists of."""
    for cut in range(1, len(body)):
        if body[cut:] not in reader.cells:
            continue
        before = body[:cut].rstrip("-x")
        for start in range(len(before)):
            if before[start:] in reader.cells and (start == 0 or _is_piece(reader, before[:start])):
                return before[:start], before[start:], body[cut:]
    return None


def _is_piece(reader: Reader, name: str) -> bool:
    return all(part in reader.kinds for part in name.split("+"))
