"""A game's rules, with everything in them that does not depend on a position solved once.

The part `base` of a ruleset is what holds always: the board, the kinds, their routes, the zones. It is
solved once and kept as facts. The other parts are about a position; an engine grounds them afresh for
each, together with those facts of `base` that they mention.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from clingo import Control, Function, Symbol, SymbolType
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string

from .errors import ReadingError, RulesError
from .rulefiles import RuleFiles, find_game, read_game
from .routes import RouteTable
from .terms import Vector, text, vector

# The parts that an engine grounds for a position, in this order, each when the one before is known in
# full. `routes` is grounded once for each stage of the worlds that are looked at, with its name.
STAGES: tuple[tuple[str, str | None], ...] = (
    ("position", None),
    ("routes", "now"),
    ("moves", None),
    ("routes", "passing"),
    ("worlds", None),
    ("routes", "after"),
    ("verdict", None),
)

# What an engine gives as facts for each position: no fact of `base` may have one of these names.
POSITION_FACTS: dict[str, int] = {
    "piece": 3, "turn": 1, "state": 2, "quiet": 1, "seen": 1, "query": 1, "wanted_from": 1,
    "played": 2, "examines": 2, "asks_why": 2, "point": 5, "passes": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand a question about a game's document.

    Attributes:
        question: the question's name.
        name: what `--reading` takes.
        meaning: the reading in words.
        place: where in the document, and what is unclear there.
        default: whether it holds when nothing is asked for.
    """

    question: str
    name: str
    meaning: str
    place: str
    default: bool


class Ruleset:
    """The rules of one game under chosen readings.

    Args:
        rule_files: what the game's folder holds.
        readings: names of readings other than the defaults.

    Raises:
        RulesError: if the rules cannot be grounded in silence.
        ReadingError: if a reading is unknown, or two answer one question.
    """

    def __init__(self, rule_files: RuleFiles, readings: Sequence[str] = ()) -> None:
        self.files = rule_files
        self.name = rule_files.folder.resolve().name
        self._facts: dict[tuple[str, int], list[Symbol]] = defaultdict(list)
        for symbol in solve_base(rule_files, chosen=()):
            self._facts[symbol.name, len(symbol.arguments)].append(symbol)
        self.chosen = self._check_readings(readings)
        if self.chosen:
            self._facts.clear()
            for symbol in solve_base(rule_files, self.chosen):
                self._facts[symbol.name, len(symbol.arguments)].append(symbol)

    def facts(self, name: str, arity: int) -> list[Symbol]:
        """The atoms of a predicate that hold in every position."""
        return self._facts.get((name, arity), [])

    def pairs(self, name: str) -> dict[str, str]:
        """A predicate of two names as a dictionary."""
        return {text(s.arguments[0]): text(s.arguments[1]) for s in self.facts(name, 2)}

    @cached_property
    def title(self) -> str:
        """The game's name as its rules give it, or its folder's name."""
        return next((text(s.arguments[0]) for s in self.facts("game", 1)), self.name)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading of every question, sorted by question, the default first."""
        questions = {str(s.arguments[0]): s.arguments for s in self.facts("question", 3)}
        found = []
        for symbol in self.facts("reading", 3):
            question, name = str(symbol.arguments[0]), str(symbol.arguments[1])
            if question not in questions:
                raise RulesError(f"{self.files.folder}: reading '{name}' belongs to an unknown question '{question}'")
            _, default, place = questions[question]
            found.append(Reading(question, name, text(symbol.arguments[2]), text(place), name == str(default)))
        return tuple(sorted(found, key=lambda r: (r.question, not r.default, r.name)))

    def _check_readings(self, names: Iterable[str]) -> tuple[str, ...]:
        known = {reading.name: reading for reading in self.readings}
        chosen: dict[str, str] = {}
        for name in (n.replace("-", "_") for n in names):
            if name not in known:
                there_are = ", ".join(sorted(known)) or "none"
                raise ReadingError(f"{self.name} has no reading '{name}'; there are: {there_are}")
            question = known[name].question
            if chosen.setdefault(question, name) != name:
                raise ReadingError(f"'{chosen[question]}' and '{name}' are two readings of one question, '{question}'")
        return tuple(sorted(chosen.values()))

    @cached_property
    def cells(self) -> dict[Vector, str]:
        """The cells of the board and their names."""
        parts: dict[Vector, list[tuple[int, str]]] = defaultdict(list)
        for symbol in self.facts("name_part", 3):
            cell, place, part = symbol.arguments
            parts[vector(cell)].append((place.number, text(part)))
        return {
            cell: "".join(part for _, part in sorted(parts.get(cell, [])))
            for cell in sorted(vector(s.arguments[0]) for s in self.facts("cell", 1))
        }

    @cached_property
    def abbreviations(self) -> dict[str, str]:
        """How a position writes each kind."""
        return dict(sorted(self.pairs("abbreviation").items()))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their turns."""
        seats = sorted((s.arguments[1].number, str(s.arguments[0])) for s in self.facts("player", 2))
        return tuple(player for _, player in seats)

    @cached_property
    def fields(self) -> dict[str, str]:
        """What else a position may hold, with its type: `cell` or `cells`."""
        return self.pairs("field")

    @cached_property
    def routes(self) -> RouteTable:
        """The routes of all kinds, as displacements."""
        return RouteTable(self)

    @cached_property
    def position_program(self) -> dict[str, tuple[AST, ...]]:
        """The parts about a position, with the facts of `base` that they mention drawn in."""
        parts = {name: body for name, body in self.files.parts.items() if name != "base"}
        program: list[AST] = []
        for name, arity in sorted(self.position_inputs):
            variables = ",".join(f"X{i}" for i in range(arity))
            left = f"({variables})" if arity > 1 else variables
            atom = f"{name}({variables})" if arity else name
            body = f"{left} = @facts({name},{arity})" if arity else f"1 = @facts({name},0)"
            parse_string(f"{atom} :- {body}.", program.append)
        return {**parts, "facts": tuple(s for s in program if s.ast_type == ASTType.Rule)}

    @cached_property
    def position_inputs(self) -> set[tuple[str, int]]:
        """The predicates that the parts about a position take as given."""
        mentioned = set()
        for name, body in self.files.parts.items():
            if name != "base":
                for statement in body:
                    if statement.ast_type == ASTType.Rule:
                        for literal in statement.body:
                            mentioned |= atoms_of(literal)
        given = set(POSITION_FACTS.items())
        return {s for s in mentioned if s in given or s in self._facts}


