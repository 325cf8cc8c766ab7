"""Which pieces are no hurdles for some kinds, as the rules derive it (core/open.lp).

The compiler asks these rules about a piece of each type that stands on a cell, that ends a move there, or that has
left it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from clingo import Function, Number, Symbol
from numpy.typing import NDArray

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...errors import RulesError
from ...play.piece import Type
from .asked_rules import Question
from .derivation import derived

_OF_GAMES: tuple[Signature, ...] = (("unhoppable_in", 3), ("stands_to", 3))
HURDLES = Question(
    parts=("routes",),
    given=frozenset(
        {
            ("asks_occupied", 4), ("piece", 3), ("vacates", 2), ("ends", 3), ("then_kind", 3), ("then_army", 3),
            *_OF_GAMES,
        }
    ),
    derived=frozenset({("useless", 5)}),
)  # fmt: skip
"""What such rules may ask about a piece, and what they may derive."""

_STAGE, _FROM = Function("stage"), Function("from")
_WORLDS = _NOW, _THEN, _LEFT = Function("now"), Function("then"), Function("left")


def no_hurdles(ruleset: Ruleset, types: Sequence[Type], hoppers: Sequence[tuple[str, str]]) -> NDArray[np.int32]:
    """(hoppers, types): whether pieces of each type, from 1, are no hurdle for armies and kinds.

    Raises:
        RulesError: if that depends on whether the piece has moved.
    """
    found = np.zeros((len(hoppers), len(types) + 1), np.int32)
    if not hoppers:
        return found
    useless: dict[Symbol, set[tuple[int, int]]] = {world: set() for world in _WORLDS}
    numbers = {each: number for number, each in enumerate(hoppers)}
    for _, (_, world, cell, army, kind) in derived(
        HURDLES.rules(ruleset.files), _facts(ruleset, types), [("useless", 5)]
    ):
        if (hopper := numbers.get((str(army), str(kind)))) is not None:
            useless[world].add((hopper, cell.arguments[0].number))
    if useless[_NOW] != useless[_THEN] or useless[_LEFT]:
        raise RulesError("after a move other pieces are hurdles than before it, which is not compiled")
    for hopper, number in useless[_NOW]:
        found[hopper, number] = 1
    return found


def _facts(ruleset: Ruleset, types: Sequence[Type]) -> Facts:
    found: dict[Signature, list[Symbol]] = {key: [] for key in HURDLES.given}
    for key in _OF_GAMES:
        found[key] += ruleset.tuples(*key)
    for number, (army, kinds) in enumerate(types, 1):
        role = Number(number)
        for world in _WORLDS:
            cell = Function(world.name, [Number(number)])
            found["asks_occupied", 4].append(row(_STAGE, world, _FROM, cell))
            if world == _THEN:
                found["ends", 3].append(row(world, role, cell))
                found["then_kind", 3] += [row(world, role, Function(kind)) for kind in kinds]
                found["then_army", 3].append(row(world, role, Function(army)))
            else:
                found["piece", 3] += [row(cell, Function(kind), Function(army)) for kind in kinds]
            if world == _LEFT:
                found["vacates", 2].append(row(world, cell))
    return dict(found)
