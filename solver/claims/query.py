"""A claim's rules, decided over what the game's rules say always and what `rules/questions/` adds to that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from clingo import Control, Function, Symbol, SymbolType
from clingo.ast import AST, ASTType, Program, ProgramBuilder, Transformer, parse_string

from ..asp.files import read_file, split_message
from ..asp.folders import builtin_root
from ..asp.program import draw_in
from ..asp.ruleset import Ruleset
from ..asp.session import Facts, Given
from ..asp.syntax import NOWHERE, Signature, atoms, signature
from .file import Rules
from .marked import ClaimsError

HOLDS: Signature = ("holds", 0)
COUNTEREXAMPLE = "counterexample"
SHOWS = "shows"
_FAILS = "_fails"
_ASKED: Signature = ("asked", 1)
_GIVEN = {("full", 1)}
"""What the vocabulary asks of the claim."""
_LOOKS = 0.05  # seconds between looks at whether to stop
_ALLOWED = (ASTType.Rule, ASTType.Minimize, ASTType.Defined)
_NO_HEADS = (ASTType.HeadAggregate, ASTType.TheoryAtom)
_BY_KIND = "reaches"
"""The predicate that is grounded for the kinds alone that a claim names."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What clingo says of a claim.

    Attributes:
        holds: whether it is so.
        counterexamples: the arguments of each, in order.
        shown: what a claim shows besides, such as numbers.
    """

    holds: bool
    counterexamples: tuple[Sequence[Symbol], ...]
    shown: tuple[Sequence[Symbol], ...]


def ask(rules: Rules, ruleset: Ruleset) -> Answer:
    """Decide a claim: `holds` is to be derived, and no `counterexample`, in every answer set there is.

    Raises:
        ClaimsError: naming file and line of what no claim may say, or what clingo complains about.
        KeyboardInterrupt: at Ctrl-C.
    """
    heads, mentioned = _predicates(rules, ruleset)
    aims = sorted(head for head in heads if head == HOLDS or head[0] == COUNTEREXAMPLE)
    if not aims:
        raise _error(rules, "nothing is asked: the rules derive neither holds nor counterexample(...)")
    vocabulary, inputs = _needed(mentioned, heads)
    facts: Facts = {each: ruleset.tuples(*each) for each in inputs}
    facts[_ASKED] = _kinds_asked(rules, ruleset)
    control = _ground(rules, [*_draw_all(facts), *vocabulary, *rules.statements, *_fails(aims)], facts)
    failing = _last_model(control, fails=True)
    if failing is not None:
        return Answer(False, _of(failing, COUNTEREXAMPLE), _of(failing, SHOWS))
    model = _last_model(control, fails=False)
    if model is None:
        raise _error(rules, "the rules have no answer set, so that they decide nothing")
    return Answer(True, (), _of(model, SHOWS))


def _predicates(rules: Rules, ruleset: Ruleset) -> tuple[set[Signature], set[Signature]]:
    """The predicates in the heads of a claim's rules, and all others in them, if it may name all these.

    Raises:
        ClaimsError: if not.
    """
    known = _of_game(ruleset) | _heads_of_vocabulary()
    heads: set[Signature] = set()
    for statement in _checked(rules):
        if statement.ast_type == ASTType.Rule:
            for atom in _derived(statement.head):
                if (name := signature(atom)) in known - _GIVEN:
                    raise _error(rules, f"{_name(name)} is said by the game; what a claim says has another name", atom)
                heads.add(name)
    mentioned: set[Signature] = set()
    for statement in rules.statements:
        for atom in _body(statement):
            name = signature(atom)
            if name not in known | heads:
                raise _error(rules, f"nothing says {_name(name)}: neither the game nor the claim", atom)
            mentioned.add(name)
    return heads, mentioned


def _checked(rules: Rules) -> Iterator[AST]:
    """The statements of a claim, if it may hold them.

    Raises:
        ClaimsError: if not.
    """
    for statement in rules.statements:
        if statement.ast_type == ASTType.Program:
            if statement.name != "base" or statement.parameters:
                raise _error(rules, "the rules of a claim have no parts", statement)
        elif statement.ast_type not in _ALLOWED or _head_type(statement) in _NO_HEADS:
            raise _error(rules, f"{str(statement).splitlines()[0][:60]} is not used in a claim", statement)
        else:
            _NoCalls(rules).visit(statement)
            yield statement


class _NoCalls(Transformer):
    """Refuses what calls a function, and what a claim cannot ask a game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def visit_Function(self, term: AST) -> AST:  # noqa: N802
        """Refuse `@name(...)`."""
        if term.external:
            raise _error(self._rules, f"@{term.name} is called, and a claim calls no functions", term)
        self.visit_children(term)
        return term

    def visit_TheoryAtom(self, atom: AST) -> AST:  # noqa: N802
        """Refuse a theory atom."""
        raise _error(self._rules, "theory atoms are not used", atom)


def _head_type(statement: AST) -> ASTType | None:
    return statement.head.ast_type if statement.ast_type == ASTType.Rule else None


def _body(statement: AST) -> Iterator[AST]:
    """The atoms of a statement outside of its head, and the conditions in that."""
    if statement.ast_type == ASTType.Rule:
        for literal in statement.body:
            yield from atoms(literal)
        yield from _conditions(statement.head)
    elif statement.ast_type == ASTType.Minimize:
        for literal in statement.body:
            yield from atoms(literal)


