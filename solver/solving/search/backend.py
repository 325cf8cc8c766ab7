"""All that the solver needs to know about positions, and plain search over it.

A backend hands out nodes and moves that the solver does not look into. It must answer the small questions;
the large ones (`forces`, `answered`, `lines`) have a plain search here, which a fast backend overrides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ...play.position import Position
from ..problem.roles import Battle, Cooperation, Hunt
from ..problem.stipulation import Goal
from .limits import Limits

if TYPE_CHECKING:
    from ...endgame.table import Value

N = TypeVar("N")
M = TypeVar("M", bound=Hashable)


class Backend(ABC, Generic[N, M]):
    """Positions (nodes) and moves, as one engine knows them. Draws by the course of the game do not count."""

    jobs = 1
    """So many first moves of a battle are best looked at together."""

    pictures: int | None = None
    """How many mating pictures the last help play could end in; None if it was searched, not planned."""

    table: Value | None = None
    """What an endgame table says of the root, if it is read where others search; else None."""

    def __init__(self) -> None:
        self._bounds: dict[tuple[Battle, Hashable], _Bounds] = {}
        self._hunted: dict[tuple[Hunt, int, Hashable], bool] = {}
        self._barren: set[tuple[Cooperation, Hashable]] = set()

    @abstractmethod
    def root(self, position: Position) -> N:
        """The node of a position."""

    @abstractmethod
    def name(self, node: N) -> str:
        """The position in one line, without what does not matter to a problem."""

    @abstractmethod
    def turn(self, node: N) -> str:
        """The player to move."""

    @abstractmethod
    def moves(self, node: N) -> Sequence[M]:
        """The legal moves, in a fixed order; none if the game is over."""

    @abstractmethod
    def text(self, move: M) -> str:
        """A move as Shadowmate writes it."""

    @abstractmethod
    def play(self, node: N, move: M) -> N:
        """The node after a legal move."""

    @abstractmethod
    def passed(self, node: N) -> N:
        """The node if the player to move, who must not be in check, passes."""

    @abstractmethod
    def key(self, node: N) -> Hashable:
        """What makes two nodes the same: pieces, turn and the rest of the position."""

    @abstractmethod
    def in_check(self, node: N) -> bool:
        """Whether the player to move is in check."""

    @abstractmethod
    def reaching(self, node: N, goal: Goal) -> Sequence[M]:
        """The legal moves that reach the goal at once, in the order of `moves`."""

    def reaches(self, node: N, move: M, goal: Goal) -> bool:
        """Whether a legal move reaches the goal at once."""
        return move in self.reaching(node, goal)

    def forces(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker, to move, can force the goal in at most so many of his moves.

        Raises:
            LimitReached: if that was not to be found out.
        """
        bounds = self._bounds.setdefault((battle, self.key(node)), _Bounds())
        while bounds.fails < moves and bounds.works is None:
            if self._attack(node, battle, bounds.fails + 1, limits):
                bounds.works = bounds.fails + 1
            else:
                bounds.fails += 1
        return bounds.works is not None and bounds.works <= moves

    def answered(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether after every choice of the defender, to move, the goal is reached in so many more moves.

        Raises:
            LimitReached: if that was not to be found out.
        """
        limits.spend()
        if not (moves or battle.by_defender):
            return False
        reached = set(self.reaching(node, battle.goal)) if battle.by_defender else set()
        if battle.obliged and reached:
            return True
        replies = [move for move in self.moves(node) if move not in reached]
        if not moves and replies:
            return False
        lost = all(self.forces(self.play(node, reply), battle, moves, limits) for reply in replies)
        return lost and bool(replies or reached)

    def works(self, node: N, move: M, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether a move of the attacker forces the goal in at most so many of his moves, this one included.

        Raises:
            LimitReached: if that was not to be found out.
        """
        if battle.by_defender and not battle.obliged:
            return self.answered(self.play(node, move), battle, moves - 1, limits)
        reached = self.reaching(node, battle.goal)
        if battle.obliged and reached:
            return False
        if moves == 1 and not battle.by_defender:
            limits.spend()
            return move in reached
        return move in reached or self.answered(self.play(node, move), battle, moves - 1, limits)

    def working(self, node: N, some: Sequence[M], battle: Battle, moves: int, limits: Limits) -> Sequence[M]:
        """Those of some moves of the attacker that work.

        Raises:
            LimitReached: if that was not to be found out.
        """
        return [move for move in some if self.works(node, move, battle, moves, limits)]

    def answers(self, node: N, battle: Battle, moves: int, limits: Limits) -> Sequence[M]:
        """All moves of the attacker that work, in the order of `moves`.

        Raises:
            LimitReached: if they were not to be found out.
        """
        return self.working(node, self.moves(node), battle, moves, limits)

    def out(self, node: N) -> frozenset[str]:
        """The players who are out of the game when the turn has begun; none where there is no such thing."""
        return frozenset()

    def puts_out(self, node: N, hunt: Hunt, moves: int, limits: Limits) -> bool:
        """Whether one of the hunted is out, or is put out by force within so many more moves of the attacker.

        Raises:
            LimitReached: if that was not to be found out.
        """
        out = self.out(node)
        own = self.turn(node) == hunt.attacker
        if hunt.attacker in out or out & hunt.prey or (own and not moves):
            return bool(out & hunt.prey) and hunt.attacker not in out
        known = (hunt, moves, self.key(node))
        if known not in self._hunted:
            limits.spend()
            after = (self.puts_out(self.play(node, move), hunt, moves - own, limits) for move in self.moves(node))
            self._hunted[known] = any(after) if own else all(after)
        return self._hunted[known]

    def putting_out(self, node: N, some: Sequence[M], hunt: Hunt, moves: int, limits: Limits) -> Sequence[M]:
        """Those of some moves of the attacker by which one of the hunted is put out in so many moves, these included.

        Raises:
            LimitReached: if that was not to be found out.
        """
        return [move for move in some if self.puts_out(self.play(node, move), hunt, moves - 1, limits)]

    def lines(
        self, node: N, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[tuple[M, ...]]:
        """Ways to reach the goal in exactly so many moves: all, or as many as are wanted, and perhaps more.

        Raises:
            LimitReached: before the last one, if they were not to be found out.
        """
        limits.spend()
        goal, (passing, *rest) = cooperation.goal, cooperation.passes
        if not rest:
            yield from ((move,) for move in self.reaching(node, goal))
            return
        known = (cooperation, self.key(node))
        if known in self._barren:
            return
        barren = True
        for move in self.moves(node):
            after = self.play(node, move)
            if passing:
                if self.in_check(after):
                    continue
                after = self.passed(after)
            for line in self.lines(after, Cooperation(goal, tuple(rest)), limits):
                barren = False
                yield (move, *line)
        if barren:
            self._barren.add(known)

    def _attack(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker wins in so many moves, where he does not in fewer."""
        limits.spend()
        if not battle.by_defender and moves == 1:
            return bool(self.reaching(node, battle.goal))
        if battle.obliged and self.reaching(node, battle.goal):
            return False
        return any(self.answered(self.play(node, move), battle, moves - 1, limits) for move in self.moves(node))


@dataclass(slots=True)
class _Bounds:
    """In how many moves the attacker cannot force the goal, and in how many he can."""

    fails: int = 0
    works: int | None = None
