"""Extreme 3D Chess: every condition of moves, absorption and the crown failing in turn, and what `why` states of it.

The conditions are those of the document ("The Power of the Pieces", "The Power to Absorb"; READINGS X2 to X16).
There is no castling, no double step and no capture in passing.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

import pytest

import shadowmate as sm

ARMIES = ("white", "black")
TIERS = str.maketrans("ABCDEFGH", "HGFEDCBA")

Asked: TypeAlias = tuple[str, str]
"""What pieces are there, and a move of White's."""

Reported: TypeAlias = tuple[str, ...]


@cache
def game(*readings: str) -> sm.Game:
    return sm.game("extreme", readings=list(readings), engine="compiled")


def seen_by(army: str, text: str) -> str:
    """A text about White as one about that army, whose tiers count from the other end; and back."""
    if army == "white":
        return text
    text = re.sub(r"[A-H](?=[a-h][1-8])", lambda tier: tier[0].translate(TIERS), text)
    return re.sub("white|black", lambda word: {"white": "black", "black": "white"}[word[0]], text)


def reported(asked: Asked, *readings: str, army: str = "white") -> tuple[bool, Reported]:
    """Whether a move of White's is legal, and what is stated of it; or of the army's, written as if it were White's."""
    pieces, move = asked
    position = game(*readings).position(seen_by(army, f"{pieces} turn white"))
    answer = position.why(seen_by(army, move))
    if answer.legal:
        assert position.move(seen_by(army, move))
    else:
        with pytest.raises(sm.MoveError):
            position.move(seen_by(army, move))
    return answer.legal, tuple(seen_by(army, reason) for reason in answer.reasons)


KINGS = "white KAa1 black KHh8"

CROWN: dict[Asked, tuple[bool, Reported]] = {
    # "Only when the King is attacked"; "to an un-attacked Heir Apparent"; an own one, and no other piece.
    (f"{KINGS} lRAa5 white HADd4", "KAa1-HADd4crown"): (
        True,
        ("crown: the royal piece is in check", "crown: no piece attacks HADd4"),
    ),
    (f"{KINGS} white HADd4", "KAa1-HADd4crown"): (False, ("crown: the royal piece is not in check",)),
    (f"{KINGS} lRAa5 lRDh4 white HADd4", "KAa1-HADd4crown"): (False, ("crown: lRDh4 attacks HADd4",)),
    (f"{KINGS} lRAa5 HADd4", "KAa1-HADd4crown"): (False, ("crown: there is no heir of its own on HADd4",)),
    (f"{KINGS} lRAa5 white NDd4", "KAa1-NDd4crown"): (False, ("crown: NDd4 is no heir",)),
    (f"{KINGS} lRAa5 white HADd4", "KAa1-HADd5crown"): (False, ("crown: there is no heir of its own on Dd5",)),
    # It is passed by the King.
    (f"{KINGS} lRAa5 white HADd4 HADe4", "HADe4-HADd4crown"): (False, ("crown: HADe4 is no king",)),
    # X8: a piece that has absorbed an Heir has its step, and no right to the crown; X16: a pinned piece attacks.
    (f"{KINGS} lRAa5 white N+SDd4", "KAa1-N+SDd4crown"): (False, ("crown: N+SDd4 is no heir",)),
    ("white KAa1 HADd4 lRHh1 black KHh8 lRAa5 lRHh4 lRDh4", "KAa1-HADd4crown"): (
        False,
        ("crown: lRDh4 attacks HADd4",),
    ),
    ("white KAa1 HAGh4 lRHh1 black KHh8 lRAa5 lRHh4", "KAa1-HAGh4crown"): (
        False,
        ("crown: lRHh4 attacks HAGh4",),
    ),
}


@pytest.mark.sample(1, 7)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("asked", CROWN)
def test_passing_the_crown(asked: Asked, army: str) -> None:
    assert reported(asked, army=army) == CROWN[asked]


@pytest.mark.slow
def test_an_absorbed_heir_may_have_the_right_to_the_crown() -> None:
    """X8, the other reading; an Heir that has absorbed something has it by either."""
    asked = f"{KINGS} lRAa5 white N+HADd4", "KAa1-N+HADd4crown"
    assert reported(asked)[0]
    absorbed = f"{KINGS} HADe6 white NDd4", "NDd4xDe6"
    assert reported((absorbed[0], "NDd4xDe6=N+S")) == (True, ())
    assert reported((absorbed[0], "NDd4xDe6=HA+N"), "heirs_yield_the_right") == (True, ())


