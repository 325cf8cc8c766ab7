"""FEN: known positions are read and written back, random ones too, and what is wrong is named with its column."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shadowmate as sm
from shadowmate.checking.rules import check_rules

FIDE, RAUMSCHACH = sm.game("fide"), sm.game("raumschach")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SPACE = "rnknr/ppppp/5/5/5/ubqub/ppppp/5/5/5/5/5/5/5/5/5/5/5/PPPPP/BUQBU/5/5/5/PPPPP/RNKNR w - - 0 1"

# The positions by which move generators are tested everywhere, and how many moves there are.
KNOWN = {
    START: 20,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": 48,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": 14,
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": 6,
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": 44,
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": 46,
}


def problems(text: str) -> list[str]:
    with pytest.raises(sm.PositionError) as caught:
        sm.position(text)
    return caught.value.problems


# --- what is so -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "moves"), KNOWN.items())
def test_known_positions(text, moves):
    position = sm.position(f"fide: fen {text}")
    assert len(position.legal_moves()) == moves
    assert position.fen() == re.sub(r"\d+$", "1", text)


@pytest.mark.parametrize(("game", "text"), [(FIDE, START), (RAUMSCHACH, SPACE)])
def test_the_array(game, text):
    assert game.start().fen() == text
    assert game.position(f"fen {text}") == game.start()


def test_a_cube_is_written_from_its_highest_tier():
    """Level E, rank 5, from file a on: first of all Ea5."""
    empty = "/".join(["5"] * 24)
    assert str(sm.position(f"raumschach: fen K4/{empty}")) == "raumschach: white KEa5 turn white"
    assert str(sm.position(f"raumschach: fen {empty}/4K")) == "raumschach: white KAe1 turn white"
    assert str(sm.position(f"raumschach: fen 5/5/5/5/5/1u3/{'/'.join(['5'] * 19)} b")) == (
        "raumschach: black UDb5 turn black"
    )


def test_every_part():
    fen = "r3k3/8/8/8/3pP3/8/8/4K2R b Kq e3 0 7"
    position = sm.position(f"fide: fen {fen}")
    assert str(position) == "fide: white Ke1 Pe4 Rh1 black Ra8 Pd4 Ke8 turn black castle a8 h1 ep e3"
    assert "Pd4xe3ep" in [str(move) for move in position.legal_moves()]
    later = sm.position("fide: fen 4k3/8/8/8/8/8/8/4K3 w - - 12 34")
    assert later.quiet == 12
    assert later.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 12 1"


@pytest.mark.parametrize("parts", range(1, 7))
def test_parts_may_be_missing_at_the_end(parts):
    words = ["4k3/8/8/8/8/8/8/4K2R", "b", "K", "-", "12", "3"]
    position = FIDE.position("fen " + " ".join(words[:parts]))
    assert position.turn == ("black" if parts > 1 else "white")
    assert position.state == ((("castle", "h1"),) if parts > 2 else ())
    assert position.quiet == (12 if parts > 4 else 0)


def test_how_often_a_position_has_been_there_is_not_written():
    position = sm.position("fide: white Ke1 black Ke8 quiet 4 seen 2")
    assert FIDE.position(f"fen {position.fen()}").seen == 1


# --- there and back -------------------------------------------------------------------------------


def played(game: sm.Game, rng: random.Random, plies: int) -> sm.Position:
    """A position after random moves; double steps, captures and castling more often than by chance."""
    position = game.start()
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        marked = [move for move in moves if move.special or move.captures]
        position = position.push(rng.choice(marked if marked and rng.random() < 0.4 else moves))
    return position


@pytest.mark.slow
@settings(max_examples=8, derandomize=True)
@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_positions_of_games_read_back(rng, plies):
    position = played(FIDE, rng, plies)
    again = FIDE.position(f"fen {position.fen()}")
    assert (again, again.quiet) == (position, position.quiet)


def test_positions_of_games_in_space_read_back():
    position = played(RAUMSCHACH, random.Random(3), 12)
    assert RAUMSCHACH.position(f"fen {position.fen()}") == position


CELLS = st.sampled_from(sorted(FIDE.vectors))
PIECES = st.sampled_from([letter for letter in FIDE.fen.pieces if letter not in "PpKk"])


@settings(max_examples=100, derandomize=True)
@given(st.dictionaries(CELLS, PIECES, min_size=1), st.sampled_from("wb"), st.integers(0, 999))
def test_any_placement_reads_back(placed, turn, quiet):
    ranks = ["".join(placed.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1)]
    board = re.sub(r"\.+", lambda run: str(len(run.group())), "/".join(ranks))
    text = f"{board} {turn} - - {quiet} 1"
    position = FIDE.position(f"fen {text}")
    assert {cell: (piece.kinds, piece.army) for cell, piece in position.pieces.items()} == {
        cell: FIDE.fen.pieces[letter] for cell, letter in placed.items()
    }
    assert position.fen() == text


# --- what is refused ------------------------------------------------------------------------------

KINGS = "4k3/8/8/8/8/8/8/4K3"
REFUSED = {
    "fide: fen": "'fen' (column 7): the placement of the pieces is missing",
    "fide: fen 8/8/8/8/8/8/8": "7 ranks with '/' between them; fide has 8",
    f"fide: fen {KINGS}/8": "9 ranks with '/' between them; fide has 8",
    "fide: fen 4k3/8/8/8/8/8/7/4K3": "'7' (column 25): a2 to h2 are 8 cells, and this describes 7",
    "fide: fen 4k3/8/8/8/8/8/9/4K3": "'9' (column 25): a2 to h2 are 8 cells, and this describes 9",
    "fide: fen 4k3/8//8/8/8/8/4K3": "'' (column 17): a6 to h6 are 8 cells, and this describes 0",
    "fide: fen 4k3/8/8/8/8/8/8/4K1x1": "'x' (column 30): no piece has this letter; there are B, K, N, P, Q, R, b, k,",
    "fide: fen 4k3/8/8/8/8/8/8/4K03": "'0' (column 29): no piece has this letter",
    f"fide: fen {KINGS} white": "'white' (column 31): the turn is w or b",
    f"fide: fen {KINGS} w KX": "'X' (column 34): 'castle' is - or letters of K, Q, k, q",
    f"fide: fen {KINGS} w K": "'K' (column 33), castle h1: no royal piece and partner stand where this castling starts",
    f"fide: fen {KINGS} w - i9": "'i9' (column 35): 'ep' is - or a cell, from a1 to h8",
    f"fide: fen {KINGS} b - e3": "'e3' (column 35), ep e3: no opponent's piece can have just passed this cell",
    f"fide: fen {KINGS} w - - x": "'x' (column 37): the moves without progress are a number from 0 to 999999",
    f"fide: fen {KINGS} w - - -1": "'-1' (column 37): the moves without progress are a number",
    f"fide: fen {KINGS} w - - 0 0": "'0' (column 39): the full move is a number from 1 to 999999",
    f"fide: fen {KINGS} w - - 0 1 quiet 3": "'quiet' (column 41): a FEN has 6 parts",
    "fide: fen 8/8/8/8/8/8/8/8": "'8/8/8/8/8/8/8/8' (column 11): there is no piece",
    "fide: fen 3PK3/8/8/8/8/8/8/8": "'P' (column 12), on d8: a piece of this kind cannot stand here",
    "raumschach: fen " + "/".join(["4K", *["5"] * 24]) + " w KQ": "'K' (column 70): 'castle' is -",
    "prince: fen 8/8": "'fen' (column 9): prince has no FEN",
    "fen 8/8": "'fen' (column 1): prince has no FEN",
    f"fide: {KINGS} w - - 0 1": f"'{KINGS}' (column 7): a FEN is written 'fide: fen {KINGS} ...'",
    f"{KINGS} w - - 0 1": "it fits fide, golem, koth, makruk, parametric and werewolf: put the name of the game in",
    f"fide fen {KINGS}": "'fide' (column 1): the name of a game is followed by a colon, 'fide: ...'; "
    "its array is 'fide: start'",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_wrong_is_named_with_its_column(text):
    assert any(REFUSED[text] in problem for problem in problems(text)), problems(text)


def test_all_problems_are_reported_at_once():
    found = problems("fide: fen rnbqkbnx/9/8/8/8/8/PPPPPPPP/RNBQKBNR x KX z9 -1 0 more")
    assert len(found) == 8
    assert all("column" in problem for problem in found)


def test_what_a_fen_cannot_say_is_not_written():
    with pytest.raises(sm.PositionError, match="prince has no FEN"):
        sm.position("white PrDd4").fen()


def only_our_errors(text: str) -> None:
    try:
        position = FIDE.position(text)
    except sm.ShadowmateError as error:
        assert str(error).strip()
    else:
        assert FIDE.position(str(position)) == position


@settings(max_examples=60, derandomize=True)
@given(st.text(max_size=40))
def test_any_text_raises_only_our_errors(text):
    only_our_errors(f"fen {text}")


def test_mutated_fens_raise_only_our_errors():
    rng = random.Random(1)
    for _ in range(80):
        text = list(rng.choice(list(KNOWN)))
        for _ in range(rng.randint(1, 3)):
            text[rng.randrange(len(text))] = rng.choice([*"KQkq-/ wbe390", "é", "٣", "²", "\0", "\n", ""])
        only_our_errors("fen " + "".join(text))


@pytest.mark.parametrize("text", ["x" * 10**5, "9" * 10**5, "8/" * 10**5, f"{KINGS} w {'KX' * 10**5}", "8 " * 10**5])
def test_enormous_fens_are_refused_at_once(text):
    began = time.process_time()
    found = problems(f"fide: fen {text}")
    assert time.process_time() - began < 1
    assert sum(map(len, found)) < 5000


# --- what check-rules finds -----------------------------------------------------------------------

TINY = """\
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/cubic.lp".
#include "boards/fen.lp".
size(3,2,2).
player(white,1).
player(black,2).
abbreviation(king,"K").  motion(king,step,orthogonal,any).  royal(king).
start(white,king,(1,1,1)).  start(black,king,(3,2,2)).
"""

MISTAKES = {
    'abbreviation(ox,"Ox").  motion(ox,step,orthogonal,any).': "a FEN has no letter for ox of",
    'abbreviation(ox,"O").  motion(ox,step,orthogonal,any).  fen_letter(white,ox,"K").': "K is the letter of king",
    "player(red,3).": "a FEN has no letter for the turn of red",
    'fen_right("K",(9,9,9)).': "(9,9,9) is not a cell of the board",
    'fen_right("K",((1,1,1);(2,1,1))).': "K is the letter of the right on (1,1,1) too",
    "fen_field(5,pot).": "positions have no field pot",
}


def tiny(folder: Path, added: str = "") -> Path:
    folder.mkdir()
    (folder / "game.lp").write_text(TINY + added + "\n")
    return folder


@pytest.mark.slow
def test_a_small_game_of_ones_own_has_fen(tmp_path):
    assert check_rules(tiny(tmp_path / "tiny")) == []
    game = sm.game("tiny", rules=[tmp_path])
    assert game.start().fen() == "2k/3/3/K2 w - - 0 1"
    assert game.position("fen 2k/3/3/K2") == game.start()


@pytest.mark.slow
@pytest.mark.parametrize("added", MISTAKES)
def test_mistakes_in_the_rules_are_found(tmp_path, added):
    found = check_rules(tiny(tmp_path / "tiny", added))
    assert any(finding.message.startswith(MISTAKES[added]) for finding in found), found
