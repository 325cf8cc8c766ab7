"""All that the solver needs to know about positions, and plain search over it.

A backend hands out nodes and moves that the solver does not look into. It must answer the small questions;
the large ones (`forces`, `answered`, `lines`) have a plain search here, which a fast backend overrides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from ...play.position import Position
from ..problem.plays import Ending, Obliged
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
    """So many first moves of a battle or a hunt are best looked at together."""

    pictures: int | None = None
    """How many mating pictures the last help play could end in; None if it was searched, not planned."""

    table: Value | None = None
    """What an endgame table says of the root, if it is read where others search; else None."""

    def __init__(self) -> None:
        self._bounds: dict[tuple[Battle, Hashable], _Bounds] = {}
        self._hunted: dict[tuple[Hunt, int, Hashable], bool] = {}
        self._barren: set[tuple[Cooperation, Hashable]] = set()
        self._exactly: dict[tuple[Battle, int, Hashable], bool] = {}

    @abstractmethod
    def root(self, position: Position) -> N:
        """The node of a position."""

    @abstractmethod
    def position(self, node: N) -> Position:
        """The position that a node is, without what does not matter to a problem."""

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
    def is_over(self, node: N) -> bool:
        """Whether the game has been won."""

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

    def after(self, node: N, move: M | None) -> N:
        """The node after a legal move, or after a pass, which is None."""
        return self.passed(node) if move is None else self.play(node, move)

    def choices(self, node: N, battle: Battle, attacking: bool) -> Collection[M | None]:
        """What a player in a battle may choose from; None is a pass."""
        moves = self.moves(node)
        bound = battle.obliged or (battle.parries and battle.by_defender and not attacking)
        reaching = self.reaching(node, battle.goal) if bound else ()
        if not attacking and battle.parries and battle.passes(self.in_check(node), moves, reaching):
            return () if self.is_over(node) else (None,)
        return battle.choices(moves, reaching, attacking)

    def replies(self, node: N, goal: Goal, ending: Ending) -> Sequence[M]:
        """The replies by which a goal is reached as it is to be; none if it is not so, or there are to be none."""
        if ending is Ending.REACHED:
            return ()
        found = self.reaching(node, goal)
        return found if ending is Ending.ALLOWED or len(found) == len(self.moves(node)) else ()

    def forces(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker, to move, can force the goal in at most so many of his moves.

        Raises:
            LimitReached: if that was not to be found out.
        """
        if battle.exact:
            return self._forces_exactly(node, battle, moves, limits)
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
        counts = battle.by_defender and not (battle.exact and moves)
        reached = set(self.reaching(node, battle.goal)) if counts else set()
        if battle.obliged and reached:
            return True
        replies = [move for move in self.choices(node, battle, False) if move not in reached]
        if not moves and replies:
            return False
        lost = all(self.forces(self.after(node, reply), battle, moves, limits) for reply in replies)
        return lost and bool(replies or reached)

    def works(self, node: N, move: M, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether a move of the attacker forces the goal in at most so many of his moves, this one included.

        Raises:
            LimitReached: if that was not to be found out.
        """
        if battle.exact and moves > 1:
            sooner = self.works(node, move, replace(battle, exact=False), moves, limits)
            return sooner and self.answered(self.play(node, move), battle, moves - 1, limits)
        if battle.by_defender and battle.obliged is not Obliged.BOTH:
            return self.answered(self.play(node, move), battle, moves - 1, limits)
        reached = self.reaching(node, battle.goal)
        if battle.by_defender and reached:
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
    ) -> Iterator[tuple[M | None, ...]]:
        """Ways to reach the goal in exactly so many moves: all, or as many as are wanted, and perhaps more.

        Who moves only in check, and is in none, makes the move None.

        Raises:
            LimitReached: before the last one, if they were not to be found out.
        """
        limits.spend()
        goal, (passing, *rest) = cooperation.goal, cooperation.passes
        known = (cooperation, self.key(node))
        if known in self._barren or (cooperation.obliged and self.reaching(node, goal)):
            return
        if not rest and cooperation.ending is Ending.REACHED:
            yield from ((move,) for move in self.reaching(node, goal))
            return
        moves: Sequence[M | None] = self.moves(node)
        if cooperation.is_parry and not self.in_check(node):
            moves = [] if self.is_over(node) else [None]
        barren = True
        for move in moves:
            after = self.after(node, move)
            if passing:
                if self.in_check(after) or (cooperation.obliged and self.reaching(after, goal)):
                    continue
                after = self.passed(after)
            for line in self._rest(after, replace(cooperation, passes=tuple(rest)), limits):
                barren = False
                yield (move, *line)
        if barren:
            self._barren.add(known)

    def _rest(self, node: N, cooperation: Cooperation, limits: Limits) -> Iterator[tuple[M | None, ...]]:
        """The rest of the lines; none is left if the goal is now for the other player to reach, and he does."""
        if cooperation.passes:
            yield from self.lines(node, cooperation, limits)
        elif self.replies(node, cooperation.goal, cooperation.ending):
            yield ()

    def _forces_exactly(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker can force the goal in no fewer moves than so many; if so, also in at most so many."""
        known = (battle, moves, self.key(node))
        if known not in self._exactly:
            self._exactly[known] = self.forces(node, replace(battle, exact=False), moves, limits) and any(
                self.works(node, move, battle, moves, limits) for move in self.moves(node)
            )
        return self._exactly[known]

    def _attack(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker wins in so many moves, where he does not in fewer."""
        limits.spend()
        if not battle.by_defender and moves == 1:
            return bool(self.reaching(node, battle.goal))
        if battle.obliged is Obliged.BOTH and self.reaching(node, battle.goal):
            return False
        return any(self.answered(self.play(node, move), battle, moves - 1, limits) for move in self.moves(node))


@dataclass(slots=True)
class _Bounds:
    """In how many moves the attacker cannot force the goal, and in how many he can."""

    fails: int = 0
    works: int | None = None
