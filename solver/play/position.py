"""Immutable positions of a game, with legal moves, checks, outcome and successors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn, Self

from ..arguments import check
from ..asp.terms import Vector
from ..errors import MoveError, RulesError
from ..notation.line import write_line
from ..notation.setup import Setup
from .engine import Analysis, Check, Outcome, State
from .game import Game
from .move import Move
from .move_lookup import find_move
from .piece import Piece
from .placement import Placement, Stores
from .turn_events import Event


class Position:
    """An immutable position. It has its engine's form; names of cells and pieces are made on demand.

    Args:
        game: the game.
        pieces: the pieces by cell name.
        turn: the player to move.
        state: its other properties, such as ("castle", "Aa1").
        quiet: moves since the last capture or move of an irreversible kind.
        stores: pieces in hand or in other stores, such as ("hand white", "pawn", 2).
        seen: how often this position has occurred, this time included, as far as is known.
    """

    __slots__ = ("_analysis", "_before", "_begun", "_identity", "_own", "_pieces", "_placement", "_text", "game")
    game: Game
    _placement: Placement
    _own: Placement | None
    _before: Position | None
    _pieces: Mapping[str, Piece] | None
    _identity: tuple[Any, ...] | None
    _text: str | None
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
        vectors, value = game.vectors, game.ruleset.value
        placement = Placement(
            tuple((vectors[cell], tuple(sorted(piece.kinds)), piece.army) for cell, piece in sorted(pieces.items())),
            turn,
            tuple((name, value(written)) for name, written in sorted(state)),
            quiet,
            seen,
            tuple(sorted(stores)),
        )
        self._set(game, placement, before)

    @classmethod
    def of(cls, game: Game, placement: Placement, before: Position | None = None) -> Self:
        """The position of a placement, after another position if that is given."""
        found = object.__new__(cls)
        found._set(game, placement, before)
        return found

    def _set(self, game: Game, placement: Placement, before: Position | None) -> None:
        keep = object.__setattr__
        keep(self, "game", game)
        keep(self, "_placement", placement)
        keep(self, "_own", None)
        keep(self, "_before", before)
        keep(self, "_pieces", None)
        keep(self, "_identity", None)
        keep(self, "_text", None)
        keep(self, "_analysis", None)
        keep(self, "_begun", None)

    def __setattr__(self, name: str, value: object, /) -> NoReturn:
        raise AttributeError(f"'{name}': a position cannot change; `push` returns the position after a move")

    def __delattr__(self, name: str, /) -> NoReturn:
        self.__setattr__(name, None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or (
            self._same() == other._same() and self.game.ruleset.identity == other.game.ruleset.identity
        )

    def __hash__(self) -> int:
        return hash(self._same())

    def _same(self) -> tuple[Any, ...]:
        """The key by which positions of a game are equal, whatever their engine."""
        if self._identity is None:
            now = self._placement
            found = (self.game.name, tuple(sorted(now.pieces)), now.turn, tuple(sorted(now.state)), now.stores)
            self._keep("_identity", found)
        assert self._identity is not None
        return self._identity

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        """Pickle the position with its past, the earliest position first, because it determines repetitions."""
        past = [self, *self.earlier()]
        kept = [
            (dict(each.pieces), each.turn, each.state, each.quiet, each._placement.seen, each.stores)
            for each in reversed(past)
        ]
        return _restored, (type(self), self.game, kept)

    def __str__(self) -> str:
        """The position in one line, which reads back as the same position."""
        if self._text is None:
            self._keep("_text", write_line(self.game.ruleset, self.setup()))
        assert self._text is not None
        return self._text

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """The pieces by cell name."""
        if self._pieces is None:
            names = self.game.names
            found = {names[cell]: Piece(kinds, army) for cell, kinds, army in self._placement.pieces}
            self._keep("_pieces", MappingProxyType(dict(sorted(found.items()))))
        assert self._pieces is not None
        return self._pieces

    @property
    def turn(self) -> str:
        """The player to move."""
        return self._placement.turn

    @property
    def state(self) -> State:
        """Its other properties: names and values."""
        written = self.game.ruleset.written
        return tuple(sorted((name, written(value)) for name, value in self._placement.state))

    @property
    def stores(self) -> Stores:
        """Pieces in hand or in other stores: the words for the store, the kind, and the number."""
        return self._placement.stores

    @property
    def quiet(self) -> int:
        """Moves since the last capture or move of an irreversible kind."""
        return self._placement.quiet

    @property
    def seen(self) -> int:
        """How often this position has occurred, this time included."""
        if self._before is not None:
            key = self.repetition_key()
            for each in self.earlier():
                if each.turn == self.turn and each.repetition_key() == key:
                    return self._placement.seen + each.seen
        return self._placement.seen

    def earlier(self) -> Iterator[Position]:
        """The positions of the game since the last progress, latest first."""
        each = self._before
        while each is not None:
            yield each
            each = each._before

    def setup(self) -> Setup:
        """The position as the notations write it."""
        counts = {"quiet": self.quiet, "seen": self.seen}
        pieces = {cell: (piece.kinds, piece.army) for cell, piece in self.pieces.items()}
        stores = {(store, kind): number for store, kind, number in self.stores}
        return Setup(pieces, self.turn, list(self.state), counts, stores)

    def placement(self) -> Placement:
        """The position as the engines read it; in its own engine's form, if that has been made."""
        return self._own or self._placement

    def legal_moves(self, origin: str | None = None) -> list[Move]:
        """The legal moves, sorted; with `origin`, those of the piece on that cell.

        Raises:
            MoveError: if there is no such cell.
        """
        if origin is None:
            return list(self._analysed().moves.values())
        check("origin", origin, str, None)
        if origin not in self.game.vectors:
            raise MoveError(self.game.reader.no_cell(origin))
        found = self._analysis or self._analyse(self.game.vectors[origin])
        return [move for move in found.moves.values() if move.origin == origin]

    def is_check(self) -> bool:
        """Whether a royal piece of the player to move is attacked."""
        return self._analysed().is_check

    def checks(self) -> tuple[Check, ...]:
        """The attacks on royal pieces of the player to move, with the cells that they pass through."""
        return self._analysed().checks

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it is in play."""
        ended = self._analysed().outcome
        if ended is None and self._before is not None:
            drawn = self.game.engine.drawn(self.quiet, self.seen)
            return Outcome(drawn, None) if drawn else None
        return ended

    def ending(self) -> Outcome | None:
        """How the game has ended, without studies.

        In a game with royal pieces, a player without one may be unable to move. Such a position is a study, not an
        end.
        """
        outcome, royal = self.outcome(), self.game.ruleset.royal
        plays = not royal or any(
            royal & set(p.kinds) and self.commander(p.army) == self.turn for p in self.pieces.values()
        )
        return outcome if outcome and (outcome.winner or plays or self.legal_moves()) else None

    def move(self, text: Move | str) -> Move:
        """The legal move that a text denotes: in full, or any unambiguous part of it (`notation.moves`).

        Raises:
            MoveError: if there is none, or several.
        """
        check("text", text, Move | str, None)
        return find_move(self.game, self.turn, self.legal_moves(), str(text))

    def push(self, move: Move | str) -> Self:
        """The position after a legal move.

        Raises:
            MoveError: if the move is not legal.
            RulesError: if the rules leave two pieces on one cell.
        """
        legal = self._analysed().moves.get(str(move))
        if legal is None:
            check("move", move, Move | str, None)
            legal = self.move(move)
        return self._after([legal], self.game.vectors.get(legal.origin))[0]

    def successors(self) -> dict[Move, Self]:
        """The positions after all legal moves, by move and in their order.

        With the reference engine one grounding answers for all moves, so this is much cheaper than a `push` for
        each.

        Raises:
            RulesError: if the rules leave two pieces on one cell.
        """
        moves = self.legal_moves()
        return dict(zip(moves, self._after(moves), strict=True)) if moves else {}

    def _after(self, moves: Sequence[Move], origin: Vector | None = None) -> list[Self]:
        """The positions after some legal moves. All moves start from the cell `origin`, if there is one."""
        found = self.game.engine.successors(self.begun()._owned(), moves, origin)
        return [self._then(after) for after in found]

    def _then(self, after: Placement) -> Self:
        """The position after a move, and after the events of the next turn."""
        quiet = self.quiet + 1 if after.quiet else 0
        after = after.counted(quiet)
        return type(self).of(self.game, after, self if quiet else None)

    def begun(self) -> Self:
        """The position in which its player moves, after the events of the turn; mostly the same position."""
        return self._begin()[0]

    def events(self) -> tuple[Event, ...]:
        """The events before the player moves, in order, such as the removal of a royal piece."""
        return self._begin()[1]

    def commander(self, army: str) -> str:
        """The player that moves the army's pieces."""
        owned = (value.split() for name, value in self.state if self.game.ruleset.fields.get(name) == "command")
        return next((player for own, player in owned if own == army), army)

    def _begin(self) -> tuple[Self, tuple[Event, ...]]:
        if not self.game.ruleset.has_events:
            return self, ()
        if self._begun is None:
            now, stated, known = self, list[Event](), {self}
            while begun := self.game.engine.begin(now.placement()):
                stated += begun[0]
                now = now._then(begun[1])
                if now in known:
                    raise RulesError(f"the rules of {self.game.name} repeat the events of a turn without end")
                known.add(now)
            self._keep("_begun", (now, tuple(stated)))
        assert self._begun is not None
        return self._begun

    def repetition_key(self) -> tuple[Any, ...]:
        """What makes two positions repetitions: pieces, turn, and the rights in `state`."""
        same = self._analysed().same if self._placement.state else ()
        return (tuple(self.pieces.items()), self.turn, same, self.stores)

    def _analysed(self) -> Analysis:
        if self._analysis is None:
            self._keep("_analysis", self._analyse())
        assert self._analysis is not None
        return self._analysis

    def _owned(self) -> Placement:
        """The position in its engine's form."""
        if self._own is None:
            self._keep("_own", self.game.engine.own(self._placement))
        assert self._own is not None
        return self._own

    def _keep(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _analyse(self, origin: Vector | None = None) -> Analysis:
        return self.game.engine.analyse(self.begun()._owned(), origin)


def bare(position: Position, game: Game | None = None) -> Position:
    """A position without its past; of another `game` with the same rules, if one is given."""
    return Position.of(game or position.game, position.placement().counted(0))


def unsuited(position: Position, game: Game, what: str) -> str:
    """Why something that was made for a game cannot be asked about a position: it is of another game, or of other
    readings. Empty if the rules are the same.

    Args:
        position: the position.
        game: the game.
        what: what was made for it, such as `a table`.
    """
    if position.game.ruleset.identity == game.ruleset.identity:
        return ""
    return f"{position}: this is {what} of {game!r}, and the position of {position.game!r}"


def _restored(kind: type[Position], game: Game, past: list[tuple[Any, ...]]) -> Position:
    """A pickled position and its past."""
    position: Position | None = None
    for pieces, turn, state, quiet, seen, stores in past:
        position = kind(game, pieces, turn, state, quiet, seen, position, stores)
    assert position is not None
    return position
