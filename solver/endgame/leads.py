"""What the moves of some material do and lead to, by the effects that the rules give them (`compiled.compile.effects`).

This matters in games whose moves do more than capture, and promote the mover where it arrives. There are three methods
for the table of some material: TRACED, if the moves of its own pieces do no more than that; AHEAD, if a move that does
more leads to other material, or wins; and SWEPT, if a piece may change by a move that keeps the material.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compiled.compile.outcome_queries import Asked, ask, casts
from ..compiled.compile.outcomes import AIDE, GONE, VICTIM, Outcome, with_aides
from ..compiled.compile.special_moves import SpecialMove
from ..compiled.compiled_engine import CompiledEngine
from ..compiled.named_values import DOUBLE, FORBIDDEN, IF_WON, LINGERS, MOVER_WINS, NEVER, STAYS, WAYS
from ..compiled.named_values import PLAIN as ARRIVING
from ..compiled.tables import (
    AS_ONE,
    AS_OTHER,
    CHECKMATED,
    EVENT_COUNT,
    EXPOSURE,
    LAST_ROYAL,
    LOOSE,
    MASKS,
    ONE_SAFE,
    PASS_RULE,
    ROYAL,
    STALEMATED,
    TALLIES,
    TYPES,
    UNION_CELLS,
    UNION_ROLES,
)
from ..play.piece import Type

Types = tuple[Type, ...]
Marks = NDArray[np.int32]

_WAYS = (ARRIVING, DOUBLE)


class Method(Enum):
    """How the table of some material is made."""

    TRACED = auto()
    AHEAD = auto()
    SWEPT = auto()


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


@dataclass(frozen=True, slots=True)
class Led:
    """What the moves of some pieces lead to.

    Attributes:
        to: the pieces after those moves that do not win, where they differ from those before.
        way: how the table is made.
        problems: why there can be none.
    """

    to: tuple[Types, ...]
    way: Method
    problems: tuple[str, ...]


class Leads:
    """What moves do and lead to in a game.

    Args:
        engine: its compiled engine.
    """

    def __init__(self, engine: CompiledEngine) -> None:
        self.engine, self.effects = engine, engine.effects
        self._classes = range(len(self.effects.zones))
        self._by_start, self._by_victim = self.effects.depends(ARRIVING, engine.types[0])
        self._known: dict[Types, Led] = {}
        self._heard: dict[Types, frozenset[str]] = {}
        self._lapsing = frozenset(engine.ruleset.names("lapses"))
        self._kept: dict[Type, tuple[NDArray[np.bool_], ...]] = {}

    @property
    def exposes(self) -> bool:
        """Whether a royal piece may be left attacked, and so be captured."""
        return self._trait(EXPOSURE) != FORBIDDEN

    def of(self, types: Types) -> Led:
        """What the moves of some pieces lead to."""
        if types not in self._known:
            self._known[types] = self._found(types)
        return self._known[types]

    def matters(self, field: str, types: Types) -> bool:
        """Whether moves of some pieces depend on a field of the position, or, if it may last, their effects do."""
        if field in self._lapsing:
            return field in self._asking(types)
        seen, left = {types}, [types]
        while left:
            some = left.pop()
            if field in self._asking(some):
                return True
            new = {after for move in self._moves(some) if (after := move.after(some))} - seen
            seen |= new
            left += new
        return False

    def _asking(self, types: Types) -> frozenset[str]:
        """The fields of the game's own on which moves of some pieces depend."""
        if types not in self._heard:
            self.effects.learn(types, types)
            self._heard[types] = frozenset(
                [
                    *(field for move in self._moves(types) for field in move.outcome.guard.fields),
                    *(
                        field
                        for special, _ in self._special_moves(types, at_first=True)
                        for field, _ in special.guard.needs
                    ),
                ]
            )
        return self._heard[types]

    def _found(self, types: Types) -> Led:
        self.effects.learn(types, types)
        to, problems = dict[Types, None](), dict[str, None]()
        keeps = self._trait(PASS_RULE) == NEVER and not self.engine.ruleset.weighs_moves
        if self.effects.items.all:
            problems["pieces may be in hand or in store, which tables do not hold"] = None
        if (self.engine.arrays[TYPES][:, ROYAL] == LINGERS).any():
            problems["a royal may go where it is attacked then, by the reading, which tables do not support"] = None
        if self._trait(LAST_ROYAL):
            problems["royal pieces but the last may be captured, which tables do not support"] = None
        if self._trait(ONE_SAFE):
            problems["one of several royal pieces may be captured, which tables do not support"] = None
        if any(not special.is_in_place for special, _ in self._special_moves(types)):
            problems["pieces may change places by a special move, which tables do not support"] = None
        if any(special.is_free for special, _ in self._special_moves(types)):
            problems["the turn stays after a special move, which tables do not support"] = None
        if any(not self.engine.ruleset.devourers.isdisjoint(kinds) for _, kinds in types):
            problems["pieces may be captured by their own side, which tables do not support"] = None
        if any(not self.effects.locust_kinds.isdisjoint(kinds) for _, kinds in types):
            problems["pieces may be captured on the way, which tables do not support"] = None
        if any(self.effects.arrives(way, each) for way, each in product(self.effects.ways[WAYS:], types)):
            problems["pieces may move by uses of the game's own, which tables do not support"] = None
        if len(self.engine.arrays[TALLIES]):
            problems["the game may end by the number of pieces, which tables do not support"] = None
        if any(move.outcome.sweeps for move in self._moves(types)):
            problems["a move may capture pieces around it, which tables do not support"] = None
        if any(move.outcome.revives for move in self._moves(types)):
            problems["a captured piece may come back, which tables do not support"] = None
        if any(move.outcome.enters for move in self._moves(types)):
            problems["a piece may enter beside a move, which tables do not support"] = None
        if self._trait(EXPOSURE) == IF_WON:
            problems["a move that wins may leave a royal piece attacked, which tables do not support"] = None
        if MOVER_WINS in (self._trait(STALEMATED), self._trait(CHECKMATED)):
            problems["a player without a move may win, which tables do not support"] = None
        if self._trait(EVENT_COUNT):
            problems["a turn may begin with events, which tables do not support"] = None
        if self._trait(PASS_RULE) != NEVER and any(self._idles(army, types) for army in self.effects.armies):
            problems["a pass may do something, which tables do not support"] = None
        for move in self._moves(types):
            after = move.after(types)
            problems |= dict.fromkeys(self._objections(types, move, after))
            if not move.outcome.wins and sorted(after) != sorted(types):
                to[after] = None
            elif not move.outcome.wins and not move.is_usual:
                keeps = False
        numbers = [self.engine.types.index(each) + 1 for each in types]
        if self.engine.arrays[TYPES][numbers, LOOSE].any():
            way = Method.SWEPT
        elif self._is_traced(types):
            way = Method.TRACED
        else:
            way = Method.AHEAD if keeps else Method.SWEPT
        return Led(tuple(to), way, tuple(problems))

    def _objections(self, types: Types, move: Move, after: Types) -> Iterator[str]:
        """What a table cannot hold of a move."""
        if not after:
            yield "a move may leave no piece on the board, which tables do not hold"
        if move.outcome.ignores_check:
            yield "a move may leave a royal piece attacked though others may not, which tables do not support"
        if move.outcome.guard.later.replies:
            yield "a move may depend on the replies to it, which tables do not support"
        if move.outcome.helpers > 1:
            yield "a move may call for two aides, which tables do not support"
        if any(each.role == AIDE and each.ends != STAYS for each in move.outcome.others):
            yield "an aide may go elsewhere, which tables do not support"
        for field in sorted(move.outcome.action.fields):
            if self.matters(field, after):
                yield f"a move may have the position say '{field}', which matters to other moves; tables do not hold it"
        decisions = self.engine.ruleset.decisions
        for number, (player, _) in enumerate(decisions):
            if move.outcome.wins >> number & 1 and player != types[move.mover][0]:
                yield "a move may win for the opponent, which tables do not support"

    def _is_traced(self, types: Types) -> bool:
        """Whether the moves of some pieces do no more than capture, and promote the mover where it arrives."""
        weighs = self.exposes or self.engine.ruleset.weighs_moves or self._trait(STALEMATED)
        if (
            weighs
            or self._trait(PASS_RULE) != NEVER
            or self.joins(types)
            or any(True for _ in self._special_moves(types))
        ):
            return False
        if any(self.joins(move.after(types)) for move in self._moves(types)):
            return False
        for mover, way in product(dict.fromkeys(types), _WAYS):
            for end in self._classes:
                # An illegal move gives no check either, so royal victims count here, though none is captured.
                if not all(ask(self.effects, way, mover, end, types).values()):
                    return False
                asked = self._asked(way, mover, end, types)
                if len(set(asked.values())) > 1:
                    return False
                if not all(
                    _promotes(self.effects.usual[way], mover, each) for outcomes in asked.values() for each in outcomes
                ):
                    return False
        return True

    def _idles(self, army: str, types: Types) -> bool:
        """Whether a player's pass does anything."""
        return self.effects.passing(army, types) != (Outcome(others=()),)

    def _asked(self, way: int, mover: Type, end: int, types: Types) -> Asked:
        """What a type's moves to the cells of a class do, by the class of the start and, if it matters, the victim."""
        asked = ask(self.effects, way, mover, end, types)
        return {key: value for key, value in asked.items() if key[1] is None or self._may_fall(key[1], mover)}

    def _may_fall(self, victim: Type, mover: Type) -> bool:
        """Whether a piece may be captured by another."""
        royal = not self.engine.ruleset.royal.isdisjoint(victim[1])
        return victim[0] != mover[0] and (self.exposes or not royal)

    def _moves(self, types: Types) -> Iterator[Move]:
        """All moves that some pieces may have anywhere."""
        for mover, one in enumerate(types):
            for way, end in product(_WAYS, self._classes) if one not in types[:mover] else ():
                for (_, captured), outcomes in self._asked(way, one, end, types).items():
                    found = product(self._victims(types, one, way, captured), with_aides(outcomes))
                    for victim, (outcome, aide) in found:
                        usual = outcome == self.effects.usual[way]
                        others = {str(VICTIM): victim} if victim is not None else {}
                        if aide is None:
                            yield Move(mover, others, outcome, usual)
                        elif (helper := _other(types, aide, [mover])) is not None:
                            yield Move(mover, {**others, str(AIDE): helper}, outcome, usual)
        for special, pieces in self._special_moves(types):
            roles = {str(actor.role): each for actor, each in zip(special.actors[1:], pieces[1:], strict=True)}
            for outcomes in self.effects.special_moves(
                special, [tuple(types[each] for each in pieces)], types
            ).values():
                for outcome, aide in with_aides(outcomes):
                    helper = None if aide is None else _other(types, aide, pieces)
                    if aide is None or helper is not None:
                        helped = {} if helper is None else {str(AIDE): helper}
                        yield Move(pieces[0], {**roles, **helped}, outcome, False)

    def _victims(self, types: Types, mover: Type, way: int, captured: Type | None) -> list[int | None]:
        """The pieces that may be the victim of a move, and None if there may be no victim; `captured`: its type."""
        if captured is not None:
            return [types.index(captured)]
        if self._by_victim or way == DOUBLE:
            return [None]
        return [None, *(types.index(each) for each in dict.fromkeys(types) if self._may_fall(each, mover))]

    def _special_moves(self, types: Types, at_first: bool = False) -> Iterator[tuple[SpecialMove, tuple[int, ...]]]:
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

    def joins(self, types: Types) -> int:
        """The armies, as bits, of which two of some pieces may win by their union."""
        bonds, armies = self.engine.arrays[UNION_ROLES], self.engine.armies
        pieces = [(armies.index(army), bonds[self.engine.types.index((army, kinds)) + 1]) for army, kinds in types]
        pairs = ((pieces[one], pieces[other]) for one, other in product(range(len(pieces)), repeat=2) if one != other)
        joined = (mine[0] for mine, yours in pairs if mine[0] == yours[0] and mine[1][AS_ONE] & yours[1][AS_OTHER])
        return sum(1 << army for army in set(joined))

    def always(self, types: Types) -> int:
        """The armies, as bits, whose pieces must be looked ahead for on all cells, whether or not they join."""
        armies = self.engine.armies
        if self.exposes or self.of(types).way is Method.SWEPT:
            return (1 << len(armies)) - 1
        doing = {armies.index(special.army) for special, _ in self._special_moves(types)}
        return sum(1 << army for army in doing)

    def choices(self, each: Type) -> list[tuple[Type, ...]]:
        """For each cell what a piece can choose to become on arrival, if the table is TRACED; none if nothing.

        Where that depends on the victim, or on the start of the move, the table is made by another method.
        """
        found = list[tuple[Type, ...]]()
        for end in self._classes:
            asked = ask(self.effects, ARRIVING, each, end, ())
            outcomes = next((some for (_, victim), some in asked.items() if victim is None), ())
            new = tuple(dict.fromkeys(outcome.mover or each for outcome in outcomes))
            found.append(() if new == (each,) else new)
        return [found[number] for number in self.effects.classes]

    def changing(self, each: Type) -> list[bool]:
        """For each cell whether a move of a type to it, empty, may do more than is usual."""
        found = [False for _ in self._classes]
        for way, end in product(_WAYS, self._classes):
            for (_, victim), outcomes in ask(self.effects, way, each, end, ()).items():
                found[end] |= victim is None and outcomes != (self.effects.usual[way],)
        return [found[number] for number in self.effects.classes]

    def kept(self, each: Type) -> tuple[NDArray[np.bool_], ...]:
        """Whether the moves of a type to empty cells, and then its double steps, may do what is usual.

        Each is an array (classes by where they start, classes of cells where they arrive).
        """
        if each not in self._kept:
            found = [np.zeros((self.effects.starts, len(self._classes)), np.bool_) for _ in _WAYS]
            for way, end in product(_WAYS, self._classes):
                for (start, victim), outcomes in ask(self.effects, way, each, end, ()).items():
                    if victim is None:
                        found[way][self._starts(start), end] = self.effects.usual[way] in outcomes
            self._kept[each] = tuple(found)
        return self._kept[each]

    def _starts(self, start: int) -> int | slice:
        return start if self._by_start else slice(None)

    def marks(self, types: Sequence[Type]) -> list[Marks]:
        """Numbers for the cells that differ where the moves of some types do, by where they start and arrive."""
        self.effects.learn(types, types)
        numbers: dict[object, int] = {}
        found, seeking = [], False
        for way, each in product(_WAYS, types):
            table = np.zeros((len(self._classes), len(self._classes)), np.int32)
            for end in self._classes:
                by_zone: dict[int, list[object]] = {}
                for (start, victim), outcomes in ask(self.effects, way, each, end, types).items():
                    zone, steps = self.effects.start(start)
                    by_zone.setdefault(zone, []).append((steps, victim, outcomes))
                    seeking |= any(outcome.calls for outcome in outcomes)
                for start, some in by_zone.items():
                    table[self._starts(start), end] = numbers.setdefault(tuple(some), len(numbers) + 1)
            for lines in (table.tolist(), table.T.tolist()):
                alike = {tuple(line): number for number, line in enumerate(lines)}
                found.append(np.array([alike[tuple(line)] for line in lines], np.int32)[self.effects.classes])
        return [*found, *(self.effects.measures.distances() if seeking else ())]

    def relations(self) -> list[NDArray[np.bool_]]:
        """(cells, cells): for each union whether pieces on the two are joined; then the cells one step from each."""
        arrays, cells = self.engine.arrays, len(self.engine.cells)
        sets = (np.ascontiguousarray(arrays[MASKS][rows]).view(np.uint8) for rows in arrays[UNION_CELLS])
        joined = [np.unpackbits(each, axis=1, bitorder="little")[:, :cells].astype(np.bool_) for each in sets]
        return [*joined, *(self.effects.step_set == each for each in range(1, len(self.effects.step_sets)))]

    def _trait(self, column: int) -> int:
        return int(self.engine.tables.numbers[column])


def _other(types: Types, wanted: Type, but: Collection[int]) -> int | None:
    """The number of a piece of a type other than some."""
    return next((number for number, each in enumerate(types) if each == wanted and number not in but), None)


def _promotes(usual: Outcome, mover: Type, outcome: Outcome) -> bool:
    """Whether a move does no more than what is usual, and promote the mover."""
    promoting = replace(usual, mover=outcome.mover, chosen=outcome.chosen)
    return outcome == promoting and (outcome.mover is None or outcome.mover[0] == mover[0])


def types_in(some: Iterable[Types]) -> list[Type]:
    """The types of pieces, each once."""
    return list(dict.fromkeys(each for types in some for each in types))