BECOMES: dict[Asked, Reported] = {
    # X5: levels add up, three at most.
    ("lRDd4 black lRDd6", "lRDd4xDd6=lR"): ("lRDd4 cannot stay what it is: it becomes pR",),
    ("lRDd4 black lRDd6", "lRDd4xDd6=cR"): (
        "lRDd4 cannot become 'cR' there: it becomes pR",
        "it becomes 'cR' only by capturing any Cubic rook or Planar rook",
    ),
    ("lRDd4 black pRDd6", "lRDd4xDd6=pR"): (
        "lRDd4 cannot become 'pR' there: it becomes cR",
        "it becomes 'pR' only by capturing any Linear rook",
    ),
    ("cRDd4 black lRDd6", "cRDd4xDd6=pR"): (
        "cRDd4 cannot become 'pR' there: it stays what it is",
        "no move along its routes makes it 'pR'",
    ),
    # Of another class it is a part more.
    ("lRDd4 black lBDd6", "lRDd4xDd6=pR"): (
        "lRDd4 cannot become 'pR' there: it becomes lB+lR",
        "it becomes 'pR' only by capturing any Linear rook",
    ),
    ("lRDd4 black lBDd6", "lRDd4xDd6=lB"): (
        "lRDd4 cannot become 'lB' there: it becomes lB+lR",
        "no move along its routes makes it 'lB'",
    ),
    ("lRDd4 black lBDd6", "lRDd4xDd6=lR"): ("lRDd4 cannot stay what it is: it becomes lB+lR",),
    # Nothing is absorbed where nothing is captured.
    ("lRDd4 black lBDd6", "lRDd4-Dd5=lB+lR"): ("lRDd4 cannot become 'lB+lR' there: it stays what it is",),
    # X6: a leap is there or not.
    ("NDd4 black NDe6", "NDd4xDe6=NN"): ("NDd4 cannot become 'NN' there: it stays what it is",),
    # X7, X8: of a Pawn the step, of an Heir the step without the right.
    ("NDd4 black PDe6", "NDd4xDe6=N"): ("NDd4 cannot stay what it is: it becomes N+Pp",),
    ("NDd4 black HADe6", "NDd4xDe6=HA+N"): ("NDd4 cannot become 'HA+N' there: it becomes N+S",),
    # X10: a Pawn becomes what it captures, and nothing else. On the far tier it becomes an Heir if it captures nothing.
    ("PDd4 black NEd4", "PDd4xEd4=P"): ("PDd4 cannot stay what it is: it becomes N",),
    ("PDd4 black NEd4", "PDd4xEd4=HA"): (
        "PDd4 cannot become 'HA' there: it becomes N",
        "it becomes 'HA' only by reaching far_tier or by capturing any Heir",
    ),
    ("PDd4 black NEd4", "PDd4xEd4=N+P"): ("PDd4 cannot become 'N+P' there: it becomes N",),
    ("PDd4", "PDd4-Ed4=HA"): (
        "PDd4 cannot become 'HA' there: it stays what it is",
        "it becomes 'HA' only by reaching far_tier or by capturing any Heir",
    ),
    ("PGd4", "PGd4-Hd4=P"): ("PGd4 cannot stay what it is: it becomes HA",),
    ("PGd4", "PGd4-Hd4=N"): (
        "PGd4 cannot become 'N' there: it becomes HA",
        "it becomes 'N' only by capturing any Knight",
    ),
    # There the player must choose, and state the kind. If it captures an Heir, both choices are the same (X17).
    ("PGd4 black NHd4", "PGd4xHd4"): ("the new kind of the piece is missing: =HA, N",),
    ("PGd4 black NHd4", "PGd4xHd4=P"): ("PGd4 cannot stay what it is: it becomes HA or N",),
    # X14: a Pawn that captures an Heir is one; no piece is an Heir's step alone.
    ("PGd4 black HAHd4", "PGd4xHd4=S"): (
        "PGd4 cannot become 'S' there: it becomes HA",
        "no move along its routes makes it 'S'",
    ),
    ("PDd4 black HAEd4", "PDd4xEd4=P"): ("PDd4 cannot stay what it is: it becomes HA",),
    # X15: an absorbed step does not promote.
    ("N+PpGd4", "N+PpGd4-Hd4=HA"): ("N+PpGd4 cannot become 'HA' there: it stays what it is",),
}


