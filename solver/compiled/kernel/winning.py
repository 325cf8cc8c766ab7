"""Whether the game has been won (core/won.lp, together.lp, owners.lp).

`make` notes what a move decides. It leaves unions whose pieces must not be attacked, and tallies of such pieces: these
are judged here when needed, because `make_move.py` does not know attacks.
"""

from __future__ import annotations

from ..named_values import NOTHING, NOWHERE
from ..packed import Packed, int64
from ..tables import AS_ONE, AS_OTHER, ENDINGS, GUARDED_TALLIES, LAST_PLAYER_WINS, TALLY_COUNT, WORDS
from .attacks import attacked
from .board import (
    CLAIM_ARMY,
    CLAIM_TALLIES,
    CLAIMED,
    TURN,
    WON,
    Board,
    army_row,
    occupied_row,
    player_after,
    player_of,
)
from .cells import cells_in, cells_of
from .decorators import entry, kernel
from .tallies import among_row, fits, fitting, is_counted, tallied_by
from .unions import are_of_one, beside_row, bonds_of, decided_by


@entry
def is_over(tables: Packed, board: Board) -> bool:
    """Whether the game has been won."""
    if board.state[CLAIMED]:
        judge_claims(tables, board)
    if tables.numbers[LAST_PLAYER_WINS] and player_after(tables, board, board.state[TURN]) == board.state[TURN]:
        return True
    return board.state[WON] != 0


@kernel
def wins_for(tables: Packed, board: Board, army: int) -> bool:
    """Whether the game has been won by a player, for a reason of the game's own."""
    endings = int64(tables.numbers[ENDINGS])
    return (board.state[WON] >> (endings * army)) & ((1 << endings) - 1) != 0


@kernel
def judge_claims(tables: Packed, board: Board) -> None:
    """Note what the unions decide that the last move claimed, if neither of the two pieces is attacked; and tallies."""
    claims = board.state[CLAIMED]
    army, claims = claims >> CLAIM_ARMY, claims & ((1 << CLAIM_ARMY) - 1)
    board.state[CLAIMED] = 0
    if claims >> CLAIM_TALLIES:
        board.state[WON] |= tallied_by(tables, board, safely_fitting(tables, board), army)
    claims &= (1 << CLAIM_TALLIES) - 1
    if not claims:
        return
    width = int64(tables.numbers[WORDS])
    for cell in cells_of(board.sets, army_row(tables, army), width):
        bonds = bonds_of(tables, board.cells[cell], AS_ONE) & claims
        if bonds and is_safe(tables, board, cell, army):
            board.state[WON] |= decided_by(tables, safely_joined(tables, board, cell, army, bonds), army)


@kernel
def safely_fitting(tables: Packed, board: Board) -> int:
    """The tallies, as bits, that there are as many pieces for; where attacked pieces do not count, without these."""
    found, width = fitting(tables, board.cells), int64(tables.numbers[WORDS])
    for tally in range(int64(tables.numbers[TALLY_COUNT])):
        if (found & int64(tables.numbers[GUARDED_TALLIES])) >> tally & 1:
            count = NOTHING
            for cell in cells_of(tables.words, among_row(tables, tally), width):
                kind = board.cells[cell]
                if is_counted(tables, kind, tally) and is_safe(tables, board, cell, player_of(tables, board, kind)):
                    count += 1
            if not fits(tables, tally, count):
                found &= ~(1 << tally)
    return found


@kernel
def safely_joined(tables: Packed, board: Board, cell: int, army: int, unions: int) -> int:
    """Those of some unions in which a piece stands with another that is not attacked."""
    found, union = 0, 0
    while unions >> union:
        if (unions >> union) & 1:
            beside = beside_row(tables, union, cell)
            for word in range(tables.numbers[WORDS]):
                there = board.sets[army_row(tables, army) + word] & tables.words[beside + word]
                for other in cells_in(there, word):
                    bonds = bonds_of(tables, board.cells[other], AS_OTHER)
                    joined = (bonds >> union) & 1 and are_of_one(tables, board.cells[cell], board.cells[other])
                    if joined and is_safe(tables, board, other, army):
                        found |= 1 << union
        union += 1
    return found


@kernel
def is_safe(tables: Packed, board: Board, cell: int, army: int) -> bool:
    """Whether no opponent of an army attacks the piece on a cell."""
    return not attacked(tables, board, cell, board.cells[cell], army, occupied_row(tables), NOWHERE)
