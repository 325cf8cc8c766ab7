"""The transposition table of the search for a forced goal, in `Workspace.table`.

An entry has two words. The first is the hash key XOR the second, so threads may share the table without locks. The
second has the most moves in which the attacker fails, and in its upper half the moves in which the attacker wins, or 0.
"""

from __future__ import annotations

from .board import UNKNOWN, Board
from .decorators import kernel
from .workspace import KEPT, Workspace, larger_table


def grown(work: Workspace, most: int) -> Workspace:
    """The workspace of a battle with a larger table, of at most `most` entries."""
    table = larger_table(work, most)
    folded, values = work.table[::2], work.table[1::2]
    slots = ((folded ^ values) << 1) & (len(table) - 1)
    table[slots], table[slots + 1] = folded, values
    return work._replace(table=table)


@kernel
def slot_of(work: Workspace, key: int) -> int:
    """Where in the table a position is kept."""
    return (key << 1) & (len(work.table) - 1)


@kernel
def proved(work: Workspace, key: int) -> tuple[int, int]:
    """The most moves in which the attacker fails in a position, and those of a win, or 0."""
    slot = slot_of(work, key)
    value = work.table[slot + 1]
    if work.table[slot] != key ^ value:
        return 0, 0
    return value & 0xFFFF, value >> 16


@kernel
def remember(work: Workspace, board: Board, key: int, fails: int, wins: int) -> None:
    """Keep what is proved about a position, unless that is of no use."""
    if board.state[UNKNOWN]:
        return
    slot = slot_of(work, key)
    value = fails | wins << 16
    work.config[KEPT] += work.table[slot + 1] == 0
    work.table[slot] = key ^ value
    work.table[slot + 1] = value
