"""The moves that some material may have anywhere, by the effects that the rules state (`compiled.compile.effects`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain, product
from typing import NamedTuple

from ..compiled.compile.outcome_queries import Asked, ask, casts
from ..compiled.compile.outcomes import AIDE, GONE, VICTIM, Outcome, with_aides
from ..compiled.compile.special_moves import SpecialMove
from ..compiled.compiled_engine import CompiledEngine
from ..compiled.named_values import DOUBLE
from ..compiled.named_values import PLAIN as ARRIVING
from ..play.piece import Type

Types = tuple[Type, ...]

TABLE_WAYS = (ARRIVING, DOUBLE)
"""How pieces of tables arrive."""


class Move(NamedTuple):
    """A move, as far as it matters to material.

    Attributes:
        mover: the number of the piece that moves.
        others: the numbers of the other participants, by the names of their roles.
        outcome: what it does.
        is_usual: whether it does no more than capture.
    """

    mover: int
    others: dict[str, int]
    outcome: Outcome
    is_usual: bool

    def after(self, types: Types) -> Types:
        """The pieces after it, in the order of those before it."""
        found = dict(enumerate(types))
        if self.outcome.mover is not None:
            found[self.mover] = self.outcome.mover
        for fate in self.outcome.others:
            number = self.others.get(str(fate.role))
            if number is not None and fate.becomes is not None:
                found[number] = fate.becomes
        return tuple(each for each in found.values() if each != GONE)


class MaterialMoves:
    """What moves pieces may have.

    Args:
        engine: the compiled engine of the game.

    Attributes:
        engine: the same.
        effects: what its moves do.
        classes: the classes of cells where moves arrive.
    """

    def __init__(self, engine: CompiledEngine) -> None:
        self.engine, self.effects = engine, engine.effects
        self.classes = range(len(self.effects.zones))

    def asked(self, way: int, mover: Type, end: int, types: Types) -> Asked:
        """What a type's moves to the cells of a class do, by the class of the start and, if it matters, the victim."""
        asked = ask(self.effects, way, mover, end, types)
        return {key: value for key, value in asked.items() if key[1] is None or self._may_fall(key[1], mover)}

    def _may_fall(self, victim: Type, mover: Type) -> bool:
        """Whether a piece may be captured by another."""
        royal = not self.engine.ruleset.royal.isdisjoint(victim[1])
        return victim[0] != mover[0] and (self.engine.exposes or not royal)

    def of(self, types: Types) -> Iterator[Move]:
        """All moves that some pieces may have anywhere."""
        for mover, one in enumerate(types):
            for way, end in product(TABLE_WAYS, self.classes) if one not in types[:mover] else ():
                for (_, captured), outcomes in self.asked(way, one, end, types).items():
                    for victim, each in product(self._victims(types, one, way, captured), with_aides(outcomes)):
                        others = {str(VICTIM): victim} if victim is not None else {}
                        for helped in _with_aide(others, each[1], types, [mover]):
                            yield Move(mover, helped, each[0], each[0] == self.effects.usual[way])
        for special, pieces in self.special_moves(types):
            roles = {str(actor.role): each for actor, each in zip(special.actors[1:], pieces[1:], strict=True)}
            made = self.effects.special_moves(special, [tuple(types[each] for each in pieces)], types)
            for outcome, aide in with_aides(chain.from_iterable(made.values())):
                for helped in _with_aide(roles, aide, types, pieces):
                    yield Move(pieces[0], helped, outcome, False)

    def _victims(self, types: Types, mover: Type, way: int, captured: Type | None) -> list[int | None]:
        """The pieces that may be the victim of a move, and None if there may be no victim; `captured`: its type."""
        if captured is not None:
            return [types.index(captured)]
        if self.effects.by_victim or way == DOUBLE:
            return [None]
        return [None, *(types.index(each) for each in dict.fromkeys(types) if self._may_fall(each, mover))]

    def special_moves(self, types: Types, at_first: bool = False) -> Iterator[tuple[SpecialMove, tuple[int, ...]]]:
        """The special moves of some pieces, with the numbers of the pieces that make them.

        Those that need a right or a flag are left out, unless all are asked for: positions of a table have none.
        """
        for special in self.engine.special_moves:
            for some in casts(special, dict.fromkeys(types)) if at_first or not special.guard.needs else ():
                pieces: list[int] = []
                for wanted in some:
                    pieces += [number for number in [_other(types, wanted, pieces)] if number is not None]
                if len(pieces) == len(some):
                    yield special, tuple(pieces)


def _with_aide(
    others: dict[str, int], aide: Type | None, types: Types, moving: Collection[int]
) -> Iterator[dict[str, int]]:
    """The participants besides the mover with an aide of a type, if there is one; they alone if none is called for."""
    if aide is None:
        yield others
    elif (number := _other(types, aide, moving)) is not None:
        yield {**others, str(AIDE): number}


def _other(types: Types, wanted: Type, but: Collection[int]) -> int | None:
    """The number of a piece of a type other than some."""
    return next((number for number, each in enumerate(types) if each == wanted and number not in but), None)
