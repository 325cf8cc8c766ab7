"""The effects of the moves of a game, by classes of moves.

A class is the way of arriving, the types of mover and victim, and the classes of the cells where the move starts and
ends; cells in the same zones are of one class. Of cells that are the same to the moves of a type (`alike_cells.py`)
only the first are asked about. The rules of the part `effects` (core/effects.lp) are grounded over these classes, as
the reference engine grounds them over moves. `locality.py` shows why the answers agree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from clingo import Function, Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import vector
from ...errors import RulesError
from ..named_values import (
    CUSTOM,
    DOUBLE,
    DOUBLE_LOCUST,
    IN_PASSING,
    LOCUST_CAPTURE,
    NOWHERE,
    PLAIN,
    TWO_AND_END,
    TWO_ON_WAY,
)
from .action_layout import NO_ACTION, Action
from .alike_cells import Alike, AlikeCells
from .helped_moves import HelpedMoves
from .locality import Locality, locality_of
from .measures import Measures
from .move_classes import Answers
from .move_forms import CAPTURED_BESIDES, USES, USUAL_OUTCOMES
from .outcomes import (
    GONE,
    STRIDE,
    VICTIM,
    Outcome,
    SpecialOutcomes,
    Type,
    with_aides,
    with_captures,
    without_victim,
)
from .route_rules import locust_kinds, returning_kinds
from .seen_moves import MoveClass
from .special_moves import SpecialMove, special_moves_of
from .state_fields import States
from .step_sets import StepSets
from .store_items import Items

_DROP = Function("drop")


class Effects:
    """What moves do, by the rules of the part `effects`.

    Args:
        ruleset: the rules, without objections of `locality.py`.

    Attributes:
        classes: the class of each cell, by its number; classes are numbered from 0.
        zones: for each class the zones that contain its cells, each an army and a name.
        items: what stores may hold.
        armies: the armies, by number.
        measures: the measures by which aides are found.
        locust_kinds: the kinds that capture on their way.
        returning_kinds: those that may end on a cell where they have captured.
        ways: how movers arrive: the keys of `USES`, and by each custom use.
        uses: the term of the rules for each of them.
        may_pass: whether players can pass.
        states: the fields of positions.

    Raises:
        RulesError: later, if effects do not fit into rows, or clingo reports an error.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        number = {cell: place for place, cell in enumerate(ruleset.cells)}
        zones: list[set[tuple[Symbol, Symbol]]] = [set() for _ in number]
        for owner, name, place in (symbol.arguments for symbol in ruleset.facts("zone", 3)):
            if vector(place) in number:
                zones[number[vector(place)]].add((owner, name))
        numbers: dict[frozenset[tuple[Symbol, Symbol]], int] = {}
        self.classes = [numbers.setdefault(frozenset(some), len(numbers)) for some in zones]
        self.zones = list(numbers)
        self.items = Items(ruleset)
        self.states = States(ruleset, special_moves_of(ruleset).rights)
        self.armies, self.lingering = ruleset.players, ruleset.names("lingers")
        self.may_pass = bool(ruleset.facts("may_pass", 0)) or "passes" in ruleset.names("no_move")
        steppers = frozenset(str(symbol.arguments[1]) for symbol in ruleset.facts("home", 3))
        self.locust_kinds, self.returning_kinds = locust_kinds(ruleset), returning_kinds(ruleset)
        own = {int(CUSTOM) - place: use for place, use in enumerate(ruleset.own_uses)}
        self.uses = {**USES, **{way: Function(use) for way, use in own.items()}}
        self.ways = tuple(self.uses)
        ventured = {
            way: frozenset(
                str(each.arguments[0]) for each in ruleset.facts("motion", 4) if str(each.arguments[3]) == name
            )
            for way, name in own.items()
        }
        self._special = {DOUBLE: steppers, IN_PASSING: ruleset.names("in_passing"), **ventured}
        self._special |= dict.fromkeys((LOCUST_CAPTURE, DOUBLE_LOCUST), self.locust_kinds)
        self._special |= dict.fromkeys((TWO_ON_WAY, TWO_AND_END), locust_kinds(ruleset, 2))
        self.measures = Measures(ruleset)

    # The rest is slow, and not needed with tables from the cache.

    @cached_property
    def _rules(self) -> Locality:
        return locality_of(self._ruleset)

    @cached_property
    def _answers(self) -> Answers:
        return Answers(self._ruleset, self._rules.rules, self.zones, self.states)

    @cached_property
    def _moves(self) -> HelpedMoves:
        return HelpedMoves(self._answers, self._seen_as if self._by_place else None)

    @cached_property
    def _cells(self) -> AlikeCells:
        return AlikeCells(self._ruleset, self._answers.rules, self.zones, self.step_sets)

    @cached_property
    def _steps(self) -> StepSets:
        return StepSets(self._ruleset, self._rules.mentions_steps())

    @cached_property
    def _stride(self) -> Action:
        """What a double step does besides moving its piece, whatever that is."""
        if not self._special[DOUBLE]:
            return NO_ACTION
        found = self._answers.of(MoveClass(STRIDE, GONE, (), NOWHERE, NOWHERE))
        return found[0].action if found else NO_ACTION

    @cached_property
    def usual(self) -> dict[int, Outcome]:
        """By the ways of arriving what a move does, whatever its pieces are, if no rule adds to it."""
        return {**USUAL_OUTCOMES, DOUBLE: Outcome(action=self._stride)}

    @property
    def step_sets(self) -> Sequence[frozenset[Symbol]]:
        """The sets of classes of which a move may be one step."""
        return self._steps.all

    @property
    def step_set(self) -> NDArray[np.int32]:
        """The number of that set by the cells where the move ends and starts."""
        return self._steps.numbers

    @property
    def starts(self) -> int:
        """How many classes of moves there are by where they start."""
        return len(self.zones) * len(self.step_sets)

    @cached_property
    def origins(self) -> NDArray[np.int32]:
        """The class of a move by where it starts."""
        return self.step_set + np.array(self.classes, np.int32) * len(self.step_sets)

    @cached_property
    def by_victim(self) -> bool:
        """Whether what arrivals do depends on the victim."""
        return self._rules.mentions_victim()

    @cached_property
    def by_start(self) -> bool:
        """Whether what arrivals do depends on where they start."""
        return self._rules.mentions_start() or self._rules.mentions_steps()

    @cached_property
    def _by_place(self) -> bool:
        return self._rules.mentions_aides_zones()

    @cached_property
    def places(self) -> NDArray[np.int32]:
        """For each cell the class of an aide on it."""
        return np.array(self.classes if self._by_place else [0] * len(self.classes), np.int32)

    @cached_property
    def _seen_as(self) -> dict[str, list[int]]:
        """For each army and each class the first that it sees as the same."""
        own = {
            army: [frozenset(zone for zone in zones if str(zone[0]) == army) for zones in self.zones]
            for army in self._ruleset.players
        }
        return {army: [some.index(zones) for zones in some] for army, some in own.items()}

    @cached_property
    def may_prohibit(self) -> bool:
        """Whether some rule bars moves."""
        return self._rules.may_prohibit()

    @cached_property
    def may_join(self) -> bool:
        """Whether pieces may come under another player's command."""
        return self._rules.may_join() or self._ruleset.shares_armies

    def starting(self, start: Any, end: Any) -> Any:
        """The class, by where they start, of moves from some cells to others, as a number or as an array of numbers."""
        return self.origins[end if len(self.origins) > 1 else 0, start]

    def start(self, number: int) -> tuple[int, frozenset[Symbol]]:
        """Of such a class that of the cell where the moves start, and the classes of which they are one step."""
        zone, steps = divmod(number, len(self.step_sets))
        return zone, self.step_sets[steps]

    def arrives(self, way: int, mover: Type) -> bool:
        """Whether a type may arrive in some way at all."""
        return way == PLAIN or not self._special[way].isdisjoint(mover[1])

    def reached(self, way: int, mover: Type) -> Sequence[int]:
        """The classes of cells where a type's arrivals may end: of double steps not all."""
        return self._double_steps[mover[0]] if way == DOUBLE else range(len(self.zones))

    @cached_property
    def _double_steps(self) -> Mapping[str, Sequence[int]]:
        """The classes of cells where double steps of an army end."""
        classes = dict(zip(self._ruleset.cells, self.classes, strict=True))
        found: dict[str, set[int]] = {army: set() for army in self.armies}
        for army, _, end, _ in (symbol.arguments for symbol in self._ruleset.facts("passage_from", 4)):
            if vector(end) in classes:
                found[str(army)].add(classes[vector(end)])
        return {army: sorted(some) for army, some in found.items()}

    def may_capture(self, mover: Type, victim: Type) -> bool:
        """Whether a piece of one type may capture one of another: an opponent's, or one of its own side."""
        return victim[0] != mover[0] or not self._ruleset.devourers.isdisjoint(mover[1])

    def alike(self, way: int, mover: Type) -> Alike:
        """The classes of cells that are the same to what a type's arrivals do."""
        return self._cells.of((self.uses[way], mover))

    def cells(self, way: int, mover: Type) -> Sequence[tuple[int, int]]:
        """By where they start and where they end, one class of a type's arrivals of each that are the same."""
        alike = self.alike(way, mover)
        return list(product(sorted(set(alike.starts if self.by_start else [0])), sorted(set(alike.ends))))

    def learn(
        self,
        movers: Iterable[Type],
        victims: Sequence[Type],
        pairs: Mapping[Type, Collection[Type | None]] | None = None,
    ) -> None:
        """Ask about all moves of some types, with victims of some types, in one query, because that is much faster.

        Args:
            movers: the types.
            victims: those of victims, and of aides.
            pairs: if given, the victims that each type has; types that it does not have are not asked about.
        """
        asked = []
        movers = tuple(movers)
        arriving = [each for each in product(self.ways, movers if pairs is None else pairs) if self.arrives(*each)]
        self._cells.learn((self.uses[way], mover) for way, mover in arriving)
        for way, mover in arriving:
            cells = self.cells(way, mover)
            captured: list[Type | None] = [None]
            if self.by_victim and way != DOUBLE:
                some = victims if pairs is None else sorted(each for each in pairs[mover] if each)
                captured += [each for each in some if self.may_capture(mover, each)]
            asked += [self._class(way, mover, victim, *each) for victim in captured for each in cells]
        asked = list(dict.fromkeys(asked))
        self._moves.learn(asked, tuple(dict.fromkeys((*movers, *victims))))

    def learn_others(
        self, casts: Iterable[tuple[SpecialMove, Sequence[tuple[Type, ...]]]], types: Sequence[Type]
    ) -> None:
        """Ask about special moves, drops and passes in one query.

        Args:
            casts: special moves, each with the types that its pieces may be of together.
            types: those that aides may be of.
        """
        self._cells.learn((_DROP, piece) for piece in self._dropped)
        asked = [each for special_move, some in casts for each in self._classes_of(special_move, some).values()]
        asked += [self._drop(piece, end) for piece in self._dropped for end in range(len(self.zones))]
        asked += [_pass_of(army) for army in self.armies if self.may_pass]
        self._moves.learn(list(dict.fromkeys(asked)), types)

    def outcomes(
        self, way: int, mover: Type, victim: Type | None, start: int, end: int, types: Sequence[Type]
    ) -> tuple[Outcome, ...]:
        """What the moves of a class may do: one, or several to choose from, or none if they are prohibited.

        Args:
            way: how the mover arrives, one of `ways`.
            mover: its type.
            victim: that of its victim; None if there is none, or if nothing depends on it.
            start: the class by where it starts, any if nothing depends on it.
            end: the class of the cell where it arrives.
            types: those that an aide may be of.

        Raises:
            RulesError: if the rules do what rows cannot say, or clingo has anything to complain about.
        """
        asked = self._class(way, mover, victim, start, end)
        found = self._moves.of(asked, types)
        captured = CAPTURED_BESIDES.get(way)
        return tuple(with_captures(each, captured) for each in found) if captured else found

    def special_moves(
        self, special_move: SpecialMove, casts: Sequence[tuple[Type, ...]], types: Sequence[Type]
    ) -> SpecialOutcomes:
        """What a special move may do: one outcome, or several to choose from, or none if it is prohibited.

        Args:
            special_move: the special move.
            casts: the types that its pieces may be of together.
            types: those that an aide may be of.
        """
        asked = self._classes_of(special_move, casts)
        first = next(iter(asked), (0, 0, ()))[:2]
        if all(self._answers.of(each) == self._answers.of(asked[*first, key[2]]) for key, each in asked.items()):
            # The cell does not matter here, so the class has none.
            asked = {key: each for key, each in asked.items() if key[:2] == first}
        return {key: self._moves.of(each, types, without_victim) for key, each in asked.items()}

    def _classes_of(
        self, special_move: SpecialMove, casts: Sequence[tuple[Type, ...]]
    ) -> dict[tuple[int, int, tuple[Type, ...]], MoveClass]:
        """The classes of a special move by where its mover starts and ends, and by the types of its pieces."""
        mover = special_move.actors[0]
        cells = [(int(self.starting(mover.start, mover.end)), self.classes[mover.end])]
        if special_move.is_in_place:
            cells = list(product(range(self.starts), range(len(self.zones))))
        return {
            (start, end, some): self._of_special_move(special_move, some, start, end)
            for some, (start, end) in product(casts, cells)
        }

    def _of_special_move(self, special_move: SpecialMove, pieces: Sequence[Type], start: int, end: int) -> MoveClass:
        return self._alike(special_move.term, pieces[0], special_move.roles_of(pieces), start, end)

    def event(self, event: Symbol, piece: Type) -> Outcome | None:
        """What an event does that happens to a piece of a type; None if it never does, or nothing comes of it.

        Raises:
            RulesError: if there is anything to choose, or the piece is not gone then.
        """
        outcomes = self._answers.of(MoveClass(event, GONE, ((VICTIM, piece),), NOWHERE, NOWHERE))
        for each in outcomes:
            usual = Outcome(guard=each.guard, action=each.action)
            if len(outcomes) > 1 or each != usual or each.action.is_about_fields:
                raise RulesError(f"the event {event} does more than remove a piece, which is not compiled yet")
        return outcomes[0] if outcomes else None

    def drops(self, piece: Type, end: int, types: Sequence[Type]) -> tuple[Outcome, ...]:
        """What a drop may do, by the type of the piece and the class of the cell.

        Raises:
            RulesError: if the piece does not land there.
        """

        def dropped(each: Outcome) -> Outcome:  # it leaves no cell on which a piece could enter
            return replace(without_victim(each), mover=each.mover or piece, enters=None)

        found = self._moves.of(self._drop(piece, end), types, dropped)
        if any(each.is_about_start for each, _ in with_aides(found)):
            raise RulesError("a drop depends on its start, or on the way of its mover, and it has none")
        if any(each.halts for each, _ in with_aides(found)):
            raise RulesError("a dropped piece lands on the start of the move, which has none")
        return found

    def passing(self, army: str, types: Sequence[Type]) -> tuple[Outcome, ...]:
        """What a pass by a player may do.

        Raises:
            RulesError: if it changes the mover, or sweeps pieces.
        """
        found = self._moves.of(_pass_of(army), types, without_victim)
        if any(each.sweeps for each, _ in with_aides(found)):
            raise RulesError("a pass sweeps pieces around it, and it has no cell")
        if any(each.mover is not None or each.halts or each.is_about_start for each, _ in with_aides(found)):
            raise RulesError("the effects of a move speak of the mover of a pass, or of its start, and it has none")
        return found

    @property
    def _dropped(self) -> list[Type]:
        """The types of pieces that may be dropped."""
        return [piece for _, piece in self.items.hands]

    def _drop(self, piece: Type, end: int) -> MoveClass:
        """The drops of a type on the cells of a class."""
        return MoveClass(_DROP, piece, (), NOWHERE, self._cells.of((_DROP, piece)).ends[end])

    def _class(self, way: int, mover: Type, victim: Type | None, start: int, end: int) -> MoveClass:
        others = ((VICTIM, victim),) if victim is not None else ()
        return self._alike(self.uses[way], mover, others, start, end)

    def _alike(
        self, use: Symbol | None, mover: Type, others: tuple[tuple[Symbol, Type], ...], start: int, end: int
    ) -> MoveClass:
        """The class of some moves, with the first cells that are the same to them."""
        starts, ends = self._cells.of((use, mover))
        zone, steps = self.start(starts[start])
        return MoveClass(use, mover, others, zone, ends[end], (), steps)


def _pass_of(army: str) -> MoveClass:
    """The passes of a player."""
    return MoveClass(Function("pass"), (army, ()), (), NOWHERE, NOWHERE)
