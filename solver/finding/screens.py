"""Who may be pinned: the cells on the routes between a man and a royal man of the other side."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Function, Symbol

from ..asp.session import row
from ..asp.terms import cell_symbol
from .wanted import Wanted


def between(wanted: Wanted) -> Iterator[Symbol]:
    """The facts of between/5: the army and kind of an attacker, his cell, a cell on a route of his, and its end.

    Only ends where royal men of a judged army may stand, if that army has others, who may be pinned.
    """
    ruleset = wanted.game.ruleset
    judged = {men.army for men in wanted.men if men.army in wanted.judged and men.kind not in ruleset.royal}
    royals = {(men.army, cell) for men in wanted.men if men.kind in ruleset.royal for cell in men.cells}
    for men in wanted.men:
        ends = {cell for army, cell in royals if army in judged and army != men.army}
        for start in men.cells:
            found = {
                (passed, end)
                for point, end, use in ruleset.routes.ends_from(start, (men.kind,), men.army)
                if end in ends and use in ruleset.takes
                for passed in ruleset.routes.cells_before(start, point)
            }
            for passed, end in sorted(found):
                cells = (cell_symbol(each) for each in (start, passed, end))
                yield row(Function(men.army), Function(men.kind), *cells)
