"""Which rules about a position the kernel carries out.

The kernel is a translation of the rules in `core/` about a position. What moves do (`effects.py`), and all else of a
game, reaches it as tables. Each rule file is known here by a digest of its rules. A game with other rules about a
position, or with a changed one, is left to the reference engine until the change is translated and the digest updated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from clingo.ast import AST, ASTType

from ...asp.ruleset import Ruleset
from ...asp.stages import OPENING, STAGES
from ...asp.syntax import Signature, atoms, signature
from .events import Events
from .locality import PART, Locality
from .special_moves import SpecialMoves
from .state_changes import MOST_BITS, States
from .store_items import Items
from .tally_layout import MOST_TALLIES
from .union_layout import MOST_UNIONS

# The parts about a position whose rules decide an answer; those of `effects` reach the kernel as rows.
_PARTS = tuple(name for name in dict.fromkeys([*(name for name, _ in (*STAGES, *OPENING)), "after"]) if name != PART)

TRANSLATED = {
    "core/after.lp": "62c249be44f953c4",
    "core/check.lp": "c63ee201fa696901",
    "core/contexts.lp": "c7a4244ad1290732",
    "core/dead.lp": "7178457a6be2e9d3",
    "core/special_moves.lp": "b2eb49ee394fa062",
    "core/double_step.lp": "864fc6852924feb9",
    "core/draws.lp": "7588304ea9c0f863",
    "core/edges.lp": "20218fad867cb00b",
    "core/events.lp": "491ab852282b28ba",
    "core/legal.lp": "bf69f5983caf5850",
    "core/locust.lp": "1691933195b989aa",
    "core/memory.lp": "c15dac17dfdb02e0",
    "core/moves.lp": "368fde0ba755b881",
    "core/open.lp": "b861c07369cf8ea8",
    "core/owners.lp": "e17c1fd0f75c389c",
    "core/passing.lp": "75bc3c709bba9bb7",
    "core/position.lp": "1d813b15b89aeec7",
    "core/stores.lp": "c1fafa18931bdeff",
    "core/tally.lp": "f602664215bcc98e",
    "core/together.lp": "ab5e98f3a903e97e",
    "core/unguarded.lp": "fd4f2e5496031487",
    "core/unseen.lp": "beea6c0a9f16b804",
    "core/why.lp": "9b5fe19d36f893ed",
    "core/won.lp": "89bef2448cb35a09",
}
"""The digest of the rules about a position in each file that the kernel translates.

