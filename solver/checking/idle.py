"""Rules without effect although no name is misspelt: nothing uses them in their part, or it or their input comes too
late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain

from clingo.ast import AST, ASTType

from ..asp.origin import place
from ..asp.program_parts import READING, is_for_readings
from ..asp.rule_files import RuleFiles
from ..asp.stages import GIVEN, STAGES
from ..asp.syntax import Signature, atoms, shown, signature
from .findings import Finding
from .predicates import heads_of

_BASE = "base"
_ORDER = tuple(name for name, _ in STAGES)
_REPEATED = ("routes", "attacks")
# What is grounded instead of the stages that come after one of them.
_INSTEAD = {"validity": "position", "after": "verdict"}


def idle(files: RuleFiles) -> Iterator[Finding]:
    """The game's own rules that have no effect because of the program part in which they stand."""
    yield from _never_grounded(files)
    derived: dict[Signature, set[str]] = defaultdict(set)
    for part, body in files.parts.items():
        for predicate in chain.from_iterable(map(heads_of, body)):
            derived[predicate].add(_home(part))
    derived |= {predicate: {_ORDER[0]} for predicate in GIVEN}
    facts, declared = _facts_of_a_game(files), _declared(files)
    for part, body in files.parts.items():
        for statement in body:
            if statement.ast_type == ASTType.Rule and files.owns(place(statement)[0]):
                yield from _given(statement)
                yield from _too_early(_home(part), statement, derived, declared)
                yield from _too_late(_home(part), statement, facts)


def _facts_of_a_game(files: RuleFiles) -> frozenset[Signature]:
    """The predicates that are known before there is a position: shared files have them in `base` and nowhere else.

    Rules of other parts may add to them for rules there, but a game's own cannot: nothing asks for that.
    """
    homes: dict[Signature, set[str]] = defaultdict(set)
    for part, body in files.parts.items():
        for statement in body:
            if not files.owns(place(statement)[0]):
                if statement.ast_type == ASTType.Defined:
                    homes[statement.name, statement.arity].add(_home(part))
                for predicate in heads_of(statement):
                    homes[predicate].add(_home(part))
    return frozenset(predicate for predicate, parts in homes.items() if parts == {_BASE})


def _too_late(part: str, rule: AST, facts: frozenset[Signature]) -> Iterator[Finding]:
    """A fact of the game in a part about positions."""
    for predicate in dict.fromkeys(map(signature, atoms(rule.head))):
        if part != _BASE and predicate in facts - GIVEN:
            why = f"the part {part} is too late for {shown(predicate)}, which is known before there is a position"
            yield Finding(*place(rule), f"{why}; it can stand after #program base.")


def _never_grounded(files: RuleFiles) -> Iterator[Finding]:
    """Parts of the game's own: of those that games share, each is grounded at its time, and no others."""
    begun = [
        (source.path, statement)
        for source in files.sources
        for statement in source.statements
        if statement.ast_type == ASTType.Program and statement.name != READING
    ]
    shared = {statement.name for path, statement in begun if not files.owns(path)} | {_BASE}
    if _ORDER[-1] not in shared:
        return  # the game lacks the shared rules, which is reported elsewhere
    for path, statement in begun:
        if statement.name not in shared:
            close = get_close_matches(statement.name, shared, n=1)
            meant = f"do you mean {close[0]}?" if close else f"there are {', '.join(sorted(shared))}"
            what = f"no part is called {statement.name}, so what stands in it is never used"
            yield Finding(path, statement.location.begin.line, f"{what}; {meant}")


def _given(rule: AST) -> Iterator[Finding]:
    for predicate in dict.fromkeys(map(signature, atoms(rule.head))):
        if predicate in GIVEN:
            why = "is a fact of each question about a position, and no rule of a game derives it"
            yield Finding(*place(rule), f"{shown(predicate)} {why}")


def _declared(files: RuleFiles) -> dict[Signature, set[str]]:
    """The parts in which shared files declare what rules of games may derive."""
    found: dict[Signature, set[str]] = defaultdict(set)
    for part, body in files.parts.items():
        for statement in body:
            if statement.ast_type == ASTType.Defined and not files.owns(place(statement)[0]):
                found[statement.name, statement.arity].add(_home(part))
    return found


def _too_early(
    part: str, rule: AST, derived: dict[Signature, set[str]], declared: dict[Signature, set[str]]
) -> Iterator[Finding]:
    """What a rule asks for that is known only in parts that are grounded after its own.

    It can stand where what it derives is declared, or else in the first part that knows enough.
    """
    asked = {signature(atom) for literal in rule.body for atom in atoms(literal)}
    late = sorted(each for each in asked if derived.get(each) and not _known(derived[each], part))
    if late:
        fits = [name for name in _ORDER if name not in _REPEATED and all(_known(derived[each], name) for each in late)]
        usual = set().union(*(declared.get(each, ()) for each in heads_of(rule)))
        fits = [*(each for each in fits if each in usual), *fits]
        hint = f"; it can stand after #program {fits[0]}." if fits else ""
        yield Finding(*place(rule), f"the part {part} is too early for a rule with {', '.join(map(shown, late))}{hint}")


def _known(derived_in: Iterable[str], part: str) -> bool:
    """Whether a rule of `part` can use what is derived in some parts."""
    if part == _BASE:
        return _BASE in derived_in
    if part == "lint":
        return not {_BASE, part}.isdisjoint(derived_in)
    last = _INSTEAD.get(part, part)
    if last not in _ORDER:
        return True
    end = len(_ORDER) - _ORDER[::-1].index(last)
    return not {_BASE, part, *_ORDER[:end]}.isdisjoint(derived_in)


def _home(part: str) -> str:
    return _BASE if is_for_readings(part) else part
