"""Positions of a game, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clingo import Symbol

from ..asp.session import Answer
from ..asp.terms import Vector, text, vector
from ..errors import IllegalMoveError, MoveError, RulesError
from .move import Move
from .reference import Placement

if TYPE_CHECKING:
    from ..explain.why import Attackers, Why
    from .game import Game

State = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece: the kinds it is made of (one, except in games of compounds) and its army."""

    kinds: tuple[str, ...]
    army: str


@dataclass(frozen=True, slots=True)
class Check:
    """A royal piece under attack.

    Attributes:
        checker: the cell of the attacking piece.
        royal: the cell of the royal piece.
        along: for each open route, the cells that it passes through.
    """

    checker: str
    royal: str
    along: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended: `checkmate`, `stalemate`, `repetition`, ...; and who has won, if anyone."""

    reason: str
    winner: str | None


class Position:
    """An immutable position. Make one with `game.position(text)` or `position.push(move)`.

    Args:
        game: whose position it is.
        pieces: the pieces by cell name.
        turn: the player to move.
        state: what else belongs to it, such as ("castle", "Aa1").
        quiet: moves since the last capture or move of an irreversible kind.
        seen: how often this position has been there already, now included, as far as is known.
    """

    __slots__ = ("_analysis", "_before", "_seen", "game", "pieces", "quiet", "state", "turn")

    def __init__(
        self,
        game: Game,
        pieces: dict[str, Piece],
        turn: str,
        state: State = (),
        quiet: int = 0,
        seen: int = 1,
        before: Position | None = None,
    ) -> None:
        self.game = game
        self.pieces = dict(sorted(pieces.items()))
        self.turn = turn
        self.state = tuple(sorted(state))
        self.quiet = quiet
        self._seen = seen
        self._before = before
        self._analysis: Analysis | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        mine = (self.game.name, self.game.ruleset.chosen, self.pieces, self.turn, self.state)
        return mine == (other.game.name, other.game.ruleset.chosen, other.pieces, other.turn, other.state)

    def __hash__(self) -> int:
        return hash((self.game.name, tuple(self.pieces.items()), self.turn, self.state))

    def __str__(self) -> str:
        """The position in one line, as `game.position` reads it."""
        words = [f"{self.game.name}:"]
        for player in self.game.ruleset.players:
            own = [
                f"{self.game.piece_name(piece.kinds)}{cell}"
                for cell, piece in self.pieces.items()
                if piece.army == player
            ]
            words += [player, *own] if own else []
        words += ["turn", self.turn]
        for name in dict.fromkeys(name for name, _ in self.state):
            words += [name, *(cell for other, cell in self.state if other == name)]
        words += ["quiet", str(self.quiet)] if self.quiet else []
        words += ["seen", str(self.seen)] if self.seen > 1 else []
        return " ".join(words)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    @property
    def seen(self) -> int:
        """How often this position has been there, now included."""
        count, earlier = self._seen, self._before
        if earlier is not None:
            key = self.repetition_key()
            while earlier is not None:
                if earlier.turn == self.turn and earlier.repetition_key() == key:
                    return count + earlier.seen
                earlier = earlier._before
        return count

    def fen(self) -> str:
        """The position as a FEN, which tells all of it but how often it has been there.

        Raises:
            PositionError: if the game has no FEN, or a FEN no place for something in the position.
        """
        return self.game.fen.write(self)

    def placement(self) -> Placement:
        """The position as the engines take it."""
        vectors = self.game.vectors
        return Placement(
            tuple((vectors[cell], piece.kinds, piece.army) for cell, piece in self.pieces.items()),
            self.turn,
            tuple((name, vectors[cell]) for name, cell in self.state),
            self.quiet,
            self._seen,
        )

    def legal_moves(self, origin: str | None = None) -> list[Move]:
        """The legal moves, sorted; with `origin`, those of the piece on that cell.

        Raises:
            MoveError: if there is no such cell.
        """
        if origin is None:
            return list(self._analysed().moves)
        if origin not in self.game.vectors:
            raise MoveError(f"there is no cell '{origin}' in {self.game.name}")
        if self._analysis is not None:
            return [move for move in self._analysis.moves if move.origin == origin]
        return list(self._analyse(self.game.vectors[origin]).moves)

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

    def move(self, text: str) -> Move:
        """The legal move that a text names; without promotion or special mark if that is unambiguous.

        Raises:
            MoveError: if there is none, or several.
        """
        wanted = text.strip()
        moves = self.legal_moves()
        exact = self._analysed().by_text.get(wanted)
        if exact:
            return exact
        found = [move for move in moves if wanted in _spellings(move)]
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(str(move) for move in found[:4])
            raise MoveError(f"'{text}' may be any of {some}{', ...' if len(found) > 4 else ''}")
        raise IllegalMoveError(f"'{text}' is not a legal move here; `why` says the reason")

    def push(self, move: Move | str) -> Position:
        """The position after a legal move.

        Raises:
            MoveError: if the move is not legal.
        """
        legal = self._analysed().by_text.get(str(move)) or self.move(str(move))
        assert legal.term is not None
        game = self.game
        answer = game.engine.play(self.placement(), game.vectors[legal.origin], *legal.term)
        kinds: dict[str, list[str]] = {}
        armies: dict[str, str] = {}
        for cell, kind, army in answer("then_piece", 3):
            name = game.names[vector(cell)]
            kinds.setdefault(name, []).append(str(kind))
            armies[name] = str(army)
        progress = bool(answer("progress", 0))
        return Position(
            game,
            {cell: Piece(tuple(sorted(kinds[cell])), armies[cell]) for cell in kinds},
            str(answer("then_turn", 1)[0][0]),
            tuple((str(name), game.names[vector(cell)]) for name, cell in answer("then_state", 2)),
            0 if progress else self.quiet + 1,
            before=None if progress else self,
        )

    def why(self, move: str) -> Why:
        """Whether a move is legal, and the reason, from the rules."""
        from ..explain.why import why

        return why(self, move)

    def attackers(self, cell: str) -> Attackers:
        """The pieces of all sides that attack a cell, and those that would but for a blocker."""
        from ..explain.why import attackers

        return attackers(self, cell)

    def repetition_key(self) -> tuple[Any, ...]:
        """What makes two positions the same: pieces, turn, and the possibilities that `state` gives."""
        if not self.state:
            return (tuple(self.pieces.items()), self.turn, ())
        return (tuple(self.pieces.items()), self.turn, self._analysed().same)

    def _analysed(self) -> Analysis:
        if self._analysis is None:
            self._analysis = self._analyse()
        return self._analysis

    def _analyse(self, origin: Vector | None = None) -> Analysis:
        return read_analysis(self, self.game.engine.analyse(self.placement(), origin))

    def _repr_svg_(self) -> str:
        from ..draw.board import svg

        return svg(self)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine says of a position."""

    moves: tuple[Move, ...]
    by_text: dict[str, Move]
    checks: tuple[Check, ...]
    outcome: Outcome | None
    same: State


