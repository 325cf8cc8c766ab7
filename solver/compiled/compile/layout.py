"""Lays out what clingo knows of a game as tables for the kernel: types, castlings, turns, its walks and its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import vector
from ...errors import RulesError
from ..tables import CASTLING_WIDTH, EMPTY, PATH, TYPE_WIDTH, Tables
from .effects import Effects, Type
from .ground import Ground
from .parts import Parts
from .reach import Reach
from .rows import Pairs, Rows, characters, closed, made
from .translation import refusals
from .walks import Steps

_SEED = 20261121


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
    effects, first = effects or Effects(ruleset), first_types(ruleset)
    found = closed(effects, first, FEW_TYPES)
    if found is not None:
        return found, None
    pairs = pairs_among(first)
    return named(effects, first, pairs), pairs


def pairs_among(types: Iterable[Type]) -> dict[Type, set[Type | None]]:
    """The pairs of some types: for each the others' that may be its victims, and None for moves without."""
    some = list(types)
    return {each: {None, *(other for other in some if other[0] != each[0])} for each in some}


def named(effects: Effects, types: Sequence[Type], pairs: Pairs) -> tuple[Type, ...]:
    """Some types, and after them what moves of some pairs make of those who have part in them."""
    return (*types, *sorted(made(effects, types, pairs) - set(types)))


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
) -> Tables:
    """The tables of a game.

    Args:
        ruleset: rules that the kernel knows (`translation.refusals` says if it does).
        types: the types in the order of their numbers, from 1.
        known: tables of the first of these types; what they say of these stays as it is, number by
            number, so that a board set up with them goes with the new tables too.
        effects: what moves do; by default what the facts of the game say.
        pairs: if given, moves of these types are laid out with these victims; by default all.

    Raises:
        RulesError: if there is no room for all that moves do, or it is contradictory.
    """
    return _Layout(ruleset, types, known, effects or Effects(ruleset), pairs).tables()


