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

from clingo import Function, Symbol
from clingo.ast import AST, ASTType

from ...asp.ruleset import STAGES, Ruleset
from ...asp.syntax import Signature, atoms, signature
from .locality import PART, Locality

# The parts about a position whose rules decide an answer; those of `effects` reach the kernel as rows.
_PARTS = tuple(name for name in dict.fromkeys([*(name for name, _ in STAGES), "after"]) if name != PART)

TRANSLATED = {
    "core/after.lp": "f94428f9c94534e8",
    "core/check.lp": "bc0d5c4dcfda56a9",
    "core/contexts.lp": "57c9c7638aaaa575",
    "core/deeds.lp": "ab58db5a6d948976",
    "core/double_step.lp": "b8e6d3e5fee678a4",
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
        ("actor", 3), ("army", 1), ("crossroads", 1), ("deed", 2), ("goes", 1), ("goes_to", 4), ("home", 3),
        ("hurdles", 0), ("in_passing", 1), ("irreversible", 1), ("lapses", 1), ("listed", 0), ("next_seat", 2),
        ("passage", 3), ("patience", 1), ("player", 2), ("repetitions", 1), ("requires", 2), ("rests", 3), ("royal", 1),
        ("solids", 0), ("takes", 1), ("title", 2), ("watched", 2), ("zone", 3),
    }
)  # fmt: skip
"""The facts of a game that these rules ask for and that reach the kernel by its tables."""

_OF_CASTLINGS: tuple[Signature, ...] = (("deed", 2), ("actor", 3), ("goes_to", 4), ("requires", 2), ("rests", 3))
"""The facts about castlings that castling.lp makes of the game's, and the kernel takes as they are there."""

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
    objections = map(str, Locality(ruleset.files, ruleset.signatures).objections())
    return [*reasons, *objections, *_odd_facts(ruleset)]


def _odd_facts(ruleset: Ruleset) -> Iterator[str]:
    """What facts of a game the kernel cannot do with; sound games have none of these."""
    for name in sorted(ruleset.fields.keys() - FIELDS):
        yield f"the compiled engine does not know what '{name}' says of a position"
    becomes = {str(symbol.arguments[2]) for symbol in ruleset.facts("promotes", 3)}
    for kind in sorted(becomes - ruleset.abbreviations.keys()):
        yield f"{kind}, which a piece may become, has no abbreviation"
    castlings = {Function("castle", symbol.arguments[1:]) for symbol in ruleset.facts("castling", 5)}
    for deed, _ in sorted(symbol.arguments for symbol in ruleset.facts("deed", 2)):
        if deed not in castlings:
            yield f"the compiled engine knows castlings, and no deed {deed}"
    for name in sorted({str(symbol.arguments[0]) for symbol in ruleset.facts("rests", 3)} - {"castle"}):
        yield f"the compiled engine does not know when '{name}' ends"
    known = {*castlings, Function("castle")}
    told = {symbol for key in _OF_CASTLINGS for symbol in ruleset.facts(*key) if symbol.arguments[0] in known}
    for symbol in sorted(told ^ _castling_facts(ruleset)):
        yield f"castlings are not as the compiled engine carries them out, by {symbol}"
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


def _castling_facts(ruleset: Ruleset) -> set[Symbol]:
    """What castling.lp says of a game's castlings, and the kernel does: the facts that `_OF_CASTLINGS` names."""
    mover, partner, castle = Function("mover"), Function("partner"), Function("castle")
    found: set[Symbol] = set()
    deeds: dict[tuple[Symbol, Symbol], list[Symbol]] = defaultdict(list)
    for army, *cells in (symbol.arguments for symbol in ruleset.facts("castling", 5)):
        start, to, rook, end = cells
        deed = Function("castle", cells)
        deeds[army, rook].append(deed)
        found |= {Function("deed", [deed, army])}
        found |= {Function("goes_to", [deed, mover, start, to]), Function("goes_to", [deed, partner, rook, end])}
        for role, some in ((mover, "royal"), (partner, "castling_partner")):
            found |= {Function("actor", [deed, role, *each.arguments]) for each in ruleset.facts(some, 1)}
        guards = [Function("right", [castle, rook]), Function("check", [Function("none")])]
        found |= {Function("requires", [deed, guard]) for guard in guards}
        found |= {Function("rests", [castle, rook, cell]) for cell in (start, rook)}
    for guard, name in (("empty", "castling_empty"), ("safe", "castling_path")):
        for army, rook, cell in (symbol.arguments for symbol in ruleset.facts(name, 3)):
            found |= {Function("requires", [deed, Function(guard, [cell])]) for deed in deeds.get((army, rook), ())}
    return found
