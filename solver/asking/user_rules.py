"""The user's rules about positions: read, and refused where they are not allowed or need an undefined predicate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from clingo.ast import AST, ASTType, Transformer

from ..asp.demand import bodies, heads
from ..asp.renamed import now
from ..asp.rule_text import parse_rules
from ..asp.ruleset import Ruleset
from ..asp.syntax import Signature, signature
from ..errors import RulesError, meant, quoted

_NAMES: Mapping[str, tuple[str, ...]] = {
    "piece/3": ("", "kind", "player"), "given/3": ("", "kind", "player"), "added/3": ("", "kind", "player"),
    "number/3": ("kind", "player"), "attacked/2": ("", "player"), "commands/2": ("player", "player"),
    "reaches/3": ("kind",), "covers/2": ("kind",), "travels/4": ("player", "kind"),
    **{f"{each}/1": ("player",) for each in ("turn", "check", "mate", "stalemate", "winner")},
}  # fmt: skip
"""Which arguments of the vocabulary name a kind or a player."""


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
        constants: words that are values of the vocabulary besides the names of the game, such as `none`.

    Raises:
        RulesError: naming file and line of forbidden statements and undefined predicates.
    """
    statements = [s for s in parse_rules(path, text) if s.ast_type != ASTType.Program or s.name != "base"]
    for statement in statements:
        if statement.ast_type not in allowed:
            raise mistake(path, statement, f"{str(statement).splitlines()[0][:60]} is not used here")
        _NoCalls(path).visit(statement)
    own = {signature(atom) for atom in heads(statements)}
    for atom in heads(statements):
        if signature(atom) in known and signature(atom) not in hooks:
            why = f"{shown(signature(atom))} is defined already, by the rules of the game"
            raise mistake(path, atom, f"{why}; give your predicate another name")
        _check_names(ruleset, path, atom, constants)
    for atom in bodies(statements):
        if signature(atom) not in own and signature(atom) not in known:
            raise mistake(path, atom, unknown(signature(atom), first, {*known, *own}))
        _check_names(ruleset, path, atom, constants)
        if signature(atom) not in own:
            _check_cells(ruleset, path, atom, constants)
    for each in (s for s in statements if s.ast_type == ASTType.ShowSignature and s.name):
        if (each.name, each.arity) not in own and (each.name, each.arity) not in known:
            raise mistake(path, each, unknown((each.name, each.arity), first, {*known, *own}))
    return tuple(s for s in statements if s.ast_type != ASTType.Defined)


def _check_names(ruleset: Ruleset, path: Path, atom: AST, constants: Collection[str]) -> None:
    """Refuse the name of a kind or player that the game has not: no position would have it."""
    names = {"kind": tuple(ruleset.abbreviations), "player": ruleset.players}
    for what, term in zip(_NAMES.get(shown(signature(atom)), ()), getattr(atom, "arguments", ()), strict=False):
        if (
            what
            and term.ast_type == ASTType.SymbolicTerm
            and str(term) not in names[what]
            and str(term) not in constants
        ):
            hint = meant(str(term), names[what]) or f"; there are {', '.join(names[what])}"
            raise mistake(path, atom, f"{ruleset.name} has no {what} {quoted(term)}{hint}")


def _check_cells(ruleset: Ruleset, path: Path, atom: AST, constants: Collection[str]) -> None:
    """Refuse the name of a cell in an atom of the vocabulary: as a constant it equals no cell, as a variable all."""
    cells = {name: symbol for symbol, name in ruleset.names_by_symbol.items()}
    for term in getattr(atom, "arguments", ()):
        if (name := str(term)) in cells and name not in constants:
            what = f"the variable {name}" if term.ast_type == ASTType.Variable else name
            raise mistake(path, atom, f"{what} is not the cell of this name; rules write the cell as {cells[name]}")


def unknown(asked: Signature, first: Iterable[Signature], known: Iterable[Signature]) -> str:
    """The error for an undefined predicate, with similar ones."""
    names = sorted({name for name, _ in known})
    close = [each for each in sorted(known) if each[0] == asked[0]]
    if not close:
        near = get_close_matches(asked[0], names, n=1, cutoff=0.6)
        close = [each for each in sorted(known) if each[0] in near]
    words = f"nothing defines {shown(asked)}"
    if renamed := now(asked, frozenset(known)):
        return f"{words}{renamed}"
    if close:
        return f"{words}; do you mean {' or '.join(map(shown, close))}?"
    return f"{words}: neither these rules, nor the game, nor the vocabulary ({', '.join(map(shown, sorted(first)))})"


def shown(predicate: Signature) -> str:
    """A predicate as messages name it."""
    return f"{predicate[0]}/{predicate[1]}"


def mistake(path: Path, node: AST, message: str) -> RulesError:
    """The error that something is wrong in a line."""
    line = node.location.begin.line if "location" in node.keys() else 1  # noqa: SIM118
    return RulesError(f"{path}:{line}: {message}")


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

    def visit_TheoryAtom(self, atom: AST) -> AST:
        """Refuse a theory atom."""
        raise mistake(self._path, atom, "theory atoms are not used")
