"""Games written for Fairy-Stockfish: it plays them as they are played here; what it has no line for is refused."""

from __future__ import annotations

import pytest

from shadowmate.asp.folders import all_folders
from support.cli import answer
from support.export_refusals import FAIRY

WRITTEN = sorted(all_folders(()).keys() - FAIRY.keys())


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WRITTEN)
def test_fairy_stockfish_plays_what_is_written(name: str) -> None:
    """The numbers of lines from the array, and all moves, checks and winners of games played at random."""
    pytest.importorskip("pyffish")
    from support.fairy_written import differences  # it imports pyffish

    assert list(differences(name, 200, seed=1, depth=2)) == []


def test_a_piece_may_go_where_it_is_promoted_and_not_to_its_first_row() -> None:
    """Pawns of Pawn-back chess step back, but not to the first row; on the last they are promoted at once."""
    lines = answer("export", "pawnback", "--to", "fairy")["text"].splitlines()
    (region,) = (line for line in lines if line.startswith("mobilityRegionWhite"))
    assert region.split()[2:] == [f"{file}{rank}" for file in "abcdefgh" for rank in range(2, 9)]


def test_the_lines_of_a_section() -> None:
    """Minichess on five by five squares, without castling and double steps."""
    written = answer("export", "gardner", "--to", "fairy")
    lines = written["text"].splitlines()
    assert lines[0] == "[gardner]"
    assert {
        "maxFile = 5", "maxRank = 5", "king = k:K", "startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
        "castling = false", "doubleStep = false", "promotionRegionWhite = a5 b5 c5 d5 e5",
        "stalemateValue = draw", "nMoveRule = 50",
    } <= set(lines)  # fmt: skip
    assert written["left_out"] == []
