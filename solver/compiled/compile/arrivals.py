"""The layout of arrivals, drops, passes and events: the rows of each, and what follows for types and scalars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...errors import RulesError
from ..game_tables import Tables
from ..named_values import (
    CHOOSES,
    DOUBLE,
    DOUBLE_LOCUST,
    DROP,
    FORKS,
    IN_PASSING,
    LOCUST_CAPTURE,
    NEVER,
    NOWHERE,
    ON_COMPANION,
    ON_ORIGIN,
    ON_TARGET,
    PLAIN,
    PROHIBITED,
    SPECIAL_MOVE,
    STAYS,
    TRIED,
    TWO_AND_END,
    TWO_ON_WAY,
    USUAL,
    USUAL_WAYS,
    WAYS,
)
from ..tables import (
    ARRIVALS,
    CUSTOM_ARRIVALS,
    GROUP,
    ITEM_BITS,
    ITEM_WIDTH,
    MAY_PROHIBIT,
    ONE_DOUBLE,
    ONE_MOVE,
    PASS_RULE,
    ROUTINE,
    SPECIAL_MOVES,
    STORES_GROW,
    TYPES,
    VARIES,
)
from .action_layout import NO_ACTION
from .effects import Effects
from .guard_layout import NO_GUARD
from .move_forms import HALVED, OF_EVENT, PASSING, MoveForm, form_of
from .outcome_queries import Asked, Pairs, ask, casts, unasked
from .outcomes import AIDE, GONE, MOVER, VICTIM, Outcome, Type, with_aides
from .row_groups import Choice
from .row_layout import MOST_CELLS_OF_TWO, Rows
from .row_numbers import legal_rows
from .special_moves import SpecialMove
from .store_items import HAND


class Arrivals:
    """Builds ARRIVALS, CUSTOM_ARRIVALS, DROPS, PASSES and ITEMS, some scalars, and columns of TYPES.

    Args:
        effects: what moves do.
        types: the types in the order of their numbers, from 1.
        rows: numbers the rows.
        pairs: as for `ask`.
        known: tables whose groups are extended; they must have all of their own types.
        before: the pairs of which those tables have everything.
    """

    def __init__(
        self,
        effects: Effects,
        types: Sequence[Type],
        rows: Rows,
        pairs: Pairs | None = None,
        known: Tables | None = None,
        before: Pairs | None = None,
    ) -> None:
        self._effects, self._types, self._rows, self._pairs = effects, types, rows, pairs
        self._known, self._before = known, before or {}
        self._asked = None if pairs is None else unasked(pairs, self._before)
        effects.learn(types, types, self._asked)
        self._routine = pairs is None
        self._prohibits = pairs is not None and effects.may_prohibit
        self._passes, self._item_bits = int(NEVER), 0
        self._own_ends = range(len(effects.zones))
        self._ends = [effects.classes.index(end) for end in self._own_ends]
        # A capture on the way is not decided by pins and checks.
        self.varies = [TRIED if effects.locust_kinds else USUAL] * (len(types) + 1)
        """The column VARIES, for types from 0, when `arrivals` has been called."""
        self._several: set[tuple[int, int, int]] = set()
        self.ones = [[rows.masked(())] * 2 for _ in range(len(types) + 1)]
        """The columns ONE_MOVE and ONE_DOUBLE, likewise."""
        if known is not None:
            self.ones[: len(known[TYPES])] = known[TYPES][:, [ONE_MOVE, ONE_DOUBLE]].tolist()
            self.varies[: len(known[TYPES])] = known[TYPES][:, VARIES].tolist()

    def scalars(self) -> dict[int, int]:
        """The scalars that follow from what moves do, when all of it has been laid out."""
        return {
            ROUTINE: int(self._routine and not self._rows.remembers),
            MAY_PROHIBIT: int(self._prohibits),
            PASS_RULE: self._passes,
            ITEM_BITS: self._item_bits,
            STORES_GROW: int(self._rows.is_generous),
        }

    def arrivals(self) -> NDArray[np.int32]:
        """(types, ways, cells): the group of each arrival."""
        ways = range(WAYS if self._effects.locust_kinds else USUAL_WAYS)
        return self._groups(ways, None if self._known is None else self._known[ARRIVALS])

    def custom_moves(self) -> NDArray[np.int32]:
        """(uses, types, cells): the group of each arrival by a custom use."""
        own = self._effects.ways[WAYS:]
        self._routine &= not own
        found = self._groups(own, None if self._known is None else self._known[CUSTOM_ARRIVALS].swapaxes(0, 1))
        return np.ascontiguousarray(found.swapaxes(0, 1))

    def _groups(self, ways: Sequence[int], known: NDArray[np.int32] | None) -> NDArray[np.int32]:
        """(types, ways, cells): the group of each arrival, where it is not among those known."""
        classes = np.array(self._effects.classes)
        found = np.zeros((len(self._types) + 1, len(ways), len(classes)), np.int32)
        first = 1
        if known is not None:
            first = len(known)
            found[:first] = known
            for mover in self._asked or ():
                number = self._rows.number(mover)
                for place, way in enumerate(ways if number < first else ()):
                    for end in self._effects.reached(way, mover):
                        self._arrival(number, mover, way, end, int(known[number, place, self._ends[end]]))
        for number, mover in enumerate(self._types[first - 1 :], first):
            for place, way in enumerate(ways):
                if self._effects.arrives(way, mover):
                    # An open group is extended for each class of cells, which needs its own.
                    ends = self._effects.alike(way, mover).ends if self._pairs is None else self._own_ends
                    reached = dict.fromkeys(ends[end] for end in self._effects.reached(way, mover))
                    groups = {end: self._arrival(number, mover, way, end) for end in reached}
                    found[number, place] = np.array([groups.get(end, 0) for end in ends])[classes]
                    if way in (PLAIN, DOUBLE):
                        alone = np.array([(number, way, end) not in self._several for end in ends])[classes]
                        self.ones[number][way] = self._rows.masked(np.flatnonzero(alone).tolist())
        return found

    def try_all(self) -> None:
        """Note that all moves are to be made before it is known whether they are legal."""
        self._routine = False
        self.varies = [TRIED] * len(self.varies)

    def special_move(self, special_move: SpecialMove, number: int) -> int:
        """The group of a special move, given its number."""
        some = casts(special_move, self._types if self._pairs is None else self._pairs, self._before)
        at = {each.role: ON_TARGET if special_move.is_in_place else each.start for each in special_move.actors}
        form = MoveForm(SPECIAL_MOVE, {**at, AIDE: ON_COMPANION}, number)
        self._routine &= bool(special_move.guard.rights) and len(special_move.actors) <= len((MOVER, VICTIM))
        choices: dict[tuple[int, ...], Choice] = {}
        for (start, end, pieces), outcomes in self._effects.special_moves(special_move, some, self._types).items():
            for each in outcomes:
                changed = any(fate.becomes is not None for fate in each.others)
                self._routine &= not (
                    changed or each.halts or each.calls or each.judges_attacks or each.guard.is_about_more
                )
                self._routine &= self._rows.is_own(pieces[0], each)
            # Where it ends is known as that would be of a move which starts there too.
            ends = end * len(self._effects.step_sets)
            choices[*map(self._rows.number, pieces), start, ends] = self._rows.choice(outcomes, pieces[0], form)
        starts, types = self._effects.starts, None if self._pairs is not None else len(self._types) + 1
        group = None if self._known is None else int(self._known[SPECIAL_MOVES][number, GROUP])
        return self._rows.groups.tree(choices, (*(types for _ in special_move.actors), starts, starts), group)

    def passing(self, when: int) -> NDArray[np.int32]:
        """(armies,): where the rows of each player's pass are, given when players pass; empty if they never do."""
        if when == NEVER:
            return np.zeros(0, np.int32)
        self._routine, self._passes = False, when
        found = []
        for army in self._effects.armies:
            outcomes = self._effects.passing(army, self._types)
            found.append(self._rows.groups.rows(self._rows.choice(outcomes, (army, ()), PASSING)))
        return np.array(found, np.int32)

    def event(self, event: Symbol, piece: Type) -> int:
        """The row of an event that happens to a piece of a type; 0 if it never does."""
        outcome = self._effects.event(event, piece)
        return 0 if outcome is None else self._rows.choice([outcome], piece, OF_EVENT)[0]

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
        for number, piece in hands:
            form = MoveForm(DROP, {AIDE: ON_COMPANION}, number)
            places = []
            for end in range(len(self._effects.zones)):
                outcomes = self._effects.drops(piece, end, self._types)
                places.append(self._rows.groups.rows(self._rows.choice(outcomes, piece, form)))
            found[self._rows.number(piece)] = np.array(places)[classes]
        return found

    def items(self, armies: Mapping[str, int]) -> NDArray[np.int32]:
        """(items, 4): what stores may hold."""
        found = []
        for store, kind in self._effects.items.all:
            owner = store.removeprefix(f"{HAND} ")
            holder = armies[owner] if store != owner else NOWHERE
            number = self._rows.number((owner, (kind,))) if store != owner else 0
            found.append([holder, number, *self._effects.items.place((store, kind))])
        return np.array(found, np.int32).reshape(-1, ITEM_WIDTH)

    def _arrival(self, number: int, mover: Type, way: int, end: int, group: int | None = None) -> int:
        """The group of a type's arrivals on the cells of a class; what follows from it for the type is noted.

        Args:
            number: that of the type.
            mover: the type.
            way: how it arrives.
            end: the class.
            group: the group, if it is known and to be extended.
        """
        asked = ask(self._effects, way, mover, end, self._types, self._asked)
        is_open = self._pairs is not None and self._effects.arrives(way, mover)
        if not asked and not is_open:
            return 0
        different = {id(outcomes): outcomes for outcomes in asked.values()}
        every = [each for outcomes in different.values() for each in outcomes]
        self._check_companion(way, mover, every)
        laid_out = {key: self._rows.choice(outcomes, mover, form_of(way)) for key, outcomes in different.items()}
        choices = {key: laid_out[id(outcomes)] for key, outcomes in asked.items()}
        if not is_open and set(choices.values()) == {(way,)}:
            return 0
        if way in (PLAIN, DOUBLE_LOCUST, TWO_AND_END, *self._effects.ways[WAYS:]) or self._returns(way, mover):
            self._check_room(mover, asked)
        usual = self._effects.usual[way].action if way >= PLAIN else NO_ACTION
        self._routine &= len(set(choices.values())) == 1 and all(
            self._rows.is_own(mover, each)
            and each == Outcome(each.mover, action=each.action, chosen=each.chosen)
            # What a double step makes of a piece may be nothing that can be captured in passing.
            and (each.action == usual or (way == DOUBLE and each.mover is not None and each.action == NO_ACTION))
            for each in every
        )
        if is_open:
            self._check_open(mover, every)
        prohibited = () in choices.values() or any(each.sweeps for each in every)
        self._routine &= not prohibited
        self._prohibits |= prohibited
        legal = {None if is_open else self._legal_rows(outcomes) for outcomes in different.values()}
        # A move that has not been asked about may turn out to be prohibited.
        unsure = is_open or prohibited or any(each.guard != NO_GUARD for each in every)
        self.varies[number] = max(self.varies[number], self._level(way, mover, every, unsure, None not in legal))
        if legal != {1}:
            self._several.add((number, way, end))
        if is_open:
            return self._open(mover, choices, way, group)
        victims = (None, *self._types) if any(victim for _, victim in asked) else (None,)
        starts = sorted({start for start, _ in asked})
        return self._rows.groups.closed([[choices.get((start, victim)) for victim in victims] for start in starts])

    def _level(self, way: int, mover: Type, outcomes: Sequence[Outcome], unsure: bool, counted: bool) -> int:
        """How far moves differ from those that only capture (`CHOOSES` and others).

        Args:
            way: how the mover arrives.
            mover: its type.
            outcomes: what the moves may do.
            unsure: whether some may be prohibited.
            counted: whether it is sure how many outcomes of each are legal.
        """
        if way < PLAIN:
            return CHOOSES  # moves of a custom use are judged one by one, whatever they do
        every = list(with_aides(outcomes))
        forks = any(each.guard.later.checks for each, _ in every)
        if not all(self._rows.is_simple(mover, each, piece) for each, piece in every) or (forks and not counted):
            return TRIED
        return FORKS if forks else PROHIBITED if unsure else CHOOSES

    def _legal_rows(self, outcomes: Sequence[Outcome]) -> int | None:
        """How many outcomes of a move are legal, if that is sure."""
        return legal_rows(outcomes, self._effects.states.counts)

    def _check_open(self, mover: Type, outcomes: Iterable[Outcome]) -> None:
        """Refuse effects for which open groups have no room.

        Raises:
            RulesError: if there are such.
        """
        if any(each.sweeps or each.revives or each.enters for each, _ in with_aides(outcomes)):
            name = "+".join(mover[1])
            raise RulesError(
                f"a move of a {name} sweeps pieces, or has one come back or enter, with too many types for that"
            )

    def _returns(self, way: int, mover: Type) -> bool:
        """Whether moves by a way may end on a cell where they have captured."""
        return way in (LOCUST_CAPTURE, TWO_ON_WAY) and not self._effects.returning_kinds.isdisjoint(mover[1])

    def _check_companion(self, way: int, mover: Type, outcomes: Iterable[Outcome]) -> None:
        """Refuse moves of two companions that have no room for both.

        Raises:
            RulesError: if there are such.
        """
        if way < PLAIN and any(each.calls for each in outcomes):
            use = self._effects.uses[way]
            raise RulesError(f"a move of the use {use} calls for an aide, which is not compiled yet")
        if way == IN_PASSING and not self._effects.locust_kinds.isdisjoint(mover[1]):
            name = "+".join(mover[1])
            raise RulesError(f"a {name} captures in passing, and also on its way, which is not compiled yet")
        cells = len(self._effects.classes)
        calls, is_double = any(each.calls for each in outcomes), way in (TWO_ON_WAY, TWO_AND_END)
        if calls and is_double:
            raise RulesError("a move that captures two pieces on its way calls for an aide, which is not compiled yet")
        if cells > MOST_CELLS_OF_TWO and (is_double or (way in HALVED and calls)):
            what = "double step or a capture in passing calls for an aide"
            what = "route captures twice on its way" if is_double else what
            raise RulesError(
                f"a {what} on a board of {cells} cells, and the compiled engine has room for {MOST_CELLS_OF_TWO}"
            )

    def _check_room(self, mover: Type, asked: Asked) -> None:
        """Refuse two pieces on one cell.

        Raises:
            RulesError: if the mover arrives where a victim stays.
        """
        alone = all(victim is None for _, victim in asked)
        name = "+".join(mover[1])
        for each, _ in with_aides(each for outcomes in asked.values() for each in outcomes):
            back = [fate.role for fate in each.others if fate.ends == ON_ORIGIN and fate.becomes != GONE]
            if len(back) + (each.halts and each.mover != GONE) > 1:
                pieces = " and ".join(map(str, [*([MOVER] if each.halts else []), *back]))
                raise RulesError(f"where a {name} of {mover[0]} starts, its {pieces} would all land")
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
                    f"where a {name} of {mover[0]} captures, both would stay; one dies, or lands(C,victim,start)"
                )

    def _open(self, mover: Type, choices: Mapping[tuple[int, Type | None], Choice], way: int, group: int | None) -> int:
        """The open group of arrivals, with the victims that have been asked about."""
        starts = self._effects.starts if self._effects.by_start else 1
        some = {(start, self._rows.number(victim)): each for (start, victim), each in choices.items()}
        if group is None:
            # A move that has not been asked about is never made: any row of that way will do.
            usual = way if way >= PLAIN else next((row for rows in some.values() for row in rows), int(PLAIN))
            group = self._rows.groups.open(usual, starts)
        victims = sorted(self._rows.number(each) for each in (self._asked or {}).get(mover, ()))
        self._rows.groups.extend(group, starts, some, victims)
        return group
