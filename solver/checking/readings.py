"""Rules for some readings only: whether these readings exist, and whether parts for them are not for defaults."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from clingo.ast import AST, ASTType

from ..asp.base import Base
from ..asp.origin import place
from ..asp.program_parts import READING
from ..asp.rule_files import RuleFiles
from ..asp.syntax import atoms, signature
from .findings import Finding
from .lint import rows

_READS = ("reads", 1)


def asked_for(files: RuleFiles) -> list[str]:
    """The names of the readings that some rules are only for."""
    return sorted({each.name for _, part in _parts(files) for each in part.parameters})


def misnamed(files: RuleFiles, base: Base) -> Iterator[Finding]:
    """Program parts and rules for readings that there are not, and parts for readings that hold anyhow."""
    defaults = {str(default): str(question) for question, default, _ in rows(base, "question", 3)}
    names = {str(name) for _, name, _ in rows(base, "reading", 3)} | set(_offered(files))
    for path, part in _parts(files):
        if not part.parameters:
            yield Finding(path, part.location.begin.line, f"#program {READING}(...) names one reading or more")
        for name, line in ((each.name, each.location.begin.line) for each in part.parameters):
            if name not in names:
                yield Finding(path, line, _unknown(name, names))
            elif name in defaults:
                why = f"{name} also holds if nothing is asked for, as the default of {defaults[name]}"
                yield Finding(path, line, f"{why}; state its rules in the part base, with reads({name})")
    for name, atom in _read(files):
        if name not in names:
            yield Finding(*place(atom), _unknown(name, names))


def _unknown(name: str, names: set[str]) -> str:
    """That there is no such reading, and which name is near."""
    close = get_close_matches(name, names, n=1)
    return f"there is no reading {name}" + (f"; do you mean {close[0]}?" if close else "")


def _read(files: RuleFiles) -> Iterator[tuple[str, AST]]:
    """The readings that the game's own rules ask for by name, each with the atom."""
    for source in files.sources:
        for rule in source.statements if files.owns(source.path) else ():
            if rule.ast_type == ASTType.Rule:
                for atom in (each for literal in rule.body for each in atoms(literal)):
                    if signature(atom) == _READS and atom.arguments[0].ast_type == ASTType.SymbolicTerm:
                        yield str(atom.arguments[0]), atom


def _offered(files: RuleFiles) -> Iterator[str]:
    """The readings that rules offer, also where nothing of the game raises their question."""
    for statement in files.statements:
        atom = getattr(getattr(statement, "head", None), "atom", None)
        symbol = getattr(atom, "symbol", None)
        if symbol is not None and getattr(symbol, "name", "") == "reading" and len(symbol.arguments) == 3:
            yield str(symbol.arguments[1])


def _parts(files: RuleFiles) -> Iterator[tuple[Path, AST]]:
    """The statements that begin a program part for readings, with their files."""
    for source in files.sources:
        for statement in source.statements:
            if statement.ast_type == ASTType.Program and statement.name == READING:
                yield source.path, statement
