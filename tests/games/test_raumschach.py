"""Raumschach, held against figures that are worked out here."""

from __future__ import annotations

from shadowmate.play.placement import Placement
from support.engine import UNITS, cells, count, legal, rays, reached, rules, start


def test_raumschach_start() -> None:
    count("raumschach", king=1, queen=1, rook=2, bishop=2, unicorn=2, knight=2, pawn=10)
    assert len(legal("raumschach", start("raumschach"))) == 61


def test_raumschach_pawn() -> None:
    name, places = "raumschach", cells("raumschach")
    assert reached(name, (places["Bc3"], ("pawn",), "white")) == {places["Bc4"], places["Cc3"]}
    assert reached(name, (places["Dc3"], ("pawn",), "black")) == {places["Dc2"], places["Cc3"]}
    pieces = [(cell, ("rook",), "black") for cell in rules(name).cells if cell != places["Bc3"]]
    captures = reached(name, (places["Bc3"], ("pawn",), "white"), *pieces)
    assert captures == {places[c] for c in ("Bb4", "Bd4", "Cb3", "Cd3", "Cc4")}
    last = legal(name, Placement(((places["Ec4"], ("pawn",), "white"),), "white"))
    choices = [str(move[0].arguments[2]) for move in last if move[0].name == "chose"]
    assert sorted(choices) == ["bishop", "knight", "queen", "rook", "unicorn"] and len(last) == 5
    on_the_way = legal(name, Placement(((places["Dc5"], ("pawn",), "black"),), "black"))
    assert {move[0].name for move in on_the_way} == {"go"}


def test_raumschach_reach() -> None:
    board, centre = set(rules("raumschach").cells), (3, 3, 3)
    assert reached("raumschach", (centre, ("queen",), "white")) == rays(board, centre, UNITS, 4)
    assert len(reached("raumschach", (centre, ("unicorn",), "white"))) == 16
    assert len(reached("raumschach", (centre, ("knight",), "white"))) == 24
