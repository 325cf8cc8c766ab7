"""Which questions can notice a mutant: those in which the altered rule derives something else than the rule did.

Every question is asked once, by the rules as they are. In the atoms that clingo has derived then, each rule and each
of its alterations is evaluated, all together: a rule whose head is only reported cannot change the others. A mutant
that derives the same everywhere gives the same answers, so it need not be tried; one that does not is asked the
questions where it differs. That is exact for stratified rules but for two things: a predicate may get more atoms after
the part that reads it, and rules that do not matter to a question have derived nothing.
"""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from resource import RLIMIT_CPU, setrlimit
from typing import TypeAlias

from clingo import Control, Function, Number, Symbol
from clingo.ast import (
    AST,
    ASTType,
    Id,
    Literal,
    Program,
    ProgramBuilder,
    Rule,
    Sign,
    SymbolicAtom,
    SymbolicTerm,
)
from clingo.ast import Function as Term

from mutation.battery import BATTERY, Question
from mutation.mutants import Mutant, sources, stem
from mutation.noticing import LARGEST, files_of, needed, ruleset, unaltered
from shadowmate.asp.functions import Functions
from shadowmate.asp.program import Stage, draw_in
from shadowmate.asp.rule_files import RuleFiles
from shadowmate.asp.session import Facts, Given, Session
from shadowmate.asp.syntax import NOWHERE, Signature, atoms

BASE: Stage = ("base", None)
SECONDS = 40
"""Limit of processor time for a question: some alterations join what has nothing to do with each other."""
_BEFORE, _NOW = "derived_before", "derived_now"


@dataclass(frozen=True, eq=False)
class _Traced:
    """A rule, or an alteration of one, whose heads are reported with its number."""

    statement: AST
    report: str
    number: int

    @cached_property
    def needs(self) -> frozenset[Signature]:
        """The predicates of which it needs an atom."""
        return frozenset(needed(self.statement))

    @cached_property
    def rule(self) -> AST:
        """The rule with a report for its head."""
        head = self.statement.head.atom.symbol
        report = Term(NOWHERE, self.report, [SymbolicTerm(NOWHERE, Number(self.number)), head], 0)
        return Rule(NOWHERE, Literal(NOWHERE, Sign.NoSign, SymbolicAtom(report)), self.statement.body)


def _is_plain(statement: AST) -> bool:
    """Whether a rule has one atom for its head."""
    return statement.head.ast_type == ASTType.Literal and statement.head.atom.ast_type == ASTType.SymbolicAtom


def _variables(node: AST) -> Iterator[str]:
    if node.ast_type == ASTType.Variable:
        yield node.name
    for key in node.child_keys:
        child = getattr(node, key)
        for each in (child,) if isinstance(child, AST) else child or ():
            yield from _variables(each)


def is_joined(statement: AST) -> bool:
    """Whether the variables of a rule's body are joined with each other, so that it has not far more instances."""
    groups = [set(_variables(literal)) for literal in statement.body]
    groups = [each for each in groups if each]
    while len(groups) > 1:
        first, *others = groups
        meeting = [each for each in others if each & first]
        if not meeting:
            return False
        groups = [first.union(*meeting), *(each for each in others if not each & first)]
    return True


