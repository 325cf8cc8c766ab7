"""Prince: Pawns."""

from __future__ import annotations

import pytest

import shadowmate as sm
from oracles import prince as oracle
from oracles.prince import CELLS, PROMOTIONS
from support.prince import GAME, agree, moves


@pytest.mark.parametrize(("army", "start", "one", "two"), [("white", "B", "C", "D"), ("black", "G", "F", "E")])
def test_double_step_only_from_home_and_only_past_two_empty_cells(army, start, one, two):
    kings = f"white KiAa1 black KiHh8 turn {army}"
    assert moves(f"{kings} {army} Pn{start}d4", f"{start}d4") == sorted(
        [f"Pn{start}d4-{one}d4", f"Pn{start}d4-{two}d4"]
    )
    for owner in ("white", "black"):
        assert moves(f"{kings} {army} Pn{start}d4 {owner} Kn{one}d4", f"{start}d4") == []
        assert moves(f"{kings} {army} Pn{start}d4 {owner} Kn{two}d4", f"{start}d4") == [f"Pn{start}d4-{one}d4"]
    assert moves(f"{kings} {army} Pn{one}d4", f"{one}d4") == [f"Pn{one}d4-{two}d4"]


@pytest.mark.parametrize(("army", "start", "one"), [("white", "D", "E"), ("black", "E", "D")])
def test_a_pawn_captures_on_the_eight_cells_aslant_ahead_and_nowhere_else(army, start, one):
    enemy = "black" if army == "white" else "white"
    around = [f"{t}{c}{r}" for t in (start, one, "C" if army == "white" else "F") for c in "cde" for r in "345"]
    text = f"{army} Pn{start}d4 {enemy} " + " ".join(f"Kn{c}" for c in around if c != f"{start}d4") + f" turn {army}"
    ends = {move.target for move in GAME.position(text).legal_moves()}
    assert ends == {f"{one}{c}{r}" for c in "cde" for r in "345"} - {f"{one}d4"}
    own = text.replace(enemy, army, 1)
    assert GAME.position(own).legal_moves(f"{start}d4") == []


