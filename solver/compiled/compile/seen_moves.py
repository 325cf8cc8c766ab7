"""What the effects of a move see of it, as the rules derive it (core/contexts.lp, moves.lp).

The compiler asks these rules about classes of moves (`move_classes.py`). In the place of a cell they have `at(Role, N)`
with the number of the zones that contain it, and the piece stands there. A pass and the mover that is gone stand on no
cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from clingo import Function, Number, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...play.piece import Type
from .asked_rules import Question
from .derivation import derived
from .outcomes import GONE, MOVER, Choices, is_helped

_READ: tuple[Signature, ...] = (
    ("part", 3), ("of", 3), ("starts_in", 3), ("ends_in", 3), ("use", 2), ("within", 3),
)  # fmt: skip
SEEN = Question(
    parts=("moves", "contexts"),
    given=frozenset({("pseudo_legal", 4), ("stands", 3), ("piece", 3), ("zone", 3), ("returns", 4), ("follows", 2)}),
    derived=frozenset({*_READ, ("context", 2), ("involves", 3), ("stands", 3)}),
)
"""What such rules may ask about a move, and what they may derive."""
UNPLACED = Question(
    parts=("contexts",),
    given=frozenset({("context", 2), ("turn", 1)}),
    derived=frozenset({("part", 3), ("of", 3)}),
    shapes=frozenset({"drop"}),
)
"""The same of the mover of a drop or a pass, which stands on no cell."""

Zones: TypeAlias = Sequence[frozenset[tuple[Symbol, Symbol]]]

_NONE, _END, _ANY_USE = Function("none"), Function("end"), Function("", [])
_DROP = Function("drop")


class MoveClass(NamedTuple):
    """A class of moves, in the rules' terms.

    Attributes:
        use: how it goes.
        mover: the type of the mover.
        others: the types of the other pieces, by roles.
        start: the number of the zones of the cell where it starts.
        end: that of the zones of the cell where it ends.
        chosen: the choices that are made.
        steps: the classes of which it is one step.
        within: the numbers of the zones of the cells where aides stand, by roles, if that matters.
        again: those of `others` that have another role too, each with that role, which has effect first.
    """

    use: Symbol | None
    mover: Type
    others: tuple[tuple[Symbol, Type], ...]
    start: int
    end: int
    chosen: Choices = ()
    steps: frozenset[Symbol] = frozenset()
    within: tuple[tuple[Symbol, int], ...] = ()
    again: tuple[tuple[Symbol, Symbol], ...] = ()

    @property
    def pieces(self) -> tuple[tuple[Symbol, Type], ...]:
        """Its pieces, each with its role."""
        return self.others if self.mover == GONE else ((MOVER, self.mover), *self.others)

    @property
    def is_pass(self) -> bool:
        """Whether nothing moves, and the mover is only a player."""
        return self.mover != GONE and not self.mover[1]

    @property
    def is_unplaced(self) -> bool:
        """Whether its mover stands on no cell: it is dropped, or only a player."""
        return self.is_pass or self.use == _DROP


class SeenMoves:
    """What effects see of moves.

    Args:
        ruleset: the rules.
        zones: for each class of cells the zones that contain them, each an army and a name.
    """

    def __init__(self, ruleset: Ruleset, zones: Zones) -> None:
        self._rules, self._unplaced = SEEN.rules(ruleset.files), UNPLACED.rules(ruleset.files)
        self._known: dict[tuple[Type, Symbol], list[tuple[str, Sequence[Symbol]]]] = {}
        self._follows, self._zones = ruleset.tuples("follows", 2), zones

    def of(self, asked: Sequence[tuple[MoveClass, Choices]]) -> Facts:
        """The facts about some moves, each of a class and with some choices, by predicate.

        Each move is its number in the sequence.
        """
        found: dict[Signature, list[Symbol]] = {key: [] for key in (*_READ, ("steps", 2), ("chosen", 3))}
        for name, arguments in derived(self._rules, self._facts(asked), _READ):
            if name != "use" or arguments[1] != _ANY_USE:
                found[name, len(arguments)].append(row(*arguments))
        for number, (each, chosen) in enumerate(asked):
            move = Number(number)
            found["steps", 2] += [row(move, name) for name in each.steps]
            found["chosen", 3] += [row(move, *choice) for choice in chosen if not is_helped(choice)]
        return dict(found)

    def _of_mover(self, mover: Type, use: Symbol) -> list[tuple[str, Sequence[Symbol]]]:
        """What rules derive of the mover of a drop or a pass: predicates, and arguments after the move."""
        if (mover, use) not in self._known:
            army, kinds = mover
            moves = [Function(use.name, [Function(kind), _END]) for kind in kinds] or [use]
            facts: Facts = {("context", 2): [row(_NONE, each) for each in moves], ("turn", 1): [Function(army)]}
            found = derived(self._unplaced, facts, UNPLACED.derived)
            self._known[mover, use] = [(name, arguments[1:]) for name, arguments in found]
        return self._known[mover, use]

    def _facts(self, asked: Sequence[tuple[MoveClass, Choices]]) -> Facts:
        """What such rules ask about these moves."""
        found: dict[Signature, list[Symbol]] = {
            key: [] for key in (*SEEN.given, ("context", 2), ("part", 3), ("of", 3))
        }
        found["follows", 2] += self._follows
        places = dict[tuple[Symbol, Type | None, int], Symbol]()

        def place(role: Symbol, piece: Type | None, zones: int) -> Symbol:
            """The cell where a piece stands, with these zones."""
            if (role, piece, zones) not in places:
                cell = places[role, piece, zones] = Function("at", [role, Number(len(places))])
                found["piece", 3] += [row(cell, *one) for one in _named(piece)]
                found["zone", 3] += [row(*zone, cell) for zone in (self._zones[zones] if zones >= 0 else ())]
            return places[role, piece, zones]

        for number, (each, _) in enumerate(asked):
            move, stood, first = Number(number), {MOVER: each.start, **dict(each.within)}, dict(each.again)
            if each.is_unplaced and each.use:
                for name, seen in self._of_mover(each.mover, each.use):
                    found[name, 3].append(row(move, *seen))
            if each.is_pass and each.use:
                found["context", 2].append(row(move, each.use))
            else:
                start = place(MOVER, each.mover, each.start) if each.mover[1] and not each.is_unplaced else _NONE
                end = place(_END, None, each.end)
                found["pseudo_legal", 4].append(row(move, start, end, each.use or _ANY_USE))
            for role, piece in each.pieces:
                if role in first:
                    found["returns", 4] += [row(move, role, first[role], Function(kind)) for kind in piece[1]]
                elif role != MOVER and piece[1]:
                    found["stands", 3].append(row(move, role, place(role, piece, stood.get(role, -1))))
                elif not (piece[1] or each.is_unplaced):
                    found["of", 3].append(row(move, role, Function(piece[0])))
        return dict(found)


def _named(piece: Type | None) -> Iterator[tuple[Symbol, Symbol]]:
    """The kinds of a piece, each with its army."""
    for kind in piece[1] if piece else ():
        yield Function(kind), Function(piece[0] if piece else "")