class Reach:
    """Evaluates mutants in the atoms that were derived for questions.

    Args:
        mutants: the mutants.
    """

    def __init__(self, mutants: Iterable[Mutant]) -> None:
        self.mutants = list(mutants)
        self._rules: dict[tuple[str, int], int] = {}
        self._before: list[_Traced] = []
        self._now: list[_Traced | None] = []
        self._of: list[int] = []
        for number, mutant in enumerate(self.mutants):
            rule = sources()[mutant.file].statements[mutant.number]
            key = mutant.file, mutant.number
            if key not in self._rules:
                self._rules[key] = len(self._before)
                self._before.append(_Traced(rule, _BEFORE, len(self._before)))
            self._of.append(self._rules[key])
            now = mutant.statement
            traced = now is not None and _is_plain(now) and (is_joined(now) or not is_joined(rule))
            self._now.append(_Traced(now, _NOW, number) if traced else None)

    def reached(
        self, numbers: Iterable[int], derived: Sequence[Symbol], stages: Iterable[Stage], game: str
    ) -> list[int]:
        """Those of some mutants that derive something else in some atoms, by number."""
        worlds: dict[str, list[str | None]] = defaultdict(list)
        for part, world in stages:
            if world not in worlds[part]:
                worlds[part].append(world)
        given: defaultdict[Signature, list[Symbol]] = defaultdict(list)
        for atom in derived:
            given[atom.name, len(atom.arguments)].append(atom)
        paths = {source.path for source in files_of(game).sources}
        tried: list[int] = []
        rules: dict[str, list[AST]] = defaultdict(list)
        first: set[int] = set()
        for number in numbers:
            mutant, now, before = self.mutants[number], self._now[number], self._before[self._of[number]]
            if mutant.part not in worlds or sources()[mutant.file].path not in paths or not _is_plain(before.statement):
                continue
            is_alive = now is not None and given.keys() >= now.needs
            if not is_alive and not given.keys() >= before.needs:
                continue
            tried.append(number)
            if self._of[number] not in first:
                first.add(self._of[number])
                rules[mutant.part].append(before.rule)
            if is_alive:
                assert now is not None
                rules[mutant.part].append(now.rule)
        if not tried:
            return []
        reports = _evaluate(rules, worlds, given, files_of(game))
        there = set(derived)
        rules_of = Counter(head for (report, _), heads in reports.items() if report == _BEFORE for head in heads)
        return [number for number in tried if self._differs(number, reports, there, rules_of)]

    def _differs(
        self, number: int, reports: dict[tuple[str, int], set[Symbol]], there: set[Symbol], rules_of: Counter[Symbol]
    ) -> bool:
        """Whether a mutant derives what is not there, or does not derive what no other rule derives."""
        of, now = self._of[number], self._now[number]
        before = reports.get((_BEFORE, of), set())
        if now is None and self.mutants[number].statement is not None:
            return bool(before)  # it is not evaluated
        then = reports.get((_NOW, number), set())
        return not then - before <= there or any(rules_of[head] == 1 for head in before - then)


def _evaluate(
    rules: dict[str, list[AST]],
    worlds: dict[str, list[str | None]],
    given: Facts,
    files: RuleFiles,
) -> dict[tuple[str, int], set[Symbol]]:
    """What each rule reports, by its report and number."""
    control = Control(["--warn=none"], logger=lambda *_: None)
    mentioned = {
        (atom.name, len(atom.arguments)) if atom.ast_type == ASTType.Function else (atom.symbol.name, 0)
        for some in rules.values()
        for rule in some
        for literal in rule.body
        for atom in atoms(literal)
    }
    with ProgramBuilder(control) as builder:
        for constant in files.statements:
            if constant.ast_type == ASTType.Definition:
                builder.add(constant)
        builder.add(Program(NOWHERE, "given_facts", []))
        for key in sorted(mentioned & given.keys()):
            for statement in draw_in(*key):
                builder.add(statement)
        for part, some in rules.items():
            builder.add(
                Program(NOWHERE, f"{part}_traced", [Id(NOWHERE, each) for each in files.parameters.get(part, ())])
            )
            for rule in some:
                builder.add(rule)
    facts = {key: [_row(atom) for atom in found] for key, found in given.items() if key in mentioned}
    control.ground([("given_facts", [])], context=Given(facts))
    for part in rules:
        for world in worlds[part]:
            arguments = [Function(world)] if world else []
            control.ground([(f"{part}_traced", arguments)], context=Functions())
    reports: dict[tuple[str, int], set[Symbol]] = defaultdict(set)
    for name in (_BEFORE, _NOW):
        for found in control.symbolic_atoms.by_signature(name, 2):
            number, head = found.symbol.arguments
            reports[name, number.number].add(head)
    return reports


def _row(atom: Symbol) -> Symbol:
    """An atom's arguments, as facts are given."""
    arguments = atom.arguments
    return arguments[0] if len(arguments) == 1 else Function("", arguments) if arguments else Number(1)


@contextmanager
def _watched(report: Callable[[Sequence[Symbol], Iterable[Stage]], None]) -> Iterator[None]:
    """Have every answer of the reference engine reported: all atoms, and the parts that were grounded."""
    solve = Session.solve

    def reporting(session: Session):  # type: ignore[no-untyped-def]
        found = solve(session)
        report([each.symbol for each in session._control.symbolic_atoms], session._rules.parts)
        return found

    Session.solve = reporting  # type: ignore[method-assign]
    try:
        yield
    finally:
        Session.solve = solve  # type: ignore[method-assign]


