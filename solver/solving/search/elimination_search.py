"""Forced eliminations: the keys by which one player eliminates another, a proof for each, and tries.

The attacker is the player to move; all others defend, each in its turn. A player is eliminated when another commands
its armies, at the start of any turn (core/events.lp). If the attacker is eliminated, it has failed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from itertools import islice

from ..problem.kind import Kind
from .backend import Backend
from .limits import Limits
from .problem_search import M, N, Problem, ProblemSearch, Progress


class EliminationSearch(ProblemSearch[N, M]):
    """The search for keys. Each is proved in the tree as soon as it is found.

    Attributes:
        eliminated: the players that are eliminated at the ends of lines.
    """

    def __init__(
        self, backend: Backend[N, M], problem: Problem, limits: Limits, progress: Progress | None = None
    ) -> None:
        super().__init__(backend, problem, limits, progress)
        self.hunt = problem.hunt(backend.out(self.root))
        self.eliminated: set[str] = set()
        self._expanded: set[Hashable] = set()

    def run(self) -> None:
        """Find keys, then tries if they are asked for."""
        first_moves = list(self.backend.moves(self.root)) if self.hunt.prey else []
        self._find_keys(first_moves)
        if self.problem.tries:
            for move in first_moves:
                self._try(move)

    def _find_keys(self, first_moves: Sequence[M]) -> None:
        """Find all keys, or as many as are asked for."""
        for within in range(1, self.problem.stipulation.moves + 1):
            for first in range(0, len(first_moves), self.backend.jobs):
                some = [move for move in first_moves[first : first + self.backend.jobs] if move not in self.keys]
                for key in self.backend.putting_out(self.root, some, self.hunt, within, self.limits):
                    self._prove_key(key, within)
                    if len(self.keys) == self.problem.most:
                        return
                done = min(first + self.backend.jobs, len(first_moves))
                last = next(reversed(self.keys), None)
                self.report(done, len(first_moves), None if last is None else self.backend.text(last))
            self.depth = within
        self.complete = True

    def _prove_key(self, move: M, distance: int) -> None:
        """Add a key to the tree with its proof, or nothing of it if a limit is reached."""
        with self.whole():
            self._show(self.root, move, Kind.KEY, distance - 1)
        self.keys[move] = distance
        if self.short is None:
            self.play.root.distance = distance
            self.short = distance if distance < self.problem.stipulation.moves else None

    def _try(self, move: M) -> None:
        """Add a first move to the tree if the next player has exactly one reply that refutes it."""
        backend, left = self.backend, self.problem.stipulation.moves - 1
        after = backend.play(self.root, move)
        if move in self.keys or self.hunt.attacker in backend.out(after):
            return
        replies = {reply: backend.play(after, reply) for reply in backend.moves(after)}
        forced = partial(backend.eliminates, hunt=self.hunt, moves=left, limits=self.limits)
        some = list(islice((reply for reply, node in replies.items() if not forced(node)), 2))
        if len(some) == 1:
            with self.whole():
                self.add(self.root, move, Kind.TRY)
                self.add(after, some[0], Kind.REFUTATION)
                for reply, node in replies.items():
                    if reply != some[0]:
                        self._show(after, reply, Kind.DEFENCE, self._distance(node, left))

    def put(self, before: N, after: N, move: M | None, kind: Kind, distance: int | None, goal: bool) -> None:
        """Add a move to the play, and record the eliminated players at the end of a line."""
        super().put(before, after, move, kind, distance, goal)
        if goal:
            self.eliminated |= self.backend.out(after) & self.hunt.prey

    def _show(self, before: N, move: M, kind: Kind, left: int) -> None:
        """Add a move to the tree after which the attacker needs this number of moves, and the play after it."""
        backend = self.backend
        after = backend.play(before, move)
        out = backend.out(after) & self.hunt.prey
        self.add(before, move, kind, left, goal=bool(out))
        key = backend.key(after)
        if out or key in self._expanded:
            return
        self._expanded.add(key)
        self.limits.spend()
        if backend.turn(after) != self.hunt.attacker:
            for reply in backend.moves(after):
                node = backend.play(after, reply)
                self._show(after, reply, Kind.DEFENCE, self._distance(node, left))
            return
        answer, *duals = backend.putting_out(after, backend.moves(after), self.hunt, left, self.limits)
        self._show(after, answer, Kind.ATTACK, left - 1)
        for dual in duals:
            out = backend.out(backend.play(after, dual)) & self.hunt.prey
            self.add(after, dual, Kind.DUAL, left - 1, goal=bool(out))

    def _distance(self, node: N, left: int) -> int:
        """The number of moves that the attacker needs, at most `left`."""
        needs = (n for n in range(left) if self.backend.eliminates(node, self.hunt, n, self.limits))
        return next(needs, left)
