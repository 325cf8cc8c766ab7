"""The types of piece of a game: those of its array, and those that effects make of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from clingo import Symbol

from ...asp.ruleset import Ruleset
from .effects import Effects
from .outcome_queries import Pairs, closed, made
from .outcomes import Type
from .special_moves import SpecialMove, special_moves_of

FEW_TYPES = 200
"""A game of no more types has all that its moves do laid out before it is played."""


def types_of(ruleset: Ruleset, effects: Effects | None = None) -> tuple[tuple[Type, ...], Pairs | None]:
    """The types that a game starts with: each kind in each army, compounds of the array, and what moves make of them.

    Args:
        ruleset: the rules.
        effects: what moves do; by default what the facts of the game say.

    Returns:
        The types, and None if there are few. Else what moves make of them goes no further than one move, and the pairs
        are those of the first types: other types are asked about when the kernel needs them.
    """
    effects, first, special_moves = effects or Effects(ruleset), first_types(ruleset), special_moves_of(ruleset).all
    found = closed(effects, first, FEW_TYPES, special_moves)
    if found is not None:
        return found, None
    pairs = pairs_among(effects, first)
    return named(effects, first, pairs, special_moves), pairs


def pairs_among(effects: Effects, types: Iterable[Type]) -> dict[Type, set[Type | None]]:
    """The pairs of some types: for each those that may be its victims, and None for moves without."""
    some = list(types)
    return {each: {None, *(other for other in some if effects.may_capture(each, other))} for each in some}


def named(
    effects: Effects,
    types: Sequence[Type],
    pairs: Pairs,
    special_moves: Sequence[SpecialMove],
    before: Collection[Type] = (),
) -> tuple[Type, ...]:
    """Some types, and after them those that moves of some pairs, and special moves, make of them."""
    return (*types, *sorted(made(effects, types, special_moves, pairs, before) - set(types)))


def first_types(ruleset: Ruleset) -> tuple[Type, ...]:
    """Each kind in each army, and the compounds of the array."""
    single = [(army, (kind,)) for army in ruleset.players for kind in ruleset.abbreviations]
    parts: dict[tuple[str, Symbol], set[str]] = defaultdict(set)
    for symbol in ruleset.facts("start", 3):
        army, kind, cell = symbol.arguments
        parts[str(army), cell].add(str(kind))
    start = {(army, tuple(sorted(kinds))) for (army, _), kinds in parts.items()}
    return tuple(dict.fromkeys([*single, *sorted(start)]))
