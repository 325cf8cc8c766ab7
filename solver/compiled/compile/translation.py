"""Which rules about a position the kernel carries out.

The kernel is a translation of the rules in `core/` that are about a position, but for what moves do (`effects.py`);
everything else of a game reaches it as tables. Each rule file is known here by a digest of those rules. A game
with other rules about a position, or with one of these changed, is left to the reference engine, until someone
has translated the change and brought the digest up to date.
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
from .locality import PART, Locality

# The parts about a position whose rules decide an answer; those of `effects` reach the kernel as rows.
_PARTS = tuple(name for name in dict.fromkeys([*(name for name, _ in STAGES), "after"]) if name != PART)

TRANSLATED = {
    "core/after.lp": "b79290e14871ff87",
    "core/castling.lp": "5cd0e196a61a43c8",
    "core/check.lp": "09ed856ae09b72cc",
    "core/contexts.lp": "13dda797a4a90675",
    "core/deeds.lp": "ab58db5a6d948976",
    "core/double_step.lp": "f8f59cbcbfef4e2a",
    "core/draws.lp": "465c973981b796ed",
    "core/edges.lp": "4a5525989c1c06c6",
    "core/legal.lp": "4f0a7c7946564c76",
    "core/moves.lp": "98160faf8f8ebb38",
    "core/open.lp": "d90f7df2458dc4a3",
    "core/position.lp": "958ed3c65fd56f07",
    "core/why.lp": "9b5fe19d36f893ed",
}
"""The digest of the rules about a position in each file that the kernel translates.

Whoever brings one up to date also asks whether the argument in `solving/planning/planner.py` still holds.
"""

TABULATED: frozenset[Signature] = frozenset(
    {
        ("army", 1), ("castling", 5), ("castling_empty", 3), ("castling_partner", 1), ("castling_path", 3),
        ("crossroads", 1), ("goes", 1), ("home", 3), ("hurdles", 0), ("in_passing", 1), ("irreversible", 1),
        ("listed", 0), ("measure", 4), ("next_seat", 2), ("passage", 3), ("patience", 1), ("player", 2),
        ("repetitions", 1), ("royal", 1), ("solids", 0), ("takes", 1), ("title", 2), ("watched", 2), ("zone", 3),
    }
)  # fmt: skip
"""The facts of a game that these rules ask for and that reach the kernel by its tables."""

_OF_DEEDS: frozenset[Signature] = frozenset(
    {("deed", 2), ("actor", 3), ("goes_to", 4), ("requires", 2), ("rests", 3), ("lapses", 1)}
)
"""What the kernel knows as castling.lp and double_step.lp have it: which deeds there are, and when states end."""

FIELDS = frozenset({"castle", "ep", "landed"})
"""What the kernel knows of a position besides the pieces."""

MOST_CELLS = (1 << 16) - 1
MOST_TYPES = (1 << 12) - 1
MOST_RIGHTS = 62
"""A move is one integer, with 16 bits for each cell (kernel/move.py)."""


def rules_by_file(ruleset: Ruleset) -> dict[str, list[tuple[str, AST]]]:
    """The rules about a position, with the part each is in, by their file: its folder and name.

    The deeds of a game, and how long its states last, count among them, though they hold of every position.
    """
    found: dict[str, list[tuple[str, AST]]] = defaultdict(list)
    for part in ("base", *_PARTS):
        for statement in ruleset.files.parts.get(part, ()):
            if statement.ast_type != ASTType.Rule:
                continue
            if part != "base" or not _OF_DEEDS.isdisjoint(map(signature, atoms(statement.head))):
                path = Path(statement.location.begin.filename)
                found[f"{path.parent.name}/{path.name}"].append((part, statement))
    return found


def digest(rules: list[tuple[str, AST]]) -> str:
    """What a file's rules are known by; comments and layout do not count."""
    return sha256("\n".join(f"{part}: {rule}" for part, rule in rules).encode()).hexdigest()[:16]


def refusals(ruleset: Ruleset) -> list[str]:
    """Why the kernel cannot play a game; nothing if it can."""
    rules = rules_by_file(ruleset)
    changed = [place for place in sorted(rules) if TRANSLATED.get(place) != digest(rules[place])]
    reasons = [reason for place in changed for reason in _others(place, rules[place])]
    reasons += [f"the game leaves out {place}" for place in sorted(TRANSLATED.keys() - rules.keys())]
    asked = {signature(atom) for body in rules.values() for _, rule in body for atom in atoms(rule)}
    others = sorted(asked.intersection(ruleset.signatures) - TABULATED - _OF_DEEDS)
    reasons += [f"the compiled engine does not know what {name}/{arity} says of the game" for name, arity in others]
    objections = map(str, Locality(ruleset.files, ruleset.signatures).objections())
    return [*reasons, *objections, *_odd_facts(ruleset)]


def _others(place: str, rules: list[tuple[str, AST]]) -> Iterator[str]:
    """What is said of a file whose rules the kernel does not carry out; of one of a game's own, of each rule."""
    if place in TRANSLATED:
        yield f"the rules about a position in {place} are not those that the compiled engine carries out"
        return
    for _, rule in rules:
        begin = rule.location.begin
        yield f"{begin.filename}:{begin.line}: the compiled engine does not carry out '{rule}'"


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
