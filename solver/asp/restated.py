"""A game's own rules about positions, as the guards and effects of moves that say the same.

A rule for `forbidden(C)` by what moves are and by one fact about the position is a guard: `needs(C,Guard)`. A rule for
`then_state(After,Name,Value)` by what moves are is an effect: `sets(C,Name,Value)`. Both engines read them so, and the
compiled engine lays out guards and effects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from clingo.ast import AST, ASTType, Sign, parse_string

from .rule_files import RuleFiles
from .stages import EFFECTS, GIVEN
from .syntax import Signature, atoms, derived_by, signature

FORBIDDEN: Signature = ("forbidden", 1)
THEN_STATE: Signature = ("then_state", 3)
_PARTS = {FORBIDDEN: "verdict", THEN_STATE: "after"}
"""The hooks whose rules may be restated, and the parts that have them."""

_OF_MOVES: frozenset[Signature] = frozenset(
    {
        ("part", 3), ("of", 3), ("starts_in", 3), ("ends_in", 3), ("use", 2), ("steps", 2), ("chosen", 3),
        ("within", 3), ("dies", 2), ("becomes", 3), ("joins", 3),
    }
)  # fmt: skip
"""What guards and effects may ask about a move, which comes first."""
_MOVES: dict[Signature, frozenset[Signature]] = {
    FORBIDDEN: frozenset({("settled", 1), ("chosen_move", 3)}),
    THEN_STATE: frozenset({("played", 2)}),
}
"""By what such a rule has its moves: guards and effects are about all of them."""


class Misfit(NamedTuple):
    """The literal by which a rule is no guard or effect. It is the head if the body fits, but has too little."""

    literal: str


def restated(files: RuleFiles, flags: Mapping[str, Sequence[str]]) -> RuleFiles:
    """The rules of a game, those of its own that are guards and effects as such.

    Args:
        files: the rules.
        flags: the values of each field that is a set of flags, by its name.
    """
    parts = dict(files.parts)
    for hook, part in _PARTS.items():
        kept: list[AST] = []
        for rule in parts.get(part, ()):
            found = _read(files, rule, flags) if hook in derived_by(rule) else None
            if isinstance(found, AST):
                parts[EFFECTS[0]] = (*parts.get(EFFECTS[0], ()), found)
            else:
                kept.append(rule)
        if part in parts:
            parts[part] = tuple(kept)
    return replace(files, parts=parts)


def misfit(files: RuleFiles, rule: AST, flags: Mapping[str, Sequence[str]]) -> str:
    """The literal by which a rule for such a hook is no guard or effect; "" if it is for no such hook."""
    found = _read(files, rule, flags) if not {FORBIDDEN, THEN_STATE}.isdisjoint(derived_by(rule)) else None
    return found.literal if isinstance(found, Misfit) else ""


def _read(files: RuleFiles, rule: AST, flags: Mapping[str, Sequence[str]]) -> AST | Misfit | None:
    """A rule as a guard or effect; by what it is none; None for a rule of `core/`."""
    if files.is_shared(Path(rule.location.begin.filename)):
        return None
    head = next(iter(atoms(rule.head)))
    hook = signature(head)
    after = str(head.arguments[0])
    played = [atom for literal in rule.body for atom in atoms(literal) if signature(atom) in _MOVES[THEN_STATE]]
    move = after if hook == FORBIDDEN else str(played[0].arguments[1]) if played else ""
    kept, guards = list[str](), list[tuple[str, str]]()
    for literal in rule.body:
        how = _sort(files, literal, hook, move, after)
        if how is None:
            return Misfit(str(literal))
        if how == _FACT:
            kept.append(str(literal))
        elif how != _MOVE:
            guards.append((str(literal), how))
    if hook == FORBIDDEN:
        # Passes and events have guards too, and no piece that moves.
        if len(guards) != 1 or not any(each.startswith(f"part({move},mover,") for each in kept):
            return Misfit(guards[1][0] if len(guards) > 1 else str(head))
        return _rule(rule, f"needs({move},{guards[0][1]})", kept)
    name, value = (str(each) for each in head.arguments[1:])
    if guards or not move or value not in flags.get(name, ()):
        return Misfit(guards[0][0] if guards else str(head))
    return _rule(rule, f"sets({move},{name},{value})", kept)


_FACT, _MOVE = "fact", "move"
"""Literals that stay as they are, and those that every guard and effect implies."""


def _sort(files: RuleFiles, literal: AST, hook: Signature, move: str, after: str) -> str | None:
    """What a literal is for a guard or effect: one of the above, or the guard that fails by it; None if it is none."""
    found = list(atoms(literal)) if literal.ast_type == ASTType.Literal else []
    if len(found) != 1 or literal.atom.ast_type != ASTType.SymbolicAtom or literal.sign == Sign.DoubleNegation:
        return None
    atom, holds = found[0], literal.sign == Sign.NoSign
    key, arguments = signature(atom), [str(each) for each in atom.arguments]
    if key in _MOVES[hook]:
        mine = [after, move] if hook == THEN_STATE else [move, *["_"] * (len(arguments) - 1)]
        return _MOVE if holds and arguments == mine else None
    if key in _OF_MOVES:
        return _FACT if arguments[0] == move else None
    if key == ("state", 2) and "_" not in arguments:
        return f"{'lacks' if holds else 'right'}({','.join(arguments)})"
    if key in (("checked", 0), ("checker", 2)) and set(arguments) <= {"_"}:
        return f"check({'none' if holds else 'some'})"
    if key == ("occupied", 1) and holds and arguments != ["_"]:
        return f"empty({arguments[0]})"
    return _FACT if key in _facts(files) and move not in arguments else None


def _facts(files: RuleFiles) -> frozenset[Signature]:
    """The predicates that depend on no position."""
    derived: dict[bool, set[Signature]] = {True: set(), False: set()}
    for part, statements in files.parts.items():
        for each in statements:
            derived[part == "base"].update(derived_by(each))
    return frozenset(derived[True] - derived[False] - GIVEN)


def _rule(rule: AST, head: str, body: list[str]) -> AST:
    """A rule in the place of another."""
    made: list[AST] = []
    parse_string(f"{head} :- {', '.join(body)}." if body else f"{head}.", made.append)
    return made[-1].update(location=rule.location)
