"""The graph of which kinds become which others in moves, and why, from the rules of the part `effects`.

The rules are asked about classes of moves, as the compiler asks them (`compiled/compile/effects.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

import networkx as nx
from clingo import Symbol

from ..asp.ruleset import Ruleset
from ..compiled.compile.effects import Effects
from ..compiled.compile.locality import locality_of
from ..compiled.compile.outcomes import AIDE, AIDES, MOVER, VICTIM, Aide, Outcome
from ..compiled.named_values import DOUBLE, PLAIN
from ..errors import RulesError
from ..play.piece import Type
from .sentences import listed

Feature: TypeAlias = tuple[str, str]
"""A condition on a move: an aspect, which is a field of `Cause`, and its value."""

Situation: TypeAlias = frozenset[Feature]
"""All conditions on the moves of a class, or some of them."""

NOTHING = ""
"""The captured kind of a move that captures nothing."""

OWN = "own "
"""The prefix of a captured kind of the mover's side."""

PLAINLY = "plain"
"""The use of a move that is no double step and no en passant."""


class Cause(NamedTuple):
    """The cause of a change; an aspect without a value makes no difference.

    Attributes:
        by: the kinds of the mover, any of these.
        captures: the kinds of the captured piece, any of these, with `own` before those of the mover's side; "" for
            none.
        uses: how the mover arrives, any of `first` (a double step), `passing` (en passant), `locust` (a capture on
            the way) and `plain`.
        to: the zones where the move ends, all of these; another army's has that after its name: `camp of black`.
        not_to: the zones where it does not end, none of these.
        start: the zones where it starts, all of these.
        not_start: the zones where it does not start.
        steps: the classes of which it is one step, all of these.
        not_steps: the classes of which it is none.
    """

    by: tuple[str, ...] = ()
    captures: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    not_to: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    not_start: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    not_steps: tuple[str, ...] = ()

    @classmethod
    def of(cls, features: Situation) -> Cause:
        """The cause with some conditions."""
        found = {aspect: tuple(sorted(v for a, v in features if a == aspect)) for aspect in cls._fields}
        return cls(**found)


_ANY_OF = ("captures", "uses", "by")
"""The aspects of which a move has exactly one value each."""

_DISPENSABLE = ("not_steps", "steps", "not_start", "not_to", "start", "to", "uses", "captures", "by")
"""The aspects in the order in which they are dropped from a cause if others imply them."""


class _Change(NamedTuple):
    """A change of a participant in a move: its role, its kind, and for an aide the measure that chose it."""

    role: str
    kind: str
    becomes: str
    measure: str | None = None


def promotions(ruleset: Ruleset, army: str | None = None) -> nx.MultiDiGraph[str]:
    """The kinds of a game, and what they become in the moves of an army, by default the first.

    `Game.promotions` describes the graph.

    Raises:
        RulesError: if the rules of the part `effects` cannot be asked about classes of moves.
    """
    objection = next(locality_of(ruleset).objections(), None)
    if objection:
        raise RulesError(
            f"{ruleset.name} has no promotion graph, because its rules cannot be asked about classes "
            f"of moves: {objection}"
        )
    asked = _Asked(ruleset, army or ruleset.players[0])
    changes = dict(asked.causes())
    names = ruleset.abbreviations
    all_kinds = set(asked.kinds) - asked.never_captured
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(game=ruleset.name)
    order = _in_chain(asked.kinds, [(each.kind, each.becomes) for each in changes])
    graph.add_nodes_from((kind, {"abbreviation": names[kind], "name": title(kind)}) for kind in order)
    number = {kind: place for place, kind in enumerate(order)}
    for change in sorted(changes, key=lambda each: (number[each.kind], number[each.becomes], each.role != MOVER.name)):
        for cause in changes[change]:
            words = _words(change, cause, all_kinds)
            stated = {"role": change.role, "measure": change.measure, **cause._asdict(), "words": words}
            graph.add_edge(change.kind, change.becomes, **stated)
    return graph


def _in_chain(kinds: Sequence[str], steps: Iterable[tuple[str, str]]) -> list[str]:
    """Kinds in an order in which they become later ones, except in cycles; kinds without changes come last."""
    graph = nx.DiGraph(steps)
    chain = nx.condensation(graph)
    stages = (
        sorted((kind for part in stage for kind in chain.nodes[part]["members"]), key=kinds.index)
        for stage in nx.topological_generations(chain)
    )
    found = [kind for stage in stages for kind in stage]
    return found + [kind for kind in kinds if kind not in graph]


