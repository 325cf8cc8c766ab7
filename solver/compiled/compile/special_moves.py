"""The special moves of a game, and the rights that they need, from its facts (core/special_moves.lp).

A right is a field of a position that is a set of cells, such as `castle CELL`. It ends when a cell is touched that it
rests on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from clingo import Function, Symbol

from ...asp.origin import Origins
from ...asp.ruleset import Ruleset
from ...asp.terms import is_vector, store_name, vector
from ...play.piece import Type
from ..tables import ANY_CHECK, IN_CHECK, MOST_OTHERS, NO_CHECK, NOWHERE
from .locality import Objection

Right: TypeAlias = tuple[str, int]
"""The name of the state, and the number of the cell."""

PASSING_STATES = frozenset({"ep", "landed"})
"""The fields about captures in passing, which the kernel handles itself."""

MOST_RIGHTS = 62
"""Rights are bits of one integer."""

_MOVER, _PARTNER = Function("mover"), Function("partner")
_CHECKS = {"none": NO_CHECK, "some": IN_CHECK}


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
        rights: the rights that it asks for.
        check: which check it asks for: ANY_CHECK, NO_CHECK or IN_CHECK.
        empty: the cells that must be empty.
        safe: the cells where the mover must not be attacked on its way.
        secure: the pieces that must not be attacked where they are, as bits.
        is_free: whether the player moves again after it.
    """

    term: Symbol
    army: str
    actors: tuple[Actor, ...]
    rights: frozenset[Right]
    check: int
    empty: frozenset[int]
    safe: frozenset[int]
    secure: int
    is_free: bool

    @property
    def is_in_place(self) -> bool:
        """Whether two pieces do it wherever they stand, and stay."""
        return self.actors[0].start < 0

    def roles_of(self, pieces: Sequence[Type]) -> tuple[tuple[Symbol, Type], ...]:
        """The actors but the mover, each role with its type, given the types of all."""
        return tuple((each.role, piece) for each, piece in zip(self.actors[1:], pieces[1:], strict=True))


