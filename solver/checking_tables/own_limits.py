"""Which rules and pieces the checker's own moves state (`own_moves`): all others are refused, by name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import permutations
from pathlib import Path

from clingo import Symbol
from clingo.ast import AST

from ..asp.ruleset import Ruleset
from ..asp.stages import EFFECTS, STAGES
from ..asp.syntax import Signature, atoms, derived_by, predicates, signature
from ..play.piece import Kinds, Type

_GIVEN = frozenset({("piece", 3), ("point", 5), ("passes", 3), ("turn", 1), ("query", 1), ("played", 2)})
_ASKED = (("legal", 3), ("checker", 2), ("winner", 1), ("then_piece", 4), ("then_state", 3), ("flaw", 2))
_VALIDITY = ("validity", None)
_STAGES = (*STAGES, ("after", None), _VALIDITY)
_STATED = {
    "army", "bond", "captures", "captures_own", "compounds", "crossroads", "follows", "goes", "home", "hurdles",
    "listed", "locusts", "looked_for", "measure", "misplaced", "most", "next_seat", "only_part", "player", "promotes",
    "royal", "solids", "turns", "zone",
    "actor", "cell", "field", "goes_to", "in_place", "requires", "special_move",
}  # fmt: skip
"""The facts of a game that its rules about a position may use, besides those that only its rules of effects use. The
last seven are of special moves, such as castling, and of moves that begin a right: no placement of a table has one.
"""
_STRING, _NAME, _VARIABLE = re.compile(r'"(?:\\.|[^"\\])*"'), re.compile(r"\w+"), re.compile(r"_*[A-Z]\w*")


class OutsideError(Exception):
    """Something that the checker's own moves do not state."""


def effects_of(ruleset: Ruleset) -> tuple[list[AST], frozenset[Signature]]:
    """The rules about what moves do to their pieces, and the predicates that other rules read of what they derive.

    Raises:
        OutsideError: if the game has other rules about moves than those that are stated.
    """

    def own(some: Iterable[AST]) -> list[AST]:
        return [rule for rule in some if not ruleset.files.is_shared(Path(rule.location.begin.filename))]

    rules = ruleset.program.rules_for(_STAGES, ruleset.signatures | _GIVEN, _ASKED)
    effects = [rule for part, rule in rules if part == EFFECTS[0]]
    of_kinds = _of_kinds(own(rule for part, rule in rules if part == _VALIDITY[0]), ruleset.signatures)
    others = [rule for part, rule in rules if part != EFFECTS[0] and rule not in of_kinds]
    if files := {Path(rule.location.begin.filename).name for rule in own(others)}:
        raise OutsideError(f"the game has rules of its own about moves, in {', '.join(sorted(files))}")
    asked = frozenset(each for rule in others for each in predicates(rule))
    derived = frozenset(each for rule in effects for each in derived_by(rule))
    used = {name for name, _ in (asked & ruleset.signatures) - _GIVEN - derived}
    used |= {name for name in ("event", "store", "unassailed") if ruleset.facts(name, 1)}
    if more := sorted(used - _STATED):
        raise OutsideError(f"the rules about moves use {', '.join(more)}")
    return effects, derived & asked


def _of_kinds(rules: Sequence[AST], facts: frozenset[Signature]) -> list[AST]:
    """Those of some rules by which certain kinds make no piece, on whichever cell: such a piece is in no table.

    Besides the piece they ask only for facts of the game.
    """
    about = {("piece", 3), ("twice", 2), *(each for rule in rules for each in derived_by(rule))}
    found = []
    for rule in rules:
        every = [*atoms(rule.head), *(atom for literal in rule.body for atom in atoms(literal))]
        firsts = [str(*atom.arguments[:1]) for atom in every if signature(atom) in about]
        names = Counter(_NAME.findall(_STRING.sub("", str(rule))))
        is_one = len({*firsts}) == 1 and _VARIABLE.fullmatch(firsts[0]) and names[firsts[0]] == len(firsts)
        if is_one and about | facts >= {*map(signature, every)}:
            found.append(rule)
    return found


def check_pieces(ruleset: Ruleset, types: Sequence[Type]) -> None:
    """Refuse some pieces together.

    Raises:
        OutsideError: if they may capture in passing, make a special move without a right, or are too many of a kind.
    """
    passing = ruleset.names("in_passing")
    if len({army for army, kinds in types if not passing.isdisjoint(kinds)}) > 1:
        raise OutsideError("both sides have pieces that capture in passing")
    special = {tuple(symbol.arguments) for symbol in ruleset.facts("special_move", 2)}
    requires = [symbol.arguments for symbol in ruleset.facts("requires", 2)]
    bound = {name for name, guard in requires if guard.name == "right"}
    for army in ruleset.players:
        pieces = [kinds for own, kinds in types if own == army]
        for kind in (str(symbol.arguments[0]) for symbol in ruleset.facts("most", 2)):
            if sum(kind in kinds for kinds in pieces) > 1:
                raise OutsideError(f"the army of {army} may have one piece of the kind {kind}")
        for name in sorted(name for name, own in special if str(own) == army and name not in bound):
            if _may_make(ruleset, name, pieces):
                raise OutsideError(f"the special move {name} needs no right")


def _may_make(ruleset: Ruleset, special: Symbol, pieces: Sequence[Kinds]) -> bool:
    """Whether some pieces of an army may make a special move, each in one role."""
    roles: dict[Symbol, set[str]] = defaultdict(set)
    for name, role, kind in (symbol.arguments for symbol in ruleset.facts("actor", 3)):
        if name == special:
            roles[role].add(str(kind))
    return any(all(map(set.intersection, roles.values(), some)) for some in permutations(pieces, len(roles)))
