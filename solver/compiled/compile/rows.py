"""Lays out what moves do: rows, the groups of rows that arrivals may have, and what follows for types and the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from clingo import Function, Symbol
from numpy.typing import NDArray

from ...errors import RulesError
from .. import tables
from ..tables import (
    BARRED,
    CHOOSES,
    DEED,
    DOUBLE,
    DOUBLE_SNAP,
    DROP,
    EVENT,
    IN_PASSING,
    ITEM_WIDTH,
    MEMORY_WIDTH,
    MEN,
    NEVER,
    NOBODY,
    NOWHERE,
    ON_ORIGIN,
    PASS,
    PLAIN,
    ROW_WIDTH,
    SNAP,
    STAYS,
    TRADE_WIDTH,
    TRIED,
    USUAL_WAYS,
    WAYS,
    Tables,
)  # fmt: skip
from .asking import Asked, Pairs, ask, men_of
from .deeds import Deed
from .effects import Effects
from .groups import Choice, Groups, Seek, Seeks
from .memory import FORGETFUL, Memory
from .outcomes import AIDE, GONE, LOCUST, MOVER, SECOND, SEIZED, TAKEN, VICTIM, Outcome, Type, with_aides
from .stores import HAND

MOST_ROWS = (1 << 15) - 1
"""A move names its row in 15 bits (kernel/move.py)."""

MOST_CELLS_OF_TWO = (1 << 8) - 1
"""A move that names two companions has 8 bits for each."""

Row: TypeAlias = tuple[int, ...]


class _Manner(NamedTuple):
    """How moves are written down, of which rows say what they do.

    Attributes:
        way: the way of moving.
        at: where the other men stand, by their roles.
        of: the number of the deed, or of the item that is dropped.
        halved: whether the companion is two cells.
    """

    way: int
    at: Mapping[Symbol, int]
    of: int = 0
    halved: bool = False


_MANNERS = {
    PLAIN: _Manner(PLAIN, {VICTIM: tables.ON_TARGET, AIDE: tables.ON_COMPANION}),
    DOUBLE: _Manner(DOUBLE, {VICTIM: tables.ON_TARGET}),
    IN_PASSING: _Manner(IN_PASSING, {VICTIM: tables.ON_COMPANION}),
    SNAP: _Manner(SNAP, {VICTIM: tables.ON_COMPANION}),
    DOUBLE_SNAP: _Manner(DOUBLE_SNAP, {VICTIM: tables.ON_TARGET, LOCUST: tables.ON_COMPANION}),
}
_HALVED = {
    DOUBLE: _Manner(DOUBLE, {VICTIM: tables.ON_TARGET, AIDE: tables.ON_SECOND}, halved=True),
    IN_PASSING: _Manner(IN_PASSING, {VICTIM: tables.ON_FIRST, AIDE: tables.ON_SECOND}, halved=True),
    SNAP: _Manner(SNAP, {VICTIM: tables.ON_FIRST, AIDE: tables.ON_SECOND}, halved=True),
    DOUBLE_SNAP: _Manner(
        DOUBLE_SNAP, {VICTIM: tables.ON_TARGET, LOCUST: tables.ON_FIRST, AIDE: tables.ON_SECOND}, halved=True
    ),
}
"""The same of moves that have a companion, with an aide besides."""


def _manner(way: int) -> _Manner:
    """How moves of a way are written down; those of the game's own uses as plain ones."""
    return _MANNERS[way] if way >= PLAIN else _MANNERS[PLAIN]._replace(way=way)


_PASSING = _Manner(PASS, {AIDE: tables.ON_COMPANION})
_EVENT = _Manner(EVENT, {VICTIM: tables.ON_TARGET})
USUAL_OUTCOMES = {way: Outcome(shadow=way == DOUBLE) for way in range(WAYS)}
USUAL_OUTCOMES[DOUBLE_SNAP] = Outcome(others=(TAKEN, SEIZED))


