"""The reference engine's answers as values. Only this module reads its atoms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from clingo import Function, Symbol

from ..asp.derived_names import check_item, check_piece, check_win
from ..asp.ruleset import Ruleset
from ..asp.session import Answer
from ..asp.terms import Vector, is_vector, state_value, text, vector
from ..errors import RulesError
from .engine import Check, Flaw, Outcome, State
from .move import Move
from .move_from_rules import Hidden, MoveFacts, by_text, made_move, reason_of
from .piece import Piece
from .placement import Placement
from .reference import ReferenceEngine
from .turn_events import Event
from .validity import Validity

_PASS = Function("pass")

_MOST_LISTED = (
    ("removes", 2), ("carries", 3), ("remakes", 4), ("halts", 2), ("perishes", 1), ("wins", 3), ("decides", 3),
    ("drops", 2),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answered:
    """An `Analysis` with all parts known."""

    moves: dict[str, Move]
    checks: tuple[Check, ...]
    outcome: Outcome | None
    same: State

    @property
    def is_check(self) -> bool:
        """Whether there are any checks."""
        return bool(self.checks)


class RulesEngine:
    """An `Engine` that grounds the rules over every position.

    Args:
        ruleset: the rules.
    """

    is_compiled = False

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.reference = ReferenceEngine(ruleset)
        self._validity = Validity(self.reference)

    def renewed(self) -> RulesEngine:
        """The engine itself, because it has room for every position."""
        return self

    def own(self, placement: Placement) -> Placement:
        """The position itself, because there is no other form."""
        return placement

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Answered:
        """Moves, checks and outcome of a position.

        Raises:
            RulesError: if two moves have the same text, or a piece with two roles changes in other ways than its kind.
        """
        answer, name = self.reference.analyse(placement, origin), self.ruleset.name
        for _, role in answer("contradictory", 2):
            raise RulesError(
                f"the rules of {name} give the {role} of a move, which has another role, more than a new kind"
            )
        unseen = {move: tuple(str(what) for (what,) in some) for move, some in _by_move(answer("unseen", 2)).items()}

        def hidden(move: Move) -> Hidden:
            assert isinstance(move.code, Symbol)
            return Hidden(unseen.get(move.code, ()), _choices(move.code))

        same = ((str(fact), self.ruleset.written(state_value(value))) for fact, value in answer("same", 2))
        return Answered(
            by_text(self.ruleset, list(self._moves(placement, answer)), hidden),
            self._checks(answer),
            read_outcome(answer),
            tuple(sorted(same)),
        )

    def successors(
        self, placement: Placement, moves: Sequence[Move], origin: Vector | None = None
    ) -> Sequence[Placement]:
        """The positions after some legal moves, one for each, from one grounding.

        Raises:
            RulesError: if the rules leave two pieces on one cell.
        """
        terms = [self.term(move) for move in moves]
        found = self.reference.successors(placement, terms, origin)
        return [self._checked(found[term], move) for term, move in zip(terms, moves, strict=True)]

    def passed(self, placement: Placement) -> Placement:
        """The position after a pass, which is a move without effects in the rules."""
        somewhere = next(iter(self.ruleset.cells))
        return self.reference.successors(placement, [_PASS], somewhere)[_PASS]

    def begin(self, placement: Placement) -> tuple[tuple[Event, ...], Placement] | None:
        """The events before the player to move moves, and the position after them; None if there are none."""
        answer, after = self.reference.begin(placement)
        if after is None:
            return None
        return tuple(self._events(placement, answer)), self._checked(after, "the events of a turn")

    def drawn(self, quiet: int, seen: int) -> str | None:
        """Why a position that occurs for the `seen`-th time, after `quiet` moves without progress, is a draw, if it
        is one.
        """
        return next((text(reason) for (reason,) in self.reference.drawn(quiet, seen)("drawn_by", 1)), None)

    def flaws(self, placement: Placement) -> Sequence[Flaw]:
        """Why a position is impossible; nothing if it is possible."""
        found = self._validity.flaws(placement)("flaw", 2)
        return [Flaw(_place(place), text(words)) for place, words in found]

    def term(self, move: Move) -> Symbol:
        """The rules' term for a legal move of this engine's, with its choices."""
        assert isinstance(move.code, Symbol)
        return move.code

    def _checked(self, after: Placement, what: object) -> Placement:
        """A position after something, if no cell has two pieces, and the game has all kinds, armies and items."""
        name, names = self.ruleset.name, self.ruleset.cells
        for cell, kinds, army in after.pieces:
            check_piece(self.ruleset, kinds, army)
            if len(kinds) > 1 and not self._has_compounds:
                made = f"make a piece on {names[cell]} all of {', '.join(kinds)} after {what}"
                raise RulesError(f"the rules of {name} {made}; one kind is right, unless the game states compounds")
        for store, item, _ in after.stores:
            check_item(self.ruleset, store, item)
        for (cell, kinds, army), (other, same, side) in pairwise(sorted(after.pieces)):
            if cell == other:
                where = "each piece that survives needs a place of its own, as by lands(C,victim,start)"
                if kinds == same:
                    where = f"a piece joins one army, not both {army} and {side}, and {where}"
                raise RulesError(f"the rules of {name} leave two pieces on {names[cell]} after {what}; {where}")
        return after

    @cached_property
    def _has_compounds(self) -> bool:
        return bool(self.ruleset.facts("compounds", 0))

    def _moves(self, placement: Placement, answer: Answer) -> Iterator[Move]:
        """The legal moves among the atoms of an answer."""
        names, ruleset = self.ruleset.names_by_symbol, self.ruleset
        pieces = self._pieces(placement)
        special = {move: text(name) for move, name in answer("special", 2)}
        rows = {name: _by_move(answer(name, arity)) for name, arity in _MOST_LISTED}
        for move, origin, target in answer("legal", 3):
            facts = {name: found.get(move, ()) for name, found in rows.items()}
            shown = MoveFacts(
                move,
                names.get(origin, ""),
                names.get(target, ""),
                special.get(move),
                [names[cell] for (cell,) in facts["removes"]],
                [(names[start], names[end]) for start, end in facts["carries"]],
                self._remade(facts["remakes"]),
                next((names[cell] for (cell,) in facts["halts"]), None),
                bool(facts["perishes"]),
                sorted(str(kind) for (kind,) in facts["drops"]),
                move.match("chose", 3),
            )
            decided = [(str(player), str(reason)) for player, reason in facts["decides"]]
            for army, reason in facts["wins"]:
                check_win(ruleset, str(army), str(reason))
            yield made_move(ruleset, pieces, shown, reason_of(ruleset, placement.turn, decided))

    def _remade(self, rows: Iterable[Sequence[Symbol]]) -> dict[str, Piece]:
        """The pieces that change their kinds or army, by the cells where they end."""
        kinds: dict[str, set[str]] = {}
        armies: dict[str, str] = {}
        for symbol, kind, army in rows:
            cell = self.ruleset.names_by_symbol[symbol]
            kinds.setdefault(cell, set()).add(str(kind))
            armies[cell] = str(army)
        for cell, found in kinds.items():
            check_piece(self.ruleset, found, armies[cell])
        return {cell: Piece(tuple(sorted(found)), armies[cell]) for cell, found in kinds.items()}

    def _pieces(self, placement: Placement) -> dict[str, Piece]:
        return {self.ruleset.cells[cell]: Piece(kinds, army) for cell, kinds, army in placement.pieces}

    def _events(self, placement: Placement, answer: Answer) -> Iterator[Event]:
        """The events, in the order of cells, and the position before them."""
        pieces = self._pieces(placement)
        titles = {event: text(name) for event, name in answer("special", 2)}
        removed = {event for event, _ in answer("removes", 2)}
        captured: dict[object, list[str]] = {}
        for event, army in answer("forfeits", 2):
            captured.setdefault(event, []).append(str(army))
        names = self.ruleset.cells
        happened = {(names[vector(event.arguments[1])], event) for (event,) in answer("happens", 1)}
        for cell, event in sorted(happened, key=lambda each: each[0]):
            piece = pieces[cell]
            name = titles.get(event, str(event.arguments[0]))
            words = f"{piece.army} {self.ruleset.piece_name(piece.kinds)}"
            yield Event(name, cell, words, event in removed, tuple(sorted(captured.get(event, ()))))

    def _checks(self, answer: Answer) -> tuple[Check, ...]:
        names, routes = self.ruleset.cells, self.ruleset.routes
        found: dict[tuple[str, str], set[tuple[str, ...]]] = {}
        for checker, royal, point in answer("gives_check", 3):
            passed = routes.cells_before(vector(checker), point.number)
            key = names[vector(checker)], names[vector(royal)]
            found.setdefault(key, set()).add(tuple(sorted(names[cell] for cell in passed)))
        return tuple(Check(*key, tuple(sorted(along))) for key, along in sorted(found.items()))


def read_outcome(answer: Answer) -> Outcome | None:
    """How the game has ended, by an answer; None if it has not."""
    reasons = [text(reason) for (reason,) in answer("outcome", 1)]
    winners = [str(player) for (player,) in answer("winner", 1)]
    by = tuple(sorted(str(reason) for (reason,) in answer("won_by", 1)))
    return Outcome(reasons[0], winners[0] if winners else None, by) if reasons else None


def _place(place: Symbol) -> Vector | tuple[str, tuple[int, ...] | tuple[str, ...]]:
    """The subject of a flaw: a cell, or `state(Name, Value)`."""
    return vector(place) if is_vector(place) else (str(place.arguments[0]), state_value(place.arguments[1]))


def _by_move(rows: Iterable[Sequence[Symbol]]) -> dict[Symbol, list[Sequence[Symbol]]]:
    """Atoms whose first argument is a move, grouped by it; each without it."""
    found: dict[Symbol, list[Sequence[Symbol]]] = {}
    for move, *rest in rows:
        found.setdefault(move, []).append(rest)
    return found


def _choices(term: Symbol) -> list[str]:
    """The written choices of a move, and its use if that is the game's own."""
    found = list[str]()
    while term.name in ("chose", "aided"):
        if term.name == "chose":
            found.append("=".join(map(str, term.arguments[1:])))
        term = term.arguments[0]
    if term.match("go", 3):
        found.append(f"use={term.arguments[2]}")
    return found[::-1]
