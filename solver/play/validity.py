"""Positions that are known to be possible, so that the rules need not be grounded over each position.

The rules of validity are of three sorts:

- *Local* rules ask for one piece on its cell, and for what always holds.

- *Counting* rules ask for several pieces, and require of their cells only that they differ.

- All others depend on the facts of the position, the player to move, the stores, and the pieces on some cells.
clingo finds these cells: the rules are grounded with every piece possible on every cell, and the dependencies of a
flaw in that program are followed back.

So a position without a flaw gives three sorts of facts: each piece can be on its cell, this material is possible,
and these facts are possible with these pieces on the cells that matter to them. Another position for which all
three are known has no flaw either. About any other position clingo is asked, so all reasons come from the rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from clingo import Control, Function, Number
from clingo.ast import AST, ASTType, ProgramBuilder, Sign, parse_string
from clingo.backend import Observer

from ..asp.program import Selection, draw_in
from ..asp.ruleset import Ruleset
from ..asp.session import Answer, Facts, Given, row
from ..asp.stages import GIVEN
from ..asp.syntax import Signature, atoms, signature
from ..asp.terms import Vector, cell_symbol, vector
from .placement import Placement
from .reference import VALIDITY, ReferenceEngine

_FLAW, _PIECE = ("flaw", 2), ("piece", 3)
_FOLLOWED: frozenset[Signature] = frozenset({_PIECE, ("turn", 1), ("state", 2), ("held", 3)})
"""The properties of a position that other rules may depend on, with the pieces on some cells."""

_AT_FIRST = 2
"""The first positions are only asked about, because learning from them would take longer."""

_MOST = 1 << 14
"""At most this many facts of a sort are stored."""

_Fact: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Sorted:
    """The rules of validity that can matter to some positions.

    Attributes:
        selection: these rules, without local and counting ones.
        has_others: whether a flaw is left among them.
        most: the largest number of pieces that a counting rule asks for.
        is_open: whether they depend on something else.
    """

    selection: Selection
    has_others: bool
    most: int
    is_open: bool


class Validity:
    """What is known about the positions of a game.

    Args:
        reference: the engine that is asked about everything else.
    """

    def __init__(self, reference: ReferenceEngine) -> None:
        self._reference = reference
        self._ruleset = reference.ruleset
        self._asked = 0
        self._sorts: dict[tuple[bool, bool], _Sorted] = {}
        self._cells: dict[_Fact, tuple[Vector, ...]] = {}
        self._standing: set[Any] = set()
        self._material: set[Any] = set()
        self._facts: set[_Fact] = set()
        self._stated_once: set[_Fact] = set()

    def flaws(self, placement: Placement) -> Answer:
        """Why a position is impossible, if it is: flaw/2."""
        if self._is_known(placement):
            return Answer(())
        found = self._reference.flaws(placement)
        self._asked += 1
        is_twice = any(len(set(kinds)) < len(kinds) for _, kinds, _ in placement.pieces)
        if self._asked > _AT_FIRST and not is_twice and not found("flaw", 2):
            self._learn(placement)
        return found

    def _is_known(self, placement: Placement) -> bool:
        """Whether a position is known to have no flaw."""
        sort = self._sorts.get(_sort(placement))
        if sort is None or not self._standing.issuperset(placement.pieces):
            return False
        if _material(placement, sort.most) not in self._material:
            return False
        if not sort.has_others:
            return True
        cells = self._cells.get(_text(placement))
        return cells is not None and _facts(placement, cells) in self._facts

    def _learn(self, placement: Placement) -> None:
        """Store the facts of a position without a flaw."""
        key = _sort(placement)
        if key not in self._sorts:
            self._sorts[key] = sorted_rules(self._ruleset, *key)
        sort = self._sorts[key]
        if sort.is_open:
            return
        for known in (self._standing, self._material, self._facts, self._cells, self._stated_once):
            if len(known) > _MOST:
                known.clear()
        self._standing.update(placement.pieces)
        self._material.add(_material(placement, sort.most))
        if sort.has_others:
            text = _text(placement)
            if text not in self._stated_once:  # a single occurrence is not worth it
                self._stated_once.add(text)
                return
            if text not in self._cells:
                self._cells[text] = tuple(sorted(self._mattering(sort.selection, placement)))
            self._facts.add(_facts(placement, self._cells[text]))

    def _mattering(self, selection: Selection, placement: Placement) -> set[Vector]:
        """The cells whose pieces can matter to a flaw, by some rules, in positions with the same other properties."""
        ruleset, reference = self._ruleset, self._reference
        facts: Facts = {
            key: found
            for key, found in reference.position_facts(placement, [], routes=False).items()
            if found and key in selection.inputs
        }
        facts |= {key: ruleset.tuples(*key) for key in selection.inputs - facts.keys()}
        facts[_PIECE] = [
            row(cell_symbol(cell), Function(kind), Function(army))
            for cell in ruleset.cells
            for kind in ruleset.abbreviations
            for army in ruleset.players
        ]
        (drawn,) = draw_in(*_PIECE)
        opened: list[AST] = []
        parse_string(str(drawn).replace("piece(X0,X1,X2)", "{ piece(X0,X1,X2) }"), opened.append)
        control, seen = Control(["--warn=none"]), _Bodies()
        control.register_observer(seen)
        with ProgramBuilder(control) as builder:
            for statement in selection.statements:
                builder.add(opened[-1] if str(statement) == str(drawn) else statement)
        control.ground([("given", [Number(0)])], context=Given(facts))
        for part in selection.parts.values():
            control.ground([part])
        pieces = {
            each.literal: vector(each.symbol.arguments[0]) for each in control.symbolic_atoms.by_signature(*_PIECE)
        }
        flaws = [each.literal for each in control.symbolic_atoms.by_signature(*_FLAW)]
        return {pieces[each] for each in seen.leading_to(flaws) if each in pieces}


def sorted_rules(ruleset: Ruleset, has_state: bool, has_stores: bool) -> _Sorted:
    """The rules of validity that can matter where positions have facts or stores."""
    stated: set[Signature] = {_PIECE, ("turn", 1)}
    stated |= {("state", 2)} if has_state else set()
    stated |= {("held", 3)} if has_stores else set()
    selection = ruleset.program.select(VALIDITY, ruleset.signatures | stated, (_FLAW,))
    inputs = selection.inputs | GIVEN
    rules = [each for each in selection.statements if _is_rule(each) and _heads(each).isdisjoint(inputs)]
    derived = frozenset[Signature]().union(*map(_heads, rules))
    local = _local_predicates(rules, derived)
    most, others, left = 1, 0, list[AST]()
    for statement in selection.statements:
        if not (_is_rule(statement) and _FLAW in _heads(statement)):
            left.append(statement)
        elif _is_local(statement, local, derived):
            continue
        elif count := _counted(statement, derived):
            most = max(most, count)
        else:
            left.append(statement)
            others += 1
    asked = {signature(atom) for rule in rules for literal in rule.body for atom in atoms(literal)}
    rest = Selection(tuple(left), selection.parts, selection.inputs)
    return _Sorted(rest, others > 0, most, bool((asked & GIVEN) - _FOLLOWED - {("twice", 2)}))


def _local_predicates(rules: Sequence[AST], derived: frozenset[Signature]) -> set[Signature]:
    """The derived predicates whose first argument is a cell, and that depend only on the piece there."""
    found = {key for key in derived if key != _FLAW}
    while True:
        wrong = {key for rule in rules for key in _heads(rule) & found if not _is_local(rule, found, derived)}
        if not wrong:
            return found
        found -= wrong


def _is_local(rule: AST, local: set[Signature], derived: frozenset[Signature]) -> bool:
    """Whether a rule depends only on the piece on the cell that is its head's first argument."""
    heads = list(atoms(rule.head))
    if len(heads) != 1 or not (cell := _first(heads[0])):
        return False
    for literal in rule.body:
        for atom in atoms(literal):
            key = signature(atom)
            if not (key in derived or key in GIVEN):
                continue
            if not _is_plain(literal) or key not in {_PIECE, ("twice", 2), *local} or _first(atom) != cell:
                return False
    return True


