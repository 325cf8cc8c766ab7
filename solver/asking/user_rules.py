"""The user's rules about positions: read, and refused where they are not allowed or need an undefined predicate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from clingo import Function
from clingo.ast import AST, ASTType, Transformer

from ..asp.demand import bodies, heads
from ..asp.renamed import now
from ..asp.rule_text import parse_rules
from ..asp.ruleset import Ruleset
from ..asp.syntax import Signature, occurring_once, shown, signature
from ..asp.terms import NO_COMMANDER, cell_symbol
from ..errors import RulesError, meant, quoted
from .vocabulary import PUBLIC

SORTS: Mapping[str, tuple[str, ...]] = {
    **{f"{each}/3": ("cell", "kind", "player") for each in ("piece", "given", "added")},
    "number/3": ("kind", "player"), "attacked/2": ("cell", "player"), "commands/2": ("player", "player"),
    "reaches/3": ("kind", "cell", "cell"), "covers/2": ("kind",), "travels/4": ("player", "kind"),
    **{f"{each}/1": ("player",) for each in ("turn", "check", "mate", "stalemate", "winner")},
    **{f"{each}/1": ("cell",) for each in (
        "removed", "occupied", "mine", "theirs", "royal_cell", "attacked", "flight", "inside", "edge",
    )},
    **{f"{each}/2": ("cell", "cell") for each in ("attacks", "guards", "pinned", "checker")},
    "blocked/3": ("cell", "cell", "cell"), "legal/3": ("", "end", "end"), "removes/2": ("", "cell"),
    "pseudo_legal/4": ("", "end", "end"), "mark/2": ("cell",), "tint/2": ("cell",),
}  # fmt: skip
"""Which arguments of the vocabulary name a cell, the cell at an end of a move, a kind or a player."""
_ABSENT = {"end": "none", "player": NO_COMMANDER}
"""What stands for the missing cell of a drop or a pass, and for the player of an army that no player commands."""


def read_rules(
    ruleset: Ruleset,
    path: Path,
    text: str,
    known: Collection[Signature],
    first: Iterable[Signature],
    allowed: Sequence[ASTType],
    hooks: Collection[Signature] = (),
    constants: Collection[str] = (),
) -> tuple[AST, ...]:
    """A user's rules.

    Args:
        ruleset: the game that they ask about.
        path: the file where they stand, or what stands for it in messages.
        text: the rules.
        known: the defined predicates.
        first: those of them that a message lists.
        allowed: the sorts of statements that may be there.
        hooks: the known predicates that these rules may say.
        constants: the words that #const defines in rules beside these.

    Raises:
        RulesError: naming file and line of forbidden statements and undefined predicates.
    """
    statements = [s for s in parse_rules(path, text) if s.ast_type != ASTType.Program or s.name != "base"]
    for statement in statements:
        if statement.ast_type not in allowed:
            raise mistake(path, statement, f"{str(statement).splitlines()[0][:60]} is not used here")
        _NoCalls(path).visit(statement)
    own = {signature(atom) for atom in heads(statements)}
    constants = {*constants, *defined(statements)}
    for atom in heads(statements):
        if signature(atom) in known and signature(atom) not in hooks:
            why = f"{shown(signature(atom))} is defined already, by the rules of the game"
            raise mistake(path, atom, f"{why}; give your predicate another name")
        if signature(atom) in known:
            _check_names(ruleset, path, atom, constants)
    for atom in bodies(statements):
        if signature(atom) not in own and signature(atom) not in known:
            raise mistake(path, atom, unknown(signature(atom), first, {*known, *own}))
        if signature(atom) in known:
            _check_names(ruleset, path, atom, constants)
        if signature(atom) not in own:
            _check_cells(ruleset, path, atom, constants)
    for statement in (s for s in statements if s.ast_type == ASTType.Rule):
        _check_capitals(ruleset, path, statement)
    for each in (s for s in statements if s.ast_type == ASTType.ShowSignature and s.name):
        if (each.name, each.arity) not in own and (each.name, each.arity) not in known:
            raise mistake(path, each, unknown((each.name, each.arity), first, {*known, *own}))
    return tuple(s for s in statements if s.ast_type != ASTType.Defined)


def defined(statements: Iterable[AST]) -> Iterator[str]:
    """The words that #const defines in some rules."""
    return (each.name for each in statements if each.ast_type == ASTType.Definition)


def _check_names(ruleset: Ruleset, path: Path, atom: AST, constants: Collection[str]) -> None:
    """Refuse a cell, kind or player that the game has not: no position would have it."""
    names = {"kind": tuple(ruleset.abbreviations), "player": ruleset.players}
    for what, term in zip(SORTS.get(shown(signature(atom)), ()), getattr(atom, "arguments", ()), strict=False):
        for each in term.arguments if term.ast_type == ASTType.Pool else (term,):
            is_name = each.ast_type == ASTType.SymbolicTerm
            if is_name and (str(each) in constants or str(each) == _ABSENT.get(what)):
                continue
            if what in ("cell", "end"):
                _check_cell(ruleset, path, each)
            elif what and is_name and str(each) not in names[what]:
                hint = meant(str(each), names[what]) or f"; there are {', '.join(names[what])}"
                raise mistake(path, atom, f"{ruleset.name} has no {what} {quoted(each)}{hint}")


