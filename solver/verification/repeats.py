"""Which lines of a stated solution stand in it twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from ..errors import MoveError
from ..play.position import Position
from ..solving.problem.solution import PASS
from .customs import Spelling
from .faults import Fault, Sort
from .solution_text import Stated
from .solver_questions import passed

LOOKED_AT = 10_000
"""At most this many stated lines are looked at."""


def repeats(spelling: Spelling, position: Position, root: Stated) -> Iterator[Fault]:
    """A remark for each line of play that has the same moves as one before it, however they are written.

    Args:
        spelling: how moves are written.
        position: where the play begins.
        root: what is stated.
    """
    known = set[tuple[str, ...]]()
    for line, way in islice(_meant(spelling, position, root), LOOKED_AT):
        if line in known:
            yield repeated(way)
        known.add(line)


def repeated(way: tuple[Stated, ...]) -> Fault:
    """The remark that a line is stated again; its line in the file is that of its last move."""
    text = " ".join(each.text for each in way if each.text)
    return Fault(Sort.REPEATED, f"{text} is stated twice", True, line=way[-1].line)


def _meant(
    spelling: Spelling, position: Position, node: Stated, line: tuple[str, ...] = (), way: tuple[Stated, ...] = ()
) -> Iterator[tuple[tuple[str, ...], tuple[Stated, ...]]]:
    """The lines below a move, as legal moves and as they are stated, without those that have an illegal move."""
    if not node.after and line:
        yield line, way
    for each in node.after:
        after, move = passed(position), PASS
        if not each.is_pass:
            with suppress(MoveError):
                move = spelling.legal(position, each.text, each.beside)
                after = position.push(move)
            if move is PASS:
                continue
        if after is not None:
            yield from _meant(spelling, after, each, (*line, move), (*way, each))
