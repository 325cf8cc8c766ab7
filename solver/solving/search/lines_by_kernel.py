"""Lines of help and series play by the compiled engine: the kernel finds them, and follows them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from ...compiled.board_position import BoardPosition
from ...compiled.kernel import goals
from ...compiled.kernel import workspace as kernel
from ...compiled.kernel.board import HEAD, UNKNOWN
from ...compiled.kernel.help_play import cooperate, retrace, widened
from ...compiled.kernel.picture_pruning import Pictures, no_pictures
from ...compiled.packed import Words
from ...durations import in_words
from ...play.move import Move
from ...play.position import Position
from ..problem.plays import Ending
from ..problem.roles import Cooperation
from .backend import Step
from .by_kernel import ENTRIES, CompiledBackend
from .limits import LimitReached, Limits
from .running import Task, run_tasks

Path: TypeAlias = Sequence[Step[Position, Move]]
"""The moves of a line, with the nodes that they come to."""

_ENDINGS = {Ending.REACHED: 0, Ending.FORCED: goals.FORCED, Ending.ALLOWED: goals.ALLOWED}
_LINE_MOVES = 1 << 22  # moves of all lines found together
_AT_LEAST = 100  # lines found that are returned although a limit was reached; and as many are followed together


class LinesBackend(CompiledBackend):
    """The compiled engine's backend, with lines that the kernel searches for. The arguments are the same."""

    def __init__(self, position: Position, jobs: int = 1, entries: int = ENTRIES) -> None:
        super().__init__(position, jobs, entries)
        self._line_searches: dict[Cooperation, tuple[Sequence[bool], kernel.Workspace]] = {}

    def lines(
        self, node: Position, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[tuple[Move | None, ...]]:
        """Lines that reach the goal in an exact number of moves: all, or at most a given number.

        Raises:
            LimitReached: after the lines found so far, if a limit was reached.
        """
        for path in self.paths(node, cooperation, limits, most):
            yield tuple([step.move for step in path])

    def paths(
        self, node: Position, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[Path]:
        """The same as `lines`, with the nodes that the lines come to."""
        yield from self._find_lines(node, cooperation, limits, no_pictures(), most)

    def _find_lines(
        self, node: Position, cooperation: Cooperation, limits: Limits, pictures: Pictures, most: int | None
    ) -> Iterator[Path]:
        """The lines that end as planned."""
        board, width = self._board(node), len(cooperation.passes)
        play, search = self._line_search(cooperation)
        search.config[kernel.MOST_LINES] = -1 if most is None else most
        search.config[kernel.LINES_FOUND] = 0
        count = 0

        def run() -> int:
            nonlocal count
            count = cooperate(self._engine.tables, board, search, pictures, width, 0, 0, 0)
            return kernel.UNDECIDED if search.config[kernel.STOP] in (kernel.INTERRUPTED, kernel.CROWDED) else 1

        stopped, begun = False, time.monotonic()

        def watch() -> None:
            self.watcher(_far(search.config, self.pictures if len(pictures.tree) else None, time.monotonic() - begun))

        try:
            tasks = [Task(run, search.config, self._pace(cooperation.goal, cooperation.ending, len(pictures.tree) > 0))]
            while run_tasks(tasks, limits, watch=watch) == kernel.UNDECIDED or board.state[UNKNOWN]:
                absent = self._engine.extend_tables(board)
                search = self._with_room(search) if absent else widened(search, self._entries)
        except LimitReached:
            stopped = True
        self._line_searches[play] = cooperation.passes, search
        for start in range(0, count, _AT_LEAST):
            if start:
                limits.spend(0)
            yield from self._paths(
                node, search.lines[start * width : min(start + _AT_LEAST, count) * width], cooperation.passes
            )
        if stopped:
            raise LimitReached

    def _line_search(self, cooperation: Cooperation) -> tuple[Cooperation, kernel.Workspace]:
        """The search for the lines of some play, and the name by which it is kept. It knows what was found about play
        with the same last moves.
        """
        play = replace(cooperation, passes=())
        passes, search = self._line_searches.get(play, ((), None))
        fewest = min(len(passes), len(cooperation.passes))
        if search is None or passes[len(passes) - fewest :] != cooperation.passes[len(cooperation.passes) - fewest :]:
            search = self._new_search(cooperation.goal, _LINE_MOVES)
            search.config[kernel.GOAL] += _ENDINGS[cooperation.ending]
            search.config[kernel.OBLIGED] = cooperation.obliged
            search.config[kernel.PARRIES] = cooperation.parries * (1 + cooperation.answered)
        search.config[kernel.PASSES] = _as_bits(cooperation.passes)
        return play, search

    def _paths(self, node: Position, codes: Words, passes: Sequence[bool]) -> Iterator[Path]:
        """The moves of some lines of the kernel, with the nodes that they come to. Lines share their first steps."""
        width, path = len(passes), list[Step[Position, Move]]()
        shared = np.zeros(len(codes) // width, np.int64)
        known = None if self._game.ruleset.has_events else self._retraced(node, codes, passes, shared)
        rest, decoded = codes.tolist(), self._engine.naming.known
        for number, same in enumerate(shared.tolist()):
            del path[same:]
            for code, passing in zip(rest[number * width + same : (number + 1) * width], passes[same:], strict=True):
                before = (path[-1].passed or path[-1].after) if path else node
                move = (decoded(self._own(before), code) or self._read(before, [code])[0]) if code else None
                after = next(known) if known else self.after(before, move)
                passed = (next(known) if known else self.passed(after)) if passing else None
                path.append(Step(move, after, passed))
            yield tuple(path)

    def _retraced(self, node: Position, codes: Words, passes: Sequence[bool], shared: Words) -> Iterator[Position]:
        """The nodes of some lines, in order, but for those that a line shares with the line before; `shared` receives
        the number of its first moves.
        """
        cells = len(self._engine.cells)
        most = len(shared) * (len(passes) + sum(passes))
        places, checks = np.empty((most, cells + HEAD), np.int64), np.empty(most, np.int64)
        tables, board = self._engine.tables, self._board(node)
        retrace(tables, board, codes, len(passes), _as_bits(passes), shared, places.ravel(), checks)

        def known(place: Words, check: int) -> Position:
            key = place.tobytes()
            found = self._nodes.get(key)
            if found is None:
                held = BoardPosition(self._engine, place[:cells], place[cells:], board=key)
                found = self._nodes[key] = Position.of(self._game, held)
            self._checks[key] = check != 0
            return found

        return map(known, places, checks.tolist())


def _far(config: Words, pictures: int | None, seconds: float) -> str:
    """How far a search for lines is, which joins a number of pictures, or is made without any."""
    done, moves, inner, others = (int(config[kernel.FIRST_DONE + column]) for column in range(4))
    share = (done + inner / max(others, 1)) / max(moves, 1)
    lines, joined = f"{config[kernel.LINES_FOUND]:,} lines", f"{share:.0%} of the moves"
    what = f"{lines}, {joined} searched" if pictures is None else f"{pictures:,} pictures, {lines}, {joined} joined"
    return f"{what}, about {in_words(seconds / share - seconds)} left" if share else what


def _as_bits(passes: Sequence[bool]) -> int:
    """The numbers of the moves that are followed by a pass, as bits."""
    return sum(1 << number for number, passing in enumerate(passes) if passing)
