"""FIDE chess: castling."""

from __future__ import annotations

import pytest

from shadowmate.asp.terms import vector
from shadowmate.play.placement import Placement
from support.engine import cells, legal, rules

FEN_KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}


def fen(text: str) -> Placement:
    board, turn, castling, passed = text.split()
    pieces = []
    for row, line in zip(range(8, 0, -1), board.split("/"), strict=True):
        column = 1
        for letter in line:
            if letter.isdigit():
                column += int(letter)
            else:
                army = "white" if letter.isupper() else "black"
                pieces.append(((column, row, 1), (FEN_KINDS[letter.lower()],), army))
                column += 1
    corners = {"K": (8, 1, 1), "Q": (1, 1, 1), "k": (8, 8, 1), "q": (1, 8, 1)}
    state = [("castle", corners[letter]) for letter in castling if letter != "-"]
    state += [("ep", cells("fide")[passed])] if passed != "-" else []
    return Placement(tuple(pieces), {"w": "white", "b": "black"}[turn], tuple(state))


CASTLING = [  # what stands on the board besides Kings and Rooks, and where the King may castle to
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "c1 g1"),
    ("4k3/8/8/8/8/8/8/R3K2R w K -", "g1"),
    ("4k3/8/8/8/8/8/8/RN2K2R w KQ -", "g1"),
    ("4k3/8/8/8/8/8/8/R1B1K2R w KQ -", "g1"),
    ("4k3/8/8/8/8/8/8/R2QKB1R w KQ -", ""),
    ("4k3/8/8/8/8/8/8/R3K1NR w KQ -", "c1"),
    ("1r2k3/8/8/8/8/8/8/R3K2R w KQ -", "c1 g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "c1 g1"),
    ("2r1k3/8/8/8/8/8/8/R3K2R w KQ -", "g1"),
    ("3rk3/8/8/8/8/8/8/R3K2R w KQ -", "g1"),
    ("4kr2/8/8/8/8/8/8/R3K2R w KQ -", "c1"),
    ("4k1r1/8/8/8/8/8/8/R3K2R w KQ -", "c1"),
    ("4k3/8/8/8/8/8/4r3/R3K2R w KQ -", ""),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("text", "ends"), CASTLING)
def test_fide_castling(text: str, ends: str) -> None:
    moves = legal("fide", fen(text))
    found = sorted(rules("fide").cells[vector(move[2])] for move in moves if "castle" in str(move[0]))
    assert found == ends.split()
