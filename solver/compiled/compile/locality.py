"""Whether effects may be asked for classes of moves, as the compiled engine does.

A rule of the part `effects` may use a move only through atoms about it. Its head is one atom whose first argument is
the move. Every other literal has the same move as its first argument, or is a fact of the game without a move. The move
is not compared, counted over, or part of another term. Then what the rule derives for a class holds for each of its
moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from clingo.ast import AST, ASTType, Sign

from ...asp.rule_files import RuleFiles
from ...asp.ruleset import Ruleset
from ...asp.stages import GIVEN
from ...asp.syntax import Signature, atoms, derived_by, rules_of, signature
from .stated_guards import LATER

PART = "effects"
_DEFAULTS = "effects.lp"
"""What holds for all victims and starts alike."""

ASKED: frozenset[Signature] = frozenset(
    {("part", 3), ("of", 3), ("starts_in", 3), ("ends_in", 3), ("use", 2), ("steps", 2), ("chosen", 3), ("within", 3)}
)  # fmt: skip
"""The predicates about a move that are known before its effects."""


_OF_ROLES = frozenset({"part", "of", "dies", "spares", "becomes", "joins", "lands", "unguarded", "attacks_none"})
"""The sentences whose second argument is a role."""

_AIDES = ("aide", "second", "third")
_LANDINGS = {(role, place) for role in ("mover", "victim", *_AIDES) for place in ("start", "own")}
_LANDINGS.add(("mover", "end"))
_PLACES = ("start", "end", "over")
_PLAIN_USES = ("any", "quiet", "capture", "own")


class Objection(NamedTuple):
    """What stands against compiling a rule: its file and line, the literal, and why."""

    path: str
    line: int
    literal: str
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: '{self.literal}' {self.why}"


@lru_cache(maxsize=1)
def locality_of(ruleset: Ruleset) -> Locality:
    """The check of a game's effect rules, made once for all that ask about it."""
    return Locality(ruleset.files, ruleset.signatures, ruleset.fields)


def _may_derive_nothing(rule: AST) -> bool:
    """Whether a rule may derive no atom: it is no fact, or one of an interval such as `1..0`, or of a function's terms.

    What other facts state is among those that hold. They are many, and slow to read.
    """
    return bool(rule.body) or any(sign in str(rule) for sign in ("..", "@"))


