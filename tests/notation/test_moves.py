"""Moves are read in full, or as much of them as is unambiguous."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shadowmate as sm
from support.small import small

OPERA = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 "
    "Rxd7! Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+!! Nxb8 Rd8#"
)
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, as every book has it."""

PROMOTING = "fide: white Ke1 Pa7 Pc7 black Ke8 Rb8"
CASTLING = "prince: white KiAd4 BaAa1 BaAh8 black KiHf7 castle Aa1 Ah8"
PROMOTED = "latrunculi: white EmCc1 PrBb7 PsAa6 RoAa5 RoAb2 black EmEe10"
TIED = "latrunculi: white HeCc7 EmAa10 RoBb2 RoDd2 black EmEe1"
COMPOUND = "extreme: white pR+lU+NDd4 KAa1 black lRDe4 KHg8"
CROWDED = "fide: white Ke1 Ra1 Rh1 Nb1 Nf3 Pd4 Pf4 black Ke8 Pe5 castle a1 h1"


@pytest.mark.slow
def test_a_game_in_short_algebraic() -> None:
    position = sm.position("fide: start")
    for move in OPERA.split():
        position = position.push(move)
    assert position.outcome() == sm.Outcome("checkmate", "white")
    assert position.fen().split()[0] == "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "text", "move"),
    [
        (CROWDED, "O-O", "Ke1-g1&Rh1-f1"),
        (CROWDED, "0-0", "Ke1-g1&Rh1-f1"),
        (CROWDED, "Rg1", "Rh1-g1"),
        (CROWDED, "Nbd2", "Nb1-d2"),
        (CROWDED, "N3d2", "Nf3-d2"),
        (CROWDED, "dxe5", "Pd4xe5"),
        (CROWDED, "d5", "Pd4-d5"),
        (CROWDED, "Nxe5", "Nf3xe5"),
        (CROWDED, "f3:e5", "Nf3xe5"),
        (CROWDED, "f3e5+", "Nf3xe5"),
        (PROMOTING, "axb8=N", "Pa7xb8=N"),
        (PROMOTING, "axb8Q", "Pa7xb8=Q"),
        (PROMOTING, "a7a8q", "Pa7-a8=Q"),
        (PROMOTING, "a8=n", "Pa7-a8=N"),
        (PROMOTING, "cxb8(R)+", "Pc7xb8=R"),
        ("fide: white Ke1 Pe5 black Ke8 Pd5 ep d6", "exd6 e.p.", "Pe5xd6ep"),
        (CASTLING, "O-O", "KiAd4-Ab2&BaAa1-Ac3"),
        (CASTLING, "O-O-O", "KiAd4-Af6&BaAh8-Ae5"),
        ("prince: white PrDd4 KiAa1 black KiHf7", "PrHd4", "PrDd4-Hd4"),
        (CASTLING, "Ad4-Ab2&BaAa1-Ac3", "KiAd4-Ab2&BaAa1-Ac3"),
        (PROMOTED, "Bb8", "PrBb7-Bb8=Ar&PsAa6=Es"),
        (TIED, "HeCc7-Dd8&RoDd2", "HeCc7-Dd8=Ba&RoDd2=Bs"),
        (CASTLING, "Ad4-Ab2&BaAa1", "KiAd4-Ab2&BaAa1-Ac3"),
        (COMPOUND, "pR+lU+NDd4xDe4", "N+lU+pRDd4xDe4=cR+N+lU"),
        (COMPOUND, "lU+N+pRDd4xDe4=N+lu+Cr", "N+lU+pRDd4xDe4=cR+N+lU"),
        (PROMOTED, "PrBb8&PsAa6=Es!", "PrBb7-Bb8=Ar&PsAa6=Es"),
    ],
)
def test_short_moves(position: str, text: str, move: str) -> None:
    """`push` and `why` read alike."""
    asked = sm.position(position)
    assert str(asked.move(text)) == move
    assert asked.why(text).move == move


