"""The special moves of a game, and the rights that they need, from its facts (core/special_moves.lp).

A right is a field of a position that is a set of cells, such as `castle CELL`. It ends when a cell is touched that it
rests on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from clingo import Function, Symbol

from ...asp.origin import Origins
from ...asp.ruleset import Ruleset
from ...play.piece import Type
from ..named_values import MOST_OTHERS, NOWHERE
from .cast_rules import casts_of
from .guard_layout import NEVER, Guard
from .locality import Objection
from .state_fields import Right
from .stated_guards import Guards
from .turn_rules import turns_of

MOST_RIGHTS = 62
"""Rights are bits of one integer."""

_MOVER = Function("mover")


class Actor(NamedTuple):
    """A piece of a special move: its role, the kinds that it may be, and where it starts and ends."""

    role: Symbol
    kinds: frozenset[str]
    start: int
    end: int


class SpecialMove(NamedTuple):
    """A special move.

    Attributes:
        term: the rules' term for it, which is the move's and its use's too.
        army: the army of the pieces.
        actors: its pieces, the mover first.
        guard: what it requires.
        is_free: whether the player moves again after it.
    """

    term: Symbol
    army: str
    actors: tuple[Actor, ...]
    guard: Guard
    is_free: bool

    @property
    def is_in_place(self) -> bool:
        """Whether two pieces do it wherever they stand, and stay."""
        return self.actors[0].start < 0

    def roles_of(self, pieces: Sequence[Type]) -> tuple[tuple[Symbol, Type], ...]:
        """The actors but the mover, each role with its type, given the types of all."""
        return tuple((each.role, piece) for each, piece in zip(self.actors[1:], pieces[1:], strict=True))


class SpecialMoves:
    """The special moves of a game (`special_moves_of`).

    Args:
        ruleset: the rules.

    Attributes:
        objections: what stands against compiling them.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._guards = Guards(ruleset)
        self.objections: list[Objection] = []
        self._requires: dict[Symbol, list[Symbol]] = defaultdict(list)
        for symbol in ruleset.facts("requires", 2):
            self._requires[symbol.arguments[0]].append(symbol)
        self._free = {symbol.arguments[0] for symbol in ruleset.facts("free", 1)}

    def guards(self, term: Symbol) -> list[Symbol]:
        """The facts that say what a special move or an event requires."""
        return self._requires[term]

    def refuse(self, symbol: Symbol, why: str) -> None:
        """Note what stands against compiling a fact."""
        path, line = Origins(self._ruleset.files).of(symbol)
        self.objections.append(Objection(str(path), line, str(symbol), why))

    @cached_property
    def all(self) -> tuple[SpecialMove, ...]:
        """The special moves that may ever be done, in order; of one that is refused there is an objection."""
        symbols = sorted(self._ruleset.facts("special_move", 2))
        return tuple(special_move for symbol in symbols for special_move in self._read(symbol, *symbol.arguments))

    @cached_property
    def rights(self) -> tuple[Right, ...]:
        """All rights that special moves ask for or that end somehow, in order: the number of each is its place."""
        found = {right for special_move in self.all for right in special_move.guard.rights}
        found |= {right for right, _ in self.ends}
        for (event,) in (symbol.arguments for symbol in self._ruleset.facts("event", 1)):
            guards = (self._guards.one(symbol.arguments[1], ()) for symbol in self._requires[event])
            found |= {right for guard in guards if guard for right in guard.rights}
        if len(found) > MOST_RIGHTS:
            fact = self._ruleset.facts("rests", 3)[0]
            self.refuse(fact, f"is one of {len(found)} rights, and the compiled engine has room for {MOST_RIGHTS}")
        return tuple(sorted(found)[:MOST_RIGHTS])

    @cached_property
    def ends(self) -> tuple[tuple[Right, int], ...]:
        """Which right ends when which cell is touched."""
        found: list[tuple[Right, int]] = []
        for name, value, touched in turns_of(self._ruleset).ends:
            symbol = Function("rests", [name, value, touched])
            cell, other = self._guards.cell(value), self._guards.cell(touched)
            if not self._guards.is_cells(str(name)):
                self.refuse(symbol, "lets a state end that is no set of cells, which is not compiled yet")
            elif cell is not None and other is not None:
                found.append(((str(name), cell), other))
        return tuple(found)

    def refused(self) -> list[Objection]:
        """What stands against compiling them, now that all is read."""
        assert self.rights is not None
        return self.objections

    def _read(self, symbol: Symbol, term: Symbol, army: Symbol) -> Iterator[SpecialMove]:
        """The special move of a fact; nothing if it is never possible, or cannot be compiled."""
        known = len(self.objections)
        actors = self._actors_of(symbol, term, army)
        guard = self._guard(term, actors or (), str(army))
        if len(self.objections) > known or actors is None or guard.never:
            return
        special_move = SpecialMove(term, str(army), actors, guard, is_free=term in self._free)
        room = {*guard.vacant, *(each.start for each in actors)}
        for each in actors:
            if each.end not in room:
                name = list(self._ruleset.cells.values())[each.end]
                self.refuse(symbol, f"does not require {name}, where the {each.role} goes, to be empty")
                return
        if len({each.start for each in actors}) < len(actors) and not special_move.is_in_place:
            self.refuse(symbol, "has one piece in several roles")
            return
        if len({each.end for each in actors}) < len(actors) and not special_move.is_in_place:
            self.refuse(symbol, "brings two pieces to one cell")
            return
        yield special_move

    def _actors_of(self, symbol: Symbol, term: Symbol, army: Symbol) -> tuple[Actor, ...] | None:
        """The pieces of a special move, the mover first; None if it is never possible."""
        cast = casts_of(self._ruleset).get(term)
        if cast is None:
            return None  # the reference engine never makes it
        if cast.fault:
            self.refuse(symbol, cast.fault)
            return None
        roles = cast.participants
        if len(roles) > MOST_OTHERS + 1:
            self.refuse(symbol, f"has {len(roles)} pieces, and the compiled engine has room for {MOST_OTHERS + 1}")
            return None
        found = []
        for role in sorted(roles, key=lambda each: (each != _MOVER, each)):
            start, end, kinds = roles[role]
            cells = [NOWHERE, NOWHERE] if cast.is_in_place else [self._guards.cell(cell) for cell in (start, end)]
            if None in cells or not kinds[army]:
                return None
            found.append(Actor(role, kinds[army], *(int(cell) for cell in cells if cell is not None)))
        return tuple(found)

    def _guard(self, term: Symbol, actors: Sequence[Actor], army: str) -> Guard:
        """What a special move of some pieces of an army requires."""
        roles = {each.role for each in actors}
        known = len(self.objections)
        for symbol in self._requires[term]:
            if self._guards.one(symbol.arguments[1], roles, army) is None:
                self.refuse(symbol, "asks for a guard that is not compiled yet")
        terms = [symbol.arguments[1] for symbol in self._requires[term]]
        return self._guards.read(terms, roles, army=army) if len(self.objections) == known else NEVER


@lru_cache(maxsize=1)
def special_moves_of(ruleset: Ruleset) -> SpecialMoves:
    """The special moves of a game, read once for all that ask about it."""
    return SpecialMoves(ruleset)
