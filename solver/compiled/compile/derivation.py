"""What some rules derive of moves, each of which is a number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np
from clingo import Control, Observer, Symbol, SymbolType
from clingo.ast import AST
from numpy.typing import NDArray

from ...asp.program import add_to_base, draw_in
from ...asp.session import Facts, Given
from ...asp.syntax import Signature
from ...errors import RulesError

OpenFact: TypeAlias = tuple[Symbol, bool]
"""A fact that is left open, and whether it holds."""

_MOST_ASKED = 1 << 11
"""Of how many questions the answer is kept, as for the syntax of rules (`syntax.py`)."""
_MOST_FACTS = 2000
"""An answer to a question with more facts is not kept: a game with thousands of classes of moves would fill memory."""

Derived: TypeAlias = Mapping[str, Sequence[Sequence[Symbol]]]
"""What is derived of a move: by predicate the arguments after the move."""


def derive(
    rules: Iterable[AST], facts: Facts, read: Iterable[Signature], moves: int, further: str = ""
) -> list[Derived]:
    """What rules derive from facts, for each move.

    Args:
        rules: the rules, and definitions of constants that they use.
        facts: the facts by predicate. The first argument of those about a move is its number, from 0.
        read: the predicates to give. The first argument of each is a move.
        moves: how many moves there are.
        further: one of them that is given of what moves can become too, terms that begin with the move. There the term
            comes first.

    Raises:
        RulesError: if the rules cannot be grounded.
    """
    found: list[dict[str, list[Sequence[Symbol]]]] = [defaultdict(list) for _ in range(moves)]
    for name, arguments in derived(rules, facts, read):
        move, *rest = arguments
        if move.type == SymbolType.Number:
            found[move.number][name].append(rest)
        elif name == further:
            found[move.arguments[0].number][name].append(arguments)
    return list(found)


def derived(rules: Iterable[AST], facts: Facts, read: Iterable[Signature]) -> Sequence[tuple[str, Sequence[Symbol]]]:
    """What rules derive from facts: the predicates and arguments of atoms.

    Args:
        rules: as for `derive`.
        facts: the facts by predicate.
        read: the predicates to give.

    Raises:
        RulesError: if the rules cannot be grounded.
    """
    asked = tuple(rules), tuple((key, tuple(found)) for key, found in facts.items()), tuple(read)
    return (_derived if sum(map(len, facts.values())) > _MOST_FACTS else _kept)(*asked)


def _derived(
    rules: tuple[AST, ...], facts: tuple[tuple[Signature, tuple[Symbol, ...]], ...], read: tuple[Signature, ...]
) -> Sequence[tuple[str, Sequence[Symbol]]]:
    control = _grounded(rules, dict(facts), [key for key, _ in facts], None)
    atoms = control.symbolic_atoms
    return tuple((name, atom.symbol.arguments) for name, arity in read for atom in atoms.by_signature(name, arity))


_kept = lru_cache(_MOST_ASKED)(_derived)
"""Games share most rules, so a game that is altered and opened again asks little that is new."""


def _grounded(rules: Iterable[AST], facts: Facts, names: Iterable[Signature], seen: Observer | None) -> Control:
    """Some rules, grounded with facts; the observer is given the ground rules.

    Raises:
        RulesError: if the rules cannot be grounded.
    """
    messages: list[str] = []
    options = ["2", "--warn=no-atom-undefined"]
    control = Control(options, logger=lambda _code, message: messages.append(message.strip()))
    if seen is not None:
        control.register_observer(seen)
    add_to_base(control, rules, names)
    try:
        control.ground([("base", [])], context=Given(facts))
    except RuntimeError as error:
        raise RulesError("\n".join([*messages, str(error)])) from error
    return control


class Opened:
    """Some rules, grounded with facts that are left open: when each atom is derived.

    Args:
        rules: the rules.
        facts: the facts that hold, by predicate.
        may_hold: those that are open.

    Attributes:
        open: the numbers of the atoms that are open.
        bodies: by the number of an atom the bodies that derive it: of each the atoms, negative ones that must not hold.

    Raises:
        RulesError: if the rules cannot be grounded.
    """

    def __init__(self, rules: Iterable[AST], facts: Facts, may_hold: Facts) -> None:
        seen = _Seen()
        choices = [statement for key in sorted(may_hold) for statement in draw_in(*key, is_open=True)]
        control = _grounded([*rules, *choices], {**facts, **may_hold}, facts, seen)
        self._control = control  # it owns the atoms
        self._atoms = control.symbolic_atoms
        self.open = {atom.literal for key in may_hold for atom in self._atoms.by_signature(*key)}
        self.bodies = seen.bodies

    @cached_property
    def symbols(self) -> Mapping[int, Symbol]:
        """The atoms, each by a number that is not 0."""
        return {atom.literal: atom.symbol for atom in self._atoms}

    def numbered(self, some: Iterable[Signature]) -> Mapping[int, Symbol]:
        """The atoms of some predicates, by their numbers."""
        return {atom.literal: atom.symbol for key in some for atom in self._atoms.by_signature(*key)}

    @cached_property
    def numbers(self) -> dict[Symbol, int]:
        """The numbers of atoms."""
        return {symbol: number for number, symbol in self.symbols.items()}

    def needed(self, numbers: Iterable[int]) -> set[int]:
        """The open facts on which atoms depend, given and returned by number."""
        waiting, known = list(numbers), set[int]()
        while waiting:
            number = abs(waiting.pop())
            if number not in known:
                known.add(number)
                waiting += () if number in self.open else (each for body in self.bodies[number] for each in body)
        return known & self.open

    def derived(self, name: str, arity: int) -> Iterator[Sequence[Symbol]]:
        """The arguments of the atoms of a predicate that are derived by some of the open facts."""
        return (atom.symbol.arguments for atom in self._atoms.by_signature(name, arity))


class Truth:
    """When atoms are derived, in several cases at once.

    Args:
        opened: the rules.
        of: gives for an open fact in which cases it holds.
    """

    def __init__(self, opened: Opened, of: Callable[[Symbol], NDArray[np.bool_]]) -> None:
        self._opened, self._of = opened, of
        self._known: dict[int, NDArray[np.bool_]] = {}

    def holds(self, number: int) -> NDArray[np.bool_]:
        """(cases,): in which cases an atom is derived, given its number; one that is below 0, in which it is not."""
        if number < 0:
            return ~self.holds(-number)
        if number not in self._known:
            if number in self._opened.open:
                found = self._of(self._opened.symbols[number])
            else:
                bodies = [[self.holds(each) for each in body] for body in self._opened.bodies[number]]
                # A rule that needs nothing holds in every case, however many there are.
                each = [np.logical_and.reduce(np.broadcast_arrays(*body)) for body in bodies if body]
                found = np.array(True) if len(each) < len(bodies) else np.logical_or.reduce(np.broadcast_arrays(*each))
            self._known[number] = found
        return self._known[number]


def left_open(
    rules: Iterable[AST], facts: Facts, may_hold: Facts, read: Iterable[Signature]
) -> Iterator[tuple[Symbol, frozenset[OpenFact]]]:
    """What rules derive if some facts are left open, and when.

    Args:
        rules, facts, may_hold: as for `Opened`.
        read: the predicates to give.

    Yields:
        an atom, and open facts by which together it is derived. There may be several for an atom.

    Raises:
        RulesError: if the rules cannot be grounded.
    """
    opened = Opened(rules, facts, may_hold)
    symbols = opened.symbols

    def ways(literal: int) -> list[frozenset[int]]:
        """The sets of open literals by which a literal holds."""
        if abs(literal) in opened.open:
            return [frozenset([literal])]
        bodies = opened.bodies[abs(literal)]
        if literal > 0:
            return _consistent(one for body in bodies for one in product(*map(ways, body)))
        return _consistent(product(*([one for part in body for one in ways(-part)] for body in bodies)))

    for literal, symbol in opened.numbered(read).items():
        for way in ways(literal):
            yield symbol, frozenset((symbols[abs(each)], each > 0) for each in way)


def sources(
    rules: Iterable[AST], facts: Facts, may_hold: Facts, wanted: Iterable[Signature], read: Iterable[Signature]
) -> Mapping[Symbol, set[Symbol]]:
    """The open facts on which it may depend what rules derive of each move.

    Args:
        rules, facts, may_hold: as for `Opened`; the rules may leave more open.
        wanted: the predicates of the open facts to give.
        read: the predicates that are derived. The first argument of each is a move.

    Returns:
        for each move the open facts that ground rules read on the way to such atoms of it. A move without such atoms is
        left out.

    Raises:
        RulesError: if the rules cannot be grounded.
    """
    opened = Opened(rules, facts, may_hold)
    sought, reached = opened.numbered(wanted), defaultdict[Symbol, set[int]](set)
    for name, arity in read:
        for literal, symbol in opened.numbered([(name, arity)]).items():
            reached[symbol.arguments[0]].add(literal)
    for some in reached.values():
        left = list(some)
        while left:
            further = {abs(each) for body in opened.bodies.get(left.pop(), ()) for each in body} - some
            some |= further
            left += further
    return {move: {sought[each] for each in some & sought.keys()} for move, some in reached.items()}


def _consistent(some: Iterable[Sequence[frozenset[int]]]) -> list[frozenset[int]]:
    """The unions of sets of literals that do not contradict themselves."""
    unions = dict.fromkeys(frozenset().union(*each) for each in some)
    return [each for each in unions if not any(-literal in each for literal in each)]


class _Seen(Observer):
    """The ground rules: by the number of an atom the bodies that derive it."""

    def __init__(self) -> None:
        self.bodies: dict[int, list[Sequence[int]]] = defaultdict(list)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Note a rule."""
        for atom in () if choice else head:
            self.bodies[atom].append(tuple(body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """Note a rule that counts: its head may depend on each literal."""
        self.rule(choice, head, [literal for literal, _ in body])
