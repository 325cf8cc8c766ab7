"""Prince by its other readings (READINGS P1, P2, P3, P6, P10, P16), by both engines, against oracles."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

import shadowmate as sm
from oracles import planes
from oracles import prince as oracle
from oracles.prince import CELLS, FIELD
from shadowmate.endgame.table_maker import table

ENGINES = ("reference", "compiled")
EACH = pytest.mark.parametrize("engine", ["reference", pytest.param("compiled", marks=pytest.mark.exhaustive)])
"""The tables of a reading take seconds to make."""


@lru_cache(4)
def game(engine: str, *readings: str) -> sm.Game:
    return sm.game("prince", readings=list(readings), engine=engine)


def ends(engine: str, reading: str, text: str, origin: str) -> set[str]:
    readings = [reading] if reading else []
    return {move.target for move in game(engine, *readings).position(text).legal_moves(origin)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("reading", "text", "end", "by_default", "by_it"),
    [
        # Along a Rook line two planes lead to Df4: one by Ee4 and Ce4, the other by De5 and De3.
        ("whole_space", "white ScDd4 black KnEe4", "Df4", True, False),
        ("whole_space", "white ScDd4 black KnDe4", "Df4", True, True),
        # Three steps by the Rook's direction to De4 and one by the Bishop's to Ed5: no plane of one type leads there.
        ("mixed_types", "white UnDd4", "Eg5", False, True),
        ("mixed_types", "white UnDd4 black KnDe4", "Eg5", False, False),
        # A step aside and one aslant, by De4 and De5; as a Base it would have to pass Dd5 too.
        ("mixed_types", "white UnDd4 black KnDd5", "Df5", False, True),
        ("base_blocked", "white BaDd4 black KnDf5", "Df5", True, False),
        ("base_blocked", "white BaDd4 black KnDf4", "Df4", True, False),
        ("base_blocked", "white BaDd4 black KnDf5", "De5", True, True),
        # As a Scientist it captures.
        ("base_blocked", "white UnDd4 black KnDf6", "Df6", True, True),
        ("base_blocked", "white UnDd4 black KnDf5", "Df5", True, False),
    ],
)
@EACH
def test_where_a_planar_mover_goes_by_another_reading(engine, reading, text, end, by_default, by_it):
    assert (end in ends("reference", "", text, "Dd4")) == by_default
    assert (end in ends(engine, reading, text, "Dd4")) == by_it


@pytest.mark.slow
@pytest.mark.parametrize("reading", planes.READINGS)
@EACH
def test_planar_movers_among_random_pieces(engine, reading):
    rng = random.Random(reading)
    for kind in oracle.PLANES:
        for count in (3, 20):
            start, *others = rng.sample(FIELD, count + 1)
            pieces = {cell: (rng.choice(["Kn", "Ro"]), rng.choice(["white", "black"])) for cell in others}
            at = oracle.Board({start: (kind, "white"), **pieces})
            assert ends(engine, reading, at.text(), oracle.name(start)) == planes.ends(reading, at, start), at.text()


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "count"), [("Un", 463), ("Ne", 391), ("Sp", 463), ("Pr", 511)])
def test_planes_of_two_types_reach_more(kind, count):
    """READINGS P2: a Prince in the middle reaches every cell. The oracle counts the others."""
    at = oracle.Board({CELLS["Dd4"]: (kind, "white")})
    assert len(planes.ends("mixed_types", at, CELLS["Dd4"])) == count
    assert len(ends("reference", "mixed_types", f"white {kind}Dd4", "Dd4")) == count


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["whole_plane", "whole_space"])
@EACH
def test_one_open_path_by_all_directions(engine, reading):
    """Together with P14: a piece on one of several paths does not block. A line has only one path."""
    position = game(engine, reading, "some_path").position("white ScDd4 black KnEe4")
    found = {move.target for move in position.legal_moves("Dd4")}
    assert "Df4" in found and "Ff4" not in found and "Gf5" in found


# --- the King's safety, and castling -----------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_king_that_stays_shadows_the_cells_behind_it(engine):
    text = "white RoDa4 KiHh8 black KiDd4 turn black"
    assert "De4" not in ends(engine, "", text, "Dd4"), "the Rook would capture it there"
    assert "De4" in ends(engine, "king_stays", text, "Dd4"), "behind the King that still stands on Dd4"
    assert "Dc4" not in ends(engine, "king_stays", text, "Dd4"), "before it nothing stands"


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_the_king_may_be_captured_behind_its_own_shadow_which_ends_the_game(engine):
    after = game(engine, "king_stays").position("white RoDa4 KiHh8 black KiDd4 turn black").push("KiDd4-De4")
    assert "RoDa4xDe4" in map(str, after.legal_moves())
    end = after.push("RoDa4xDe4").outcome()
    assert end is not None and end.winner == "white"
    assert not after.push("RoDa4xDe4").legal_moves()


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_where_the_base_goes_in_castling(engine):
    """READINGS P10: a piece on Ab1 is not on the listed cells, but on a way of the Base from Aa1 to Ac3."""
    text = "white KiAd4 BaAa1 PnAb1 black KiHg1 castle Aa1".replace("PnAb1", "KnAb1")
    assert "Ab2" in {move.target for move in game(engine).position(text).legal_moves("Ad4") if move.special}
    by_lane = game(engine, "base_path")
    assert not any(move.special for move in by_lane.position(text).legal_moves("Ad4"))
    assert any(move.special for move in by_lane.position(text.replace("Ab1", "Ad1")).legal_moves("Ad4"))


NEAR_THE_LANES = [(2, 1, 1), (1, 3, 1), (3, 2, 1), (4, 1, 1), (8, 5, 1), (5, 8, 1), (6, 7, 1), (7, 4, 1)]
"""Cells by which a Base may go when it castles, and two by which it does not."""


def with_kings(rng: random.Random, kinds: list[str]) -> oracle.Board:
    """Kings among a few pieces of both sides; often in check, or about to castle."""
    pieces = dict.fromkeys(rng.sample(FIELD, 8), ("", ""))
    armies = ["white", "white", "black", "black", "black", "black", "white", "black"]
    for number, (cell, army) in enumerate(zip(pieces, armies, strict=True)):
        pieces[cell] = ("Ki" if number in (0, 2) else rng.choice(kinds), army)
    if rng.random() < 0.5:
        pieces = {cell: piece for cell, piece in pieces.items() if piece != ("Ki", "white") and cell[2] != 1}
        pieces |= {(4, 4, 1): ("Ki", "white"), (1, 1, 1): ("Ba", "white"), (8, 8, 1): ("Ba", "white")}
        pieces[rng.choice(NEAR_THE_LANES)] = ("Kn", "white")
        return oracle.Board(pieces, "white", {(1, 1, 1), (8, 8, 1)})
    return oracle.Board(pieces, "white")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reading", "option", "kinds"),
    [("king_stays", "stays", ["Ro", "Pr", "Sc", "Qu", "Ba"]), ("base_path", "lane", ["Kn", "Ro"])],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_moves_with_kings_are_the_oracle_s(engine, reading, option, kinds):
    rng, differ = random.Random(reading), 0
    for _ in range(16):
        at = with_kings(rng, kinds)
        legal = sorted(step.text for step in oracle.legal_steps(at, **{option: True}))
        found = game(engine, reading).position(at.text()).legal_moves()
        assert [str(move) for move in found] == legal, at.text()
        differ += legal != oracle.legal(at)
    assert differ


@pytest.mark.slow
def test_endgame_tables_are_refused_where_the_king_stays():
    with pytest.raises(sm.ShadowmateError, match="may go where it is attacked"):
        table(game("compiled", "king_stays"), "white Ki Pr black Ki")
