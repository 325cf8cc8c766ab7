"""Rules with facts that are left open: in which cases what they derive holds."""

from __future__ import annotations

import numpy as np
from clingo import Function, Number
from clingo.ast import AST, parse_string
from numpy.typing import NDArray

from shadowmate.compiled.compile.derivation import Opened, Truth

OPEN = [Function("open", [Number(number)]) for number in range(1, 4)]
CASES = np.array([[case >> bit & 1 for case in range(8)] for bit in range(3)], bool)
"""(facts, cases): whether each open fact holds."""


def held(rules: str) -> NDArray[np.bool_]:
    """(cases,): whether the atom `held` is derived."""
    statements: list[AST] = []
    parse_string(rules, statements.append)
    opened = Opened(statements, {}, {("open", 1): [symbol.arguments[0] for symbol in OPEN]})
    truth = Truth(opened, lambda symbol: CASES[OPEN.index(symbol)])
    (number,) = opened.numbered([("held", 0)])
    return np.broadcast_to(truth.holds(number), 8)


def test_an_atom_holds_if_one_of_its_rules_does() -> None:
    first, second, third = CASES
    assert (held("held :- open(1). held :- open(2), not open(3).") == first | (second & ~third)).all()


def test_a_rule_that_needs_nothing_holds_in_every_case() -> None:
    """Beside one that needs something, it was an error of numpy's."""
    assert held("held :- open(1). held :- not never. #defined never/0.").all()
    assert held("held :- open(1). held :- free. free :- not held, open(1). free.").all()
