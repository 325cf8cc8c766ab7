"""What rules derive in some situations, of which each is a case: which facts hold in it.

Of facts that stand for many others a few cases stand for all, as rules look at nothing else (`asked_rules.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
from clingo import Function, Number, Symbol
from clingo.ast import AST
from numpy.typing import NDArray

from ...asp.session import Facts, row
from ...asp.syntax import Signature
from .derivation import Opened, Truth

Cases: TypeAlias = NDArray[np.bool_]
"""(cases,): in which cases something holds."""


class Situations:
    """What rules derive in some situations.

    Args:
        rules: the rules.
        facts: the facts that hold in all of them, by predicate.
        varying: the facts that hold in some, as atoms, each with the cases in which it does.

    Raises:
        RulesError: if the rules cannot be grounded.
    """

    def __init__(self, rules: Iterable[AST], facts: Facts, varying: Mapping[Symbol, Cases]) -> None:
        open_facts: dict[Signature, list[Symbol]] = defaultdict(list)
        for atom in varying:
            open_facts[atom.name, len(atom.arguments)].append(_as_fact(atom))
        held = {key: some for key, some in facts.items() if key not in open_facts}
        self._opened = Opened(rules, held, dict(open_facts))
        self._truth = Truth(self._opened, varying.__getitem__)
        self._nothing = np.zeros_like(next(iter(varying.values())))

    def holds(self, atom: Symbol) -> Cases:
        """In which cases an atom holds."""
        number = self._opened.numbers.get(atom)
        return self._nothing if number is None else self._nothing | self._truth.holds(number)

    def derived(self, name: str, arity: int) -> dict[Symbol, Cases]:
        """The atoms of a predicate that hold in some case, and in which."""
        atoms = (Function(name, arguments) for arguments in self._opened.derived(name, arity))
        found = ((atom, self.holds(atom)) for atom in atoms)
        return {atom: cases for atom, cases in found if cases.any()}


def _as_fact(atom: Symbol) -> Symbol:
    """An atom as facts are given: its argument, or all of them."""
    return row(*atom.arguments) if len(atom.arguments) > 1 else [*atom.arguments, Number(1)][0]


def one_of_each(*choices: Sequence[frozenset[Symbol]]) -> dict[Symbol, Cases]:
    """The facts in some sets, each with the cases in which it holds, where one set of each choice holds."""
    cases = [frozenset[Symbol]().union(*some) for some in product(*choices)]
    facts = dict.fromkeys(fact for some in choices for each in some for fact in sorted(each))
    return {fact: np.array([fact in case for case in cases]) for fact in facts}
