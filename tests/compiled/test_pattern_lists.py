"""Pieces of several kinds: what a new one costs, and where the rules ask for its kinds together."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.tables import SPANS, STEPS, TYPES
from shadowmate.play.placement import Placement

GAME = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
game("Pawns").  size(5,6,1).  compounds.
player(white,1).  player(black,2).
ahead(white,(X,1,0)) :- unit(X).  ahead(black,(X,-1,0)) :- unit(X).
kind(Kind) :- abbreviation(Kind,_).
abbreviation(king,"K").      motion(king,step,(orthogonal;diagonal),any).  royal(king).
abbreviation(pawn,"P").      motion(pawn,step,forward(orthogonal),quiet).
motion(pawn,step,forward(diagonal),capture).  home(white,pawn,(1..5,2,1)).  home(black,pawn,(1..5,5,1)).
abbreviation(sergeant,"S").  motion(sergeant,step,(forward(orthogonal);forward(diagonal)),any).
home(white,sergeant,(1..5,1,1)).  home(black,sergeant,(1..5,6,1)).
motion((pawn;sergeant),slide(2),forward(orthogonal),first).
motion(sergeant,slide(2),forward(diagonal),first).
in_passing((pawn;sergeant)).
"""


@pytest.mark.slow
def test_a_new_compound_costs_a_row_and_no_routes() -> None:
    engine = CompiledEngine(sm.game("extreme").ruleset)
    before = engine.arrays
    kinds = ("cubic_rook", "hippogriff", "linear_bishop", "planar_unicorn")
    engine.board(Placement(((engine.cells[0], kinds, "white"),), "white"))
    after = engine.arrays
    assert len(after[TYPES]) == len(before[TYPES]) + 1
    assert len(after[SPANS]) == len(before[SPANS]) and len(after[STEPS]) == len(before[STEPS])
    assert after.size - before.size < 20_000
    patterns = [after.patterns(engine.types.index(("white", (kind,))) + 1) for kind in kinds]
    assert after.patterns(len(after[TYPES]) - 1) == sorted(pattern for some in patterns for pattern in some)


def test_a_double_step_starts_from_the_home_of_any_kind_and_is_one_move(tmp_path: Path) -> None:
    (tmp_path / "pawns").mkdir()
    (tmp_path / "pawns" / "game.lp").write_text(GAME)
    engines = [sm.game("pawns", (), [tmp_path], engine=engine) for engine in ("compiled", "reference")]
    lists = []
    for game in engines:
        moves = game.position("white Ka5 P+Sc1 P+Se2 Pa1 Sa2 black Kd6 P+Sb5").legal_moves()
        lists.append(sorted(f"{move} {move.special} {game.engine.term(move)}" for move in moves))
    assert lists[0] == lists[1] and len(set(lists[0])) == len(lists[0])
    doubles = [line.split()[0] for line in lists[0] if "double step" in line]
    # A Pawn of row 1 stays, as does a Sergeant of row 2; whoever is both has all their homes and double steps.
    assert doubles == ["P+Sc1-a3", "P+Sc1-c3", "P+Sc1-e3", "P+Se2-c4", "P+Se2-e4"]