def _counted(rule: AST, derived: frozenset[Signature]) -> int:
    """The number of pieces that a rule asks for, if it requires of their cells only that they differ; otherwise 0."""
    cells, elsewhere = list[str](), list[AST]()
    for literal in rule.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.Comparison:
            continue
        for atom in atoms(literal):
            key = signature(atom)
            if key == _PIECE:
                if not _is_plain(literal) or literal.sign != Sign.NoSign or not (cell := _first(atom)):
                    return 0
                cells.append(cell)
                elsewhere += atom.arguments[1:]
            elif key in derived or key in GIVEN or not _is_plain(literal):
                return 0
            else:
                elsewhere.append(atom)
    if len(set(cells)) < len(cells):
        return 0
    for literal in rule.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.Comparison:
            text = set(_variables(literal))
            if text & set(cells) and not (text <= set(cells) and _is_of_variables(literal.atom)):
                return 0
    stated = {name for each in elsewhere for name in _variables(each)}
    return 0 if stated & set(cells) else len(cells)


def _is_of_variables(comparison: AST) -> bool:
    """Whether a comparison is between variables."""
    terms = [comparison.term, *(guard.term for guard in comparison.guards)]
    return all(each.ast_type == ASTType.Variable for each in terms)


def _is_rule(statement: AST) -> bool:
    return bool(statement.ast_type == ASTType.Rule)


