"""The parts of the rules about a position, in the order in which an engine grounds them, and what it gives to them."""

from __future__ import annotations

from .program import Stage
from .syntax import Signature

# The parts that an engine grounds for a position, in this order, each when the one before is complete. `routes` is
# grounded once for each stage of the worlds, with the stage's name. Effects of moves are grounded round by round,
# until every choice is made and every aide is known. A move that is ruled out does not attack, so in a game with
# such moves the effects of attacks are grounded before each stage.
CONTEXTS: Stage = ("contexts", None)
EFFECTS: Stage = ("effects", None)
AIDES: Stage = ("aides", None)
WORLDS: Stage = ("worlds", None)
ATTACKS: Stage = ("attacks", None)
VERDICT: Stage = ("verdict", None)
STAGES: tuple[Stage, ...] = (
    ("position", None),
    ATTACKS,
    ("routes", "now"),
    ("moves", None),
    CONTEXTS,
    EFFECTS,
    AIDES,
    ("outcomes", None),
    ATTACKS,
    ("routes", "passing"),
    WORLDS,
    ATTACKS,
    ("routes", "after"),
    ATTACKS,
    ("routes", "united"),
    ATTACKS,
    ("routes", "given"),
    VERDICT,
)

READ: tuple[Signature, ...] = (
    ("open_choice", 2), ("calls", 3), ("newcomer", 2), ("then_kind", 3), ("then_army", 3), ("ends", 3),
)  # fmt: skip
"""The predicates that an engine reads between these parts."""

# For the events before a player moves.
OPENING: tuple[Stage, ...] = (
    ("position", None),
    ("events", None),
    ATTACKS,
    ("routes", "opening"),
    CONTEXTS,
    EFFECTS,
    AIDES,
    ("outcomes", None),
    ("happenings", None),
    WORLDS,
    ("after", None),
)


REASONS: frozenset[Signature] = frozenset(
    {
        ("asks_why", 2), ("examines", 2), ("asks_item", 1), ("asks_title", 1), ("asks_move", 1), ("asks_win", 1),
        ("asks_aide", 1),
    }
)  # fmt: skip
"""The predicates of questions about reasons and routes. Of moves and results they decide nothing."""

GIVEN: frozenset[Signature] = REASONS | {
    ("piece", 3), ("point", 5), ("passes", 3), ("turn", 1), ("state", 2), ("halfmove_clock", 1), ("seen", 1),
    ("query", 1), ("wanted_from", 1), ("played", 2), ("bans", 0), ("held", 3), ("unanswered", 1), ("answered", 1),
}  # fmt: skip
"""The predicates by which an engine gives a position and a question to the rules."""
