"""Castling from any array, as other programs write it."""

from __future__ import annotations

from collections.abc import Mapping

import shadowmate as sm


def uci(move: sm.Move, position: sm.Position, partner_ends: Mapping[str, str]) -> str:
    """A move as other programs write it: castling as the King's move to the Rook's cell.

    Args:
        move: the move.
        position: the position before it.
        partner_ends: by the column where the King goes, that where the Rook goes.
    """
    if move.special != "castling":
        return f"{move.origin}{move.target}{(move.promotion or '').lower()}"
    left = [each.cell for each in move.changes if each.before and not each.after]
    if not left and move.target in position.pieces and move.target != move.origin:
        left = [move.target]  # the King goes to the Rook's cell
    column, row = move.target
    return f"{move.origin}{left[0] if left else partner_ends[column] + row}"
