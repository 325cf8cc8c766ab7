"""From a position and the user's rules to answers: the atoms that clingo shows, with names of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from clingo import Symbol, SymbolType, parse_term
from clingo.ast import AST, ASTType

from ..asp.demand import base_predicates, bodies, heads
from ..asp.rule_text import load, parse_rules
from ..asp.syntax import Signature, signature
from ..asp.syntax import shown as shown_name
from ..asp.terms import is_vector, text, vector
from ..errors import OptionError, RulesError, meant, quoted
from ..play.game import Game
from ..play.position import Position
from . import program_text as texts
from .answers import Answer, Asked, Row, Value
from .process import Process
from .user_rules import defined, read_rules, unknown
from .vocabulary import ABOUT, HOOKS, MARK, PUBLIC, files_of, kinds_asked, needed

_ALLOWED = (
    ASTType.Rule,
    ASTType.Minimize,
    ASTType.Defined,
    ASTType.Definition,
    ASTType.ShowSignature,
    ASTType.ShowTerm,
)
_CHANGING: frozenset[Signature] = frozenset({("given", 3), ("added", 3), ("removed", 1)})
SHOWN = ("legal", "checker", "outcome")
"""The predicates that a program shows by default."""


class Question:
    """Rules of a user's own, ready to be asked about positions of a game.

    Args:
        game: the game.
        rules: texts, and paths of files.

    Raises:
        RulesError: naming file and line of forbidden statements and undefined predicates.
    """

    def __init__(self, game: Game, rules: Sequence[str | Path]) -> None:
        self.game = game
        self.rules: list[tuple[str, str]] = []
        for number, each in enumerate(rules, 1):
            name = str(each) if isinstance(each, Path) else f"rule {number}" if len(rules) > 1 else "rule"
            self.rules.append((name, load(each) if isinstance(each, Path) else each))
        whole = self._read()
        self._statements = whole
        self._own = {signature(atom) for atom in heads(whole)}
        if not self.shown and not self._shows_terms:
            name = self.rules[0][0] if self.rules else "rules"
            raise RulesError(f"{name}: nothing is shown; derive something, or write #show name/arity.")

    def _read(self) -> tuple[AST, ...]:
        known = self._known()
        texts_read = [(Path(name), text) for name, text in self.rules]
        own, constants = set[Signature](), set[str]()
        if len(texts_read) > 1:  # one text may use what another defines
            whole = [statement for each in texts_read for statement in parse_rules(*each)]
            own, constants = {signature(atom) for atom in heads(whole)}, set(defined(whole))
        found: list[AST] = []
        for path, rules in texts_read:
            found += read_rules(
                self.game.ruleset, path, rules, known | own, PUBLIC, _ALLOWED, HOOKS | (own - known), constants
            )
        return tuple(found)

    def _known(self) -> set[Signature]:
        return _positional(self.game) | base_predicates(self.game.ruleset) | PUBLIC | {MARK}

    @cached_property
    def shown(self) -> tuple[Signature, ...]:
        """The predicates that an answer shows: those that #show names; without #show all that the rules derive."""
        named = [each for each in self._statements if each.ast_type == ASTType.ShowSignature]
        if named or self._shows_terms:
            return tuple((each.name, each.arity) for each in named if each.name)
        return tuple(sorted(self._own))

    @property
    def _shows_terms(self) -> bool:
        return any(each.ast_type == ASTType.ShowTerm for each in self._statements)

    @property
    def changes(self) -> bool:
        """Whether the question is about other positions than the one given."""
        return not _CHANGING.isdisjoint(self._mentions | self._own)

    @cached_property
    def _mentions(self) -> frozenset[Signature]:
        return frozenset(signature(atom) for atom in bodies(self._statements))

    @property
    def optimises(self) -> bool:
        """Whether there is a best answer."""
        return any(each.ast_type == ASTType.Minimize for each in self._statements)

    @cached_property
    def program(self) -> str:
        """The rules of the game, for any position, without those of the user."""
        ruleset = self.game.ruleset
        asked = (self._mentions | set(self.shown)) - self._own - _CHANGING - {MARK}
        outside = tuple(each for each in self.shown if each not in self._own)
        found = texts.program(ruleset, asked, outside, self.changes)
        if _asks_about_kinds(self.game, asked):
            found += texts.about(kinds_asked(self._statements, ruleset))
        return found + "".join(f"#show {name}/{arity}.\n" for name, arity in self.shown if (name, arity) in self._own)

    def text(self, position: Position) -> str:
        """All that is asked, as one program."""
        own = "\n".join(f"% ---- {name}\n{text}" for name, text in self.rules)
        return f"{self.program}\n{texts.facts(position, self.changes)}\n{own}\n"

    def ask(
        self,
        position: Position,
        process: Process,
        count: int | None = 1,
        seconds: float | None = None,
        stats: bool = False,
    ) -> Asked:
        """Ask about a position.

        Args:
            position: the position.
            process: what grounds and solves.
            count: how many answer sets to find at most; all if it is None.
            seconds: time limit for the search.
            stats: whether to count what is grounded.

        Raises:
            RulesError: naming file and line, if clingo refuses the rules, or they exceed the limits.
        """
        program = f"{self.program}\n{texts.facts(position, self.changes)}"
        found = process.ask(program, self.rules, count, self.optimises, stats, seconds)
        answers = tuple(
            Answer(tuple(map(self._row, sorted(map(parse_term, each["atoms"])))), tuple(each["cost"]))
            for each in found["answers"]
        )
        if count is None:
            answers = tuple(sorted(answers, key=lambda answer: list(map(str, answer.rows))))
        counted = found.get("stats", {})
        if counted:
            counted["parts"] = self._by_part(counted.pop("predicates"))
        return Asked(position, answers, found["complete"], found["proved"], found["stopped"], counted)

    def _row(self, atom: Symbol) -> Row:
        if atom.type != SymbolType.Function or not atom.name:
            return Row(str(self._value(atom)), ())
        return Row(atom.name, tuple(map(self._value, atom.arguments)))

    def _value(self, term: Symbol) -> Value:
        if term.type == SymbolType.Number:
            return term.number
        if is_vector(term) and vector(term) in self.game.names:
            return self.game.names[vector(term)]
        if term.type == SymbolType.Function and term.arguments:
            return f"{term.name}({','.join(str(self._value(each)) for each in term.arguments)})"
        return text(term)

    def _by_part(self, counted: dict[str, list[int]]) -> dict[str, dict[str, int]]:
        """Ground atoms and rules by the part that derives them first; those of no part are facts, or the user's own."""
        asked = frozenset((self._mentions | set(self.shown)) - self._own - _CHANGING - {MARK})
        part_of: dict[str, str] = {f"{name}/{arity}": "own" for name, arity in self._own}
        for section in needed(self.game.ruleset, asked).sections:
            for atom in heads(section.rules):
                name, arity = signature(atom)
                part_of.setdefault(f"{name}/{arity}", section.stage[0])
        found: dict[str, dict[str, int]] = {}
        for predicate, (atoms, rules) in counted.items():
            each = found.setdefault(part_of.get(predicate, "facts"), {"atoms": 0, "rules": 0})
            each["atoms"] += atoms
            each["rules"] += rules
        return dict(sorted(found.items(), key=lambda item: -item[1]["atoms"]))