EP = "white KiAa1 PnBd4 black KiHh8 {}"
EP_CELLS = ["Dc3", "Dc4", "Dc5", "Dd3", "Dd5", "De3", "De4", "De5"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("cell", EP_CELLS)
def test_en_passant_from_each_of_the_eight_cells(cell):
    before = GAME.position(EP.format(f"Pn{cell}"))
    after = before.push("PnBd4-Dd4")
    assert after.state == (("ep", "Cd4"),)
    agree(str(after).split(" quiet")[0])
    capture = next(move for move in after.legal_moves() if move.special == "en passant")
    assert (str(capture), capture.captures) == (f"Pn{cell}xCd4ep", ("Dd4",))
    done = after.push(capture)
    assert sorted(done.pieces) == sorted(["Aa1", "Hh8", "Cd4"])
    assert done.quiet == 0


def test_en_passant_by_white():
    after = GAME.position("white KiAa1 PnEd5 black KiHh8 PnGe6 turn black").push("PnGe6-Ee6")
    assert "PnEd5xFe6ep" in [str(move) for move in after.legal_moves()]
    agree(str(after).split(" quiet")[0])


def test_en_passant_only_on_the_move_immediately_following():
    position = GAME.position(EP.format("PnDe5"))
    for move in ("PnBd4-Dd4", "KiHh8-Hh7", "KiAa1-Aa2"):
        position = position.push(move)
    assert position.state == ()
    assert [str(move) for move in position.legal_moves("De5")] == ["PnDe5-Ce5"]


@pytest.mark.parametrize("kind", ["Kn", "Qu", "Pr", "Ro"])
def test_en_passant_only_by_a_pawn(kind):
    after = GAME.position(EP.format(f"{kind}De5")).push("PnBd4-Dd4")
    agree(str(after).split(" quiet")[0])
    assert not any(move.special for move in after.legal_moves())


def test_no_en_passant_after_two_single_steps_nor_against_another_piece():
    position = GAME.position("white KiAa1 PnBd4 QuBf6 black KiHh8 PnDe5 PnDe6 PnGa1")
    for move in ("PnBd4-Cd4", "KiHh8-Hh7", "PnCd4-Dd4"):
        position = position.push(move)
    assert not any(move.special == "en passant" for move in position.legal_moves())
    after = GAME.position("white KiAa1 QuBd4 black KiHh8 PnDe5").push("QuBd4-Dd4")
    assert after.state == ()


def test_no_en_passant_that_leaves_ones_own_king_attacked():
    """The two Pawns leave one row together: a Rook behind them then attacks the King."""
    text = "white KiAa1 PnDd4 RoDa4 black KiDh4 PnDe4 turn black ep Cd4"
    position = agree(text)
    assert "PnDe4xCd4ep" not in [str(move) for move in position.legal_moves()]
    assert "PnDe4xCd4ep" in [str(move) for move in agree(text.replace("RoDa4", "RoEa4")).legal_moves()]


def test_en_passant_that_captures_the_checking_pawn():
    position = agree("white KiAa1 PnDd4 QuCh8 RoAc4 RoHe6 black KiEe5 PnDe4 turn black ep Cd4")
    assert position.is_check()
    assert "PnDe4xCd4ep" in [str(move) for move in position.legal_moves()]


@pytest.mark.parametrize(
    "text",
    [
        "white KiAa1 PnDd4 black KiHh8 turn white ep Cd4",
        "white KiAa1 PnDd4 black KiHh8 turn black ep Dd4",
        "white KiAa1 KnDd4 black KiHh8 turn black ep Cd4",
        "white KiAa1 PnDd4 KnCd4 black KiHh8 turn black ep Cd4",
        "white KiAa1 PnEd4 black KiHh8 turn black ep Dd4",
    ],
)
def test_en_passant_where_no_pawn_has_just_passed_is_refused(text):
    with pytest.raises(sm.PositionError, match="ep"):
        GAME.position(text)


@pytest.mark.parametrize(("army", "start", "last"), [("white", "G", "H"), ("black", "B", "A")])
def test_promotion_to_exactly_21_kinds_on_stepping_and_capturing_and_it_is_compulsory(army, start, last):
    enemy = "black" if army == "white" else "white"
    found = GAME.position(f"{army} Pn{start}d4 {enemy} Kn{last}e5 Kn{last}c4 turn {army}").legal_moves()
    assert len(PROMOTIONS) == 21
    for target in (f"{last}d4", f"{last}e5", f"{last}c4"):
        assert sorted(str(move.promotion) for move in found if move.target == target) == PROMOTIONS
    assert len(found) == 63


def test_the_promoted_piece_is_of_the_kind_chosen_and_of_the_pawns_side():
    after = GAME.position("white KiAa1 PnGd4 black KiHh8").push("PnGd4-Hd4=Pr")
    assert after.pieces["Hd4"] == sm.Piece(("prince",), "white")
    assert "Gd4" not in after.pieces
    assert after.is_check() == oracle.attacked(oracle.board("black KiHh8 white PrHd4").pieces, CELLS["Hh8"], "white")


def test_no_promotion_before_the_far_tier_and_a_move_must_say_to_what():
    assert all(move.promotion is None for move in GAME.position("white PnFd4").legal_moves())
    with pytest.raises(sm.MoveError):
        GAME.position("white PnGd4").push("PnGd4-Hd4")
    for kind in ("Ki", "Pn"):
        with pytest.raises(sm.MoveError):
            GAME.position("white PnGd4").push(f"PnGd4-Hd4={kind}")


def test_the_reading_that_a_pawn_may_stay_a_pawn():
    game = sm.game("prince", readings=["pawn_may_stay"])
    position = game.position("white KiAa1 PnGd4 black KiHh8")
    assert sorted(str(m.promotion) for m in position.legal_moves("Gd4")) == sorted([*PROMOTIONS, "Pn"])
    after = position.push("PnGd4-Hd4=Pn")
    assert after.pieces["Hd4"] == sm.Piece(("pawn",), "white")
    assert after.push("KiHh8-Hh7").legal_moves("Hd4") == []
    assert game.position(str(after)) == after
    with pytest.raises(sm.PositionError, match="PnHd4"):
        GAME.position("white PnHd4")
