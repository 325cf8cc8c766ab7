"""Help and series play: every line that reaches the goal."""

from __future__ import annotations

from collections.abc import Sequence

from ..problem.roles import Cooperation, cooperation
from ..problem.solution import Kind
from ..problem.stipulation import Play, Stipulation
from .problem_search import M, N, ProblemSearch


class LineSearch(ProblemSearch[N, M]):
    """The search for lines, the shortest first."""

    def run(self) -> None:
        """Find all lines, and those of the set play if they are asked for."""
        asked = self.problem.stipulation
        for stipulation in _shortest_first(asked):
            together = cooperation(stipulation)
            most = None if self.problem.most is None else self.problem.most - len(self.lines)
            for line in self.backend.lines(self.root, together, self.limits, most):
                self.lines.append(self._add_line(self.root, together, line))
                if stipulation != asked and self.short is None:
                    self.short = stipulation.moves + 0.5 if stipulation.half else stipulation.moves
                self.report(len(self.lines), None, " ".join(self.lines[-1]))
                if len(self.lines) == self.problem.most:
                    return
            self.depth = stipulation.moves
        self.complete = True
        if self.problem.set_play and asked.play is Play.HELP:
            self._find_set_play(cooperation(asked))

    def _find_set_play(self, together: Cooperation) -> None:
        """The lines that begin with the second move."""
        rest = Cooperation(together.goal, together.passes[1:])
        if rest.passes and not self.backend.in_check(self.root):
            for line in self.backend.lines(self.backend.passed(self.root), rest, self.limits):
                self.set_lines.append(self._add_line(self.add(self.root, None, Kind.PASS), rest, line))

    def _add_line(self, node: N, together: Cooperation, line: Sequence[M]) -> tuple[str, ...]:
        for number, (move, passing) in enumerate(zip(line, together.passes, strict=True), 1):
            node = self.add(node, move, Kind.HELP, goal=number == len(line))
            if passing:
                node = self.add(node, None, Kind.PASS)
        return tuple(self.backend.text(move) for move in line)


def _shortest_first(stipulation: Stipulation) -> list[Stipulation]:
    """The stipulation and those in fewer moves, the fewest first."""
    found = [stipulation]
    while shorter := found[0].shorter():
        found.insert(0, shorter)
    return found
