"""The solver's questions about positions, and plain search with them.

The solver does not look into the nodes and moves of a backend. A backend must answer the small questions. The large
ones (`forces`, `answered`, `lines`) have a plain search here, which a fast backend overrides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from ...play.move import Move
from ...play.position import Position
from ..problem.plays import Ending, Obliged
from ..problem.roles import Battle, Cooperation, Hunt
from ..problem.stipulation import Goal
from .limits import Limits

if TYPE_CHECKING:
    from ...endgame.table import Value

N = TypeVar("N")
M = TypeVar("M", bound=Move)


@dataclass(frozen=True, slots=True)
class Step(Generic[N, M]):
    """A move of a line.

    Attributes:
        move: the move, None if it is a pass.
        after: the node after it.
        passed: the node after a pass of the other player that follows; None if none does.
    """

    move: M | None
    after: N
    passed: N | None


class Backend(ABC, Generic[N, M]):
    """Positions (nodes) and moves of one engine. Draws by repetition or by the move rule do not count."""

    jobs = 1
    """The best number of first moves of a battle or an elimination to look at together."""

    pictures: int | None = None
    """The number of possible pictures of the last help play's end; None if it was searched, not planned."""

    watcher: Callable[[str], None] = staticmethod(lambda _: None)
    """Called now and then during long help play with how far it is."""

    longest: Cooperation | None = None
    """The longest play that will be asked about, if it is known: what is found for it may serve for shorter play."""

    table: Value | None = None
    """The endgame table's value of the root, if it is read where other backends search; otherwise None."""

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
        """The node after a pass of the player to move, which must not be in check."""

    @abstractmethod
    def is_over(self, node: N) -> bool:
        """Whether the game has been won."""

    @abstractmethod
    def key(self, node: N) -> Hashable:
        """A key by which nodes are equal: pieces, turn and the rest of the position."""

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
        """The possible choices of a player in a battle; None is a pass."""
        moves = self.moves(node)
        bound = battle.obliged or (battle.parries and battle.by_defender and not attacking)
        reaching = self.reaching(node, battle.goal) if bound else ()
        if not attacking and battle.parries and battle.passes(self.in_check(node), moves, reaching):
            return () if self.is_over(node) else (None,)
        return battle.choices(moves, reaching, attacking)

    def replies(self, node: N, goal: Goal, ending: Ending) -> Sequence[M]:
        """The replies that reach a goal as the ending requires; none if it is not reached so, or has no replies."""
        if ending is Ending.REACHED:
            return ()
        found = self.reaching(node, goal)
        return found if ending is Ending.ALLOWED or len(found) == len(self.moves(node)) else ()

    def forces(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker, to move, can force the goal in at most this number of its moves.

        Raises:
            LimitReached: if a limit was reached first.
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
        """Whether after every choice of the defender, to move, the goal is reached in this number of further moves.

        Raises:
            LimitReached: if a limit was reached first.
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
        """Whether a move of the attacker forces the goal in at most this number of its moves, including this one.

        Raises:
            LimitReached: if a limit was reached first.
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
        """The moves of the attacker among some that work.

        Raises:
            LimitReached: if a limit was reached first.
        """
        return [move for move in some if self.works(node, move, battle, moves, limits)]

    def answers(self, node: N, battle: Battle, moves: int, limits: Limits) -> Sequence[M]:
        """All moves of the attacker that work, in the order of `moves`.

        Raises:
            LimitReached: if a limit was reached first.
        """
        return self.working(node, self.moves(node), battle, moves, limits)

    def out(self, node: N) -> frozenset[str]:
        """The players that are eliminated when the turn has begun; none in games without eliminations."""
        return frozenset()

    def eliminates(self, node: N, hunt: Hunt, moves: int, limits: Limits) -> bool:
        """Whether one of the other players is eliminated, or can be by force within this number of moves of the
        attacker.

        Raises:
            LimitReached: if a limit was reached first.
        """
        out = self.out(node)
        own = self.turn(node) == hunt.attacker
        if hunt.attacker in out or out & hunt.prey or (own and not moves):
            return bool(out & hunt.prey) and hunt.attacker not in out
        known = (hunt, moves, self.key(node))
        if known not in self._hunted:
            limits.spend()
            after = (self.eliminates(self.play(node, move), hunt, moves - own, limits) for move in self.moves(node))
            self._hunted[known] = any(after) if own else all(after)
        return self._hunted[known]

    def putting_out(self, node: N, some: Sequence[M], hunt: Hunt, moves: int, limits: Limits) -> Sequence[M]:
        """The moves of the attacker among some that eliminate another player in this number of moves, including
        these.

        Raises:
            LimitReached: if a limit was reached first.
        """
        return [move for move in some if self.eliminates(self.play(node, move), hunt, moves - 1, limits)]

    def lines(
        self, node: N, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[tuple[M | None, ...]]:
        """Lines that reach the goal in an exact number of moves: all, or at least as many as are wanted.

        If a player that moves only in check is not in check, its move is None.

        Raises:
            LimitReached: before the last line, if a limit was reached first.
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

    def paths(
        self, node: N, cooperation: Cooperation, limits: Limits, most: int | None = None
    ) -> Iterator[Sequence[Step[N, M]]]:
        """Lines as `lines` gives them, with the nodes that they come to.

        Raises:
            LimitReached: before the last line, if a limit was reached first.
        """
        for line in self.lines(node, cooperation, limits, most):
            yield self.path(node, line, cooperation.passes)

    def path(self, node: N, line: Sequence[M | None], passes: Sequence[bool]) -> Sequence[Step[N, M]]:
        """The nodes that one line comes to."""
        found: list[Step[N, M]] = []
        for move, passing in zip(line, passes, strict=False):
            after = self.after(node, move)
            passed = self.passed(after) if passing else None
            node = after if passed is None else passed
            found.append(Step(move, after, passed))
        return found

    def _rest(self, node: N, cooperation: Cooperation, limits: Limits) -> Iterator[tuple[M | None, ...]]:
        """The rest of the lines; none is left if the other player now has to reach the goal, and does."""
        if cooperation.passes:
            yield from self.lines(node, cooperation, limits)
        elif self.replies(node, cooperation.goal, cooperation.ending):
            yield ()

    def _forces_exactly(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker can force the goal in exactly this number of moves; if so, also in at most this
        number.
        """
        known = (battle, moves, self.key(node))
        if known not in self._exactly:
            self._exactly[known] = self.forces(node, replace(battle, exact=False), moves, limits) and any(
                self.works(node, move, battle, moves, limits) for move in self.moves(node)
            )
        return self._exactly[known]

    def _attack(self, node: N, battle: Battle, moves: int, limits: Limits) -> bool:
        """Whether the attacker wins in this number of moves, but not in fewer."""
        limits.spend()
        if not battle.by_defender and moves == 1:
            return bool(self.reaching(node, battle.goal))
        if battle.obliged is Obliged.BOTH and self.reaching(node, battle.goal):
            return False
        return any(self.answered(self.play(node, move), battle, moves - 1, limits) for move in self.moves(node))


@dataclass(slots=True)
class _Bounds:
    """The largest number of moves in which the attacker cannot force the goal, and the smallest in which it can."""

    fails: int = 0
    works: int | None = None
