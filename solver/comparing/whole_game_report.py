"""The result of comparing whole games, as values and as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..explain.marks import Marks
from ..explain.why import Why, why
from ..play.from_text import read_position
from ..play.game import Game
from ..play.move import Move
from ..play.position import Position
from .comparison import by_name, counted_as

MOVE, EFFECT, OUTCOME, BEGINNING = "move", "effect", "outcome", "beginning"


@dataclass(frozen=True, slots=True)
class Sort:
    """What differs in a position.

    Attributes:
        what: a move that one side has alone, what a move does, how the game stands, or what the turn begins with.
        piece: the piece that moves, such as `white Ki`.
        title: what the rules call such a move, such as `castling`; empty if it has no name.
        under: 0 or 1: the side that has the move.
        outcomes: how the game has ended on either side; empty where it has not.
    """

    what: str
    piece: str = ""
    title: str = ""
    under: int = 0
    outcomes: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Difference:
    """Positions in which the same sort of thing differs, with one of them.

    Attributes:
        sort: what differs.
        number: in how many positions, up to symmetry, of those that were looked at more closely.
        position: one of them, by the rules of the first side.
        move: the move that is there on one side alone, or has another effect; None if it is about no move.
        left, right: why the move is there or not; or the position after it, or as its turn begins; or the outcome.
    """

    sort: Sort
    number: int
    position: Position
    move: Move | None
    left: Why | str
    right: Why | str

    def as_json(self) -> dict[str, Any]:
        """The difference as documented for `--json`."""
        return {
            "differs": self.sort.what,
            "piece": self.sort.piece or None,
            "title": self.sort.title or None,
            "under": ("left", "right")[self.sort.under] if self.sort.what == MOVE else None,
            "number": self.number,
            "position": str(self.position),
            "move": str(self.move) if self.move else None,
            "left": _plain(self.left),
            "right": _plain(self.right),
        }

    def marks(self) -> Marks:
        """What a picture points out: where the move goes."""
        if self.move is None or not self.move.origin or not self.move.target:
            return Marks()
        return Marks(self.move.origin, frozenset([self.move.target]))

    def text(self, names: tuple[str, str]) -> str:
        """What differs, in words."""
        sort = self.sort
        titled = f" ({sort.title})" if sort.title else ""
        if sort.what == MOVE:
            return f"a move of {sort.piece}{titled} under {names[sort.under]} alone"
        if sort.what == EFFECT:
            return f"what a move of {sort.piece}{titled} does"
        return "how the game stands" if sort.what == OUTCOME else "what the turn begins with"


@dataclass(frozen=True, slots=True)
class PlayCompared:
    """Two readings compared in all positions of some pieces.

    Attributes:
        game: the game's name.
        names: what the two are called.
        material: the pieces.
        most: how many of them were allowed; None if all.
        pieces: how many pieces the differing positions have; or, if none differs, how many were placed at last.
        classes: the differences with that number of pieces, the most frequent first; empty if there are none.
        number: how many positions differ.
        distinct: how many up to symmetry.
        looked_at: how many of these the numbers of the classes are about.
        placed: how many positions were compared.
        is_whole: whether all were.
        unplaced: what positions may say besides, which was not asked about.
        seconds: how long it took.
    """

    game: str
    names: tuple[str, str]
    material: str
    most: int | None
    pieces: int
    classes: tuple[Difference, ...]
    number: int
    distinct: int
    looked_at: int
    placed: int
    is_whole: bool
    unplaced: tuple[str, ...]
    seconds: float

    @property
    def differ(self) -> bool:
        """Whether the readings differ in some position."""
        return bool(self.classes)

    @property
    def proved(self) -> bool:
        """Whether all was placed, so that the readings agree everywhere, or with fewer pieces."""
        return self.is_whole

    @property
    def over(self) -> str:
        """What the answer is about."""
        bound = "" if self.most is None else f", at most {self.most} of them"
        return (
            f"legal moves, what they do, and outcomes, in every position of {self.material}, or of some of these{bound}"
        )

    def as_json(self) -> dict[str, Any]:
        """The answer as documented for `--json`."""
        first = self.classes[0] if self.classes else None
        return {
            "game": self.game,
            "readings": list(self.names),
            "material": self.material,
            "differ": self.differ,
            "position": str(first.position) if first else None,
            "left": _plain(first.left) if first else None,
            "right": _plain(first.right) if first else None,
            "classes": [each.as_json() for each in self.classes],
            "pieces": self.pieces,
            "number": self.number,
            "distinct": self.distinct,
            "placed": self.placed,
            "proved": self.proved,
            "over": self.over,
            "unplaced": list(self.unplaced),
            "seconds": round(self.seconds, 3),
        }

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def difference_of(games: tuple[Game, Game], line: str, sort: Sort, number: int) -> Difference:
    """A difference in a position, which is written in a line."""
    left, right = (read_position(game, line, Position) for game in games)
    if sort.what == OUTCOME:
        one, other = (each or "in play" for each in sort.outcomes)
        return Difference(sort, number, left, None, one, other)
    if sort.what == BEGINNING:
        return Difference(sort, number, left, None, str(left.begun()), str(right.begun()))
    moves = [
        {str(position.game.engine.term(each)): each for each in position.legal_moves()} for position in (left, right)
    ]
    if sort.what == MOVE:
        mine, others = moves if sort.under == 0 else moves[::-1]
        move = next(m for name, m in mine.items() if name not in others and _is_of(m, sort, left))
        return Difference(sort, number, left, move, why(left, str(move)), why(right, str(move)))
    for name, move in moves[0].items():
        if name in moves[1] and _is_of(move, sort, left):
            after = left.push(move), right.push(moves[1][name])
            if str(after[0]) != str(after[1]):
                return Difference(sort, number, left, move, *(f"after {move}: {each}" for each in after))
    raise AssertionError(f"{line}: nothing differs as {sort}")


def _is_of(move: Move, sort: Sort, position: Position) -> bool:
    """Whether a move is of a sort."""
    piece = position.pieces.get(move.origin)
    mover = f"{piece.army} {position.game.piece_name(piece.kinds)}" if piece else position.turn
    return mover == sort.piece and (move.special or "") == sort.title


def _plain(reason: Why | str) -> dict[str, Any] | str:
    return reason if isinstance(reason, str) else reason.as_json()


def _lines(found: PlayCompared) -> Iterator[str]:
    """The answer in words."""
    placed = f"{found.placed:,} positions"
    if found.classes:
        first = found.classes[0]
        how = "differ first" if found.is_whole else "differ, as far as was searched before the interruption,"
        yield f"these two readings {how} with {counted_as(found.pieces, 'piece')}: {first.position}"
        yield from by_name(found.names, (first.left, first.right))
        so_far = "" if found.is_whole else "interrupted, so far "
        differ = f"{counted_as(found.number, 'position')} of {counted_as(found.pieces, 'piece')} differ"
        classes = counted_as(len(found.classes), "class", "classes")
        yield f"{so_far}{differ}, {found.distinct:,} up to symmetry, {classes}; {placed} compared"
        if found.looked_at < found.distinct:
            yield f"classes are those of the first {found.looked_at:,}"
        for each in found.classes:
            move = f", as {each.move}" if each.move else ""
            yield f"  {counted_as(each.number, 'position')}: {each.text(found.names)}{move} in {each.position}"
    elif found.is_whole:
        yield f"they agree in every placement of this material: all {placed} compared, in {found.seconds:.0f} s"
    else:
        yield f"interrupted before a difference was found: nothing is proved; {placed} compared"
    yield f"asked: {found.over}"
    if found.unplaced:
        yield f"not asked: what else a position may have: {', '.join(found.unplaced)}"
