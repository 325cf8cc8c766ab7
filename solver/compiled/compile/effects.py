"""What the moves of a game do, by classes of moves: all that the layout of rows asks.

A class of moves is given by how the mover arrives, by its type and the victim's, and by the classes of the cells
where it starts and ends; cells are of one class if the same zones contain them. The rules of the part `effects`
(core/effects.lp) are grounded over such classes as the reference engine grounds them over moves; `locality` says why
the answers agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from clingo import Control, Function, Number, Symbol
from clingo.ast import ASTType, Program, ProgramBuilder
from numpy.typing import NDArray

from ...asp.program import draw_in
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, Given, row
from ...asp.syntax import NOWHERE as NO_PLACE
from ...asp.syntax import Signature, atoms, signature
from ...asp.terms import cell_symbol, store_name, vector
from ...errors import RulesError
from ..tables import DOUBLE, DOUBLE_SNAP, IN_PASSING, NOWHERE, ON_ORIGIN, PLAIN, SNAP, STAYS, UNMEASURED, VENTURE
from .deeds import Deed
from .locality import ASKED, Locality
from .step_sets import StepSets
from .stores import Item, Items, item

Kinds: TypeAlias = tuple[str, ...]
Type: TypeAlias = tuple[str, Kinds]
"""What stands on a cell: an army, and kinds in alphabetical order."""

GONE: Type = ("", ())
"""In the place of what a man becomes: nothing stands there any more."""

Choices: TypeAlias = tuple[tuple[Symbol, Symbol], ...]
"""What has been chosen, in the order in which it was asked: aspects and values; HELPED where the aide was told."""

HELPED: tuple[Symbol, Symbol] = (Function("aide"), Function("", []))
"""Among choices: the aide is told."""

LOCUST = Function("locust")
"""The use of a capture on the way; the role of who is taken there besides a victim."""

USES = {PLAIN: None, DOUBLE: Function("first"), IN_PASSING: Function("passing"), SNAP: LOCUST, DOUBLE_SNAP: LOCUST}
"""How the rules call each way of arriving; plain moves by none of their uses, as what they do may not depend on it."""

MOVER, VICTIM, AIDE = (Function(role) for role in ("mover", "victim", "aide"))
_OUTPUTS: tuple[Signature, ...] = (
    ("becomes", 3), ("joins", 3), ("dies", 2), ("lands", 3), ("sets", 3), ("choice", 3), ("asks", 2), ("bars", 2),
    ("spares", 2), ("calls", 3), ("gains", 3), ("spends", 3), ("wins", 3), ("heedless", 1), ("needs", 2),
    ("surrenders", 2), ("unguarded", 2),
)  # fmt: skip


class Fate(NamedTuple):
    """What becomes of a man, other than the mover, who has part in a move.

    Attributes:
        role: who he is: the victim, there or not, the partner of a deed, or the aide.
        becomes: what he becomes; None if he stays what he is.
        ends: the number of the cell where he stands then, STAYS for his own, ON_ORIGIN for where the mover started.
    """

    role: Symbol
    becomes: Type | None = None
    ends: int = STAYS

    @property
    def is_nothing(self) -> bool:
        """Whether he stays what and where he is."""
        return self.becomes is None and self.ends == STAYS


TAKEN, SEIZED = Fate(VICTIM, GONE), Fate(LOCUST, GONE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one move does: the mover arrives, and the man whom it takes is gone.

    Attributes:
        mover: what the mover becomes; None if it stays what it is.
        others: what becomes of other men.
        shadow: whether the cell passed over is open to capture in passing then.
        halts: whether the mover ends where it started.
        gains: what comes into stores.
        spends: what goes out of them.
        chosen: the choices that the move makes.
        calls: the kinds of which the aide is one, each with the measure by which he comes first; none if no aide is
            sought, or he is told.
        aides: what the move does instead where there is an aide of one of these types.
        wins: who wins by it for what, as bits: the first is for the first of `Ruleset.decisions`.
        heedless: whether it does not matter what the move leaves attacked.
        empty: the stores that must be empty, what comes into them counted.
        surrenders: the army whose commander loses all that he commands; "" if nobody does.
        unguarded: the roles of the men whom no opponent may be able to take then.
    """

    mover: Type | None = None
    others: tuple[Fate, ...] = (TAKEN,)
    shadow: bool = False
    halts: bool = False
    gains: tuple[Item, ...] = ()
    spends: tuple[Item, ...] = ()
    chosen: Choices = ()
    calls: tuple[tuple[str, str], ...] = ()
    aides: tuple[Aide, ...] = ()
    wins: int = 0
    heedless: bool = False
    empty: tuple[str, ...] = ()
    surrenders: str = ""
    unguarded: tuple[Symbol, ...] = ()


