"""Problems of the collection, which are sound, broken in every way there is: each is refused for the right reason."""

from __future__ import annotations

import pytest

from shadowmate.verification.faults import Sort
from support.paths import ROOT
from support.puzzles import verdict


def documents(name: str) -> list[str]:
    """What comes before, between and after the `---` of a file of the collection."""
    return [f"{each}\n" for each in (ROOT / "puzzles" / "problems" / name).read_text().rstrip().split("\n---\n")]


FLAT, OTHERS, NOBLE = map(documents, ("flat.yaml", "others.yaml", "composed/latrunculi.yaml"))
BASES = {
    "corner": FLAT[1], "rooks": FLAT[2], "long": FLAT[3], "castling": FLAT[4], "self": FLAT[5], "series": FLAT[6],
    "stalemate": FLAT[7], "twins": FLAT[8], "space": OTHERS[1],
    "nobles": NOBLE[14],
}  # fmt: skip
KEY = "1.Ra1-a8 ! zugzwang."
PIECES = "white: [Ke1, Rh1, Rg7]\n  black: [Ka1, Bb1, Bf4]"

BROKEN = [
    # The solution that is stated is not the solution.
    ("corner", "1.Ra1-a8 !", "1.Ra1-a7 !", Sort.KEY, "1...Kh7-g8, Kh7-h6, Kh7-h8"),
    ("corner", KEY, "1.Ra1-b1 !", Sort.KEY, "refuted by 1...Kh7-g8, Kh7-h8"),
    ("corner", "2.Ra8-h8 #", "2.Ra8-a1 #", Sort.LINE, "does not reach the goal (mate), because black is not in check"),
    ("corner", "2.Ra8-h8 #", "2.Ra8-h7 #", Sort.ILLEGAL, "Ra8-h7"),
    ("corner", "1.Ra1-a8 !", "1.Ra1-b8 !", Sort.ILLEGAL, "Ra1-b8"),
    ("corner", "2.Ra1-h1 #\n\n", "2.Ra1-a5 #\n\n", Sort.SET_PLAY, "2.Ra1-a5"),
    ("corner", "1...Kh7-h8 !", "1...Kh7-h6 !", Sort.TRY, "not refuted by 1...Kh7-h6: it is answered by 2.Rg1-h1"),
    ("corner", "          2.Rg1-h1 #", "          2.Rg1-g8 #", Sort.TRY, "2.Rg1-g8"),
    ("corner", "threat:\n          2.Ra1-h1 #", "threat:\n          2.Ra1-a7 #", Sort.THREAT, "2.Ra1-a7"),
    ("corner", "1.Ra1-a8 ! zugzwang.", "1.Ra1-a8 ?", Sort.TRY, "1.Ra1-a8 is stated as a try, but is a key"),
    ("long", "2.Rf4*f8\n", "2.Rf4-h4\n", Sort.LINE, "refuted by 2...Bf8-h6"),
    ("long", "3.Rf8-h8 #", "3.Rf8-h8\n  3...Kh6-g5 4.Rh8-h5", Sort.ILLEGAL, "Kh6-g5"),
    ("long", "1.Rc3-g3 + !\n", "1.Rc3-g3 + ! threat:\n   2.Rf4-h4\n", Sort.THREAT, "gives check"),
    ("rooks", "2.Rf2-h2 #", "2.Rf2-f8 #", Sort.THREAT, "2.Rf2-f8"),
    ("castling", "1.Ka1-b2 Rg7-g2 + 2.Kb2-c1 0-0 #", "1.Ka1-b2 Rg7-g2 + 2.Kb2-c1 Rh1-g1 #", Sort.LINE, "mate"),
    ("castling", "2.Kb2-c1 0-0 #", "", Sort.LINE, "2 single moves, and h#2 has 4"),
    ("castling", "0-0 #", "0-0-0 #", Sort.ILLEGAL, "0-0-0"),
    ("castling", "  1.Ka1-b2 Rg7-g2 + 2.Kb2-c1 0-0 #\n", "", Sort.UNSTATED, "no solution"),
    ("castling", "stipulation: h#2", "stipulation: h#2\noptions: [SetPlay]", Sort.SET_PLAY, "no line of it reaches"),
    ("self", "1.Rh8-h4", "1.Rh8-h5", Sort.KEY, "1...Ka3-a4"),
    ("series", "1.Kf8-g8 Ra1-a8 #", "1.Kf8-e8 Ra1-a8 #", Sort.LINE, "does not reach the goal (mate), because black is"),
    ("twins", "  b)\n  1.Ka1-b1 Kd3-c3 2.Kb1-c1 Rg2-g1 #\n", "", Sort.UNSTATED, "no solution"),
    ("twins", "2.Kb1-c1 Rg2-g1 #", "2.Kb1-c1 Rg2-c2 #", Sort.LINE, "Kb1-c1"),
    ("space", "2.QCb3-Ba3 #", "2.QCb3-Ca3 #", Sort.LINE, "QCb3-Ca3"),
    ("space", "1.RBd3-Bb3 !", "1.RBd3-Ad3 !", Sort.KEY, "refuted by"),
    ("nobles", "RoEc8=Es", "RoEc8=Ar", Sort.ILLEGAL, "RoEc8 becomes Es, not Ar; there is PrCd7-Dd8=Ar&RoEc8=Es"),
    # The file cannot be read.
    ("corner", KEY, "1.Rook to a8", Sort.UNREAD, "'Rook'"),
    ("corner", KEY, "(1.Ra1-a8 !", Sort.UNREAD, "bracket"),
    ("corner", KEY, ") 1.Ra1-a8 !", Sort.UNREAD, "bracket"),
    ("corner", "          2.Ra8-h8 #", "          3.Ra8-h8 #", Sort.UNREAD, "no move before it"),
    ("twins", "  b)", "  a)", Sort.UNREAD, "twice"),
    ("twins", "  b)", "  c)", Sort.UNREAD, "c) is no twin"),
    ("corner", KEY, "a) 1.Ra1-a8 !", Sort.UNREAD, "a) is no twin"),
    # The problem is not sound.
    ("corner", '"#2"', '"#1"', Sort.UNSOLVED, "#1 has no solution: no move of white forces"),
    ("corner", '"#2"', '"#3"', Sort.SHORT, "solves it in 2 moves, and #3 is stated"),
    ("corner", "white: [Kf6, Ra1]", "white: [Kf6, Ra1, Qg2]", Sort.SHORT, "solves it in 1 move, and #2 is stated"),
    ("rooks", "white: [Kb6, Rf2, Rg7]", "white: [Kb6, Rf2, Rg7, Sc5]", Sort.NEEDLESS, "white Sc5"),
    ("corner", "white: [Kf6, Ra1]", "white: [Kf6, Ra1, Pb2]", Sort.NEEDLESS, "white Pb2"),
    ("castling", "black: [Ka1, Bb1, Bf4]", "black: [Ka1, Bb1]", Sort.COOK, "is not stated"),
    ("castling", "stipulation: h#2", "stipulation: h#2\ncastling: []", Sort.UNSOLVED, "no line of play reaches"),
    ("castling", "stipulation: h#2", "stipulation: h#2\nintended-solutions: 2", Sort.MISSING, "1 solution, and 2"),
    ("castling", "stipulation: h#2", "stipulation: h#2\nintended-solutions: 1.2.1.1", Sort.MISSING, "2 intended"),
    ("castling", "stipulation: h#2", "stipulation: h#3", Sort.SHORT, "solves it in 2 moves, and h#3 is stated"),
    ("long", "black: [Bf8, Kg7]", "black: [Kg7]", Sort.COOK, "is not stated"),
    ("long", "white: [Rc3, Rf4, Kh2]", "white: [Rc3, Rf4, Kh2, Qa4]", Sort.COOK, "is not stated"),
    ("space", "white: [RBd3, KBe5, QCb3]", "white: [RBd3, KBe5, QCb3, QEe3]", Sort.COOK, "not stated"),
    ("space", "white: [RBd3, KBe5, QCb3]", "white: [RBd3, KBe5, QCb3, PEe4]", Sort.NEEDLESS, "white PEe4"),
    # The position cannot be.
    ("corner", "black: [Kh7]", "black: [Ka7]", Sort.IMPOSSIBLE, "black is in check"),
    ("castling", PIECES, "white: [Kb3, Rh1]\n  black: [Ka1]", Sort.IMPOSSIBLE, "the game is over: checkmate"),
    ("corner", "Ra1]", "Ra1, Pa2, Pb2, Pa3]", Sort.IMPOSSIBLE, "Pa2, Pa3, Pb2 (white) are 3 pieces, and only 2"),
    ("space", "black: [KAa4]", "black: [KBb3]", Sort.IMPOSSIBLE, "black is in check"),
]  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize(("base", "old", "new", "sort", "answer"), BROKEN)
def test_a_broken_copy_is_refused_for_the_right_reason(base: str, old: str, new: str, sort: Sort, answer: str) -> None:
    assert BASES[base].count(old) >= 1
    found = verdict(BASES[base].replace(old, new, 1))
    assert found.is_sound is False
    faults = [fault for fault in found.faults if fault.sort is sort and not fault.is_remark]
    assert any(answer in fault.text for fault in faults), found.lines()
