"""Positions of a game: immutable, with their legal moves, checks, outcome, and the positions that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn, Self

from ..asp.terms import Vector, text
from ..errors import MoveError, RulesError, quoted
from ..notation.draft import Draft
from ..notation.line import write_line
from .analysis import Analysis, Check, Outcome, State, read_analysis
from .events import Event, read_events
from .finding import find_move
from .game import Game
from .move import Move
from .piece import Piece
from .reference import Placement, Stores


class Position:
    """An immutable position.

    Args:
        game: whose position it is.
        pieces: the pieces by cell name.
        turn: the player to move.
        state: what else belongs to it, such as ("castle", "Aa1").
        quiet: moves since the last capture or move of an irreversible kind.
        stores: what is held beside the board, such as ("hand white", "pawn", 2).
        seen: how often this position has been there already, now included, as far as is known.
    """

    __slots__ = ("_analysis", "_before", "_begun", "_seen", "game", "pieces", "quiet", "state", "stores", "turn")
    game: Game
    pieces: Mapping[str, Piece]
    turn: str
    state: State
    stores: Stores
    quiet: int
    _seen: int
    _before: Position | None
    _analysis: Analysis | None
    _begun: tuple[Self, tuple[Event, ...]] | None

    def __init__(
        self,
        game: Game,
        pieces: Mapping[str, Piece],
        turn: str,
        state: State = (),
        quiet: int = 0,
        seen: int = 1,
        before: Position | None = None,
        stores: Stores = (),
    ) -> None:
        self._keep("game", game)
        self._keep("pieces", MappingProxyType(dict(sorted(pieces.items()))))
        self._keep("turn", turn)
        self._keep("state", tuple(sorted(state)))
        self._keep("stores", tuple(sorted(stores)))
        self._keep("quiet", quiet)
        self._keep("_seen", seen)
        self._keep("_before", before)
        self._keep("_analysis", None)
        self._keep("_begun", None)

    def __setattr__(self, name: str, value: object, /) -> NoReturn:
        raise AttributeError(f"'{name}': a position does not change; `push` gives the one after a move")

    def __delattr__(self, name: str, /) -> NoReturn:
        self.__setattr__(name, None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine = (self.pieces, self.turn, self.state, self.stores)
        theirs = (other.pieces, other.turn, other.state, other.stores)
        return mine == theirs and self.game.ruleset.identity == other.game.ruleset.identity

    def __hash__(self) -> int:
        return hash((self.game.name, tuple(self.pieces.items()), self.turn, self.state, self.stores))

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        """Positions are pickled with their past, the earliest first: it tells what is repeated."""
        past = [self, *self.earlier()]
        kept = [
            (dict(each.pieces), each.turn, each.state, each.quiet, each._seen, each.stores) for each in reversed(past)
        ]
        return _restored, (type(self), self.game, kept)

    def __str__(self) -> str:
        """The position in one line, which reads back as the same position."""
        return write_line(self.game.ruleset, self.draft())

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    @property
    def seen(self) -> int:
        """How often this position has been there, now included."""
        if self._before is not None:
            key = self.repetition_key()
            for each in self.earlier():
                if each.turn == self.turn and each.repetition_key() == key:
                    return self._seen + each.seen
        return self._seen

    def earlier(self) -> Iterator[Position]:
        """The positions that the game came through since the last progress, latest first."""
        each = self._before
        while each is not None:
            yield each
            each = each._before

    def draft(self) -> Draft:
        """The position as the notations write it."""
        counts = {"quiet": self.quiet, "seen": self.seen}
        pieces = {cell: (piece.kinds, piece.army) for cell, piece in self.pieces.items()}
        stores = {(store, kind): number for store, kind, number in self.stores}
        return Draft(pieces, self.turn, list(self.state), counts, stores)

    def placement(self) -> Placement:
        """The position as the engines take it."""
        vectors = self.game.vectors
        return Placement(
            tuple((vectors[cell], piece.kinds, piece.army) for cell, piece in self.pieces.items()),
            self.turn,
            tuple((name, self.game.value(written)) for name, written in self.state),
            self.quiet,
            self._seen,
            self.stores,
        )

    def legal_moves(self, origin: str | None = None) -> list[Move]:
        """The legal moves, sorted; with `origin`, those of the piece on that cell.

        Raises:
            MoveError: if there is no such cell.
        """
        if origin is None:
            return list(self._analysed().moves)
        if origin not in self.game.vectors:
            raise MoveError(f"there is no cell {quoted(origin)} in {self.game.name}")
        found = self._analysis or self._analyse(self.game.vectors[origin])
        return [move for move in found.moves if move.origin == origin]

    def is_check(self) -> bool:
        """Whether a royal piece of the player to move is attacked."""
        return bool(self._analysed().checks)

    def checks(self) -> tuple[Check, ...]:
        """By what a royal piece of the player to move is attacked, and along what."""
        return self._analysed().checks

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it is in play."""
        ended = self._analysed().outcome
        if ended is None and self._before is not None:
            drawn = self.game.engine.drawn(self.quiet, self.seen)("drawn_by", 1)
            return Outcome(text(drawn[0][0]), None) if drawn else None
        return ended

    def ending(self) -> Outcome | None:
        """How the game has ended, as players would say.

        Where a player without a royal piece, in a game that has such, cannot move, the position is a study, in which
        he is not there to play: that is no end.
        """
        outcome, royal = self.outcome(), self.game.ruleset.royal
        plays = not royal or any(
            royal & set(p.kinds) and self.commander(p.army) == self.turn for p in self.pieces.values()
        )
        return outcome if outcome and (outcome.winner or plays or self.legal_moves()) else None

    def move(self, text: Move | str) -> Move:
        """The legal move that a text means: in full, or as much of it as is unambiguous (`notation.moves`).

        Raises:
            MoveError: if there is none, or several.
        """
        return find_move(self.game, self.turn, self.legal_moves(), str(text))

    def push(self, move: Move | str) -> Self:
        """The position after a legal move.

        Raises:
            MoveError: if the move is not legal.
            RulesError: if the rules leave two men on one cell.
        """
        legal = self._analysed().by_text.get(str(move)) or self.move(move)
        return self._after([legal], self.game.vectors.get(legal.origin))[legal]

    def successors(self) -> dict[Move, Self]:
        """The positions after all legal moves, by move and in their order.

        With the reference engine one grounding answers for all, so this is much cheaper than a `push` for each.

        Raises:
            RulesError: if the rules leave two pieces on one cell.
        """
        return self._after(self._analysed().moves)

    def _after(self, moves: Sequence[Move], origin: Vector | None = None) -> dict[Move, Self]:
        """The positions after some legal moves; all of them start from the cell `origin`, if there is one."""
        terms = [move.term for move in moves if move.term is not None]
        found = self.game.engine.successors(self.begun().placement(), terms, origin) if moves else {}
        return {move: self._then(found[term], str(move)) for move, term in zip(moves, terms, strict=True)}

    def _then(self, after: Placement, what: str) -> Self:
        """The position after a move, or after what happens before it."""
        game = self.game
        pieces: dict[str, Piece] = {}
        for cell, kinds, army in after.pieces:
            name = game.names[cell]
            if name in pieces:
                where = "a victim that is spared needs a place, as by lands(C,victim,start)"
                raise RulesError(f"the rules of {game.name} leave two pieces on {name} after {what}; {where}")
            pieces[name] = Piece(kinds, army)
        return type(self)(
            game,
            pieces,
            after.turn,
            tuple((name, game.text_of(value)) for name, value in after.state),
            self.quiet + 1 if after.quiet else 0,
            before=self if after.quiet else None,
            stores=after.stores,
        )

    def begun(self) -> Self:
        """The position in which its player moves: after all that the turn begins with; mostly the same."""
        return self._begin()[0]

    def events(self) -> tuple[Event, ...]:
        """What the turn begins with, before its player moves, in order: such as a royal piece that is removed."""
        return self._begin()[1]

    def commander(self, army: str) -> str:
        """The player who moves the army's pieces."""
        owned = (value.split() for name, value in self.state if self.game.ruleset.fields.get(name) == "command")
        return next((player for own, player in owned if own == army), army)

    def _begin(self) -> tuple[Self, tuple[Event, ...]]:
        if self._begun is None:
            now, told, known = self, list[Event](), {self}
            while self.game.ruleset.has_events:
                answer, after = self.game.engine.begin(now.placement())
                if after is None:
                    break
                told += read_events(self.game, now.pieces, answer)
                now = now._then(after, "what the turn begins with")
                if now in known:
                    raise RulesError(f"the rules of {self.game.name} have a turn begin with the same without end")
                known.add(now)
            self._keep("_begun", (now, tuple(told)))
        assert self._begun is not None
        return self._begun

    def repetition_key(self) -> tuple[Any, ...]:
        """What makes two positions the same: pieces, turn, and the possibilities that `state` gives."""
        same = self._analysed().same if self.state else ()
        return (tuple(self.pieces.items()), self.turn, same, self.stores)

    def _analysed(self) -> Analysis:
        if self._analysis is None:
            self._keep("_analysis", self._analyse())
        assert self._analysis is not None
        return self._analysis

    def _keep(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _analyse(self, origin: Vector | None = None) -> Analysis:
        now = self.begun()
        return read_analysis(self.game, now.pieces, now.turn, self.game.engine.analyse(now.placement(), origin))


def bare(position: Position, game: Game | None = None) -> Position:
    """The same position without its past; of another `game` with the same rules, if one is given."""
    return Position(game or position.game, position.pieces, position.turn, position.state, stores=position.stores)


def _restored(kind: type[Position], game: Game, past: list[tuple[Any, ...]]) -> Position:
    """A pickled position, and behind it those it came from."""
    position: Position | None = None
    for pieces, turn, state, quiet, seen, stores in past:
        position = kind(game, pieces, turn, state, quiet, seen, position, stores)
    assert position is not None
    return position
