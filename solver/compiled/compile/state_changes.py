"""The fields of a position in one integer: rights, flags, and cells that the game names.

A right and a flag are one bit each. A field of one cell has as many bits as a cell number needs, counted from 1, and is
0 without a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from clingo import Symbol

from ...asp.ruleset import Ruleset
from ...asp.terms import Value, Vector
from ...errors import RulesError
from ..tables import AT_END, AT_START, NO_PLACE
from .special_moves import PASSING_STATES, Right, SpecialMoves

MOST_BITS = 62
"""The bits that there are."""

Flag: TypeAlias = tuple[str, str]
"""A field and one of its flags."""

_PLACES = {"start": int(AT_START), "end": int(AT_END)}


class Marked(NamedTuple):
    """A field of one cell, and a place of the move; `wanted` if the field must name that place, and not another."""

    field: str
    place: int
    wanted: bool = True


class StateChange(NamedTuple):
    """What a move requires of the fields of a position, and does to them.

    Attributes:
        needs: flags that must be set.
        lacks: flags that must not be.
        clears: flags that it clears.
        sets: flags that it sets.
        asks: a field that must, or must not, name a place of the move.
        marks: a field that names a place of the move afterwards.
    """

    needs: tuple[Flag, ...] = ()
    lacks: tuple[Flag, ...] = ()
    clears: tuple[Flag, ...] = ()
    sets: tuple[Flag, ...] = ()
    asks: Marked | None = None
    marks: Marked | None = None

    @property
    def asked(self) -> tuple[object, ...]:
        """What it asks for; all of it is empty if it asks for nothing."""
        return self.needs, self.lacks, self.asks

    @property
    def unasked(self) -> StateChange:
        """The same without what it asks for."""
        return self._replace(needs=(), lacks=(), asks=None)

    def excludes(self, other: StateChange) -> bool:
        """Whether no position fulfils the requirements of both."""
        if any(not set(one.needs).isdisjoint(two.lacks) for one, two in ((self, other), (other, self))):
            return True
        asks, also = self.asks, other.asks
        return asks is not None and also is not None and asks._replace(wanted=not asks.wanted) == also

    @property
    def is_about_start(self) -> bool:
        """Whether it speaks of the cell where the move starts."""
        return any(each is not None and each.place == AT_START for each in (self.asks, self.marks))


NO_CHANGE = StateChange()
"""That of most moves: nothing."""


class States:
    """The fields of a game, and where each is in the integer.

    Args:
        ruleset: the rules.
        special_moves: its special moves, and the rights that these need.

    Attributes:
        flags: the flags of all fields.
        width: how many bits the number of a cell needs.
        bits: how many bits there are.
    """

    def __init__(self, ruleset: Ruleset, special_moves: SpecialMoves) -> None:
        self._cells = list(ruleset.cells)
        self._fields = {name: sort for name, sort in ruleset.fields.items() if sort == "cell"}
        self._fields = {name: sort for name, sort in self._fields.items() if name not in PASSING_STATES}
        self.flags: list[Flag] = [(name, flag) for name, some in sorted(ruleset.flags.items()) for flag in some]
        self._rights: tuple[Right, ...] = special_moves.rights
        self.width = len(self._cells).bit_length()
        first = len(self._rights) + len(self.flags)
        self._shifts = {name: first + place * self.width for place, name in enumerate(sorted(self._fields))}
        self.bits = first + len(self._shifts) * self.width

    def named(self) -> list[tuple[str, object]]:
        """What each bit is about, in order, in words that other rules with the same cells have for the same."""
        fields = [(name, bit) for name in sorted(self._fields) for bit in range(self.width)]
        return [*self._rights, *self.flags, *fields]

    def flag(self, flag: Flag) -> int:
        """The bit of a flag."""
        return 1 << (len(self._rights) + self.flags.index(flag))

    def mask(self, field: str) -> int:
        """The bits of a field of one cell."""
        return ((1 << self.width) - 1) << self._shifts[field]

    def place(self, field: str) -> int:
        """From which bit on a field of one cell is, counted from 1; 0 if there is no such field."""
        return self._shifts.get(field, -1) + 1

    def of(self, name: str, value: Value) -> int:
        """The bits of a field with a value.

        Raises:
            LookupError: if nothing in the game asks for that.
        """
        if name in self._shifts:
            return (self._cells.index(_vector(value)) + 1) << self._shifts[name]
        if value and isinstance(value[0], str):
            return self.flag((name, value[0]))
        return 1 << self._rights.index((name, self._cells.index(_vector(value))))

    def fields_in(self, word: int) -> Iterator[tuple[str, Value]]:
        """The fields in the integer, with their values."""
        yield from ((name, self._cells[cell]) for bit, (name, cell) in enumerate(self._rights) if word >> bit & 1)
        yield from ((name, (value,)) for name, value in self.flags if word & self.flag((name, value)))
        for name, shift in self._shifts.items():
            number = (word & self.mask(name)) >> shift
            if number:
                yield name, self._cells[number - 1]

    def lapsing(self, names: Iterable[str]) -> int:
        """The bits of what lapses after a turn."""
        lapses = set(names)
        found = sum(1 << bit for bit, (name, _) in enumerate(self._rights) if name in lapses)
        found |= sum(self.flag(flag) for flag in self.flags if flag[0] in lapses)
        return found | sum(self.mask(name) for name in self._shifts if name in lapses)

    def row(self, state_change: StateChange) -> tuple[int, ...]:
        """The row of STATE_CHANGES."""
        needs, lacks, clears, sets = (sum(map(self.flag, some)) for some in state_change[:4])
        asks, marks = state_change.asks, state_change.marks
        found = [needs, lacks, clears | sets, sets]
        for marked in (asks, marks):
            if marked is None:
                found += [0, 0, int(NO_PLACE)]
            else:
                place = marked.place if marked.wanted else -marked.place
                found += [self.mask(marked.field), self._shifts[marked.field], place]
        return tuple(found)

    def read(self, facts: Mapping[str, Sequence[Sequence[Symbol]]], required: Iterable[Symbol]) -> StateChange:
        """What the rules derive for a move: the atoms needs/2, sets/3 and clears/3, without the move.

        Args:
            facts: these, by their names.
            required: the guards of the special move that it is, which are asked apart, but for those about flags.

        Raises:
            RulesError: if they need what is not compiled.
        """
        apart = set(required)
        guards = [each for (each,) in facts["needs"] if each.match("right", 2) or each.match("lacks", 2)]
        named: list[tuple[str, Symbol, Symbol]] = [
            (each.name, each.arguments[0], each.arguments[1])
            for each in guards
            if self.is_flag(each) or each not in apart
        ]
        named += [
            (word, each[0], each[1]) for word in ("sets", "clears") for each in facts[word] if str(each[0]) != "ep"
        ]
        flags: dict[str, list[Flag]] = {"right": [], "lacks": [], "clears": [], "sets": []}
        marked: dict[str, list[Marked]] = {"asks": [], "marks": []}
        for word, field, value in named:
            name, place = str(field), _PLACES.get(str(value))
            if (name, str(value)) in self.flags:
                flags[word].append((name, str(value)))
            elif name in self._shifts and place and word != "clears":
                marked["marks" if word == "sets" else "asks"].append(Marked(name, place, word != "lacks"))
            else:
                raise RulesError(f"a move has {word} for {name} and {value}, which is not compiled yet")
        if any(len(some) > 1 for some in marked.values()):
            raise RulesError("a move asks for several cells that a position names, or names several; one is compiled")
        asks, marks = (some[0] if some else None for some in marked.values())
        needs, lacks, clears, sets = (tuple(sorted(some)) for some in flags.values())
        return StateChange(needs, lacks, clears, sets, asks, marks)

    def is_flag(self, guard: Symbol) -> bool:
        """Whether a guard is about a flag."""
        return tuple(map(str, guard.arguments)) in self.flags


def _vector(value: Value) -> Vector:
    return tuple(int(part) for part in value)
