"""What the moves of some material lead to, by the effects that the rules give them (`compiled.compile.effects`).

This matters in games whose moves do more than capture, and promote the mover where it arrives. There are three methods
for the table of some material: TRACED, if the moves of its own pieces do no more than that; AHEAD, if a move that does
more leads to other material, or wins; and SWEPT, if a piece may change by a move that keeps the material.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..compiled.compile.outcome_queries import ask
from ..compiled.compile.outcomes import AIDE, Outcome
from ..compiled.compiled_engine import CompiledEngine
from ..compiled.named_values import IF_WON, LINGERS, MOVER_WINS, NEVER, STAYS, WAYS
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
from .material_moves import TABLE_WAYS, MaterialMoves, Move, Types

Marks = NDArray[np.int32]


class Method(Enum):
    """How the table of some material is made."""

    TRACED = auto()
    AHEAD = auto()
    SWEPT = auto()


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
    """What moves lead to in a game.

    Args:
        engine: its compiled engine.
    """

    def __init__(self, engine: CompiledEngine) -> None:
        self.engine, self.effects = engine, engine.effects
        self._moves = MaterialMoves(engine)
        self._known: dict[Types, Led] = {}
        self._heard: dict[Types, frozenset[str]] = {}
        self._lapsing = frozenset(engine.ruleset.names("lapses"))
        self._kept: dict[Type, tuple[NDArray[np.bool_], ...]] = {}

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
            new = {after for move in self._moves.of(some) if (after := move.after(some))} - seen
            seen |= new
            left += new
        return False

    def _asking(self, types: Types) -> frozenset[str]:
        """The fields of the game's own on which moves of some pieces depend."""
        if types not in self._heard:
            self.effects.learn(types, types)
            self._heard[types] = frozenset(
                [
                    *(field for move in self._moves.of(types) for field in move.outcome.guard.fields),
                    *(
                        field
                        for special, _ in self._moves.special_moves(types, at_first=True)
                        for field, _ in special.guard.needs
                    ),
                ]
            )
        return self._heard[types]

    def _found(self, types: Types) -> Led:
        self.effects.learn(types, types)
        moves = list(self._moves.of(types))
        to, problems = dict[Types, None](), dict.fromkeys(self._problems(types, moves))
        keeps = self.engine.arrays.scalars[PASS_RULE] == NEVER and not self.engine.ruleset.weighs_moves
        for move in moves:
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

    def _problems(self, types: Types, moves: Sequence[Move]) -> list[str]:
        """What tables cannot hold of the game, or of the moves of some pieces."""
        engine, effects, scalars = self.engine, self.effects, self.engine.arrays.scalars
        specials = [special for special, _ in self._moves.special_moves(types)]
        outcomes = [move.outcome for move in moves]
        kinds = {kind for _, some in types for kind in some}
        own_uses, armies = product(effects.ways[WAYS:], types), effects.armies
        problems: dict[str, object] = {
            "pieces may be in hand or in store": effects.items.all,
            "a royal may go where it is attacked then, by the reading": (
                engine.arrays[TYPES][:, ROYAL] == LINGERS
            ).any(),
            "royal pieces but the last may be captured": scalars[LAST_ROYAL],
            "one of several royal pieces may be captured": scalars[ONE_SAFE],
            "pieces may change places by a special move": not all(special.is_in_place for special in specials),
            "the turn stays after a special move": any(special.is_free for special in specials),
            "pieces may be captured by their own side": not engine.ruleset.devourers.isdisjoint(kinds),
            "pieces may be captured on the way": not effects.locust_kinds.isdisjoint(kinds),
            "pieces may move by uses of the game's own": any(effects.arrives(way, each) for way, each in own_uses),
            "the game may end by the number of pieces": len(engine.arrays[TALLIES]),
            "a move may capture pieces around it": any(outcome.sweeps for outcome in outcomes),
            "a captured piece may come back": any(outcome.revives for outcome in outcomes),
            "a piece may enter beside a move": any(outcome.enters for outcome in outcomes),
            "a move that wins may leave a royal piece attacked": scalars[EXPOSURE] == IF_WON,
            "a player without a move may win": MOVER_WINS in (scalars[STALEMATED], scalars[CHECKMATED]),
            "a turn may begin with events": scalars[EVENT_COUNT],
            "a pass may do something": scalars[PASS_RULE] != NEVER and any(self._idles(each, types) for each in armies),
        }
        return [f"{why}, which tables do not support" for why, is_so in problems.items() if is_so]

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
        weighs = self.engine.exposes or self.engine.ruleset.weighs_moves or self.engine.arrays.scalars[STALEMATED]
        if (
            weighs
            or self.engine.arrays.scalars[PASS_RULE] != NEVER
            or self.joins(types)
            or any(True for _ in self._moves.special_moves(types))
        ):
            return False
        if any(self.joins(move.after(types)) for move in self._moves.of(types)):
            return False
        for mover, way in product(dict.fromkeys(types), TABLE_WAYS):
            for end in self._moves.classes:
                # An illegal move gives no check either, so royal victims count here, though none is captured.
                if not all(ask(self.effects, way, mover, end, types).values()):
                    return False
                asked = self._moves.asked(way, mover, end, types)
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
        if self.engine.exposes or self.of(types).way is Method.SWEPT:
            return (1 << len(armies)) - 1
        doing = {armies.index(special.army) for special, _ in self._moves.special_moves(types)}
        return sum(1 << army for army in doing)

    def choices(self, each: Type) -> list[tuple[Type, ...]]:
        """For each cell what a piece can choose to become on arrival, if the table is TRACED; none if nothing.

        Where that depends on the victim, or on the start of the move, the table is made by another method.
        """
        found = list[tuple[Type, ...]]()
        for end in self._moves.classes:
            asked = ask(self.effects, ARRIVING, each, end, ())
            outcomes = next((some for (_, victim), some in asked.items() if victim is None), ())
            new = tuple(dict.fromkeys(outcome.mover or each for outcome in outcomes))
            found.append(() if new == (each,) else new)
        return [found[number] for number in self.effects.classes]

    def changing(self, each: Type) -> list[bool]:
        """For each cell whether a move of a type to it, empty, may do more than is usual."""
        found = [False for _ in self._moves.classes]
        for way, end in product(TABLE_WAYS, self._moves.classes):
            for (_, victim), outcomes in ask(self.effects, way, each, end, ()).items():
                found[end] |= victim is None and outcomes != (self.effects.usual[way],)
        return [found[number] for number in self.effects.classes]

    def kept(self, each: Type) -> tuple[NDArray[np.bool_], ...]:
        """Whether the moves of a type to empty cells, and then its double steps, may do what is usual.

        Each is an array (classes by where they start, classes of cells where they arrive).
        """
        if each not in self._kept:
            found = [np.zeros((self.effects.starts, len(self._moves.classes)), np.bool_) for _ in TABLE_WAYS]
            for way, end in product(TABLE_WAYS, self._moves.classes):
                for (start, victim), outcomes in ask(self.effects, way, each, end, ()).items():
                    if victim is None:
                        found[way][self._starts(start), end] = self.effects.usual[way] in outcomes
            self._kept[each] = tuple(found)
        return self._kept[each]

    def _starts(self, start: int) -> int | slice:
        return start if self.effects.by_start else slice(None)

    def marks(self, types: Sequence[Type]) -> list[Marks]:
        """Numbers for the cells that differ where the moves of some types do, by where they start and arrive."""
        self.effects.learn(types, types)
        numbers: dict[object, int] = {}
        found, seeking = [], False
        for way, each in product(TABLE_WAYS, types):
            table = np.zeros((len(self._moves.classes), len(self._moves.classes)), np.int32)
            for end in self._moves.classes:
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


def _promotes(usual: Outcome, mover: Type, outcome: Outcome) -> bool:
    """Whether a move does no more than what is usual, and promote the mover."""
    promoting = replace(usual, mover=outcome.mover, chosen=outcome.chosen)
    return outcome == promoting and (outcome.mover is None or outcome.mover[0] == mover[0])


def types_in(some: Iterable[Types]) -> list[Type]:
    """The types of pieces, each once."""
    return list(dict.fromkeys(each for types in some for each in types))
