"""Asks clingo which themes the play of solutions shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from clingo import Control, Symbol, SymbolType
from clingo.ast import AST, ASTType

from ..asp.folders import builtin_root
from ..asp.messages import split_message
from ..asp.program import add_to_base
from ..asp.renamed import STATED, now
from ..asp.rule_text import parse_rules
from ..asp.session import Facts, Given
from ..asp.syntax import Signature, atoms, signature
from ..asp.terms import text
from ..errors import RulesError
from ..files import read_text
from ..play.game import Game
from ..play.lettering import rewritten
from ..signals import deferred_interrupts
from ..solving.problem.solution import Solution
from .facts import Looked, facts_of
from .plies import MOST, Ply

THEMES: frozenset[Signature] = frozenset({("theme", 2), ("piece_theme", 3)})
"""The predicates of themes: `piece_theme(Name, Piece, Ply)`, or `theme(Name, Ply)` for a theme of no piece."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a theme is shown.

    Attributes:
        by: whose it is: a piece with its army, such as `white Ro`, or a number or word that the rules give; or "".
        line: the moves of the line, the last of which completes it, as Shadowmate writes them.
        twin: of several solutions the number of that which shows it, from 0.
    """

    by: str
    line: tuple[str, ...]
    twin: int = 0

    def as_json(self) -> dict[str, Any]:
        """Where a theme is shown, as documented for `--json`."""
        return {"by": self.by or None, "line": list(self.line), "twin": self.twin}


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme, and where it is shown.

    Attributes:
        name: such as `Model mate`.
        shown: each place where it is shown, the first of the play first.
    """

    name: str
    shown: tuple[Shown, ...]

    def __str__(self) -> str:
        first = self.shown[0]
        owners = list(dict.fromkeys(each.by for each in self.shown if each.by))
        by = f" ({', '.join(owners)})" if owners else ""
        times = f", {len(self.shown)} times" if len(self.shown) > 1 else ""
        line = f": {' '.join(first.line)}" if first.line else ""
        return f"{self.name}{by}{times}{line}"

    def as_json(self) -> dict[str, Any]:
        """The theme as documented for `--json`."""
        return {"theme": self.name, "shown": [each.as_json() for each in self.shown]}


