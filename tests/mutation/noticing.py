"""What notices a mutant: questions of the battery, by one engine or by both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache
from itertools import count, permutations
from pathlib import Path

from clingo.ast import AST, ASTType, Sign

from mutation.battery import BATTERY, Question, folders
from mutation.mutants import Mutant, sources, stem
from shadowmate.api import Game
from shadowmate.asp.folders import find_game
from shadowmate.asp.rule_files import RuleFiles, read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.asp.stages import GIVEN
from shadowmate.asp.syntax import Signature, atoms, signature
from shadowmate.compiled.compile.known_rules import TRIALS, known_rules
from shadowmate.compiled.compile.normal_form import digest
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.game_tables import Tables
from shadowmate.errors import USE_REFERENCE, RulesError

LARGEST = 125
"""Of boards with more cells tables take seconds to make, so the engines are not held against each other there."""


class UnkeptEngine(CompiledEngine):
    """The compiled engine of a mutant: its tables are made for this once."""

    def _compile(self) -> tuple[Tables, bool]:
        return self._lay_out(), False


@cache
def files_of(game: str) -> RuleFiles:
    """The rule files of a game, unaltered."""
    return read_game(find_game(game, map(Path, folders())))


@cache
def _paths(game: str) -> frozenset[Path]:
    return frozenset(source.path for source in files_of(game).sources)


def questions(mutant: Mutant) -> list[Question]:
    """The questions about the altered file.

    Small boards come first, as they answer most quickly, and other readings than the defaults last in their game.
    """
    about, path = stem(mutant.file), sources()[mutant.file].path
    found = [each for each in BATTERY if about in each.about and path in _paths(each.game)]
    return sorted(found, key=lambda q: (len(ruleset(q.game, ()).cells), q.readings))


@cache
def ruleset(game: str, readings: tuple[str, ...]) -> Ruleset:
    """The rules of a game, unaltered."""
    return Ruleset(files_of(game), readings)


@cache
def unaltered(game: str, readings: tuple[str, ...]) -> Game:
    """A game by the rules as they are."""
    return Game(ruleset(game, readings))


def altered(mutant: Mutant, game: str, readings: tuple[str, ...]) -> Game:
    """A game by the altered rules. If only rules about positions have changed, what always holds is kept."""
    files = mutant.apply(files_of(game))
    if mutant.part == "base":
        return Game(Ruleset(files, readings))
    rules = copy(ruleset(game, readings))
    rules.files = files.under(set(readings))
    for name in ("program", "bars", "makes_royals", "shares_armies"):
        vars(rules).pop(name, None)
    return Game(rules)


def compiled(game: Game) -> Game | None:
    """The same game by the compiled engine; None if that refuses its rules."""
    try:
        return Game(game.ruleset, UnkeptEngine(game.ruleset))
    except RulesError:
        return None


def same_facts(mutant: Mutant) -> bool:
    """Whether what holds in every position still does, in every game by its default readings: then it is no mutant."""
    if mutant.part != "base":
        return False
    for key in sorted({(question.game, question.readings) for question in BATTERY if not question.readings}):
        rules = ruleset(*key)
        try:
            other = altered(mutant, *key).ruleset
        except RulesError:
            return False
        if rules.signatures != other.signatures:
            return False
        if any(set(rules.facts(*each)) != set(other.facts(*each)) for each in rules.signatures):
            return False
    return True


def _matters(mutant: Mutant, rules: Ruleset) -> bool:
    """Whether a rule about positions, as it is or altered, has all predicates that it needs in a game."""
    absent = rules.program.open_predicates - rules.signatures - GIVEN
    before, now = sources()[mutant.file].statements[mutant.number], mutant.statement
    return any(absent.isdisjoint(needed(rule)) for rule in (before, now) if rule is not None)


def needed(rule: AST) -> Iterator[Signature]:
    """The predicates of which a rule needs an atom."""
    for literal in rule.body:
        is_plain = literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.SymbolicAtom
        if is_plain and literal.sign == Sign.NoSign:
            yield from map(signature, atoms(literal))


def is_refused(mutant: Mutant) -> bool:
    """Whether the compiled engine refuses an altered rule that it knows or tries, where a game needs the rule.

    Then no game need be compiled to see it. It may refuse others too.
    """
    before, now = sources()[mutant.file].statements[mutant.number], mutant.statement
    if digest(mutant.part, before) in (known := {rule.digest for rule in known_rules()}):
        return now is None or digest(mutant.part, now) not in known
    rules = [each for each in (before, now) if each is not None]
    files = mutant.apply(files_of(next(question.game for question in questions(mutant))))
    try:
        for trial in TRIALS:
            if any(trial.question.has(mutant.part, rule) for rule in rules):
                trial.expect(files, mutant.name)
    except RulesError:
        return True
    return False


class Trial:
    """A mutant and what it is asked: each question is asked once, however many verdicts need the answer.

    Args:
        mutant: the mutant.
        asked: the questions; by default those about the altered file, but for games in which the rule derives
            nothing, as it is or altered.

    Attributes:
        noticed_by: the question that the mutant answers wrongly, once it is found.
    """

    def __init__(self, mutant: Mutant, asked: Sequence[Question] | None = None) -> None:
        self.mutant = mutant
        if asked is None:
            asked = questions(mutant)
            if mutant.part != "base":
                asked = [each for each in asked if _matters(mutant, ruleset(each.game, each.readings))]
        # Games take turns.
        turns = defaultdict[str, Iterator[int]](count)
        order = {each: next(turns[each.game]) for each in asked}
        self.questions = sorted(asked, key=order.__getitem__)
        self.noticed_by: Question | None = None
        self._games: dict[tuple[str, tuple[str, ...]], Game | str] = {}
        self._reported: dict[Question, object] = {}

    def noticed(self) -> str | None:
        """The battery's objection to the mutant by the reference engine; None if it survives."""
        for question in self.questions:
            game = self._game(question)
            if isinstance(game, str):
                return game
            if self._answer(question, game) != question.answer():
                self.noticed_by = question
                return f"{question.name}: {self._reported[question]!r} instead of {question.answer()!r}"[:400]
        return None

    def apart(self, most: int | None = None) -> str | None:
        """Where the engines give different answers by the altered rules; None if they nowhere do.

        Both are asked where the altered game compiles and its board is not large, at most this number of questions,
        and the one first that has noticed the mutant. What cannot be read, or is refused, differs nowhere.
        """
        if is_refused(self.mutant):
            return None
        others: dict[Game, Game | None] = {}
        for question in sorted(self.questions, key=lambda each: each is not self.noticed_by)[:most]:
            if len(ruleset(question.game, ()).cells) > LARGEST or isinstance(game := self._game(question), str):
                continue
            if game not in others:
                others[game] = compiled(game)
            other = others[game]
            if other is None or (found := question.reported(other)) == self._answer(question, game):
                continue
            if not str(found).endswith(USE_REFERENCE):  # a position that is too large for it is no other answer
                return f"{question.game}: {question.name}: {_apart(found, self._reported[question])}"[:600]
        return None

    def _game(self, question: Question) -> Game | str:
        """The game by the altered rules, or why it cannot be read."""
        key = (question.game, question.readings)
        if key not in self._games:
            try:
                self._games[key] = altered(self.mutant, *key)
            except Exception as error:
                self._games[key] = f"{question.game} cannot be read: {type(error).__name__}: {error}"[:400]
        return self._games[key]

    def _answer(self, question: Question, game: Game) -> object:
        if question not in self._reported:
            self._reported[question] = question.reported(game)
        return self._reported[question]


def _apart(compiled: object, reference: object) -> str:
    """In what two answers differ."""
    if isinstance(compiled, list) and isinstance(reference, list):
        only = [[each for each in some if each not in other] for some, other in permutations((compiled, reference))]
        return f"compiled only {only[0]}, reference only {only[1]}"
    return f"compiled {compiled!r}, reference {reference!r}"
