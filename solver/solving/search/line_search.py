"""The search for help and series play: every line that reaches the goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..problem.plays import PLAY_FORMS, Ending
from ..problem.roles import Cooperation, cooperation, set_plays
from ..problem.solution import PASS, Kind
from ..problem.stipulation import Stipulation
from .problem_search import M, N, ProblemSearch


class LineSearch(ProblemSearch[N, M]):
    """The search for lines, the shortest first."""

    def run(self) -> None:
        """Find all lines, and those of the set play if they are asked for."""
        asked = self.problem.stipulation
        for stipulation in _shortest_first(asked):
            together = cooperation(stipulation)
            most = None if self.problem.most is None else self.problem.most - len(self.lines)
            for line in self._lines(together, most):
                self.lines.append(self._add_line(self.root, together, line))
                if stipulation != asked and self.short is None:
                    self.short = stipulation.moves + 0.5 if stipulation.half else stipulation.moves
                self.report(len(self.lines), None, " ".join(self.lines[-1]))
                if len(self.lines) == self.problem.most:
                    return
            self.depth = stipulation.moves
        self.complete = True
        if self.problem.set_play and asked.has_set_play:
            self._find_set_play(asked)

    def _lines(self, together: Cooperation, most: int | None) -> Iterator[Sequence[M | None]]:
        """All lines; in reciprocal play those by which either player reaches the goal at the end."""
        if not PLAY_FORMS[self.problem.stipulation.play].reciprocal:
            yield from self.backend.lines(self.root, together, self.limits, most)
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
            yield from [*mates, *others] if others else ()

    def _find_set_play(self, asked: Stipulation) -> None:
        """The lines that begin with the other player's move."""
        if self.backend.in_check(self.root):
            return
        passed = self.backend.passed(self.root)
        for rest in set_plays(asked).values():
            if rest.passes:
                lines: Iterable[Sequence[M | None]] = self.backend.lines(passed, rest, self.limits)
            else:
                lines = [()] if self.backend.replies(passed, rest.goal, rest.ending) else []
            for line in lines:
                self.set_lines.append(self._add_line(self.add(self.root, None, Kind.PASS), rest, line))

    def _add_line(self, node: N, together: Cooperation, line: Sequence[M | None]) -> tuple[str, ...]:
        last = together.ending is Ending.REACHED
        for number, (move, passing) in enumerate(zip(line, together.passes, strict=False), 1):
            node = self.add(node, move, Kind.PASS if move is None else Kind.HELP, goal=last and number == len(line))
            if passing:
                node = self.add(node, None, Kind.PASS)
        for reply in self.backend.replies(node, together.goal, together.ending):
            self.add(node, reply, Kind.DEFENCE, 0, goal=True)
        return tuple(PASS if move is None else self.backend.text(move) for move in line)


def _shortest_first(stipulation: Stipulation) -> list[Stipulation]:
    """The stipulation and the shorter ones, the shortest first."""
    found = [stipulation]
    while shorter := found[0].shorter():
        found.insert(0, shorter)
    return found
