"""What becomes of the pieces of a move, and where they end, as the rules derive it (core/contexts.lp).

The compiler asks these rules about what the effects of a move state (`move_classes.py`), once for all moves whose
effects state the same. In the place of cells they have `start`, `end`, and `at(Role)` for where a piece stands;
`kinds(Role)` and `army(Role)` are what it was. So rules of `core/` that use only what is known then are data. A game
has no such rules of its own: the kernel would not act on all that they may derive.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo import Function, Number, Symbol
from clingo.ast import AST, ASTType

from ...asp.rule_files import RuleFiles
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature, atoms, signature
from ...play.piece import Kinds, Type
from .derivation import Derived, derive

_PARTS = ("contexts", "outcomes", "worlds")
_STATED: frozenset[Signature] = frozenset(
    {
        ("becomes", 3), ("bound", 2), ("dies", 2), ("joins", 3), ("lands", 3), ("bars", 2), ("open_choice", 2),
    }
)  # fmt: skip
"""What the effects state of a move, as far as it matters here."""
_GIVEN: frozenset[Signature] = frozenset(
    {
        ("context", 2), ("pseudo_legal", 4), ("stands", 3), ("leads", 3), ("returns", 4), ("part", 3), ("of", 3),
        ("helped", 1), ("places_needed", 1),
    }
)  # fmt: skip
"""What such rules may ask about a move besides. An aide is one of its pieces already, or there is none."""
_READ: tuple[Signature, ...] = (
    ("settled", 1), ("changed", 2), ("then_kind", 3), ("then_army", 3), ("ends", 3), ("contradictory", 2),
)  # fmt: skip
DERIVED: frozenset[Signature] = frozenset(
    {*_READ, ("goes_on", 3), ("made", 2), ("defects", 2), ("placed", 2), ("superseded", 2), ("involves", 3)}
)
"""What they may derive."""

START, END = Function("start"), Function("end")
_NO_USE = Function("none")
_MOVER = Function("mover")


class Stated(NamedTuple):
    """What the effects state of a move, and of which pieces.

    Attributes:
        use: how it goes.
        roles: those of its pieces.
        again: the roles among them whose pieces have another role too, each with that role.
        atoms: what is stated: predicates, each with the arguments after the move.
    """

    use: Symbol | None
    roles: tuple[Symbol, ...]
    again: tuple[tuple[Symbol, Symbol], ...]
    atoms: frozenset[tuple[str, tuple[Symbol, ...]]]


def stated(
    use: Symbol | None, roles: Iterable[Symbol], again: tuple[tuple[Symbol, Symbol], ...], facts: Derived
) -> Stated:
    """The same, of all that the effects state."""
    stated_atoms = ((name, tuple(rest)) for name, _ in _STATED for rest in facts[name])
    return Stated(use, tuple(roles), again, frozenset(stated_atoms))


def army_then(symbol: Symbol, pieces: Mapping[Symbol, Type]) -> str:
    """The army that the rules derive, given the pieces of the move."""
    return pieces[symbol.arguments[0]][0] if symbol.match("army", 1) else str(symbol)


def kinds_then(symbol: Symbol, pieces: Mapping[Symbol, Type]) -> Kinds:
    """The kinds that the rules derive, given the pieces of the move."""
    return pieces[symbol.arguments[0]][1] if symbol.match("kinds", 1) else (str(symbol),)


class Fates:
    """What becomes of the pieces of moves.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._rules = tuple(rule for _, rule in fate_rules(ruleset.files))
        self._leads: dict[Symbol, list[tuple[Symbol, Symbol]]] = defaultdict(list)
        for special, role, _, end in (each.arguments for each in ruleset.facts("goes_to", 4)):
            if role != _MOVER:
                self._leads[special].append((role, end))
        self._known: dict[Stated, Derived] = {}

    def of(self, asked: Sequence[Stated]) -> list[Derived]:
        """What the rules derive of some moves."""
        new = [each for each in dict.fromkeys(asked) if each not in self._known]
        if new:
            self._known.update(zip(new, derive(self._rules, self._facts(new), _READ, len(new)), strict=True))
        return [self._known[each] for each in asked]

    def _facts(self, asked: Sequence[Stated]) -> Facts:
        found: dict[Signature, list[Symbol]] = {key: [] for key in (*_GIVEN, *_STATED)}
        for number, (use, roles, again, words) in enumerate(asked):
            move, first = Number(number), dict(again)
            found["context", 2].append(row(move, move))
            found["places_needed", 1].append(move)
            found["pseudo_legal", 4].append(row(move, START, END, use or _NO_USE))
            for role in roles:
                kinds = Function("kinds", [role])
                found["part", 3].append(row(move, role, kinds))
                found["of", 3].append(row(move, role, Function("army", [_MOVER if role in first else role])))
                if role in first:
                    found["returns", 4].append(row(move, role, first[role], kinds))
                else:
                    place = START if role == _MOVER else Function("at", [role])
                    found["stands", 3].append(row(move, role, place))
            found["leads", 3] += [row(move, *there) for there in self._leads.get(use, ())] if use else []
            for name, rest in words:
                found[name, len(rest) + 1].append(row(move, *rest))
        return dict(found)


def fate_rules(files: RuleFiles) -> Iterator[tuple[str, AST]]:
    """Such rules of a game, each with its part."""
    for part in _PARTS:
        for each in files.parts.get(part, ()):
            if each.ast_type == ASTType.Rule and is_fate(part, each):
                yield part, each


def is_fate(part: str, rule: AST) -> bool:
    """Whether a rule of a part decides what becomes of the pieces of a move by what is known of it then."""
    if part not in _PARTS or rule.head.ast_type != ASTType.Literal:
        return False
    heads, asked = list(atoms(rule.head)), [atom for literal in rule.body for atom in atoms(literal)]
    known = _among(heads, DERIVED) and _among(asked, _GIVEN | _STATED | DERIVED)
    return known and all(map(_is_plain, (*heads, *asked))) and all(map(_is_simple, rule.body))


def _among(some: Iterable[AST], known: Collection[Signature]) -> bool:
    """Whether all of some atoms have known predicates."""
    return all(signature(each) in known for each in some)


def _is_plain(atom: AST) -> bool:
    """Whether the arguments of an atom are variables and constants, so that any term may stand for a cell."""
    return all(each.ast_type in (ASTType.Variable, ASTType.SymbolicTerm) for each in atom.arguments)


def _is_simple(literal: AST) -> bool:
    """Whether a literal is an atom, or compares with a constant."""
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type == ASTType.SymbolicAtom:
        return bool(literal.ast_type == ASTType.Literal)
    if literal.atom.ast_type != ASTType.Comparison:
        return False
    return any(each.term.ast_type == ASTType.SymbolicTerm for each in literal.atom.guards)
