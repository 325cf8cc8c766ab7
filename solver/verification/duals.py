"""Duals: where the attacker may go on in several ways, and what they weigh.

Several threats, and several ways to the goal at the last move, are remarks, and so are promotions of which one does the
work of the other: a piece that goes wherever the other would. Any other choice before the last move is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..play.position import Position
from ..solving.problem.play import Node
from ..solving.problem.solution import Kind, Solution
from .customs import Spelling
from .faults import Fault, Sort
from .solver_questions import passed, played


def duals(solution: Solution, key: str, spelling: Spelling) -> Iterator[Fault]:
    """The duals after a key, each with a line that leads to it, spelled so."""
    start, _ = solution.start(key)
    position = solution.after(key)
    threats = sorted(threats_after(solution, start))
    after, seen = passed(position), set[Node]()
    if len(threats) > 1 and after:
        written = ", ".join(spelling.written(after, move) for move in threats)
        yield Fault(Sort.DUAL, f"several threats: 2.{written}", True, weight="threat")
    yield from _below(solution, spelling, start, position, 1, "", seen)


def threats_after(solution: Solution, start: Node) -> set[str]:
    """What is threatened after a key, given by the node after it."""
    return {move for move, *_ in solution.threats(start)}


def _below(
    solution: Solution,
    spelling: Spelling,
    node: Node,
    position: Position,
    number: int,
    before: str,
    seen: set[Node],
) -> Iterator[Fault]:
    """The duals after a move of the attacker: those of its variations, then of what follows its threats.

    Where a defence does not keep off the threat it is not a variation; what follows the threat is looked at once.
    """
    for defence, there, reached in solution.moves(node, Kind.DEFENCE):
        if reached or there in seen:
            continue
        seen.add(there)
        answers = solution.answers(there)
        moves = [move for move, *_ in answers]
        if solution.leaves_threat(node, there):
            continue
        line = f"{before}{number}...{spelling.written(position, defence)} "
        now = played(position, defence)
        if len(moves) > 1:
            yield _weighed(spelling, now, moves, f"{line}{number + 1}.", all(reached for *_, reached in answers))
        for move, after, reached in solution.moves(there, Kind.ATTACK):
            if not reached:
                then = f"{line}{number + 1}.{spelling.written(now, move)} "
                yield from _below(solution, spelling, after, now.push(move), number + 1, then, seen)
    threats = solution.threats(node)
    waiting = passed(position) if threats else None
    for move, there, reached in threats:
        if waiting and not reached:
            then = f"{before}threat {number + 1}.{spelling.written(waiting, move)} "
            yield from _below(solution, spelling, there, waiting.push(move), number + 1, then, seen)


def _weighed(spelling: Spelling, position: Position, moves: Sequence[str], line: str, last: bool) -> Fault:
    """A dual with its weight."""
    written = line + ", ".join(spelling.written(position, move) for move in moves)
    if is_one_work(position, moves):
        return Fault(Sort.DUAL, f"{written} (one promotion does the work of the other)", True, weight="promotion")
    return Fault(Sort.DUAL, written, last, weight="last move" if last else "variation")


def is_one_work(position: Position, moves: Sequence[str]) -> bool:
    """Whether moves differ in the promotion only, and one of the kinds goes wherever the others do."""
    legal = [position.move(move) for move in moves]
    if len({(move.origin, move.target) for move in legal}) > 1 or None in {move.promotion for move in legal}:
        return False
    ruleset = position.game.ruleset
    kinds = {abbreviation: kind for kind, abbreviation in ruleset.abbreviations.items()}
    cell = position.game.vectors[legal[0].target]
    reached = []
    for move in legal:
        kind = kinds.get(str(move.promotion))
        if kind is None:
            return False
        reached.append({end for _, end, _ in ruleset.routes.ends_from(cell, (kind,), position.turn)})
    return any(all(each <= most for each in reached) for most in reached)
