"""Which moves the rules are asked about, and which types result from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from ..named_values import DOUBLE, DOUBLE_LOCUST, IN_PASSING, LOCUST_CAPTURE, TWO_AND_END, TWO_ON_WAY
from .effects import Effects
from .outcomes import GONE, Outcome, Type, with_aides
from .special_moves import SpecialMove

_WITH_VICTIM = (IN_PASSING, LOCUST_CAPTURE, DOUBLE_LOCUST, TWO_ON_WAY, TWO_AND_END)
"""Moves that arrive so have a victim."""

Asked: TypeAlias = dict[tuple[int, Type | None], tuple[Outcome, ...]]
"""What moves do, by their class by where they start (`Effects.starts`), and by the victim."""

Pairs: TypeAlias = Mapping[Type, Collection[Type | None]]
"""For each type that has been asked about, the victims; None stands for moves without one."""


def ask(effects: Effects, way: int, mover: Type, end: int, types: Sequence[Type], pairs: Pairs | None = None) -> Asked:
    """What the moves of a type do that arrive in some way on the cells of a class, with victims of some types.

    Args:
        effects: what moves do.
        way: how they arrive.
        mover: the type.
        end: the class.
        types: the types that victims, and aides, may be of.
        pairs: the victims of each type that is asked about; by default all that are not of its army.
    """
    if not effects.arrives(way, mover) or (pairs is not None and mover not in pairs):
        return {}
    starts = effects.alike(way, mover).starts if effects.by_start else [0]
    has_victim = effects.by_victim and way in _WITH_VICTIM
    victims: list[Type | None] = [] if has_victim else [None]
    if effects.by_victim and way != DOUBLE:
        some = types if pairs is None else [each for each in types if each in pairs.get(mover, ())]
        victims += [each for each in some if effects.may_capture(mover, each)]
    found: Asked = {}
    for (start, first), victim in product(enumerate(starts), victims):
        # The first of some starts that are the same comes before the others.
        found[start, victim] = (
            found[first, victim] if first < start else effects.outcomes(way, mover, victim, start, end, types)
        )
    return found


def unasked(pairs: Pairs, before: Pairs) -> Pairs:
    """The pairs that are not among those from before."""
    found = {piece: set(victims).difference(before.get(piece, ())) for piece, victims in pairs.items()}
    return {piece: victims for piece, victims in found.items() if victims}


def casts(special_move: SpecialMove, types: Iterable[Type], before: Collection[Type] = ()) -> list[tuple[Type, ...]]:
    """The combinations of types that may make a special move, without those of known types only."""
    own = [each for each in types if each[0] == special_move.army]
    pieces = [[each for each in own if not actor.kinds.isdisjoint(each[1])] for actor in special_move.actors]
    return [some for some in product(*pieces) if not all(each in before for each in some)]


def closed(
    effects: Effects, types: Sequence[Type], most: int, special_moves: Sequence[SpecialMove] = ()
) -> tuple[Type, ...] | None:
    """Some types, and behind them all that moves may make of them, directly or by way of others.

    Returns:
        None if these are more than `most`.
    """
    found, size = dict.fromkeys(types), 0
    while size < len(found) <= most:
        size = len(found)
        found |= dict.fromkeys(sorted(made(effects, tuple(found), special_moves)))
    return tuple(found) if len(found) <= most else None


def made(
    effects: Effects,
    types: Sequence[Type],
    special_moves: Sequence[SpecialMove] = (),
    pairs: Pairs | None = None,
    before: Collection[Type] = (),
) -> set[Type]:
    """What moves of some types make of those that have part in them.

    Args:
        effects: what moves do.
        types: the types.
        special_moves: those that are among the moves.
        pairs: as for `ask`.
        before: with `pairs`, types that may have part in special moves too, but not without one of these.
    """
    doers = types if pairs is None else (*pairs, *(each for each in before if each not in pairs))
    all_casts = [(each, casts(each, doers, before)) for each in special_moves]
    effects.learn(types, types, pairs)
    effects.learn_others(all_casts, types)
    arriving = product(effects.ways, types if pairs is None else pairs)
    arrivals = (
        ask(effects, way, mover, end, types, pairs).values()
        for way, mover in arriving
        if effects.arrives(way, mover)
        for end in set(effects.alike(way, mover).ends)
    )
    done = (effects.special_moves(special_move, some, types).values() for special_move, some in all_casts)
    drops = (effects.drops(piece, end, types) for _, piece in effects.items.hands for end in range(len(effects.zones)))
    passes = (effects.passing(army, types) for army in effects.armies if effects.may_pass)
    every = (
        each
        for some in (*arrivals, *done, drops, passes)
        for outcomes in {id(outcomes): outcomes for outcomes in some}.values()
        for each in with_aides(outcomes)
    )
    found = set[Type]()
    for each, _ in every:
        pieces = (each.mover, *(fate.becomes for fate in each.others), each.enters[0] if each.enters else None)
        found |= {piece for piece in pieces if piece is not None and piece != GONE}
    return found
