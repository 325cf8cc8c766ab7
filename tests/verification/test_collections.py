"""Solutions as public collections write them: signs and words that come up there again and again."""

from __future__ import annotations

from typing import Any

import pytest

import shadowmate as sm
from shadowmate.verification.customs import Spelling
from shadowmate.verification.solution_text import Stated, UnreadError, read_stated
from support.puzzles import fixed, verdict

CORNER = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\n"
PASSED = "algebraic: {white: [Kf7, Ph5, Rh1], black: [Kh7, Pg5]}\nstipulation: '#1'\n"


def reported(root: Stated) -> list[Any]:
    """A tree without its lines."""
    return [(each.text, each.mark, each.refutes, reported(each)) for each in root.after]


SAME = [
    ("1.Aa1! zz 1...Bb1 2.Cc1#", "1.Aa1! 1...Bb1 2.Cc1#"),
    ("1.Aa1! - zz\n1...Bb1 2.Cc1# - Dual", "1.Aa1! 1...Bb1 2.Cc1#"),
    ("1.Aa1! \u2013 zz 1...Bb1 2.Cc1 mate", "1.Aa1! 1...Bb1 2.Cc1"),
    ("1.Aa1! 1...Bb1 2.Cc1 stalemate", "1.Aa1! 1...Bb1 2.Cc1"),
    ("1.Aa1! - 2.Cc1#\n1...Bb1 2.Cc2#", "1.Aa1! (2.Cc1#)\n1...Bb1 2.Cc2#"),
    ("1.Aa1! [2.Cc1#]\n1...Bb1 2.Cc2#", "1.Aa1! (2.Cc1#)\n1...Bb1 2.Cc2#"),
    ("1.Aa1! (threat: 2.Cc1#)\n1...Bb1 2.Cc2#", "1.Aa1! (2.Cc1#)\n1...Bb1 2.Cc2#"),
    ("1.Aa1! [Drohung 2.Cc1#]\n1...Bb1 2.Cc2#", "1.Aa1! (2.Cc1#)\n1...Bb1 2.Cc2#"),
    ("1.Aa1! [2.Cc1+\n 2...Bb1 3.Dd1#]\n1...Bb2 2.Cc2", "1.Aa1! (2.Cc1+ 2...Bb1 3.Dd1#)\n1...Bb2 2.Cc2"),
    ("1.Aa1! [2.Cc1 [3.Dd1, Dd2#]\n 2...Bb1 3.Dd3#]", "1.Aa1! (2.Cc1 (3.Dd1, Dd2#) 2...Bb1 3.Dd3#)"),
    ("1.Aa1! [A] [see\nabove (twice)] 1...Bb1 2.Cc1#", "1.Aa1! 1...Bb1 2.Cc1#"),
    ("1.Aa1! Bb1 2.Cc1#\n(1...Bb2 2.Cc2+\n2...Bb3 3.Cc3#)", "1.Aa1! Bb1 2.Cc1#\n1...Bb2 2.Cc2+ Bb3 3.Cc3#"),
    ("1.Aa1! [1…Bb1 2.Cc1# 1. ... Bb2 2.Cc2#]", "1.Aa1! 1...Bb1 2.Cc1# 1...Bb2 2.Cc2#"),
    ("1.Aa1! {(} [2.Cc1#] (1...Bb1 2.Cc2# [1...Bb2 2.Cc3#])", "1.Aa1! (2.Cc1#) 1...Bb1 2.Cc2# 1...Bb2 2.Cc3#"),
    ("1.Aa1! 1...Bb1 or Bb2 2.Cc1# and Cc2#", "1.Aa1! 1...Bb1, Bb2 2.Cc1#, Cc2#"),
    ("1.Aa1! 1...Bb1 oder Bb2 2.Cc1# et Cc2#", "1.Aa1! 1...Bb1, Bb2 2.Cc1#, Cc2#"),
    ("1.f8/S! Bb1 2.g8/B+ Bb2 3.hg8/R#", "1.f8=S! Bb1 2.g8=B+ Bb2 3.hg8=R#"),
    ("1.Aa1! 1...e1=Q+/R/B 2.Cc1#", "1.Aa1! 1...e1=Q+/e1=R/e1=B 2.Cc1#"),
    ("1.ef8Q/R? Bb1!", "1.ef8Q/ef8=R? Bb1!"),
    ("1.Aa1! ad lib 2.Cc1 ad libitum 3.Dd1#", "1.Aa1! ~ 2.Cc1 ~ 3.Dd1#"),
    ("1.Aa1! S~(+) 2.B(x)e7# 1...S6~ 2.R(:)e7#", "1.Aa1! S~ 2.Be7# 1...S6~ 2.Re7#"),
]


@pytest.mark.parametrize(("text", "same"), SAME)
def test_both_texts_say_the_same(text: str, same: str) -> None:
    assert reported(read_stated(text)[""]) == reported(read_stated(same)[""])


@pytest.mark.parametrize("text", ["1.Aa1! [2.Bb1", "1.Aa1! 2.Bb1]", "1.Aa1! [2.Bb1)", "1.S/T", "1.Aa1 S"])
def test_what_is_not_closed_or_no_kind_is_refused(text: str) -> None:
    with pytest.raises(UnreadError):
        read_stated(text)


@pytest.mark.parametrize("moves", ["Ra2/a3/b1", "Rc1/:c1/b1", "Ra4/Rb1/d1"])
def test_behind_a_stroke_the_piece_goes_without_saying(moves: str) -> None:
    text = f"1.{moves}? but 1...Kg8/h8!"
    found = verdict(f"{CORNER}solution: |\n  {text}\n\n  1.Ra8! 1...Kh6 2.Rh8#\n", economy=False)
    assert found.is_sound, found.lines()


