"""What rows require of the rights of a position: flags, and fields that name a cell (core/memory.lp)."""

from __future__ import annotations

from ..packed import Packed
from ..tables import (
    ASKED_BITS,
    ASKED_PLACE,
    ASKED_SHIFT,
    AT_START,
    CHANGE_WIDTH,
    LACKS,
    NEEDS,
    NO_PLACE,
    STATE_CHANGE,
    STATE_CHANGES,
)
from .board import RIGHTS, Board
from .decorators import kernel
from .rows import row_fact


@kernel
def permits(tables: Packed, board: Board, row: int, origin: int, target: int) -> bool:
    """Whether the rights of the position are as a row requires."""
    state_change = row_fact(tables, row, STATE_CHANGE)
    return state_change == 0 or agrees(
        tables, board, tables.numbers[STATE_CHANGES] + CHANGE_WIDTH * (state_change - 1), origin, target
    )


@kernel
def agrees(tables: Packed, board: Board, entry: int, origin: int, target: int) -> bool:
    """The same, given the place of the requirement in `Packed.words`."""
    words, rights = tables.words, board.state[RIGHTS]
    if rights & words[entry + NEEDS] != words[entry + NEEDS] or rights & words[entry + LACKS]:
        return False
    place = words[entry + ASKED_PLACE]
    if place == NO_PLACE:
        return True
    cell = origin if abs(place) == AT_START else target
    is_named = (rights & words[entry + ASKED_BITS]) >> words[entry + ASKED_SHIFT] == cell + 1
    return is_named == (place > 0)
