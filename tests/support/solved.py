"""What the solver finds, held against brute force."""

from __future__ import annotations

import re

import shadowmate as sm
from oracles.stipulations import BATTLES, Oracle, Rules
from shadowmate.solving.solver import solve


def agree(game: sm.Game, at: Rules, text: str, stipulation: str, stalemate_loses: bool = False) -> int:
    """The solver finds what brute force does; how many keys or lines there are."""
    found = solve(game.position(text), stipulation)
    exact, play, sign, where, digits, half = re.fullmatch(  # type: ignore[union-attr]
        r"(exact-)?([a-z-]*?)(#=|==|!=|[#=+x~]|ep|00|z|win)(?:\((\w+)\))?(\d+)(\.5)?", stipulation
    ).groups()
    oracle: Oracle[Rules] = Oracle(sign, where or "", stalemate_loses)
    moves = int(digits)
    if (exact or "") + play in BATTLES:
        expected = oracle.keys((exact or "") + play, at, moves)
        assert sorted(found.keys) == expected, (text, stipulation)
    else:
        ways = oracle.ended(play, at, moves, bool(half))
        expected = [" ".join(line) for each in ([ways[moves]] if exact else ways.values()) for line in each]
        assert sorted(map(" ".join, found.lines)) == sorted(expected), (text, stipulation)
    return len(expected)