_PAGE = "docs/vocabulary.md"


def _positional(game: Game) -> set[Signature]:
    """What the rules of a game and the vocabulary derive of a position."""
    parts = files_of(game.ruleset).parts
    return {signature(atom) for part, rules in parts.items() if part != "base" for atom in heads(rules)}


def _asks_about_kinds(game: Game, asked: Iterable[Signature]) -> bool:
    """Whether some predicates are about kinds on an open board."""
    statements = needed(game.ruleset, frozenset(asked)).statements
    return ABOUT in {signature(atom) for atom in bodies(statements)}


def grounded_words(game: Game, names: Sequence[str], readings: bool = False) -> str:
    """The program of a game that shows some predicates.

    Args:
        game: the game.
        names: their names, such as `legal`, or `legal/3` where there are several.
        readings: whether the readings of the rules are among the facts.

    Raises:
        OptionError: for a name that no predicate has.
    """
    known = {*PUBLIC, *_positional(game), *game.ruleset.signatures} - {("added", 3), ("removed", 1), ("given", 3)}
    wanted: set[Signature] = set()
    for name in (each.strip() for each in names):
        found = {each for each in known if name in (each[0], shown_name(each))}
        if public := {each for each in found if each in PUBLIC}:
            found = public
        if not found:
            word, _, arity = name.partition("/")
            close = unknown((word, int(arity)), PUBLIC, known) if arity.isdecimal() else _no_such(word, known)
            raise OptionError(close)
        wanted |= found
    program = texts.program(game.ruleset, wanted, readings=readings)
    if _asks_about_kinds(game, wanted):
        program += texts.about(game.ruleset.tuples("kind", 1))
    return program


def _no_such(word: str, known: Iterable[Signature]) -> str:
    return f"there is no predicate {quoted(word)}{meant(word, {name for name, _ in known}) or f'; {_PAGE} lists them'}"