class SpecialMoves:
    """The special moves of a game.

    Args:
        ruleset: the rules.

    Attributes:
        objections: what stands against compiling them.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._number = {cell: number for number, cell in enumerate(ruleset.cells)}
        self.objections: list[Objection] = []
        self._requires = self._by_first("requires")
        self._goes = self._by_first("goes_to")
        self._actors = self._by_first("actor")
        self._free = {symbol.arguments[0] for symbol in ruleset.facts("free", 1)}
        self._flags = {(name, flag) for name, some in ruleset.flags.items() for flag in some}
        self._states = {name for name, sort in ruleset.fields.items() if sort == "cells"} - PASSING_STATES

    def _by_first(self, name: str) -> dict[Symbol, list[Symbol]]:
        """The facts of a predicate by their first argument."""
        found: dict[Symbol, list[Symbol]] = defaultdict(list)
        for symbol in self._ruleset.facts(name, _ARITIES[name]):
            found[symbol.arguments[0]].append(symbol)
        return found

    def right(self, guard: Symbol) -> Right | None:
        """The right that a guard asks for; None if it asks for none, or for one that can never be."""
        if not guard.match("right", 2) or str(guard.arguments[0]) not in self._states:
            return None
        cell = self.cell(guard.arguments[1])
        return None if cell is None else (str(guard.arguments[0]), cell)

    def guards(self, term: Symbol) -> list[Symbol]:
        """The facts that say what a special move or an event requires."""
        return self._requires[term]

    def refuse(self, symbol: Symbol, why: str) -> None:
        """Note what stands against compiling a fact."""
        path, line = Origins(self._ruleset.files).of(symbol)
        self.objections.append(Objection(str(path), line, str(symbol), why))

    def cell(self, symbol: Symbol) -> int | None:
        """The number of a cell; None if there is no such cell."""
        return self._number.get(vector(symbol)) if is_vector(symbol) else None

    @cached_property
    def all(self) -> tuple[SpecialMove, ...]:
        """Those that may ever be done, in order; of one that is refused there is an objection."""
        symbols = sorted(self._ruleset.facts("special_move", 2))
        return tuple(special_move for symbol in symbols for special_move in self._read(symbol, *symbol.arguments))

    @cached_property
    def rights(self) -> tuple[Right, ...]:
        """All rights that special moves ask for or that end somehow, in order: the number of each is its place."""
        found = {right for special_move in self.all for right in special_move.rights} | {
            right for right, _ in self.ends
        }
        events = (symbol.arguments[0] for symbol in self._ruleset.facts("event", 1))
        guards = (symbol.arguments[1] for event in events for symbol in self._requires[event])
        found |= {right for right in map(self.right, guards) if right is not None}
        if len(found) > MOST_RIGHTS:
            fact = self._ruleset.facts("rests", 3)[0]
            self.refuse(fact, f"is one of {len(found)} rights, and the compiled engine has room for {MOST_RIGHTS}")
        return tuple(sorted(found)[:MOST_RIGHTS])

    @cached_property
    def ends(self) -> tuple[tuple[Right, int], ...]:
        """Which right ends when which cell is touched."""
        found: list[tuple[Right, int]] = []
        for symbol in self._ruleset.facts("rests", 3):
            name, value, touched = symbol.arguments
            cell, other = self.cell(value), self.cell(touched)
            if str(name) not in self._states:
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
        actors = self._actors_of(symbol, term)
        guards = self._guards(term, actors or ())
        if len(self.objections) > known or actors is None or guards is None:
            return
        special_move = SpecialMove(term, str(army), actors, *guards, is_free=term in self._free)
        room = {*special_move.empty, *(each.start for each in actors)}
        for each in actors:
            if each.end not in room:
                name = self._ruleset.cells[list(self._number)[each.end]]
                self.refuse(symbol, f"does not require {name}, where the {each.role} goes, to be empty")
                return
        if len({each.start for each in actors}) < len(actors) and not special_move.is_in_place:
            self.refuse(symbol, "has one piece in several roles")
            return
        if len({each.end for each in actors}) < len(actors) and not special_move.is_in_place:
            self.refuse(symbol, "brings two pieces to one cell")
            return
        yield special_move

    def _actors_of(self, symbol: Symbol, term: Symbol) -> tuple[Actor, ...] | None:
        """The pieces of a special move, the mover first; None if it is never possible."""
        ways = {each.arguments[1]: each for each in self._goes[term]}
        if len(ways) < len(self._goes[term]):
            self.refuse(symbol, "has a piece that goes more ways than one; each is a special move of its own")
            return None
        roles = set(ways) or {_MOVER, _PARTNER}
        if _MOVER not in roles:
            return None  # the reference engine never makes it
        if len(roles) > MOST_OTHERS + 1:
            self.refuse(symbol, f"has {len(roles)} pieces, and the compiled engine has room for {MOST_OTHERS + 1}")
            return None
        found = []
        for role in sorted(roles, key=lambda each: (each != _MOVER, each)):
            kinds = frozenset(str(each.arguments[2]) for each in self._actors[term] if each.arguments[1] == role)
            cells = [self.cell(cell) for cell in ways[role].arguments[2:]] if ways else [NOWHERE, NOWHERE]
            start, end = cells
            if start is None or end is None or not kinds:
                return None
            found.append(Actor(role, kinds, int(start), int(end)))
        return tuple(found)

    def _guards(
        self, term: Symbol, actors: Sequence[Actor]
    ) -> tuple[frozenset[Right], int, frozenset[int], frozenset[int], int] | None:
        """What a special move of some pieces requires; None if that can never be."""
        roles = {each.role: number for number, each in enumerate(actors)}
        secure = 0
        rights, checks, cells = set(), {ANY_CHECK}, {"empty": set[int](), "safe": set[int]()}
        for symbol in self._requires[term]:
            guard = symbol.arguments[1]
            words = [str(each) for each in guard.arguments]
            if guard.name in ("right", "lacks") and tuple(words) in self._flags:
                continue  # requirements of flags are in its row
            if guard.match("right", 2) and words[0] in self._states:
                cell = self.cell(guard.arguments[1])
                if cell is None:
                    return None
                rights.add((words[0], cell))
            elif guard.match("check", 1) and words[0] in _CHECKS:
                checks.add(_CHECKS[words[0]])
            elif guard.match("safe", 1) and guard.arguments[0] in roles:
                secure |= 1 << roles[guard.arguments[0]]
            elif guard.name in cells and len(words) == 1 and is_vector(guard.arguments[0]):
                # Beyond the board nothing stands, and nothing is attacked.
                cells[guard.name] |= {each for each in [self.cell(guard.arguments[0])] if each is not None}
            elif not (guard.match("empty", 1) and store_name(guard.arguments[0]) in self._ruleset.stores):
                # Which stores must be empty the rows of a special move say, as of any move.
                self.refuse(symbol, "asks for a guard that is not compiled yet")
        if {NO_CHECK, IN_CHECK} <= checks:
            return None
        return frozenset(rights), max(checks), frozenset(cells["empty"]), frozenset(cells["safe"]), secure


_ARITIES = {"requires": 2, "goes_to": 4, "actor": 3}