def title(kind: str) -> str:
    """A kind's name at the beginning of a sentence."""
    return kind.replace("_", " ").capitalize()


class _Asked:
    """The effects of all moves of single kinds of an army.

    Attributes:
        kinds: the kinds that a piece may have alone.
        never_captured: the royal kinds, unless a royal piece may be captured.
    """

    def __init__(self, ruleset: Ruleset, army: str) -> None:
        self._effects = Effects(ruleset)
        self._army, others = army, [each for each in ruleset.players if each != army]
        parts = ruleset.names("only_part")
        self.kinds = [kind for kind in ruleset.abbreviations if kind not in parts]
        self._own: list[Type] = [(self._army, (kind,)) for kind in self.kinds]
        self._others: list[Type] = [(army, (kind,)) for army in others for kind in self.kinds]
        self._effects.learn(self._own, [*self._own, *self._others])
        self._situations: set[Situation] = set()
        self._changes: dict[_Change, set[Situation]] = defaultdict(set)
        self.never_captured = ruleset.royal if ruleset.keeps_royals else frozenset()
        for mover in self._own:
            self._ask(mover)

    def causes(self) -> Iterator[tuple[_Change, list[Cause]]]:
        """Each change, and all that causes it."""
        never = {("captures", kind) for kind in self.never_captured}
        for change, stated in self._changes.items():
            # Where the mover or the captured piece changes, its kind is known.
            fixed = {MOVER.name: ("by", change.kind), VICTIM.name: ("captures", change.kind)}.get(change.role)
            possible = {each for each in self._situations if never.isdisjoint(each) and (not fixed or fixed in each)}
            found = [each | {fixed} if fixed else each for each in _implicants(stated & possible, possible)]
            yield change, _merged(map(Cause.of, found))

    def _ask(self, mover: Type) -> None:
        """Record all situations in which a piece of a type moves, and the changes in them."""
        (kind,) = mover[1]
        for way in (each for each in self._effects.ways if self._effects.arrives(each, mover)):
            by_start, by_victim = self._effects.by_start, self._effects.by_victim
            starts, ends = range(self._effects.starts if by_start else 1), range(len(self._effects.zones))
            victims: list[Type | None] = [None] if way in (PLAIN, DOUBLE) or way < PLAIN or not by_victim else []
            if by_victim and way != DOUBLE:
                victims += self._others
                victims += [each for each in self._own if self._effects.may_capture(mover, each)]
            for victim, start, end in product(victims, starts, ends):
                features = {("by", kind), ("uses", PLAINLY if way == PLAIN else str(self._effects.uses[way]))}
                features |= self._in_zones("to", end) | (self._from(start) if by_start else set())
                if by_victim:
                    features.add(("captures", self._named(victim)))
                situation = frozenset(features)
                self._situations.add(situation)
                for outcome in self._effects.outcomes(way, mover, victim, start, end, self._own):
                    if outcome.ignores_check:
                        self.never_captured = frozenset()
                    for change in _changes(kind, victim, outcome):
                        self._changes[change].add(situation)

    def _named(self, victim: Type | None) -> str:
        """The captured piece's name in a cause."""
        if victim is None:
            return NOTHING
        return victim[1][0] if victim in self._others else OWN + victim[1][0]

    def _from(self, start: int) -> set[Feature]:
        """The conditions on the origin and the step of a class of moves."""
        zone, steps = self._effects.start(start)
        every = set[Symbol]().union(*self._effects.step_sets)
        return self._in_zones("start", zone) | {("steps" if e in steps else "not_steps", str(e)) for e in every}

    def _in_zones(self, aspect: str, number: int) -> set[Feature]:
        """For each zone whether the cells of a class are in it."""
        every = set().union(*self._effects.zones)
        return {
            (
                aspect if zone in self._effects.zones[number] else f"not_{aspect}",
                str(zone[1]) if str(zone[0]) == self._army else f"{zone[1]} of {zone[0]}",
            )
            for zone in every
        }


def _changes(kind: str, victim: Type | None, outcome: Outcome) -> Iterator[_Change]:
    """The participants that become a single other kind in an outcome of a move, with or without an aide."""
    pieces: list[tuple[str, str, Type | None, str | None]] = []
    for aide, each in _with_aides(outcome):
        pieces.append((MOVER.name, kind, each.mover, None))
        for fate in each.others:
            if fate.role == VICTIM and victim:
                pieces.append((VICTIM.name, victim[1][0], fate.becomes, None))
            elif aide and fate.role == (aide.again or AIDES[each.helpers - 1]):
                pieces.append((AIDE.name, aide.piece[1][0], fate.becomes, aide.measure))
    for role, was, becomes, measure in pieces:
        if becomes is not None and len(becomes[1]) == 1 and becomes[1] != (was,):
            yield _Change(role, was, becomes[1][0], measure)


