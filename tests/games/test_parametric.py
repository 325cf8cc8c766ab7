"""The kinds of the parametrization: lame leaps and hurdles."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.asp.terms import Vector
from support.engine import UNITS, Lone, cells, rays, reached, rules
from support.paths import GAMES_OF_TESTS


def flat(*names: str) -> set[Vector]:
    return {cells("parametric")[name] for name in names}


def lone(kind: str, name: str, army: str = "white") -> Lone:
    return (cells("parametric")[name], (kind,), army)


def test_lame_leapers() -> None:
    horse = {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}
    assert reached("parametric", lone("horse", "d4")) == flat(*horse)
    assert reached("parametric", lone("horse", "d4"), lone("pawn", "d5", "black")) == flat(*horse - {"c6", "e6"})
    for block, lost in (("e4", {"f3", "f5"}), ("c4", {"b3", "b5"}), ("d3", {"c2", "e2"}), ("e5", set())):
        assert reached("parametric", lone("horse", "d4"), lone("pawn", block)) == flat(*horse - lost)
    assert reached("parametric", lone("elephant", "d4")) == flat("b2", "b6", "f2", "f6")
    assert reached("parametric", lone("elephant", "d4"), lone("pawn", "e5")) == flat("b2", "b6", "f2")


def test_cannon_needs_one_hurdle() -> None:
    cannon = lone("cannon", "d1")
    assert reached("parametric", cannon) == set()
    assert reached("parametric", cannon, lone("pawn", "d3")) == flat("d4", "d5", "d6", "d7", "d8")
    two = (lone("pawn", "d3"), lone("pawn", "d6", "black"))
    assert reached("parametric", cannon, *two) == flat("d4", "d5", "d6")


def test_other_kinds_of_the_parametrization() -> None:
    assert reached("parametric", lone("pawn", "d4")) == flat("d5")
    assert reached("parametric", lone("crossed_pawn", "d4", "black")) == flat("c4", "d3", "e4")
    board, d4 = set(rules("parametric").cells), (4, 4, 1)
    queenwise = [u for u in UNITS if u[2] == 0]
    assert reached("parametric", lone("werewolf", "d4")) == rays(board, d4, queenwise, 3)
    assert cells("parametric")["f6"] in reached("parametric", lone("werewolf", "d4"), lone("pawn", "e5"))
    for kind in ("golem", "half_golem"):
        assert reached("parametric", lone(kind, "d4")) == rays(board, d4, queenwise, 2)


@pytest.mark.slow
def test_paths_on_the_field_pass_hurdles() -> None:
    """If only paths on the board count, a Cannon without a hurdle still has no move."""
    text = "white KAa1 GBb2 black KDd5 red KDa5"
    for reading in ("paths_off_field", "field_paths_open", "field_paths_closed"):
        assert sm.game("menagerie", [reading], [GAMES_OF_TESTS]).position(text).legal_moves("Bb2") == []
