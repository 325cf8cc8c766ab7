"""Lays out what clingo knows of a game as tables for the kernel: types, deeds, turns, its walks and its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import vector
from ...errors import RulesError
from ..tables import (
    ACTOR_WIDTH,
    AT_WILL,
    DEED_WIDTH,
    EMPTY,
    FORBIDDEN,
    FREE,
    IF_AVOIDABLE,
    IS_STRICT,
    LINGERS,
    MEMBER,
    NEVER,
    PATH,
    TYPE_WIDTH,
    UNASKED,
    WHEN_STUCK,
    Tables,
)
from .arrivals import Arrivals
from .asking import Pairs, closed, made
from .dead import DeadMaterial
from .deeds import Actor, Deed, Deeds
from .effects import Effects
from .events import Events
from .ground import Ground
from .groups import Groups
from .outcomes import Type
from .parts import Parts
from .reach import Reach
from .rows import Rows, characters
from .tallies import Tallies
from .translation import refusals
from .unions import Unions
from .walks import Steps

_SEED = 20261121
_EXPOSURES = {"forbidden": FORBIDDEN, "if_avoidable": IF_AVOIDABLE, "free": FREE}


FEW_TYPES = 200
"""A game of no more types has all that its moves do laid out before it is played."""


def types_of(ruleset: Ruleset, effects: Effects | None = None) -> tuple[tuple[Type, ...], Pairs | None]:
    """The types that a game starts with: each kind in each army, compounds of the array, and what moves make of them.

    Args:
        ruleset: the rules.
        effects: what moves do; by default what the facts of the game say.

    Returns:
        The types, and None if there are few. Else what moves make of them goes no further than one move, and the pairs
        are those of the first types: what other types do has to be asked when they are met.
    """
    effects, first, deeds = effects or Effects(ruleset), first_types(ruleset), Deeds(ruleset).all
    found = closed(effects, first, FEW_TYPES, deeds)
    if found is not None:
        return found, None
    pairs = pairs_among(effects, first)
    return named(effects, first, pairs, deeds), pairs


def pairs_among(effects: Effects, types: Iterable[Type]) -> dict[Type, set[Type | None]]:
    """The pairs of some types: for each those that may be its victims, and None for moves without."""
    some = list(types)
    return {each: {None, *(other for other in some if effects.may_take(each, other))} for each in some}


def named(
    effects: Effects, types: Sequence[Type], pairs: Pairs, deeds: Sequence[Deed], before: Collection[Type] = ()
) -> tuple[Type, ...]:
    """Some types, and after them what moves of some pairs, and deeds with some men, make of those who take part."""
    return (*types, *sorted(made(effects, types, deeds, pairs, before) - set(types)))


def first_types(ruleset: Ruleset) -> tuple[Type, ...]:
    """Each kind in each army, and the compounds of the array."""
    single = [(army, (kind,)) for army in ruleset.players for kind in ruleset.abbreviations]
    parts: dict[tuple[str, Symbol], set[str]] = defaultdict(set)
    for symbol in ruleset.facts("start", 3):
        army, kind, cell = symbol.arguments
        parts[str(army), cell].add(str(kind))
    start = {(army, tuple(sorted(kinds))) for (army, _), kinds in parts.items()}
    return tuple(dict.fromkeys([*single, *sorted(start)]))


def objections(ruleset: Ruleset) -> list[str]:
    """Why the compiled engine cannot play a game; nothing if it can."""
    reasons = refusals(ruleset)
    if not reasons:
        effects = Effects(ruleset)
        try:
            types, pairs = types_of(ruleset, effects)
            _Layout(ruleset, types, None, effects, pairs).effects_laid_out()
        except RulesError as error:
            reasons = [str(error)]
    return reasons


def lay_out(
    ruleset: Ruleset,
    types: Sequence[Type],
    known: Tables | None = None,
    effects: Effects | None = None,
    pairs: Pairs | None = None,
    before: Pairs | None = None,
) -> Tables:
    """The tables of a game.

    Args:
        ruleset: rules that the kernel knows (`translation.refusals` says if it does).
        types: the types in the order of their numbers, from 1.
        known: tables of the first of these types; what they say of these stays as it is, number by
            number, so that a board set up with them goes with the new tables too.
        effects: what moves do; by default what the facts of the game say.
        pairs: if given, moves of these types are laid out with these victims; by default all.
        before: those of these pairs that the known tables have.

    Raises:
        RulesError: if there is no room for all that moves do, or it is contradictory.
    """
    return _Layout(ruleset, types, known, effects or Effects(ruleset), pairs, before).tables()


class _Layout:
    """The arrays of a game's tables, mostly each from a method of its name; the arguments are as for `lay_out`."""

    def __init__(
        self,
        ruleset: Ruleset,
        types: Sequence[Type],
        known: Tables | None,
        effects: Effects,
        pairs: Pairs | None,
        before: Pairs | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.types = types
        self.known = known
        self.ground = Ground(ruleset, known)
        self.number = self.ground.number
        self.armies = {army: number for number, army in enumerate(ruleset.players)}
        self.effects = effects
        self.pairs = pairs
        self.deeds = Deeds(ruleset)
        self.events = Events(ruleset, self.deeds)
        self.troops: dict[tuple[int, ...], int] = {}
        # Where rows seek aides, a type that is new may be one to men from before.
        grown = known if before and known is not None and not len(known.seeks) else None
        self.rows = Rows(effects, types, self._kinds("royal"), Groups(grown), known)
        self.arrivals = Arrivals(effects, types, self.rows, pairs, grown, None if grown is None else before)
        self.parts = Parts(ruleset)

    def effects_laid_out(self) -> None:
        """Lay out what moves do and nothing else, to see whether it can be."""
        self._deeds()
        self.arrivals.passing(self._passing())
        self.events.happens(self.types, self.arrivals.event)
        self.arrivals.drops()
        self.arrivals.arrivals()
        self.arrivals.ventures()

    def tables(self) -> Tables:
        """All of them."""
        # Sets of cells are numbered as they come: those that are there whatever the types come first.
        deeds, actors = self._deeds()
        idles = self.arrivals.passing(self._passing())
        # Sets of cells keep their numbers in larger tables.
        events = self.events.facts(self.ground.masks.one) if self.known is None else self.known.events
        happens = self.events.happens(self.types, self.arrivals.event)
        unions = Unions(self.ruleset, self.types)
        beside = unions.beside(self.number, self.ground.masks.one)
        tallies = Tallies(self.ruleset, self.types)
        counting = tallies.tallies(self.number, self.ground.masks.one)
        dead = DeadMaterial(self.ruleset, self.types)
        harmless = dead.harmless(self.number, self.ground.masks.one)
        of_types = [self.parts.add(*each) for each in self.types]
        steps, reach = Steps(self.ground, self.known), Reach(self.ground, self.known)
        for each in self.parts.walks[steps.walks :]:
            steps.add(each)
            reach.add(each)
        arrivals, ventures, drops = self.arrivals.arrivals(), self.arrivals.ventures(), self.arrivals.drops()
        if self.ground.hoppers:
            # A line to a royal depends on what a move makes of men on it, and not only on where men stand.
            self.arrivals.try_all()
        seeks = self.rows.seeks()
        passages, passed = self._passages()
        spans, step_rows, before, strict = steps.arrays()
        salts, turns = self._salts(self.effects.states.bits)
        return Tables(
            types=self._types(of_types, strict),
            parts=self.parts.array(),
            strict=strict,
            spans=spans,
            steps=step_rows,
            before=before,
            useless=self.ground.useless(self.types),
            reach=reach.reach(),
            roams=reach.roams(),
            bears=reach.bears(),
            ranks=reach.ranks(),
            lines=reach.lines(),
            routes=reach.routes(),
            masks=self.ground.masks.array(),
            rows=self.rows.rows(),
            seeks=seeks,
            places=self.effects.places,
            measures=self.effects.distances(),
            bonds=unions.bonds(),
            beside=beside,
            united=unions.united(),
            tallied=tallies.tallied(),
            tallies=counting,
            dead=dead.dead(),
            harmless=harmless,
            arrivals=arrivals,
            ventures=ventures,
            groups=self.rows.groups.array(),
            origins=self.effects.origins.ravel(),
            traits=self._traits(len(beside), unions.guarded()),
            labels=self.rows.labels(),
            names=characters(f"{army} {'+'.join(kinds)}" for army, kinds in self.types),
            deeds=deeds,
            actors=actors,
            items=self.arrivals.items(self.armies),
            events=events,
            happens=happens,
            drops=drops,
            idles=idles,
            trades=self.rows.trades(),
            memories=self.rows.memories(),
            troops=np.array(list(self.troops), np.int32).reshape(-1, len(self.types) + 1),
            passages=passages,
            passed=passed,
            crossroads=self._crossroads(),
            demands=self._demands(),
            pleas=self.events.pleas(),
            lost=self._lost(),
            salts=salts,
            turns=turns,
            seats=self._seats(),
            pairs=self.rows.groups.pairs(),
        )

    def _traits(self, unions: int, guarded: int) -> NDArray[np.int32]:
        """(17,): `Tables.traits`, given the number of unions, and those of which neither man must be attacked."""
        routine, bars, *others, generous = self.arrivals.traits()
        exposure = max((_EXPOSURES[how] for how in self._kinds("exposure")), default=FORBIDDEN)
        loses, endings = "loses" in self._kinds("no_move"), len(self.ruleset.endings)
        last, uses = bool(self.ruleset.facts("wins_last", 0)), len(self.ruleset.own_uses)
        routine = (
            routine
            and exposure == FORBIDDEN
            and not unions
            and not loses
            and not self.ruleset.facts("tally", 5)
            and not self.events.all
        )
        routine = routine and not self.ruleset.devourers and not self.ruleset.has_locusts
        routine = routine and not self._kinds("lingers")
        ends = [exposure, unions, guarded, endings, loses, len(self.events.all), last]
        states = self.effects.states
        passed = [states.place("ep_before"), states.place("landed_before"), states.width]
        return np.array([routine, bars, *others, *ends, uses, *passed, generous], np.int32)

    def _rows(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        """The arguments of each of a game's facts of some name."""
        return [symbol.arguments for symbol in self.ruleset.facts(name, arity)]

    def _kinds(self, name: str) -> set[str]:
        """The kinds of which a fact says something."""
        return {str(kind) for (kind,) in self._rows(name, 1)}

    def _types(self, of_types: Sequence[tuple[int, ...]], strict: NDArray[np.int32]) -> NDArray[np.int32]:
        """(types, 9): what there is to know of each type, given the walks of each and which of all are strict."""
        found = np.zeros((len(self.types) + 1, TYPE_WIDTH), np.int32)
        flags = [self._kinds(name) for name in ("royal", "in_passing", "irreversible")]
        lingering = self._kinds("lingers")
        for number, ((army, kinds), walks) in enumerate(zip(self.types, of_types, strict=True), 1):
            has = [int(not some.isdisjoint(kinds)) for some in flags]
            has[0] *= 1 if lingering.isdisjoint(kinds) else LINGERS
            more, loose = self.parts.place(walks[1:]), not (strict[list(walks)] & IS_STRICT).all()
            seizes = not self.effects.seizers.isdisjoint(kinds)
            found[number] = [self.armies[army], walks[0], more, *has, loose, self.arrivals.varies[number], seizes]
        return found

    def _salts(self, bits: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Random words for pieces, players and what positions say; those of a type do not depend on later types."""
        whole = np.iinfo(np.int64)
        pieces, others = (np.random.default_rng([_SEED, number]) for number in range(2))
        return (
            pieces.integers(whole.min, whole.max, (len(self.types) + 1, len(self.number))),
            others.integers(whole.min, whole.max, len(self.armies) + bits),
        )

    def _deeds(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(deeds, 9) and (actors, 3): what there is to know of each, and of those who do it."""
        rows: list[list[int]] = []
        actors: list[list[int]] = []
        for number, deed in enumerate(self.deeds.all):
            first = len(actors)
            actors += [[each.start, each.end, self._troop(deed.army, each)] for each in deed.men]
            if self.known is None:
                masks = [self.ground.masks.one(cells) for cells in (deed.empty, deed.safe)]
            else:
                masks = self.known.deeds[number][[EMPTY, PATH]].tolist()
            group = self.arrivals.deed(deed, number)
            row = [self.armies[deed.army], deed.check, *masks, deed.secure, group, first, len(actors)]
            rows.append([*row, int(deed.is_free)])
        return np.array(rows, np.int32).reshape(-1, DEED_WIDTH), np.array(actors, np.int32).reshape(-1, ACTOR_WIDTH)

    def _passing(self) -> int:
        """When a player may pass."""
        if self.ruleset.facts("may_pass", 0):
            return AT_WILL
        return WHEN_STUCK if "passes" in self.ruleset.names("no_move") else NEVER

    def _troop(self, army: str, actor: Actor) -> int:
        """The number of the types of a man who does a deed."""
        some = [self._membership(army, actor, each) for each in self.types]
        return self.troops.setdefault((0, *some), len(self.troops))

    def _membership(self, army: str, actor: Actor, man: Type) -> int:
        """What `Tables.troops` says of a type."""
        if man[0] != army or actor.kinds.isdisjoint(man[1]):
            return 0
        return MEMBER if self.pairs is None or man in self.pairs else UNASKED

    def _demands(self) -> NDArray[np.int64]:
        """(deeds,): the rights that each asks for, as bits."""
        rights = self.deeds.rights
        return np.array([sum(1 << rights.index(each) for each in deed.rights) for deed in self.deeds.all], np.int64)

    def _lost(self) -> NDArray[np.int64]:
        """(cells + 1,): the rights, as bits, that end when a cell is touched; at the end, what lapses with the turn."""
        rights = self.deeds.rights
        found = np.zeros(len(self.number) + 1, np.int64)
        found[-1] = self.effects.states.lapsing(self.ruleset.names("lapses"))
        for right, cell in self.deeds.ends:
            found[cell] |= 1 << rights.index(right)
        return found

    def _passages(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(passages, 2): army and target of each double step, by the cell passed; and where those over a cell start."""
        passages = sorted(
            (self.number[vector(passed)], self.armies[str(army)], self.number[vector(to)])
            for army, passed, to in self._rows("passage", 3)
            if vector(passed) in self.number and vector(to) in self.number
        )
        starts = np.searchsorted([cell for cell, _, _ in passages], range(len(self.number) + 1))
        return np.array([each[1:] for each in passages], np.int32).reshape(-1, 2), starts.astype(np.int32)

    def _crossroads(self) -> NDArray[np.int32]:
        """(cells,): 1 where different double steps pass."""
        found = np.zeros(len(self.number), np.int32)
        for (cell,) in self._rows("crossroads", 1):
            if vector(cell) in self.number:
                found[self.number[vector(cell)]] = 1
        return found

    def _seats(self) -> NDArray[np.int32]:
        """(armies,): who moves after each."""
        follows = {str(player): str(following) for player, following in self._rows("next_seat", 2)}
        return np.array([self.armies[follows[army]] for army in self.armies], np.int32)
