"""The program parts of a rule file, and what may be stated in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from clingo.ast import AST, ASTType

from .rule_text import KEPT_FILES, STRING_OR_COMMENT, Source
from .syntax import atoms, signature

READING = "reading"
"""The program part of rules that belong to `base` if one of the named readings is chosen."""
_QUOTED = 60
"""At most this many characters of a statement are quoted."""
_UNUSUAL = re.compile(r"(?<!:)-\s*[_']*[a-z]|&")
"""A rule whose text has none of these has no classical negation and no theory atom."""
_HEADLESS = re.compile(r"(?:\A|\.)\s*:-|#true|#false")
"""If a text without comments has none of these, each of its rules has a head."""


def is_for_readings(part: str) -> bool:
    """Whether a program part is for some readings only."""
    return part.startswith(READING + "(")


@dataclass(slots=True)
class Section:
    """The statements of a file under one `#program`, or before the first one, with their mistakes."""

    part: str = "base"
    parameters: tuple[str, ...] = ()
    line: int = 1
    statements: list[AST] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)


@lru_cache(maxsize=KEPT_FILES)
def sections(source: Source) -> list[Section]:
    """A file by its program parts. Most files belong to many games."""
    found = [Section()]
    code = STRING_OR_COMMENT.sub(" ", source.text)  # a text search is faster than a search of the trees
    plain = not (_UNUSUAL.search(code) or _HEADLESS.search(code))
    for statement in source.statements:
        kind = statement.ast_type
        if kind == ASTType.Program:
            names = tuple(parameter.name for parameter in statement.parameters)
            part = f"{READING}({','.join(names)})" if statement.name == READING else statement.name
            found.append(Section(part, names, statement.location.begin.line))
        elif kind == ASTType.Script:
            found[-1].faults.append((statement.location.begin.line, "a rule file must not contain a #script"))
        else:
            if not (plain and kind == ASTType.Rule) and (fault := _unsupported_part(statement, found[-1].part)):
                found[-1].faults.append((statement.location.begin.line, fault))
            found[-1].statements.append(statement)
    return found


def as_before(part: str, names: tuple[str, ...]) -> str:
    """The mistake in a part that has other parameters elsewhere."""
    parameters = f"({','.join(names)})" if names else ""
    return f"this part has other parameters elsewhere: #program {part}{parameters}."


def _unsupported_part(statement: AST, part: str) -> str | None:
    """The reason why a statement is not allowed in the rules of a game; None if it is."""
    if statement.ast_type == ASTType.Rule:
        if _UNUSUAL.search(str(statement)):
            asked = [_atom(literal) for literal in (statement.head, *statement.body)]
            if any(atom.ast_type == ASTType.SymbolicAtom and _is_negated(atom) for atom in asked):
                return "classical negation is unsupported; give the opposite its own name"
            if any(atom.ast_type == ASTType.TheoryAtom for atom in asked):
                return "theory atoms are unsupported"
        return _no_head(part) if _atom(statement.head).ast_type == ASTType.BooleanConstant else None
    if statement.ast_type in (ASTType.Defined, ASTType.Definition, ASTType.Comment):
        return None
    if statement.ast_type == ASTType.External:
        return f"an #external has no value; write #defined {_declared(statement.atom)}. and give it by facts or rules"
    return f"{str(statement).splitlines()[0][:_QUOTED]} is unsupported in the rules of a game"


def _no_head(part: str) -> str:
    """The mistake in a constraint, and what to write instead."""
    if holds_always(part):
        lint = "fault(Culprit,Sentence,Arguments) in the part lint"
        return f"a rule about a game needs a head; to report a mistake in its facts write {lint}"
    return "a rule about a position needs a head; to forbid a move write forbidden(Move)"


def _declared(atom: AST) -> str:
    name, arity = next((signature(each) for each in atoms(atom)), ("name", 0))
    return f"{name}/{arity}"


def _atom(literal: AST) -> AST:
    """The atom of a literal; an aggregate or a choice is returned as it is."""
    return literal.atom if literal.ast_type == ASTType.Literal else literal


def holds_always(part: str) -> bool:
    """Whether a program part is about the game, not about a position."""
    return part == "base" or is_for_readings(part)


def _is_negated(atom: AST) -> bool:
    return bool(atom.symbol.ast_type == ASTType.UnaryOperation)