def _with_aides(outcome: Outcome, last: Aide | None = None) -> Iterator[tuple[Aide | None, Outcome]]:
    """An outcome without an aide, and those with each aide, with the last aide."""
    yield last, outcome
    for aide in outcome.aides:
        for each in aide.outcomes:
            yield from _with_aides(each, aide)


def _implicants(stated: set[Situation], possible: set[Situation]) -> Iterator[Situation]:
    """The shortest condition sets that separate some situations from all other possible ones."""
    others = possible - stated
    left = set(stated)
    while left:
        found = min(left, key=sorted)
        for feature in sorted(found, key=_dispensable):
            if not any(found - {feature} <= each for each in others):
                found -= {feature}
        yield found
        left = {each for each in left if not found <= each}


def _dispensable(feature: Feature) -> tuple[bool, int, str]:
    """A sort key that drops first: zones of others, and negative conditions."""
    aspect, value = feature
    return " of " not in value, _DISPENSABLE.index(aspect), value


def _merged(causes: Iterable[Cause]) -> list[Cause]:
    """Causes, joined if they differ only in the mover, the captured piece, or how the mover arrives."""
    found = sorted(set(causes))
    for aspect in _ANY_OF:
        together: dict[Cause, set[str]] = defaultdict(set)
        single = []
        for each in found:
            values = getattr(each, aspect)
            if values:
                together[each._replace(**{aspect: ()})] |= set(values)
            else:
                single.append(each)
        found = single + [each._replace(**{aspect: tuple(sorted(values))}) for each, values in together.items()]
    return sorted(found)


def _words(change: _Change, cause: Cause, all_kinds: set[str]) -> str:
    """The cause of a change in words, to follow the words for what the piece becomes."""
    does = _does(cause if change.role != VICTIM.name else cause._replace(captures=()), all_kinds)
    if change.role == MOVER.name:
        return f"by {does or 'any move'}"
    which = " ".join(filter(None, [_one_of(cause.by) if cause.by else "" if does else "any move", does]))
    return f"as the victim of {which}" if change.role == VICTIM.name else f"as the {change.measure}, upon {which}"


def _does(cause: Cause, all_kinds: set[str]) -> str:
    """What the mover does."""
    text = [_capturing(cause.captures, all_kinds)] if cause.captures else []
    text += [f"entering {zone}" for zone in cause.to if zone in cause.not_start]
    text += [f"reaching {zone}" for zone in cause.to if zone not in cause.not_start]
    text += [f"leaving {zone}" for zone in cause.start if zone in cause.not_to]
    text += [f"starting in {zone}" for zone in cause.start if zone not in cause.not_to]
    text += [f"ending outside {zone}" for zone in cause.not_to if zone not in cause.start]
    text += [f"starting outside {zone}" for zone in cause.not_start if zone not in cause.to]
    text += [f"going one step {name}" for name in cause.steps]
    text += [f"going other than one step {name}" for name in cause.not_steps]
    ways = {
        "first": "a double step",
        "passing": "en passant",
        "locust": "a capture on the way",
        PLAINLY: "a plain move",
    }
    if cause.uses:
        text.append(f"making {listed([ways.get(each, f'a move of the use {each}') for each in cause.uses])}")
    return " and ".join(text)


def _capturing(captures: Collection[str], all_kinds: set[str]) -> str:
    """The pieces that a mover captures, or does not capture if that is shorter."""
    but = sorted(all_kinds - set(captures))
    if not but:
        return "capturing any piece"
    if NOTHING in captures and len(but) < len(captures) and not any(each.startswith(OWN) for each in captures):
        return f"not capturing {_one_of(but)}"
    return f"capturing {_one_of(captures)}"


def _one_of(kinds: Collection[str]) -> str:
    """Any piece of some kinds, or none."""
    names = [_titled(each) for each in kinds if each != NOTHING]
    return listed([*([f"any {listed(names)}"] if names else []), *(["nothing"] if NOTHING in kinds else [])])


def _titled(kind: str) -> str:
    return OWN + title(kind.removeprefix(OWN)) if kind.startswith(OWN) else title(kind)
