"""Prince: the array."""

from __future__ import annotations

from collections import Counter

import pytest

from oracles import prince as oracle
from oracles.prince import FIRST
from support.prince import GAME

COUNTS = {
    "Pn": 64, "Ro": 4, "Bi": 4, "Me": 4, "Kn": 4, "Ca": 4, "Ac": 4, "Ma": 2, "Pa": 2, "Ad": 2, "As": 2, "Co": 4,
    "Mt": 4, "Ar": 4, "Qu": 4, "Ba": 4, "Sc": 4, "Re": 4, "Un": 1, "Ne": 1, "Sp": 1, "Ki": 1,
}  # fmt: skip
ROWS = {
    8: "Base, Paratrooper, Knight, Rook, Market, Captain, Marine, Base",
    7: "Admiral, Ace, Court, Bishop, Merchant, Artist, Ace, Astronaut",
    6: "Captain, Artist, Queen, Scientist, Reporter, Queen, Court, Knight",
    5: "Market, Merchant, Reporter, University, Spy, Scientist, Bishop, Rook",
    4: "Rook, Bishop, Scientist, King, Network, Reporter, Merchant, Market",
    3: "Knight, Court, Queen, Reporter, Scientist, Queen, Artist, Captain",
    2: "Astronaut, Ace, Artist, Merchant, Bishop, Court, Ace, Admiral",
    1: "Base, Marine, Captain, Market, Rook, Knight, Paratrooper, Base",
}
START = GAME.start()
START_BOARD = oracle.board(str(START))


@pytest.mark.parametrize("army", ["white", "black"])
def test_the_array_is_the_list_of_the_document_row_by_row(army):
    short = {kind.capitalize(): abbreviation for abbreviation, kind in oracle.NAMES.items()}
    wanted = {(x, y, FIRST[army]): short[kind] for y, row in ROWS.items() for x, kind in enumerate(row.split(", "), 1)}
    wanted |= {(x, y, oracle.HOME[army]): "Pn" for x in range(1, 9) for y in range(1, 9)}
    assert {cell: kind for cell, (kind, owner) in START_BOARD.pieces.items() if owner == army} == wanted


@pytest.mark.parametrize("army", ["white", "black"])
def test_the_array_has_128_pieces_a_side_in_the_numbers_that_the_document_gives(army):
    counted = Counter(kind for kind, owner in START_BOARD.pieces.values() if owner == army)
    assert counted == COUNTS
    assert counted.total() == 128


def test_the_array_has_white_to_move_and_every_right_to_castle():
    assert (START.turn, START_BOARD.castle) == ("white", {(1, 1, 1), (8, 8, 1), (1, 1, 8), (8, 8, 8)})


@pytest.mark.slow
def test_legal_moves_in_the_array_counted_by_the_oracle():
    """128 Pawn moves and 84 leaps; Black's are as many."""
    legal = oracle.legal(START_BOARD)
    assert [str(move) for move in START.legal_moves()] == legal
    assert len(legal) == 212
    assert sum(text.startswith("Pn") for text in legal) == 128
    assert not START.is_check()
    assert START.outcome() is None
    assert len(START.push("PnBd4-Cd4").legal_moves()) == 212
