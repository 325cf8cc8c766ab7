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

from clingo.ast import AST, ASTType

from ...asp.ruleset import OPENING, STAGES, Ruleset
from ...asp.syntax import Signature, atoms, signature
from .deeds import PASSING_STATES, Deeds
from .events import Events
from .locality import PART, Locality
from .stores import Items
from .unions import MOST_UNIONS

# The parts about a position whose rules decide an answer; those of `effects` reach the kernel as rows.
_PARTS = tuple(name for name in dict.fromkeys([*(name for name, _ in (*STAGES, *OPENING)), "after"]) if name != PART)

TRANSLATED = {
    "core/after.lp": "299219e636813db8",
    "core/check.lp": "09ed856ae09b72cc",
    "core/contexts.lp": "100f004a302bac59",
    "core/deeds.lp": "65a405e9c7c22af7",
    "core/double_step.lp": "b8e6d3e5fee678a4",
    "core/draws.lp": "465c973981b796ed",
    "core/edges.lp": "16a94f82ac868b6e",
    "core/events.lp": "6ed079504580301a",
    "core/legal.lp": "de6ce2761c2d5262",
    "core/moves.lp": "6b68172c1a7e87e7",
    "core/open.lp": "d90f7df2458dc4a3",
    "core/owners.lp": "fa5020dfbeb85730",
    "core/passing.lp": "2826679a7fc15bab",
    "core/position.lp": "958ed3c65fd56f07",
    "core/stores.lp": "2aca70514739829b",
    "core/together.lp": "8698a2a550f488e2",
    "core/unguarded.lp": "c74f519cafefb56f",
    "core/why.lp": "9b5fe19d36f893ed",
    "core/won.lp": "a56567dcf6e85ce6",
}
"""The digest of the rules about a position in each file that the kernel translates.

Whoever brings one up to date also asks whether the argument in `solving/planning/planner.py` still holds.
"""

TABULATED: frozenset[Signature] = frozenset(
    {
        ("actor", 3), ("actor_role", 2), ("army", 1), ("bond", 4), ("cell", 1), ("crossroads", 1), ("deed", 2),
        ("direction", 2), ("event", 1), ("exposure", 1), ("goes", 1), ("goes_to", 4), ("home", 3), ("hurdles", 0),
        ("in_passing", 1), ("in_place", 1), ("irreversible", 1), ("lapses", 1), ("listed", 0), ("may_pass", 0),
        ("measure", 4), ("next_seat", 2), ("no_move", 1), ("passage", 3), ("patience", 1), ("player", 2),
        ("repetitions", 1), ("requires", 2), ("rests", 3), ("royal", 1), ("solids", 0), ("sought_together", 1),
        ("takes", 1), ("title", 2), ("unassailed", 1), ("whole_areas", 0), ("watched", 2), ("watched_kind", 2),
        ("wins_last", 0), ("zone", 3),
    }
)  # fmt: skip
"""The facts of a game that these rules ask for and that reach the kernel by its tables."""

MOST_CELLS = (1 << 16) - 1
MOST_PLAYERS = 15
MOST_TYPES = (1 << 12) - 1
MOST_DECISIONS = 31
"""A move is one integer, with 16 bits for each cell (kernel/move.py)."""


def rules_by_file(ruleset: Ruleset) -> dict[str, list[tuple[str, AST]]]:
    """The rules about a position, with the part each is in, by their file: its folder and name."""
    found: dict[str, list[tuple[str, AST]]] = defaultdict(list)
    for part in _PARTS:
        for statement in ruleset.files.parts.get(part, ()):
            if statement.ast_type != ASTType.Rule:
                continue
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
    others = sorted(asked.intersection(ruleset.signatures) - TABULATED)
    reasons += [f"the compiled engine does not know what {name}/{arity} says of the game" for name, arity in others]
    objections = map(str, Locality(ruleset.files, ruleset.signatures).objections())
    deeds = map(str, Deeds(ruleset).refused())
    return [*reasons, *objections, *deeds, *_odd_facts(ruleset)]


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
    known = {name for name, sort in ruleset.fields.items() if sort in ("cells", "ending", "command")} | PASSING_STATES
    for name in sorted(ruleset.fields.keys() - known):
        yield f"the compiled engine does not know what '{name}' says of a position"
    yield from Items(ruleset).objections()
    for word in sorted(ruleset.names("no_move") - {"passes", "loses"}):
        yield f"the compiled engine does not know what no_move({word}) means"
    if len(ruleset.players) > MOST_PLAYERS:
        yield f"it has {len(ruleset.players)} players, and the compiled engine has room for {MOST_PLAYERS}"
    if ruleset.shares_armies and ruleset.endings:
        yield "moves win for armies, which may be under another player's command; that is not compiled yet"
    yield from Events(ruleset).refused()
    if len(ruleset.decisions) > MOST_DECISIONS:
        who, why = len(ruleset.players), len(ruleset.endings)
        yield f"{who} players may win for {why} reasons, and the compiled engine has room for {MOST_DECISIONS} together"
    unions = {tuple(symbol.arguments[:3]) for symbol in ruleset.facts("union", 4)}
    if len(unions) > MOST_UNIONS:
        yield f"it has {len(unions)} unions, and the compiled engine has room for {MOST_UNIONS}"
    becomes = {str(symbol.arguments[2]) for symbol in ruleset.facts("promotes", 3)}
    for kind in sorted(becomes - ruleset.abbreviations.keys()):
        yield f"{kind}, which a piece may become, has no abbreviation"
    types = len(ruleset.players) * len(ruleset.abbreviations)
    if types > MOST_TYPES:
        yield f"it has {types} types of piece, and the compiled engine has room for {MOST_TYPES}"
    if len(ruleset.cells) > MOST_CELLS:
        yield f"it has {len(ruleset.cells)} cells, and a move of the compiled engine can name {MOST_CELLS}"
