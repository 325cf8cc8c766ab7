"""The rules of a claim, decided over the facts that always hold in the game and the rules of `rules/questions/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from clingo import Control, Function, Symbol, SymbolType
from clingo.ast import AST, ASTType, Transformer, parse_string

from ..asp.demand import base_predicates, bodies, heads
from ..asp.folders import builtin_root
from ..asp.functions import Functions
from ..asp.messages import split_message
from ..asp.program import add_to_base, draw_in
from ..asp.renamed import now
from ..asp.rule_text import read_file
from ..asp.ruleset import Ruleset
from ..asp.session import Facts, Given
from ..asp.syntax import Signature, signature
from .claims_file import Rules
from .marked import ClaimsError

HOLDS: Signature = ("holds", 0)
COUNTEREXAMPLE = "counterexample"
SHOWS = "shows"
_FAILS = "_fails"
_ABOUT: Signature = ("question_kind", 1)
_GIVEN = {("filled", 1), _ABOUT}
"""The predicates between the vocabulary and a claim."""
_FACTS = "facts"
_LOOKS = 0.05  # seconds between looks at whether to stop
_ALLOWED = (ASTType.Rule, ASTType.Minimize, ASTType.Defined)
_NO_HEADS = (ASTType.HeadAggregate, ASTType.TheoryAtom)
_KIND = "Kind"
"""What the vocabulary calls a kind that a claim asks about."""


@dataclass(frozen=True, slots=True)
class Answer:
    """clingo's answer to a claim.

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

    Args:
        rules: the claim's.
        ruleset: its game, under some readings.

    Raises:
        ClaimsError: naming file and line of what no claim may say, or what clingo complains about.
        KeyboardInterrupt: at Ctrl-C.
    """
    control = ground(rules, ruleset)
    failing = _last_model(control, fails=True)
    if failing is not None:
        return Answer(False, _of(failing, COUNTEREXAMPLE), _of(failing, SHOWS))
    model = _last_model(control, fails=False)
    if model is None:
        raise _error(rules, "the rules have no answer set, so that they decide nothing")
    return Answer(True, (), _of(model, SHOWS))


def ground(rules: Rules, ruleset: Ruleset) -> Control:
    """A claim's rules over all that they need, ready to be solved.

    Raises:
        ClaimsError: as `ask` does.
    """
    own = list(_checked(rules, rules.statements))
    shared = list(_checked(rules, rules.defined))
    _check_names(rules, ruleset, [*own, *shared])
    aims = sorted({each for each in map(signature, heads(own)) if each == HOLDS or each[0] == COUNTEREXAMPLE})
    if not aims:
        raise _error(rules, "nothing is asked: the rules derive neither holds nor counterexample(...)")
    asking = [*own, *_needed(own, shared)]
    chosen = [*asking, *_needed(asking, _vocabulary())]
    facts: Facts = {each: ruleset.tuples(*each) for each in _inputs(chosen)}
    facts[_ABOUT] = _kinds_asked(asking, ruleset)
    return _ground(rules, [*_draw_all(facts), *chosen, *_fails(aims)], facts)


def _check_names(rules: Rules, ruleset: Ruleset, statements: Sequence[AST]) -> None:
    """Refuse undefined predicates, and those that the game defines already.

    Raises:
        ClaimsError: naming the line.
    """
    known = base_predicates(ruleset) | {signature(atom) for atom in heads(_vocabulary())}
    for atom in heads(statements):
        if (name := signature(atom)) in known:
            raise _error(rules, f"{_name(name)} is defined by the game; a claim's predicates need other names", atom)
    known |= {signature(atom) for atom in heads(statements)} | _GIVEN
    known |= {(each.name, each.arity) for each in statements if each.ast_type == ASTType.Defined}
    for atom in bodies(statements):
        if (name := signature(atom)) not in known:
            raise _error(
                rules, f"nothing defines {_name(name)}" + (now(name, known) or ": neither the game nor the claim"), atom
            )


def _checked(rules: Rules, statements: Iterable[AST]) -> Iterator[AST]:
    """The statements of a claim, if it may hold them.

    Raises:
        ClaimsError: if not.
    """
    for statement in statements:
        if statement.ast_type == ASTType.Program:
            if statement.name != "base" or statement.parameters:
                raise _error(rules, "the rules of a claim have no parts", statement)
        elif statement.ast_type not in _ALLOWED or _head_type(statement) in _NO_HEADS:
            raise _error(rules, f"{str(statement).splitlines()[0][:60]} is not used in a claim", statement)
        else:
            _NoCalls(rules).visit(statement)
            yield statement


class _NoCalls(Transformer):
    """Refuse what a claim cannot ask a game."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def visit_Function(self, term: AST) -> AST:
        """Refuse `@facts(...)`, which the rules are given the game by."""
        if term.external and term.name == _FACTS:
            raise _error(self._rules, f"@{term.name} is called, and a claim has the game's facts as they are", term)
        self.visit_children(term)
        return term

    def visit_TheoryAtom(self, atom: AST) -> AST:
        """Refuse a theory atom."""
        raise _error(self._rules, "theory atoms are not used", atom)


