"""The engine's part in guessing: whether a position that clingo has guessed is mate or stalemate.

clingo asks it of every guess that satisfies all else, before it counts as an answer. A guess that is wrong is excluded
with all others that are wrong for the same reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Lock

from clingo.propagator import PropagateControl, PropagateInit, PropagatorCheckMode

from ..asp.terms import vector
from ..play.game import Game
from ..play.move import Move
from ..play.piece import Piece
from ..play.position import Position

_ENDS = {"mate": "checkmate", "stalemate": "stalemate"}


class Judge:
    """Refutes guesses about the end of the game; a propagator of clingo's.

    Args:
        game: whose engine is asked.
        is_plain: whether one more piece makes a legal reply illegal only on the reply's route or its end. Then a
            lesson leaves out the pieces of the player to move that do not matter.

    Attributes:
        asked: how many positions the engine was asked about.
    """

    def __init__(self, game: Game, is_plain: bool) -> None:
        self._game, self._is_plain = game, is_plain
        self._pieces: dict[int, list[tuple[str, str, str]]] = {}
        self._turns: dict[str, int] = {}
        self._claims: dict[tuple[str, str], int] = {}
        self._lock = Lock()
        self.asked = 0

    def init(self, init: PropagateInit) -> None:
        """Note which atoms say what."""
        init.check_mode = PropagatorCheckMode.Total
        for atom in init.symbolic_atoms.by_signature("piece", 3):
            cell, kind, army = atom.symbol.arguments
            piece = self._game.names[vector(cell)], str(kind), str(army)
            self._pieces.setdefault(init.solver_literal(atom.literal), []).append(piece)
        for atom in init.symbolic_atoms.by_signature("turn", 1):
            self._turns[str(atom.symbol.arguments[0])] = init.solver_literal(atom.literal)
        for name in _ENDS:
            for atom in init.symbolic_atoms.by_signature(name, 1):
                self._claims[name, str(atom.symbol.arguments[0])] = init.solver_literal(atom.literal)

    def check(self, control: PropagateControl) -> None:
        """Exclude a guess that the engine does not confirm."""
        is_true = control.assignment.is_true
        standing = [
            (literal, piece) for literal, pieces in self._pieces.items() if is_true(literal) for piece in pieces
        ]
        turn = next((player for player, literal in self._turns.items() if is_true(literal)), "")
        position = Position(self._game, {cell: Piece((kind,), army) for _, (cell, kind, army) in standing}, turn)
        with self._lock:
            wrong = list(self._wrong(position, is_true))
        if wrong:  # one reason is enough to exclude it
            control.add_nogood(self._reason(position, standing, turn, wrong[0]))

    def _wrong(self, position: Position, is_true: Callable[[int], bool | None]) -> Iterator[int]:
        """The guesses about the player to move that are not so, as literals that are true."""
        self.asked += 1
        if self._game.ruleset.has_locusts and self._is_left_in_check(position):
            yield self._turns[position.turn]
        outcome = position.outcome()
        for (name, army), literal in self._claims.items():
            if army == position.turn:
                holds = outcome is not None and outcome.reason == _ENDS[name]
                if holds != is_true(literal):
                    yield -literal if holds else literal

    def _is_left_in_check(self, position: Position) -> bool:
        """Whether another player than the one to move is in check. The rules of `find` see no captures on the way."""
        others = (each for each in self._game.ruleset.players if each != position.turn)
        return any(Position(self._game, position.pieces, other).is_check() for other in others)

    def _reason(
        self, position: Position, standing: Sequence[tuple[int, tuple[str, str, str]]], turn: str, wrong: int
    ) -> list[int]:
        """The literals that make it wrong: of the pieces that are there, and of those that are not."""
        there = {literal for literal, _ in standing}
        needed, open_to = {cell for _, (cell, _, _) in standing}, None
        if self._is_plain and wrong > 0:
            needed, open_to = self._of_reply(position)
        true = [literal for literal, (cell, _, _) in standing if cell in needed]
        false = [
            -literal
            for literal, pieces in self._pieces.items()
            if literal not in there
            and any(army != turn or open_to is None or cell in open_to for cell, _, army in pieces)
        ]
        return [wrong, self._turns[turn], *true, *false]

    def _of_reply(self, position: Position) -> tuple[set[str], set[str] | None]:
        """The cells of the pieces that a legal reply needs, and the cells that it needs empty of others."""
        replies = position.legal_moves()
        if not replies:
            return set(position.pieces), None
        reply = min(replies, key=str)
        needed = {cell for cell, piece in position.pieces.items() if piece.army != position.turn}
        needed |= {cell for cell, piece in position.pieces.items() if set(piece.kinds) & self._game.ruleset.royal}
        needed |= {cell for cell in (reply.origin, reply.target) if cell in position.pieces}
        for cell in sorted(set(position.pieces) - needed):
            fewer = {each: piece for each, piece in position.pieces.items() if each in needed or each > cell}
            if str(reply) not in map(str, Position(self._game, fewer, position.turn).legal_moves(reply.origin)):
                needed.add(cell)
        return needed, self._way(position, reply)

    def _way(self, position: Position, reply: Move) -> set[str] | None:
        """The cells that a move may pass, and where it ends; None if it follows no route, so that any may matter."""
        if not (reply.origin and reply.target):
            return None
        routes, vectors, piece = self._game.ruleset.routes, self._game.vectors, position.pieces[reply.origin]
        start, end = vectors[reply.origin], vectors[reply.target]
        ways = routes.uses_at(start, piece.kinds, piece.army, end)
        passed = {self._game.names[cell] for point, _ in ways for cell in routes.cells_before(start, point)}
        return {*passed, reply.target} if ways else None
