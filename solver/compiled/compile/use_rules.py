"""Which moves the uses of routes make, as the rules derive them (core/moves.lp).

The compiler asks these rules about one route for each use and each sort of cell where it may end: empty, an opponent's,
an own one, and the cell of an own royal piece; and about routes that end nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from clingo import Function, Symbol

from ...asp.routes import OFF
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...errors import RulesError
from .asked_rules import Question
from .derivation import derived

_POINT: Signature = ("point", 5)
_OF_GAMES: tuple[Signature, ...] = (("captures", 1), ("goes", 1), ("captures_own", 1), ("own_use", 1))
USES = Question(
    parts=("moves",),
    given=frozenset(
        {
            _POINT, ("open", 4), ("asked", 1), ("occupied", 1), ("theirs", 1), ("mine", 1), ("royal_cell", 1),
            ("unreachable", 2), ("captures_on_way", 2), *_OF_GAMES,
        }
    ),
    derived=frozenset({("arrives", 3), ("pseudo_legal", 4), ("stands", 3)}),
    shapes=frozenset({"go"}),
    hidden=frozenset({(_POINT, 4)}),
)  # fmt: skip
"""What such rules may ask about a route, and what they may derive."""

_NOW, _NOTHING, _MOVER, _VICTIM = Function("now"), Function("", []), Function("mover"), Function("victim")
_EMPTY, _THEIRS, _MINE, _ROYAL = (Function("cell", [Function(each)]) for each in ("empty", "theirs", "mine", "royal"))
_CELLS = (_EMPTY, _THEIRS, _MINE, _ROYAL, OFF)
_ENDS = (_EMPTY, _THEIRS, _MINE)
"""The cells where moves may end, in the order of `Uses`."""
_SORTS = ("reached", "closed", "unreachable", "capturing")
"""The sorts of points: open, not open, out of reach for the board's edge, and with a capture on the way."""


class Uses(NamedTuple):
    """The uses whose routes make moves.

    Attributes:
        goes: those that move to an empty cell.
        captures: those that capture an opponent's piece.
        captures_own: those that capture a piece of their own side.
    """

    goes: frozenset[str]
    captures: frozenset[str]
    captures_own: frozenset[str]


@lru_cache(maxsize=1)
def uses_of(ruleset: Ruleset) -> Uses:
    """Those of a game.

    Raises:
        RulesError: if by the rules routes make other moves than the compiled engine does.
    """
    names = sorted({use for ends in ruleset.routes.ends.values() for uses in ends.values() for use in uses})
    made, standing = set[tuple[Symbol, ...]](), set[tuple[Symbol, ...]]()
    read: list[Signature] = [("pseudo_legal", 4), ("stands", 3)]
    for name, arguments in derived(USES.rules(ruleset.files), _facts(ruleset, names), read):
        (standing if name == "stands" else made).add(tuple(arguments))
    expected, uses = set[tuple[Symbol, ...]](), dict.fromkeys(_ENDS, frozenset[str]())
    for term, start, end, use in made:
        own = (use,) if str(use) in ruleset.own_uses else ()
        expected |= {(term, _MOVER, start)} | ({(term, _VICTIM, end)} if end != _EMPTY else set())
        if term != Function("go", [start, end, *own]) or end not in _ENDS:
            raise RulesError(f"a route of use {use} makes the move {term}, which is not compiled")
        uses[end] |= {str(use)}
    if standing != expected:
        raise RulesError("other pieces are participants of moves along routes than the compiled engine knows")
    return Uses(*uses.values())


def _facts(ruleset: Ruleset, names: Sequence[str]) -> Facts:
    """For each use a piece with points of each sort on each cell."""
    found: dict[Signature, list[Symbol]] = {key: [] for key in USES.given}
    for key in _OF_GAMES:
        found[key] += ruleset.tuples(*key)
    found["occupied", 1] += [_THEIRS, _MINE, _ROYAL]
    found["theirs", 1].append(_THEIRS)
    found["mine", 1] += [_MINE, _ROYAL]
    found["royal_cell", 1].append(_ROYAL)
    for name in names:
        start = Function("from", [Function(name)])
        found["asked", 1].append(start)
        for sort, cell in product(_SORTS, _CELLS):
            point = Function(sort, [cell])
            found[_POINT].append(row(start, point, cell, Function(name), _NOTHING))
            if sort != "closed":
                found["open", 4].append(row(_NOW, _NOW, start, point))
            if sort == "unreachable":
                found["unreachable", 2].append(row(start, point))
            if sort == "capturing":
                found["captures_on_way", 2].append(row(start, point))
    return dict(found)
