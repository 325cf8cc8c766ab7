"""Pieces that may be pinned: the cells on the routes between a piece and a royal piece of the other side."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Function, Symbol

from ..asp.session import row
from ..asp.terms import cell_symbol
from .wanted import Wanted


def between(wanted: Wanted) -> Iterator[Symbol]:
    """The facts of find_between/5: army and kind of an attacker, its cell, a cell on a route of it, the route's end.

    Only ends where royal pieces of a judged army may be, if that army has other pieces, which may be pinned.
    """
    ruleset = wanted.game.ruleset
    judged = {group.army for group in wanted.groups if group.army in wanted.judged and group.kind not in ruleset.royal}
    royals = {(group.army, cell) for group in wanted.groups if group.kind in ruleset.royal for cell in group.cells}
    for group in wanted.groups:
        ends = {cell for army, cell in royals if army in judged and army != group.army}
        for start in group.cells:
            found = {
                (passed, end)
                for point, end, use in ruleset.routes.ends_from(start, (group.kind,), group.army)
                if end in ends and use in ruleset.captures
                for passed in ruleset.routes.cells_before(start, point)
            }
            for passed, end in sorted(found):
                cells = (cell_symbol(each) for each in (start, passed, end))
                yield row(Function(group.army), Function(group.kind), *cells)
