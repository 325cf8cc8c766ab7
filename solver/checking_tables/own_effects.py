"""What moves do to their pieces, for `own_moves`: asked of the rules once for each sort of move.

The rules of effects know nothing of a move but its pieces, its use and the zones of its start and end
(core/effects.lp). So moves that are alike in these have the same effects, and clingo is asked about each sort of move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
from clingo import Function, Number, Symbol
from clingo.ast import AST
from numpy.typing import NDArray

from ..asp.ruleset import Ruleset
from ..asp.session import Answer, Session, row
from ..asp.stages import EFFECTS
from ..asp.syntax import Signature
from ..asp.terms import Vector, vector
from ..play.piece import Type
from .own_limits import OutsideError

Zones: TypeAlias = frozenset[tuple[Symbol, Symbol]]
"""Zones, each of an army and with a name."""

Chosen: TypeAlias = tuple[tuple[Symbol, Symbol], ...]
"""The choices that a move has made: of what, and what."""

_GIVEN: frozenset[Signature] = frozenset(
    {("part", 3), ("of", 3), ("starts_in", 3), ("ends_in", 3), ("chosen", 3), ("use", 2)}
)
_ALLOWED = {"becomes", "dies", "choice", "open_choice", "calls", "sought_as"}
_MOVER, _VICTIM = Function("mover"), Function("victim")


class Fate(NamedTuple):
    """What a sort of move does.

    Attributes:
        types: what the mover is after it, by each choice.
        sought: the kinds of pieces of its army that would take part.
    """

    types: tuple[Type, ...]
    sought: frozenset[str]


class Fates(NamedTuple):
    """What the moves of a piece do.

    Attributes:
        different: all that they may do.
        number: (cells, cells): which of these a move from one cell to another does.
    """

    different: tuple[Fate, ...]
    number: NDArray[np.intp]

    def is_kept(self, image: NDArray[np.intp]) -> bool:
        """Whether a permutation of the cells changes nothing."""
        return bool((self.number == self.number[image][:, image]).all())


class OwnEffects:
    """What moves do to their pieces.

    Args:
        ruleset: the rules.
        cells: the cells in the order of their numbers.
        rules: the rules of effects that matter.
        read: the predicates that other rules read.

    Attributes:
        of: what the moves of a piece do, given its type, that of the piece that it captures or None, and the uses of
            such moves. Refuses what is not stated here.

    Raises:
        OutsideError: if effects depend on more than the sort of a move.
    """

    def __init__(
        self, ruleset: Ruleset, cells: Sequence[Vector], rules: Iterable[AST], read: frozenset[Signature]
    ) -> None:
        self._ruleset, self._shown = ruleset, tuple(sorted(read))
        self._passing = {field for symbol in ruleset.facts("passing_state", 2) for field in symbol.arguments}
        asked = ruleset.program.rules_for((EFFECTS,), ruleset.signatures | _GIVEN, self._shown)
        if more := {str(rule) for rule in rules} - {str(rule) for _, rule in asked}:
            raise OutsideError(f"the effects of moves depend on the position: {min(more)}")
        here: dict[Vector, set[tuple[Symbol, Symbol]]] = defaultdict(set)
        for army, zone, cell in (symbol.arguments for symbol in ruleset.facts("zone", 3)):
            here[vector(cell)].add((army, zone))
        zones = [frozenset(here[cell]) for cell in cells]
        self._zones = list(dict.fromkeys(zones))
        self._zone = np.array([self._zones.index(each) for each in zones])
        self.of = cache(self._of)

    def _of(self, mover: Type, victim: Type | None, uses: frozenset[str]) -> Fates:
        if not uses:
            return Fates((Fate((mover,), frozenset()),), np.zeros((len(self._zone),) * 2, np.intp))
        pairs = list(product(self._zones, repeat=2))
        asked = [(use, start, end) for use in sorted(uses) for start, end in pairs]
        found = self._fates(mover, victim, asked)
        if found[len(pairs) :] != found[: -len(pairs)]:
            raise OutsideError("effects of moves depend on their use")
        different = tuple(dict.fromkeys(found))
        number = np.array([different.index(each) for each in found[: len(pairs)]], np.intp)
        start, end = np.meshgrid(self._zone, self._zone, indexing="ij")
        return Fates(different, number[start * len(self._zones) + end])

    def _fates(self, mover: Type, victim: Type | None, asked: Sequence[tuple[str, Zones, Zones]]) -> list[Fate]:
        """What moves do, each given by its use, and the zones where it starts and ends."""
        types: list[list[Type]] = [[] for _ in asked]
        sought: list[set[str]] = [set() for _ in asked]
        waiting: list[tuple[int, Chosen]] = [(move, ()) for move in range(len(asked))]
        while waiting:
            found = self._answers(mover, victim, [(*asked[move], chosen) for move, chosen in waiting])
            later = []
            for (move, chosen), answer in zip(waiting, found, strict=True):
                choices = sorted(tuple(each) for each in answer("choice", 2) if each[0] not in dict(chosen))
                later += [(move, (*chosen, (aspect, value))) for aspect, value in choices if aspect == choices[0][0]]
                if not choices:
                    types[move].append(self._changed(mover, victim, answer))
                    sought[move].update(str(kind) for kind, _ in answer("calls", 2))
            waiting = later
        return [Fate(tuple(sorted(set(some))), frozenset(kinds)) for some, kinds in zip(types, sought, strict=True)]

    def _answers(
        self, mover: Type, victim: Type | None, moves: Sequence[tuple[str, Zones, Zones, Chosen]]
    ) -> list[Answer]:
        """What the rules derive of some moves, in their order."""
        facts: dict[Signature, list[Symbol]] = {key: [] for key in _GIVEN}
        pieces = [(_MOVER, mover), *([(_VICTIM, victim)] if victim else [])]
        for number, (use, start, end, chosen) in enumerate(moves):
            move = Number(number)
            facts["use", 2].append(row(move, Function(use)))
            for role, (army, kinds) in pieces:
                facts["of", 3].append(row(move, role, Function(army)))
                facts["part", 3] += [row(move, role, Function(kind)) for kind in kinds]
            for name, some in (("starts_in", start), ("ends_in", end), ("chosen", chosen)):
                facts[name, 3] += [row(move, *pair) for pair in some]
        session = Session(self._ruleset, (EFFECTS,), self._shown, dict(facts))
        session.ground(EFFECTS)
        found = session.solve().by_first(self._shown)
        return [found.get(Number(number), Answer(())) for number in range(len(moves))]

    def _changed(self, mover: Type, victim: Type | None, answer: Answer) -> Type:
        """What the mover is after a move of which the rules derive this."""
        for name, arity in self._shown:
            found = answer(name, arity - 1) if name not in _ALLOWED else ()
            # Only a piece that captures in passing asks for these fields, and not both sides have one.
            if any(name != "sets" or state not in self._passing for state, *_ in found):
                raise OutsideError(f"moves have the effect {name}")
        if [role for (role,) in answer("dies", 1)] != [_VICTIM] * bool(victim):
            raise OutsideError("a move does not capture one piece")
        if any(role != _MOVER for role, _ in answer("becomes", 2)):
            raise OutsideError("a move changes another piece than the one that moves")
        army, kinds = mover
        return army, tuple(sorted(str(kind) for _, kind in answer("becomes", 2))) or kinds
