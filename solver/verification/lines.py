"""Whether what is stated of help and series play is so: all lines, and no others."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import islice

from ..errors import MoveError
from ..play.position import Position
from ..solving.problem.roles import cooperation
from ..solving.problem.solution import Solution
from ..solving.problem.stipulation import Play
from .asking import passed
from .faults import Fault, Sort
from .phases import Phase
from .stated import Stated, walks

_NAMED = 3
"""So many lines that are not stated are named."""

_LOOKED_AT = 10_000
"""So many stated lines are looked at."""


class LineJudge:
    """Compares the lines that are stated with those that there are.

    Args:
        phase: the problem.
        solution: all of its lines, with the set play.
    """

    def __init__(self, phase: Phase, solution: Solution) -> None:
        self.phase, self.solution = phase, solution
        self.spelling = phase.spelling
        self.passes = cooperation(phase.stipulation).passes

    def compare(self, root: Stated, unstated: Sort) -> Iterator[Fault]:
        """What is wrong with a statement; `unstated` is the fault of a line that is not in it."""
        proper = [each for each in root.after if not each.is_pass]
        start, sort = self.phase.position, Sort.LINE
        yield from self._lines(proper, start, self.passes, self.solution.lines, sort, unstated)
        sets = [each for each in root.after if each.is_pass]
        if not sets and not self.phase.with_set_play:
            return
        begun = passed(self.phase.position)
        if begun is None or self.phase.stipulation.play is not Play.HELP:
            yield Fault(Sort.SET_PLAY, "there is no set play")
            return
        if not self.solution.set_lines and not sets:
            yield Fault(Sort.SET_PLAY, "there is no set play")
        nodes = [each for node in sets for each in node.after]
        yield from self._lines(nodes, begun, self.passes[1:], self.solution.set_lines, Sort.SET_PLAY, Sort.SET_PLAY)

    def count(self) -> int:
        """How many lines there are that are not short."""
        return len(self._full())

    def some(self) -> list[str]:
        """Some of these lines."""
        return [self.said(line) for line in self._full()[:_NAMED]]

    def shortest(self) -> str:
        """A line that is as short as any."""
        return self.said(self.solution.lines[0])

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
                what = f"{len(wrong)} moves" if len(wrong) > 1 else "one move"
                yield Fault(Sort.MISSING, f"there is {what} as single move {ply + 1} of a line, and {number} intended")
                return

    def _full(self) -> list[tuple[str, ...]]:
        return [line for line in self.solution.lines if len(line) == len(self.passes)]

    def said(self, line: Sequence[str], of_sets: bool = False) -> str:
        """A line as the file writes it, with numbers."""
        return said_line(self.phase, line, of_sets)

    def _lines(
        self,
        nodes: Sequence[Stated],
        start: Position,
        passes: Sequence[bool],
        true: Sequence[tuple[str, ...]],
        sort: Sort,
        unstated: Sort,
    ) -> Iterator[Fault]:
        """What is wrong with some lines that begin at a position, and what of the true ones is missing."""
        named = set()
        ways = ([node, *rest] for node in nodes for rest in walks(node))
        for way in islice(ways, _LOOKED_AT):
            line = yield from self._played(start, way, passes)
            if line is None:
                continue
            named.add(line)
            if line not in true:
                text = " ".join(each.text for each in way)
                yield Fault(sort, f"{text} is no solution: {self._why_not(line, passes)}", line=way[0].line)
        others = [line for line in true if line not in named and len(line) == len(passes)]
        what = "is set play too" if sort is Sort.SET_PLAY else "solves too"
        for line in others[:_NAMED]:
            yield Fault(unstated, f"{self.said(line, sort is Sort.SET_PLAY)} {what}, and is not stated")
        if len(others) > _NAMED:
            yield Fault(unstated, f"and {len(others) - _NAMED} lines more")

    def _played(
        self, position: Position, way: Sequence[Stated], passes: Sequence[bool]
    ) -> Generator[Fault, None, tuple[str, ...] | None]:
        """The legal moves that a stated line means; None, and a fault, if one is not legal."""
        found = []
        for number, node in enumerate(way):
            try:
                move = self.spelling.legal(position, node.text)
            except MoveError as error:
                yield Fault(Sort.ILLEGAL, str(error), line=node.line)
                return None
            found.append(move)
            position = position.push(move)
            # A line that is shorter lacks moves of the beginning.
            if passes[number - len(way)] and number < len(way) - 1:
                after = passed(position)
                if after is None:
                    yield Fault(Sort.ILLEGAL, f"{node.text} gives check before the end of the series", line=node.line)
                    return None
                position = after
        return tuple(found)

    def _why_not(self, line: Sequence[str], passes: Sequence[bool]) -> str:
        if len(line) != len(passes):
            return f"it has {len(line)} single moves, and {self.phase.stipulation} {len(passes)}"
        return f"it does not reach the goal ({self.phase.stipulation.goal.name})"


def said_line(phase: Phase, line: Sequence[str], of_sets: bool = False) -> str:
    """A line of help or series play as its file writes it, with numbers; one of the set play begins later."""
    asked, spelling = phase.stipulation, phase.spelling
    position = (passed(phase.position) if of_sets else None) or phase.position
    if asked.play is Play.HELP:
        # It ends with the second move of a pair, and with .5 it begins with one.
        first = 1 + asked.half if of_sets else len(line) % 2
        plies = range(first, first + len(line))
        numbers = [f"{ply // 2 + 1}{'...' if ply % 2 else '.'}" for ply in plies]
        numbers = [number if "..." not in number or not place else "" for place, number in enumerate(numbers)]
        passes: Sequence[bool] = [False] * len(line)
    else:
        alone = asked.play is Play.SERIES_HELP
        numbers = [f"{number}." for number in range(1, len(line) + 1 - alone)] + [""] * alone
        passes = [number < len(line) - 1 - alone for number in range(len(line))]
    found = []
    for ply, (number, move, passing) in enumerate(zip(numbers, line, passes, strict=True), 1):
        written = spelling.written(position, move)
        position = position.push(move)
        check = " +" if ply < len(line) and position.is_check() else ""
        found.append(f"{number}{written}{check}")
        position = (passed(position) if passing else None) or position
    return " ".join(found) + (f" {asked.goal.mark.strip()}" if asked.goal.mark else "")
