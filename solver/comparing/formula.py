"""Ground programs as one propositional formula: satisfiable if, and only if, one of them has an answer set.

In a program without circles an atom holds if, and only if, the body of one of its rules does (Clark's completion); what
is chosen is free. So every atom is a gate over what is chosen, and a variable of the formula, as every body is; gates
over the same literals are the same. For each program a gate is true if it meets its constraints, and one of these has
to hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from clingo import Observer, Symbol

from ..errors import ShadowmateError

_TRUE = 1
"""The variable that holds."""
_MOST_COUNTED = 12
"""For at most this many literals, a bound on how many hold is written out."""


class Ground(Observer):
    """The rules of one ground program, as clingo reports them.

    Attributes:
        rules: by head atom the bodies of its rules; those of constraints under 0.
        chosen: the atoms that may be chosen where a body of theirs holds.
        derived: the atoms that hold where a body of theirs does.
        names: what atoms are called, of those that are shown.
    """

    def __init__(self) -> None:
        self.rules: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self.chosen: set[int] = set()
        self.derived: set[int] = set()
        self.names: dict[int, Symbol] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A rule, or a choice, or without a head a constraint."""
        for atom in head or (0,):
            self.rules[atom].append(tuple(body))
        if len(head) > 1 and not choice:
            raise ShadowmateError("no certificate: the rules have a disjunction, and no formula that is theirs")
        (self.chosen if choice else self.derived).update(head)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A rule whose body is a bound: as many rules as there are ways to reach it."""
        if len(body) > _MOST_COUNTED or any(weight != 1 for _, weight in body):
            raise ShadowmateError("no certificate: the question counts pieces, and has no short formula")
        for some in combinations([literal for literal, _ in body], lower_bound):
            self.rule(choice, head, some)

    def output_atom(self, symbol: Symbol, atom: int) -> None:
        """What an atom is called; facts have none."""
        if atom:
            self.names[atom] = symbol


class Formula:
    """A formula in conjunctive normal form, to which ground programs are added.

    Attributes:
        clauses: what holds, but for the last: that some program meets its constraints.
        comments: what variables stand for.
        variables: how many there are.
    """

    def __init__(self) -> None:
        self.clauses: list[tuple[int, ...]] = [(_TRUE,)]
        self.comments: list[str] = [f"{_TRUE}: true"]
        self.variables = _TRUE
        self._met: list[int] = []
        self._gates: dict[frozenset[int], int] = {}

    def add(self, ground: Ground, about: str) -> None:
        """Add a program.

        Args:
            ground: its rules.
            about: what it asks, in a line.

        Raises:
            ShadowmateError: if atoms depend on each other in a circle, or are chosen here and derived there.
        """
        if ground.chosen & ground.derived:
            raise ShadowmateError("no certificate: what is chosen is derived, too, and has no formula that is its own")
        literals: dict[int, int | None] = {}

        def literal(number: int) -> int:
            atom = abs(number)
            if atom not in literals:
                literals[atom] = None
                held = -self._all(-self._all(map(literal, body)) for body in ground.rules.get(atom, ()))
                literals[atom] = self._all([held, self._chosen(ground, atom)]) if atom in ground.chosen else held
            known = literals[atom]
            if known is None:
                raise ShadowmateError("no certificate: the rules go in a circle, and have no formula that is theirs")
            return known if number > 0 else -known

        met = self._all([-self._all(map(literal, body)) for body in ground.rules.get(0, ())])
        self.comments.append(f"{met}: {about}" if met != -_TRUE else f"closed by its gates: {about}")
        self._met.append(met)

    def _chosen(self, ground: Ground, atom: int) -> int:
        """A variable that is free."""
        self.variables += 1
        self.comments.append(f"{self.variables}: {ground.names.get(atom, 'chosen')}")
        return self.variables

    def _all(self, literals: Iterable[int]) -> int:
        """A literal that holds if, and only if, all of some literals do."""
        some = frozenset(literals) - {_TRUE}
        if any(-each in some for each in some) or -_TRUE in some:
            return -_TRUE
        if len(some) < 2:
            return next(iter(some), _TRUE)
        if some not in self._gates:
            self.variables += 1
            self._gates[some] = gate = self.variables
            self.clauses += [(-gate, each) for each in sorted(some)]
            self.clauses.append((gate, *(-each for each in sorted(some))))
        return self._gates[some]

    @property
    def whole(self) -> list[tuple[int, ...]]:
        """All clauses."""
        return [*self.clauses, tuple(met for met in dict.fromkeys(self._met) if met != -_TRUE) or (-_TRUE,)]

    def dimacs(self, remarks: Iterable[str]) -> Iterator[str]:
        """The lines of the formula in the format of DIMACS.

        Comments come last, where all programs ignore them; the checker `drup` reads what precedes the header as a
        part of the first clause.

        Args:
            remarks: comments.
        """
        clauses = self.whole
        yield f"p cnf {self.variables} {len(clauses)}"
        yield from (" ".join(map(str, (*clause, 0))) for clause in clauses)
        yield from (f"c {line}" for line in (*self.comments, *remarks))
