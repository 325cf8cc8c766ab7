"""Which classes of cells are the same to what the moves of a type do, wherever they start and end.

Rules read few zones for each type, such as those where it is promoted. To find these, the rules of the part `effects`
are grounded once for each type and use. What else effects see of a move is left open: the zones, the other pieces, the
choices. If no ground rule reads a zone on the way to an effect, no effect depends on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from clingo import Function, Number, Symbol
from clingo.ast import AST, ASTType, parse_string

from ...asp.ruleset import Ruleset
from ...asp.session import row
from ...asp.syntax import Signature
from ...play.piece import Type
from .derivation import sources
from .move_classes import OUTPUTS, EffectRules
from .outcomes import AIDES, LOCUST, MOVER, VICTIM
from .seen_moves import MoveClass, SeenMoves, Zones

Arriving: TypeAlias = tuple[Symbol | None, Type]
"""Moves of a use by movers of a type."""

_CELLS: tuple[Signature, ...] = (("starts_in", 3), ("ends_in", 3), ("steps", 2), ("within", 3))
_PIECES: tuple[Signature, ...] = (("part", 3), ("of", 3))
_OTHERS = {name: (f"others_{name}", 2) for name, _ in (*_PIECES, ("within", 3))}
_MOVES = ("others_move", 1)
_LEFT_OPEN = " ".join(
    [
        "{ chosen(C,Aspect,Value) } :- choice(C,Aspect,Value).",
        *(f"{{ {name}(C,Role,What) : {more}(Role,What) }} :- {_MOVES[0]}(C)." for name, (more, _) in _OTHERS.items()),
    ]
)
"""What holds of some moves and not of others: the choices that they make, and what and where their other pieces are."""


class Alike(NamedTuple):
    """Classes of cells that are the same to some moves.

    Attributes:
        starts: for each class of moves by where they start the first that is the same.
        ends: for each class of cells where they end the first that is the same.
    """

    starts: Sequence[int]
    ends: Sequence[int]


class AlikeCells:
    """Finds such classes.

    Args:
        ruleset: the game.
        rules: its rules about effects.
        zones: for each class of cells the zones that contain them, each an army and a name.
        step_sets: the sets of classes of which a move may be one step. For each class of cells there is a class of
            moves by where they start for each of these.
    """

    def __init__(
        self, ruleset: Ruleset, rules: EffectRules, zones: Zones, step_sets: Sequence[frozenset[Symbol]]
    ) -> None:
        self._zones, self._step_sets = zones, step_sets
        every = frozenset[tuple[Symbol, Symbol]]().union(*zones)
        self._seen = SeenMoves(ruleset, [every])
        self._steps = frozenset[Symbol]().union(*step_sets)
        others = {VICTIM, *(each.arguments[1] for each in ruleset.facts("actor", 3))} - {MOVER}
        others |= {LOCUST} if ruleset.has_locusts else set()
        aides = set(AIDES) if ruleset.facts("measure", 4) else set[Symbol]()
        every_piece = {
            "part": product(others | aides, map(Function, ruleset.abbreviations)),
            "of": product(others | aides, map(Function, ruleset.players)),
            "within": product(aides, {name for _, name in every}),
        }
        more = {_OTHERS[name]: [row(*each) for each in sorted(some)] for name, some in every_piece.items()}
        self._given = {**rules.given, **more}
        self._statements = (*rules.statements, *_parsed(_LEFT_OPEN))
        self._known: dict[Arriving, Alike] = {}

    def of(self, arriving: Arriving) -> Alike:
        """The classes that are the same to moves of a use by movers of a type."""
        self.learn([arriving])
        return self._known[arriving]

    def learn(self, asked: Iterable[Arriving]) -> None:
        """Ask about some such moves at once, which is faster than one by one."""
        new = [each for each in dict.fromkeys(asked) if each not in self._known]
        if not new:
            return
        seen = self._seen.of([(MoveClass(use, mover, (), 0, 0, (), self._steps), ()) for use, mover in new])
        moves = [Number(number) for number in range(len(new))]
        open_ones = {key: seen[key] for key in (*_PIECES, *_CELLS)}
        facts = {**self._given, ("use", 2): seen["use", 2], _MOVES: moves}
        found = sources(self._statements, facts, open_ones, _CELLS, OUTPUTS)
        for move, (use, mover) in zip(moves, new, strict=True):
            self._known[use, mover] = self._alike(mover, found.get(move, ()))

    def _alike(self, mover: Type, read: Iterable[Symbol]) -> Alike:
        """The classes of cells that are the same to a type's arrivals, given which facts about the moves are read."""
        found: dict[str, set[tuple[Symbol, ...]]] = defaultdict(set)
        for each in read:
            found[each.name].add(tuple(each.arguments[1:]))
        # An aide may be the mover too, and stands on the end then.
        ends = found["ends_in"] | {(Function(mover[0]), name) for _, name in found["within"]}
        starts, steps = found["starts_in"], {name for (name,) in found["steps"]}
        return Alike(
            _firsts((zone & starts, some & steps) for zone in self._zones for some in self._step_sets),
            _firsts(zone & ends for zone in self._zones),
        )


def _firsts(some: Iterable[Hashable]) -> list[int]:
    """For each of some things the number of the first that is equal."""
    first: dict[Hashable, int] = {}
    return [first.setdefault(each, number) for number, each in enumerate(some)]


def _parsed(rule: str) -> list[AST]:
    found: list[AST] = []
    parse_string(rule, found.append)
    return [each for each in found if each.ast_type == ASTType.Rule]
