"""Whether what is stated of help and series play is so: all lines, and no others."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from ..errors import MoveError
from ..play.position import Position
from ..solving.problem.play import check_sign
from ..solving.problem.plays import PLAY_FORMS, Course, Ending
from ..solving.problem.roles import cooperation, lengths, set_plays
from ..solving.problem.solution import PASS, Kind, Solution
from .faults import Fault, Sort
from .phases import Phase
from .reasons import unforced, unreached
from .repeats import LOOKED_AT, repeated
from .solution_text import Stated, lines_of
from .solver_questions import passed, played

_T = TypeVar("_T")

_NAMED = 3
"""At most this many lines that are not stated are named."""


class LineJudge:
    """Compares the lines that are stated with those that there are.

    Args:
        phase: the problem.
        solution: all of its lines, with the set play.
    """

    def __init__(self, phase: Phase, solution: Solution) -> None:
        self.phase, self.solution = phase, solution
        self.spelling = phase.spelling
        self.asked = phase.stipulation
        self.way = PLAY_FORMS[self.asked.play]
        self.passes = cooperation(self.asked).passes
        self.sets = set_plays(self.asked) if self.asked.has_set_play else {}
        self.set_passes = self.sets[max(self.sets)].passes if self.sets else ()
        self.belongs = lengths(self.asked)

    def compare(self, root: Stated, unstated: Sort) -> Iterator[Fault]:
        """What is wrong with a statement; `unstated` is the fault of a line that is not in it."""
        proper = [each for each in root.after if not each.is_pass]
        yield from self._lines(proper, self.phase.position, Sort.LINE, unstated)
        sets = [each for each in root.after if each.is_pass]
        if not sets and not self.phase.with_set_play:
            return
        begun = passed(self.phase.position)
        if begun is None or not self.asked.has_set_play or not (self.solution.set_lines or sets):
            # Of twins, and of the halves of a duplex problem, one alone may have set play.
            if sets or self.phase.is_alone:
                yield self._without_sets(sets)
            return
        nodes = [each for node in sets for each in node.after]
        yield from self._lines(nodes, begun, Sort.SET_PLAY, Sort.SET_PLAY)

    def _without_sets(self, sets: Sequence[Stated]) -> Fault:
        """The fault that there is no set play, though it is stated or the file asks for it."""
        if passed(self.phase.position) is None:
            why = f"{self.phase.position.turn} is in check"
        elif self.asked.has_set_play:
            why = f"no line of it {self._verb()} the goal ({self.asked.goal.name})"
        else:
            why = f"{self.asked} has none"
        asks = "it is stated" if sets else "the file asks for it"
        return Fault(Sort.SET_PLAY, f"{asks}, but {why}", line=sets[0].line if sets else None)

    def unsolved(self) -> str:
        """Why there is no solution."""
        return f"no line of play {self._verb()} the goal ({self.asked.goal.name})"

    def _verb(self) -> str:
        return "forces" if self.way.ending is Ending.FORCED else "reaches"

    def count(self) -> int:
        """How many lines are not short; in reciprocal play, to the goal of the player that has the most."""
        return _to_one_goal(self._full())

    def stated(self, root: Stated) -> int:
        """How many of these are stated."""
        true = set(self._full())
        ways = islice(([node, *rest] for node in root.after if not node.is_pass for rest in lines_of(node)), LOOKED_AT)
        meant = [_result(self._meant_line(self.phase.position, way, False)) for way in ways]
        return _to_one_goal({line for line, *_ in filter(None, meant) if line in true})

    def some(self) -> list[str]:
        """Some of these lines."""
        return [self.line_text(line) for line in self._full()[:_NAMED]]

    def shortest(self) -> str:
        """A line that is as short as any."""
        return self.line_text(self.solution.lines[0])

    def more(self) -> Iterator[Fault]:
        """What else is wrong where there are as many lines as are intended: how they branch."""
        intended = self.phase.intended if len(self.phase.intended) > 1 else ()
        lines = self._full()
        for ply, number in enumerate(intended):
            after: dict[tuple[str, ...], set[str]] = {}
            for line in lines:
                after.setdefault(line[:ply], set()).update(line[ply : ply + 1])
            wrong = next((moves for moves in after.values() if len(moves) != number), None)
            if wrong is not None:
                what = f"are {len(wrong)} moves" if len(wrong) > 1 else "is one move"
                stated = f"intended-solutions {'.'.join(map(str, intended))}: {number} intended"
                yield Fault(Sort.MISSING, f"{stated} as single move {ply + 1} of a line, and there {what}")
                return

    def _full(self) -> list[tuple[str, ...]]:
        return [line for line in self.solution.lines if self.belongs[len(line)] == self.asked]

    def line_text(self, line: Sequence[str], of_sets: bool = False) -> str:
        """A line as the file writes it, with numbers."""
        return written_line(self.phase, self.solution, line, of_sets)

    def _lines(self, nodes: Sequence[Stated], start: Position, sort: Sort, unstated: Sort) -> Iterator[Fault]:
        """What is wrong with some lines that begin at a position, and what of the true ones is missing."""
        of_sets = sort is Sort.SET_PLAY
        true = self.solution.set_lines if of_sets else self.solution.lines
        full = [line for line in true if len(line) == len(self.set_passes)] if of_sets else self._full()
        named, known = set(), set()
        ways = ([node, *rest] for node in nodes for rest in lines_of(node))
        for way in islice(ways, LOOKED_AT):
            text = " ".join(each.text for each in way if each.text)
            meant = yield from self._meant_line(start, way, of_sets)
            if meant is None:
                continue
            line, end, ends = meant
            named.add(line)
            whole = line, way[-1].text if ends else ""
            if whole in known:
                yield repeated(tuple(way))
            known.add(whole)
            if line not in true:
                why = self._why_not(line, end, of_sets)
                yield Fault(sort, f"{text} is no solution: {why}", line=way[0].line)
            elif ends:
                yield from self._ended(line, way[-1], of_sets, sort)
        others = [line for line in full if line not in named]
        what = "is set play too" if of_sets else "solves too"
        for line in others[:_NAMED]:
            yield Fault(unstated, f"{self.line_text(line, of_sets)} {what}, and is not stated")
        if len(others) > _NAMED:
            yield Fault(unstated, f"and {len(others) - _NAMED} lines more")

    def _meant_line(
        self, start: Position, way: Sequence[Stated], of_sets: bool
    ) -> Generator[Fault, None, tuple[tuple[str, ...], Position, bool] | None]:
        """The line that is meant, the position after it, and whether a move of the other player to the goal follows."""
        with_end = self.way.course is Course.SERIES or len(way) + of_sets not in self.belongs
        ends = self.way.ending is not Ending.REACHED and len(way) + of_sets > min(self.belongs) and with_end
        line = yield from self._played(start, way[: len(way) - ends], of_sets)
        return None if line is None else (*line, ends)

    def _played(
        self, position: Position, way: Sequence[Stated], of_sets: bool
    ) -> Generator[Fault, None, tuple[tuple[str, ...], Position] | None]:
        """The legal moves of a stated line, and the position after them; None, and a fault, if one is illegal."""
        found = []
        passes = self.set_passes if of_sets else self.passes
        for number, node in enumerate(way):
            try:
                move = self._meant(position, node)
            except MoveError as error:
                yield Fault(Sort.ILLEGAL, self.spelling.refusal(position, node.text, error), line=node.line)
                return None
            found.append(move)
            position = played(position, move)
            # A line that is shorter lacks moves of the beginning.
            if number < len(way) - 1 and passes[max(number - len(way), -len(passes))]:
                after = passed(position)
                if after is None:
                    yield Fault(Sort.ILLEGAL, f"{node.text} gives check before the end of the series", line=node.line)
                    return None
                position = after
        return tuple(found), position

    def _meant(self, position: Position, node: Stated) -> str:
        """The legal move that is stated, or none.

        Raises:
            MoveError: if it is not legal.
        """
        if not node.is_pass:
            return self.spelling.legal(position, node.text, node.beside)
        if position.is_check():
            raise MoveError(f"{position.turn} is in check, and the move that parries it is not stated")
        return PASS

    def _ended(self, line: tuple[str, ...], node: Stated, of_sets: bool, sort: Sort) -> Iterator[Fault]:
        """What is wrong with the stated move by which the other player reaches the goal after a line."""
        position, replies = _end(self.phase, self.solution, line, of_sets)
        try:
            move = self._meant(position, node)
        except MoveError as error:
            yield Fault(Sort.ILLEGAL, self.spelling.refusal(position, node.text, error), line=node.line)
            return
        if move not in replies:
            yield Fault(sort, f"{node.text} {unreached(self.phase, played(position, move))}", line=node.line)

    def _why_not(self, line: Sequence[str], end: Position, of_sets: bool) -> str:
        """Why a legal line, which ends with a position, is none of the solution."""
        full = len(self.set_passes) if of_sets else len(self.passes)
        if len(line) not in self.sets if of_sets else self.belongs.get(len(line)) != self.asked and len(line) != full:
            return f"it has {len(line)} single moves, and {self.asked} has {full}"
        if self.way.ending is not Ending.REACHED:
            return f"it {unforced(self.phase, end)}"
        if self.way.reciprocal:
            goal = self.asked.goal.name
            return f"it does not reach the goal ({goal}), or does not help the other player to it as well"
        return f"it {unreached(self.phase, end)}"


def _to_one_goal(lines: Collection[tuple[str, ...]]) -> int:
    """How many lines there are; in reciprocal play, to the goal of the player that has the most."""
    ends = [len(line) for line in lines]
    return max(map(ends.count, ends), default=0)


def _result(asked: Generator[Fault, None, _T]) -> _T:
    """What a generator of faults returns."""
    while True:
        try:
            next(asked)
        except StopIteration as stopped:
            found: _T = stopped.value
            return found


def _end(phase: Phase, solution: Solution, line: Sequence[str], of_sets: bool) -> tuple[Position, list[str]]:
    """The position after a line, and the moves by which the other player reaches the goal, if that is to follow."""
    position = (passed(phase.position) if of_sets else None) or phase.position
    path = solution.path(line, of_sets)
    for move, (_, passing) in zip(line, path, strict=True):
        position = played(position, move)
        position = (passed(position) if passing else None) or position
    return position, [move for move, *_ in solution.moves(solution.end(line, of_sets), Kind.DEFENCE)]


def written_line(phase: Phase, solution: Solution, line: Sequence[str], of_sets: bool = False) -> str:
    """A line of help or series play as its file writes it, with numbers; one of the set play begins later.

    The moves by which the other player then reaches the goal stand behind it.
    """
    asked, spelling = phase.stipulation, phase.spelling
    end, replies = _end(phase, solution, line, of_sets)
    position = (passed(phase.position) if of_sets else None) or phase.position
    in_pairs = PLAY_FORMS[asked.play].course is not Course.SERIES
    mark = f" {asked.goal.mark.strip()}" if asked.goal.mark else ""
    found: list[str] = []
    ply = asked.half + of_sets
    for move, (_, passing) in zip(line, solution.path(line, of_sets), strict=True):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else "" if found else f"{ply // 2 + 1}..."
        if move != PASS:
            written = spelling.written(position, move)
            found.append(f"{number}{written}")
        position = played(position, move)
        sign = check_sign(position) if move != PASS else ""
        found[-1] += f" {sign}" if sign else ""
        position = (passed(position) if passing else None) or position
        ply += 1 + (passing and not in_pairs)
    if not replies and mark:
        found[-1] = found[-1].removesuffix(" +").removesuffix(" #") + mark
    elif replies:
        marks = [mark or f" {check_sign(played(end, reply))}".rstrip() for reply in replies]
        last = ", ".join(spelling.written(end, reply) + mark for reply, mark in zip(replies, marks, strict=True))
        found.append(last if found else f"1...{last}")
    return " ".join(found)
