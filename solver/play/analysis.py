"""What an engine says of a position, turned into moves, checks and outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from clingo import Symbol

from ..asp.session import Answer
from ..asp.terms import text, vector
from ..errors import RulesError
from .game import Game
from .move import Change, Move
from .piece import Piece

State: TypeAlias = tuple[tuple[str, str], ...]
"""What else belongs to a position: names and values, such as ("castle", "Aa1") or ("won", "white throne")."""


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
    """How a game has ended.

    Attributes:
        reason: `checkmate`, `stalemate`, `repetition`, ...; `won` if a move has won it for reasons of the game's own.
        winner: who has won, if anyone.
        by: those reasons.
    """

    reason: str
    winner: str | None
    by: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine says of a position.

    Attributes:
        moves: the legal moves, sorted.
        by_text: the same by what is written.
        checks: attacks on royal pieces of the player to move.
        outcome: how the game has ended, if it has.
        same: what of the state counts when positions are compared for repetition.
    """

    moves: tuple[Move, ...]
    by_text: dict[str, Move]
    checks: tuple[Check, ...]
    outcome: Outcome | None
    same: State


def read_analysis(game: Game, pieces: Mapping[str, Piece], turn: str, answer: Answer) -> Analysis:
    """Turn an engine's answer about the position of some pieces into an analysis.

    Raises:
        RulesError: if two moves are written alike, or more is said of a man who has two roles than what he becomes.
    """
    for _, role in answer("overtold", 2):
        told = f"say more of the {role} of a move, who has another role too, than what he becomes"
        raise RulesError(f"the rules of {game.name} {told}")
    by_text = {str(move): move for move in _told_apart(game, list(read_moves(game, pieces, turn, answer)), answer)}
    reasons = [text(reason) for (reason,) in answer("outcome", 1)]
    winners = [str(player) for (player,) in answer("winner", 1)]
    by = tuple(sorted(str(reason) for (reason,) in answer("won_by", 1)))
    return Analysis(
        tuple(by_text[name] for name in sorted(by_text)),
        by_text,
        _checks(game, answer),
        Outcome(reasons[0], winners[0] if winners else None, by) if reasons else None,
        tuple(sorted((str(name), game.written(value)) for name, value in answer("same", 2))),
    )


def read_moves(
    game: Game, pieces: Mapping[str, Piece], turn: str, atoms: Callable[[str, int], list[Sequence[Symbol]]]
) -> Iterator[Move]:
    """The legal moves among the atoms derived from a position, given its pieces by cell and the player to move."""
    men = _Men(game, pieces, turn)
    special = {move: text(name) for move, name in atoms("special", 2)}
    told = {name: _by_move(atoms(name, arity)) for name, arity in _CHANGES}
    for move, origin, target in atoms("legal", 3):
        yield men.move(
            move, origin, target, special.get(move), {name: rows.get(move, ()) for name, rows in told.items()}
        )


def _told_apart(game: Game, moves: Sequence[Move], answer: Answer) -> Iterator[Move]:
    """Some moves, each once; those that look alike and are not the same with the choices by which they differ.

    Raises:
        RulesError: if their choices are the same.
    """
    alike: dict[str, list[Move]] = {}
    for move in moves:
        alike.setdefault(str(move), []).append(move)
    if len(alike) == len(moves):
        yield from moves
        return
    unseen: dict[Symbol | None, set[str]] = {
        move: {str(what) for (what,) in some} for move, some in _by_move(answer("unseen", 2)).items()
    }
    for name, some in alike.items():
        different = {(move, *sorted(unseen.get(move.term, ()))): move for move in some}
        if len(different) == 1:
            yield some[0]
            continue
        choices = [_choices(move.term) for move in different.values()]
        same = set(choices[0]).intersection(*choices)
        chosen = ["&".join(each for each in some if each not in same) for some in choices]
        if len(set(chosen)) < len(chosen):
            raise RulesError(f"the rules of {game.name} have two moves that are written {name}, by the same choices")
        yield from (replace(move, chosen=words) for move, words in zip(different.values(), chosen, strict=True))


def _choices(term: Symbol | None) -> list[str]:
    """The choices of a move, and its use if that is the game's own, as they are written."""
    found = list[str]()
    while term is not None and term.name in ("chose", "aided"):
        if term.name == "chose":
            found.append("=".join(map(str, term.arguments[1:])))
        term = term.arguments[0]
    if term is not None and term.match("go", 3):
        found.append(f"use={term.arguments[2]}")
    return found[::-1]


_CHANGES = (
    ("removes", 2), ("carries", 3), ("remakes", 4), ("halts", 2), ("perishes", 1), ("decides", 3), ("drops", 2),
)  # fmt: skip


