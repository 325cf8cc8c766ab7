"""The common part of the searches: the problem, the results so far, and the tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

import networkx as nx

from ...play.position import Position
from ..problem.roles import Hunt
from ..problem.solution import PASS, Kind
from ..problem.stipulation import Goal, Stipulation
from .backend import Backend
from .limits import Limits

N = TypeVar("N")
M = TypeVar("M", bound=Hashable)

_Step: TypeAlias = tuple[N, M | None, Kind, int | None, bool]
"""The content that `ProblemSearch.add` adds to the tree."""

Progress = Callable[[int, int | None, str | None], None]
"""Called with how much is done, of how much, and the last key or line found."""

ROOT = "root"
_ASIDE: frozenset[str] = frozenset({Kind.DUAL, Kind.TRY, Kind.REFUTATION, Kind.PASS, Kind.THREAT, Kind.SET})


@dataclass(frozen=True, slots=True)
class Problem:
    """A position, its stipulation, and how much of the answer is wanted."""

    position: Position
    stipulation: Stipulation
    tries: bool = False
    set_play: bool = False
    most: int | None = None
    against: str | None = None

    def hunt(self, out: frozenset[str]) -> Hunt:
        """The players to be eliminated, with more than two players, given those that are eliminated already."""
        attacker, players = self.position.turn, self.position.game.ruleset.players
        wanted = players if self.against is None else (self.against,)
        return Hunt(attacker, frozenset(wanted) - out - {attacker})

    @property
    def goal(self) -> Goal:
        """The goal of the last move."""
        return self.stipulation.goal


class ProblemSearch(ABC, Generic[N, M]):
    """A search and its results so far, which hold whenever a limit ends it.

    Attributes:
        keys: first moves that force the goal, each with the number of moves it needs; None where it has been made.
        lines: solutions of help and series play; `set_lines` those of its set play.
        short: the smallest number of moves, if it is less than the stipulation's.
        depth: everything is decided for this number of moves.
        complete: whether everything is decided for the stipulation's number.
        tree: the graph of a `Solution`.
    """

    def __init__(
        self, backend: Backend[N, M], problem: Problem, limits: Limits, progress: Progress | None = None
    ) -> None:
        self.backend = backend
        self.problem = problem
        self.limits = limits
        self.progress = progress
        self.root = backend.root(problem.position)
        self.keys: dict[M | None, int] = {}
        self.lines: list[tuple[str, ...]] = []
        self.set_lines: list[tuple[str, ...]] = []
        self.short: float | None = None
        self.depth = 0
        self.complete = False
        self.tree: nx.DiGraph[str] = nx.DiGraph()
        self._proof: list[_Step[N, M]] | None = None
        self._add_node(self.root, ROOT, None)

    @abstractmethod
    def run(self) -> None:
        """Find everything that the problem asks for.

        Raises:
            LimitReached: if a limit was reached first.
        """

    def report(self, done: int, total: int | None, last: str | None) -> None:
        """Report progress to the user."""
        if self.progress is not None:
            self.progress(done, total, last)

    @property
    def is_proving(self) -> bool:
        """Whether additions go into a proof first."""
        return self._proof is not None

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Within it, additions go into the tree at the end, or not at all."""
        proof: list[_Step[N, M]] = []
        self._proof = proof
        yield
        self._proof = None
        for each in proof:
            self.add(*each)

    def add(self, before: N, move: M | None, kind: Kind, distance: int | None = None, goal: bool = False) -> N:
        """Add a move to the tree, or to the unfinished proof; None is a pass.

        Args:
            before: the node before it.
            move: the move.
            kind: its kind there.
            distance: the moves that the attacker still needs after it, if that is proved.
            goal: whether it reaches the goal.

        Returns:
            The node after it.
        """
        after = self.backend.after(before, move)
        if self._proof is not None:
            self._proof.append((before, move, kind, distance, goal))
            return after
        name = self.backend.name(after)
        role = self.problem.goal.name if goal else kind.value
        if name not in self.tree:
            self._add_node(after, role, distance)
        data = self.tree.nodes[name]
        if data["role"] in _ASIDE and role not in _ASIDE:
            data["role"] = role
        if data["distance"] is None:
            data["distance"] = distance
        text = PASS if move is None else self.backend.text(move)
        edge = self.tree.get_edge_data(self.backend.name(before), name)
        if edge is None:
            self.tree.add_edge(self.backend.name(before), name, move=text, kind=kind.value, goal=goal)
            return after
        if goal and not edge["goal"]:
            edge["goal"], data["role"] = True, role
        if Kind(edge["kind"]) in _ASIDE and kind not in _ASIDE:
            edge["move"], edge["kind"] = text, kind.value
        return after

    def _add_node(self, node: N, role: str, distance: int | None) -> None:
        backend = self.backend
        facts = {"turn": backend.turn(node), "check": backend.in_check(node), "role": role, "distance": distance}
        self.tree.add_node(backend.name(node), **facts)
