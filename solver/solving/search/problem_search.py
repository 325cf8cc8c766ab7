"""What the searches of battles and of cooperation share: the problem, what is found, and its tree."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from ...play.position import Position
from ..problem.kind import Kind
from ..problem.play import Edge, Node, Play
from ..problem.roles import Hunt
from ..problem.stipulation import Goal, Stipulation
from .backend import Backend
from .limits import Limits

N = TypeVar("N")
M = TypeVar("M", bound=Hashable)

_Step: TypeAlias = tuple[N, N, M | None, Kind, int | None, bool]
"""What `ProblemSearch.put` puts into the play."""

Progress = Callable[[int, int | None, str | None], None]
"""Called with how much is done, of how much, and the last key or line found."""

ROOT = "root"
_ASIDE: frozenset[str] = frozenset({Kind.DUAL, Kind.TRY, Kind.REFUTATION, Kind.PASS, Kind.THREAT, Kind.SET})


@dataclass(frozen=True, slots=True)
class Problem:
    """A position, what is asked of it, and how much is wanted of the answer."""

    position: Position
    stipulation: Stipulation
    tries: bool = False
    set_play: bool = False
    most: int | None = None
    against: str | None = None

    def hunt(self, out: frozenset[str]) -> Hunt:
        """Who is hunted where more than two play, given who is out already."""
        attacker, players = self.position.turn, self.position.game.ruleset.players
        wanted = players if self.against is None else (self.against,)
        return Hunt(attacker, frozenset(wanted) - out - {attacker})

    @property
    def goal(self) -> Goal:
        """What the last move has to do."""
        return self.stipulation.goal


class ProblemSearch(ABC, Generic[N, M]):
    """A search and what it has found so far, which holds whenever a limit ends it.

    Attributes:
        keys: first moves that force the goal, each with the number of moves it takes; None where it has been made.
        lines: solutions of help and series play; `set_lines` those of its set play.
        short: fewer moves than asked for, if they are enough.
        depth: all is decided for this number of moves.
        complete: whether it is for the number asked for.
        play: the positions and moves of a `Solution`.
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
        self._nodes: dict[Hashable, Node] = {}
        self.play = Play(self.node(self.root, ROOT))
        self._proof: list[_Step[N, M]] | None = None

    @abstractmethod
    def run(self) -> None:
        """Find everything that the problem asks for.

        Raises:
            LimitReached: if there was no time for all of it.
        """

    def report(self, done: int, total: int | None, last: str | None) -> None:
        """Tell the user how far the search is."""
        if self.progress is not None:
            self.progress(done, total, last)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is added within it comes into the play at its end, or not at all."""
        proof: list[_Step[N, M]] = []
        self._proof = proof
        yield
        self._proof = None
        for each in proof:
            self.put(*each)

    def add(self, before: N, move: M | None, kind: Kind, distance: int | None = None, goal: bool = False) -> N:
        """Put a move into the play, or into the proof that is being made; None is a pass.

        Args:
            before: the node where it is made.
            move: the move.
            kind: what it is there.
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
        role = self.problem.goal.name if goal else kind.value
        node, edges = self.node(after, role, distance), self.play.edges
        moves = edges[self._nodes[self.backend.key(before)]]
        edges.setdefault(node, {})
        if node.role in _ASIDE and role not in _ASIDE:
            node.role = role
        if node.distance is None:
            node.distance = distance
        edge = moves.get(node)
        if edge is None:
            moves[node] = Edge(move, kind, goal)
            return
        if goal and not edge.goal:
            edge.goal, node.role = True, role
        if edge.kind in _ASIDE and kind not in _ASIDE:
            edge.move, edge.kind = move, kind

    def node(self, node: N, role: str, distance: int | None = None) -> Node:
        """The node of the play for one of the backend's; if it is new, this is its role, and its distance."""
        key = self.backend.key(node)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(self.backend.position(node), self.backend.in_check(node), role, distance)
        return found
