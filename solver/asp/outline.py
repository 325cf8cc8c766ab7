"""Outlines of rules: the predicates of their heads and bodies, stored between runs.

Walking clingo's syntax trees is slow in Python, and an outline depends on the text of the rules alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeAlias

import clingo
from clingo import SymbolType
from clingo.ast import AST, ASTType, Sign

from ..files import cache_folder, keep_content, kept_content
from . import syntax
from .program_parts import holds_always
from .rule_files import RuleFiles
from .syntax import atoms, signature

Mention: TypeAlias = tuple[str, int, str | None]
"""An atom: the name and arity of its predicate, and its first argument if that is a constant."""


class Outline(NamedTuple):
    """The predicates of a rule.

    Attributes:
        heads: the atoms that it derives.
        needs: the atoms that must hold for it, each on its own.
        mentions: all atoms of its body.
    """

    heads: frozenset[Mention]
    needs: frozenset[Mention]
    mentions: frozenset[Mention]


@lru_cache(syntax.MOST_KEPT)
def outline(rule: AST) -> Outline:
    """Make the outline of a rule. Games share most of their rules."""
    needs: set[Mention] = set()
    mentions: set[Mention] = set()
    for literal in rule.body:
        found = [_mention(atom) for atom in atoms(literal)]
        mentions.update(found)
        if len(found) == 1 and _is_plain(literal):
            needs.add(found[0])
    return Outline(frozenset(map(_mention, atoms(rule.head))), frozenset(needs), frozenset(mentions))


def outlines(files: RuleFiles) -> dict[str, tuple[Outline, ...]]:
    """The outlines of the rules of each part about a position, in the order of the part."""
    parts = {name: rules_of(part) for name, part in files.parts.items() if not holds_always(name)}
    path = cache_folder() / "outlines" / _known_by(parts)
    with suppress(TypeError, ValueError):  # no such file, or from another version
        return {name: tuple(map(_of_lists, rules)) for name, rules in json.loads(kept_content(path) or b"").items()}
    found = {name: tuple(map(outline, rules)) for name, rules in parts.items()}
    as_lists = {name: [[sorted(each, key=str) for each in rule] for rule in rules] for name, rules in found.items()}
    with suppress(OSError):  # a folder that cannot be written to only costs time
        keep_content(path, json.dumps(as_lists, separators=(",", ":")).encode())
    return found


def rules_of(part: Iterable[AST]) -> tuple[AST, ...]:
    """The rules among the statements of a part."""
    return tuple(statement for statement in part if statement.ast_type == ASTType.Rule)


def _of_lists(rule: list[list[tuple[str, int, str | None]]]) -> Outline:
    return Outline(*(frozenset((name, arity, first) for name, arity, first in each) for each in rule))


def _known_by(parts: dict[str, tuple[AST, ...]]) -> str:
    """A key for rules: a digest of their text, which clingo writes faster than Python visits their tree."""
    found = sha256(f"{clingo.__version__} {_own_digest()}".encode())
    for name, rules in parts.items():
        found.update(f"\n{name} {len(rules)}\n".encode())
        found.update("\n".join(map(str, rules)).encode())
    return found.hexdigest()[:32]


@cache
def _own_digest() -> str:
    """A key for this version of outlines."""
    return sha256(b"".join(Path(each).read_bytes() for each in (__file__, syntax.__file__))).hexdigest()


def _mention(atom: AST) -> Mention:
    is_compound = atom.ast_type == ASTType.Function and atom.arguments
    return *signature(atom), _constant(atom.arguments[0]) if is_compound else None


def _is_plain(literal: AST) -> bool:
    """Whether it is an atom that must hold, not one of an aggregate or a condition."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return False
    return bool(literal.atom.ast_type == ASTType.SymbolicAtom)


def _constant(term: AST) -> str | None:
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        return str(term.symbol)
    if term.ast_type == ASTType.Function and not term.arguments:
        return str(term.name)
    return None