@pytest.mark.sample(0, 14)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("asked", BECOMES)
def test_what_is_absorbed(asked: Asked, army: str) -> None:
    """Each move is illegal as written, and legal with the kind that the reason names."""
    pieces, move = asked
    assert reported((f"{KINGS} white {pieces}", move), army=army) == (False, BECOMES[asked])
    right = re.search(r"it becomes ([\w+]+)", BECOMES[asked][0])
    body = move.partition("=")[0]
    if "stays what it is" in BECOMES[asked][0]:
        assert reported((f"{KINGS} white {pieces}", body), army=army)[0]
    elif right:
        assert reported((f"{KINGS} white {pieces}", f"{body}={right[1]}"), army=army)[0]


OTHERWISE: dict[tuple[str, str, str], Reported] = {
    ("riders", "NDd4 black NDe6", "NDd4xDe6=N"): ("NDd4 cannot stay what it is: it becomes NN",),
    ("pawns_yield_nothing", "NDd4 black PDe6", "NDd4xDe6=N+Pp"): (
        "NDd4 cannot become 'N+Pp' there: it stays what it is",
    ),
    ("heirs_yield_the_right", "NDd4 black HADe6", "NDd4xDe6=N+S"): ("NDd4 cannot become 'N+S' there: it becomes HA+N",),
}


@pytest.mark.slow
@pytest.mark.parametrize("asked", OTHERWISE)
def test_what_is_absorbed_by_other_readings(asked: tuple[str, str, str]) -> None:
    reading, pieces, move = asked
    assert reported((f"{KINGS} white {pieces}", move), reading) == (False, OTHERWISE[asked])


@pytest.mark.sample(1)
@pytest.mark.parametrize("army", ARMIES)
def test_a_king_absorbs(army: str) -> None:
    reasons = ("KAa1 cannot stay what it is: it becomes K+N",)
    assert reported(("white KAa1 black KHh8 NBb2", "KAa1xBb2=K"), army=army) == (False, reasons)
    assert reported(("white KAa1 black KHh8 NBb2", "KAa1xBb2=K+N"), army=army) == (True, ())


NO_ROUTE = (
    # Each piece along its own directions, and within the areas that these span.
    "PDd4-Dd5", "PDd4-Cd4", "PDd4-Ee4", "PDd4-Fd4", "NDd4-Dd6", "NDd4-Ee6", "HDd4-De6", "HDd4-Ef6", "WDd4-Ee6",
    "lRDd4-De6", "lRDd4-Ed5", "pRDd4-Ee6", "lBDd4-Dd5", "lBDd4-Ee5", "lBDd4-Fe5", "pBDd4-Dd5", "pBDd4-De6", "cBDd4-Ed4",
    "lUDd4-De5", "lUDd4-Dd6", "pUDd4-Dd5", "pUDd4-Ed5", "cUDd4-De5", "cUDd4-Ed4", "HADd4-Dd6", "HADd4-Fe5",
    "N+lRDd4-De5", "N+SDd4-Fd4", "N+PpDd4-Cd4",
)  # fmt: skip


@pytest.mark.sample(0, 10)
@pytest.mark.parametrize("move", NO_ROUTE)
def test_no_route(move: str) -> None:
    origin, target = move.split("-")
    assert reported((f"{KINGS} white {origin}", move)) == (False, (f"no route of {origin} ends on {target}",))


@pytest.mark.slow
def test_no_king_goes_two_steps() -> None:
    assert reported((KINGS, "KAa1-Aa3")) == (False, ("no route of KAa1 ends on Aa3",))