class _Context:
    """What rules may call: the game's facts, and the functions that read strings of shorthand."""

    def __init__(self, facts: Facts) -> None:
        self.functions = Functions()
        self._given = Given(facts)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._given if name == _FACTS else self.functions, name)


def _head_type(statement: AST) -> ASTType | None:
    return statement.head.ast_type if statement.ast_type == ASTType.Rule else None


def _needed(statements: Sequence[AST], others: Sequence[AST]) -> list[AST]:
    """Of other rules those that some statements need."""
    wanted = {signature(atom) for atom in bodies(statements)}
    waiting = dict(enumerate(others))
    found: list[AST] = []
    while True:
        joining = [n for n, rule in waiting.items() if any(signature(atom) in wanted for atom in heads([rule]))]
        if not joining:
            return found
        fresh = [waiting.pop(number) for number in joining]
        wanted |= {signature(atom) for atom in bodies(fresh)}
        found += fresh


def _inputs(statements: Sequence[AST]) -> set[Signature]:
    """What some rules mention, and do not derive."""
    derived = {signature(atom) for atom in heads(statements)}
    return {signature(atom) for atom in bodies(statements)} - derived - _GIVEN


@cache
def _vocabulary() -> tuple[AST, ...]:
    """The rules of `rules/questions/`, and those by which routes are open; their parameter is as good as any word."""
    root = builtin_root()
    paths = [*sorted((root / "questions").glob("*.lp")), root / "core" / "open.lp"]
    return tuple(each for path in paths for each in read_file(path).statements if each.ast_type == ASTType.Rule)


def _kinds_asked(statements: Sequence[AST], ruleset: Ruleset) -> list[Symbol]:
    """The kinds that a claim asks about, for which alone the vocabulary is grounded; all, if it names none."""
    found: set[Symbol] = set()
    for atom in bodies(statements):
        if (name := signature(atom)) in _about_kinds():
            kind = atom.arguments[_about_kinds()[name]]
            if kind.ast_type != ASTType.SymbolicTerm:
                return list(ruleset.tuples("kind", 1))
            found.add(kind.symbol)
    return sorted(found) or list(ruleset.tuples("kind", 1))


@cache
def _about_kinds() -> dict[Signature, int]:
    """The predicates of the vocabulary about a kind, and which of their arguments that is."""
    arguments = {signature(atom): [str(each) for each in atom.arguments] for atom in heads(_vocabulary())}
    return {name: each.index(_KIND) for name, each in arguments.items() if _KIND in each}


def _draw_all(facts: Facts) -> Iterator[AST]:
    for name, arity in sorted(facts):
        yield from draw_in(name, arity)


def _fails(aims: Sequence[Signature]) -> list[AST]:
    """Rules for what it is for a claim to fail: it does not hold, or there is a counterexample."""
    text = [f"{_FAILS} :- not holds." if aim == HOLDS else f"{_FAILS} :- {aim[0]}{_blanks(aim[1])}." for aim in aims]
    found: list[AST] = []
    parse_string("\n".join(text), found.append)
    return [statement for statement in found if statement.ast_type == ASTType.Rule]


def _blanks(arity: int) -> str:
    return f"({','.join('_' * arity)})" if arity else ""


def _ground(rules: Rules, statements: Sequence[AST], facts: Facts) -> Control:
    messages: list[str] = []

    def log(_code: Any, message: str) -> None:
        messages.append(message.strip())

    control = Control(["0", "--warn=no-atom-undefined"], logger=log)
    context = _Context(facts)
    try:
        add_to_base(control, statements)
        control.ground([("base", [])], context=context)
    except RuntimeError as error:
        messages = messages or [str(error)]
    messages += [reason for _, reason in context.functions.mistakes]
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