def _by_move(rows: Iterable[Sequence[Symbol]]) -> dict[Symbol, list[Sequence[Symbol]]]:
    """Atoms whose first argument is a move, by that; each without it."""
    found: dict[Symbol, list[Sequence[Symbol]]] = {}
    for move, *rest in rows:
        found.setdefault(move, []).append(rest)
    return found


class _Men:
    """The men of a position, and what moves make of them."""

    def __init__(self, game: Game, pieces: Mapping[str, Piece], turn: str) -> None:
        self._game = game
        self._turn = turn
        self._names = game.names_by_symbol
        self._pieces = pieces
        self._standing = {cell: game.piece_name(piece.kinds) for cell, piece in pieces.items()}

    def move(
        self,
        term: Symbol,
        start: Symbol,
        end: Symbol,
        special: str | None,
        told: Mapping[str, Sequence[Sequence[Symbol]]],
    ) -> Move:
        """A move, given what the rules tell of it: the atoms of `_CHANGES`, without the move."""
        origin, target = (self._names.get(cell, "") for cell in (start, end))
        partner = self._partner(target, told)
        piece = self._standing[origin] if origin else self._game.piece_name(sorted(str(k) for (k,) in told["drops"]))
        captures = tuple(sorted(self._names[cell] for (cell,) in told["removes"]))
        wins = self._wins(told["decides"])
        if not (told["carries"] or told["remakes"] or told["halts"] or told["perishes"]):
            return Move(origin, target, piece, captures, None, special, (), None, wins, term=term)
        promotion = None if partner else self._promotion(term, origin, target, told)
        arrived = (*captures, *([] if partner else [target]))
        changes = self._changes(origin, arrived, told)
        return Move(origin, target, piece, captures, promotion, special, changes, partner, wins, term=term)

    def _partner(self, target: str, told: Mapping[str, Sequence[Sequence[Symbol]]]) -> str | None:
        """What stands on the target and stays, if the mover halts elsewhere."""
        gone = any(self._names[cell] == target for cell, *_ in (*told["removes"], *told["carries"]))
        return self._standing.get(target) if told["halts"] and not gone else None

    def _wins(self, decided: Sequence[Sequence[Symbol]]) -> str | None:
        """For what the move wins, and who does if that is another than who makes it."""
        if not decided:
            return None
        players, reasons = ({str(each[place]) for each in decided} for place in (0, 1))
        if len(players) > 1:
            raise RulesError(f"the rules of {self._game.name} have a move win for {' and '.join(sorted(players))}")
        name = "+".join(sorted(reasons))
        return name if players == {self._turn} else f"{players.pop()} {name}"

    def _remade(self, told: Mapping[str, Sequence[Sequence[Symbol]]]) -> dict[str, Piece]:
        """Who is of other kinds or of another army afterwards, by the cell where it ends."""
        kinds: dict[str, set[str]] = {}
        armies: dict[str, str] = {}
        for cell, kind, army in told["remakes"]:
            kinds.setdefault(self._names[cell], set()).add(str(kind))
            armies[self._names[cell]] = str(army)
        return {cell: Piece(tuple(sorted(found)), armies[cell]) for cell, found in kinds.items()}

    def _promotion(
        self, term: Symbol, origin: str, target: str, told: Mapping[str, Sequence[Sequence[Symbol]]]
    ) -> str | None:
        if told["perishes"]:
            return "none"
        end = next((self._names[cell] for (cell,) in told["halts"]), target)
        new = self._remade(told).get(end)
        # Who becomes what it is has not changed, unless it was asked what to become.
        if new is None or (new == self._pieces.get(origin) and not term.match("chose", 3)):
            return None
        name = self._game.piece_name(new.kinds)
        return name if not origin or new.army == self._pieces[origin].army else f"{new.army} {name}"

    def _changes(
        self, origin: str, arrived: Sequence[str], told: Mapping[str, Sequence[Sequence[Symbol]]]
    ) -> tuple[Change, ...]:
        after: dict[str, Piece | None] = {}
        for start, end in told["carries"]:
            after.setdefault(self._names[start], None)
            after[self._names[end]] = self._pieces[self._names[start]]
        after.update(self._remade(told))
        return tuple(
            Change(cell, self._named(self._pieces.get(cell)), self._named(piece))
            for cell, piece in sorted(after.items())
            if cell not in arrived and piece != self._pieces.get(cell) and (cell != origin or piece)
        )

    def _named(self, piece: Piece | None) -> str | None:
        return None if piece is None else f"{piece.army} {self._game.piece_name(piece.kinds)}"


def _checks(game: Game, answer: Answer) -> tuple[Check, ...]:
    routes: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for checker, royal, point in answer("gives_check", 3):
        passed = game.ruleset.routes.cells_before(vector(checker), point.number)
        key = (game.names[vector(checker)], game.names[vector(royal)])
        routes.setdefault(key, []).append(tuple(sorted(game.names[cell] for cell in passed)))
    return tuple(Check(*key, tuple(sorted(set(along)))) for key, along in sorted(routes.items()))
