"""Which half of a duplex problem a stated move belongs to, which Popeye does not say: the one in which it is legal."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import MoveError
from .phases import Phase
from .solution_text import Stated
from .solver_questions import passed


def parted(root: Stated, halves: Sequence[Phase]) -> list[Stated]:
    """What is stated of a duplex problem, for each half of it.

    A short move, such as a castling, may be legal in both: it belongs where more of what follows is legal, too, or else
    to the half of what stands before it.

    Args:
        root: all that is stated.
        halves: the problem of each player.
    """
    found = [Stated("", root.line) for _ in halves]
    last = 0
    for node in root.after:
        legal = [_legal(phase, node) for phase in halves]
        if legal[last] < max(legal):
            last = legal.index(max(legal))
        found[last].after.append(node)
    return found


def _legal(phase: Phase, node: Stated) -> int:
    """How many moves are legal, one after the other, from a stated one on along the first way from it."""
    position, found = phase.position, 0
    while True:
        if node.is_pass:
            after = passed(position)
            if after is None:
                return found
            position = after
        else:
            try:
                position = position.push(phase.spelling.legal(position, node.text, node.beside))
            except MoveError:
                return found
            found += 1
        if not node.after:
            return found
        node = node.after[0]