@dataclass(frozen=True, slots=True)
class Themes:
    """The themes of a problem.

    Attributes:
        themes: those that are shown, by name.
        complete: whether all of the play was looked at; if not, there may be more.
    """

    themes: tuple[Theme, ...]
    complete: bool

    def __iter__(self) -> Iterator[Theme]:
        return iter(self.themes)

    def __len__(self) -> int:
        return len(self.themes)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> Theme:
        """The theme of a name.

        Raises:
            KeyError: if it is not shown.
        """
        return next((each for each in self.themes if each.name == name), None) or _none(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those shown."""
        return tuple(each.name for each in self.themes)

    def __str__(self) -> str:
        return "\n".join(map(str, self.themes)) or "no theme"

    def as_json(self) -> dict[str, Any]:
        """The themes as documented for `--json`."""
        return {"themes": [each.as_json() for each in self.themes], "complete": self.complete}


def _none(name: str) -> Theme:
    raise KeyError(name)


def themes(
    solutions: Sequence[Solution],
    ask: Sequence[Path] = (),
    lettered: Game | None = None,
    looked: Looked = lambda _done, _total: None,
) -> Themes:
    """The themes that the play of solutions, such as those of twins, shows.

    Args:
        solutions: of the same game, under the same readings.
        ask: files of rules for further themes, over the predicates that `rules/themes/` defines.
        lettered: the game in the letters that pieces and moves are written in; by default its own.
        looked: called with how many moves of the play have been looked at, and of how many.

    Play of more than two players has no themes; then the answer is not complete.

    Raises:
        RulesError: naming file and line of what is wrong with such a file.
    """
    if any(each.eliminated is not None for each in solutions):
        return Themes((), complete=False)
    found, facts = facts_of(solutions, looked)
    own = tuple(each for path in ask for each in _read(path))
    rules = (*_builtin(), *own)
    game = solutions[0].position.game
    ruleset = game.ruleset
    known, named = (ours | theirs for ours, theirs in zip(_own_names(), _names(own), strict=True))
    _check_names(own, known, ruleset.signatures | _given())
    given = {each: facts.get(each) or ruleset.tuples(*each) for each in named - known}
    shown = sorted(_solved(rules, given, ask), key=str)
    return Themes(_themes(shown, found, lettered or game), len(found) < MOST)


@cache
def names() -> frozenset[str]:
    """The names of all themes that come with Shadowmate: the strings with a capital in the heads of their rules."""
    heads = (atom for rule in _builtin() for atom in atoms(rule.head))
    terms = (each.symbol for atom in heads for each in atom.arguments if each.ast_type == ASTType.SymbolicTerm)
    return frozenset(text(each) for each in terms if each.type == SymbolType.String and text(each)[:1].isupper())


@cache
def _builtin() -> tuple[AST, ...]:
    paths = sorted((builtin_root() / "themes").glob("*.lp"))
    return tuple(each for path in paths for each in _rules(path))


def _names(rules: Sequence[AST]) -> tuple[frozenset[Signature], frozenset[Signature]]:
    """What rules derive, and what they ask for."""
    derived = (atom for rule in rules for atom in atoms(rule.head))
    asked = (atom for rule in rules for literal in rule.body for atom in atoms(literal))
    return frozenset(map(signature, derived)), frozenset(map(signature, asked))


@cache
def _own_names() -> tuple[frozenset[Signature], frozenset[Signature]]:
    return _names(_builtin())


@cache
def _given() -> frozenset[Signature]:
    """What may be known of the play, whether it is so here or not."""
    paths = sorted((builtin_root() / "themes").glob("*.lp"))
    statements = [each for path in paths for each in _statements(path)]
    return frozenset((each.name, each.arity) for each in statements if each.ast_type == ASTType.Defined)


def _statements(path: Path) -> tuple[AST, ...]:
    try:
        return parse_rules(path, read_text(path))
    except OSError as error:
        raise RulesError(f"{path}: cannot be read: {error.strerror or error}") from error


def _rules(path: Path) -> list[AST]:
    return [each for each in _statements(path) if each.ast_type == ASTType.Rule]


def _read(path: Path) -> list[AST]:
    """The rules of a user's own themes.

    Raises:
        RulesError: naming the line, if there is something else in it than rules without choices.
    """
    for each in _statements(path):
        is_base = each.ast_type == ASTType.Program and each.name == "base" and not each.parameters
        if not is_base and each.ast_type not in (ASTType.Rule, ASTType.Comment, ASTType.Defined):
            raise _error(path, each, f"{str(each).splitlines()[0][:60]} is not used in a file of themes")
        if each.ast_type == ASTType.Rule and each.head.ast_type != ASTType.Literal:
            raise _error(path, each, "a rule of a theme derives one atom")
    found = _rules(path)
    for atom in (atom for rule in found for atom in atoms(rule.head)):
        if signature(atom) in STATED and (renamed := now(signature(atom), THEMES)):
            raise _error(path, atom, f"this rule states no theme{renamed}")
    if not any(signature(atom) in THEMES for rule in found for atom in atoms(rule.head)):
        raise RulesError(
            f"{path}: no theme in it: a rule for theme(Name,Ply) or piece_theme(Name,Piece,Ply) is missing"
        )
    return found


def _error(path: Path, statement: AST, message: str) -> RulesError:
    return RulesError(f"{path}:{statement.location.begin.line}: {message}")


def _check_names(own: Sequence[AST], derived: frozenset[Signature], known: frozenset[Signature]) -> None:
    """Refuse predicates that no rule defines.

    Raises:
        RulesError: naming file and line.
    """
    for rule in own:
        for literal in rule.body:
            for atom in atoms(literal):
                name = signature(atom)
                if name not in derived and name not in known:
                    why = now(name, derived | known) or ": neither of the game nor of the play"
                    written = f"no rule defines {name[0]}/{name[1]}{why}"
                    raise _error(Path(atom.location.begin.filename), atom, written)


def _solved(rules: Sequence[AST], facts: Facts, ask: Sequence[Path]) -> list[Symbol]:
    messages: list[str] = []
    control = Control(["1", "--warn=no-atom-undefined"], logger=lambda _code, written: messages.append(written.strip()))
    try:
        add_to_base(control, rules, facts)
        control.ground([("base", [])], context=Given(facts))
    except RuntimeError as error:
        messages = messages or [str(error)]
    if messages:
        path, line, written = split_message(messages[0]) or (next(iter(ask), "rules/themes"), 1, messages[0])
        raise RulesError(f"{path}:{line}: {' '.join(str(written).split())}")
    with deferred_interrupts(), control.solve(yield_=True) as handle:
        model = handle.model()
        found = list(model.symbols(atoms=True)) if model else []
    return [each for each in found if each.type == SymbolType.Function and (each.name, len(each.arguments)) in THEMES]


def _themes(shown: Sequence[Symbol], found: Sequence[Ply], lettered: Game) -> tuple[Theme, ...]:
    by_name: dict[str, list[tuple[int, Shown]]] = {}
    roots = [ply.number for ply in found if ply.parent is None]
    for atom in shown:
        name, *piece, place = atom.arguments
        ply = found[place.number]
        line, root = _line(found, ply, lettered)
        by = _owner(piece[0], found, ply, lettered) if piece else ""
        by_name.setdefault(text(name), []).append((ply.number, Shown(by, line, roots.index(root))))
    themes = (
        Theme(name, tuple(each for _, each in sorted(places, key=lambda place: (place[0], place[1].by))))
        for name, places in sorted(by_name.items())
    )
    return tuple(replace(each, shown=tuple(dict.fromkeys(each.shown))) for each in themes)


def _line(found: Sequence[Ply], ply: Ply, lettered: Game) -> tuple[tuple[str, ...], int]:
    """The moves up to a ply, and the number of the beginning."""
    moves: list[str] = []
    while ply.parent is not None:
        moves.append(str(rewritten(ply.move, ply.after.game, lettered)) if ply.move else "(pass)")
        ply = found[ply.parent]
    return tuple(reversed(moves)), ply.number


def _owner(term: Symbol, found: Sequence[Ply], ply: Ply, lettered: Game) -> str:
    """A piece in words, as it is then, or was at last; any other term as it is."""
    each = ply
    while True:
        for cell, one in each.pieces.items():
            if one == term:
                piece = each.after.pieces[cell]
                return f"{piece.army} {lettered.piece_name(piece.kinds)}"
        if each.parent is None:
            return text(term)
        each = found[each.parent]
