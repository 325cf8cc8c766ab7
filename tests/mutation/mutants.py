"""Mutants of the rules: each is the shipped rules with one statement deleted or altered, made with clingo.ast.

What is altered are all files of `rules/core/`, the boards and the shipped games, and the effects of the small games
that have some (`tests/data/`), but for phrases, what looks for mistakes in a game's facts (the part `lint`) and what
only pictures show. A mutant is named by its file, its rule (the predicate that it derives, and which of its rules in
the file) and what was done to it, so that its name stays when other rules change.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice

from clingo import Control, Function, Number, Symbol, SymbolType
from clingo.ast import AST, ASTType, ComparisonOperator, Program, ProgramBuilder, Sign, SymbolicTerm

from oracles.outcomes import GAMES as OF_EFFECTS
from shadowmate.asp.folders import builtin_root, find_game
from shadowmate.asp.program_parts import READING
from shadowmate.asp.rule_files import RuleFiles, collect, read_game
from shadowmate.asp.rule_text import Source
from shadowmate.compiled.compile.known_rules import LIMITING
from support.paths import GAMES_OF_TESTS

ROOT = builtin_root().resolve()
LEFT_OUT = {"core/facts.lp", "core/game.lp", "core/lint.lp", "games/fide/name.lp"}
ONLY_DESCRIBES = {"phrase", "use_phrase", "game", "castles_in_vain"}
ONLY_DRAWN = {"hue", "drawn_line", "gap", "merchant_colour", "tile", "panel", "drawn", "tint", "third"}
LINT = "lint"
EFFECTS = "effects"
ONLY_REFERENCE = {"why", "validity"}
"""The parts of `core/` that only the reference engine reads."""
FLIPPED = {
    ComparisonOperator.LessThan: ComparisonOperator.LessEqual,
    ComparisonOperator.LessEqual: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterThan: ComparisonOperator.GreaterEqual,
    ComparisonOperator.GreaterEqual: ComparisonOperator.GreaterThan,
    ComparisonOperator.Equal: ComparisonOperator.NotEqual,
    ComparisonOperator.NotEqual: ComparisonOperator.Equal,
}


@dataclass(frozen=True)
class Mutant:
    """One alteration of one statement.

    Attributes:
        file: the rule file, from `rules/`, or the name of the game of tests whose `game.lp` it is.
        number: which statement of the file.
        part: the program part that it belongs to.
        name: what it is known by.
        statement: what stands there instead; None if nothing does.
    """

    file: str
    number: int
    part: str
    name: str
    statement: AST | None = field(repr=False, compare=False)

    @property
    def is_shared(self) -> bool:
        """Whether both engines read the altered statement: effects, and what decides something in `core/`.

        What only limits the work of clingo is read by the reference engine alone.
        """
        name, _, arity = self.name.split(": ")[1].partition(" ")[0].partition("/")
        is_limit = (name, int(arity)) in LIMITING
        return self.part == EFFECTS or (
            self.file.startswith("core/") and self.part not in ONLY_REFERENCE and not is_limit
        )

    def apply(self, files: RuleFiles) -> RuleFiles:
        """The rules of a game with this alteration; the same rules if they do not include the file."""
        return collect(files.folder, tuple(self._alter(source) for source in files.sources))

    def _alter(self, source: Source) -> Source:
        if source.path != sources()[self.file].path:
            return source
        new = () if self.statement is None else (self.statement,)
        statements = (*source.statements[: self.number], *new, *source.statements[self.number + 1 :])
        return Source(source.path, source.text, statements)


@cache
def sources() -> dict[str, Source]:
    """The rule files that are altered, by what they are called."""
    found = {}
    for name in sorted(path.name for path in (ROOT / "games").iterdir() if path.is_dir()):
        for source in read_game(find_game(name)).sources:
            file = source.path.relative_to(ROOT).as_posix()
            if file not in LEFT_OUT and not file.endswith("/game.lp"):
                found[file] = source
    for name in OF_EFFECTS:
        found[name] = read_game(GAMES_OF_TESTS / name).sources[-1]
    return found


def stem(file: str) -> str:
    """What a file is called where questions say what they are about."""
    return file.split("/")[-1].removesuffix(".lp")


# --- the nodes of a statement that can be altered --------------------------------------------------

Change = Callable[[AST], "AST | None"]


def _children(node: AST) -> Iterator[tuple[str, int | None, AST]]:
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, AST):
            yield key, None, child
        else:
            for index, each in enumerate(child or ()):
                yield key, index, each


def _nodes(node: AST, rebuild: Callable[[AST], AST]) -> Iterator[tuple[AST, Callable[[AST], AST]]]:
    """Every node of a tree, with a function that puts another in its place."""
    yield node, rebuild
    for key, index, child in _children(node):

        def put(new: AST, key: str = key, index: int | None = index) -> AST:
            if index is None:
                return rebuild(node.update(**{key: new}))
            items = list(getattr(node, key))
            items[index] = new
            return rebuild(node.update(**{key: items}))

        yield from _nodes(child, put)


def _predicate(rule: AST) -> str:
    head = rule.head
    while head.ast_type != ASTType.Function:
        if head.ast_type == ASTType.SymbolicTerm:
            return str(head.symbol.name) + "/0"
        if head.ast_type == ASTType.Pool:
            head = head.arguments[0]
        else:
            head = head.atom if head.ast_type == ASTType.Literal else head.symbol
    return f"{head.name}/{len(head.arguments)}"


def _symbol(node: AST) -> Symbol | None:
    """The number or name that a term is."""
    if node.ast_type == ASTType.SymbolicTerm and node.symbol.type in (SymbolType.Number, SymbolType.Function):
        return node.symbol
    if node.ast_type == ASTType.Function and not node.arguments and node.name and not node.external:
        return Function(node.name)
    return None


# --- what is done to a rule ------------------------------------------------------------------------


def _alterations(rule: AST, siblings: dict[str, list[str]]) -> Iterator[tuple[str, AST | None]]:
    """What is done to a rule, in words, and the outcome."""
    yield "delete", None
    body = list(rule.body)
    for index, literal in enumerate(body):
        rest = body[:index] + body[index + 1 :]
        yield f"drop {literal}", rule.update(body=rest)
        if literal.ast_type != ASTType.Literal:
            continue

        def with_literal(new: AST, rest: tuple[list[AST], list[AST]] = (body[:index], body[index + 1 :])) -> AST:
            return rule.update(body=[*rest[0], new, *rest[1]])

        if literal.atom.ast_type == ASTType.SymbolicAtom:
            sign = Sign.Negation if literal.sign == Sign.NoSign else Sign.NoSign
            yield f"negate {literal}", with_literal(literal.update(sign=sign))
        elif literal.atom.ast_type == ASTType.Comparison:
            guard = literal.atom.guards[0]
            flipped = guard.update(comparison=FLIPPED[guard.comparison])
            atom = literal.atom.update(guards=[flipped, *literal.atom.guards[1:]])
            yield f"flip {literal}", with_literal(literal.update(atom=atom))
    yield from _altered_terms(rule, siblings)


def _altered_terms(rule: AST, siblings: dict[str, list[str]]) -> Iterator[tuple[str, AST | None]]:
    """Numbers one higher; names of a fact exchanged for the next; pools with one alternative less."""
    seen: dict[str, int] = defaultdict(int)
    head_names = 0
    for part in ("head", "body"):
        nodes = [(getattr(rule, part), None)] if part == "head" else [(b, i) for i, b in enumerate(rule.body)]
        for top, index in nodes:

            def rebuild(new: AST, part: str = part, index: int | None = index) -> AST:
                if index is None:
                    return rule.update(head=new)
                return rule.update(body=[*rule.body[:index], new, *rule.body[index + 1 :]])

            for node, put in _nodes(top, rebuild):
                if node.ast_type == ASTType.Pool and len(node.arguments) > 1 and index is None:
                    for number, alternative in enumerate(node.arguments):
                        left = [a for n, a in enumerate(node.arguments) if n != number]
                        new = left[0] if len(left) == 1 else node.update(arguments=left)
                        yield _once(seen, f"take out {alternative}"), put(new)
                symbol = _symbol(node)
                if symbol is None:
                    continue
                if symbol.type == SymbolType.Number:
                    new = SymbolicTerm(node.location, Number(symbol.number + 1))
                    yield _once(seen, f"{symbol} becomes {symbol.number + 1}"), put(new)
                elif part == "head" and not symbol.arguments:
                    others = siblings[str(head_names) if not rule.body else "rules"]
                    head_names += 1
                    if symbol.name in others and len(others) > 1:
                        new_name = others[(others.index(symbol.name) + 1) % len(others)]
                        new = SymbolicTerm(node.location, Function(new_name))
                        yield _once(seen, f"{symbol} becomes {new_name}"), put(new)


def _once(seen: dict[str, int], words: str) -> str:
    seen[words] += 1
    return words if seen[words] == 1 else f"{words} ({seen[words]})"


def _names_in_facts(rules: list[AST]) -> dict[str, list[str]]:
    """By place: the names that the facts of one predicate have there."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        place = 0
        for node, _ in _nodes(rule.head, lambda new: new):
            symbol = _symbol(node)
            if symbol is not None and symbol.type == SymbolType.Function and not symbol.arguments:
                found[str(place) if not rule.body else "rules"].add(symbol.name)
                place += 1
    return defaultdict(list, {place: sorted(names) for place, names in found.items()})


