"""Routes in words: the part of a compound that has the route, steps and leaps, and readings."""

from __future__ import annotations

import pytest

import shadowmate as sm
from support.five_by_five import game

COMPOUND = "extreme: white K+SAa1 pR+NDd4 lBFf1 black KHh8 lB+pR+NHb5 turn white"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("move", "routes"),
    [
        ("Dd4-Gf4", ["plane (0,0,1) x3 + (1,0,0) x2, by its planar rook: open"]),
        ("Dd4-De6", ["leap (1,2,0), by its knight: open", "plane (0,1,0) x2 + (1,0,0) x1, by its planar rook: open"]),
        ("Aa1-Ba1", ["step (0,0,1), by its king or stride: open"]),
        ("Ff1-Fg2", ["slide (1,1,0) x1: open"]),  # of one kind: no part is named
    ],
)
def test_the_part_by_which_a_compound_moves_is_reported(move: str, routes: list[str]) -> None:
    """A route names those parts of a compound that have it; READINGS X4, X5."""
    answer = sm.position(COMPOUND).why(move)
    assert answer.legal and [str(route) for route in answer.routes] == routes


@pytest.mark.slow
def test_the_part_is_reported_for_attacks_and_in_json() -> None:
    (attack,) = sm.position(COMPOUND).attackers("Hb1").attackers
    assert str(attack.routes[0]) == "slide (0,-1,0) x4, by its planar rook: open"
    assert attack.as_json()["routes"][0]["parts"] == ["planar rook"]
    (single,) = sm.position(COMPOUND).why("Ff1-Fg2").as_json()["routes"]
    assert single["parts"] == []


def test_only_the_part_that_may_move_so_is_reported() -> None:
    """A Limper goes two cells without capturing and captures one cell away; the Rook in it does both."""
    game = sm.game("menagerie", rules="tests/data")
    reported = {}
    for black in ("", "RAa2"):
        text = f"white KDd5 L+RAa1 black KEa5 {black} red KEd1 turn white"
        reported[black] = [route.parts for route in game.position(text).why("Aa1-Aa2").routes]
    assert reported == {"": [("rook",)], "RAa2": [("limper", "rook")]}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("text", "move", "route"),
    [
        ("fide: white Ke1 Na2 black Ke8", "a2-b4", "leap (1,2)"),
        ("fide: white Ke1 Pa2 black Ke8", "a2-a4", "slide (0,1) x2"),
        ("fide: white Ke1 Pa2 black Ke8", "a2-a3", "step (0,1)"),
        ("fide: white Ke1 Ra2 black Ke8", "a2-a3", "slide (0,1) x1"),  # a Rook might have gone on
    ],
)
def test_leaps_and_steps_are_called_so(text: str, move: str, route: str) -> None:
    assert [each.by for each in sm.position(text).why(move).routes] == [route]


AREA = "extreme: white KBh2 pBAa1 {} black KHg8 pBAc1 turn white"


@pytest.mark.slow
def test_an_area_that_leaves_the_field_is_the_reason() -> None:
    """X13: by a reading a planar Bishop on the edge has no area along it, and so does not attack there."""
    position = sm.game("extreme", readings="whole_areas").position(AREA.format(""))
    answer = position.why("Aa1xAc1")
    assert answer.reasons == ("no route of pBAa1 to pBAc1 lies entirely on the board",)
    assert [route.open for route in answer.routes] == [False, False]
    assert not position.attackers("Aa1").attackers
    usual = sm.game("extreme").position(AREA.format(""))
    assert usual.why("Aa1xAc1").legal and usual.attackers("Aa1").attackers


@pytest.mark.slow
def test_of_several_routes_some_may_leave_the_field_and_others_be_blocked() -> None:
    """Of the two planes to Ca1 one leaves the board, and the other is blocked (READINGS P15)."""
    text = "white ReAa1 AcBb2 black KiHh8 turn white"
    answer = sm.game("prince", readings="field_paths_closed").position(text).why("Aa1-Ca1")
    assert answer.reasons == ("every route of ReAa1 to Ca1 is blocked, or leaves the board and does not count",)
    assert not any(route.open for route in answer.routes)
    assert sm.game("prince", readings="field_paths_open").position(text).why("Aa1-Ca1").legal


@pytest.mark.slow
def test_how_far_a_piece_reaches_heeds_the_reading() -> None:
    """What a picture marks: the cell beside it on the edge only where areas may leave the field."""
    text = AREA.format("").replace("pBAc1", "")
    for readings, reached in (((), True), (("whole_areas",), False)):
        marks = sm.marks(sm.game("extreme", readings=readings).position(text), "Aa1")
        assert ("Ac1" in marks.reached) is reached and "Ca3" in marks.reached


def test_a_route_that_lacks_a_piece_to_capture_names_its_cells() -> None:
    """Alice's routes have the route on the first board within them."""
    answer = sm.position("alice: white KAe1 BAc1 black KAe8 NAd2").why("BAc1-Bd2")
    assert [str(route) for route in answer.routes] == [
        "strike slide (1,1,0) x1: open, capturing NAd2",
        "quiet slide (1,1,0) x1: blocked by NAd2",
    ]
    answer = sm.position("alice: white KAe1 BAc1 black KAe8").why("BAc1-Be3")
    assert [str(route) for route in answer.routes] == [
        "quiet slide (1,1,0) x2: open",
        "strike slide (1,1,0) x2: with nothing to capture on Ae3",
    ]


@pytest.mark.parametrize(
    ("pieces", "state"),
    [
        ("black Ke5 Tc2 Mc3", "open, capturing Tc2, Mc3"),
        ("black Ke5 Tc2", "with nothing to capture on c3"),
        ("Mc3 black Ke5 Tc2", "with nothing to capture on c3"),
    ],
)
def test_a_route_with_captures_names_them_and_the_cells_without_a_victim(pieces: str, state: str) -> None:
    """A piece of its own side is none. The string is the route's name."""
    answer = game("maulers", "reference").position(f"white Ka1 Jc1 {pieces}").why("Jc1-c4")
    assert [str(route) for route in answer.routes] == [f"mWcafcafW: {state}"]
