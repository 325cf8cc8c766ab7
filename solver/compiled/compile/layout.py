"""The layout of a game: all tables, from its facts and effects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from clingo import Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.terms import vector
from ...errors import USE_REFERENCE, RulesError
from .. import tables as declared
from ..game_tables import Tables, most_steps
from ..named_values import FIRST, FORBIDDEN, FREE, IF_AVOIDABLE, IF_WON, IS_STRICT, LINGERS, MEMBER, OTHER_WINS, UNASKED
from ..schema import Array
from .arrivals import Arrivals
from .attack_tables import AttackTables
from .board_geometry import BoardGeometry
from .dead_material import DeadMaterial
from .effects import Effects
from .events import Events
from .hurdle_rules import no_hurdles
from .move_patterns import Steps
from .number_layout import Numbers
from .outcome_queries import Pairs
from .outcomes import Type
from .pass_rules import pass_rule
from .pattern_lists import PatternLists
from .piece_types import types_of
from .row_groups import Groups
from .row_layout import Rows, characters
from .site_layout import Sites
from .special_moves import Actor, special_moves_of
from .sweep_layout import SweepLayout
from .tally_layout import Tallies
from .translation import refusals
from .turn_rules import turns_of
from .union_layout import Unions
from .verdicts import Verdicts

_SEED = 20261121
_EXPOSURES = {
    "forbidden": FORBIDDEN,
    "if_avoidable": IF_AVOIDABLE,
    "if_won": IF_WON,
    "free": FREE,
}


def objections(ruleset: Ruleset) -> list[str]:
    """Why the compiled engine cannot play a game; nothing if it can."""
    reasons = refusals(ruleset)
    if not reasons:
        try:
            effects = Effects(ruleset)
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
        ruleset: rules that the kernel knows (see `translation.refusals`).
        types: the types in the order of their numbers, from 1.
        known: tables of the first of these types. All numbers in them stay the same, so boards set up with them are
            valid with the new tables.
        effects: what moves do; by default what the facts of the game say.
        pairs: if given, moves of these types are laid out with these victims; by default all.
        before: those of these pairs that the known tables have.

    Raises:
        RulesError: if there is no room for all that moves do, or it is contradictory, or the tables are wrong.
    """
    tables = _Layout(ruleset, types, known, effects or Effects(ruleset), pairs, before).tables()
    if faults := tables.faults:
        raise RulesError(f"the compiled engine makes wrong tables of this game {USE_REFERENCE}: {faults[0]}")
    return tables


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
        self.ground = BoardGeometry(ruleset, known)
        self.number = self.ground.number
        self.armies = {army: number for number, army in enumerate(ruleset.players)}
        self.effects = effects
        self.pairs = pairs
        self.special_moves = special_moves_of(ruleset)
        self.events = Events(ruleset, self.special_moves)
        self.type_sets: dict[tuple[int, ...], int] = {}
        # Where rows seek aides, a type that is new may be one to pieces from before.
        grown = known if before and known is not None and not len(known[declared.AIDE_CHOICES]) else None
        self.sweeps, self.sites = SweepLayout(ruleset, types), Sites(ruleset, types)
        self.numbers = Numbers(ruleset, types)
        self.rows = Rows(
            effects, types, self._kinds("royal"), Groups(grown), self.ground.masks.one, self.sweeps, self.sites,
            self.numbers, bool(self.ground.hoppers or effects.locust_kinds), known,
        )  # fmt: skip
        self.arrivals = Arrivals(effects, types, self.rows, pairs, grown, None if grown is None else before)
        self.parts = PatternLists(ruleset)

    def effects_laid_out(self) -> None:
        """Lay out what moves do and nothing else, to see whether it can be."""
        self._special_moves()
        self.arrivals.passing(pass_rule(self.ruleset))
        self.events.happens(self.types, self.arrivals.event)
        self.arrivals.drops()
        self.arrivals.arrivals()
        self.arrivals.custom_moves()
        self.sites.cells(self.number)
        self._no_hurdles()

    def _no_hurdles(self) -> NDArray[np.int32]:
        return no_hurdles(self.ruleset, self.types, self.ground.hoppers)

    def tables(self) -> Tables:
        """All of them."""
        # Sets of cells are numbered as they come: those that are there whatever the types come first.
        special_moves, actors = self._special_moves()
        idles = self.arrivals.passing(pass_rule(self.ruleset))
        happens = self.events.happens(self.types, self.arrivals.event)
        unions = Unions(self.ruleset, self.types)
        beside = unions.beside(self.number, self.ground.masks.one)
        tallies = Tallies(self.ruleset, self.types)
        counting = tallies.tallies(self.number, self.ground.masks.one)
        counted = self.numbers.cells(self.number, self.ground.masks.one)
        dead = DeadMaterial(self.ruleset, self.types)
        harmless = dead.harmless(self.number, self.ground.masks.one)
        of_types = [self.parts.add(*each) for each in self.types]
        steps, reach = Steps(self.ground, self.known), AttackTables(self.ground, self.known)
        for each in self.parts.patterns[steps.patterns :]:
            steps.add(each)
            reach.add(each)
        arrivals, custom_moves, drops = self.arrivals.arrivals(), self.arrivals.custom_moves(), self.arrivals.drops()
        if self.ground.hoppers or self._exposure() == IF_WON:
            # A line to a royal depends on what a move makes of pieces on it, and not only on where pieces stand; or it
            # does not matter if the move wins.
            self.arrivals.try_all()
        seeks = self.rows.seeks()
        swept = self.sweeps.cells(self.number, self.ground.masks.one)
        passages, passed = self._passages()
        spans, step_rows, before, strict = steps.arrays()
        piece_keys, turns = self._zobrist_keys(self.effects.states.bits)
        arrays: dict[Array, NDArray[Any]] = {
            declared.TYPES: self._types(of_types, strict),
            declared.PATTERN_LISTS: self.parts.array(),
            declared.PATTERN_FLAGS: strict,
            declared.SPANS: spans,
            declared.STEPS: step_rows,
            declared.ALTERNATIVES: before,
            declared.NOT_HURDLES: self._no_hurdles(),
            declared.MASKS: self.ground.masks.array(),
            **reach.arrays(),
            declared.ROWS: self.rows.rows(),
            declared.SWEEPS: self.sweeps.sweeps(),
            declared.SWEPT_CELLS: swept,
            declared.SWEPT_TYPES: self.sweeps.kinds(),
            declared.SITES: self.sites.cells(self.number),
            declared.GUARDS: self.rows.guards(),
            declared.ACTIONS: self.rows.actions(),
            declared.CELL_RIGHTS: self.effects.states.cell_rights(),
            declared.NUMBERS: counted,
            declared.NUMBERED_TYPES: self.numbers.kinds(),
            declared.ARRIVALS: arrivals,
            declared.CUSTOM_ARRIVALS: custom_moves,
            declared.GROUPS: self.rows.groups.array(),
            declared.PAIRS: self.rows.groups.pairs(),
            declared.CELL_CLASSES: self.effects.origins.ravel(),
            declared.CHOICE_TEXT: self.rows.labels(),
            declared.UNSEEN_TEXT: self.rows.unseen(),
            declared.TYPE_TEXT: characters(f"{army} {'+'.join(kinds)}" for army, kinds in self.types),
            declared.AIDE_CHOICES: seeks,
            declared.AIDE_CELLS: self.effects.places,
            declared.MEASURES: self.effects.measures.distances(),
            declared.SPECIAL_MOVES: special_moves,
            declared.ACTORS: actors,
            declared.ACTOR_TYPES: np.array(list(self.type_sets), np.int32).reshape(-1, len(self.types) + 1),
            declared.LOST_RIGHTS: self._lost(),
            declared.EVENTS: self.events.facts(),
            declared.EVENT_ROWS: happens,
            declared.ITEMS: self.arrivals.items(self.armies),
            declared.DROPS: drops,
            declared.PASSES: idles,
            declared.PASSAGES: passages,
            declared.PASSAGE_SPANS: passed,
            declared.PASSING_FIELDS: self._passing_fields(),
            declared.NEXT_PLAYER: self._seats(),
            declared.UNION_ROLES: unions.bonds(),
            declared.UNION_CELLS: beside,
            declared.UNION_WINS: unions.united(),
            declared.TALLIED_BY: tallies.tallied(),
            declared.TALLIES: counting,
            declared.DEAD_MATERIAL: dead.dead(),
            declared.HARMLESS: harmless,
            declared.PIECE_KEYS: piece_keys,
            declared.STATE_KEYS: turns,
        }
        return Tables(self._scalars(arrays, unions, tallies), arrays)

    def _scalars(self, arrays: Mapping[Array, NDArray[Any]], unions: Unions, tallies: Tallies) -> NDArray[np.int32]:
        """The scalars, given all arrays."""
        states, types, spans = self.effects.states, arrays[declared.TYPES], arrays[declared.SPANS]
        cells, exposure = len(self.number), self._exposure()
        stalemated, checkmated = self._stuck()
        doubles = most_steps(spans, arrays[declared.STEPS], FIRST)
        scalars = {
            declared.ARMIES: len(self.armies),
            declared.CELLS: cells,
            declared.WORDS: arrays[declared.MASKS].shape[1],
            declared.TYPE_COUNT: len(types),
            declared.LONGEST: max(int(np.diff(spans, axis=1).max(initial=0)), 2 * doubles),
            **self.arrivals.scalars(),
            declared.EXPOSURE: exposure,
            declared.LAST_ROYAL: sum(1 << self.armies[player] for player in self._kinds("last_royal")),
            declared.ONE_SAFE: sum(1 << self.armies[player] for player in self._kinds("one_safe")),
            declared.STALEMATED: stalemated,
            declared.CHECKMATED: checkmated,
            declared.LAST_PLAYER_WINS: int(bool(self.ruleset.facts("wins_last", 0))),
            declared.ENDINGS: len(self.ruleset.endings),
            declared.UNIONS: len(arrays[declared.UNION_CELLS]),
            declared.GUARDED_UNIONS: unions.guarded(),
            declared.TALLY_COUNT: len(arrays[declared.TALLIES]),
            declared.GUARDED_TALLIES: tallies.guarded(),
            declared.SHARED_ENDINGS: tallies.shared(),
            declared.DEAD_LISTS: len(arrays[declared.DEAD_MATERIAL]),
            declared.EVENT_COUNT: len(arrays[declared.EVENTS]),
            declared.SPECIAL_COUNT: len(arrays[declared.SPECIAL_MOVES]),
            declared.FREE_SPECIAL: int(any(not each.guard.rights for each in self.special_moves.all)),
            declared.CUSTOM_USES: len(self.ruleset.own_uses),
            declared.ITEM_COUNT: len(arrays[declared.ITEMS]),
            declared.SWEEP_COUNT: len(arrays[declared.SWEEPS]),
            declared.LOOKS_AHEAD: int(
                arrays[declared.ROWS][:, [declared.UNGUARDED, declared.ATTACKS_NONE, declared.ENTERS]].any()
                or arrays[declared.GUARDS][:, declared.CHECK_THEN].any()
            ),
            declared.ASKS_REPLIES: int(arrays[declared.GUARDS][:, declared.REPLIES_THEN].any()),
            declared.HAS_COMPULSORY: int(arrays[declared.ROWS][:, declared.COMPULSORY].any()),
            declared.ARRIVING_WAYS: arrays[declared.ARRIVALS].shape[1],
            declared.AIDE_CELL_COUNT: int(arrays[declared.AIDE_CELLS].max(initial=0)) + 1,
            declared.TARGET_STRIDE: cells if len(arrays[declared.CELL_CLASSES]) > cells else 0,
            declared.MOST_CHOICES: self.rows.groups.longest,
            declared.PAIR_SLOTS: len(arrays[declared.PAIRS]),
            declared.PASSING_COUNT: len(arrays[declared.PASSING_FIELDS]),
            declared.FIELD_BITS: states.width,
        }
        ends = exposure != FORBIDDEN or any(
            scalars[each]
            for each in (
                declared.LAST_ROYAL,
                declared.ONE_SAFE,
                declared.STALEMATED,
                declared.UNIONS,
                declared.TALLY_COUNT,
                declared.EVENT_COUNT,
            )
        )
        ends |= checkmated != OTHER_WINS
        unusual = (
            scalars[declared.HAS_COMPULSORY]
            or arrays[declared.ROWS][:, declared.ENTERS].any()
            or self.ruleset.devourers
            or self.ruleset.has_locusts
            or self._kinds("lingers")
        )
        scalars[declared.ROUTINE] &= not (ends or unusual)
        return np.array([scalars[index] for index in range(declared.SCHEMA.scalars.width)], np.int32)

    def _stuck(self) -> tuple[int, int]:
        """STALEMATED and CHECKMATED; no type of piece changes them."""
        if self.known is not None:
            return int(self.known.scalars[declared.STALEMATED]), int(self.known.scalars[declared.CHECKMATED])
        verdicts = Verdicts(self.ruleset)
        return verdicts.stuck(checked=False), verdicts.stuck(checked=True)

    def _exposure(self) -> int:
        """What it means to leave a royal piece attacked."""
        return max((_EXPOSURES[how] for how in self._kinds("exposure")), default=FORBIDDEN)

    def _rows(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        """The arguments of each of a game's facts of some name."""
        return [symbol.arguments for symbol in self.ruleset.facts(name, arity)]

    def _kinds(self, name: str) -> set[str]:
        """The kinds that a fact names."""
        return {str(kind) for (kind,) in self._rows(name, 1)}

    def _types(self, of_types: Sequence[tuple[int, ...]], strict: NDArray[np.int32]) -> NDArray[np.int32]:
        """TYPES, given the patterns of each type, and PATTERN_FLAGS."""
        found = np.zeros((len(self.types) + 1, declared.TYPE_WIDTH), np.int32)
        flags = [self._kinds(name) for name in ("royal", "in_passing", "irreversible")]
        lingering = self._kinds("lingers")
        for number, ((army, kinds), patterns) in enumerate(zip(self.types, of_types, strict=True), 1):
            has = [int(not some.isdisjoint(kinds)) for some in flags]
            has[0] *= 1 if lingering.isdisjoint(kinds) else LINGERS
            more, loose = self.parts.place(patterns[1:]), not (strict[list(patterns)] & IS_STRICT).all()
            captures_on_way = not self.effects.locust_kinds.isdisjoint(kinds)
            found[number] = [
                self.armies[army],
                patterns[0],
                more,
                *has,
                loose,
                self.arrivals.varies[number],
                captures_on_way,
                *self.arrivals.ones[number],
            ]
        return found

    def _zobrist_keys(self, bits: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Random words for pieces, players and what positions say; those of a type do not depend on later types."""
        whole = np.iinfo(np.int64)
        pieces, others = (np.random.default_rng([_SEED, number]) for number in range(2))
        return (
            pieces.integers(whole.min, whole.max, (len(self.types) + 1, len(self.number))),
            others.integers(whole.min, whole.max, len(self.armies) + bits),
        )

    def _special_moves(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """SPECIAL_MOVES and ACTORS."""
        rows: list[list[int]] = []
        actors: list[list[int]] = []
        for number, special_move in enumerate(self.special_moves.all):
            first = len(actors)
            actors += [[each.start, each.end, self._type_set(special_move.army, each)] for each in special_move.actors]
            group = self.arrivals.special_move(special_move, number)
            guard = self.rows.guard(special_move.guard, [each.role for each in special_move.actors])
            rows.append([self.armies[special_move.army], guard, group, first, len(actors)])
        return np.array(rows, np.int32).reshape(-1, declared.SPECIAL_WIDTH), np.array(actors, np.int32).reshape(
            -1, declared.ACTOR_WIDTH
        )

    def _type_set(self, army: str, actor: Actor) -> int:
        """The number of the types of a piece that does a special move."""
        some = [self._membership(army, actor, each) for each in self.types]
        return self.type_sets.setdefault((0, *some), len(self.type_sets))

    def _membership(self, army: str, actor: Actor, piece: Type) -> int:
        """The entry of ACTOR_TYPES for a type."""
        if piece[0] != army or actor.kinds.isdisjoint(piece[1]):
            return 0
        return MEMBER if self.pairs is None or piece in self.pairs else UNASKED

    def _lost(self) -> NDArray[np.int64]:
        """(cells + 1,): the rights, as bits, that end when a cell is touched; at the end, what lapses with the turn."""
        rights = self.special_moves.rights
        found = np.zeros(len(self.number) + 1, np.int64)
        found[-1] = self.effects.states.lapsing(turns_of(self.ruleset).lapsing)
        for right, cell in self.special_moves.ends:
            found[cell] |= 1 << rights.index(right)
        return found

    def _passages(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(passages, columns): each cell passed by a first move, by the one passed first; and where those start."""
        cells: dict[tuple[Symbol, ...], list[int]] = defaultdict(list)
        for *whole, cell in self._rows("on_passage", 4):
            if {vector(whole[1]), vector(whole[2]), vector(cell)} <= self.number.keys():
                cells[tuple(whole)].append(self.number[vector(cell)])
        passages = sorted(
            (
                self.number[vector(first)], self.armies[str(army)], self.number[vector(to)], cell,
                self.ground.masks.one(cells[army, first, to]),
            )
            for army, first, to in cells
            for cell in cells[army, first, to]
        )  # fmt: skip
        starts = np.searchsorted([first for first, *_ in passages], range(len(self.number) + 1))
        rows = np.array([each[1:] for each in passages], np.int32).reshape(-1, declared.PASSAGE_WIDTH)
        return rows, starts.astype(np.int32)

    def _passing_fields(self) -> NDArray[np.int32]:
        """(fields, 2): the lowest bits of the fields of double steps; the last double step comes first."""
        shift = self.effects.states.shift
        names = sorted(tuple(map(str, each)) for each in self._rows("passing_state", 2))
        return np.array([[shift(each) for each in pair] for pair in names], np.int32).reshape(-1, 2)

    def _seats(self) -> NDArray[np.int32]:
        """NEXT_PLAYER."""
        follows = turns_of(self.ruleset).follows
        return np.array([self.armies[follows[army]] for army in self.armies], np.int32)
