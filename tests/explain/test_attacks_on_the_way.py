"""A piece that captures on its way attacks the pieces that it can capture, and no other cell on its way."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from support.cli import run
from support.small import small

HUNTER = """#include "parameters/betza.lp".
abbreviation(hunter,"H").  betza(hunter,"mWcafmWcafcW").
"""
"""It goes one cell; or over an opponent's piece beside it, which it captures, to an empty cell or another capture."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "attacking"),
    [
        ("white Ke1 Ha1 black Ka2 turn black", ["Ha1"]),
        ("white Ke1 Ha1 black Ka2 Ra3 turn black", ["Ha1"]),  # it captures the Rook too
        ("white Ke1 Ha1 Ra3 black Ka2 turn black", ["Ra3"]),  # its own Rook is on the cell where it would end
        ("white Ke1 Ha2 black Ka1 turn black", []),  # there is no cell behind the King
        ("white Ke1 Hb1 black Ka1 Ra2 turn black", []),
        ("white Ke1 Ha1 black Ra2 Ka3 turn black", ["Ha1"]),  # the King is the second that it captures
        ("white Ke1 Ha1 Ra2 black Ka3 turn black", ["Ra2"]),  # its own Rook is no victim
    ],
)
def test_it_attacks_what_it_can_capture(tmp_path: Path, position: str, attacking: list[str]) -> None:
    """By hand; the checks of the position say the same."""
    asked = small(tmp_path, HUNTER).position(position)
    (king,) = (cell for cell, piece in asked.pieces.items() if piece.army == "black" and "king" in piece.kinds)
    assert [each.piece for each in asked.attackers(king).attackers if each.player == "white"] == attacking
    assert [
        asked.game.piece_name(asked.pieces[check.checker].kinds) + check.checker for check in asked.checks()
    ] == attacking


@pytest.mark.slow
def test_a_player_that_has_left_its_king_to_such_a_capture_is_reported(
    tmp_path: Path,
) -> None:
    """White is to move and captures the King."""
    small(tmp_path, HUNTER)
    _, _, remarks = run("status", "small: white Ke1 Ha1 black Ka2 turn white", "--rules", str(tmp_path))
    assert "no game comes to this position: Ka2 is attacked by Ha1 already" in remarks


@pytest.mark.slow
def test_no_position_is_found_where_a_king_is_left_to_such_a_capture(tmp_path: Path) -> None:
    """With Ha1 and an empty a3 Black captures Ka2, so White's last move cannot have mated."""
    small(tmp_path, HUNTER)
    placed = " ".join(
        f":- not piece({cell},{kind},{army})."
        for cell, kind, army in (
            ("(1,2,1)", "king", "white"),
            ("(1,1,1)", "hunter", "black"),
            ("(5,5,1)", "king", "black"),
        )
    )
    for cannon, is_there in ("(1,3,1)", True), ("(1,5,1)", False):
        rules = f"{placed} :- not piece({cannon},cannon,black). :- occupied((1,3,1)), piece((1,5,1),cannon,black)."
        found = sm.find("small", "white K Q Q black K H C", rules, mated="black", rules=tmp_path)
        assert bool(found.positions) == is_there
