"""A solution in the text that goes into a file: Popeye's tree, which Olive reads, and `solution_text.py` reads back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..play.position import Position
from ..solving.problem.elimination_text import NAMED, answered
from ..solving.problem.play import Led, Node, check_sign
from ..solving.problem.plays import PLAY_FORMS
from ..solving.problem.replay import reaches
from ..solving.problem.solution import PASS, Kind, Solution
from .help_lines import written_line
from .phases import Phase
from .solver_questions import passed, played

_INDENT = " " * 4


def written_solution(
    phases: Sequence[Phase], solutions: Sequence[Solution], tries: Sequence[Mapping[str, Sequence[str]]]
) -> list[str]:
    """The lines of the solution of a problem, or of its twins, each under its letter.

    Args:
        phases: the problems.
        solutions: their solutions.
        tries: those tries of each that are worth telling, with what refutes them.

    The halves of a duplex problem stand below each other, as Popeye has them.
    """
    found: list[str] = []
    for phase, solution, tried in zip(phases, solutions, tries, strict=True):
        found += [""] if found and (phase.label or phase.half) else []
        found += [phase.heading] if phase.label and phase.half < 2 else []
        found += [f"0...{phase.last}"] if phase.last else []
        found += _WAYS[phase.stipulation.is_battle + phase.is_hunt](phase, solution, tried)
    return found


def _lines(phase: Phase, solution: Solution, _: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for of_sets, lines in ((True, solution.set_lines), (False, solution.lines)):
        for line in lines:
            yield written_line(phase, solution, line, of_sets)
        if of_sets and lines:
            yield ""


def _goal(solution: Solution) -> str:
    mark = solution.stipulation.goal.mark
    return f" {mark.strip()}" if mark else ""


def _check(position: Position) -> str:
    return f" {check_sign(position)}".rstrip()


def _battle(phase: Phase, solution: Solution, tries: Mapping[str, Sequence[str]]) -> Iterator[str]:
    writer = _Battle(phase, solution)
    if solution.stipulation.played:
        yield from writer.play() if solution.keys else writer.refutations(solution.play.root, solution.position)
        return
    start = passed(solution.position)
    for _, node, _ in solution.moves(solution.play.root, Kind.PASS):
        if start is not None:
            yield from writer.defences(node, start, 1, "", (), Kind.SET, Kind.DEFENCE)
            yield ""
    known = {move for move, *_ in solution.moves(solution.play.root, Kind.TRY)}
    for move, refutations in tries.items():
        yield from writer.first_move(move, Kind.TRY) if move in known else writer.refuted(move, refutations)
        yield ""
    for key in solution.keys:
        yield from writer.first_move(key, Kind.KEY)


class _Battle:
    """Writes the variations of a solution."""

    def __init__(self, phase: Phase, solution: Solution) -> None:
        self.solution, self.spelling = solution, phase.spelling

    def first_move(self, first: str, kind: Kind) -> Iterator[str]:
        """The lines of a key or a try."""
        solution, position = self.solution, self.solution.position
        start, reached = next((a, r) for move, a, r in solution.moves(solution.play.root, kind) if move == first)
        after = position.push(first)
        aim = "" if reached else self._aim(start)
        yield f"1.{self._marked(position, first, start, reached)} {'!' if kind is Kind.KEY else '?'}{aim}"
        yield from self._play(start, after, 1, "")
        yield from self.refutations(start, after)

    def refutations(self, start: Node, after: Position) -> Iterator[str]:
        """The lines of the replies that refute a move of the attacker, given the node and the position after it."""
        found = self.solution.moves(start, Kind.REFUTATION)
        yield from ["but"] if found else []
        yield from (self._refutation(after, refutation) for refutation, *_ in found)

    def play(self) -> Iterator[str]:
        """The lines of the play after a key that has been made."""
        aim = self._aim(self.solution.play.root)
        yield from [aim] if aim else []
        for line in self._play(self.solution.play.root, self.solution.position, 1, ""):
            # The first line of a text in YAML is not indented.
            yield line if aim else line.removeprefix(_INDENT)

    def _aim(self, start: Node) -> str:
        """What a move does, given the node after it; a move that no other answers, as in s#1, does nothing more."""
        solution = self.solution
        if start.check or PLAY_FORMS[solution.stipulation.play].parries or not solution.with_threats:
            return ""
        if solution.threats(start):
            return " threat:"
        defences = solution.moves(start, Kind.DEFENCE)
        is_last = solution.stipulation.moves == 1 or (defences and all(reached for *_, reached in defences))
        return "" if is_last else " zugzwang."

    def _play(self, start: Node, after: Position, number: int, indent: str) -> Iterator[str]:
        """The lines of threats and variations after a move of the attacker, of that number and indented so."""
        # Play may come back to where it was, so it is followed no longer than was asked for.
        threats = self.solution.threats(start) if number < self.solution.stipulation.moves else []
        if threats and (waiting := passed(after)):
            for move, there, goal in threats:
                yield from self._attack(waiting, move, there, goal, number + 1, indent + _INDENT * 2)
        yield from self.defences(start, after, number, indent + _INDENT, threats, Kind.DEFENCE)

    def refuted(self, first: str, refutations: Sequence[str]) -> Iterator[str]:
        """The lines of a try that more than one move refutes, which a solution leaves out."""
        position = self.solution.position
        after = position.push(first)
        yield f"1.{self.spelling.written(position, first)}{_check(after)} ?"
        yield "but"
        for refutation in refutations:
            yield self._refutation(after, refutation)

    def _refutation(self, position: Position, move: str) -> str:
        """The line of a refutation. It may reach the goal, which is then too early, or the other player's."""
        after = played(position, move)
        reached = move != PASS and reaches(position.move(move), after, self.solution.stipulation.goal)
        sign = (_goal(self.solution) if reached else "") or _check(after)
        return f"{_INDENT}1...{self.spelling.written(position, move)}{sign} !"

    def defences(
        self, node: Node, position: Position, number: int, indent: str, threats: Sequence[Led], *kinds: Kind
    ) -> Iterator[str]:
        """The lines of the defences that leave none of these threats."""
        for defence, there, reached in self.solution.moves(node, *kinds):
            answers = sorted(self.solution.answers(there), key=lambda each: each[0])
            if self.solution.leaves_threat(node, there, threats):
                continue
            yield f"{indent}{number}...{self._marked(position, defence, there, reached)}"
            after = played(position, defence)
            # Play may come back to where it was, so it is followed no longer than was asked for.
            for move, then, goal in () if reached or number >= self.solution.stipulation.moves else answers:
                yield from self._attack(after, move, then, goal, number + 1, indent + _INDENT)

    def _attack(
        self, position: Position, move: str, there: Node, reached: bool, number: int, indent: str
    ) -> Iterator[str]:
        # A move that is named only, as duals are, has nothing below it, nor an aim that is known.
        aim = self._aim(there) if not reached and number < self.solution.stipulation.moves else ""
        aim = aim if self.solution.moves(there, Kind.DEFENCE) else ""
        yield f"{indent}{number}.{self._marked(position, move, there, reached)}{aim}"
        if not reached:
            yield from self._play(there, position.push(move), number, indent)

    def _marked(self, position: Position, move: str, there: Node, reached: bool) -> str:
        goal = _goal(self.solution) if reached else ""
        return self.spelling.written(position, move) + (goal or f" {there.sign}".rstrip())


