"""First moves of two steps: `ep` is set only if a piece stands there then that can be captured in passing."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from support.small import write

PAWNS = """
ahead(white,(-1..1,1,0)).  ahead(black,(-1..1,-1,0)).
abbreviation(pawn,"P").  motion(pawn,step,forward(orthogonal),quiet).  motion(pawn,step,forward(diagonal),capture).
motion(pawn,slide(2),forward(orthogonal),first).  in_passing(pawn).
home(white,pawn,(X,2,1)) :- X = 1..5.  home(black,pawn,(X,4,1)) :- X = 1..5.
"""
PROMOTED = "zone(white,far,(X,4,1)) :- X = 1..5.  promotes(pawn,far,{}).\n"
EFFECT = "#program effects.\n{}(C,mover{}) :- use(C,first).\n"
POSITION = "white Kc1 Pe2 black Kc3 Pd4"


@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(
    ("rules", "pieces", "is_set"),
    [
        ("", "white Kc1 Pe4 black Kc3 Pd4", True),
        (PROMOTED.format("rook"), "white Kc1 Re4 black Kc3 Pd4", False),
        (PROMOTED.format("lancer") + "in_passing(lancer).\n", "white Kc1 Le4 black Kc3 Pd4", True),
        (EFFECT.format("dies", ""), "white Kc1 black Kc3 Pd4", False),
        (EFFECT.format("joins", ",black"), "white Kc1 black Kc3 Pd4 Pe4", False),
        (EFFECT.format("lands", ",start"), "white Kc1 Pe2 black Kc3 Pd4", False),
    ],
)
def test_a_piece_that_cannot_be_captured_so(
    rules: str, pieces: str, is_set: bool, engine: sm.EngineName, tmp_path: Path
) -> None:
    """A Pawn that becomes a Rook, is gone, is black, or has stayed where it was cannot; the position can be read."""
    lancer = 'abbreviation(lancer,"L").  motion(lancer,slide,forward(orthogonal),any).\n'
    write(tmp_path, PAWNS + lancer + rules)
    position = sm.game("small", rules=tmp_path, engine=engine).position(POSITION)
    (move,) = [each for each in position.legal_moves("e2") if each.special == "double step"]
    found = str(position.push(move))
    assert found.partition(" turn ")[0] == f"small: {pieces}" and (" ep e3 " in f"{found} ") == is_set
    assert str(position.game.position(found)) == found