def _heads(rule: AST) -> frozenset[Signature]:
    return frozenset(map(signature, atoms(rule.head)))


def _is_plain(literal: AST) -> bool:
    """Whether it is one atom, or the negation of one."""
    is_atom = literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.SymbolicAtom
    return is_atom and len(list(atoms(literal))) == 1


def _first(atom: AST) -> str:
    """The variable that is an atom's first argument; empty if the argument is something else."""
    if atom.ast_type != ASTType.Function or not atom.arguments:
        return ""
    first = atom.arguments[0]
    return str(first.name) if first.ast_type == ASTType.Variable and first.name != "_" else ""


def _variables(node: AST) -> Iterator[str]:
    """The names of the variables in a part of a rule."""
    if node.ast_type == ASTType.Variable:
        yield str(node.name)
    for name in node.child_keys:
        child = getattr(node, name)
        for each in (child,) if isinstance(child, AST) else child or ():
            yield from _variables(each)


def _sort(placement: Placement) -> tuple[bool, bool]:
    """The properties of a position by which other rules can matter to it."""
    return bool(placement.state), bool(placement.stores)


def _text(placement: Placement) -> _Fact:
    """The properties of a position besides its pieces."""
    return placement.turn, placement.state, placement.stores


def _facts(placement: Placement, cells: Sequence[Vector]) -> _Fact:
    """The properties of a position and its pieces on some cells."""
    if not cells:
        return _text(placement)
    standing: Mapping[Vector, Any] = {cell: (kinds, army) for cell, kinds, army in placement.pieces}
    return *_text(placement), *map(standing.get, cells)


def _material(placement: Placement, most: int) -> _Fact:
    """The pieces of a position, each sort counted up to a limit."""
    counts = Counter([(kinds, army) for _, kinds, army in placement.pieces])
    return most, frozenset((each, min(count, most)) for each, count in counts.items())


class _Bodies(Observer):
    """Records what each atom of a program depends on."""

    def __init__(self) -> None:
        self._bodies: defaultdict[int, set[int]] = defaultdict(set)

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Record a rule."""
        for atom in head:
            self._bodies[atom].update(map(abs, body))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """Record a rule with weights."""
        for atom in head:
            self._bodies[atom].update(abs(literal) for literal, _ in body)

    def leading_to(self, atoms: Sequence[int]) -> set[int]:
        """All atoms on which some atoms depend, and these atoms."""
        found, waiting = set(atoms), list(atoms)
        while waiting:
            more = self._bodies[waiting.pop()] - found
            found |= more
            waiting += more
        return found
