"""Castling in games made of Interactive Diagrams: which piece castles, with which partner, and the rights."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from support.cli import answer, fail, run
from support.paths import DATA


@pytest.mark.slow
def test_the_piece_that_castles_is_royal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By default the last type is royal; the file may name another."""
    (tmp_path / "odd.txt").write_text("pawn::::a2-h2\nking::::e1\nrook::::a1,h1\n")
    text = fail(monkeypatch, capsys, "import", str(tmp_path / "odd.txt"), "--to", str(tmp_path / "odd"))
    assert f"{tmp_path / 'odd.txt'}: line 2: only a royal kind castles (O), and king is not royal" in text
    assert "the last type, rook, is royal" in text


@pytest.mark.slow
def test_castling_finds_the_outermost_piece_or_the_next_one(tmp_path: Path) -> None:
    """As in Omega Chess (`j`) and in Gross Chess, where the King has a choice how far it goes."""
    board = "files=10\nranks=4\nmaxPromote=0\nroyal=3\n"
    targets = {}
    for move, cells in (("KisjO2", "c1,h1"), ("KisO4isO3isO2", "b1,i1")):
        text = f"{board}knight:N:N::{'b1,i1' if 'j' in move else ''}\nrook:R:R::{cells}\nking:K:{move}::f1\n"
        (tmp_path / "castle.txt").write_text(text)
        folder = tmp_path / move.lower()
        assert run("import", str(tmp_path / "castle.txt"), "--to", str(folder))[0] == 0
        moves = sm.game(folder.name, rules=tmp_path).start().legal_moves("f1")
        targets[move] = sorted(str(each).partition("f1-")[2] for each in moves if "&" in str(each))
    assert targets == {
        "KisjO2": ["d1&Rc1-e1"],
        "KisO4isO3isO2": ["c1&Rb1-d1", "d1&Rb1-e1", "h1&Ri1-g1"],
    }


@pytest.mark.slow
def test_each_army_castles_to_its_own_right_or_by_the_columns(tmp_path: Path) -> None:
    """As in Centennial Chess, whose Kings go two cells to the left and three to the right (`castleFlip=1`)."""
    board = "files=10\nranks=4\nmaxPromote=0\nrook:R:R::a1,j1\nking:K:KilO2irO3::e1\n"
    targets = []
    for flip in ("", "castleFlip=1\n"):
        (tmp_path / "castle.txt").write_text(flip + board)
        folder = tmp_path / f"castle{len(flip)}"
        assert "left out" not in run("import", str(tmp_path / "castle.txt"), "--to", str(folder))[1]
        game = sm.game(folder.name, rules=tmp_path)
        position = game.position("white Ke1 Ra1 Rj1 black Ke4 Ra4 Rj4 turn black castle a1 j1 a4 j4")
        targets.append(sorted(str(each) for each in position.legal_moves("e4") if "&" in str(each)))
    assert targets == [["Ke4-b4&Ra4-c4", "Ke4-g4&Rj4-f4"], ["Ke4-c4&Ra4-d4", "Ke4-h4&Rj4-g4"]]


@pytest.mark.slow
def test_a_castling_without_a_partner_is_named(tmp_path: Path) -> None:
    """A King goes three columns to the left, but not to the right, where its Rook starts."""
    (tmp_path / "near.txt").write_text("maxPromote=0\nroyal=1\nking:K:KisO3::e1\nrook:R:R::a1,h1\n")
    left_out = answer("import", str(tmp_path / "near.txt"), "--to", str(tmp_path / "near"))["left_out"]
    why = "from {} it cannot castle over 3 columns towards the last column: no partner starts far enough away"
    assert left_out == [{"line": 3, "text": "king", "reason": why.format(cell)} for cell in ("e1", "e8")]
    moves = sm.game("near", rules=tmp_path).position("white Ke1 Ra1 Rh1 black Ke8 castle a1").legal_moves("e1")
    assert [str(move) for move in moves if "&" in str(move)] == ["Ke1-b1&Ra1-c1"]


@pytest.mark.slow
def test_the_rights_to_castle_have_letters_in_a_fen(tmp_path: Path) -> None:
    """As in the game that ships with Shadowmate; without Rooks there is no right."""
    answer("import", str(DATA / "diagrams" / "capablanca.txt"), "--to", str(tmp_path / "capa"))
    game = sm.game("capa", rules=tmp_path)
    fen = game.position("start").fen()
    assert fen == sm.game("capablanca").position("start").fen() and fen.endswith("w KQkq - 0 1")
    assert game.position(f"fen {fen}") == game.position("start")
    assert game.position("fen 5k4/10/10/10/10/10/10/R4K3R w Q - 0 1").fen().endswith("w Q - 0 1")