BLOCKED = (
    # One on the way, in the plane, in the solid; for diagonal and triagonal movers one of their own pattern (X2).
    ("lRDd4 black {}Dd5", "lRDd4-Dd6"),
    ("pRDd4 black {}Dd5", "pRDd4-De6"),
    ("pRDd4 black {}Ed4", "pRDd4-Fe4"),
    ("cRDd4 black {}Ed5", "cRDd4-Fe6"),
    ("lBDd4 black {}De5", "lBDd4-Df6"),
    ("pBDd4 black {}De5", "pBDd4-Ee6"),
    ("lUDd4 black {}Ee5", "lUDd4-Ff6"),
    ("N+lRDd4 black {}Dd5", "N+lRDd4-Dd6"),
)


@pytest.mark.sample(0, 6)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize(("pieces", "move"), BLOCKED)
def test_all_routes_are_blocked(pieces: str, move: str, army: str) -> None:
    origin, target = move.split("-")
    legal, reasons = reported((f"{KINGS} white {pieces.format('P')}", move), army=army)
    assert (legal, reasons) == (False, (f"every route of {origin} to {target} is blocked",))
    cell = pieces.partition("{}")[2]
    assert reported((f"{KINGS} white {pieces.replace('{}' + cell, 'PBh1')}", move), army=army)[0]


@pytest.mark.slow
def test_only_cells_of_the_pattern_are_considered() -> None:
    """X2: a piece on a cell that a diagonal mover never reaches does not block it."""
    assert reported((f"{KINGS} white cBDd4 black PEd4", "cBDd4-Ff4"))[0]
    assert reported((f"{KINGS} white cBDd4 black PEe4", "cBDd4-Ff4")) == (
        False,
        ("every route of cBDd4 to Ff4 is blocked",),
    )


OTHERS: dict[Asked, Reported] = {
    ("lUDd4 lRGg7", "lUDd4xGg7"): ("its own lRGg7 stands there",),
    ("PDd4 NEd4", "PDd4xEd4"): ("its own NEd4 stands there",),
    ("NDd4 black NDh8", "NDh8-Dg6"): ("NDh8 belongs to black, and it is the turn of white",),
    ("NDd4", "NDd5-De7"): ("there is no piece on Dd5",),
    ("lRAb1 black lRAd1", "lRAb1-Bb1"): (
        "it would leave the royal piece on KAa1 attacked by lRAd1",
        "lRAd1 reaches Aa1 along Ab1, Ac1",
    ),
    ("black lRAh2", "KAa1-Aa2"): (
        "it would leave the royal piece on Aa2 attacked by lRAh2",
        "lRAh2 reaches Aa2 along Ab2, Ac2, Ad2, Ae2, Af2, Ag2",
    ),
    # A planar and a cubic check, the cells between empty, and a check by what has been absorbed.
    ("black pRAc3", "KAa1-Ab1"): (
        "it would leave the royal piece on Ab1 attacked by pRAc3",
        "pRAc3 reaches Ab1 along Ab2, Ab3, Ac1, Ac2",
    ),
    ("black lB+NAb4", "KAa1-Aa2"): (
        "it would leave the royal piece on Aa2 attacked by N+lBAb4",
        "N+lBAb4 reaches Aa2 in one step",
    ),
}


@pytest.mark.sample(0, 6)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("asked", OTHERS)
def test_other_conditions_of_moves(asked: Asked, army: str) -> None:
    pieces, move = asked
    text = f"{KINGS} {pieces}" if pieces.startswith("black") else f"{KINGS} white {pieces}"
    legal, reasons = reported((text, move), army=army)
    assert (legal, reasons) == (False, OTHERS[asked])


@pytest.mark.slow
def test_an_area_must_lie_wholly_on_the_field_by_a_reading() -> None:
    """X13."""
    asked = "white KBh1 pBAa1 black KHh8", "pBAa1-Ac1"
    assert reported(asked)[0]
    assert reported(asked, "whole_areas") == (False, ("no route of pBAa1 to Ac1 lies entirely on the board",))


@pytest.mark.slow
def test_the_reference_engine_agrees() -> None:
    text = f"{KINGS} lRAa5 lRDh4 white HADd4 PGd4 black NHd4 turn white"
    asked = sm.game("extreme", engine="reference").position(text)
    for move in ("KAa1-HADd4crown", "PGd4xHd4", "PGd4xHd4=P", "KAa1-Aa2"):
        assert asked.why(move) == game().position(text).why(move)