def _conditions(head: AST) -> Iterator[AST]:
    """The atoms in conditions of a head such as `{ full(D) : box(D) }`."""
    for element in getattr(head, "elements", ()):
        for literal in element.condition:
            yield from atoms(literal)


def _derived(head: AST) -> Iterator[AST]:
    """The atoms that a head derives, or lets one choose."""
    if head.ast_type == ASTType.Literal:
        yield from atoms(head)
    for element in getattr(head, "elements", ()):
        yield from atoms(element.literal)


def _needed(mentioned: set[Signature], heads: set[Signature]) -> tuple[list[AST], set[Signature]]:
    """The rules of the vocabulary that a claim needs, and the predicates of the game."""
    wanted, grown = set(mentioned), True
    by_head = _vocabulary()
    rules: dict[int, AST] = {}
    while grown:
        grown = False
        for head in wanted & by_head.keys():
            for number, rule in by_head[head]:
                if number not in rules:
                    rules[number] = rule
                    wanted |= {signature(atom) for atom in _body(rule)}
                    grown = True
    return [rules[number] for number in sorted(rules)], wanted - by_head.keys() - heads - {_ASKED}


@cache
def _vocabulary() -> dict[Signature, list[tuple[int, AST]]]:
    """The rules of `rules/questions/`, with their numbers, by what they derive."""
    found: dict[Signature, list[tuple[int, AST]]] = defaultdict(list)
    number = 0
    for path in sorted((builtin_root() / "questions").glob("*.lp")):
        for statement in read_file(path).statements:
            if statement.ast_type == ASTType.Rule:
                number += 1
                for atom in atoms(statement.head):
                    found[signature(atom)].append((number, statement))
    return dict(found)


def _heads_of_vocabulary() -> set[Signature]:
    return set(_vocabulary())


def _of_game(ruleset: Ruleset) -> set[Signature]:
    """The predicates that the part `base` of a game says, or could."""
    found = set(ruleset.signatures)
    for statement in ruleset.files.parts.get("base", ()):
        if statement.ast_type == ASTType.Rule:
            found |= {signature(atom) for atom in atoms(statement.head)}
    for source in ruleset.files.sources:
        found |= {(each.name, each.arity) for each in source.statements if each.ast_type == ASTType.Defined}
    return found


def _kinds_asked(rules: Rules, ruleset: Ruleset) -> list[Symbol]:
    """The kinds that a claim asks about by the predicates that are grounded for these alone: all if by a variable."""
    found: set[Symbol] = set()
    for statement in rules.statements:
        for atom in _body(statement):
            if atom.name == _BY_KIND:
                first = atom.arguments[0]
                if first.ast_type != ASTType.SymbolicTerm:
                    return list(ruleset.tuples("kind", 1))
                found.add(first.symbol)
    return sorted(found)


def _draw_all(facts: Facts) -> Iterator[AST]:
    for name, arity in sorted(facts):
        yield from draw_in(name, arity)


def _fails(aims: Sequence[Signature]) -> list[AST]:
    """Rules for what it is for a claim to fail: it does not hold, or there is a counterexample."""
    said = [f"{_FAILS} :- not holds." if aim == HOLDS else f"{_FAILS} :- {aim[0]}{_blanks(aim[1])}." for aim in aims]
    found: list[AST] = []
    parse_string("\n".join(said), found.append)
    return [statement for statement in found if statement.ast_type == ASTType.Rule]


def _blanks(arity: int) -> str:
    return f"({','.join('_' * arity)})" if arity else ""


def _ground(rules: Rules, statements: Sequence[AST], facts: Facts) -> Control:
    messages: list[str] = []

    def log(_code: Any, message: str) -> None:
        messages.append(message.strip())

    control = Control(["0", "--warn=no-atom-undefined"], logger=log)
    try:
        with ProgramBuilder(control) as builder:
            builder.add(Program(NOWHERE, "base", []))
            for statement in statements:
                builder.add(statement)
        control.ground([("base", [])], context=Given(facts))
    except RuntimeError as error:
        messages = messages or [str(error)]
    if messages:
        _, line, words = split_message(messages[0]) or (rules.path, rules.line, messages[0])
        raise ClaimsError(f"{rules.path}:{line}: {' '.join(words.split())}")
    return control


def _last_model(control: Control, fails: bool) -> Sequence[Symbol] | None:
    """The atoms of the best answer set, or of one if none is better; of those where the claim fails if asked."""
    found: Sequence[Symbol] | None = None
    is_optimised = False
    with control.solve(assumptions=[(Function(_FAILS), True)] if fails else [], yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(_LOOKS):
                pass
            model = handle.model()
            if model is None:
                return found
            is_optimised = bool(model.cost)
            found = model.symbols(atoms=True)
            if not is_optimised:
                return found


def _of(model: Sequence[Symbol], name: str) -> tuple[Sequence[Symbol], ...]:
    return tuple(atom.arguments for atom in sorted(model) if atom.type == SymbolType.Function and atom.name == name)


def _name(predicate: Signature) -> str:
    return f"{predicate[0]}/{predicate[1]}"


def _error(rules: Rules, message: str, node: AST | None = None) -> ClaimsError:
    line = rules.line
    if node is not None and "location" in node.keys():  # noqa: SIM118
        line = node.location.begin.line
    return ClaimsError(f"{rules.path}:{line}: {message}")