def read_analysis(position: Position, answer: Answer) -> Analysis:
    """Turn the rules' answer about a position into moves, checks and outcome."""
    names = position.game.names_by_symbol
    by_text: dict[str, Move] = {}
    for move in read_moves(position, answer):
        same = by_text.setdefault(str(move), move)
        if same is not move:
            raise RulesError(f"the rules of {position.game.name} have two moves that are written {move}")
    reasons = [text(reason) for (reason,) in answer("outcome", 1)]
    winners = [str(player) for (player,) in answer("winner", 1)]
    return Analysis(
        tuple(by_text[name] for name in sorted(by_text)),
        by_text,
        _checks(position, answer),
        Outcome(reasons[0], winners[0] if winners else None) if reasons else None,
        tuple(sorted((str(name), names[cell]) for name, cell in answer("same", 2))),
    )


def read_moves(position: Position, atoms: Callable[[str, int], list[Sequence[Symbol]]]) -> Iterator[Move]:
    """The legal moves among the atoms derived from a position."""
    game = position.game
    names = game.names_by_symbol
    removed = {move: names[cell] for move, cell in atoms("removes", 2)}
    special = {move: text(name) for move, name in atoms("special", 2)}
    pieces = {cell: game.piece_name(piece.kinds) for cell, piece in position.pieces.items()}
    partners = {
        move: (pieces[names[origin]], names[origin], names[target]) for move, origin, target in atoms("carries", 3)
    }
    for move, origin, target, choice in atoms("legal", 4):
        yield Move(
            names[origin],
            names[target],
            pieces[names[origin]],
            removed.get(move),
            game.choice_name(choice),
            special.get(move),
            partners.get(move),
            (move, choice),
        )


def _checks(position: Position, answer: Answer) -> tuple[Check, ...]:
    game = position.game
    routes: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for checker, royal, point in answer("gives_check", 3):
        passed = game.ruleset.routes.cells_before(vector(checker), point.number)
        key = (game.names[vector(checker)], game.names[vector(royal)])
        routes.setdefault(key, []).append(tuple(sorted(game.names[cell] for cell in passed)))
    return tuple(Check(*key, tuple(sorted(set(along)))) for key, along in sorted(routes.items()))


def _spellings(move: Move) -> set[str]:
    """The shorter ways to write a move: without its piece, its hyphen or its special mark."""
    end = f"={move.promotion}" if move.promotion else ""
    marks = ("", "ep") if str(move).endswith("ep") else ("",)
    cells = {f"{move.origin}{sep}{move.target}{mark}{end}" for sep in ("", "-", "x") for mark in marks}
    return cells | {move.piece + text for text in cells}
