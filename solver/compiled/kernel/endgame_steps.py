"""The steps of pieces in endgame tables: which are open, and which capture.

A step has a number among the steps from its piece's cell, which is its bit in a set of steps. For each cell where
another piece may be, there is the set of steps that it blocks. So the open steps are found word by word.
"""

from __future__ import annotations

from typing import NamedTuple

from .. import tables as game
from ..named_values import CAPTURES
from ..packed import Numbers, Packed, Words, int64
from ..tables import CELL, MASK, SKIP, SPANS, STEP_WIDTH, STEPS
from .bits import add, has
from .cells import cells_of
from .decorators import entry, kernel
from .endgame_facts import CELLS, CLOSED, PIECES, STARTS, USES, WIDTH, Endgame, header, look_up, piece_row
from .open_routes import mask_row


class Closing(NamedTuple):
    """Which pieces close which steps of a move pattern, the steps sorted by one of the two cells that they lie between.

    Attributes:
        bits: for each step its bit in the sets of that cell, or -1 if it is in none.
        sets: for each such cell, and for each where another piece may stand, the steps that this closes.
        width: of how many words a set is.
    """

    bits: Numbers
    sets: Words
    width: int


@entry
def close_steps(tables: Packed, pattern: int, forth: Closing, back: Closing) -> int:
    """Find out which pieces close which steps of a move pattern.

    Args:
        tables: the game.
        pattern: the number of the move pattern, which is strict.
        forth: receives them by the steps' origin.
        back: receives them by their target.

    Returns:
        How many steps a piece closes by standing where the step starts.
    """
    numbers, selves = tables.numbers, 0
    cells = int64(numbers[game.CELLS])
    span = numbers[SPANS] + pattern * (cells + 1)
    base = numbers[span]
    for origin in range(cells):
        for step in range(numbers[span + origin], numbers[span + origin + 1]):
            row = numbers[STEPS] + STEP_WIDTH * step
            mask, cell, end = int64(numbers[row + MASK]), int64(numbers[row + CELL]), numbers[row + SKIP]
            if mask >= 0:
                for blocker in cells_of(tables.words, mask_row(tables, mask), numbers[game.WORDS]):
                    selves += blocker == origin
                    close_from(tables, forth, back, base, origin, blocker, step, end)
            if cell >= 0:
                close_from(tables, forth, back, base, origin, cell, step + 1, end)
    return selves


@kernel
def close_from(
    tables: Packed, forth: Closing, back: Closing, base: int, origin: int, blocker: int, start: int, end: int
) -> None:
    """Note that a piece blocks a range of steps from a cell; `base` is the first step of the pattern."""
    cells, steps = int64(tables.numbers[game.CELLS]), int64(tables.numbers[STEPS])
    for step in range(start, end):
        target = int64(tables.numbers[steps + STEP_WIDTH * step + CELL])
        close(forth, origin * cells + blocker, step - base)
        close(back, target * cells + blocker, step - base)


@kernel
def close(closing: Closing, pair: int, step: int) -> None:
    """Note that a piece blocks a step, given the number of the pair of cells: the step's and the piece's."""
    bit = int64(closing.bits[step])
    if bit >= 0:
        add(closing.sets, pair * closing.width, bit)


@kernel
def open_steps(endgame: Endgame, piece: int, number: int, closed: int, width: int) -> int:
    """A word of the steps of a piece that no other closes.

    Args:
        endgame: the facts, and the cells of the placement.
        piece: the piece.
        number: which word.
        closed: where in `Endgame.words` the sets of steps that others close start.
        width: of how many words those are.
    """
    here = endgame.work[piece] * header(endgame, CELLS)
    left = int64(-1)
    for other in range(header(endgame, PIECES)):
        if other != piece:
            left &= ~endgame.words[closed + (here + endgame.work[other]) * width + number]
    return left


@kernel
def is_open(endgame: Endgame, piece: int, step: int) -> bool:
    """Whether no other piece closes a step of a piece."""
    row, here = piece_row(endgame, piece), endgame.work[piece] * header(endgame, CELLS)
    closed, width = int64(endgame.numbers[row + CLOSED]), int64(endgame.numbers[row + WIDTH])
    for other in range(header(endgame, PIECES)):
        if other != piece and has(endgame.words, closed + (here + endgame.work[other]) * width, step):
            return False
    return True


@kernel
def strikes(endgame: Endgame, piece: int, target: int) -> bool:
    """Whether a capturing route of a piece to a cell is open."""
    row = piece_row(endgame, piece)
    line = endgame.work[piece] * header(endgame, CELLS)
    first = look_up(endgame, row + STARTS, line)
    for step in range(look_up(endgame, row + STARTS, line + target), look_up(endgame, row + STARTS, line + target + 1)):
        if look_up(endgame, row + USES, step) & CAPTURES and is_open(endgame, piece, step - first):
            return True
    return False