def _hunt(phase: Phase, solution: Solution, tries: Mapping[str, Sequence[str]]) -> Iterator[str]:
    writer = _Hunt(phase, solution)
    for move in tries:
        yield from writer.first_move(move, Kind.TRY)
        yield ""
    for key in solution.keys:
        yield from writer.first_move(key, Kind.KEY)


class _Hunt:
    """Writes what is answered where more than two play; of many replies with one answer, and of many answers, some."""

    def __init__(self, phase: Phase, solution: Solution) -> None:
        self.solution, self.written = solution, phase.spelling.written
        self._written: set[Node] = set()

    def first_move(self, first: str, kind: Kind) -> Iterator[str]:
        """The lines of a key or a try."""
        solution = self.solution
        node, reached = next((after, r) for move, after, r in solution.moves(solution.play.root, kind) if move == first)
        position = solution.position.push(first)
        written = self.written(solution.position, first) + (_goal(solution) if reached else "")
        yield f"1.{written} {'!' if kind is Kind.KEY else '?'}"
        yield from self._below(node, position, 1, _INDENT)
        for refutation, *_ in solution.moves(node, Kind.REFUTATION):
            yield "but"
            yield f"{_INDENT}1...{self.written(position, refutation)} !"

    def _below(self, node: Node, position: Position, number: int, indent: str) -> Iterator[str]:
        """The lines of what follows a move of the attacker; each position is written once."""
        for answer, after, reached, duals, ways in answered(self.solution, node):
            for replies in ways[:NAMED]:
                written, then = [], position
                for move in replies:
                    written.append(self.written(then, move))
                    then = then.push(move)
                yield f"{indent}{number}...{' '.join(written)}"
                for move, ends in ((answer, reached), *duals[: NAMED - 1]):
                    goal = _goal(self.solution) if ends else ""
                    yield f"{indent}{_INDENT}{number + 1}.{self.written(then, move)}{goal}"
                    if move == answer and not ends and after not in self._written:
                        self._written.add(after)
                        yield from self._below(after, then.push(move), number + 1, indent + _INDENT * 2)


_WAYS = (_lines, _battle, _hunt)
"""How solutions are written: lines of play, battles of two, and of more players."""
