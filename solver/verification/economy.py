"""Economy: a piece is needless if without it the problem is sound and has the same solution.

Royal pieces stay where they are, as is customary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..solving.problem.solution import Kind, Solution
from ..solving.problem.solution_text import lines
from .faults import Fault, Sort
from .phases import Phase, reduced
from .possible import objections
from .solver_questions import Asker


def needless(phases: Sequence[Phase], with_sets: Sequence[bool], asker: Asker) -> Iterator[Fault]:
    """The pieces that no phase of a problem needs.

    Args:
        phases: the problem, or its twins.
        with_sets: whether the set play of each is a part of its solution.
        asker: asks the solver.

    Raises:
        LimitReached: if there was no time for it.
    """
    first = phases[0]
    royal = first.position.game.ruleset.royal
    asked = [
        (phase, sets, _comparable(asker.solve(phase.position, phase.stipulation, sets=sets, against=phase.against)))
        for phase, sets in zip(phases, with_sets, strict=True)
    ]
    for cell, piece in first.position.pieces.items():
        one = piece.kinds, piece.army
        if royal & set(piece.kinds) or any(phase.diagram.pieces.get(cell) != one for phase in phases):
            continue
        if all(_is_same(phase, sets, lines, cell, asker) for phase, sets, lines in asked):
            name = first.spelling.written_piece(first.position.game.piece_name(piece.kinds))
            yield Fault(Sort.NEEDLESS, f"{piece.army} {name}{cell}: without it the solution is the same")


def _is_same(phase: Phase, sets: bool, lines: list[str], cell: str, asker: Asker) -> bool:
    """Whether a problem has the same solution without the piece on a cell."""
    without = reduced(phase, cell)
    if without is None or next(objections(without.position, counted=False), None):
        return False
    position, asked, most = without.position, phase.stipulation, phase.solutions + 1
    found = asker.solve(position, asked, most=most, sets=sets, against=phase.against)
    return _comparable(found) == lines


def _comparable(solution: Solution) -> list[str]:
    """A solution as it is printed, but without the marks of captures, so that a piece that is captured may be absent.

    Where more than two play that is what the attacker does: of the others' replies not all are printed.
    """
    if solution.eliminated is not None:
        does = {str(edge) for edge in solution.play.edges_of(Kind.KEY, Kind.ATTACK)}
        return sorted(move.replace("x", "-") for move in does)
    return [line.replace("x", "-") for line in lines(solution)]
