"""Forced eliminations: the keys by which one player has another put out of the game, and a proof for each.

The attacker is the player to move; all others defend, each in his turn. A player is out when another takes his armies
over, which happens at the start of a turn (core/events.lp): whose turn that is does not matter. Who is out himself has
failed.
"""

from __future__ import annotations

from collections.abc import Hashable

from ..problem.solution import Kind
from .backend import Backend
from .limits import Limits
from .problem_search import M, N, Problem, ProblemSearch, Progress


class EliminationSearch(ProblemSearch[N, M]):
    """The search for keys. Each is proved in the tree as soon as it is found.

    Attributes:
        eliminated: those who are put out where lines of the tree end.
    """

    def __init__(
        self, backend: Backend[N, M], problem: Problem, limits: Limits, progress: Progress | None = None
    ) -> None:
        super().__init__(backend, problem, limits, progress)
        self.hunt = problem.hunt(backend.out(self.root))
        self.eliminated: set[str] = set()
        self._expanded: set[Hashable] = set()

    def run(self) -> None:
        """Find all keys."""
        first_moves = list(self.backend.moves(self.root)) if self.hunt.prey else []
        for within in range(1, self.problem.stipulation.moves + 1):
            for done, move in enumerate(first_moves, 1):
                if move in self.keys:
                    continue
                for key in self.backend.putting_out(self.root, [move], self.hunt, within, self.limits):
                    self._prove_key(key, within)
                    if len(self.keys) == self.problem.most:
                        return
                last = next(reversed(self.keys), None)
                self.report(done, len(first_moves), None if last is None else self.backend.text(last))
            self.depth = within
        self.complete = True

    def _prove_key(self, move: M, distance: int) -> None:
        """Put a key into the tree with its proof."""
        self._show(self.root, move, Kind.KEY, distance - 1)
        self.keys[move] = distance
        if self.short is None:
            self.tree.nodes[self.backend.name(self.root)]["distance"] = distance
            self.short = distance if distance < self.problem.stipulation.moves else None

    def _show(self, before: N, move: M, kind: Kind, left: int) -> None:
        """Put a move into the tree after which it takes so many more of the attacker's, and what comes after it."""
        backend = self.backend
        after = backend.play(before, move)
        out = backend.out(after) & self.hunt.prey
        self.add(before, move, kind, left, goal=bool(out))
        self.eliminated |= out
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
            self.eliminated |= out

    def _distance(self, node: N, left: int) -> int:
        """How many moves the attacker needs, who does with so many."""
        needs = (n for n in range(left) if self.backend.puts_out(node, self.hunt, n, self.limits))
        return next(needs, left)
