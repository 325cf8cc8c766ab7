"""The tree of an exported solution, replayed move by move by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...play.move import Move
from ...play.position import Position, bare
from ..problem.kind import PASS
from ..problem.replay import is_over, pass_turn, reaches
from ..problem.stipulation import Goal


class Refuted(Exception):
    """A claim of the file is false. The message names it."""


def claim(holds: bool, otherwise: str) -> None:
    """Check that a claim holds.

    Raises:
        Refuted: if it does not.
    """
    if not holds:
        raise Refuted(otherwise)


@dataclass(eq=False, slots=True)
class Edge:
    """A move of the tree, as stated in the file."""

    before: Node
    after: Node
    move: str
    kind: str
    goal: bool

    def __str__(self) -> str:
        return f"{self.move} ({self.kind}) in {self.before.name}"


@dataclass(eq=False, slots=True)
class Node:
    """A position of the tree, as stated in the file and as the moves have led to it."""

    facts: dict[str, Any]
    edges: list[Edge] = field(default_factory=list)
    _position: Position | None = None
    _moves: dict[str, Move] | None = None
    _after: dict[str, Position] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The position in one line."""
        return str(self.facts["position"])

    @property
    def distance(self) -> int | None:
        """The stated number of moves in which the attacker forces the goal."""
        found = self.facts["distance"]
        return None if found is None else int(found)

    @property
    def reached(self) -> bool:
        """Whether moves have led to it."""
        return self._position is not None

    @property
    def position(self) -> Position:
        """The position that the moves have led to."""
        assert self._position is not None
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position

    @property
    def moves(self) -> dict[str, Move]:
        """The legal moves by their text; none when the game is won."""
        if self._moves is None:
            legal = [] if is_over(self.position) else self.position.legal_moves()
            self._moves = {str(move): move for move in legal}
        return self._moves

    def after(self, move: str) -> Position:
        """The position after a legal move."""
        if move not in self._after and (self._after or len(self.edges) > 1):
            self._make_all()  # all moves together are hardly slower than two
        elif move not in self._after:
            self._after[move] = bare(self.position.push(self.moves[move]))
        return self._after[move]

    def _make_all(self) -> None:
        if len(self._after) < len(self.moves):
            self._after = {str(move): bare(after) for move, after in self.position.successors().items()}

    def reaching(self, goal: Goal) -> list[str]:
        """The legal moves that reach the goal."""
        self._make_all()
        return [text for text, move in self.moves.items() if reaches(move, self.after(text), goal)]

    def by_kind(self, *kinds: str) -> list[Edge]:
        """The moves from here in the file that are of these kinds."""
        return [edge for edge in self.edges if edge.kind in kinds]


class ProofTree:
    """The tree of a file.

    Args:
        tree: the tree as JSON.
        position: the expected first position.
        goal: the name of the goal.
        reaches: returns whether a move of the tree, which leads to a position, reaches it.

    Raises:
        Refuted: if it begins with another position.
    """

    def __init__(
        self, tree: dict[str, Any], position: Position, goal: str, reaches: Callable[[Edge, Position], bool]
    ) -> None:
        self.goal = goal
        self.reaches = reaches
        self.nodes = {facts["id"]: Node(facts) for facts in tree["nodes"]}
        self.edges: list[Edge] = []
        for facts in tree["edges"]:
            before, after = self.nodes[facts["from"]], self.nodes[facts["to"]]
            self.edges.append(Edge(before, after, facts["move"], facts["kind"], facts["goal"]))
            before.edges.append(self.edges[-1])
        self.root = self.nodes[tree["root"]]
        claim(self.root.name == str(position), f"the tree begins with {self.root.name}, not with {position}")
        self.root.position = position

    def replay(self, progress: Callable[[int, int, None], None] | None = None) -> None:
        """Play all moves from the root on, and compare the positions with the file.

        Raises:
            Refuted: naming the first move that is not legal, leads elsewhere or does not reach the goal, or the
                position that differs from the file.
        """
        waiting = [self.root]
        for number, node in enumerate(waiting, 1):
            for edge in node.edges:
                after = self._play(edge)
                claim(edge.after.name == str(after), f"{edge} leads to {after}, not to {edge.after.name}")
                if not edge.after.reached:
                    edge.after.position = after
                    waiting.append(edge.after)
            for name, is_so in (("turn", node.position.turn), ("check", node.position.is_check())):
                claim(node.facts[name] == is_so, f"'{name}' of {node.name} is {is_so}, not {node.facts[name]}")
            if progress:
                progress(number, len(self.nodes), None)
        roles = {(edge.after, self.goal if edge.goal else edge.kind) for edge in self.edges}
        for node in self.nodes.values():
            claim(node.reached, f"no moves of the tree lead to {node.name}")
            role = node.facts["role"]
            claim((node, role) in roles or node is self.root, f"{node.name} is not reached as '{role}'")

    def _play(self, edge: Edge) -> Position:
        node = edge.before
        if edge.move == PASS:
            claim(not node.position.is_check(), f"{edge}: a player passes in check")
            return pass_turn(node.position)
        claim(edge.move in node.moves, f"{edge} is not a legal move")
        after = node.after(edge.move)
        if edge.goal:
            claim(self.reaches(edge, after), f"{edge} does not reach the goal, {self.goal}")
        return after
