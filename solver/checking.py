"""Looks for mistakes in the rules of a game, and says in which file and line each of them is.

What can be said about a game's facts is said in `rules/core/lint.lp`; here are the mistakes that keep
rules from being read at all, those about text (names that can be mixed up), and the search for places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import networkx as nx
from clingo import Control, Function, Number, String, Symbol, SymbolType
from clingo.ast import AST, ASTType, Id, Location, Position, Program, ProgramBuilder, Sign

from .errors import RulesError
from .reference import Placement, ReferenceEngine
from .rulefiles import ENTRY, READING, RuleFiles, find_game, read_game, split_message
from .ruleset import STAGES, Base, Ruleset, UndecidedError, solve_base
from .syntax import Signature, atoms, signature
from .terms import text, vector

_Fault = tuple[Symbol, str, Sequence[Symbol]]

# What the notation of positions has uses of its own for (notation.py).
_NOT_IN_NAMES = frozenset(" ,+:\t\n")
_KEYWORDS = ("quiet", "seen", "start", "turn")
_NOWHERE = Location(Position("<part>", 1, 1), Position("<part>", 1, 1))


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A mistake: the file, the line, and what is wrong there."""

    path: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def find_folder(name: str, extra: Iterable[Path] = ()) -> Path:
    """The folder that a user means: a folder that holds a `game.lp`, or else the game of that name.

    Args:
        name: a path or a game's name.
        extra: further folders to look for games in.

    Raises:
        UnknownGameError: if it is neither.
    """
    folder = Path(name)
    return folder if (folder / ENTRY).is_file() else find_game(name, extra)


def check_rules(folder: Path) -> list[Finding]:
    """Every mistake that can be found in a game's rules, by file and line.

    Files that cannot be parsed hide what is in them, so with syntax errors, scripts or lost includes
    nothing further is looked for.

    Args:
        folder: holds the game's `game.lp`.

    Raises:
        RulesError: if there is no `game.lp`, or a file cannot be read.
    """
    return _Check(folder).run()