def _check_capitals(ruleset: Ruleset, path: Path, rule: AST) -> None:
    """Refuse the name of a kind or player that is written with a capital: it is a variable, which may be any."""
    names, once = {"kind": ruleset.abbreviations, "player": ruleset.players}, occurring_once(rule)
    for atom in bodies([rule]) if once else ():
        for what, term in zip(SORTS.get(shown(signature(atom)), ()), getattr(atom, "arguments", ()), strict=False):
            if str(term) in once and str(term).lower() in names.get(what, ()):
                why = f"{term} is a variable that occurs once, so the rule holds for any {what}"
                raise mistake(path, atom, f"{why}; do you mean '{str(term).lower()}'? If not, write _")


def _check_cell(ruleset: Ruleset, path: Path, term: AST) -> None:
    """Refuse a term that is no cell of the game, as far as that can be read from it."""
    first = min(ruleset.cells)
    right = f"rules write {ruleset.cells[first]} as {cell_symbol(first)}"
    if term.ast_type == ASTType.SymbolicTerm:
        raise mistake(path, term, _misnamed(ruleset, str(term)) or f"{term} is no cell; {right}")
    if term.ast_type == ASTType.Function and not term.name:
        if len(term.arguments) != len(first):
            raise mistake(path, term, f"{term} is no cell, which has {len(first)} numbers; {right}")
        if all(each.ast_type == ASTType.SymbolicTerm for each in term.arguments):
            symbol = Function("", [each.symbol for each in term.arguments])
            if symbol not in ruleset.names_by_symbol:
                raise mistake(path, term, f"{symbol} is no cell of {ruleset.name}; {right}")


def _check_cells(ruleset: Ruleset, path: Path, atom: AST, constants: Collection[str]) -> None:
    """Refuse the name of a cell in an atom of the vocabulary: as a constant it equals no cell, as a variable all."""
    for term in getattr(atom, "arguments", ()):
        if (name := str(term)) not in constants and (wrong := _misnamed(ruleset, name)):
            raise mistake(path, atom, f"the variable {wrong}" if term.ast_type == ASTType.Variable else wrong)


def _misnamed(ruleset: Ruleset, word: str) -> str:
    """Why a word is not the cell that it names, as a term of rules; empty if it names none."""
    vector = ruleset.vectors.get(word.strip('"'))
    return f"{word} is not the cell of this name; rules write the cell as {cell_symbol(vector)}" if vector else ""


def unknown(asked: Signature, first: Iterable[Signature], known: Iterable[Signature]) -> str:
    """The error for an undefined predicate, with similar ones."""
    names = sorted({name for name, _ in known})
    close = [each for each in sorted(known) if each[0] == asked[0]]
    if not close:
        near = get_close_matches(asked[0], names, n=1, cutoff=0.6)
        close = [each for each in sorted(known) if each[0] in near]
    some = ", ".join(map(shown, sorted(first)))
    if asked in PUBLIC and asked not in known:
        return f"only `ask` knows {shown(asked)}; here rules know what the game states, and {some}"
    words = f"nothing defines {shown(asked)}"
    if renamed := now(asked, frozenset(known)):
        return f"{words}{renamed}"
    if close:
        return f"{words}; do you mean {' or '.join(map(shown, close))}?"
    return f"{words}: neither these rules, nor the game, nor the vocabulary ({some})"


def mistake(path: Path, node: AST, message: str) -> RulesError:
    """The error that something is wrong in a line."""
    line = node.location.begin.line if "location" in node.keys() else 1  # noqa: SIM118
    return RulesError(f"{path}:{line}: {message}")


_CLASSICAL = "classical negation is not used; give the opposite its own name"


class _NoCalls(Transformer):
    """Refuses what a question cannot call."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def visit_Function(self, term: AST) -> AST:
        """Refuse `@name(...)`."""
        if term.external:
            raise mistake(self._path, term, f"@{term.name} is called, and there are no functions to call")
        self.visit_children(term)
        return term

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        """Refuse classical negation: the atoms of `-a(X)` would be shown as those of `a(X)`, or not at all."""
        if atom.symbol.ast_type == ASTType.UnaryOperation:
            raise mistake(self._path, atom, _CLASSICAL)
        self.visit_children(atom)
        return atom

    def visit_ShowSignature(self, statement: AST) -> AST:
        """Refuse `#show -a/1`."""
        if not statement.positive:
            raise mistake(self._path, statement, _CLASSICAL)
        return statement

    def visit_TheoryAtom(self, atom: AST) -> AST:
        """Refuse a theory atom."""
        raise mistake(self._path, atom, "theory atoms are not used")
