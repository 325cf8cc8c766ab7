"""Prince: check, pins, mate and stalemate."""

from __future__ import annotations

import pytest

import shadowmate as sm
from oracles import prince as oracle
from oracles.prince import CELLS, minus
from support.prince import GAME, agree, lone_princes, moves


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("white KiDd4 black KiHh8 RoDd8", True),
        ("white KiDd4 PnDd6 black KiHh8 RoDd8", False),
        ("white KiDd4 black KiHh8 PnEe5", True),
        ("white KiDd4 black KiHh8 PnEe4", True),
        ("white KiDd4 black KiHh8 PnEd4", False),
        ("white KiDd4 black KiHh8 PnCe5", False),
        ("white KiDd4 black KiHh8 ScFf8", True),
        ("white KiDd4 PnEe6 black KiHh8 ScFf8", False),
        ("white KiDd4 PnDf4 black KiHh8 ScDh4", False),
        ("white KiDd4 PnDe5 black KiHh8 ScDh4", True),
        ("white KiDd4 PnDe5 PnEe4 black KiHh8 ScDh4", False),
    ],
)
def test_check(text, check):
    """Lines, Pawns by their captures only, planes, and planes that are shut one by one (a Rook line has two)."""
    assert agree(text).is_check() is check


def test_checks_name_the_checking_piece():
    position = GAME.position("white KiDd4 black KiHh8 RoDd8 KnEd6 BiAa1")
    assert {(check.checker, check.royal) for check in position.checks()} == {("Dd8", "Dd4"), ("Ed6", "Dd4")}


def test_the_king_may_not_stay_on_a_line_by_stepping_back_along_it():
    """READINGS P6: a cell is judged with the King on it, no longer on the cell that it left."""
    assert not {"KiDd4-Dd3", "KiDd4-Dd5"} & set(moves("white KiDd4 black KiHh8 RoDd8"))


def test_the_king_may_capture_an_unguarded_checker_and_not_a_guarded_one():
    assert "KiDd4xDd5" in moves("white KiDd4 black KiHh8 RoDd5")
    assert "KiDd4xDd5" not in moves("white KiDd4 black KiHh8 RoDd5 BaDh5")


def test_a_pinned_piece_moves_only_where_it_still_shields_the_king():
    agree("white KiDd4 QuDd6 black KiHh8 RoDd8")
    assert moves("white KiDd4 QuDd6 black KiHh8 RoDd8", "Dd6") == ["QuDd6-Dd5", "QuDd6-Dd7", "QuDd6xDd8"]
    assert moves("white KiDd4 KnDd6 black KiHh8 RoDd8", "Dd6") == []


def test_a_piece_pinned_in_a_plane_may_go_anywhere_in_the_shadow_that_shields():
    """A Base's King line within a plane is shut by any cell of the rectangle; the Knight hops to another."""
    text = "white KiDa1 KnDb2 black KiHh8 BaDd4"
    agree(text)
    ends = {move[6:] for move in moves(text, "Db2")}
    assert ends == {"Dc4", "Dd3", "Dd1", "Da4"}


def test_two_pieces_in_one_shadow_are_not_pinned():
    text = "white KiDa1 KnDb2 KnDc3 black KiHh8 BaDd4"
    agree(text)
    assert len(moves(text, "Db2")) == len(moves("white KnDb2 KnDc3", "Db2"))


def test_in_double_check_only_the_king_moves():
    position = agree("white KiDd4 QuAd5 RoBa8 black KiHh8 RoDd8 KnEd6")
    assert {move.piece for move in position.legal_moves()} == {"Ki"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("king", ["Hh8", "Hh4"])
def test_a_prince_mates_alone_and_where(king):
    """The document: a Prince may check mate a King unassisted. Near the King, all its cells are compared."""
    mates = []
    for text in lone_princes(king):
        at = oracle.board(text)
        prince = next(cell for cell, (kind, _) in at.pieces.items() if kind == "Pr")
        if max(map(abs, minus(prince, CELLS[king]))) <= 2:
            position = GAME.position(text)
            outcome = position.outcome()
            assert (outcome.reason if outcome else None) == oracle.outcome(at), text
            if outcome and outcome.reason == "checkmate":
                assert outcome.winner == "white"
                assert position.is_check()
                assert position.legal_moves() == []
                mates.append(text)
    assert mates


STALEMATES = [
    "white KiAa1 QuEe5 BaGg7 black KiHh8 turn black",
    "white KiAa1 QuEg5 BaGd7 black KiHh8 turn black",
    "white KiAa1 QuFg6 BaGd7 black KiHh8 turn black",
]


@pytest.mark.parametrize("text", STALEMATES)
def test_stalemate(text):
    position = agree(text)
    assert position.outcome() == sm.Outcome("stalemate", None)
    assert not position.is_check()


def test_a_move_by_another_piece_undoes_stalemate():
    assert agree(STALEMATES[0].replace("KiHh8", "KiHh8 PnDa5")).outcome() is None


def test_kings_do_not_come_next_to_each_other():
    ends = moves("white KiDd4 black KiDd6", "Dd4")
    assert not any(end[6:] in {"Dd5", "De5", "Ed5", "Cc5"} for end in ends)
    assert len(ends) == 26 - 9
