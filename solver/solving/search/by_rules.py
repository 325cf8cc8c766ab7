"""The solver's backend over the reference engine: correct and slow."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...play.move import Move
from ...play.position import Position, bare
from ..problem.replay import is_over, out, pass_turn, reaches
from ..problem.stipulation import Goal
from .backend import Backend


class ReferenceBackend(Backend[Position, Move]):
    """A backend whose nodes are positions without a past. Each is cached with all answers about it."""

    def __init__(self) -> None:
        super().__init__()
        self._nodes: dict[Hashable, Position] = {}
        self._after: dict[tuple[Hashable, Move], Position] = {}
        self._passed: dict[Hashable, Position] = {}
        self._reaching: dict[tuple[Hashable, Goal], list[Move]] = {}

    def root(self, position: Position) -> Position:
        """The node of a position."""
        return self._node(bare(position))

    def _node(self, position: Position) -> Position:
        """The node that is equal to a position without a past."""
        return self._nodes.setdefault(self.key(position), position)

    def position(self, node: Position) -> Position:
        """The position without its counters."""
        return node

    def turn(self, node: Position) -> str:
        """The player to move."""
        return node.turn

    def moves(self, node: Position) -> Sequence[Move]:
        """The legal moves, sorted; none if the game is over."""
        return [] if self.is_over(node) else node.legal_moves()

    def text(self, move: Move) -> str:
        """A move as Shadowmate writes it."""
        return str(move)

    def play(self, node: Position, move: Move) -> Position:
        """The node after a legal move."""
        asked = self.key(node), move
        if asked not in self._after:
            self._after[asked] = self.root(node.push(move))
        return self._after[asked]

    def passed(self, node: Position) -> Position:
        """The node after a pass of the player to move."""
        key = self.key(node)
        if key not in self._passed:
            self._passed[key] = self.root(pass_turn(node))
        return self._passed[key]

    def out(self, node: Position) -> frozenset[str]:
        """The players that are eliminated when the turn has begun."""
        return out(node)

    def is_over(self, node: Position) -> bool:
        """Whether the game has been won."""
        return is_over(node)

    def key(self, node: Position) -> Hashable:
        """The position itself."""
        return node

    def in_check(self, node: Position) -> bool:
        """Whether the player to move is in check."""
        return node.is_check()

    def reaching(self, node: Position, goal: Goal) -> Sequence[Move]:
        """The legal moves that reach the goal at once."""
        key = self.key(node)
        if (key, goal) not in self._reaching:
            moves = self.moves(node)
            if any((key, move) not in self._after for move in moves):
                self._after |= {(key, move): self.root(after) for move, after in node.successors().items()}
            self._reaching[key, goal] = [move for move in moves if reaches(move, self._after[key, move], goal)]
        return self._reaching[key, goal]
