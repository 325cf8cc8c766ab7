"""Economy: a man that may be taken away, and leaves a sound problem with the same solution, is one too many.

Royal men stay where they are, as is customary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..solving.problem.solution import Solution
from ..solving.problem.text import lines
from .asking import Asker
from .customs import Spelling
from .faults import Fault, Sort
from .phases import Phase, reduced
from .possible import objections


def needless(phases: Sequence[Phase], solutions: Sequence[Solution], asker: Asker) -> Iterator[Fault]:
    """The men that no phase of a problem needs.

    Args:
        phases: the problem, or its twins.
        solutions: the solution of each, with the set play if that counts.
        asker: asks the solver.

    Raises:
        LimitReached: if there was no time for it.
    """
    first = phases[0]
    royal = first.position.game.ruleset.royal
    for cell, piece in first.position.pieces.items():
        if royal & set(piece.kinds):
            continue
        man = piece.kinds, piece.army
        pairs = zip(phases, solutions, strict=True)
        if all(phase.diagram.men.get(cell) == man and _is_same(phase, known, cell, asker) for phase, known in pairs):
            spelling = Spelling.of(first.position.game)
            name = spelling.written_man(first.position.game.piece_name(piece.kinds))
            yield Fault(Sort.NEEDLESS, f"{piece.army} {name}{cell}: without it the solution is the same")


def _is_same(phase: Phase, solution: Solution, cell: str, asker: Asker) -> bool:
    """Whether a problem has the same solution without the man on a cell."""
    without = reduced(phase, cell)
    if without is None or next(objections(without.position, counted=False), None):
        return False
    most = len(solution.keys or solution.lines) + 1
    found = asker.solve(without.position, phase.stipulation, most=most, sets=phase.with_set_play)
    return lines(found) == lines(solution)