class _Check:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder.resolve()
        self.found: set[Finding] = set()
        self.entry = self.home / ENTRY

    def run(self) -> list[Finding]:
        unreadable: set[Finding] = set()

        def report(path: Path, line: int, message: str) -> None:
            self.report(path, line, message)
            unreadable.add(Finding(path, line, message))

        files = read_game(self.folder, report)
        if not unreadable:
            if "lint" not in files.parts:
                self.report(self.entry, 1, 'the game does not include the rules that games share: "core/game.lp"')
            files = self.without_unsafe(files)
            self.predicates(files)
            base = self.facts(files)
            if base is not None:
                self.readings(files, base)
        return sorted(self.found)

    def report(self, path: Path, line: int, message: str) -> None:
        """Take note of a mistake."""
        if path.is_relative_to(self.home):
            path = self.folder / path.relative_to(self.home)
        self.found.add(Finding(path, line, message))

    def complain(self, error: RulesError) -> None:
        """Take note of what clingo said while it grounded, message by message."""
        messages: list[tuple[Path, int, str]] = []
        for line in str(error).splitlines():
            place = split_message(line)
            if place is not None:
                messages.append(place)
            elif messages and line.startswith(" "):
                path, number, words = messages[-1]
                messages[-1] = path, number, f"{words} {line.strip()}"
        for path, number, words in messages:
            self.report(path, number, words)
        if not messages:
            self.report(self.entry, 1, str(error))

    def without_unsafe(self, files: RuleFiles) -> RuleFiles:
        """The files without rules that have unsafe variables, each of which is reported."""
        said: list[str] = []
        control = Control(["--warn=no-atom-undefined"], logger=lambda _code, message: said.append(message.strip()))
        with ProgramBuilder(control) as builder:
            for name, body in files.parts.items():
                parameters = [Id(_NOWHERE, parameter) for parameter in files.parameters.get(name, ())]
                builder.add(Program(_NOWHERE, name, parameters))
                for statement in body:
                    builder.add(statement)
        with suppress(RuntimeError):  # what it has to say is in the messages
            control.ground([("no part of any rules", [])])
        bad: set[tuple[str, int]] = set()
        for message in said:
            lines = message.splitlines()
            head = split_message(lines[0])
            if head is None:
                continue
            bad.add((str(head[0]), head[1]))
            notes = [note for note in map(split_message, lines[1:]) if note is not None]
            for path, line, words in notes:
                self.report(path, line, f"variable {words}: no positive literal of the body gives it a value")
            if not notes:
                self.report(*head)
        if not bad:
            return files
        parts = {
            name: tuple(s for s in body if (s.location.begin.filename, s.location.begin.line) not in bad)
            for name, body in files.parts.items()
        }
        return RuleFiles(files.folder, files.sources, parts, files.parameters)

    def predicates(self, files: RuleFiles) -> None:
        """Predicates that are used but never defined, and those of the game that are misspelt."""
        heads, uses, declared = signatures(statement for body in files.parts.values() for statement in body)
        known = set(heads) | declared
        for predicate, places in uses.items():
            if predicate not in known:
                for location in places:
                    self.report(
                        Path(location.begin.filename),
                        location.begin.line,
                        f"nothing defines {_show(predicate)}, and no #defined declares it{_hint(predicate, known)}",
                    )
        wanted = (set(uses) & known) | declared
        for predicate, places in heads.items():
            hint = _hint(predicate, wanted, cutoff=0.8)
            if predicate not in wanted and hint:
                for location in places:
                    path = Path(location.begin.filename)
                    if path.is_relative_to(self.home):
                        self.report(path, location.begin.line, f"nothing uses {_show(predicate)}{hint}")

    def facts(self, files: RuleFiles, chosen: Collection[str] = ()) -> Base | None:
        """What is wrong with the facts of the game under some readings, and with the rules about positions.

        Returns:
            What always holds; None if that cannot be told.
        """
        heads = [
            (statement, atom)
            for body in files.parts.values()
            for statement in body
            if statement.ast_type == ASTType.Rule
            for atom in atoms(statement.head)
        ]
        complaints: list[str] = []
        try:
            base = solve_base(files, chosen, ("base", "lint"), complaints)
        except UndecidedError as error:
            self.undecided(files, set(error.predicates))
            return None
        except RulesError as error:
            self.complain(error)
            return None
        faults: list[_Fault] = [
            (culprit, text(sentence), arguments.arguments)
            for culprit, sentence, arguments in _arguments(base, "fault", 3)
        ]
        faults += _mixed_up(base)
        grouped: dict[tuple[Path, int, str], list[Sequence[Symbol]]] = defaultdict(list)
        for culprit, sentence, arguments in faults:
            grouped[(*self.locate(culprit, heads), sentence)].append(arguments)
        for (path, line, sentence), cases in grouped.items():
            first = min(cases, key=tuple)
            more = f" (and {len(cases) - 1} more like this)" if len(cases) > 1 else ""
            self.report(path, line, sentence.format(*map(text, first)) + more)
        # A shared file that stumbles over a fact is told only if the fact itself is not.
        for complaint in complaints:
            place = split_message(complaint)
            if not faults or (place is not None and place[0].is_relative_to(self.home)):
                self.complain(RulesError(complaint))
        if not complaints and not chosen:
            self.positions(files, base, sound=not faults)
        return base

    def readings(self, files: RuleFiles, base: Base) -> None:
        """What is wrong with the rules that are there for some readings only."""
        defaults = {str(default): str(question) for question, default, _ in _arguments(base, "question", 3)}
        names = {str(name) for _, name, _ in _arguments(base, "reading", 3)}
        parts = [
            (source.path, statement)
            for source in files.sources
            for statement in source.statements
            if statement.ast_type == ASTType.Program and statement.name == READING
        ]
        for path, part in parts:
            if not part.parameters:
                self.report(path, part.location.begin.line, f"#program {READING}(...) names one reading or more")
            for name, line in ((each.name, each.location.begin.line) for each in part.parameters):
                if name not in names:
                    close = get_close_matches(name, names, n=1)
                    hint = f"; do you mean {close[0]}?" if close else ""
                    self.report(path, line, f"there is no reading {name}{hint}")
                elif name in defaults:
                    why = f"{name} also holds if nothing is asked for, as the default of {defaults[name]}"
                    self.report(path, line, f"{why}; say its rules in the part base, with reads({name})")
        if not self.found:  # or the same mistakes would be told again
            for name in sorted({each.name for _, part in parts for each in part.parameters}):
                self.facts(files, (name,))

    def locate(self, culprit: Symbol, heads: Iterable[tuple[AST, AST]]) -> tuple[Path, int]:
        """The place of the statement that most probably gives an atom: the most exact head, facts first."""
        best = None
        for order, (statement, atom) in enumerate(heads):
            score = _match(atom, culprit)
            if score is not None:
                path = Path(statement.location.begin.filename)
                key = (not statement.body, score, path.is_relative_to(self.home), -order)
                if best is None or key > best[0]:
                    best = key, path, atom.location.begin.line
        return (best[1], best[2]) if best else (self.entry, 1)

    def positions(self, files: RuleFiles, base: Base, sound: bool) -> None:
        """Try the rules about positions on the initial array, if the facts are sound, or without routes."""
        try:
            engine = ReferenceEngine(Ruleset(files))
            if sound:
                self.play(engine, base)
            else:
                pieces = [Function("", [cell, kind, army]) for army, kind, cell in _arguments(base, "start", 3)]
                players = sorted((seat, player) for player, seat in _arguments(base, "player", 2))
                given: dict[Signature, Sequence[Symbol]] = {
                    ("piece", 3): pieces,
                    ("turn", 1): [player for _, player in players[:1]],
                    ("query", 1): [Function("moves"), Function("outcome")],
                    ("quiet", 1): [Number(0)],
                    ("seen", 1): [Number(1)],
                }
                engine.answer(given, STAGES, (("legal", 4), ("outcome", 1)))
        except RulesError as error:
            if sound and "not stratified" in str(error):
                self.undecided(files, set())
            elif sound or split_message(str(error)) is not None:
                self.complain(error)

    def play(self, engine: ReferenceEngine, base: Base) -> None:
        """Analyse the initial array, and make a move if there is one."""
        if not engine.ruleset.players:
            return  # said by the part lint
        pieces: dict[Symbol, tuple[set[str], str]] = {}
        for army, kind, cell in _arguments(base, "start", 3):
            pieces.setdefault(cell, (set(), str(army)))[0].add(str(kind))
        placement = Placement(
            tuple((vector(cell), tuple(sorted(kinds)), army) for cell, (kinds, army) in pieces.items()),
            engine.ruleset.players[0],
            tuple((str(name), vector(cell)) for name, cell in _arguments(base, "start_state", 2)),
        )
        engine.flaws(placement)
        moves = engine.analyse(placement)("legal", 4)
        for move, start, end, choice in moves[:1]:
            engine.why(placement, vector(start), vector(end))
            engine.play(placement, vector(start), move, choice)

    def undecided(self, files: RuleFiles, names: set[str]) -> None:
        """Report the rules of the game that depend on their own negation; of those named, if any are."""
        graph: nx.DiGraph[Signature] = nx.DiGraph()
        rules = [s for body in files.parts.values() for s in body if s.ast_type == ASTType.Rule]
        for rule in rules:
            for head in atoms(rule.head):
                graph.add_edges_from((signature(head), signature(atom)) for each in rule.body for atom in atoms(each))
        group = {node: number for number, part in enumerate(nx.strongly_connected_components(graph)) for node in part}
        places = {
            (Path(rule.location.begin.filename), rule.location.begin.line, signature(head))
            for rule in rules
            for head in atoms(rule.head)
            for literal in rule.body
            if literal.ast_type == ASTType.Literal and literal.sign != Sign.NoSign
            for atom in atoms(literal)
            if group[signature(head)] == group[signature(atom)] and (not names or signature(head)[0] in names)
        }
        places |= {
            (Path(rule.location.begin.filename), rule.location.begin.line, signature(head))
            for rule in rules
            if rule.head.ast_type in (ASTType.Aggregate, ASTType.Disjunction)
            for head in atoms(rule.head)
        }
        own = {place for place in places if place[0].is_relative_to(self.home)}
        for path, line, predicate in own:
            why = "the rule depends on its own negation, or leaves a choice, so the rules are not stratified"
            self.report(path, line, f"{_show(predicate)} is not decided: {why}")
        if not own:
            left_open = ", ".join(sorted(names)) or "the moves from the initial array"
            self.report(self.entry, 1, f"the rules are not stratified: they do not decide {left_open}")