def _grounds(rule: AST) -> bool:
    """Whether clingo accepts a rule: its variables are bound."""
    control = Control(["--warn=none"], logger=lambda *_: None)
    try:
        with ProgramBuilder(control) as builder:
            builder.add(Program(rule.location, "base", []))
            builder.add(rule)
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


@cache
def candidates(file: str) -> tuple[Mutant, ...]:
    """Every alteration of a file, also those that clingo does not accept."""
    return tuple(_candidates(file))


def _candidates(file: str) -> Iterator[Mutant]:
    part, numbered, parts = "base", [], {}
    own = file in OF_EFFECTS
    for number, statement in enumerate(sources()[file].statements):
        if statement.ast_type == ASTType.Program:
            part = "base" if statement.name == READING else statement.name
        elif part == LINT or (own and part != EFFECTS):  # the games of tests are alike elsewhere
            continue
        elif (
            statement.ast_type == ASTType.Rule
            and _predicate(statement).split("/")[0] not in ONLY_DESCRIBES | ONLY_DRAWN
        ):
            numbered.append((number, statement))
            parts[number] = part
    by_predicate: dict[str, list[AST]] = defaultdict(list)
    for _, statement in numbered:
        by_predicate[_predicate(statement)].append(statement)
    siblings = {predicate: _names_in_facts(rules) for predicate, rules in by_predicate.items()}
    count: dict[str, int] = defaultdict(int)
    for number, statement in numbered:
        predicate = _predicate(statement)
        count[predicate] += 1
        rule = f"{file}: {predicate}" + (f" #{count[predicate]}" if len(by_predicate[predicate]) > 1 else "")
        names: dict[str, int] = defaultdict(int)
        for words, altered in _alterations(statement, siblings[predicate]):
            if altered is None or str(altered) != str(statement):
                yield Mutant(file, number, parts[number], _once(names, f"{rule}: {words}"), altered)


@cache
def viable(mutant: Mutant) -> bool:
    """Whether clingo accepts the altered statement; if not, it is always noticed."""
    return mutant.statement is None or _grounds(mutant.statement)


def mutants() -> list[Mutant]:
    """All mutants."""
    return [mutant for file in sources() for mutant in candidates(file) if viable(mutant)]


def _lot(mutant: Mutant) -> bytes:
    return hashlib.sha256(mutant.name.encode()).digest()


def by_lot(found: Iterable[Mutant]) -> list[Mutant]:
    """Some mutants in an order by lot, which depends on their names alone."""
    return sorted(found, key=_lot)


@cache
def drawn(file: str, each: int) -> tuple[Mutant, ...]:
    """A number of mutants of a file, drawn by lot."""
    accepted = (mutant for mutant in by_lot(candidates(file)) if viable(mutant))
    return tuple(islice(accepted, each))


def some(each: int) -> list[Mutant]:
    """A number of mutants of each file, drawn by lot."""
    return [mutant for file in sources() for mutant in drawn(file, each)]
