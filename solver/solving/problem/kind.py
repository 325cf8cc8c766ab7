"""What a move in the tree of a solution is."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a move in a tree is.

    `key`: a first move that forces the goal; `defence`: a reply to one; `attack`: the attacker's answer
    that is proved; `dual`: another answer as quick, named and no more; `try`: a first move with just one
    `refutation`; `pass`: no move, by the player whose turn it is; `threat`: what the attacker would then
    do, the first of which is proved; `set`: a reply to the attacker's pass in the position asked about;
    `help`: a move of help or series play.
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
"""What is written for no move."""