def signatures(
    statements: Iterable[AST],
) -> tuple[dict[Signature, list[Location]], dict[Signature, list[Location]], set[Signature]]:
    """The predicates in some statements: those in heads, those in bodies, with places; those declared `#defined`."""
    heads: dict[Signature, list[Location]] = defaultdict(list)
    uses: dict[Signature, list[Location]] = defaultdict(list)
    declared: set[Signature] = set()
    for statement in statements:
        if statement.ast_type == ASTType.Defined:
            declared.add((statement.name, statement.arity))
        elif statement.ast_type in (ASTType.Rule, ASTType.External):
            for atom in atoms(statement.head if statement.ast_type == ASTType.Rule else statement.atom):
                heads[signature(atom)].append(atom.location)
        for literal in getattr(statement, "body", ()):
            for atom in atoms(literal):
                uses[signature(atom)].append(atom.location)
    return heads, uses, declared


def _match(term: AST, symbol: Symbol) -> int | None:
    """How exactly a term of a rule fits a symbol: the number of constants in common; None if it does not."""
    kind = term.ast_type
    if kind == ASTType.SymbolicTerm:
        return 2 if term.symbol == symbol else None
    if kind == ASTType.Function:
        if symbol.type != SymbolType.Function or symbol.name != term.name:
            return None
        if len(symbol.arguments) != len(term.arguments):
            return None
        scores = [_match(part, argument) for part, argument in zip(term.arguments, symbol.arguments, strict=True)]
        return None if None in scores else 1 + sum(score for score in scores if score is not None)
    if kind == ASTType.Pool:
        return max((s for s in (_match(part, symbol) for part in term.arguments) if s is not None), default=None)
    if kind == ASTType.Variable:
        return 0
    if symbol.type != SymbolType.Number:
        return None
    if kind == ASTType.UnaryOperation and term.argument.ast_type == ASTType.SymbolicTerm:
        return 2 if term.argument.symbol == Number(-symbol.number) else None
    if kind == ASTType.Interval and all(e.ast_type == ASTType.SymbolicTerm for e in (term.left, term.right)):
        return 1 if term.left.symbol <= symbol <= term.right.symbol else None
    return 0