Whoever brings one up to date also asks whether the argument in `solving/planning/planner.py` still holds.
"""

TABULATED: frozenset[Signature] = frozenset(
    {
        ("actor", 3), ("actor_role", 2), ("army", 1), ("bond", 4), ("cell", 1), ("blocked_off_board", 0),
        ("crossroads", 1), ("dead", 2), ("special_move", 2), ("direction", 2), ("event", 1), ("exposure", 1),
        ("field", 2), ("flag", 2), ("follows", 2), ("free", 1), ("goes", 1), ("goes_to", 4), ("harmless", 3),
        ("home", 3),
        ("hurdles", 0),
        ("in_passing", 1), ("in_place", 1), ("irreversible", 1), ("lapses", 1), ("late", 1), ("lingers", 1),
        ("listed", 0), ("locusts", 0), ("may_pass", 0), ("measure", 4), ("next_seat", 2), ("no_move", 1),
        ("on_board_only", 0), ("one_board_path", 0), ("own_use", 1), ("passage", 3), ("passing_lasts", 0),
        ("move_limit", 1), ("player", 2), ("repetitions", 1), ("requires", 2), ("rests", 3), ("royal", 1),
        ("solids", 0), ("sought_together", 1), ("stands_to", 3), ("captures", 1), ("captures_own", 1), ("tally", 5),
        ("tally_cell", 3), ("tally_kind", 2), ("title", 2), ("passing_state", 2), ("unassailed", 1),
        ("unhoppable_in", 3), ("watched", 2), ("watched_kind", 2), ("whole_areas", 0), ("wins_last", 0),
        ("zone", 3),
    }
)  # fmt: skip
"""The facts of a game that these rules ask for and that reach the kernel by its tables."""

_INSTEAD: dict[Signature, str] = {
    (
        "winner",
        1,
    ): "what it carries out is wins(C,Army,Reason) of a move, union/4 of two pieces, tally/5 of pieces counted",
    ("forbidden", 1): "what it carries out is bars(C,Reason), needs(C,Guard) and unguarded(C,Role) of a move",
    ("then_state", 3): "what it carries out is sets(C,Name,Value) and clears(C,Name,Value) of a move",
}
"""What to use instead of the hooks of such rules."""

MOST_CELLS = (1 << 16) - 1
MOST_PLAYERS = 15
MOST_TYPES = (1 << 12) - 1
MOST_DECISIONS = 31
"""A move is one integer, with 16 bits for each cell (kernel/encoded_move.py)."""


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
    reasons += [f"the compiled engine does not support {name}/{arity}" for name, arity in others]
    objections = map(str, Locality(ruleset.files, ruleset.signatures, ruleset.fields).objections())
    special_moves = SpecialMoves(ruleset)
    of_pieces = map(str, [*special_moves.refused(), *Events(ruleset, special_moves).refused()])
    return [*reasons, *objections, *of_pieces, *_odd_facts(ruleset)]


def _others(place: str, rules: list[tuple[str, AST]]) -> Iterator[str]:
    """The objections to a file with unknown rules; for a file of the game, one for each rule."""
    if place in TRANSLATED:
        yield f"the rules about a position in {place} are not those that the compiled engine carries out"
        return
    for _, rule in rules:
        begin = rule.location.begin
        heads = {signature(atom) for atom in atoms(rule.head)}
        advice = "".join(f"; {words}" for head, words in _INSTEAD.items() if head in heads)
        if not (advice or rule.body):
            advice = "; what always holds belongs in the part `base`"
        yield f"{begin.filename}:{begin.line}: the compiled engine does not carry out '{rule}'{advice}"


def _odd_facts(ruleset: Ruleset) -> Iterator[str]:
    """What facts of a game the kernel cannot do with; sound games have none of these."""
    sorts = ("cell", "cells", "flags", "count", "ending", "command")
    known = {name for name, sort in ruleset.fields.items() if sort in sorts}
    for name in sorted(ruleset.fields.keys() - known):
        yield f"the compiled engine does not support the field '{name}'"
    bits = States(ruleset, SpecialMoves(ruleset)).bits
    if bits > MOST_BITS:
        yield f"the fields of a position need {bits} bits, and the compiled engine has room for {MOST_BITS}"
    yield from Items(ruleset).objections()
    for word in sorted(ruleset.names("no_move") - {"passes", "loses"}):
        yield f"the compiled engine does not know what no_move({word}) means"
    if len(ruleset.players) > MOST_PLAYERS:
        yield f"it has {len(ruleset.players)} players, and the compiled engine has room for {MOST_PLAYERS}"
    if len(ruleset.decisions) > MOST_DECISIONS:
        players, reasons = len(ruleset.players), len(ruleset.endings)
        room = f"the compiled engine has room for {MOST_DECISIONS} together"
        yield f"{players} players may win for {reasons} reasons, and {room}"
    unions = {tuple(symbol.arguments[:3]) for symbol in ruleset.facts("union", 4)}
    if len(unions) > MOST_UNIONS:
        yield f"it has {len(unions)} unions, and the compiled engine has room for {MOST_UNIONS}"
    tallies = len(ruleset.facts("tally", 5))
    if tallies > MOST_TALLIES:
        yield f"it has {tallies} tallies, and the compiled engine has room for {MOST_TALLIES}"
    becomes = {str(symbol.arguments[2]) for symbol in ruleset.facts("promotes", 3)}
    for kind in sorted(becomes - ruleset.abbreviations.keys()):
        yield f"{kind}, which a piece may become, has no abbreviation"
    types = len(ruleset.players) * len(ruleset.abbreviations)
    if types > MOST_TYPES:
        yield f"it has {types} types of piece, and the compiled engine has room for {MOST_TYPES}"
    if len(ruleset.cells) > MOST_CELLS:
        yield f"it has {len(ruleset.cells)} cells, and a move of the compiled engine can name {MOST_CELLS}"
