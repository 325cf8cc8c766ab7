"""Letters of FENs that are read and never written: other letters of pieces, and rights to castle by their columns."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import shadowmate as sm
from shadowmate.checking.rules import check_rules
from support.paths import DATA

CASTLING, XIANGQI = (
    [line.split("\t") for line in (DATA / f"{name}_fens.tsv").read_text(encoding="utf-8").splitlines()]
    for name in ("castling", "xiangqi")
)


def rights(position: sm.Position) -> set[str]:
    return {str(cell) for name, cell in position.state if name == "castle"}


@pytest.mark.sample(10)
@pytest.mark.parametrize(("fen", "cells", "moves"), CASTLING)
def test_rights_to_castle_are_read_as_python_chess_reads_them(fen: str, cells: str, moves: str) -> None:
    """Shredder-FEN's letters, those of X-FEN, and both in one FEN; written are always K, Q, k and q."""
    position = sm.position(f"fide: fen {fen}")
    assert rights(position) == set(cells.split())
    assert len(position.legal_moves()) == int(moves)
    assert set(position.fen().split()[2]) <= set("KQkq")
    assert sm.position(f"fide: fen {position.fen()}") == position


@pytest.mark.slow
def test_random_rights_are_those_of_python_chess() -> None:
    """Every way to write each set of rights of Rooks at home."""
    chess = pytest.importorskip("chess")
    rng = Random(5)
    for number in range(16):
        board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1")
        corners = (chess.A1, chess.H1, chess.A8, chess.H8)
        board.castling_rights = sum(chess.BB_SQUARES[each] for bit, each in enumerate(corners) if number >> bit & 1)
        plain, shredder = board.castling_xfen(), board.castling_shredder_fen()
        mixed = "".join(map(rng.choice, zip(plain, shredder, strict=True)))
        for written in (plain, shredder, mixed):
            fen = f"{board.board_fen()} w {written} - 0 1"
            squares = chess.SquareSet(chess.Board(fen, chess960=True).castling_rights)
            assert rights(sm.position(f"fide: fen {fen}")) == set(map(chess.square_name, squares))


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        (
            "r3k1r1/8/8/8/8/8/8/R3K1R1 w GAga - 0 1",
            "'G' (column 39): 'castle' is - or letters of K, Q, k, q, A, H, a, h",
        ),
        ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "'B' (column 35): 'castle' is - or letters of"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "'H' (column 34), castle h1: no royal piece and partner stand"),
    ],
)
def test_castling_that_the_game_does_not_have_is_refused(fen: str, message: str) -> None:
    """Kings and Rooks that start on other cells belong to another game."""
    with pytest.raises(sm.PositionError) as error:
        sm.position(f"fide: fen {fen}")
    assert message in str(error.value)


@pytest.mark.parametrize(("fen", "plain", "moves"), XIANGQI)
def test_elephants_and_horses_have_two_letters(fen: str, plain: str, moves: str) -> None:
    """E and H beside B and N, as Fairy-Stockfish reads them; written are B and N."""
    position = sm.position(f"xiangqi: fen {fen}")
    assert position.fen().split()[0] == plain
    assert len(position.legal_moves()) == int(moves)


def test_all_letters_that_are_read_are_listed() -> None:
    with pytest.raises(sm.PositionError, match="there are A, B, C, E, H, K, N, P, R, a, b,"):
        sm.position("xiangqi: fen x3k4/9/9/9/9/9/9/9/9/4K4")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("added", "message"),
    [
        ('other_letter(horse,"C").', "C is the letter of cannon too"),
        ('other_letter(soldier,"H").', "H is another letter of horse too"),
        ('other_letter(horse,"h").', "h is not a capital letter"),
        ('other_letter(ox,"O").', "there is no kind ox"),
    ],
)
def test_mistakes_in_other_letters_are_found(tmp_path: Path, added: str, message: str) -> None:
    (tmp_path / "game.lp").write_text(f'#include "games/xiangqi/game.lp".\n{added}\n')
    assert any(finding.message.startswith(message) for finding in check_rules(tmp_path))