def _arguments(base: Base, name: str, arity: int) -> list[Sequence[Symbol]]:
    return [symbol.arguments for symbol in base.get((name, arity), [])]


def _mixed_up(base: Base) -> list[_Fault]:
    """Faults of names: cells of one name, and what a position could not tell apart."""
    faults: list[_Fault] = []
    parts: dict[Symbol, list[tuple[Symbol, str]]] = defaultdict(list)
    for cell, place, part in _arguments(base, "name_part", 3):
        parts[cell].append((place, text(part)))
    cells: dict[str, Symbol] = {}
    for cell in sorted(parts):
        name = "".join(part for _, part in sorted(parts[cell]))
        if name in cells:
            faults.append(
                (Function("cell", [cell]), "{0} and {1} are both named {2}", (cells[name], cell, String(name)))
            )
        elif _NOT_IN_NAMES & set(name):
            faults.append(
                (Function("cell", [cell]), "a position could not be read with a cell named '{0}'", (String(name),))
            )
        cells.setdefault(name, cell)
    kinds = {text(symbol.arguments[1]): symbol for symbol in base.get(("abbreviation", 2), [])}
    names = [player for player, _ in _arguments(base, "player", 2)] + [name for name, _ in _arguments(base, "field", 2)]
    words = {*_KEYWORDS, *map(str, names)}
    endings = {(name[:cut], name[cut:]) for name in cells for cut in range(1, len(name)) if name[cut:] in cells}
    for abbreviation, culprit in kinds.items():
        if _NOT_IN_NAMES & set(abbreviation) or not abbreviation:
            sentence = "a position could not be read with the abbreviation '{0}'"
            faults.append((culprit, sentence, (String(abbreviation),)))
        for start, cell_name in sorted(endings):
            if abbreviation + start in kinds:
                token = abbreviation + start + cell_name
                sentence = "{0} can be read as {1} and {2}, and as {3} and {4}"
                read = (token, abbreviation, start + cell_name, abbreviation + start, cell_name)
                faults.append((culprit, sentence, tuple(map(String, read))))
        for word in sorted(words):
            if word.startswith(abbreviation) and word[len(abbreviation) :] in cells:
                sentence = "{0} can be read as a piece, and means something else in a position"
                faults.append((culprit, sentence, (String(word),)))
    return faults


def _show(signature: Signature) -> str:
    return f"{signature[0]}/{signature[1]}"


def _hint(signature: Signature, known: Iterable[Signature], cutoff: float = 0.6) -> str:
    name, arity = signature
    arities: dict[str, list[int]] = defaultdict(list)
    for other, number in known:
        if (other, number) != signature:
            arities[other].append(number)
    close = [name] if name in arities else get_close_matches(name, arities, n=3, cutoff=cutoff)
    close.sort(key=lambda each: arity not in arities[each])
    if not close:
        return ""
    best = min(arities[close[0]], key=lambda number: (abs(number - arity), number))
    return f"; do you mean {close[0]}/{best}?"
