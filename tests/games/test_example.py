"""The worked example of docs/tutorial-inventor.md: a game of one's own in about twenty lines."""

import pytest

import shadowmate as sm
from shadowmate.checking.rules import check_rules
from support.paths import EXAMPLES

GAME = sm.game("wasp", rules=[EXAMPLES])


def targets(position: str, cell: str) -> set[str]:
    return {str(move).split(cell, 1)[1].lstrip("-x") for move in GAME.position(position).legal_moves(cell)}


def test_the_example_is_short_and_has_no_mistakes():
    lines = [line for line in (EXAMPLES / "wasp" / "game.lp").read_text().splitlines() if line and line[0] != "%"]
    assert len(lines) <= 20
    assert check_rules(EXAMPLES / "wasp") == []


def test_array():
    start = GAME.start()
    assert str(start) == str(GAME.position(str(start)))
    assert len(start.pieces) == 8
    assert start.legal_moves()


def test_wasp_reaches_24_cells_from_the_middle():
    # One straight step and one triagonal step on: (2,1,1) in any order, with any signs.
    middle = (3, 3, 3)
    expected = {
        "ABCDE"[z - 1] + "abcde"[x - 1] + str(y)
        for x in range(1, 6)
        for y in range(1, 6)
        for z in range(1, 6)
        if sorted(abs(a - b) for a, b in zip((x, y, z), middle, strict=True)) == [1, 1, 2]
    }
    assert len(expected) == 24
    assert targets("white WaCc3", "Cc3") == expected


@pytest.mark.parametrize("colour", ["white WaCc3 KiCd3 black", "white WaCc3 black KtCd3"])
def test_wasp_is_lame(colour: str):
    free = targets("white WaCc3", "Cc3")
    hindered = targets(colour, "Cc3")
    assert free - hindered == {"Be2", "Be4", "De2", "De4"}


def test_kite_is_planar():
    # Dd5 is one diagonal step to Cd4 and one to Dc4 away: a piece on either cell closes the way.
    free = targets("white KtCc3", "Cc3")
    assert {"Cd4", "Ce5", "Dc4", "Dd5"} <= free
    assert free - targets("white KtCc3 black WaCd4", "Cc3") >= {"Ce5", "Dd5"}
    assert free - targets("white KtCc3 black WaDc4", "Cc3") >= {"Dd5"}


def test_check_and_outcome():
    position = GAME.position("white KiAa1 black KiEe5 WaCb2")
    assert position.is_check()
    assert position.outcome() is None