def atoms_of(node: AST) -> set[tuple[str, int]]:
    """The predicates (name, arity) that occur in a literal or a part of one."""
    found: set[tuple[str, int]] = set()
    if node.ast_type == ASTType.SymbolicAtom:
        symbol = node.symbol
        while symbol.ast_type == ASTType.UnaryOperation:
            symbol = symbol.argument
        if symbol.ast_type == ASTType.Function:
            found.add((symbol.name, len(symbol.arguments)))
        elif symbol.ast_type == ASTType.SymbolicTerm and symbol.symbol.type == SymbolType.Function:
            found.add((symbol.symbol.name, len(symbol.symbol.arguments)))
        return found
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, AST):
            found |= atoms_of(child)
        elif child is not None:
            for item in child:
                found |= atoms_of(item)
    return found


def solve_base(rule_files: RuleFiles, chosen: Iterable[str]) -> list[Symbol]:
    """Every atom of the part `base`.

    Raises:
        RulesError: if clingo has anything to complain about, or there is not exactly one answer.
    """
    messages: list[str] = []
    control = Control(["--warn=no-atom-undefined"], logger=lambda _code, message: messages.append(message.strip()))
    with ProgramBuilder(control) as builder:
        for statement in rule_files.parts.get("base", ()):
            builder.add(statement)
    control.add("base", [], "".join(f"chosen({name})." for name in chosen))
    try:
        control.ground()
    except RuntimeError as error:
        raise RulesError("\n".join([*messages, str(error)])) from error
    if messages:
        raise RulesError("\n".join(messages))
    atoms = [atom.symbol for atom in control.symbolic_atoms if atom.is_fact]
    if len(atoms) != len(control.symbolic_atoms):
        undecided = sorted({atom.symbol.name for atom in control.symbolic_atoms if not atom.is_fact})
        raise RulesError(f"{rule_files.folder}: the part base leaves open: {', '.join(undecided)}")
    return atoms


def load(name: str, readings: Sequence[str] = (), extra: Iterable[Path] = ()) -> Ruleset:
    """The rules of the game called `name`; `extra` are folders with games of one's own."""
    return Ruleset(read_game(find_game(name, extra)), readings)
