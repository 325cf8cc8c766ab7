"""The solutions of a problem, or of its twins, as they are printed: with set play, tries, and what they change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..solving.problem.changes import Change
from ..solving.problem.solution import Kind, Solution
from ..verification.customs import olive
from ..verification.phases import Phase
from ..verification.solution_writer import written_solution
from ..verification.solver_questions import Asker, passed
from ..verification.verify import Problem
from .move_spelling import closed_up, in_style
from .move_style import MoveStyle


@dataclass(frozen=True, slots=True)
class PrintedSolution:
    """A problem that was solved.

    Attributes:
        phases: the diagram and its twins.
        solutions: the solution of each.
    """

    phases: tuple[Phase, ...]
    solutions: tuple[Solution, ...]

    @property
    def is_solved(self) -> bool:
        """Whether each has just one key, or in help and series play a solution."""
        return all(len(each.keys) == 1 or each.lines for each in self.solutions)

    def as_json(self) -> dict[str, Any]:
        """The solutions as documented for `--json`, each with the letter of its twin."""
        pairs = zip(self.phases, self.solutions, strict=True)
        return {"solutions": [{"twin": phase.label or None, **solution.as_json()} for phase, solution in pairs]}

    def lines(self, style: MoveStyle = MoveStyle.long, own_letters: bool = False) -> list[str]:
        """The solutions in lines of text, and a table of changed play where there is any.

        Args:
            way: how moves are written.
            own_letters: whether kinds have the letters that the game gives them, rather than those of the file.
        """
        phases = [in_style(phase, style, own_letters) for phase in self.phases]
        found: list[str] = []
        for phase, solution in zip(phases, self.solutions, strict=True):
            tries: dict[str, Sequence[str]] = {move: () for move, *_ in solution.moves(solution.play.root, Kind.TRY)}
            found += [""] if found else []
            written = written_solution([phase], [solution], [tries])
            found += written if style is MoveStyle.long else closed_up(written)
            if phase.with_set_play and not phase.has_set_play:
                found.append(f"set play: there is none in {phase.stipulation}")
            if not (solution.keys or solution.lines):
                found.append(f"no solution{f', {phase.turn} begins' if phase.half else ''}")
            if solution.changed:
                table = changed(phase, solution)
                found += ["", *_aligned(table if style is MoveStyle.long else [closed_up(row) for row in table])]
        return found


def printed_solution(problem: Problem, asker: Asker, tries: bool = False, set_play: bool = False) -> PrintedSolution:
    """Solve a problem and its twins.

    Args:
        problem: the problem.
        asker: asks the solver.
        tries: whether to look for tries in battles, where its file does not ask for them.
        set_play: whether to look for set play that its file does not ask for.

    Raises:
        LimitReached: if there was no time for all.
    """
    return PrintedSolution(problem.phases, tuple(_solved(phase, asker, tries, set_play) for phase in problem.phases))


def _solved(phase: Phase, asker: Asker, tries: bool, set_play: bool) -> Solution:
    asked = phase.stipulation
    sets = (set_play or phase.with_set_play) and phase.has_set_play
    with_tries = (tries or phase.with_tries) and asked.has_tries
    return asker.solve(
        phase.position,
        asked,
        most=phase.most,
        sets=sets,
        tries=with_tries,
        against=phase.against,
        threats=phase.with_threats,
        shortest=phase.shortest,
    )


def carried_out(problem: Problem) -> tuple[str, ...]:
    """The options about search and output that have an effect on the solutions of a problem as they are printed."""
    battles = {phase.stipulation.is_battle for phase in problem.phases}
    effects = {
        "tries": any(phase.stipulation.has_tries for phase in problem.phases),
        "most": True,
        "no_threats": True in battles,
        "shortest": False in battles,
    }
    return tuple(olive()[option] for option, has_effect in effects.items() if has_effect)


def changed(phase: Phase, solution: Solution) -> list[list[str]]:
    """A table of changed play: defences side by side, and below each what answers it in the set play and after tries.

    The last row is the actual play; where a dash stands, nothing is changed there.
    """
    spelling, start = phase.spelling, phase.position
    defences = list(dict.fromkeys(change.defence for change in solution.changed))
    by_attempt: dict[str | None, dict[str, Change]] = {}
    for each in sorted(solution.changed, key=lambda each: each.attempt is not None):
        by_attempt.setdefault(each.attempt, {})[each.defence] = each
    rows = [["changed", *(_after(phase, solution.key, (defence,), "1...") for defence in defences)]]
    for attempt, known in by_attempt.items():
        name = "set play" if attempt is None else f"1.{spelling.written(start, attempt)} ?"
        rows.append([name, *(_answers(phase, attempt, known.get(each), solution, True) for each in defences)])
    last = {each.defence: each for each in solution.changed}
    name = f"1.{spelling.written(start, str(solution.key))} !"
    return [*rows, [name, *(_answers(phase, solution.key, last[each], solution, False) for each in defences)]]


def _aligned(table: list[list[str]]) -> Iterator[str]:
    """The rows of a table as lines, the columns below each other."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _answers(phase: Phase, first: str | None, change: Change | None, solution: Solution, before: bool) -> str:
    """What answers a defence after a first move, or in the set play; a dash if nothing is changed."""
    if change is None:
        return "-"
    mark = f" {solution.stipulation.goal.mark.strip()}" if change.mates else ""
    answers = change.before if before else change.after
    return ", ".join(_after(phase, first, (change.defence, answer), "2.") + mark for answer in answers)


def _after(phase: Phase, first: str | None, moves: Sequence[str], number: str) -> str:
    """The last of some moves after a first one, or after none, with a number before it."""
    position = phase.position.push(first) if first is not None else passed(phase.position) or phase.position
    *before, last = moves
    for move in before:
        position = position.push(move)
    return f"{number}{phase.spelling.written(position, last)}"