class _Layout:
    """The arrays of a game's tables, mostly each from a method of its name; the arguments are as for `lay_out`."""

    def __init__(
        self, ruleset: Ruleset, types: Sequence[Type], known: Tables | None, effects: Effects, pairs: Pairs | None
    ) -> None:
        self.ruleset = ruleset
        self.types = types
        self.known = known
        self.ground = Ground(ruleset, known)
        self.number = self.ground.number
        self.armies = {army: number for number, army in enumerate(ruleset.players)}
        self.effects = effects
        self.rows = Rows(effects, types, self._kinds("royal"), known, pairs)
        self.parts = Parts(ruleset)

    def effects_laid_out(self) -> None:
        """Lay out what moves do and nothing else, to see whether it can be."""
        self._castlings()
        self.rows.arrivals()

    def tables(self) -> Tables:
        """All of them."""
        # Sets of cells are numbered as they come: those that are there whatever the types come first.
        castlings, rights = self._castlings()
        of_types = [self.parts.add(*each) for each in self.types]
        steps, reach = Steps(self.ground, self.known), Reach(self.ground, self.known)
        for each in self.parts.walks[steps.walks :]:
            steps.add(each)
            reach.add(each)
        arrivals = self.rows.arrivals()
        seeks = self.rows.seeks()
        passages, passed = self._passages()
        spans, step_rows, before, strict = steps.arrays()
        salts, turns = self._salts(len(rights))
        return Tables(
            types=self._types(of_types, strict),
            parts=self.parts.array(),
            strict=strict,
            spans=spans,
            steps=step_rows,
            before=before,
            reach=reach.reach(),
            roams=reach.roams(),
            bears=reach.bears(),
            ranks=reach.ranks(),
            lines=reach.lines(),
            routes=reach.routes(),
            masks=self.ground.masks.array(),
            rows=self.rows.rows(),
            seeks=seeks,
            measures=self.effects.distances(),
            arrivals=arrivals,
            groups=self.rows.groups(),
            origins=np.array(self.effects.classes, np.int32),
            traits=self.rows.traits(),
            labels=self.rows.labels(),
            names=characters(f"{army} {'+'.join(kinds)}" for army, kinds in self.types),
            castlings=castlings,
            passages=passages,
            passed=passed,
            crossroads=self._crossroads(),
            lost=self._lost(rights),
            salts=salts,
            turns=turns,
            seats=self._seats(),
            pairs=self.rows.pairs(),
        )

    def _rows(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        """The arguments of each of a game's facts of some name."""
        return [symbol.arguments for symbol in self.ruleset.facts(name, arity)]

    def _kinds(self, name: str) -> set[str]:
        """The kinds of which a fact says something."""
        return {str(kind) for (kind,) in self._rows(name, 1)}

    def _types(self, of_types: Sequence[tuple[int, ...]], strict: NDArray[np.int32]) -> NDArray[np.int32]:
        """(types, 9): what there is to know of each type, given the walks of each and which of all are strict."""
        found = np.zeros((len(self.types) + 1, TYPE_WIDTH), np.int32)
        flags = [self._kinds(name) for name in ("royal", "castling_partner", "in_passing", "irreversible")]
        for number, ((army, kinds), walks) in enumerate(zip(self.types, of_types, strict=True), 1):
            has = [int(not some.isdisjoint(kinds)) for some in flags]
            more, loose = self.parts.place(walks[1:]), not strict[list(walks)].all()
            found[number] = [self.armies[army], walks[0], more, *has, loose, self.rows.varies[number]]
        return found

    def _salts(self, rights: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Random words for pieces, and for players and rights; those of a type do not depend on later types."""
        whole = np.iinfo(np.int64)
        pieces, others = (np.random.default_rng([_SEED, number]) for number in range(2))
        return (
            pieces.integers(whole.min, whole.max, (len(self.types) + 1, len(self.number))),
            others.integers(whole.min, whole.max, len(self.armies) + rights),
        )

    def _castlings(self) -> tuple[NDArray[np.int32], dict[int, int]]:
        """(castlings, 9): what there is to know of each; and the number of the right of each partner's cell."""
        rights: dict[int, int] = {}
        empty = self._sets_by_partner("castling_empty")
        path = self._sets_by_partner("castling_path")
        rows: list[list[int]] = []
        for army, *ends in sorted(self._castling_rows(), key=tuple):
            start, to, partner, partner_to = (self.number[vector(cell)] for cell in ends)
            right = rights.setdefault(partner, len(rights))
            key = (str(army), partner)
            if self.known is None:
                masks = [self.ground.masks.one(sets.get(key, ())) for sets in (empty, path)]
            else:
                masks = self.known.castlings[len(rows)][[EMPTY, PATH]].tolist()
            group = self.rows.castling(str(army), start, to, partner, partner_to)
            rows.append([self.armies[str(army)], start, to, partner, partner_to, right, *masks, group])
        return np.array(rows, np.int32).reshape(-1, CASTLING_WIDTH), rights

    def _castling_rows(self) -> list[Sequence[Symbol]]:
        """The castlings whose cells are all on the board."""
        return [row for row in self._rows("castling", 5) if all(vector(cell) in self.number for cell in row[1:])]

    def _sets_by_partner(self, name: str) -> dict[tuple[str, int], list[int]]:
        """The cells that a fact about castlings names for each army and partner."""
        found: dict[tuple[str, int], list[int]] = defaultdict(list)
        for army, partner, cell in self._rows(name, 3):
            if {vector(partner), vector(cell)} <= self.number.keys():
                found[str(army), self.number[vector(partner)]].append(self.number[vector(cell)])
        return found

    def _lost(self, rights: dict[int, int]) -> NDArray[np.int64]:
        """(cells,): the rights, as bits, that end when a cell is touched."""
        found = np.zeros(len(self.number), np.int64)
        for _, start, _, partner, _ in self._castling_rows():
            for cell in (start, partner):
                found[self.number[vector(cell)]] |= 1 << rights[self.number[vector(partner)]]
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