@pytest.mark.sample(8)
@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        (CROWDED, "Nd2", "may be any of Nb1-d2, Nf3-d2"),
        (CROWDED, "", "names no move; expected a piece and two cells"),
        (CROWDED, "Qd2", "not legal"),
        (CROWDED, "Nh5", "no piece that this can mean has a route to that cell"),
        (CROWDED, "c7", "no piece that this can mean has a route to that cell"),
        ("fide: white Ke1 Nb1 Nf3 Pd2 black Ke8", "Nd2", "may start from b1, f3"),
        ("fide: white Ke1 black Ke8", "O-O-O", "not legal"),
        ("raumschach: start", "O-O", "has no such castling"),
        (CASTLING, "Ad4-Ab2&BaAa1-Ac4", "the part behind & does not fit; there is KiAd4-Ab2&BaAa1-Ac3"),
        (PROMOTED, "PrBb7-Bb8=Ar&RoAa5=Es", "not the foremost: PsAa6 comes before it; there is PrBb7-Bb8=Ar&PsAa6=Es"),
        (PROMOTED, "PrBb7-Bb8=Ar&EmCc1=Es", "princess or rook changes with it, and EmCc1 is not one"),
        (PROMOTED, "PrBb7-Bb8=Ar&PsAa6=Ds", "PsAa6 becomes Es, not Ds; there is PrBb7-Bb8=Ar&PsAa6=Es"),
        (PROMOTED, "PrBb7-Bb8=Ar&Aa6=Es", "the part behind & does not fit; there is PrBb7-Bb8=Ar&PsAa6=Es"),
        (PROMOTED, "EmCc1-Cc2&PsAa6=Es", "no other piece changes with it; there is EmCc1-Cc2"),
        (TIED, "HeCc7-Dd8=Ba&EmAa10=Bs", "there is HeCc7-Dd8=Ba&RoBb2=Bs, HeCc7-Dd8=Ba&RoDd2=Bs"),
        (CROWDED, "N" * 100_000, "names no move"),
        (CROWDED, " " * 1_000_000, "names no move"),  # without end if each space starts a search of its own
    ],
)
def test_what_is_no_move_here(position: str, text: str, words: str) -> None:
    asked = sm.position(position)
    with pytest.raises(sm.MoveError):
        asked.push(text)
    try:
        found = asked.why(text)
    except sm.MoveError as error:
        assert words in str(error) and len(str(error)) < 400
    else:
        assert not found.legal and found.reasons and words in str(found)


@pytest.mark.slow
@given(st.data())
def test_whatever_a_short_move_means_is_among_what_it_may_mean(data: st.DataObject) -> None:
    """Any part of a move's text that is read at all is read as that move, or as one that is written so too."""
    asked = sm.position(data.draw(st.sampled_from([CROWDED, PROMOTING])))
    move = data.draw(st.sampled_from(asked.legal_moves()))
    origin = data.draw(st.sampled_from(["", move.origin, move.origin[:1], move.origin[1:]]))
    text = data.draw(st.sampled_from(["", move.piece])) + origin + data.draw(st.sampled_from(["", "x", "-"]))
    text += move.target + (f"={move.promotion}" if move.promotion else "")
    try:
        found = asked.move(text)
    except sm.MoveError as error:
        assert "may be any of" in str(error)
    else:
        assert found == move or (found.target, found.piece) == (move.target, "P")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        ("fide: white Ke1 Pb7 black Kh8", "b8=K", "Pb7 cannot become 'K' there"),
        ("fide: white Ke1 Ra2 Rh1 black Ke8 Pa5", "Ra7", "every route of Ra2 to a7 is blocked"),
        ("fide: white Ke1 Pe2 Pd2 Ne3 black Ke8", "e4", "every route of Pe2 to e4 is blocked"),
    ],
)
def test_the_one_piece_that_could_but_for_something_is_meant(position: str, text: str, reason: str) -> None:
    assert reason in sm.position(position).why(text).reasons[0]


def test_castling_is_not_a_step_between_the_same_cells(tmp_path: Path) -> None:
    """The King goes one step to castle, which it may also do alone."""
    castles = "castling(white,(3,1,1),(2,1,1),(1,1,1),(3,1,1)).  castling_partner(rook)."
    game = small(tmp_path, f"{castles}  castling_empty(white,(1,1,1),(2,1,1)).")
    position = game.position("white Ra1 Kc1 black Ke5 castle a1")
    assert str(position.move("O-O")) == "Kc1-b1&Ra1-c1"
    assert {str(move) for move in position.legal_moves("c1") if move.target == "b1"} == {"Kc1-b1", "Kc1-b1&Ra1-c1"}
    assert position.why("O-O").legal
