"""The common part of the searches: the problem, the results so far, and the tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from ...play.move import Move
from ...play.position import Position
from ..problem.kind import Kind
from ..problem.play import Edge, Node, Play
from ..problem.roles import Hunt
from ..problem.stipulation import Goal, Stipulation
from .backend import Backend
from .limits import Limits

N = TypeVar("N")
M = TypeVar("M", bound=Move)

_Step: TypeAlias = tuple[N, N, M | None, Kind, int | None, bool]
"""The content that `ProblemSearch.put` adds to the play."""

Progress = Callable[[int, int | None, str | None], None]
"""Called with how much is done, of how much, and the last key or line found; or in long help play how far it is."""

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
    threats: bool = True
    shortest: bool = False

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
        play: the positions and moves of a `Solution`.
    """

    def __init__(
        self, backend: Backend[N, M], problem: Problem, limits: Limits, progress: Progress | None = None
    ) -> None:
        self.backend = backend
        self.problem = problem
        self.limits = limits
        self.progress = progress
        backend.watcher = partial(self.report, 0, None)
        self.root = backend.root(problem.position)
        self.keys: dict[M | None, int] = {}
        self.lines: list[tuple[str, ...]] = []
        self.set_lines: list[tuple[str, ...]] = []
        self.short: float | None = None
        self.depth = 0
        self.complete = False
        self._nodes: dict[Hashable, Node] = {}
        self.play = Play(self.node(self.root, ROOT))
        self._proof: list[_Step[N, M]] | None = None

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

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Within it, additions go into the play at the end, or not at all."""
        proof: list[_Step[N, M]] = []
        self._proof = proof
        yield
        self._proof = None
        for each in proof:
            self.put(*each)

    def add(self, before: N, move: M | None, kind: Kind, distance: int | None = None, goal: bool = False) -> N:
        """Add a move to the play, or to the unfinished proof; None is a pass.

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
        if self._proof is None:
            self.put(before, after, move, kind, distance, goal)
        else:
            self._proof.append((before, after, move, kind, distance, goal))
        return after

    def put(self, before: N, after: N, move: M | None, kind: Kind, distance: int | None, goal: bool) -> None:
        """Put a move into the play; the arguments are those of `add`, and the node after it."""
        self.lead(self._nodes[self.backend.key(before)], after, move, kind, distance, goal)

    def lead(self, before: Node, after: N, move: M | None, kind: Kind, distance: int | None, goal: bool) -> Node:
        """Put a move into the play, given the node of the play before it. Returns the one after it."""
        role = self.problem.goal.name if goal else kind.value
        node, edges = self.node(after, role, distance), self.play.edges
        moves = edges[before]
        edges.setdefault(node, {})
        if node.role in _ASIDE and role not in _ASIDE:
            node.role = role
        if node.distance is None:
            node.distance = distance
        edge = moves.get(node)
        if edge is None:
            moves[node] = Edge(move, kind, goal)
            return node
        if goal and not edge.goal:
            edge.goal, node.role = True, role
        # What is threatened in one place may be an answer in another, and every answer counts as a threat.
        if (edge.kind in _ASIDE and kind not in _ASIDE) or (edge.kind is Kind.THREAT and kind is Kind.DUAL):
            edge.move, edge.kind = move, kind
            if node.role in _ASIDE:  # it may be what this move has been
                node.role = role
        return node

    def node(self, node: N, role: str, distance: int | None = None) -> Node:
        """The node of the play for one of the backend's; if it is new, this is its role, and its distance."""
        key = self.backend.key(node)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(self.backend.position(node), self.backend.in_check(node), role, distance)
        return found
