"""Prince: castling."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import shadowmate as sm
from oracles import prince as oracle
from oracles.prince import FIELD
from support.prince import GAME, agree

NEAR = ("white KiAd4 BaAa1 black KiHg1 castle Aa1", "KiAd4-Ab2&BaAa1-Ac3")
FAR = ("white KiAd4 BaAh8 black KiHg1 castle Ah8", "KiAd4-Af6&BaAh8-Ae5")
NEAR_BLACK = ("black KiHd4 BaHa1 white KiAg1 turn black castle Ha1", "KiHd4-Hb2&BaHa1-Hc3")
FAR_BLACK = ("black KiHd4 BaHh8 white KiAg1 turn black castle Hh8", "KiHd4-Hf6&BaHh8-He5")
ALL = [NEAR, FAR, NEAR_BLACK, FAR_BLACK]


def castlings(text):
    position = agree(text)
    return [str(move) for move in position.legal_moves() if move.special == "castling"]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("text", "move"), ALL)
def test_castling_moves_king_and_base_and_uses_up_the_right(text, move):
    assert castlings(text) == [move]
    after = GAME.position(text).push(move)
    army = text.split()[0]
    own = {f"{after.game.piece_name(p.kinds)}{cell}" for cell, p in after.pieces.items() if p.army == army}
    assert own == {"Ki" + move[6:9], "Ba" + move[-3:]}
    assert not after.state


@pytest.mark.slow
def test_both_castlings_at_once_and_both_rights_go():
    text = "white KiAd4 BaAa1 BaAh8 black KiHd4 BaHa1 BaHh8 castle Aa1 Ah8 Ha1 Hh8"
    assert set(castlings(text)) == {NEAR[1], FAR[1]}
    after = GAME.position(text).push(NEAR[1])
    assert after.state == (("castle", "Ha1"), ("castle", "Hh8"))
    # The Base that castled to Ac3 attacks Hc3, which the black King would pass over on the near side.
    assert {str(m) for m in after.legal_moves() if m.special} == {FAR_BLACK[1]}


@pytest.mark.parametrize(("text", "move"), ALL)
def test_no_castling_without_the_right(text, move):
    assert castlings(text[: text.index("castle")]) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("case", "cells"),
    [(NEAR, "Ab2 Ac3"), (FAR, "Ae5 Af6 Ag7"), (NEAR_BLACK, "Hb2 Hc3"), (FAR_BLACK, "He5 Hf6 Hg7")],
)
@pytest.mark.parametrize("owner", ["white", "black"])
def test_no_castling_when_any_listed_cell_is_occupied(case, cells, owner):
    """The cell has a Knight of either side, which attacks none of the cells that matter (the oracle agrees)."""
    for cell in cells.split():
        assert castlings(f"{case[0]} {owner} Kn{cell}") == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("case", "cells"),
    [(NEAR, "Aa2 Ab1 Ac2 Ab3 Bb2 Bc3"), (FAR, "Ah7 Ag8 Ah5 Ae8 Bg7 Be5"), (NEAR_BLACK, "Ha2 Hb3 Gb2")],
)
def test_other_cells_may_be_occupied(case, cells):
    """This includes cells that the Base would cross if it moved as a Base."""
    army = case[0].split()[0]
    for cell in cells.split():
        assert castlings(f"{case[0]} {army} Kn{cell}") == [case[1]]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("case", "start", "path", "end"),
    [
        (NEAR, "Ad4", "Ac3", "Ab2"),
        (FAR, "Ad4", "Ae5", "Af6"),
        (NEAR_BLACK, "Hd4", "Hc3", "Hb2"),
        (FAR_BLACK, "Hd4", "He5", "Hf6"),
    ],
)
def test_no_castling_out_of_through_or_into_check(case, start, path, end):
    """A Rook far off on the same column and row attacks one of these cells and nothing else that matters."""
    army = case[0].split()[0]
    enemy, tier = ("black", "E") if army == "white" else ("white", "D")
    assert castlings(f"{case[0]} {enemy} Ro{tier}{start[1:]}") == []
    assert castlings(f"{case[0]} {enemy} Ro{tier}{path[1:]}") == []
    assert castlings(f"{case[0]} {enemy} Ro{tier}{end[1:]}") == []
    for cell in (start, path, end):
        shield = f"{army} Kn{'B' if army == 'white' else 'G'}{cell[1:]}"
        assert castlings(f"{case[0]} {enemy} Ro{tier}{cell[1:]} {shield}") == [case[1]]


@pytest.mark.parametrize(("case", "cell"), [(NEAR, "Ea1"), (FAR, "Eh8"), (FAR, "Eg7")])
def test_castling_with_a_base_that_is_attacked_or_passes_an_attacked_cell(case, cell):
    assert castlings(f"{case[0]} black Ro{cell}") == [case[1]]


@pytest.mark.slow
def test_castling_under_attack_by_a_planar_piece():
    """Many placements of a Prince and a Scientist: castling exactly where the oracle allows it."""
    rng = random.Random(3)
    found = Counter()
    for _ in range(25):
        kind, cell = rng.choice(["Pr", "Sc", "Ba", "Re"]), oracle.name(rng.choice(FIELD))
        if cell in ("Ad4", "Aa1", "Ah8", "Hg1"):
            continue
        found[len(castlings(f"white KiAd4 BaAa1 BaAh8 black KiHg1 {kind}{cell} castle Aa1 Ah8"))] += 1
    assert found[0]
    assert found[1]
    assert found[2]


FULL = "white KiAd4 BaAa1 BaAh8 PnBa8 black KiHd4 BaHa1 BaHh8 PnGh1 turn {} castle Aa1 Ah8 Ha1 Hh8"


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("turn", "line", "left"),
    [
        ("white", "KiAd4-Ad5", "Ha1 Hh8"),
        ("white", "KiAd4-Ad5 KiHd4-Hd5 KiAd5-Ad4 KiHd5-Hd4", ""),
        ("white", "BaAa1-Aa2", "Ah8 Ha1 Hh8"),
        ("white", "BaAa1-Aa2 PnGh1-Fh1 BaAa2-Aa1", "Ah8 Ha1 Hh8"),
        ("white", "BaAh8-Ag8", "Aa1 Ha1 Hh8"),
        ("white", "PnBa8-Ca8", "Aa1 Ah8 Ha1 Hh8"),
        ("white", "BaAa1xHa1", "Ah8 Hh8"),
        ("black", "BaHh8xAh8", "Aa1 Ha1"),
        ("black", "KiHd4-He4", "Aa1 Ah8"),
        ("black", "BaHa1-Hb1", "Aa1 Ah8 Hh8"),
    ],
)
def test_rights_to_castle_go_with_moves_of_king_and_base_and_the_base_captured(turn, line, left):
    """A King or Base that has moved and returned has lost its right."""
    position = GAME.position(FULL.format(turn))
    for move in line.split():
        position = position.push(move)
    assert {cell for name, cell in position.state if name == "castle"} == set(left.split())


@pytest.mark.parametrize(
    "text",
    [
        "white KiAd5 BaAa1 black KiHg1 castle Aa1",
        "white KiAd4 black KiHg1 castle Aa1",
        "white KiAd4 RoAa1 black KiHg1 castle Aa1",
        "white KiAd4 black BaAa1 KiHg1 castle Aa1",
        "white KiAd4 BaAb1 black KiHg1 castle Ab1",
        "white KiAd4 BaAa1 black KiHg1 castle Ha1",
    ],
)
def test_a_right_without_king_and_base_in_their_places_is_refused(text):
    with pytest.raises(sm.PositionError, match="castle"):
        GAME.position(text)
