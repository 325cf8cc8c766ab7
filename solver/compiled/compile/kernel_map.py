"""Which functions carry out which rules about a position: the map between `rules/core/` and the compiled engine.

By file, the predicates of the heads, and the functions that carry them out: those of `kernel/` by module and name,
others by their path in `compiled/`. Whoever changes such a rule looks at these functions.
"""

from __future__ import annotations

CARRIED_OUT: dict[str, dict[str, str]] = {
    "afterwards.lp": {
        "stands_then": (
            "make_move.count_pieces make_move.claim_unions tallies.fitting unions.unions_of winning.judge_claims"
        ),
    },
    "dead.lp": {
        "reigns bereft": "dead_positions.lacks_royal",
        "abounds": "dead_positions.may_lose_royal",
        "outside": "dead_positions.is_listed",
        "lifeless": "dead_positions.is_dead",
    },
    "legal.lp": {
        "allowed": (
            "generate.generate generate.allowed some_move.moves_of_pieces generate.count_allowed "
            "some_move.is_any_allowed"
        ),
        "legal compelled": "generate.generate some_move.compelled generate.count_moves generate.weighs_moves",
        "careless cared": "some_move.must_expose generate.generate generate.count_moves some_move.has_move",
        "excused": "emit.may_expose winning.wins_for",
        "gives_check": "attacks.checkers",
    },
    "locust.lp": {
        "side player_there locust_prey": "open_routes.is_victim",
        "pseudo_legal stands": "emit_extra.captures_on_the_way emit_extra.captures_by_pattern emit_extra.is_written",
        "captured_at captured_apart captured_between captured_so_far captures_over captured_as": (
            "emit_extra.captures_by_pattern encoded_move.both"
        ),
        "lacks_victim locust_open captures_then": "emit_extra.captures_by_pattern",
        "locust_line attacked_from spoiled fits_end ends_well": "open_routes.snaps",
    },
    "moves.lp": {
        "asked": "attacks.pieces_of",
    },
    "open.lp": {
        "open left": (
            "open_routes.opens open_routes.loosely_opens open_routes.find_open open_routes.follows "
            "open_routes.routes_to open_routes.attacks_cell"
        ),
        "clear": "open_routes.find_open",
        "shadowed full": "open_routes.blocked open_routes.blockers_of open_routes.closed_by",
    },
    "special_moves.lp": {
        "special": "move_decoding.Naming",
    },
}


def functions_of(file: str, predicate: str) -> tuple[str, ...]:
    """The functions that carry out the rules of a file of `core/` for a predicate; none if no entry has it."""
    entries = CARRIED_OUT.get(file, {})
    return next((tuple(found.split()) for heads, found in entries.items() if predicate in heads.split()), ())
