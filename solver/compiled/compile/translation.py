"""Why the kernel cannot play a game: rules that it does not carry out, or facts for which it has no room."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...asp.ruleset import Ruleset
from ...asp.syntax import Signature, predicates
from ...errors import RulesError
from .attack_trials import check_attacks
from .check_trials import check_attacked
from .context_trials import check_contexts
from .events import Events
from .guard_rules import refuse_other_failures
from .known_rules import deciding_rules, objections, rules_of_positions
from .later_rules import refuse_other_replies
from .locality import locality_of
from .move_trials import check_moves
from .number_layout import numbers_of
from .owner_trials import check_owners
from .pass_rules import pass_rule
from .route_rules import locust_kinds
from .special_moves import special_moves_of
from .state_fields import MOST_BITS, States
from .store_items import Items
from .store_rules import keeps_stores
from .sweep_trials import check_sweeps
from .tally_layout import MOST_TALLIES
from .turn_rules import turns_of
from .union_layout import MOST_UNIONS
from .use_trials import check_uses
from .verdicts import Verdicts
from .winning_rules import limits_of, wins_of

TABULATED: frozenset[Signature] = frozenset(
    {
        ("actor", 3), ("actor_role", 2), ("army", 1), ("bond", 4), ("cell", 1), ("checkmate_wins", 0),
        ("blocked_off_board", 0),
        ("dead", 2), ("special_move", 2), ("direction", 2), ("event", 1), ("exposure", 1),
        ("field", 2), ("flag", 2), ("follows", 2), ("free", 1), ("gives_up_royals", 1), ("goes", 1), ("goes_to", 4),
        ("harmless", 3), ("home", 3), ("passage_cell", 2),
        ("hurdles", 0),
        ("in_passing", 1), ("in_place", 1), ("irreversible", 1), ("lapses", 1), ("last_royal", 1), ("late", 1),
        ("lingers", 1),
        ("listed", 0), ("locusts", 0), ("may_pass", 0), ("measure", 4), ("next_seat", 2), ("no_move", 1),
        ("one_safe", 1),
        ("on_board_only", 0), ("one_board_path", 0), ("own_use", 1), ("passage", 3), ("on_passage", 4),
        ("passing_lasts", 0),
        ("counted_cell", 3), ("counted_kind", 2), ("looked_for", 1),
        ("move_limit", 1), ("player", 2), ("repetitions", 1), ("requires", 2), ("rests", 3), ("royal", 1), ("site", 5),
        ("solids", 0), ("stands_to", 3), ("captures", 1), ("captures_own", 1), ("tally", 5),
        ("tallied_with", 5), ("tally_limits", 4), ("answerable", 2), ("drawn_if_both", 1),
        ("tally_of", 2), ("title", 2), ("too_far", 4), ("passing_state", 2), ("unassailed", 1),
        ("unhoppable_in", 3), ("watched", 2), ("watched_kind", 2), ("whole_areas", 0), ("wins_last", 0),
        ("zone", 3),
    }
)  # fmt: skip
"""The facts that rules about a position ask a game for (`known_rules.py`), and that reach the kernel by its tables."""

MOST_CELLS = (1 << 16) - 1
MOST_PLAYERS = 15
MOST_TYPES = (1 << 12) - 1
MOST_DECISIONS = 31
"""A move is one integer, with 16 bits for each cell (kernel/encoded_move.py)."""


def refusals(ruleset: Ruleset) -> list[str]:
    """Why the kernel cannot play a game; nothing if it can."""
    on_positions = rules_of_positions(ruleset.program)
    rules = deciding_rules(ruleset.program, on_positions)
    asked = {predicate for each in on_positions for predicate in predicates(each.rule)}
    others = sorted(asked.intersection(ruleset.signatures) - TABULATED)
    unsupported = [f"the compiled engine does not support {name}/{arity}" for name, arity in others]
    of_effects = map(str, locality_of(ruleset).objections())
    unknown = list(objections(ruleset, rules))
    if unlike := list(_unlike(ruleset)):
        return [*unknown, *unlike]
    special_moves = special_moves_of(ruleset)
    of_pieces = map(str, [*special_moves.refused(), *Events(ruleset, special_moves).refused()])
    # Rules that are not known may make of the verdicts anything.
    verdicts = () if unknown else Verdicts(ruleset).objections()
    return [*unknown, *verdicts, *unsupported, *of_effects, *of_pieces, *_unmarked(ruleset), *_odd_facts(ruleset)]


CHECKS: tuple[Callable[[Ruleset], object], ...] = (
    locust_kinds,
    check_uses,
    turns_of,
    pass_rule,
    refuse_other_failures,
    refuse_other_replies,
    check_attacked,
    check_attacks,
    check_moves,
    check_sweeps,
    check_contexts,
    check_owners,
    wins_of,
    numbers_of,
    keeps_stores,
)
"""What is asked of the rules of each game, and refuses what the kernel would not do."""


def _unlike(ruleset: Ruleset) -> Iterator[str]:
    """What rules that the compiler asks derive, and the kernel would not do."""
    for ask in CHECKS:
        try:
            ask(ruleset)
        except RulesError as error:
            yield str(error)


def _unmarked(ruleset: Ruleset) -> Iterator[str]:
    """The marks of routes that rules ask for first, and that are missing (core/points.lp).

    The reference engine leaves out such routes then, and the kernel does not.
    """
    routes = ruleset.routes
    every = (way for point in range(len(routes.terms)) for way in routes.alternatives(point))
    found = {(name, len(before)) for name, before in every}
    names = {name for name, _ in found}
    needed = {
        "solids": ("", 3) in found,
        "hurdles": not names.isdisjoint({"over", "capturing"}),
        "locusts": "capturing" in names,
        "listed": "through" in names,
    }
    for mark in sorted(name for name, is_needed in needed.items() if is_needed and not ruleset.facts(name, 0)):
        yield f"routes of the game need the mark {mark} of core/points.lp, and no rule derives it"


def _odd_facts(ruleset: Ruleset) -> Iterator[str]:
    """What facts of a game the kernel cannot do with; sound games have none of these."""
    sorts = ("cell", "cells", "flags", "count", "ending", "command")
    known = {name for name, sort in ruleset.fields.items() if sort in sorts}
    for name in sorted(ruleset.fields.keys() - known):
        yield f"the compiled engine does not support the field '{name}'"
    bits = States(ruleset, special_moves_of(ruleset).rights).bits
    if bits > MOST_BITS:
        yield f"the fields of a position need {bits} bits, and the compiled engine has room for {MOST_BITS}"
    yield from Items(ruleset).objections()
    for word in sorted(ruleset.names("no_move") - {"passes", "loses", "wins"}):
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
    tallies = len(limits_of(ruleset))
    if tallies > MOST_TALLIES:
        yield f"it has {tallies} tallies, and the compiled engine has room for {MOST_TALLIES}"
    yield from unabbreviated(ruleset)
    types = len(ruleset.players) * len(ruleset.abbreviations)
    if types > MOST_TYPES:
        yield f"it has {types} types of piece, and the compiled engine has room for {MOST_TYPES}"
    if len(ruleset.cells) > MOST_CELLS:
        yield f"it has {len(ruleset.cells)} cells, and a move of the compiled engine can name {MOST_CELLS}"


def unabbreviated(ruleset: Ruleset) -> Iterator[str]:
    """The kinds that a piece may become and that have no abbreviation, each a reason of `refusals`."""
    becomes = {str(symbol.arguments[2]) for symbol in ruleset.facts("promotes", 3)}
    for kind in sorted(becomes - ruleset.abbreviations.keys()):
        yield f"{kind}, which a piece may become, has no abbreviation"