def test_behind_a_stroke_a_pawn_that_can_is_meant() -> None:
    game = sm.game("fide")
    position = game.position("white Ka1 Bd3 Pb4 black Kh8")
    spelling = Spelling.of(game, True)
    assert [spelling.legal(position, cell, ("Bf1",)) for cell in ("b5", "e2")] == ["Pb4-b5", "Bd3-e2"]


@pytest.mark.parametrize(("written", "meant"), [("1Rc2", "Rc1-c2"), ("aRa2", "Ra1-a2"), ("3Rxc2", "Rc3-c2")])
def test_the_part_of_a_cell_may_stand_before_the_piece(written: str, meant: str) -> None:
    game = sm.game("fide")
    position = game.position("white Kh1 Ra1 Rc1 Rc3 black Kh8")
    spelling = Spelling.of(game, True)
    assert spelling.legal(position, written) == meant
    with pytest.raises(sm.MoveError):
        spelling.legal(position, "2Rc2")


@pytest.mark.parametrize("reply", ["K~", "~", "ad lib.", "~xh6"])
def test_any_move_of_a_piece_is_not_examined_and_that_is_reported(reply: str) -> None:
    found = verdict(f"{CORNER}solution: 1.Ra8! {reply} 2.Rh8#\n", economy=False)
    assert found.is_sound and [fault.sort.value for fault in found.faults] == ["unchecked"], found.lines()


@pytest.mark.parametrize("text", ["0...g7-g5", "0. ... g5", "Last move: 0...g7-g5.", "0… Pg7-g5"])
def test_the_last_move_before_the_diagram_may_be_stated(text: str) -> None:
    """Only this move allows the capture in passing."""
    stated = f"{PASSED}solution: |\n  {text}\n  1.h5*g6 ep. #\n"
    assert verdict(stated, economy=False).is_sound
    assert not verdict(f"{PASSED}solution: 1.h5*g6 ep. #\n", economy=False).is_sound


def test_the_last_move_is_kept_where_the_rest_is_written_anew() -> None:
    body = fixed(f"{PASSED}solution: |\n  0...g7-g5\n  1.Kf7-f6 #\n").partition("solution: |\n")[2]
    assert [line.strip() for line in body.splitlines()] == ["0...g7-g5", "1.h5*g6 ep. # !"]


WRONG = [
    ("", "0...g6-g5", "unsolved"),  # it was possible, but then nothing can be captured in passing
    ("", "0...f7-f5", "illegal"),  # no such Pawn
    ("", "0...Kg7-h7", "illegal"),  # White left it in check, or went beside it
    ("options: [EnPassant g6]\n", "0...Kh8-h7", "illegal"),
    ("options: [EnPassant g6]\n", "0...h6*g5", "unchecked"),
    ("", "1.h5*g6 ep. #\n  0...g7-g5", "unread"),
]


@pytest.mark.parametrize(("options", "text", "sort"), WRONG)
def test_a_last_move_that_cannot_have_been_made_is_a_fault(options: str, text: str, sort: str) -> None:
    found = verdict(f"{PASSED}{options}solution: |\n  {text}\n  1.h5*g6 ep. #\n", economy=False)
    assert found.faults[0].sort.value == sort, found.lines()


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("pieces", "written", "cell"),
    [
        ("white: [Kf7, Ph5, Rh1], black: [Kh7, Pg5]", "1.h5*g6 ep. #", "g6"),
        ("white: [Kf7, Ph5, Rh1], black: [Kh7, Pg5]", "1.hxg6 e.p.#", "g6"),
        ("white: [Kf7, Pf5, Rh1], black: [Kh8, Pg5, Ph7]", "1.f:g6ep", "g6"),
        ("white: [Kf7, Ph5, Rh1], black: [Kh7, Pg6]", "1.h5*g6 ep. #", None),  # no capture in passing
        ("white: [Kf7, Ph6, Rh1], black: [Kh8, Pg6]", "1.h6*g7 ep.", None),
    ],
)
def test_a_capture_in_passing_without_its_field_is_noted_with_what_it_needs(
    pieces: str, written: str, cell: str | None
) -> None:
    text = f"algebraic: {{{pieces}}}\nstipulation: '#1'\nsolution: {written}\n"
    needs = [fault.text for fault in verdict(text, economy=False).faults if fault.sort.value == "unchecked"]
    assert all(f"needs the field `en-passant: {cell}`" in each for each in needs) and len(needs) == (cell is not None)


SHORT = {
    # What Popeye 4.104 gives as set play of fewer moves than the others of the problem.
    "h#2": ("white: [Kg6, Ra1, Ph7], black: [Kh8, Ph6]", "1...Ra1-a8 #", "1...Ra1-a7 2.h6-h5 Ra7-a8 #"),
    "h#3": ("white: [Ka2, Ra4, Bb4, Ph2], black: [Kf4, Rf3, Bf5, Be5]", "1...Bb4-d2 #", None),
    "hr#2": ("white: [Kh1, Pg2, Ph2], black: [Kg8, Ra2]", "1...Ra2-a1 #", ""),
}


@pytest.mark.parametrize("asked", ["h#2", "hr#2", pytest.param("h#3", marks=pytest.mark.slow)])
def test_set_play_of_help_play_may_be_short(asked: str) -> None:
    pieces, short, full = SHORT[asked]
    text = f"algebraic: {{{pieces}}}\nstipulation: '{asked}'\noptions: [SetPlay]\n"
    found = verdict(f"{text}solution: {short}\n", economy=False)
    assert not any(fault.sort.value == "set play" and fault.line for fault in found.faults), found.lines()
    if full is not None:  # of the h#3 there are more solutions than --fix writes
        written = fixed(f"{text}solution: {short}\n")
        assert short in written and full in written
