"""Any text as a position or a move: only errors of the package's own, and short ones."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shadowmate as sm
from oracles import prince as oracle

GAME = sm.game("prince")
CELLS = sorted(oracle.CELLS)
SAMPLE = settings(max_examples=100, derandomize=True)

VALID = [
    "prince: white KiAa1 PrDd4 black KiHf7 turn white",
    "prince: white KiAd4 BaAa1 BaAh8 black KiHh8 castle Aa1 Ah8 quiet 12 seen 2",
    "white KiAa1 PnDd4 black KiHh8 PnDe5 turn black ep Cd4",
    "start",
]


WORDS = [
    *("white", "black", "turn", "castle", "ep", "quiet", "seen", "start"),
    *("KiAa1", "KiHh8", "PrDd4", "PnAa1", "PnBb2", "BaAa1", "Aa1", "Cb2", "Dd9", "Xx", "0", "7", ":", "+", ","),
]


def only_our_errors(text):
    """Read a text. An accepted position reads back the same; a refusal is an error of the package with a message."""
    try:
        position = sm.position(text)
    except sm.ShadowmateError as error:
        assert str(error).strip()
    else:
        assert sm.position(str(position)) == position


@pytest.mark.slow
@SAMPLE
@given(st.text(max_size=60))
def test_any_text_as_a_position_raises_only_our_errors(text):
    only_our_errors(f"prince: {text}")


@pytest.mark.slow
@settings(max_examples=8, derandomize=True)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)))
def test_any_text_without_a_game_raises_only_our_errors(text):
    """All games are asked whether they can read it, which takes its time."""
    only_our_errors(text)


@SAMPLE
@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_known_words_in_any_order_raise_only_our_errors(words):
    only_our_errors(" ".join(["prince:", *words]))


@pytest.mark.parametrize("seed", range(4))
def test_mutated_positions_raise_only_our_errors(seed):
    rng = random.Random(seed)
    for _ in range(40):
        text = list(rng.choice(VALID[:3]))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            change = rng.randrange(4)
            if change == 0:
                del text[at]
            elif change == 1:
                text.insert(at, rng.choice("aAhHK18:+, \n\0é٣²"))
            elif change == 2:
                text[at] = chr(rng.randrange(1, 0x2FF))
            else:
                text[at:at] = text[rng.randrange(len(text)) :][:8]
        only_our_errors("".join(text))


@pytest.mark.parametrize("text", ["white PrDd4 quiet " + "9" * 5000, "seen " + "1" * 10_000, "turn " + "w" * 5000])
def test_enormous_values_raise_only_our_errors(text):
    only_our_errors(text)


@pytest.mark.parametrize(
    "text",
    [
        "white PrDd4" + "x" * 20_000, "w" * 20_000, "white " + "Pr+" * 5000 + "Dd4",
        "fide: Black Rf5 Qc4 ep f" * 1000, "Black Rf5 ep f" * 2000, "fide: white " + "Dd1 " * 5000,
    ],
)  # fmt: skip
def test_enormous_texts_are_refused_at_once(text):
    """A suggestion, or another game or language that it may be of, is not worth waiting for."""
    began = time.process_time()
    only_our_errors(text)
    assert time.process_time() - began < 1


POSITION = GAME.position("white KiAa1 PnGd4 RoBa1 black KiHf7 KnHe5 turn white")


LEGAL = [str(move) for move in POSITION.legal_moves()]


@settings(max_examples=200, derandomize=True)
@given(st.one_of(st.text(max_size=20), st.tuples(st.sampled_from(CELLS), st.sampled_from(CELLS)).map("".join)))
def test_any_text_as_a_move_raises_only_a_move_error(text):
    try:
        move = POSITION.move(text)
    except sm.MoveError as error:
        assert text in str(error)
    else:
        assert str(move) in LEGAL


def test_mutated_moves_raise_only_a_move_error():
    rng = random.Random(5)
    for _ in range(400):
        text = list(rng.choice(LEGAL))
        at = rng.randrange(len(text))
        text[at : at + rng.randint(0, 1)] = rng.choice(["", "x", "-", "=", "&", "A", "1", "\0", "é", "ep"])
        try:
            move = POSITION.move("".join(text))
        except sm.MoveError as error:
            assert str(error)
        else:
            assert str(move) in LEGAL


def test_every_legal_move_is_read_as_it_is_printed():
    for text in LEGAL:
        assert str(POSITION.move(text)) == text
    assert str(POSITION.move("Ba1Ca1")) == "RoBa1-Ca1"
    assert str(POSITION.move("PnGd4He5=Qu")) == "PnGd4xHe5=Qu"


def test_a_move_object_of_another_position_is_refused_where_it_is_not_legal():
    """`push` promises a MoveError for a move that is not legal; it asks, whether or not it was asked before."""
    move = GAME.position("white KiAa1 PrDd4 black KiHh7").move("PrDd4-Ee5")
    for asked in (False, True):
        other = GAME.position("white KiAa1 RoDd4 black KiHh7")
        if asked:
            other.legal_moves()
        with pytest.raises(sm.MoveError):
            other.push(move)


@pytest.mark.slow
def test_moves_from_a_cell_that_there_is_not_are_refused_in_the_same_way_always():
    answers = []
    for asked in (False, True):
        position = GAME.position("white KiAa1 black KiHh8")
        if asked:
            position.legal_moves()
        try:
            answers.append(position.legal_moves("Zz9"))
        except (sm.ShadowmateError, KeyError) as error:
            answers.append(type(error))
    assert answers[0] == answers[1]
    assert answers[0] is not KeyError