class Rows:
    """Builds `Tables.rows`, `arrivals`, `groups` and `traits`, and the column VARIES of types.

    Args:
        effects: what moves do.
        types: the types in the order of their numbers, from 1.
        royal: the royal kinds.
        known: tables laid out before, whose rows keep their numbers.
        pairs: as for `ask`.
    """

    def __init__(
        self,
        effects: Effects,
        types: Sequence[Type],
        royal: Iterable[str],
        known: Tables | None = None,
        pairs: Pairs | None = None,
    ) -> None:
        self._effects, self._types, self._royal = effects, types, set(royal)
        self._numbers = {each: number for number, each in enumerate(types, 1)}
        effects.learn(types, types, pairs)
        self._pairs = pairs
        self._labels: dict[str, int] = {"()": 0}
        self._seeks = Seeks(known)
        self._trades: dict[tuple[int, ...], int] = {}
        self._memories: dict[tuple[int, ...], int] = {}
        if known is not None:
            self._memories = {tuple(each): number for number, each in enumerate(known.memories.tolist(), 1)}
            self._trades = {tuple(each): number for number, each in enumerate(known.trades.tolist(), 1)}
        if known is not None:
            self._labels = {line: number for number, line in enumerate(known.choices_made)}
        usual = [self._row(USUAL_OUTCOMES[way], types[0], _MANNERS[way]) for way in range(WAYS)]
        rows = usual if known is None else [tuple(row) for row in known.rows.tolist()]
        self._rows: dict[Row, int] = {row: number for number, row in enumerate(rows)}
        self.groups = Groups()
        self._routine = pairs is None
        self._bars = pairs is not None and effects.may_bar
        self._generous, self._passes, self._item_bits = False, int(NEVER), 0
        # Who takes men on the way needs them there, which neither pins nor checks say.
        self.varies = [TRIED if effects.seizers else tables.USUAL] * (len(types) + 1)
        """The column VARIES, for types from 0, when `arrivals` has been called."""

    def rows(self) -> NDArray[np.int32]:
        """(rows, 30): all that were needed.

        Raises:
            RulesError: if a move cannot name so many.
        """
        if len(self._rows) > MOST_ROWS:
            raise RulesError(f"moves do {len(self._rows)} things, and the compiled engine has room for {MOST_ROWS}")
        return np.array(list(self._rows), np.int32).reshape(-1, ROW_WIDTH)

    def labels(self) -> NDArray[np.int32]:
        """The characters of the choices that rows make."""
        return characters(self._labels)

    def seeks(self) -> NDArray[np.int32]:
        """(seeks, types, 2): how rows seek aides; to be asked for before `groups`."""
        found = np.zeros((len(self._seeks), len(self._types) + 1, 2), np.int32)
        for number, kind, (rows, measure) in self._seeks:
            found[number, kind] = self.groups.rows(rows), measure
        return found

    def traits(self) -> NDArray[np.int32]:
        """(5,): whether all is routine, if any move is barred, when players pass, an item's bits, if stores gain."""
        return np.array([self._routine, self._bars, self._passes, self._item_bits, self._generous], np.int32)

    def arrivals(self) -> NDArray[np.int32]:
        """(types, ways, cells): the group of each arrival."""
        classes = np.array(self._effects.classes)
        ways = WAYS if self._effects.seizers else USUAL_WAYS
        found = np.zeros((len(self._types) + 1, ways, len(classes)), np.int32)
        for number, mover in enumerate(self._types, 1):
            for way in range(ways):
                groups = [self._arrival(number, mover, way, end) for end in range(len(self._effects.zones))]
                found[number, way] = np.array(groups)[classes]
        return found

    def ventures(self) -> NDArray[np.int32]:
        """(uses, types, cells): the group of each arrival by a use of the game's own."""
        classes, own = np.array(self._effects.classes), self._effects.ways[WAYS:]
        found = np.zeros((len(own), len(self._types) + 1, len(classes)), np.int32)
        self._routine &= not own
        for number, mover in enumerate(self._types, 1):
            for place, way in enumerate(own):
                groups = [self._arrival(number, mover, way, end) for end in range(len(self._effects.zones))]
                found[place, number] = np.array(groups)[classes]
        return found

    def try_all(self) -> None:
        """Note that all moves are to be made before it is known whether they are legal."""
        self._routine = False
        self.varies = [TRIED] * len(self.varies)

    def deed(self, deed: Deed, number: int) -> int:
        """The group of a deed, given its number."""
        men = men_of(deed, self._types if self._pairs is None else self._pairs)
        at = {each.role: tables.ON_TARGET if deed.is_in_place else each.start for each in deed.men}
        manner = _Manner(DEED, {**at, AIDE: tables.ON_COMPANION}, number)
        self._routine &= bool(deed.rights) and len(deed.men) <= len((MOVER, VICTIM))
        choices: dict[tuple[int, ...], Choice] = {}
        for (start, end, some), outcomes in self._effects.deeds(deed, men, self._types).items():
            for each in outcomes:
                changed = any(fate.becomes is not None for fate in each.others)
                self._routine &= not (changed or each.halts or each.calls or each.unguarded)
                self._routine &= self._is_own(some[0], each)
            # Where it ends is known as that would be of a move which starts there too.
            ends = end * len(self._effects.step_sets)
            choices[start, ends, *map(self._number, some)] = self._choice(outcomes, some[0], manner)
        starts, types = self._effects.starts, None if self._pairs is not None else len(self._types) + 1
        return self.groups.tree(choices, (starts, starts, *(types for _ in men)))

    def passing(self, when: int) -> NDArray[np.int32]:
        """(armies,): where the rows of each player's pass are, given when players pass; empty if they never do."""
        if when == NEVER:
            return np.zeros(0, np.int32)
        self._routine, self._passes = False, when
        found = []
        for army in self._effects.armies:
            outcomes = self._effects.passing(army, self._types)
            found.append(self.groups.rows(self._choice(outcomes, (army, ()), _PASSING)))
        return np.array(found, np.int32)

    def event(self, event: Symbol, man: Type) -> int:
        """The row of an event that befalls a man of a type; 0 if it never does."""
        outcome = self._effects.event(event, man)
        return 0 if outcome is None else self._numbered(self._row(outcome, man, _EVENT))

    def _arrival(self, number: int, mover: Type, way: int, end: int) -> int:
        """The group of a type's arrivals on the cells of a class; what follows from it for the type is noted."""
        asked = ask(self._effects, way, mover, end, self._types, self._pairs)
        is_open = self._pairs is not None and self._effects.arrives(way, mover)
        if not asked and not is_open:
            return 0
        choices = {key: self._choice(outcomes, mover, _manner(way)) for key, outcomes in asked.items()}
        victims = (None, *self._types) if any(victim for _, victim in asked) else (None,)
        starts = sorted({start for start, _ in asked})
        table = [[choices.get((start, victim)) for victim in victims] for start in starts]
        if not is_open and set(choices.values()) == {(way,)}:
            return 0
        if way in (PLAIN, *self._effects.ways[WAYS:]):
            self._check_room(mover, asked)
        every = [each for outcomes in asked.values() for each in outcomes]
        self._routine &= len(set(choices.values())) == 1 and all(
            self._is_own(mover, each) and each == Outcome(each.mover, shadow=way == DOUBLE, chosen=each.chosen)
            for each in every
        )
        barred = () in choices.values()
        self._routine &= not barred
        self._bars |= barred
        self._check_companion(way, every)
        simple = all(self._is_simple(mover, each, man) for each, man in with_aides(every))
        # A move that nobody has asked about may turn out to be barred.
        unsure = is_open or barred or any(each.spends or each.empty or any(each.memory.asked) for each in every)
        # Moves of a use of the game's own are made one by one, whatever they do.
        level = CHOOSES if way < PLAIN else TRIED if not simple else BARRED if unsure else CHOOSES
        self.varies[number] = max(self.varies[number], level)
        return self._open(mover, choices, way) if is_open else self.groups.closed(table)

    def _choice(self, outcomes: Iterable[Outcome], mover: Type, manner: _Manner) -> Choice:
        """The rows of some outcomes, for a mover."""
        return tuple(self._numbered(self._row(each, mover, manner)) for each in outcomes)

    def _numbered(self, row: Row) -> int:
        return self._rows.setdefault(row, len(self._rows))

    def _row(self, outcome: Outcome, mover: Type, manner: _Manner, aide: Type | None = None) -> Row:
        """The row of an outcome. A man who stays what he is and where he is has no part in it, unless in a deed.

        Args:
            outcome: the outcome.
            mover: the type of the mover.
            manner: how the move is written down.
            aide: the type of the aide.
        """
        label = str(Function("", [Function("", each) for each in outcome.chosen]))
        chosen = self._labels.setdefault(label, len(self._labels))
        twin = self._numbered(self._row(outcome, mover, _MANNERS[PLAIN], aide)) if manner.way < PLAIN else 0
        simple = int(self._is_simple(mover, outcome, aide))
        shadow = int(outcome.shadow) << int(manner.halved)
        row = [self._become(outcome.mover), int(outcome.halts), shadow, simple, chosen]
        row += [self._seek(outcome, mover, manner), manner.way, self._trade(outcome), outcome.wins]
        row += [int(outcome.heedless)]
        row += [self._lost(outcome), manner.of, twin]
        row.append(self._memory(outcome.memory))
        fates = [each for each in outcome.others if manner.way == DEED or not each.is_nothing]
        men = [(MOVER, outcome.mover), *((each.role, each.becomes) for each in fates)]
        row.append(sum(1 << man for man, (role, to) in enumerate(men) if role in outcome.unguarded and to != GONE))
        for each in fates:
            row += manner.at[each.role], self._become(each.becomes), each.ends
        for _ in range(len(fates), tables.MEN):
            row += NOBODY, 0, STAYS
        if len(row) > ROW_WIDTH:
            raise RulesError(f"a move does something to {len(fates)} men besides the mover; there is room for {MEN}")
        return tuple(row)

    def _number(self, man: Type | None) -> int:
        """The number of a type, 0 for nobody."""
        return 0 if man is None else self._numbers[man]

    def _become(self, man: Type | None) -> int:
        """What a row says that a man becomes."""
        return 0 if man is None else tables.GONE if man == GONE else self._numbers[man]

    def _seek(self, outcome: Outcome, mover: Type, manner: _Manner) -> int:
        """How a row seeks an aide."""
        if not outcome.aides:
            return 0
        found: Seek = [None] * (len(self._types) + 1)
        for man, measure, outcomes in outcome.aides:
            aided = self._helped(outcome, manner)
            rows = tuple(self._numbered(self._row(each, mover, aided, man)) for each in outcomes)
            found[self._numbers[man]] = rows, self._effects.measures.index((measure, man[0]))
        return self._seeks.number(found)

    def _helped(self, outcome: Outcome, manner: _Manner) -> _Manner:
        """How a move is written down with one aide more than it has."""
        if all(each.role != AIDE for each in outcome.others):
            return _HALVED.get(manner.way, manner)
        cells = len(self._effects.classes)
        if manner.halved or cells > MOST_CELLS_OF_TWO:
            what = "that has another companion" if manner.halved else f"on a board of {cells} cells"
            raise RulesError(f"a move {what} calls for a second aide, for whom the compiled engine has no room")
        return manner._replace(at={**manner.at, AIDE: tables.ON_FIRST, SECOND: tables.ON_SECOND}, halved=True)

    def _trade(self, outcome: Outcome) -> int:
        """What stores gain and spend by a row."""
        if not (outcome.gains or outcome.spends or outcome.empty):
            return 0
        lost = sum(each.becomes == GONE for each in outcome.others)
        self._generous |= len(outcome.gains) > lost + len(outcome.spends)
        packed = [self._effects.items.packed((each, 1) for each in some) for some in (outcome.gains, outcome.spends)]
        late = {store in self._effects.items.late for store, _ in outcome.gains}
        if len(late) > 1:
            raise RulesError("a move brings something into a store that is late and into one that is not")
        key = (*packed[0], *packed[1], *self._effects.items.masks(outcome.empty), int(True in late))
        return self._trades.setdefault(key, len(self._trades) + 1)

    def _lost(self, outcome: Outcome) -> int:
        """Whose commander loses all his armies by a row, as `Tables.rows` has it."""
        armies = self._effects.armies
        if outcome.disbands:
            return -1 - armies.index(outcome.disbands)
        return armies.index(outcome.surrenders) + 1 if outcome.surrenders else 0

    def _memory(self, memory: Memory) -> int:
        """What a row asks of what a position says, and does to it."""
        if memory == FORGETFUL:
            return 0
        self._routine = False
        return self._memories.setdefault(self._effects.states.row(memory), len(self._memories) + 1)

    def memories(self) -> NDArray[np.int64]:
        """(memories, 10): what rows ask of what a position says, and do to it."""
        return np.array(list(self._memories), np.int64).reshape(-1, MEMORY_WIDTH)

    def trades(self) -> NDArray[np.int64]:
        """(trades, 7): what rows add to stores, take away, and ask not to be there."""
        return np.array(list(self._trades), np.int64).reshape(-1, TRADE_WIDTH)

    def items(self, armies: Mapping[str, int]) -> NDArray[np.int32]:
        """(items, 4): what stores may hold."""
        found = []
        for store, kind in self._effects.items.all:
            owner = store.removeprefix(f"{HAND} ")
            holder = armies[owner] if store != owner else NOWHERE
            number = self._numbers[owner, (kind,)] if store != owner else 0
            found.append([holder, number, *self._effects.items.place((store, kind))])
        return np.array(found, np.int32).reshape(-1, ITEM_WIDTH)

    def drops(self) -> NDArray[np.int32]:
        """(types, cells): where the rows of each drop are; empty if there are no hands."""
        items = self._effects.items
        self._routine &= not items.all
        self._item_bits = items.bits
        hands = items.hands
        if not hands:
            return np.zeros((0, len(self._effects.classes)), np.int32)
        classes = np.array(self._effects.classes)
        found = np.zeros((len(self._types) + 1, len(classes)), np.int32)
        for number, man in hands:
            manner = _Manner(DROP, {AIDE: tables.ON_COMPANION}, number)
            places = []
            for end in range(len(self._effects.zones)):
                outcomes = self._effects.drops(man, end, self._types)
                places.append(self.groups.rows(self._choice(outcomes, man, manner)))
            found[self._numbers[man]] = np.array(places)[classes]
        return found

    def _is_own(self, mover: Type, outcome: Outcome) -> bool:
        """Whether the mover is there afterwards, in its army."""
        return outcome.mover is None or outcome.mover[0] == mover[0]

    def _is_simple(self, mover: Type, outcome: Outcome, aide: Type | None) -> bool:
        """Whether lines to the royals decide if the move is legal, so that nobody need make it.

        They do where of those who have part in it only the mover and an aide are there afterwards, in their army, the
        one on the cell where it arrives, the other where he was, and where no piece becomes royal or ceases to be.
        """
        if outcome.heedless or outcome.unguarded:
            return False
        helped = [each for each in outcome.others if each.role == AIDE]
        if any(each != TAKEN for each in outcome.others if each.role != AIDE) or not self._is_own(mover, outcome):
            return False
        if outcome.halts:
            return False
        if any(each.ends != STAYS or each.becomes is None or each.becomes[0] != mover[0] for each in helped):
            return False
        changes = [(mover[1], mover[1] if outcome.mover is None else outcome.mover[1])]
        changes += [(aide[1], each.becomes[1]) for each in helped if aide is not None and each.becomes is not None]
        return all(before == after or self._royal.isdisjoint({*before, *after}) for before, after in changes)

    def _check_companion(self, way: int, outcomes: Iterable[Outcome]) -> None:
        """Refuse moves of two companions that have no room for both.

        Raises:
            RulesError: if there are such.
        """
        if way < PLAIN and any(each.calls for each in outcomes):
            use = self._effects.uses[way]
            raise RulesError(f"a move of the use {use} calls for an aide, which is not compiled yet")
        cells = len(self._effects.classes)
        if way in _HALVED and cells > MOST_CELLS_OF_TWO and any(each.calls for each in outcomes):
            raise RulesError(
                f"a double step or a capture in passing calls for an aide on a board of {cells} cells, and the compiled"
                f" engine has room for {MOST_CELLS_OF_TWO}"
            )

    def _check_room(self, mover: Type, asked: Asked) -> None:
        """Refuse two men on one cell.

        Raises:
            RulesError: if the mover arrives where a victim stays.
        """
        alone = all(victim is None for _, victim in asked)
        name = "+".join(mover[1])
        for each, _ in with_aides(each for outcomes in asked.values() for each in outcomes):
            back = [fate.role for fate in each.others if fate.ends == ON_ORIGIN and fate.becomes != GONE]
            if len(back) + (each.halts and each.mover != GONE) > 1:
                men = " and ".join(map(str, [*([MOVER] if each.halts else []), *back]))
                raise RulesError(f"where a {name} of {mover[0]} starts, its {men} would all land")
        for (_, victim), outcomes in asked.items():
            if victim is None and not alone:
                continue
            if any(
                fate.role == VICTIM
                and fate.becomes != GONE
                and fate.ends == (ON_ORIGIN if each.halts else STAYS)
                and each.mover != GONE
                for each in outcomes
                for fate in each.others
            ):
                raise RulesError(
                    f"where a {name} of {mover[0]} takes, both would stay; one dies, or lands(C,victim,start)"
                )

    def _open(self, mover: Type, choices: Mapping[tuple[int, Type | None], Choice], way: int) -> int:
        """The group of arrivals that have not been asked about with all victims."""
        by_start, _ = self._effects.depends(way, mover)
        some = {(start, self._number(victim)): each for (start, victim), each in choices.items()}
        victims = [self._number(each) for each in (self._pairs or {}).get(mover, ())]
        # What nobody has asked about is never made: any row of that way will do.
        usual = way if way >= PLAIN else next((row for rows in some.values() for row in rows), int(PLAIN))
        return self.groups.open(usual, self._effects.starts if by_start else 1, some, victims)


def _at(way: int) -> int:
    """Where the other man stands, by the way of moving."""
    return tables.ON_COMPANION if way in (IN_PASSING, SNAP) else tables.ON_TARGET


def characters(lines: Iterable[str]) -> NDArray[np.int32]:
    """The characters of a text of so many lines."""
    return np.array([ord(each) for each in "\n".join(lines)], np.int32)
