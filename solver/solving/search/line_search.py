"""The search for help and series play: every line that reaches the goal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias

from ..problem.play import Node
from ..problem.plays import PLAY_FORMS, Ending
from ..problem.roles import Cooperation, cooperation, set_plays
from ..problem.solution import PASS, Kind
from ..problem.stipulation import Stipulation
from .backend import Backend, Step
from .limits import Limits
from .problem_search import M, N, Problem, ProblemSearch, Progress

_Line: TypeAlias = tuple[str, ...]
"""The moves of a line as they are written."""


@dataclass(slots=True)
class _Added(Generic[N, M]):
    """The line added last, where and in which play it begins, and the nodes of the play before and after its moves."""

    start: N | None
    together: Cooperation | None
    path: Sequence[Step[N, M]]
    nodes: list[Node]


class LineSearch(ProblemSearch[N, M]):
    """The search for lines, the shortest first."""

    def __init__(
        self, backend: Backend[N, M], problem: Problem, limits: Limits, progress: Progress | None = None
    ) -> None:
        super().__init__(backend, problem, limits, progress)
        self._added = _Added[N, M](None, None, (), [])

    def run(self) -> None:
        """Find all lines, and those of the set play if they are asked for."""
        asked = self.problem.stipulation
        self.complete = self._find_lines(asked)
        if self.problem.set_play:
            self._find_set_play(asked)

    def _find_lines(self, asked: Stipulation) -> bool:
        """Find the lines, and report whether these are all."""
        early = self._too_early(self.root, [cooperation(each) for each in _shortest_first(_inexact(asked))[:-1]])
        if not self.problem.shortest:
            self.backend.longest = cooperation(asked)
        for stipulation in _shortest_first(asked):
            together = cooperation(stipulation)
            shorter = early.union(self.lines) if not together.nothing_follows else early
            for path in self._paths(together, self._left(together, shorter, self.lines)):
                written = self._written(path)
                if _goes_on(written, shorter):
                    continue
                self._add_line(self.root, together, path)
                self.lines.append(written)
                if stipulation != asked and self.short is None:
                    self.short = stipulation.moves + 0.5 if stipulation.half else stipulation.moves
                if self.progress:
                    self.report(len(self.lines), None, " ".join(written))
                if len(self.lines) == self.problem.most:
                    return False
            self.depth = stipulation.moves
            if self.lines and self.problem.shortest and stipulation != asked:
                return False
        return True

    def _too_early(self, node: N, plays: Sequence[Cooperation]) -> set[_Line]:
        """The lines that reach the goal in fewer moves where it counts only after all of them, and others follow."""
        plays = [each for each in plays if self.problem.stipulation.exact and not each.nothing_follows]
        return {self._written(path) for play in plays for path in self._from(node, play, None)}

    def _left(self, together: Cooperation, shorter: Collection[_Line], found: Sequence[_Line]) -> int | None:
        """The number of lines that are still wanted; None for all, as some may go on after shorter ones."""
        if self.problem.most is None or (shorter and not together.nothing_follows):
            return None
        return self.problem.most - len(found)

    def _paths(self, together: Cooperation, most: int | None) -> Iterator[Sequence[Step[N, M]]]:
        """All lines; in reciprocal play those by which either player reaches the goal at the end."""
        if not PLAY_FORMS[self.problem.stipulation.play].reciprocal:
            yield from self._from(self.root, together, most)
            return
        # The mover of the last move but one reaches the goal, or helps the other player to it.
        own = replace(together, passes=together.passes[:-1])
        found: dict[tuple[M | None, ...], list[Sequence[M | None]]] = {}
        for line in self.backend.lines(self.root, own, self.limits):
            found.setdefault(tuple(line[:-1]), []).append(line)
        for before, mates in found.items():
            node = self.root
            for move in before:
                node = self.backend.after(node, move)
            helped = replace(together, passes=together.passes[-2:])
            others = [(*before, *rest) for rest in self.backend.lines(node, helped, self.limits)]
            for whole in (*mates, *others) if others else ():
                yield self.backend.path(self.root, whole, together.passes)

    def _find_set_play(self, asked: Stipulation) -> None:
        """The lines that begin with the other player's move."""
        if self.backend.in_check(self.root):
            return
        passed = self.backend.passed(self.root)
        early = self._too_early(passed, list(set_plays(_inexact(asked)).values())[:-1])
        for rest in set_plays(asked).values():
            shorter = early.union(self.set_lines)
            for path in self._from(passed, rest, self._left(rest, shorter, self.set_lines)):
                written = self._written(path)
                if not _goes_on(written, shorter):
                    self._add_line(self.add(self.root, None, Kind.PASS), rest, path)
                    self.set_lines.append(written)
                if len(self.set_lines) == self.problem.most:
                    return
            if self.set_lines and self.problem.shortest:
                return

    def _from(self, node: N, together: Cooperation, most: int | None) -> Iterable[Sequence[Step[N, M]]]:
        """The lines from a node; one without moves if only the reply that reaches the goal is left."""
        if together.passes:
            return self.backend.paths(node, together, self.limits, most)
        return [()] if self.backend.replies(node, together.goal, together.ending) else []

    def _add_line(self, start: N, together: Cooperation, path: Sequence[Step[N, M]]) -> None:
        """Add a line to the play, but for the first moves that it shares with the line added before."""
        last, added = together.ending is Ending.REACHED, self._added
        if added.start is not start or added.together is not together:
            added = self._added = _Added(start, together, (), [self.node(start, Kind.HELP.value)])
        before, shared = added.path, 0
        most = min(len(before), len(path) - 1)
        while shared < most and before[shared].move is path[shared].move:
            shared += 1
        added.path = path
        del added.nodes[shared + 1 :]
        for number in range(shared, len(path)):
            step, node = path[number], added.nodes[-1]
            kind = Kind.PASS if step.move is None else Kind.HELP
            node = self.lead(node, step.after, step.move, kind, None, last and number == len(path) - 1)
            if step.passed is not None:
                node = self.lead(node, step.passed, None, Kind.PASS, None, False)
            added.nodes.append(node)
        if not last:
            end = (path[-1].passed or path[-1].after) if path else start
            for reply in self.backend.replies(end, together.goal, together.ending):
                self.add(end, reply, Kind.DEFENCE, 0, goal=True)

    def _written(self, path: Sequence[Step[N, M]]) -> _Line:
        text = self.backend.text
        return tuple([PASS if step.move is None else text(step.move) for step in path])


def _goes_on(line: _Line, shorter: Collection[_Line]) -> bool:
    """Whether a line goes on after one of some shorter ones, which has reached the goal."""
    return bool(shorter) and any(line[:number] in shorter for number in range(len(line)))


def _inexact(stipulation: Stipulation) -> Stipulation:
    """A stipulation of which the goal may be reached in fewer moves."""
    return replace(stipulation, exact=False)


def _shortest_first(stipulation: Stipulation) -> list[Stipulation]:
    """The stipulation and the shorter ones, the shortest first."""
    found = [stipulation]
    while shorter := found[0].shorter():
        found.insert(0, shorter)
    return found
