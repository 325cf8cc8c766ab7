"""Trials of rules that the kernel has one way to carry out: cases, and what follows in each.

A case has the facts by which something is derived: `theirs(a) captures(hit) => attacks(a,hit)`. The constants in it
stand for any others. So the rules are asked about the case itself, without each of its facts or with another in its
place, with another constant in each place, and with facts that do not matter: what follows must be what the kernel has
there, or the game is refused. The rules may name no constants but those of the question (`Question.names`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from clingo import Function, Number, Symbol, parse_term
from clingo.ast import AST

from ...asp.rule_files import RuleFiles
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.stages import GIVEN
from ...asp.syntax import Signature, derived_by
from ...errors import RulesError
from .asked_rules import VERDICTS, Question, alive
from .derivation import derived

_CONSTANT = re.compile(r"(?<![\w'])([a-z]\w*)(?![\w(])")
_NOT = "-"
_FOLLOWS = "=>"
_OTHER, _LOOSE = "other", "loose"
_MARK = "\0"
"""Follows each constant that stands for any others, until the number of the variant does."""


class _Atom(NamedTuple):
    """An atom of a case: its text, in which each second piece is a constant."""

    pieces: tuple[str, ...]

    @classmethod
    def read(cls, text: str, fixed: frozenset[str]) -> _Atom:
        """The atom of a text, given the constants that stand for themselves."""
        pieces = enumerate(_CONSTANT.split(text))
        return cls(tuple(each + _MARK if place % 2 and each not in fixed else each for place, each in pieces))

    @property
    def text(self) -> str:
        """Its text."""
        return "".join(self.pieces)

    @property
    def name(self) -> str:
        """The name of its predicate."""
        return self.text.partition("(")[0]

    @property
    def places(self) -> list[int]:
        """The places of the constants that stand for any others."""
        return [place for place, each in enumerate(self.pieces) if each.endswith(_MARK)]

    def changed(self, places: Collection[int]) -> str:
        """Its text with another constant in some places."""
        return "".join(each + _OTHER if place in places else each for place, each in enumerate(self.pieces))

    def merged(self) -> str:
        """Its text with one constant in the place of all."""
        return "".join(_LOOSE + _MARK if each.endswith(_MARK) else each for each in self.pieces)


class Trial:
    """Cases of the rules that answer a question.

    Args:
        question: the question.
        cases: in each the facts, with `-` before those that must not hold, `=>`, and what follows. Each of the facts is
            needed. One that has no constants, but those that stand for themselves, holds in all cases.
        besides: another such text. It is asked about as it is, and may have facts that are not needed.
    """

    def __init__(self, question: Question, cases: Sequence[str] = (), besides: str = _FOLLOWS) -> None:
        self.question, self._cases, self._besides = question, cases, besides
        self._fixed = (question.names or frozenset()) | {name for name, arity in question.given if not arity}

    @cached_property
    def _situation(self) -> tuple[Facts, frozenset[Symbol]]:
        """The facts of all cases, and what follows from them."""
        given, expected = map(str.split, self._besides.split(_FOLLOWS))
        for number, (holds, atoms) in enumerate(chain.from_iterable(map(self._variants, self._cases))):
            given += " ".join(holds).replace(_MARK, f"_{number}").split()
            expected += " ".join(atoms).replace(_MARK, f"_{number}").split()
        facts: dict[Signature, list[Symbol]] = {key: [] for key in self.question.given}
        follows = {*_symbols(expected)}
        for atom in _symbols(dict.fromkeys(given)):
            key = atom.name, len(atom.arguments)
            facts[key].append(_drawn(atom.arguments))
            if key in self.question.derived:
                follows.add(atom)
        return dict(facts), frozenset(follows)

    def _variants(self, case: str) -> Iterator[tuple[list[str], list[str]]]:
        """The variants of a case: facts, and what follows."""
        before, after = ([_Atom.read(each, self._fixed) for each in half.split()] for half in case.split(_FOLLOWS))
        lacking = [_Atom((each.pieces[0][1:], *each.pieces[1:])) for each in before if each.text.startswith(_NOT)]
        needed = [each for each in before if not each.text.startswith(_NOT)]
        joined = [each.pieces[place] for each in needed for place in each.places]
        whole, follows = [each.text for each in needed], [each.text for each in after]
        yield whole, follows
        for fact in (each for each in needed if each.places):
            others = [each.text for each in needed if each != fact]
            yield others, []
            for place in fact.places:
                constant = fact.pieces[place]
                then = [each.changed([at for at in each.places if each.pieces[at] == constant]) for each in after]
                yield [*others, fact.changed([place])], [] if joined.count(constant) > 1 else then
        yield from ((facts, []) for facts in self._instead(needed))
        for fact in lacking:
            yield [*whole, fact.text], []
            for place in fact.places:
                if fact.pieces[place] in joined:
                    yield [*whole, fact.changed([place])], follows
        merged, follows = [each.merged() for each in needed], [each.merged() for each in after]
        for name, arity in sorted(self.question.given):
            if all(fact.name != name for fact in lacking):
                yield [*merged, f"{name}({','.join([_LOOSE + _MARK] * arity)})" if arity else name], follows

    def _instead(self, needed: Sequence[_Atom]) -> Iterator[list[str]]:
        """The facts of a case with another in the place of one: about the same thing, or the same about another thing.

        Those that may be the facts of another case are left out.
        """
        constants = dict.fromkeys(each.pieces[place] for each in needed for place in each.places)
        unary = [name for name, arity in sorted(self.question.given) if arity == 1]
        facts = [case.split(_FOLLOWS)[0].split() for case in self._cases]
        cases = [{each.partition("(")[0] for each in some if not each.startswith(_NOT)} for some in facts]
        for fact in (each for each in needed if each.name in unary and each.places):
            others = [each for each in needed if each != fact]
            texts, names = [each.text for each in others], {each.name for each in others}
            before, constant, after = fact.pieces
            for name in unary:
                if not any(map({name, *names}.issuperset, cases)):
                    yield [*texts, f"{name}({constant}{after}"]
            yield from ([*texts, before + each + after] for each in constants if each != constant)

    def expect(self, files: RuleFiles, about: str, lacking: Collection[Signature] = ()) -> None:
        """Refuse the rules of a game that derive something else than the kernel has there.

        Args:
            files: the rules of the game.
            about: what it is about, for the error.
            lacking: predicates of which the game has no facts. Rules that derive nothing without them are not asked,
                if nothing should follow without them either.

        Raises:
            RulesError: if the rules derive more, or less.
        """
        rules = self.question.rules(files)
        if lacking and self.is_idle(rules, lacking):
            return
        VERDICTS.noted(f"{self._key} {' '.join(map(str, rules))}", lambda: self._make(rules, about))

    @cached_property
    def _key(self) -> str:
        """What it is known by."""
        return sha256(repr((self.question.key, self._cases, self._besides)).encode()).hexdigest()[:16]

    def _make(self, rules: Sequence[AST], about: str) -> None:
        """Refuse rules that derive something else than the kernel has there."""
        facts, expected = self._situation
        made = derived(rules, facts, self.question.derived)
        found = {Function(name, arguments) for name, arguments in made}
        # Facts that do not matter to a case may do so to another.
        missing, more = expected - found, (each for each in found - expected if _LOOSE not in str(each))
        for atom in sorted({*missing, *more}):
            how = "derive" if atom in found else "do not derive"
            where = ", ".join(place(rule) for rule in rules if (atom.name, len(atom.arguments)) in derived_by(rule))
            what = f"{about} otherwise than in the compiled engine: in a trial the rules {how} {atom}"
            raise RulesError(f"{where}: {what}" if where else what)

    def is_idle(self, rules: Iterable[AST], lacking: Collection[Signature]) -> bool:
        """Whether the rules that answer derive nothing without facts of some predicates, and should not.

        Where a rule is missing, they may derive nothing although they should.
        """
        return not (self._may_follow(lacking) or alive(rules, self.question.given.difference(lacking)))

    def _may_follow(self, lacking: Collection[Signature]) -> bool:
        """Whether there is a case of which something follows, and of whose facts no predicate is lacking."""
        missing = {name for name, _ in lacking}
        halves = (text.split(_FOLLOWS) for text in (*self._cases, self._besides))
        needed = (
            [each for each in before.split() if not each.startswith(_NOT)] for before, after in halves if after.split()
        )
        return any(missing.isdisjoint(each.partition("(")[0] for each in some) for some in needed)


def place(rule: AST) -> str:
    """Where a rule stands: its folder, file and line."""
    begin = rule.location.begin
    return f"{'/'.join(Path(begin.filename).parts[-2:])}:{begin.line}"


def expect_all(ruleset: Ruleset, trials: Sequence[Trial], about: str, before: Sequence[Trial] = ()) -> None:
    """Refuse the rules of a game that derive something else than the kernel has there (`Trial.expect`).

    Trials of which nothing follows by the facts of the game are left out.

    Args:
        ruleset: the game.
        trials: the trials, each after those whose answers are its facts.
        about: what they are about, for the error.
        before: trials that come before them, and are only to show which answers are never there.

    Raises:
        RulesError: if the rules derive more, or less.
    """
    idle = list(_without_effect(ruleset, (*before, *trials)))[len(before) :]
    for trial, is_idle in zip(trials, idle, strict=True):
        if not is_idle:
            trial.expect(ruleset.files, about)


def _without_effect(ruleset: Ruleset, trials: Iterable[Trial]) -> Iterator[bool]:
    """Whether by the facts of a game nothing follows that is tried, for some trials in order.

    What only rules derive that answer such a trial is never there for those that come later.
    """
    program = ruleset.program
    absent = set(program.open_predicates - ruleset.signatures - GIVEN)
    for trial in trials:
        rules = trial.question.rules(ruleset.files)
        is_idle = trial.is_idle(rules, absent)
        if is_idle:
            derives = Counter(key for rule in rules for key in derived_by(rule))
            absent |= {key for key, number in derives.items() if number == program.derivations[key]}
        yield is_idle


def asking(
    parts: str,
    given: str,
    derived: str,
    names: str = "",
    shapes: Collection[str] = (),
    compares: bool = False,
    adds: bool = False,
    aggregates: bool = False,
) -> Question:
    """A question to rules of which trials are made: they may name no constants but some.

    Args:
        parts: the parts that they are of.
        given: the predicates that they may ask for, such as `bans/0 target/3`.
        derived: those that they may derive.
        names: the constants that they may name.
        shapes: the names of the terms that they may look into; "" for tuples.
        compares: whether they may compare cells.
        adds: whether cells may have sums of coordinates.
        aggregates: whether they may have aggregates.
    """
    return Question(
        tuple(parts.split()),
        signatures(given),
        signatures(derived),
        shapes=frozenset(shapes),
        names=frozenset(names.split()),
        compares=compares,
        adds=adds,
        aggregates=aggregates,
    )


def signatures(text: str) -> frozenset[Signature]:
    """The predicates in a text, such as `bans/0 target/3`."""
    return frozenset((name, int(arity)) for name, arity in (each.split("/") for each in text.split()))


def _symbols(atoms: Sequence[str] | dict[str, None]) -> Sequence[Symbol]:
    """Some atoms, given their texts."""
    return parse_term(f"({','.join(atoms)},)").arguments if atoms else ()


def _drawn(arguments: Sequence[Symbol]) -> Symbol:
    """The arguments of a fact, as they are given."""
    return row(*arguments) if len(arguments) > 1 else arguments[0] if arguments else Number(1)
