"""Chess960 and Capablanca Random Chess: castling from any columns of the first row, and its FENs."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp import folders
from shadowmate.checking.rules import check_rules
from support.paths import DATA

FENS = [line.split("\t") for line in (DATA / "chess960_fens.tsv").read_text(encoding="utf-8").splitlines()]


def rights(position: sm.Position) -> set[str]:
    return {str(cell) for name, cell in position.state if name == "castle"}


@pytest.mark.sample(6)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(("fen", "cells", "moves", "castlings"), FENS)
def test_python_chess_has_the_same_rights_and_moves(
    fen: str, cells: str, moves: str, castlings: str, engine: str
) -> None:
    position = sm.game("chess960", engine=engine).position(f"fen {fen}")
    assert rights(position) == set(cells.split())
    assert len(position.legal_moves()) == int(moves)
    ours = {(move.origin, move.target) for move in position.legal_moves() if move.special == "castling"}
    ends = {
        rook: "g" if king[0] < rook[0] else "c" for king, rook in ((each[:2], each[2:]) for each in castlings.split())
    }
    assert ours == {(each[:2], ends[each[2:]] + each[1]) for each in castlings.split()}
    assert sm.position(f"chess960: fen {position.fen()}") == position


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("Kf1-c1&Rb1-d1", "white Kc1 Rd1 Rg1 Pg2 black Rb8 Kf8 Rg8 turn black castle b8 g8 quiet 1"),
        ("Kf1-g1&=Rf1", "white Rb1 Rf1 Kg1 Pg2 black Rb8 Kf8 Rg8 turn black castle b8 g8 quiet 1"),
    ],
)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_the_pieces_may_cross_or_go_to_the_cells_of_each_other(line: str, after: str, engine: str) -> None:
    """The Laws of Chess, Guidelines II.3."""
    game = sm.game("chess960", engine=engine)
    position = game.position("white Kf1 Rb1 Rg1 Pg2 black Kf8 Rb8 Rg8 castle b1 g1 b8 g8")
    assert position.push(line) == game.position(after)


def test_the_letter_of_a_wing_without_a_rook_is_refused() -> None:
    with pytest.raises(sm.PositionError, match=r"'K' \(column \d+\): no pieces stand where 'castle' with this letter"):
        sm.position("chess960: fen 4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1")


@pytest.mark.slow
def test_a_wing_off_the_board_or_of_no_piece_is_refused(tmp_path: Path) -> None:
    (tmp_path / "wing").mkdir()
    text = (folders.builtin_root() / "variants" / "chess960" / "game.lp").read_text(encoding="utf-8")
    (tmp_path / "wing" / "game.lp").write_text(text + 'fen_wing("K",1,(9,9,1),"R",(5,1,1),"Z").\n')
    wrong = [found.message for found in check_rules(tmp_path / "wing")]
    assert any("(9,9,1) is not a cell" in each for each in wrong) and "Z is the letter of no piece" in wrong
    assert sm.game("wing", rules=tmp_path).position("start").legal_moves()


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "count"), [("compiled", 300), ("reference", 20)])
def test_games_from_any_arrays_are_those_of_python_chess(engine: str, count: int) -> None:
    pytest.importorskip("chess")
    from support import chess960_play

    assert list(chess960_play.differences(count, 5, engine)) == []


@pytest.mark.slow
def test_games_from_any_arrays_on_ten_columns_are_those_of_fairy_stockfish() -> None:
    pytest.importorskip("pyffish")
    from support import caparandom_play

    assert list(caparandom_play.differences(150, 6)) == []