class Locality:
    """The check of a game's effect rules.

    Args:
        files: the rules of the game.
        facts: the predicates that hold of anything in every position.
        fields: what positions say besides where pieces stand: names, each with its type.
    """

    def __init__(self, files: RuleFiles, facts: Iterable[Signature], fields: Mapping[str, str]) -> None:
        self._files, self._facts = files, frozenset(facts)
        self._cell_sets = {name for name, sort in fields.items() if sort == "cells"}
        self._own_fields = {name for name, sort in fields.items() if sort in ("cell", "flags", "count")}
        self.rules = rules_of(files.parts.get(PART, ()))
        heads = {each for rule in self.rules for each in derived_by(rule)}
        self._about_moves = ASKED | heads | declared(files.parts.get(PART, ()))
        base = files.parts.get("base", ())
        based = {each for rule in rules_of(base) if _may_derive_nothing(rule) for each in derived_by(rule)}
        others = chain.from_iterable(body for name, body in files.parts.items() if name != "base")
        derived = {each for statement in others for each in derived_by(statement)}
        self._after_choices = self._following("chosen")
        self._has_locusts = ("locusts", 0) in self._facts
        self._about_games = (based | declared(base) | self._facts) - derived - GIVEN - self._about_moves

    def _following(self, name: str) -> set[str]:
        """The sentences about a move that depend on one, itself among them."""
        found = {name}
        while True:
            more = {
                _name_of(head)
                for rule in self.rules
                if any(_name_of(atom) in found for literal in rule.body for atom in atoms(literal))
                for head in _heads(rule)
            }
            if more <= found:
                return found
            found |= more

    def objections(self) -> Iterator[Objection]:
        """What stands against the rules, in their order."""
        for rule in self.rules:
            local = list(self._in_rule(rule))
            yield from local or ([] if self._is_idle(rule) else self._beyond(rule))

    def _beyond(self, rule: AST) -> Iterator[Objection]:
        """What a rule derives that the kernel has no rows for yet."""
        begin = rule.location.begin
        if self._files.is_shared(Path(begin.filename)):
            return
        head = rule.head.atom.symbol
        atoms_of_rule = [(head, _name_of(head)), *((atom, name) for name, _, atom in self._spoken_in(rule))]
        for atom, name in atoms_of_rule:
            if why := self._why_beyond(atom, name, None if atom is head else _name_of(head)):
                what, sign, more = why.partition("; ")
                why = f"{what}, which is not compiled yet{sign}{more}"
                yield Objection(begin.filename, begin.line, str(atom), why)

    def _why_beyond(self, atom: AST, name: str, head: str | None) -> str | None:
        """What the kernel has no rows for in an atom of a rule, in words; None if it has.

        Args:
            atom: the atom.
            name: its predicate.
            head: the predicate of the rule's head, if the atom is in the body.
        """
        second, third = [*map(_constant, atom.arguments), None, None, None][1:3]
        if name == "sets" and second in self._cell_sets and third not in _PLACES:
            return None
        reasons = {
            "asks for the use of a route; the compiled engine knows the pieces of a move, and where it goes": (
                name == "use" and (second in _PLAIN_USES or _is_variable(atom.arguments[1]))
            ),
            "sets a right for a cell of the move; the compiled engine knows rights for cells that rules name": (
                name == "sets" and second in self._cell_sets
            ),
            "changes a state that is no field of flags or of one cell": (
                name in ("sets", "clears") and second not in self._own_fields and not _is_variable(atom.arguments[1])
            ),
            "clears a cell": name == "clears" and third in _PLACES,
            "names the cell that a double step passes over": name == "sets" and third == "over",
            "bars a move by a choice, while an attack makes none; "
            "a condition of the choice, or a guard such as needs(C,lacks(Name,Value)), may do instead": (
                head == "bars" and name in self._after_choices
            ),
            "bars a move by its aide, while an attack has none": head == "bars" and second in _AIDES,
            "makes a move depend on a guard": name == "needs" and not self._is_known(atom.arguments[1]),
            "asks about the position after a move": (
                name in ("leaves", "asks_after") and not _is_later(atom.arguments[1])
            ),
            "is about a piece captured on the way besides another, or about all pieces of the move": (
                name in _OF_ROLES and (second == "locust" or (self._has_locusts and second is None))
            ),
            "lands a piece where rows cannot put it; the mover, the victim or an aide may land on the start": (
                name == "lands" and (second, third) not in _LANDINGS
            ),
        }
        return next((why for why, is_so in reasons.items() if is_so), None)

    def _is_known(self, guard: AST) -> bool:
        """Whether a guard is one of guards.lp; of states, about a field of flags or of one cell."""
        if guard.ast_type != ASTType.Function:
            return False
        if guard.name in ("right", "lacks") and len(guard.arguments) == 2:
            name, value = _constant(guard.arguments[0]), guard.arguments[1]
            if name in self._cell_sets:
                return guard.name == "right" or _constant(value) in _PLACES
            return _is_variable(guard.arguments[0]) or name in self._own_fields
        arity = {"empty": 1, "check": 1, "safe": 1, "number": 3}.get(guard.name)
        return arity == len(guard.arguments)

    def mentions_start(self) -> bool:
        """Whether what a move does may depend on the zones where it starts."""
        return any(name in ("from", "starts_in") for name, _, _ in self._spoken())

    def mentions_steps(self) -> bool:
        """Whether it may depend on whether a move is one step of some class."""
        return any(name == "steps" for name, _, _ in self._spoken())

    def mentions_aides_zones(self) -> bool:
        """Whether it may depend on the zones where aides stand."""
        return any(name == "within" for name, _, _ in self._spoken())

    def may_prohibit(self) -> bool:
        """Whether a rule bars moves."""
        return any(signature(atom) == ("bars", 2) for rule in self.rules for atom in _heads(rule))

    def may_join(self) -> bool:
        """Whether a rule has pieces join another army."""
        return any(signature(atom) == ("joins", 3) for rule in self.rules for atom in _heads(rule))

    def mentions_victim(self) -> bool:
        """Whether it may depend on there being a victim, or on what that is."""
        heads = (head for rule in self.rules for head in _heads(rule) if _name_of(head) in ("becomes", "joins"))
        changes = any(_constant(head.arguments[1]) == "victim" for head in heads)
        return changes or any(
            role == "victim" or (role is None and name in _OF_ROLES) for name, role, _ in self._spoken()
        )

    def _spoken(self) -> Iterator[tuple[str, str | None, AST]]:
        """The sentences about a move in the bodies of rules, the defaults apart: name, role or place, and atom."""
        for rule in self.rules:
            path = Path(rule.location.begin.filename)
            if not (path.name == _DEFAULTS and self._files.is_shared(path)) and not self._is_idle(rule):
                yield from self._spoken_in(rule)

    def _is_idle(self, rule: AST) -> bool:
        """Whether a rule never applies, because the game has no such fact."""
        return any(
            signature(literal.atom.symbol) in self._about_games - self._facts
            for literal in rule.body
            if literal.ast_type == ASTType.Literal
            and literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
            and literal.atom.symbol.ast_type == ASTType.Function
        )

    def _spoken_in(self, rule: AST) -> Iterator[tuple[str, str | None, AST]]:
        for literal in rule.body:
            for atom in atoms(literal):
                name, arity = signature(atom)
                if (name, arity) in self._about_moves:
                    yield name, _constant(atom.arguments[1]) if arity > 1 else None, atom

    def _in_rule(self, rule: AST) -> Iterator[Objection]:
        begin = rule.location.begin

        def no(literal: AST, why: str) -> Objection:
            return Objection(begin.filename, begin.line, str(literal), why)

        head = rule.head
        if head.ast_type != ASTType.Literal or head.atom.ast_type != ASTType.SymbolicAtom:
            yield no(head, "is not one atom")
            return
        move = _first(head.atom.symbol)
        if move is None:
            stray = "" if rule.body else "; a fact of the game belongs in `#program base.`"
            yield no(head, f"does not begin with the move, as a variable{stray}")
            return
        if _mentions(_others(head.atom.symbol), move):
            yield no(head, "uses the move as a term")
        if _is_scripted(head):
            yield no(head, "calls a script")
        for literal in rule.body:
            yield from (no(literal, why) for why in self._in_literal(literal, move))

    def _in_literal(self, literal: AST, move: str) -> Iterator[str]:
        if literal.ast_type == ASTType.ConditionalLiteral:
            for each in (literal.literal, *literal.condition):
                yield from self._in_literal(each, move)
            return
        atom = literal.atom
        if atom.ast_type == ASTType.SymbolicAtom:
            for each in [atom.symbol] if atom.symbol.ast_type != ASTType.Pool else atom.symbol.arguments:
                yield from self._in_atom(each, move)
        elif atom.ast_type == ASTType.Comparison:
            if _mentions([atom], move):
                yield "compares the move"
            if _has(atom, ASTType.Pool):
                yield "compares with a pool, which means any of its terms; say each with a literal of its own"
        elif atom.ast_type in (ASTType.BodyAggregate, ASTType.Aggregate):
            yield from self._in_aggregate(atom, move)

    def _in_aggregate(self, atom: AST, move: str) -> Iterator[str]:
        for element in atom.elements:
            counted = element.terms if element.ast_type == ASTType.BodyAggregateElement else ()
            if _mentions(counted, move):
                yield "counts over moves"
            inner = element.condition if counted or not hasattr(element, "literal") else [element]
            for each in inner:
                yield from self._in_literal(each, move)

    def _in_atom(self, atom: AST, move: str) -> Iterator[str]:
        predicate = signature(atom)
        if predicate in self._about_moves:
            if _first(atom) != move:
                yield "speaks of another move" if _first(atom) else "does not begin with the rule's move, as a variable"
            elif _mentions(_others(atom), move):
                yield "uses the move as a term"
        elif predicate not in self._about_games:
            yield "depends on the position; effects know a move only by the atoms about it"
        elif _mentions([atom], move):
            yield "is a fact of the game, and knows no move"
        if _is_scripted(atom):
            yield "calls a script"


