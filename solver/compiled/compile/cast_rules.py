"""Which pieces make a special move, and where they go, as the rules derive it (core/special_moves.lp).

The compiler asks these rules with the pieces on the cells of special moves left open, and whose turn it is. For moves
in place two cells stand for all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

import numpy as np
from clingo import Function, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...asp.terms import cell_symbol
from .asked_rules import Question
from .derivation import Opened, Truth

_OF_GAMES: tuple[Signature, ...] = (("special_move", 2), ("in_place", 1), ("actor", 3), ("goes_to", 4))
_PIECE: Signature = ("piece", 3)
_ASKED: Signature = ("asked", 1)
CASTS = Question(
    parts=("moves",),
    given=frozenset({_PIECE, _ASKED, *_OF_GAMES}),
    derived=frozenset(
        {("there", 3), ("participant_missing", 2), ("pseudo_legal", 4), ("stands", 3), ("leads", 3)}
    ),
    shapes=frozenset({"in_place"}),
    compares=True,
)  # fmt: skip
"""What such rules may ask, and what they may derive."""

_HERE, _THERE, _NOWHERE, _STRANGER = map(Function, ("here", "there", "nowhere", "stranger"))
_MOVER, _PARTNER = Function("mover"), Function("partner")
_IN_PLACE = "in_place"
MORE_WAYS = "has a piece that goes more ways than one; each is a special move of its own"
_OTHERWISE = "is not made by exactly one piece of given kinds for each participant, which is not compiled"


class Participant(NamedTuple):
    """A piece of a special move: where it starts and ends, and by armies the kinds that it may be."""

    start: Symbol
    end: Symbol
    kinds: dict[Symbol, frozenset[str]]


class Cast(NamedTuple):
    """The pieces of a special move by roles, in place if they stay; or why it cannot be compiled."""

    participants: dict[Symbol, Participant]
    is_in_place: bool = False
    fault: str = ""


@lru_cache(maxsize=1)
def casts_of(ruleset: Ruleset) -> dict[Symbol, Cast]:
    """The special moves of a game that may ever be made, each with its pieces."""
    specials = [each.arguments for each in ruleset.tuples("special_move", 2)]
    if not specials:
        return {}
    facts: Facts = {key: ruleset.tuples(*key) for key in _OF_GAMES}
    opened = Opened(CASTS.rules(ruleset.files), facts, _open(ruleset, facts))
    made: dict[Symbol, list[Sequence[Symbol]]] = defaultdict(list)
    for term, start, end, use in opened.derived("pseudo_legal", 4):
        made[use].append((term, start, end))
    placed: dict[Symbol, list[tuple[str, Symbol, Symbol]]] = defaultdict(list)
    for name in ("stands", "leads"):
        for term, role, cell in opened.derived(name, 3):
            placed[term].append((name, role, cell))
    armies: dict[Symbol, list[Symbol]] = defaultdict(list)
    for special, army in specials:
        armies[special].append(army)
    found = {}
    for special, some in armies.items():
        cast = _Reading(opened, special, some).cast(made[special], placed)
        if cast is not None:
            found[special] = cast
    return found


def _open(ruleset: Ruleset, facts: Facts) -> Facts:
    """The pieces that may stand on the cells of special moves, and the cells whose pieces are to move."""
    board = {cell_symbol(cell) for cell in ruleset.cells}
    cells = {cell for each in facts["goes_to", 4] for cell in each.arguments[2:]} & board
    cells |= {_HERE, _THERE} if facts["in_place", 1] else set()
    kinds = {each.arguments[2] for each in facts["actor", 3]} | {_STRANGER}
    armies = [Function(army) for army in ruleset.players]
    pieces = [row(*each) for each in product(sorted(cells), sorted(kinds), armies)]
    return {_PIECE: pieces, _ASKED: sorted(cells)}


class _Reading:
    """What is read of the rules about one special move, as they are grounded.

    Args:
        opened: the rules.
        special: the special move.
        armies: the armies that have it.
    """

    def __init__(self, opened: Opened, special: Symbol, armies: Sequence[Symbol]) -> None:
        self._opened, self._special, self._armies = opened, special, armies
        self._numbers = opened.numbers

    def cast(
        self,
        made: Sequence[Sequence[Symbol]],
        placed: dict[Symbol, list[tuple[str, Symbol, Symbol]]],
    ) -> Cast | None:
        """The pieces; None if they are never there.

        Args:
            made: the moves that it makes: terms, and where they start and end.
            placed: by terms, where participants stand and where they are led.
        """
        in_place = Function(_IN_PLACE, [self._special, _HERE, _THERE])
        # In place the move can be made on the cells of others too.
        apart = [
            each for each in made if each[0].match(_IN_PLACE, 3) and not {*each[0].arguments[1:]} <= {_HERE, _THERE}
        ]
        made = [each for each in made if each not in apart]
        terms = {term for term, *_ in made}
        is_in_place = in_place in terms
        if apart and not is_in_place:
            return Cast({}, fault=_OTHERWISE)
        if not terms:
            return None
        if is_in_place:
            turned = Function(_IN_PLACE, [self._special, _THERE, _HERE])
            if terms != {in_place, turned} or (in_place, _HERE, _THERE) not in map(tuple, made):
                return Cast({}, fault=_OTHERWISE)
            made = [each for each in made if each[0] == in_place]
        if len(made) > 1:
            return Cast({}, fault=MORE_WAYS)
        ((term, start, end),) = made
        starts: dict[Symbol, set[Symbol]] = defaultdict(set)
        ends: dict[Symbol, set[Symbol]] = defaultdict(set)
        for name, role, cell in placed[term]:
            (starts if name == "stands" else ends)[role].add(cell)
        if any(len(some) > 1 for some in (*starts.values(), *ends.values())):
            return Cast({}, fault=MORE_WAYS)
        if starts[_MOVER] != {start} or _MOVER in ends:
            return Cast({}, fault=_OTHERWISE)
        ends[_MOVER].add(_NOWHERE if is_in_place else end)
        if is_in_place:
            ends[_PARTNER].add(_NOWHERE)
        if starts.keys() != ends.keys() or (is_in_place and starts[_PARTNER] != {_THERE}):
            return Cast({}, fault=_OTHERWISE)
        goes = {role: (min(starts[role]), min(ends[role])) for role in starts}
        if len({cell for cell, _ in goes.values()}) < len(goes):
            return Cast({}, fault="has one piece in several roles")
        atoms = [Function("pseudo_legal", [term, start, end, self._special])]
        atoms += [Function(name, [term, role, cell]) for name, role, cell in placed[term]]
        kinds = self._kinds(atoms, {role: cell for role, (cell, _) in goes.items()})
        if kinds is None:
            return Cast({}, fault=_OTHERWISE)
        participants = {role: Participant(*goes[role], kinds[role]) for role in goes}
        return Cast(participants, is_in_place)

    def _kinds(
        self, atoms: Sequence[Symbol], starts: dict[Symbol, Symbol]
    ) -> dict[Symbol, dict[Symbol, frozenset[str]]] | None:
        """The kinds of each participant by armies; None if the atoms do not hold for just these.

        Args:
            atoms: what the rules derive when the pieces are there.
            starts: where each participant starts.
        """
        needed = [
            self._opened.symbols[each] for each in sorted(self._opened.needed(map(self._numbers.__getitem__, atoms)))
        ]
        pieces: dict[Symbol, list[Symbol]] = {cell: [] for cell in starts.values()}
        for each in needed:
            if each.arguments[0] not in pieces or (each.name == "asked" and each.arguments[0] != starts[_MOVER]):
                return None
            if each.name == "piece":
                pieces[each.arguments[0]].append(each)
        # On each cell no piece, each of them alone, or all of them.
        options = [[(), *((each,) for each in some), tuple(some)] for some in pieces.values()]
        cases = [{*chain(*some)} for some in product(*options)]
        asked = Function("asked", [starts[_MOVER]])
        cases = [case | more for case in cases for more in (set(), {asked})]
        columns = {each: np.array([each in case for case in cases]) for each in needed}
        truth = Truth(self._opened, columns.__getitem__)
        holds = [truth.holds(self._numbers[each]) for each in atoms]
        found: dict[Symbol, dict[Symbol, frozenset[str]]] = {role: {} for role in starts}
        nothing = np.zeros(len(cases), np.bool_)
        expected = nothing.copy()
        for army in self._armies:
            of_army = np.array(
                [all(each.name == "asked" or each.arguments[2] == army for each in case) for case in cases]
            )
            together = columns.get(asked, nothing)
            for role, cell in starts.items():
                alone = [each for each in pieces[cell] if (holds[0] & of_army & columns[each]).any()]
                found[role][army] = frozenset(str(each.arguments[1]) for each in alone)
                together = together & np.logical_or.reduce([nothing, *(columns[each] for each in alone)])
            expected |= together
        stray = any(str(_STRANGER) in kinds for some in found.values() for kinds in some.values())
        return None if stray or not all((each == expected).all() for each in holds) else found
