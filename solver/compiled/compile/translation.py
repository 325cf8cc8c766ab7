"""Which rules about a position the kernel carries out.

The kernel is a translation of the rules in `core/` that are about a position; everything else of a game
reaches it as tables. Each rule file that it translates is known here by a digest of those rules. A game
with other rules about a position, or with one of these changed, is left to the reference engine, until
someone has translated the change and brought the digest up to date.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from clingo import Symbol
from clingo.ast import AST, ASTType

from ...asp.ruleset import STAGES, Ruleset
from ...asp.syntax import Signature, atoms, signature

# The parts about a position whose rules decide an answer.
_PARTS = tuple(dict.fromkeys([name for name, _ in STAGES] + ["after"]))

TRANSLATED = {
    "core/after.lp": "6bb1b35f14bccf1f",
    "core/castling.lp": "c8e84ae22a4ace60",
    "core/check.lp": "d59232fcf3d14dd5",
    "core/double_step.lp": "92aff3d779841f31",
    "core/draws.lp": "2f776c41bbbb7f95",
    "core/edges.lp": "4a5525989c1c06c6",
    "core/legal.lp": "3a865c2917789961",
    "core/moves.lp": "dff2a6c7755d52f8",
    "core/open.lp": "d90f7df2458dc4a3",
    "core/position.lp": "958ed3c65fd56f07",
    "core/promotion.lp": "b2f400d1f113e388",
    "core/why.lp": "9b5fe19d36f893ed",
}
"""The digest of the rules about a position in each file that the kernel translates.

Whoever brings one up to date also asks whether the argument in `solving/planning/planner.py` still holds.
"""

TABULATED: frozenset[Signature] = frozenset(
    {
        ("army", 1), ("castling", 5), ("castling_empty", 3), ("castling_partner", 1), ("castling_path", 3),
        ("crossroads", 1), ("goes", 1), ("home", 3), ("hurdles", 0), ("in_passing", 1), ("irreversible", 1),
        ("listed", 0), ("next_seat", 2), ("passage", 3), ("patience", 1), ("player", 2), ("promotes", 3),
        ("repetitions", 1), ("royal", 1), ("solids", 0), ("takes", 1), ("watched", 2), ("zone", 3),
    }
)  # fmt: skip
"""The facts of a game that these rules ask for and that reach the kernel by its tables."""

FIELDS = frozenset({"castle", "ep", "landed"})
"""What the kernel knows of a position besides the pieces."""

MOST_CELLS = (1 << 16) - 1
MOST_TYPES = (1 << 12) - 1
MOST_RIGHTS = 62
"""A move is one integer, with 16 bits for each cell (kernel/move.py)."""


def rules_by_file(ruleset: Ruleset) -> dict[str, list[tuple[str, AST]]]:
    """The rules about a position, with the part each is in, by their file: its folder and name."""
    found: dict[str, list[tuple[str, AST]]] = defaultdict(list)
    for part in _PARTS:
        for statement in ruleset.files.parts.get(part, ()):
            if statement.ast_type == ASTType.Rule:
                path = Path(statement.location.begin.filename)
                found[f"{path.parent.name}/{path.name}"].append((part, statement))
    return found


def digest(rules: list[tuple[str, AST]]) -> str:
    """What a file's rules are known by; comments and layout do not count."""
    return sha256("\n".join(f"{part}: {rule}" for part, rule in rules).encode()).hexdigest()[:16]


def refusals(ruleset: Ruleset) -> list[str]:
    """Why the kernel cannot play a game; nothing if it can."""
    rules = rules_by_file(ruleset)
    reasons = [
        f"the rules about a position in {place} are not those that the compiled engine carries out"
        for place in sorted(rules)
        if TRANSLATED.get(place) != digest(rules[place])
    ]
    reasons += [f"the game leaves out {place}" for place in sorted(TRANSLATED.keys() - rules.keys())]
    asked = {signature(atom) for body in rules.values() for _, rule in body for atom in atoms(rule)}
    others = sorted(asked.intersection(ruleset.signatures) - TABULATED)
    reasons += [f"the compiled engine does not know what {name}/{arity} says of the game" for name, arity in others]
    return [*reasons, *_odd_facts(ruleset)]


def _odd_facts(ruleset: Ruleset) -> Iterator[str]:
    """What facts of a game the kernel cannot do with; sound games have none of these."""
    for name in sorted(ruleset.fields.keys() - FIELDS):
        yield f"the compiled engine does not know what '{name}' says of a position"
    becomes = {str(symbol.arguments[2]) for symbol in ruleset.facts("promotes", 3)}
    for kind in sorted(becomes - ruleset.abbreviations.keys()):
        yield f"{kind}, which a piece may become, has no abbreviation"
    empty = {tuple(symbol.arguments) for symbol in ruleset.facts("castling_empty", 3)}
    for army, start, to, partner, end in (symbol.arguments for symbol in ruleset.facts("castling", 5)):
        for cell in (to, end):
            if cell not in (start, partner) and (army, partner, cell) not in empty:
                yield f"castling with the partner on {partner} does not want {cell} to be empty"
    # What denies a castling is said of the partner (castling.lp), so the kernel has it for one royal cell.
    royals: dict[tuple[Symbol, Symbol], set[Symbol]] = defaultdict(set)
    for army, start, _, partner, _ in (symbol.arguments for symbol in ruleset.facts("castling", 5)):
        royals[army, partner].add(start)
    for (army, partner), starts in royals.items():
        if len(starts) > 1:
            some = " and ".join(map(str, sorted(starts)))
            yield f"the partner on {partner} castles with {army} royals on {some}, and they deny it to one another"
    rights = {partner for _, partner in royals}
    if len(rights) > MOST_RIGHTS:
        yield f"{len(rights)} partners castle, and the compiled engine has room for {MOST_RIGHTS}"
    types = len(ruleset.players) * len(ruleset.abbreviations)
    if types > MOST_TYPES:
        yield f"it has {types} types of piece, and the compiled engine has room for {MOST_TYPES}"
    if len(ruleset.cells) > MOST_CELLS:
        yield f"it has {len(ruleset.cells)} cells, and a move of the compiled engine can name {MOST_CELLS}"
