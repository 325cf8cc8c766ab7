"""The kinds of moves in the tree of a solution."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kind of a move in a tree.

    `key`: a first move that forces the goal; `defence`: a reply to one; `attack`: the attacker's answer that is
    proved; `dual`: another answer as quick, without a proof; `try`: a first move with exactly one `refutation`;
    `pass`: no move, by the player to move; `threat`: the attacker's next move if the defender passed, of which the
    first is proved; `set`: a reply to the attacker's pass in the first position; `help`: a move of help or series
    play.
    """

    KEY = "key"
    DEFENCE = "defence"
    ATTACK = "attack"
    DUAL = "dual"
    TRY = "try"
    REFUTATION = "refutation"
    PASS = "pass"
    THREAT = "threat"
    SET = "set"
    HELP = "help"


PASS = "(pass)"
"""The text of a pass."""
