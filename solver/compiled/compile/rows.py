"""Lays out what moves do: rows, the groups of rows that arrivals may have, and what follows for types and the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
from clingo import Function
from numpy.typing import NDArray

from ...errors import RulesError
from .. import tables
from ..tables import BARRED, CHOOSES, DEED, DOUBLE, IN_PASSING, NOBODY, PLAIN, ROW_WIDTH, STAYS, TRIED, WAYS, Tables
from .deeds import Deed
from .effects import GONE, Effects, Outcome, Type

MOST_ROWS = (1 << 15) - 1
"""A move names its row in 15 bits (kernel/move.py)."""

Row: TypeAlias = tuple[int, ...]

Choice: TypeAlias = tuple[int, ...]
"""The numbers of the rows that a move may have."""

Table: TypeAlias = list[list[Choice | None]]
"""Choices, a line for each class of cells where moves start, a column for each type of victim; None: nothing moves."""

Asked: TypeAlias = dict[tuple[int, Type | None], tuple[Outcome, ...]]
"""What moves do, by the class of the cell where they start, and by the victim."""

_LIST_ENDS = -1
_AT = {PLAIN: tables.ON_TARGET, DOUBLE: tables.ON_TARGET, IN_PASSING: tables.ON_COMPANION}
_USUAL = {way: Outcome(shadow=way == DOUBLE) for way in range(WAYS)}


def ask(effects: Effects, way: int, mover: Type, end: int, types: Sequence[Type]) -> Asked:
    """What the moves of a type do that arrive in some way on the cells of a class, with victims of some types."""
    by_start, by_victim = effects.depends(way, mover)
    starts = range(len(effects.zones) if by_start else 1)
    victims: list[Type | None] = [] if way == IN_PASSING and by_victim else [None]
    if by_victim and way != DOUBLE:
        victims += [each for each in types if each[0] != mover[0]]
    return {(start, victim): effects.outcomes(way, mover, victim, start, end) for start in starts for victim in victims}


def men_of(deed: Deed, types: Iterable[Type]) -> tuple[list[Type], list[Type] | list[None]]:
    """The types of those who may do a deed: of the mover, and of the other man, of whom there may be none."""
    own = [each for each in types if each[0] == deed.army]
    movers = [each for each in own if not deed.mover.kinds.isdisjoint(each[1])]
    if deed.other is None:
        return movers, [None]
    return movers, [each for each in own if not deed.other.kinds.isdisjoint(each[1])]


def closed(effects: Effects, deeds: Sequence[Deed], types: Sequence[Type], most: int) -> tuple[Type, ...]:
    """Some types, and behind them all that moves may make of them, directly or by way of others.

    Raises:
        RulesError: if these are more than `most`.
    """
    found, size = dict.fromkeys(types), 0
    while size < len(found):
        size = len(found)
        found |= dict.fromkeys(sorted(_made(effects, deeds, tuple(found))))
        if len(found) > most:
            raise RulesError(f"these are {len(found)} types of piece, and the compiled engine has room for {most}")
    return tuple(found)


def _made(effects: Effects, deeds: Sequence[Deed], types: Sequence[Type]) -> set[Type]:
    """What moves of some types make of those that have part in them."""
    effects.learn(types, types)
    classes = product(range(WAYS), types, range(len(effects.zones)))
    arrivals = (ask(effects, way, mover, end, types).values() for way, mover, end in classes)
    done = (effects.deeds(deed, *men_of(deed, types)).values() for deed in deeds)
    every = (each for some in (*arrivals, *done) for outcomes in some for each in outcomes)
    return {man for each in every for man in (each.mover, each.other) if man is not None and man != GONE}


class Rows:
    """Builds `Tables.rows`, `arrivals`, `groups` and `traits`, and the column VARIES of types.

    Args:
        effects: what moves do.
        types: the types in the order of their numbers, from 1.
        royal: the royal kinds.
        known: tables laid out before, whose rows keep their numbers.
    """

    def __init__(
        self, effects: Effects, types: Sequence[Type], royal: Iterable[str], known: Tables | None = None
    ) -> None:
        self._effects, self._types, self._royal = effects, types, set(royal)
        self._numbers = {each: number for number, each in enumerate(types, 1)}
        effects.learn(types, types)
        self._labels: dict[str, int] = {"()": 0}
        if known is not None:
            self._labels = {line: number for number, line in enumerate(known.choices_made)}
        usual = [self._row(_USUAL[way], types[0], _AT[way], way) for way in range(WAYS)]
        rows = usual if known is None else [tuple(row) for row in known.rows.tolist()]
        self._rows: dict[Row, int] = {row: number for number, row in enumerate(rows)}
        self._groups: list[int] = [0]
        self._kept: dict[tuple[int, ...], int] = {}
        self._routine, self._bars = True, False
        self.varies = [tables.USUAL] * (len(types) + 1)
        """The column VARIES, for types from 0, when `arrivals` has been called."""

    def rows(self) -> NDArray[np.int32]:
        """(rows, 8): all that were needed.

        Raises:
            RulesError: if a move cannot name so many.
        """
        if len(self._rows) > MOST_ROWS:
            raise RulesError(f"moves do {len(self._rows)} things, and the compiled engine has room for {MOST_ROWS}")
        return np.array(list(self._rows), np.int32).reshape(-1, ROW_WIDTH)

    def labels(self) -> NDArray[np.int32]:
        """The characters of the choices that rows make."""
        return characters(self._labels)

    def groups(self) -> NDArray[np.int32]:
        """All groups and lists that were needed."""
        return np.array(self._groups, np.int32)

    def traits(self) -> NDArray[np.int32]:
        """(2,): whether all is routine, and whether a move is ever barred."""
        return np.array([self._routine, self._bars], np.int32)

    def arrivals(self) -> NDArray[np.int32]:
        """(types, ways, cells): the group of each arrival."""
        classes = np.array(self._effects.classes)
        found = np.zeros((len(self._types) + 1, WAYS, len(classes)), np.int32)
        for number, mover in enumerate(self._types, 1):
            for way in range(WAYS):
                groups = [self._arrival(number, mover, way, end) for end in range(len(self._effects.zones))]
                found[number, way] = np.array(groups)[classes]
        return found

    def deed(self, deed: Deed) -> int:
        """The group of a deed; its lists are for the types of the mover and, in each line, of the other man."""
        movers, others = men_of(deed, self._types)
        found = self._effects.deeds(deed, movers, others)
        at = NOBODY if deed.other is None else deed.other.start
        self._routine &= bool(deed.rights)
        choices: dict[tuple[Type, Type | None], Choice] = {}
        for (mover, other), outcomes in found.items():
            self._routine &= all(each.other is None and self._is_own(mover, each) for each in outcomes)
            choices[mover, other] = self._choice(outcomes, mover, at, DEED)
        nobody: list[Choice | None] = [None] * (len(self._types) + 1)
        lines = {each: [choices.get((each, other)) for other in (None, *self._types)] for each in movers}
        return self._group([nobody, *(lines.get(each, nobody) for each in self._types)])

    def _arrival(self, number: int, mover: Type, way: int, end: int) -> int:
        """The group of a type's arrivals on the cells of a class; what follows from it for the type is noted."""
        asked = ask(self._effects, way, mover, end, self._types)
        choices = {key: self._choice(outcomes, mover, _AT[way], way) for key, outcomes in asked.items()}
        victims = (None, *self._types) if any(victim for _, victim in asked) else (None,)
        starts = sorted({start for start, _ in asked})
        table = [[choices.get((start, victim)) for victim in victims] for start in starts]
        usual = (way,)
        if set(choices.values()) == {usual}:
            return 0
        if way == PLAIN:
            self._check_room(mover, asked)
        every = [each for outcomes in asked.values() for each in outcomes]
        self._routine &= len(set(choices.values())) == 1 and all(
            self._is_own(mover, each) and each == Outcome(each.mover, shadow=way == DOUBLE, chosen=each.chosen)
            for each in every
        )
        barred = () in choices.values()
        self._routine &= not barred
        self._bars |= barred
        simple = all(self._is_simple(mover, each) for each in every)
        level = TRIED if not simple else BARRED if barred else CHOOSES
        self.varies[number] = max(self.varies[number], level)
        return self._group(table)

    def _choice(self, outcomes: Iterable[Outcome], mover: Type, at: int, way: int) -> Choice:
        """The rows of some outcomes, for a mover, where the other man stands, and the way of moving."""
        rows = (self._row(each, mover, at, way) for each in outcomes)
        return tuple(self._rows.setdefault(row, len(self._rows)) for row in rows)

    def _row(self, outcome: Outcome, mover: Type, at: int, way: int) -> Row:
        """The row of an outcome. A man who stays what he is and where he is has no part in the move."""
        becomes, other = (
            0 if man is None else tables.GONE if man == GONE else self._numbers[man]
            for man in (outcome.mover, outcome.other)
        )
        at = NOBODY if outcome.other is None and outcome.ends == STAYS else at
        label = str(Function("", [Function("", each) for each in outcome.chosen]))
        chosen = self._labels.setdefault(label, len(self._labels))
        simple = int(self._is_simple(mover, outcome))
        return becomes, at, other, outcome.ends, int(outcome.shadow), simple, chosen, way

    def _is_own(self, mover: Type, outcome: Outcome) -> bool:
        """Whether the mover is there afterwards, in its army."""
        return outcome.mover is None or outcome.mover[0] == mover[0]

    def _is_simple(self, mover: Type, outcome: Outcome) -> bool:
        """Whether lines to the royals decide if the move is legal, so that nobody need make it.

        They do where it is only the mover that is there afterwards, on the cell where it arrives, and where no piece
        becomes royal or ceases to be.
        """
        if outcome.other != GONE or not self._is_own(mover, outcome):
            return False
        kinds = mover[1] if outcome.mover is None else outcome.mover[1]
        return kinds == mover[1] or self._royal.isdisjoint({*kinds, *mover[1]})

    def _check_room(self, mover: Type, asked: Asked) -> None:
        """Refuse two men on one cell.

        Raises:
            RulesError: if the mover arrives where a victim stays.
        """
        alone = all(victim is None for _, victim in asked)
        for (_, victim), outcomes in asked.items():
            if victim is None and not alone:
                continue
            if any(each.other is None and each.ends == STAYS and each.mover != GONE for each in outcomes):
                name = "+".join(mover[1])
                raise RulesError(
                    f"where a {name} of {mover[0]} takes, both would stay; one dies, or lands(C,victim,start)"
                )

    def _group(self, table: Table) -> int:
        """Where the group of a table starts in `Tables.groups`."""
        table = _merged([list(column) for column in zip(*_merged(table), strict=True)])
        lines = [list(line) for line in zip(*table, strict=True)]
        by_origin = len(lines[0]) if len(lines) > 1 else 0
        by_victim = int(len(lines[0]) > 1)
        # Where nothing moves any list will do.
        lists = [self._keep((*(each or ()), _LIST_ENDS)) for line in lines for each in line]
        return self._keep((by_origin, by_victim, *lists))

    def _keep(self, content: tuple[int, ...]) -> int:
        """Where a list or a group starts in `Tables.groups`, each kept once: only lists end with a negative number."""
        if content not in self._kept:
            self._kept[content] = len(self._groups)
            self._groups += content
        return self._kept[content]


def characters(lines: Iterable[str]) -> NDArray[np.int32]:
    """The characters of a text of so many lines."""
    return np.array([ord(each) for each in "\n".join(lines)], np.int32)


def _merged(lines: Table) -> Table:
    """One line in the place of all, if they agree wherever there are moves."""
    found: list[Choice | None] = []
    for column in zip(*lines, strict=True):
        some = {each for each in column if each is not None}
        if len(some) > 1:
            return lines
        found.append(next(iter(some), None))
    return [found]