class Aide(NamedTuple):
    """What a move does that has an aide of a type, who comes first by a measure."""

    man: Type
    measure: str
    outcomes: tuple[Outcome, ...]


DeedOutcomes: TypeAlias = dict[tuple[Type, Type | None], tuple[Outcome, ...]]
"""What a deed may do, by the types of the mover and of the other man."""


class _Class(NamedTuple):
    """A class of moves, in the rules' terms.

    Attributes:
        use: how it goes.
        mover: who moves.
        others: who else has part in it, by roles.
        start: the number of the zones of the cell where it starts.
        end: that of the zones of the cell where it ends.
        chosen: the choices that are made.
        steps: the classes of which it is one step.
    """

    use: Symbol | None
    mover: Type
    others: tuple[tuple[Symbol, Type], ...]
    start: int
    end: int
    chosen: Choices = ()
    steps: frozenset[Symbol] = frozenset()


class Effects:
    """What moves do, by the rules of the part `effects`.

    Args:
        ruleset: the rules, which `locality` has nothing against.

    Attributes:
        classes: the class of each cell, by its number; classes are numbered from 0.
        zones: for each class the zones that contain its cells, each an army and a name.
        starts: how many classes of moves there are by where they start: by the class of that cell and, if it matters,
            by the classes of which the move is one step.
        step_sets: the sets of classes of which a move may be one step; a single empty one if that does not matter.
        step_set: the number of that set by the cells where the move ends and starts; one row if it does not matter.
        origins: the class of a move by where it starts, likewise.
        items: what stores may hold.
        armies: the armies, by number.
        measures: the measures by which aides are sought, each a name and an army.
        may_bar: whether some rule bars moves.
        seizers: the kinds that take men on their way.
        ways: how movers arrive: the keys of `USES`, and by each use of the game's own.
        uses: how the rules call each of them.

    Raises:
        RulesError: later, if the rules do something that rows cannot say, or clingo has anything to complain about.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._cells = [cell_symbol(cell) for cell in ruleset.cells]
        number = {cell: place for place, cell in enumerate(ruleset.cells)}
        zones: list[set[tuple[Symbol, Symbol]]] = [set() for _ in number]
        for owner, name, place in (symbol.arguments for symbol in ruleset.facts("zone", 3)):
            if vector(place) in number:
                zones[number[vector(place)]].add((owner, name))
        numbers: dict[frozenset[tuple[Symbol, Symbol]], int] = {}
        self.classes = [numbers.setdefault(frozenset(some), len(numbers)) for some in zones]
        self.zones = list(numbers)
        self._rules = Locality(ruleset.files, ruleset.signatures)
        steps = StepSets(ruleset, self._rules.mentions_steps())
        self.step_sets, self.step_set = steps.all, steps.numbers
        self.starts = len(self.zones) * len(self.step_sets)
        self.origins = self.step_set + np.array(self.classes, np.int32) * len(self.step_sets)
        self._by_zone, self._by_victim = self._rules.mentions_start(), self._rules.mentions_victim()
        self._by_start = self._by_zone or self._rules.mentions_steps()
        self._seen_as = {army: self._alike(army) for army in ruleset.players}
        self.items = Items(ruleset)
        self.armies = ruleset.players
        self.may_bar = self._rules.may_bar()
        self._known: dict[_Class, tuple[Outcome, ...]] = {}
        steppers = frozenset(str(symbol.arguments[1]) for symbol in ruleset.facts("home", 3))
        self.seizers = _seizers(ruleset)
        own = {int(VENTURE) - place: use for place, use in enumerate(ruleset.own_uses)}
        self.uses = {**USES, **{way: Function(use) for way, use in own.items()}}
        self.ways = tuple(self.uses)
        ventured = {
            way: frozenset(
                str(each.arguments[0]) for each in ruleset.facts("motion", 4) if str(each.arguments[3]) == name
            )
            for way, name in own.items()
        }
        self._special = {DOUBLE: steppers, IN_PASSING: ruleset.names("in_passing"), **ventured}
        self._special |= dict.fromkeys((SNAP, DOUBLE_SNAP), self.seizers)
        self.measures = sorted({(str(name), str(army)) for name, army, _, _ in self._measured()})

    def _alike(self, army: str) -> list[int]:
        """For each class the first that is the same to the moves of an army."""
        if self._rules.mentions_others_zones():
            return list(range(len(self.zones)))
        own = [frozenset(zone for zone in zones if str(zone[0]) == army) for zones in self.zones]
        return [own.index(zones) for zones in own]

    def _measured(self) -> Iterator[Sequence[Symbol]]:
        return (symbol.arguments for symbol in self._ruleset.facts("measure", 4))

    def distances(self) -> NDArray[np.int32]:
        """(measures, cells): how far each cell is by each of `measures`; UNMEASURED if nothing is said of it."""
        found = np.full((len(self.measures), len(self.classes)), UNMEASURED, np.int32)
        number = {cell: place for place, cell in enumerate(self._cells)}
        for name, army, cell, value in self._measured():
            if cell in number:
                row = self.measures.index((str(name), str(army)))
                found[row, number[cell]] = max(found[row, number[cell]], value.number)
        return found

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

    def may_take(self, mover: Type, victim: Type) -> bool:
        """Whether a man of one type may take one of another: an opponent's, or one of his own side."""
        return victim[0] != mover[0] or not self._ruleset.devourers.isdisjoint(mover[1])

    def depends(self, way: int, mover: Type) -> tuple[bool, bool]:
        """Whether what a type's arrivals do depends on where they start, and on the victim."""
        return self._by_start, self._by_victim

    def learn(
        self,
        movers: Iterable[Type],
        victims: Sequence[Type],
        pairs: Mapping[Type, Collection[Type | None]] | None = None,
    ) -> None:
        """Ask about all moves of some types, with victims of some types, at once: one by one takes far longer.

        Args:
            movers: the types.
            victims: those of victims, and of aides.
            pairs: if given, the victims that each type has; types that it does not have are not asked about.
        """
        starts = range(self.starts if self._by_start else 1)
        ends = sorted(set(self.classes))
        asked = []
        for way, mover in product(self.ways, movers if pairs is None else pairs):
            if not self.arrives(way, mover):
                continue
            taken: list[Type | None] = [None]
            if self._by_victim and way != DOUBLE:
                some = victims if pairs is None else pairs[mover]
                taken += [each for each in some if each and self.may_take(mover, each)]
            asked += [self._class(way, mover, victim, *cells) for victim in taken for cells in product(starts, ends)]
        asked = list(dict.fromkeys(asked))
        self._ask(asked)
        types = tuple(dict.fromkeys((*movers, *victims)))
        self._ask([each for some in asked for outcome in self._known[some] for each in _aided(some, outcome, types)])

    def outcomes(
        self, way: int, mover: Type, victim: Type | None, start: int, end: int, types: Sequence[Type]
    ) -> tuple[Outcome, ...]:
        """What the moves of a class may do: one, or several to choose from, or none if they are barred.

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
        besides = (SEIZED,) if way == DOUBLE_SNAP else ()
        return tuple(
            replace(each, others=(*each.others, *besides), aides=self._aides(asked, each, types))
            for each in self._outcomes(asked)
        )

    def _aides(self, asked: _Class, outcome: Outcome, types: Sequence[Type]) -> tuple[Aide, ...]:
        """What moves of a class do with an aide of each type that they call for."""
        found = []
        for each in _aided(asked, outcome, types):
            _, man = each.others[-1]
            measures = sorted({measure for kind, measure in outcome.calls if kind in man[1]})
            outcomes = self._outcomes(each)
            name = f"a move of a {'+'.join(asked.mover[1])} calls for a {'+'.join(man[1])} as aide"
            if len(measures) > 1:
                raise RulesError(f"{name} by several measures: {', '.join(measures)}; one is right")
            if not outcomes or any(fate.role == AIDE and fate.is_nothing for one in outcomes for fate in one.others):
                raise RulesError(f"{name}, to whom nothing happens")
            found.append(Aide(man, measures[0], outcomes))
        return tuple(found)

    def deeds(self, deed: Deed, movers: Sequence[Type], others: Sequence[Type | None]) -> DeedOutcomes:
        """The same of a deed, by the types of the mover and of the other man.

        Raises:
            RulesError: if it calls for an aide, or depends on where it is done in place.
        """
        cells = [(int(self.starting(deed.mover.start, deed.mover.end)), self.classes[deed.mover.end])]
        if deed.is_in_place:
            cells = list(product(range(self.starts), range(len(self.zones))))
        asked = {
            (mover, other, where): self._of_deed(deed, mover, other, *where)
            for mover, other, where in product(movers, others, cells)
        }
        self._ask(list(asked.values()))
        found: DeedOutcomes = {}
        for (mover, other, _), some in asked.items():
            outcomes = tuple(_done(deed, each) for each in self._known[some])
            if any(each.calls for each in outcomes):
                raise RulesError(f"the deed {deed.term} calls for an aide, which is not compiled yet")
            if found.setdefault((mover, other), outcomes) != outcomes:
                raise RulesError(f"what the deed {deed.term} does depends on where, which is not compiled yet")
        return found

    def _of_deed(self, deed: Deed, mover: Type, other: Type | None, start: int, end: int) -> _Class:
        others = () if deed.other is None or other is None else ((deed.other.role, other),)
        zone, steps = self.start(start)
        return _Class(deed.term, mover, others, zone, end, (), steps)

    def event(self, event: Symbol, man: Type) -> Outcome:
        """What an event does that befalls a man of a type.

        Raises:
            RulesError: if there is anything to choose, or the man is not gone then.
        """
        outcomes = self._outcomes(_Class(event, GONE, ((VICTIM, man),), NOWHERE, NOWHERE))
        fitting = [each for each in outcomes if each.others == (TAKEN,) and not each.empty and not each.spends]
        if len(outcomes) != 1 or fitting != [
            replace(Outcome(), gains=each.gains, surrenders=each.surrenders) for each in fitting
        ]:
            raise RulesError(
                f"the event {event} does more than remove a man and give away armies, which is not compiled yet"
            )
        return fitting[0]

    def drops(self, man: Type, end: int) -> tuple[Outcome, ...]:
        """The same of a drop, by the type of the man and the class of the cell."""
        told = self._outcomes(_Class(Function("drop"), man, (), NOWHERE, end))
        if any(each.calls or each.halts or each.heedless or each.mover == GONE or each.surrenders for each in told):
            raise RulesError("a drop calls for an aide, is heedless, or leaves nobody there, which is not compiled yet")
        return tuple(replace(each, mover=each.mover or man, others=()) for each in told)

    def passing(self) -> Outcome:
        """What a pass does: nothing.

        Raises:
            RulesError: if the rules say anything else of it.
        """
        outcomes = self._outcomes(_Class(Function("pass"), GONE, (), NOWHERE, NOWHERE))
        if outcomes != (Outcome(),):
            raise RulesError("the effects of a move do something to a pass, which is not compiled yet")
        return Outcome(others=())

    def _class(self, way: int, mover: Type, victim: Type | None, start: int, end: int) -> _Class:
        others = ((VICTIM, victim),) if victim is not None else ()
        alike, (zone, steps) = self._seen_as[mover[0]], self.start(start)
        return _Class(self.uses[way], mover, others, alike[zone] if self._by_zone else 0, alike[end], (), steps)

    def _outcomes(self, asked: _Class) -> tuple[Outcome, ...]:
        self._ask([asked])
        return self._known[asked]

    def _ask(self, classes: Sequence[_Class]) -> None:
        """Ask what the moves of some classes do, once for each choice that they ask for."""
        found: dict[_Class, dict[Outcome, Choices]] = {each: {} for each in classes if each not in self._known}
        open_ones: list[tuple[_Class, Choices]] = [(each, each.chosen) for each in found]
        while open_ones:
            answer = self._ground(open_ones)
            further: list[tuple[_Class, Choices]] = []
            for number, (asked, chosen) in enumerate(open_ones):
                told = answer[number]
                aspects = sorted(aspect for (aspect,) in told["asks"])
                if aspects:
                    values = sorted(value for aspect, value in told["choice"] if aspect == aspects[0])
                    further += [(asked, (*chosen, (aspects[0], value))) for value in values]
                elif not told["bars"]:
                    # Choices that come to the same are one move.
                    found[asked].setdefault(self._outcome(asked, told), chosen)
            open_ones = further
        for asked, outcomes in found.items():
            self._known[asked] = tuple(replace(each, chosen=chosen) for each, chosen in outcomes.items())

    def _outcome(self, asked: _Class, told: dict[str, list[Sequence[Symbol]]]) -> Outcome:
        mover = self._man(MOVER, asked.mover, told)
        places = {role: str(place) for role, place in told["lands"]}
        others = []
        for role, man in asked.others:
            becomes = self._man(role, man, told)
            starts = places.get(role) == "start" and becomes != GONE
            others.append(Fate(role, becomes, ON_ORIGIN if starts else STAYS))
        if all(role != VICTIM for role, _ in asked.others):
            # Nothing depends on him, or there is none.
            spared = any(role == VICTIM for (role,) in told["spares"])
            starts = spared and places.get(VICTIM) == "start"
            others.insert(0, Fate(VICTIM, None, ON_ORIGIN if starts else STAYS) if spared else TAKEN)
        shadow = any(str(state) == "ep" for state, _ in told["sets"])
        calls = tuple(sorted((str(kind), str(measure)) for kind, measure in told["calls"]))
        halts = places.get(MOVER) in ("start", "own") and mover != GONE
        gains, spends = (tuple(sorted(item(*each) for each in told[name])) for name in ("gains", "spends"))
        wins = sum(1 << self._decision(army, reason) for army, reason in told["wins"])
        heedless = bool(told["heedless"])
        there = {VICTIM, *([MOVER] if asked.mover != GONE else []), *(role for role, _ in asked.others)}
        stores = (store for guard in told["needs"] for store in guard[0].arguments if _is_empty_store(guard[0]))
        return Outcome(
            mover, tuple(others), shadow, halts, gains, spends, (), calls, wins=wins, heedless=heedless,
            empty=tuple(sorted(map(store_name, stores))), surrenders=self._surrenders(told),
            unguarded=tuple(sorted(role for (role,) in told["unguarded"] if role in there)),
        )  # fmt: skip

    def _surrenders(self, told: dict[str, list[Sequence[Symbol]]]) -> str:
        """Whose commander loses his armies by a move."""
        armies = sorted({str(army) for (army,) in told["surrenders"]})
        if len(armies) > 1:
            raise RulesError(f"a move has {' and '.join(armies)} surrender; the compiled engine has room for one army")
        if armies and not self._ruleset.shares_armies:
            raise RulesError("armies change hands in a game of two players, which is not compiled")
        return armies[0] if armies else ""

    def _decision(self, army: Symbol, reason: Symbol) -> int:
        """The number of what a move decides: that the army wins for the reason."""
        decisions = self._ruleset.decisions
        if (str(army), str(reason)) not in decisions:
            raise RulesError(f"a move wins for {army} by {reason}, and the game names no such player or ending")
        return decisions.index((str(army), str(reason)))

    def _man(self, role: Symbol, man: Type, told: dict[str, list[Sequence[Symbol]]]) -> Type | None:
        """What a man is afterwards: None if he stays what he is."""
        if (role,) in [tuple(each) for each in told["dies"]]:
            return GONE
        kinds = sorted({str(kind) for who, kind in told["becomes"] if who == role})
        armies = sorted({str(army) for who, army in told["joins"] if who == role})
        if not kinds and not armies:
            return None
        name = "+".join(man[1])
        for kind in kinds:
            if kind not in self._ruleset.abbreviations:
                raise RulesError(f"the effects of a move make of a {name} a {kind}, which has no abbreviation")
        if len(kinds) > 1 and not self._ruleset.facts("compounds", 0):
            raise RulesError(f"the effects of a move make of a {name} all of {', '.join(kinds)}; one kind is right")
        if len(armies) > 1:
            raise RulesError(f"the effects of a move have a {name} join all of {', '.join(armies)}; one army is right")
        return armies[0] if armies else man[0], tuple(kinds) or man[1]

    def _ground(self, asked: Sequence[tuple[_Class, Choices]]) -> list[dict[str, list[Sequence[Symbol]]]]:
        """What the rules say of some moves, each of a class and with some choices: atoms by predicate."""
        messages: list[str] = []
        options = ["2", "--warn=no-atom-undefined"]
        control = Control(options, logger=lambda _code, message: messages.append(message.strip()))
        needed = {signature(atom) for rule in self._rules.rules for literal in rule.body for atom in atoms(literal)}
        facts: Facts = {key: self._ruleset.tuples(*key) for key in needed & self._ruleset.signatures}
        facts.update(self._contexts(asked))
        with ProgramBuilder(control) as builder:
            for statement in self._ruleset.files.parts.get("base", ()):
                if statement.ast_type == ASTType.Definition:
                    builder.add(statement)
            builder.add(Program(NO_PLACE, "base", []))
            for name, arity in sorted(facts):
                for statement in draw_in(name, arity):
                    builder.add(statement)
            for rule in self._rules.rules:
                builder.add(rule)
        try:
            control.ground([("base", [])], context=Given(facts))
        except RuntimeError as error:
            raise RulesError("\n".join([*messages, str(error)])) from error
        answer: list[dict[str, list[Sequence[Symbol]]]] = [defaultdict(list) for _ in asked]
        for name, arity in _OUTPUTS:
            for atom in control.symbolic_atoms.by_signature(name, arity):
                move, *rest = atom.symbol.arguments
                answer[move.number][name].append(rest)
        return answer

    def _contexts(self, asked: Sequence[tuple[_Class, Choices]]) -> Iterator[tuple[Signature, list[Symbol]]]:
        """What is told of these moves, by predicate; each move is its number in the sequence."""
        found: dict[Signature, list[Symbol]] = {key: [] for key in ASKED}
        for number, (each, chosen) in enumerate(asked):
            move = Number(number)
            men = [] if each.mover == GONE else [(MOVER, each.mover)]
            for role, (army, kinds) in (*men, *each.others):
                found["part", 3] += [row(move, role, Function(kind)) for kind in kinds]
                found["of", 3].append(row(move, role, Function(army)))
            for place, where in (("from", each.start), ("to", each.end)):
                found[place, 3] += [row(move, *zone) for zone in (self.zones[where] if where >= 0 else ())]
            if each.use is not None:
                found["use", 2].append(row(move, each.use))
            found["steps", 2] += [row(move, name) for name in each.steps]
            found["chosen", 3] += [row(move, *choice) for choice in chosen if choice != HELPED]
        yield from found.items()


def _seizers(ruleset: Ruleset) -> frozenset[str]:
    """The kinds that take men on their way."""
    if not ruleset.has_locusts:
        return frozenset()
    routes = ruleset.routes
    return frozenset(
        kind for (_, kind), ends in routes.ends.items() if any(routes.seized[point] is not None for point in ends)
    )


def _is_empty_store(guard: Symbol) -> bool:
    """Whether a guard is that a store is empty."""
    return guard.match("empty", 1) and bool(guard.arguments[0].name)


def _aided(asked: _Class, outcome: Outcome, types: Sequence[Type]) -> list[_Class]:
    """The classes of moves with an aide that follow from one of a class that calls for him."""
    called = {kind for kind, _ in outcome.calls}
    if not called:
        return []
    return [
        asked._replace(others=(*asked.others, (AIDE, each)), chosen=(*outcome.chosen, HELPED))
        for each in types
        if each[0] == asked.mover[0] and not called.isdisjoint(each[1])
    ]


def _done(deed: Deed, outcome: Outcome) -> Outcome:
    """What a deed does, given what the rules say of it: it takes nobody, and the other man goes where it says."""
    ends = STAYS if deed.other is None or deed.is_in_place else deed.other.end
    others = (each if each.becomes == GONE else each._replace(ends=ends) for each in outcome.others)
    return replace(outcome, others=tuple(each for each in others if each.role != VICTIM))