Reached: TypeAlias = list[int] | str | None
"""Mutants by number, that the rules themselves answer wrongly, or that the question has been answered."""


def ask(question: Question, reach: Reach, numbers: list[int], with_base: bool, send: Callable[[Reached], None]) -> None:
    """Ask a question by the rules as they are, and send the mutants that it reaches as they are found.

    Args:
        question: the question.
        reach: the mutants.
        numbers: which of them to look for.
        with_base: whether to look at what holds in every position of the game, too.
        send: gets what is found, and None at the end.
    """
    game = unaltered(question.game, question.readings)

    def report(derived: Sequence[Symbol], stages: Iterable[Stage]) -> None:
        send(reach.reached(numbers, derived, stages, question.game))

    with _watched(report):
        wrong = question.wrong(game)
    if wrong:
        send(wrong)
    if with_base:
        rules = game.ruleset
        report([atom for key in rules.signatures for atom in rules.facts(*key)], [BASE])
    send(None)


def _in_time(question: Question, reach: Reach, numbers: list[int], with_base: bool, end: Connection) -> None:
    """The same, within a limit of processor time."""
    setrlimit(RLIMIT_CPU, (SECONDS, SECONDS))
    gc.disable()
    ask(question, reach, numbers, with_base, end.send)


@dataclass
class Asked:
    """What questions reach.

    Attributes:
        questions: for each mutant, by name, questions that reach it.
        late: the questions that took too long.
        wrong: those that the rules themselves answer wrongly, in words.
    """

    questions: dict[str, list[Question]]
    late: list[Question] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def _ask_apart(question: Question, reach: Reach, numbers: list[int], with_base: bool, asked: Asked) -> None:
    """Ask a question in a process of its own, and note which mutants it reaches."""
    here, there = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=_in_time, args=(question, reach, numbers, with_base, there))
    process.start()
    there.close()
    found: set[int] = set()
    try:
        while (received := here.recv()) is not None:
            if isinstance(received, str):
                asked.wrong.append(received)
            else:
                found.update(received)
    except EOFError:
        asked.late.append(question)
    process.join()
    for number in found:
        asked.questions[reach.mutants[number].name].append(question)


def reaching(mutants: Sequence[Mutant], most: int, jobs: int) -> Asked:
    """For each mutant up to a number of questions that reach it: first of those about its file, then of the others.

    Games take turns, as a game may make no use of what it derives. Those on small boards come first, as they answer
    most quickly; those on large ones only for mutants that these do not reach.
    """
    reach = Reach(mutants)
    asked = Asked({each.name: [] for each in mutants})
    paths = {sources()[each.file].path for each in mutants}
    found = [each for each in BATTERY if paths & {source.path for source in files_of(each.game).sources}]
    turns = defaultdict[str, Iterator[int]](count)
    turn = {each: next(turns[each.game]) for each in found}
    size = {game: len(ruleset(game, ()).cells) for game in turns}
    found.sort(key=lambda each: (size[each.game] > LARGEST, turn[each], size[each.game]))
    begun: set[tuple[str, tuple[str, ...]]] = set()

    def is_wanted(mutant: Mutant, question: Question) -> bool:
        known, about = asked.questions[mutant.name], stem(mutant.file)
        if about in question.about:
            return sum(about in each.about for each in known) < most
        return len(known) < most

    def look(question: Question) -> None:
        numbers = [n for n, each in enumerate(reach.mutants) if is_wanted(each, question)]
        key = question.game, question.readings
        is_first = key not in begun
        begun.add(key)
        _ask_apart(question, reach, numbers, is_first, asked)

    for key in dict.fromkeys((each.game, each.readings) for each in found):
        _ = ruleset(*key).program
    gc.freeze()  # the processes share what is there now
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(look, found))
    for mutant in mutants:  # sorting keeps the order of those that are alike
        about = stem(mutant.file)
        asked.questions[mutant.name] = sorted(asked.questions[mutant.name], key=lambda each: about not in each.about)[
            :most
        ]
    return asked
