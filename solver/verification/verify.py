"""Verification of a problem: whether its stated solution is the solution, and every piece is needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, TypeAlias

from ..api import game
from ..arguments import checked
from ..errors import MoveError, PositionError
from ..notation.setup import PASSED
from ..solving.problem.replay import forced_at_once
from ..solving.problem.solution import Solution
from ..solving.search.limits import LimitReached, Limits
from .battles import BattleJudge
from .customs import olive
from .duplex import parted
from .economy import needless
from .elimination_lines import HuntJudge
from .errors import PuzzleError, all_read
from .faults import CURABLE, Fault, Sort, Verdict
from .help_lines import LineJudge
from .keywords import shown, unshown
from .last_move import passed_over, preceded
from .phases import Opener, Phase, phases_of
from .possible import objections
from .puzzle_entries import SUFFIXES, Entry, PuzzleFile, may_hold_problems, read_file
from .repeats import LOOKED_AT
from .solution_text import IN_PASSING, Stated, UnreadError, lines_of, read_stated
from .solution_writer import written_solution
from .solver_questions import Asker

_MOST_COOKS = 20
"""Solutions more than intended are not looked for when there are at least this many."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An entry of a file, and the problems that it is.

    Attributes:
        file: the file.
        number: which of the entries that could be read it is, from 0.
        phases: the diagram and its twins.
    """

    file: PuzzleFile
    number: int
    phases: tuple[Phase, ...]

    @property
    def entry(self) -> Entry:
        """The entry."""
        return self.file.entries[self.number]


@checked(jobs=1)
def verify(
    path: str | Path, *, jobs: int = 1, limits: Limits | None = None, economy: bool = True, themes: bool = False
) -> list[Verdict]:
    """Verify the problems of a file, or of all puzzle files in a folder.

    Args:
        path: the file, or the folder.
        jobs: how many threads search.
        limits: when to end; what is not known then is reported as such.
        economy: whether to check that every piece is needed.
        themes: whether to say what the play shows, and which keywords name themes that it does not.

    Raises:
        PuzzleError: naming file and line, if a file cannot be read, or has what cannot be.

    >>> import shadowmate as sm, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "problem.yaml")
    >>> _ = file.write_text('''algebraic: {white: [Kf6, Ra1], black: [Kh7]}
    ... stipulation: "#2"
    ... solution: 1.Ra1-a8!
    ... ''')
    >>> [verdict.is_sound for verdict in sm.verify(file)]
    [True]
    """
    limits = limits or Limits()
    return [verdict_on(problem, limits, jobs, economy, themes) for problem in read_problems(path)]


def puzzle_files(path: Path) -> list[Path]:
    """The files that a path means: itself, or the puzzle files in a folder and those below it; others are passed over.

    Raises:
        PuzzleError: if there are none.
    """
    if not path.is_dir():
        return [path]
    named = (each for each in path.rglob("*") if each.suffix.lower() in SUFFIXES and each.is_file())
    found = sorted(each for each in named if may_hold_problems(each))
    if not found:
        raise PuzzleError(f"{path}: there is no puzzle file in it; their names end in {', '.join(SUFFIXES)}")
    return found


def read_problems(path: str | Path, opened: Opener = game) -> list[Problem]:
    """The problems of a file, or of all puzzle files in a folder; `opened` gives their games.

    Raises:
        PuzzleError: naming file and line of each, if files cannot be read, or problems say what cannot be.
    """
    return all_read(read_each(path, opened))


def read_each(path: str | Path, opened: Opener = game) -> list[Problem | PuzzleError]:
    """The problems of a file or folder; in the place of an entry that cannot be read, the error with the reason.

    Raises:
        PuzzleError: if a folder has no puzzle file.
    """
    return [problem_at(place, opened) for place in places_in(path)]


Place: TypeAlias = tuple[PuzzleFile, int] | PuzzleError
"""Where a problem is: a file, and which of its entries it is, from 0; or why there is none."""


def places_in(path: str | Path) -> list[Place]:
    """The places of the problems of a file, or of all puzzle files in a folder.

    Raises:
        PuzzleError: if a folder has no puzzle file.
    """
    found: list[Place] = []
    for path_of_file in puzzle_files(Path(path)):
        try:
            file = read_file(path_of_file)
        except PuzzleError as error:
            found.append(error)
            continue
        numbers = count()
        found += (each if isinstance(each, PuzzleError) else (file, next(numbers)) for each in file.places)
    return found


def problem_at(place: Place, opened: Opener = game) -> Problem | PuzzleError:
    """The problem at a place, or why it cannot be read."""
    if isinstance(place, PuzzleError):
        return place
    file, number = place
    try:
        return Problem(file, number, tuple(phases_of(file.entries[number], opened)))
    except PuzzleError as error:
        return error


def verdict_on(problem: Problem, limits: Limits, jobs: int = 1, economy: bool = True, themes: bool = False) -> Verdict:
    """The verdict on a problem; what is not known when a limit is reached is left out of it."""
    examined = _Examined(problem.entry, problem.phases, Asker(limits, jobs))
    complete = True
    try:
        examined.run(economy)
    except LimitReached:
        complete = False
    found = shown(examined.solutions, problem.phases[0].spelling.lettered) if themes and complete else None
    faults = [*examined.faults, *(unshown(problem.entry, found) if found else ())]
    fields = problem.entry.fields
    return Verdict(
        problem.file.name,
        problem.entry.line,
        _title(fields),
        str(fields["stipulation"]),
        tuple(faults),
        complete,
        examined.written(),
        found,
    )


def judge_of(phase: Phase, asker: Asker, solution: Solution) -> BattleJudge | LineJudge:
    """What compares the stated play of a problem with its solution."""
    if not phase.stipulation.is_battle:
        return LineJudge(phase, solution)
    return (HuntJudge if phase.is_hunt else BattleJudge)(phase, asker, solution)


def _title(fields: dict[str, Any]) -> str:
    """The authors, the title and the source of a problem, as far as they are given."""
    source = fields.get("source")
    known = source if isinstance(source, dict) else {"name": source}
    date = known.get("date")
    year = date.get("year") if isinstance(date, dict) else date
    authors = " & ".join(map(str, fields.get("authors") or ()))
    return ", ".join(str(each) for each in (authors, fields.get("title"), known.get("name"), year) if each)


class _Examined:
    """Looks at one entry; what is found before a limit holds.

    Attributes:
        faults: what is wrong.
        solutions: the solutions of the phases.
    """

    def __init__(self, entry: Entry, phases: Sequence[Phase], asker: Asker) -> None:
        self.entry, self.phases, self.asker = entry, list(phases), asker
        self.faults: list[Fault] = []
        self.solutions: list[Solution] = []
        self._tries: list[dict[str, list[str]]] = []
        self._sets: list[bool] = []

    def run(self, economy: bool) -> None:
        """Look at all of it.

        Raises:
            LimitReached: if there was no time for all.
        """
        for line, option in self.entry.unheeded(olive()["tries"]):  # which are compared as far as they are stated
            self.faults.append(Fault(Sort.OPTION, f"{option}: not supported here, ignored", True, line=line))
        stated = self._stated()
        for number, phase in enumerate(self.phases):
            root = self._part(stated, phase)
            before = list(self._preceded(number, root.last)) if root and root.last else []
            passing = _in_passing(self.phases[number], root.after if root else ())
            for fault in chain(before, self._phase(self.phases[number], root), passing):
                text = f"{phase.turn} begins: {fault.text}" if phase.half else fault.text
                self.faults.append(replace(fault, text=text, twin=phase.label, line=self._line(fault.line)))
        if economy and all(fault.is_remark or fault.sort in CURABLE for fault in self.faults):
            self.faults += needless(self.phases, self._sets, self.asker)

    def written(self) -> tuple[str, ...] | None:
        """The lines of the true solution, if all of it is known of every phase."""
        solved = [each for each in self.solutions if each.complete and (each.keys or each.lines)]
        if len(solved) < len(self.phases):
            return None
        return tuple(written_solution(self.phases, solved, self._tries))

    def _stated(self) -> dict[str, Stated] | None:
        """What is stated, by twin; None, and a fault, if it cannot be read."""
        counting = {"": self.phases[0].counting} | {phase.letter: phase.counting for phase in self.phases}
        armies = self.phases[0].position.game.ruleset.players
        try:
            found = read_stated(self.entry.solution, counting, armies, self.phases[0].spelling.readings)
        except UnreadError as error:
            self.faults.append(Fault(Sort.UNREAD, str(error), line=self._line(error.line)))
            return None
        first = self.phases[0].letter
        if first in found and first and "" in found and found[""].after:
            written = f"the text before {first}) belongs to no twin"
            self.faults.append(Fault(Sort.UNREAD, written, line=self._line(found[""].after[0].line)))
        return found

    def _part(self, stated: dict[str, Stated] | None, phase: Phase) -> Stated | None:
        """What is stated of a phase; what comes before the first letter is about the diagram."""
        if stated is None:
            return None
        halves_lettered = any(each.letter in stated for each in self.phases if not each.label and each.half)
        label = phase.letter if halves_lettered else phase.label
        root = stated.get(label) or (stated.get("") if label == self.phases[0].label else None)
        if root and phase.half and not halves_lettered:
            root = parted(root, [each for each in self.phases if each.label == phase.label])[phase.half - 1]
            root = root if root.after else None
        if root is None and self.entry.states:
            written = f"no solution is stated{f' where {phase.turn} begins' if phase.half else ''}"
            self.faults.append(Fault(Sort.UNSTATED, written, twin=phase.label))
        return root

    def _preceded(self, number: int, last: Stated) -> Iterator[Fault]:
        """What is wrong with the move that is stated as the last before a phase; the phase then has what it passed."""
        phase = self.phases[number]
        named_move = f"{last.text}, the last move before the diagram"
        try:
            cells, why = preceded(phase.position, phase.spelling, last.text)
        except MoveError as error:
            yield Fault(Sort.ILLEGAL, str(error), line=last.line)
            return
        named = passed_over(phase.position)
        if not cells and not (phase.is_hunt or _changes_more(last.text)):
            yield Fault(Sort.ILLEGAL, f"{named_move}, cannot have been made: {why}", line=last.line)
            return
        if not cells:
            what = "games of more than two players" if phase.is_hunt else "captures, promotions and castling"
            yield Fault(Sort.UNCHECKED, f"{named_move}: in {what} nothing is unmade", True, line=last.line)
        elif named is not None and named not in cells:
            yield Fault(Sort.ILLEGAL, f"{named_move}, did not pass over {named}, which the file states", line=last.line)
            return
        # Of several such moves a double step is meant: of others nothing follows.
        diagram = replace(phase.diagram, passed=named or next(filter(None, cells), None))
        self.phases[number] = replace(phase, diagram=diagram, position=diagram.position(phase.turn), last=last.text)

    def _line(self, number: int | None) -> int | None:
        """The line in the file of a line of the solution."""
        return None if number is None else self.entry.document.text_line("solution", number)

    def _phase(self, phase: Phase, root: Stated | None) -> Iterator[Fault]:
        """What is wrong with a phase, and with what is stated of it, if anything is."""
        yield from (Fault(Sort.IMPOSSIBLE, reason) for reason in objections(phase.position))
        asked, solution = phase.stipulation, self._solved(phase, root)
        judge = judge_of(phase, self.asker, solution)
        self._tries.append(judge.tries(root) if root and isinstance(judge, BattleJudge) else {})
        if not (solution.keys or solution.lines):
            yield Fault(Sort.UNSOLVED, f"{asked} has no solution: {_forced(phase) or judge.unsolved()}")
        if solution.short is not None:
            moves = f"{solution.short:g} move{'' if solution.short == 1 else 's'}"
            yield Fault(Sort.SHORT, f"{judge.shortest()} solves it in {moves}, and {asked} is stated")
        intended = phase.solutions
        if root and not phase.intended and isinstance(judge, LineJudge):
            intended = max(1, judge.stated(root))  # the number that is stated is the one that is intended
        yield from self._counted(judge, solution, root, intended)

    def _solved(self, phase: Phase, root: Stated | None) -> Solution:
        """The solution of a phase, with the set play and the tries that are stated or asked for."""
        asked, first = phase.stipulation, root.after if root else []
        sets = phase.has_set_play and (phase.with_set_play or any(each.is_pass for each in first))
        tries = asked.has_tries and any(each.is_try for each in first)
        stated = sum(1 for _ in islice(lines_of(root), LOOKED_AT)) if root and not asked.is_battle else 0
        most = max(phase.solutions, stated) + _MOST_COOKS
        solution = self.asker.solve(phase.position, asked, most=most, sets=sets, tries=tries, against=phase.against)
        self.solutions.append(solution)
        self._sets.append(sets)
        return solution

    def _counted(
        self, judge: BattleJudge | LineJudge, solution: Solution, root: Stated | None, intended: int
    ) -> Iterator[Fault]:
        """What is wrong with the number of solutions, and with what is stated of them."""
        found = judge.count()
        if not solution.complete:
            # What is found by then ended the search: more solutions than anyone wants, or a shorter one.
            if found > intended:
                if root:
                    yield Fault(Sort.UNCHECKED, "the stated solution, because the search ended with these cooks", True)
                some = f"more than {_solutions(found - 1)}, and {intended} intended"
                yield Fault(Sort.COOK, f"{some}: {'; '.join(judge.some())}")
            return
        if (solution.keys or solution.lines) and found < intended:
            yield Fault(Sort.MISSING, f"{_solutions(found)}, and {intended} intended")
        wrong = list(judge.compare(root, Sort.COOK if found > intended else Sort.UNSTATED)) if root else []
        yield from wrong
        if found > intended and all(fault.sort is not Sort.COOK for fault in wrong):
            yield Fault(Sort.COOK, f"{_solutions(found)}, and {intended} intended: {'; '.join(judge.some())}")
        if found == intended:
            yield from judge.more()


def _in_passing(phase: Phase, first: Sequence[Stated]) -> Iterator[Fault]:
    """The cells that would have to be passed over for first moves that are stated as captures in passing."""
    game = phase.position.game
    if phase.diagram.passed is not None or PASSED not in game.ruleset.fields:
        return
    for node in first:
        for cell in game.vectors if node.text.endswith(IN_PASSING) else ():
            with suppress(PositionError, MoveError):
                position = replace(phase.diagram, passed=cell).position(phase.turn)
                phase.spelling.legal(position, node.text, node.beside)
                written = f"{node.text}, which needs the field `en-passant: {cell}`"
                yield Fault(Sort.UNCHECKED, written, True, line=node.line)


def _changes_more(written: str) -> bool:
    """Whether a move captures, promotes or castles: then what stood on the board before is not known from it."""
    return bool(re.search(r"[x:*=]|[0Oo]-[0Oo]", written))


def _solutions(number: int) -> str:
    return f"{number} solution{'' if number == 1 else 's'}"


def _forced(phase: Phase) -> str:
    """That the first player of reflex play has to reach the goal at once; "" if it has not."""
    move = forced_at_once(phase.position, phase.stipulation)
    if move is None:
        return ""
    written, goal = phase.spelling.written(phase.position, str(move)), phase.stipulation.goal.name
    return f"{phase.turn} can reach the goal ({goal}) at once by {written}, so it must, and has failed"
