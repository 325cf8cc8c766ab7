"""Predicates that are misspelt, or whose file is not included: used but never defined, or defined and never used."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from clingo.ast import AST, ASTType

from ..asp.folders import CLAIMS
from ..asp.origin import place
from ..asp.renamed import STATED, now
from ..asp.rule_files import RuleFiles, beside, include_name, optional_files
from ..asp.rule_text import KEPT_FILES, Source
from ..asp.syntax import MOST_KEPT, Signature, atoms, shown, signature
from .findings import Finding


def misspelt(files: RuleFiles) -> Iterator[Finding]:
    """Predicates that nothing defines, and those of the game's own that nothing uses, with what may be meant."""
    heads, uses, declared = _of_all(files.sources)
    known = heads.keys() | declared
    for predicate in uses.keys() - known:
        hint = now(predicate, known) or _hint(predicate, known)
        unknown = f"nothing defines {shown(predicate)}, and no #defined declares it{hint}"
        found = [(place(atom), _not_included(files, place(atom)[0], predicate)) for atom in uses[predicate]]
        yield from dict.fromkeys(needed or Finding(*at, unknown) for at, needed in found)
    wanted = (uses.keys() & known) | declared
    for predicate in heads.keys() - (wanted - STATED):
        hint = now(predicate, known) or ("" if predicate in wanted else _hint(predicate, wanted, cutoff=0.8))
        places = [(path, line) for path, line in map(place, heads[predicate]) if files.owns(path)]
        if places and not hint and predicate not in wanted and not _in_claims(files, predicate):
            if path := _reader(files, predicate):
                hint = f'; include "{include_name(path)}", which does'
            elif len(places) == len(heads[predicate]):
                hint = ", so the rule has no effect"
        for path, line in places if hint else ():
            yield Finding(path, line, f"nothing uses {shown(predicate)}{hint}")


def _in_claims(files: RuleFiles, predicate: Signature) -> bool:
    """Whether claims beside the rules use a predicate."""
    try:
        text = (files.folder / CLAIMS).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return re.search(rf"\b{predicate[0]}\b", text) is not None


def _not_included(files: RuleFiles, path: Path, predicate: Signature) -> Finding | None:
    """That a shared file needs a predicate of a file beside it, at the line of the game that includes the first."""
    if files.owns(path):
        return None
    for kind, and_stated in (("declared", f", and state {shown(predicate)}"), ("heads", "")):
        for each in beside(path):
            if predicate in getattr(in_file(each), kind):
                needed = f'{include_name(path)} needs {shown(predicate)}; include "{include_name(each.path)}" too'
                return Finding(*files.included_at(path), needed + and_stated)
    return None


def _reader(files: RuleFiles, predicate: Signature) -> Path | None:
    """The file that comes with Shadowmate, is not included, and reads what a game states."""
    included = {source.path for source in files.sources}
    for each in optional_files():
        if each.path not in included and predicate in in_file(each).declared:
            return each.path
    return None


class Signatures(NamedTuple):
    """The predicates in some rules: the atoms in heads, those in bodies, and what is declared `#defined`."""

    heads: dict[Signature, list[AST]]
    uses: dict[Signature, list[AST]]
    declared: set[Signature]


@lru_cache(maxsize=KEPT_FILES)
def in_file(source: Source) -> Signatures:
    """The predicates in a file; most files are those of many games."""
    return signatures(source.statements)


def signatures(statements: Iterable[AST]) -> Signatures:
    """The predicates in some statements."""
    uses: dict[Signature, list[AST]] = defaultdict(list)
    declared: set[Signature] = set()
    statements = tuple(statements)
    for statement in statements:
        if statement.ast_type == ASTType.Defined:
            declared.add((statement.name, statement.arity))
        for literal in getattr(statement, "body", ()):
            for atom in atoms(literal):
                uses[signature(atom)].append(atom)
    return Signatures(in_heads(statements), uses, declared)


def _of_all(sources: Iterable[Source]) -> Signatures:
    found = Signatures(defaultdict(list), defaultdict(list), set())
    for each in map(in_file, sources):
        for all_of_them, some in ((found.heads, each.heads), (found.uses, each.uses)):
            for predicate, those in some.items():
                all_of_them[predicate] += those
        found.declared.update(each.declared)
    return found


def in_heads(statements: Iterable[AST]) -> dict[Signature, list[AST]]:
    """The predicates in the heads of some statements, and the atoms there; bodies are not looked at."""
    heads: dict[Signature, list[AST]] = defaultdict(list)
    for statement in statements:
        if statement.ast_type in (ASTType.Rule, ASTType.External):
            for atom in atoms(statement.head if statement.ast_type == ASTType.Rule else statement.atom):
                heads[signature(atom)].append(atom)
    return heads


@lru_cache(MOST_KEPT)
def heads_of(statement: AST) -> tuple[Signature, ...]:
    """The predicates in the head of a statement; kept, as most statements are those of the game before."""
    return tuple(in_heads([statement]))


def _hint(predicate: Signature, known: Iterable[Signature], cutoff: float = 0.6) -> str:
    name, arity = predicate
    arities: dict[str, list[int]] = defaultdict(list)
    for other, number in known:
        if (other, number) != predicate:
            arities[other].append(number)
    close = [name] if name in arities else get_close_matches(name, arities, n=3, cutoff=cutoff)
    if not close:
        return ""
    meant = next((each for each in close if arity in arities[each]), close[0])
    best = min(arities[meant], key=lambda number: (abs(number - arity), number))
    return f"; do you mean {meant}/{best}?"