def _is_later(guard: AST) -> bool:
    """Whether a guard is one of the position after a move, as far as it is known."""
    named = guard.ast_type == ASTType.Function and guard.name in LATER and len(guard.arguments) == 1
    return named or _is_variable(guard)


def _is_variable(term: AST) -> bool:
    """Whether a term is a variable: what it stands for is seen when the rules are asked."""
    return bool(term.ast_type == ASTType.Variable)


def _constant(term: AST) -> str | None:
    """The name of a term that is a constant."""
    return str(term.symbol) if term.ast_type == ASTType.SymbolicTerm else None


def declared(statements: Iterable[AST]) -> set[Signature]:
    """The predicates of `#defined` among some statements."""
    return {(each.name, each.arity) for each in statements if each.ast_type == ASTType.Defined}


def _heads(statement: AST) -> Iterator[AST]:
    """The atoms that a statement derives; what else is in the head of a choice is no business of ours."""
    if statement.ast_type == ASTType.Rule and statement.head.ast_type == ASTType.Literal:
        yield from atoms(statement.head)


def _name_of(atom: AST) -> str:
    return signature(atom)[0]


def _arguments(atom: AST) -> list[AST]:
    return list(atom.arguments) if atom.ast_type == ASTType.Function else []


def _first(atom: AST) -> str | None:
    """The name of the variable that an atom begins with, if it does."""
    arguments = _arguments(atom)
    if not arguments or arguments[0].ast_type != ASTType.Variable or arguments[0].name == "_":
        return None
    return str(arguments[0].name)


def _others(atom: AST) -> list[AST]:
    return _arguments(atom)[1:]


def _mentions(nodes: Iterable[AST], variable: str) -> bool:
    return any(each.ast_type == ASTType.Variable and each.name == variable for node in nodes for each in _nodes(node))


def _has(node: AST, sort: ASTType) -> bool:
    return any(each.ast_type == sort for each in _nodes(node))


def _is_scripted(node: AST) -> bool:
    return any(each.ast_type == ASTType.Function and each.external for each in _nodes(node))


def _nodes(node: AST) -> Iterator[AST]:
    yield node
    for name in node.child_keys:
        child = getattr(node, name)
        for each in (child,) if isinstance(child, AST) else child or ():
            yield from _nodes(each)
