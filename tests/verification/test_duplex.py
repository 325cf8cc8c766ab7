"""Duplex problems, which are one for each player: held against brute force with the colours exchanged."""

from __future__ import annotations

import json
from textwrap import indent

import pytest

from oracles import prince
from oracles.orthodox import Chess
from oracles.stipulations import BATTLES, Oracle
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.solver import solve
from shadowmate.verification.puzzle_entries import read_puzzles
from support.cli import fail, run
from support.puzzles import fixed, problem, verdict
from support.ruled import PrincePosition

MATES = "white Kh1 Ra1 Rg1 Pg2 Ph2 black Kg8 Ng4 Pf7 Pg7 Ph7"
"""1.Ra8#, and 1.Nf2#."""
LEGACY = "white Kh1 Ra1 Pg2 Ph2 black Kg8 Qb6 Nh3 Pf7 Pg7 Ph7"
"""1.Ra8+, and 1.Qg1+ Rxg1 2.Nf2#."""
ONE_SIDED = "white Kf6 Ra1 black Kh7"
CASES = [
    (MATES, "#1"), (LEGACY, "#2"), (LEGACY, "s#1"), (ONE_SIDED, "#2"), (ONE_SIDED, "h#2"), (MATES, "h#1"),
    ("white Kh1 Bg1 Rd8 black Kf1 Ph2", "h#1.5"), ("white Kc1 Rd1 black Ka1 Pa2 Qh8", "ser-h#2"),
    ("white Kh1 Bg1 Rd8 black Kf1 Ph2", "ser-#2"),
]  # fmt: skip
HALVES = "white", "black"


def entry(pieces: str, asked: str, options: str = "Duplex") -> str:
    """A puzzle file of it, where knights are S."""
    white, black = (side.replace("N", "S").split() for side in pieces.removeprefix("white ").split(" black "))
    sides = f"white: [{', '.join(white)}], black: [{', '.join(black)}]"
    return f'algebraic: {{{sides}}}\nstipulation: "{asked}"\noptions: [{options}]\n'


def count(pieces: str, asked: Stipulation, exchanged: bool) -> int:
    """By brute force how many keys or lines there are; on the board upside down if the colours are exchanged."""
    sides = dict(zip(HALVES, pieces.removeprefix("white ").split(" black "), strict=True))
    placed = set()
    for army, other in (HALVES, HALVES[::-1]):
        for piece in sides[army].split():
            rank = int(piece[2])
            where = "?abcdefgh".index(piece[1]), 9 - rank if exchanged else rank
            placed.add((where, piece[0], other if exchanged else army))
    oracle: Oracle[Chess] = Oracle(asked.goal.aim.value)
    play = asked.play.value
    begins = "black" if play in ("h", "ser-h") and not asked.half else "white"
    start = Chess(frozenset(placed), begins, frozenset(), None)
    if play in BATTLES:
        return len(oracle.keys(play, start, asked.moves))
    lengths = [len(line) for line in oracle.ended(play, start, asked.moves, asked.half)[asked.moves]]
    return max(map(lengths.count, lengths), default=0)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("pieces", "text"), CASES)
def test_as_many_solutions_for_each_player_as_by_brute_force(pieces: str, text: str) -> None:
    """The half of the second player is the problem with the colours exchanged."""
    asked = Stipulation.parse(text)
    shorter = asked.shorter()
    expected: set[tuple[str, str]] = set()
    for exchanged in (False, True):
        short = bool(shorter) and count(pieces, shorter, exchanged) > 0
        found = count(pieces, asked, exchanged)
        begins = HALVES[exchanged != (asked.play.value in ("h", "ser-h") and not asked.half)]
        sorts = {"short": short, "cook": found > 1, "unsolved": not found + short}
        expected |= {(begins, sort) for sort, holds in sorts.items() if holds}
    faults = verdict(entry(pieces, text), economy=False).faults
    reported = {(fault.text.partition(" begins: ")[0], fault.sort.value) for fault in faults}
    assert {each for each in reported if each[1] in ("short", "cook", "unsolved")} == expected


KNIGHTS, BASSES = "white KiCa2 PnEb5 black KiBc2 KnDd3", "white KiCa2 BaEb5 black KiFh2 BaDd3"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pieces", "text", "begins"),
    [(BASSES, "+1", HALVES), (KNIGHTS, "h+1", HALVES[::-1]), (KNIGHTS, "semi-r+1", HALVES)],
)
def test_in_three_dimensions_each_player_has_what_brute_force_finds(
    pieces: str, text: str, begins: tuple[str, str]
) -> None:
    asked = Stipulation.parse(text)
    white, black = pieces.removeprefix("white ").split(" black ")
    sides = f"white: [{', '.join(white.split())}], black: [{', '.join(black.split())}]"
    found = problem(f'game: prince\nalgebraic: {{{sides}}}\nstipulation: "{text}"\noptions: [Duplex]\n').phases
    assert tuple(phase.turn for phase in found) == begins
    oracle: Oracle[PrincePosition] = Oracle(asked.goal.aim.value)
    some = 0
    for phase in found:
        board = prince.board(f"{pieces} turn {phase.turn}")
        at = PrincePosition(frozenset((cell, *piece) for cell, piece in board.pieces.items()), phase.turn)
        solved = solve(phase.position, phase.stipulation)
        if asked.is_battle:
            assert sorted(solved.keys) == sorted(oracle.keys(asked.play.value, at, asked.moves))
        else:
            lines = oracle.lines(asked.play.value, at, asked.moves, False)
            assert sorted(map(list, solved.lines)) == sorted(map(list, lines))
        some += len(solved.keys or solved.lines)
    assert some


@pytest.mark.sample(8)
@pytest.mark.parametrize("options", ["Duplex", "Duplex, SetPlay", "Duplex, HalfDuplex"])
@pytest.mark.parametrize(("pieces", "text"), [(MATES, "#1"), (LEGACY, "#2"), (MATES, "h#1")])
def test_the_true_solution_is_written_and_read_back(pieces: str, text: str, options: str) -> None:
    again = verdict(fixed(entry(pieces, text, options)), economy=False)
    wrong = {"illegal", "unread", "unstated", "key", "line", "threat", "set play"}
    assert not wrong & {fault.sort.value for fault in again.faults}


POPEYE = """\
   1...Qb6-f2
       2.Ra1-a8 #
   1...Qb6-h6
       2.Ra1-a8 #
   1...Qb6-g6
       2.Ra1-a8 #

1.Ra1-a8 + !
   1...Qb6-d8
       2.Ra8*d8 #
   1...Qb6-b8
       2.Ra8*b8 #


   1...Ra1-a7
       2.Qb6-g1 #
       2.Qb6-b1 #
   1...Ra1-a6
       2.Qb6-g1 #
       2.Qb6-b1 #
   1...Ra1-a5
       2.Qb6-g1 #
       2.Qb6-b1 #
   1...Ra1-a4
       2.Qb6-g1 #
       2.Qb6-b1 #
   1...Ra1-a3
       2.Qb6-g1 #
       2.Qb6-b1 #
   1...Ra1-a2
       2.Qb6-g1 #
       2.Qb6-b1 #
   1...Ra1-g1
       2.Qb6*g1 #
       2.Sh3-f2 #
   1...Ra1-b1
       2.Qb6*b1 #
   1...g2-g4
       2.Qb6-b7 #
       2.Qb6-c6 #
   1...g2-g3
       2.Qb6-b7 #
       2.Qb6-c6 #

1.Qb6-g1 + !
   1...Ra1*g1
       2.Sh3-f2 #
"""
"""The output of Popeye 4.104 with set play: the set play of each player, then its key."""


def test_what_popeye_prints_is_read() -> None:
    text = entry(LEGACY, "#2", "Duplex, SetPlay") + "solution: |2\n" + indent(POPEYE, "  ")
    assert verdict(text, economy=False).is_sound
    wrong = verdict(text.replace("2.Qb6*b1 #", "2.Sh3-f2 #"), economy=False).faults
    assert next(fault.text for fault in wrong if not fault.is_remark).startswith("black begins: ")


BY_WHITE = "1.Ra1-a8 # !"
BY_BLACK = "1.Sg4-f2 # !"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ((BY_WHITE, "", BY_BLACK), None),
        ((BY_BLACK, "", BY_WHITE), None),
        (("1.Ra8#", "1.Sf2#"), None),
        ((BY_WHITE,), "no solution is stated where black begins"),
        ((BY_BLACK,), "no solution is stated where white begins"),
        ((BY_WHITE, "", "1.Sg4-e3 # !"), "black begins: 1.Sg4-e3 is no key"),
        ((BY_WHITE, "", BY_BLACK, "", "1.Rg1-f1 !"), "white begins: 1.Rg1-f1 is no key"),
        (("a)", BY_WHITE, "", "b)", BY_BLACK), None),
        (("a) White begins", "1.Ra8#", "b) Black begins", "1.Sf2#"), None),
        (("a) " + BY_WHITE,), "no solution is stated where black begins"),
        (("b) " + BY_BLACK,), "no solution is stated where white begins"),
        (("a) " + BY_BLACK, "b) " + BY_WHITE), "white begins: Sg4-f2 is not legal: "),
        ((BY_WHITE, "a)", BY_BLACK), "the text before a) belongs to no twin"),
        (("a) " + BY_WHITE, "b) " + BY_BLACK, "c) " + BY_WHITE), "c) is no twin of this problem"),
    ],
)
def test_a_stated_line_belongs_to_the_player_that_can_play_it(lines: tuple[str, ...], why: str | None) -> None:
    text = entry(MATES, "#1") + "solution: |\n" + "".join(f"  {line}\n" for line in lines)
    found = verdict(text, economy=False)
    assert found.is_sound if why is None else any(why in fault.text for fault in found.faults), found.faults


def test_both_are_solved_in_each_twin() -> None:
    text = entry(MATES, "#1") + "twins: {b: Move a1 b1}\n"
    phases = problem(text).phases
    assert [(each.label, each.turn) for each in phases] == [(a, turn) for a in "ab" for turn in HALVES]
    written = read_puzzles("", fixed(text)).entries[0].solution.splitlines()
    first, second = ["1.Ra1-a8 # !", "", "1.Sg4-f2 # !"], ["1.Rb1-b8 # !", "", "1.Sg4-f2 # !"]
    assert written == ["a)", *first, "", "b) wRa1-->b1", *second]


def test_a_piece_is_needed_if_either_player_needs_it() -> None:
    """The knight mates for Black alone, the rook a1 for White alone."""
    faults = verdict(entry(MATES, "#1") + f"solution: |\n  {BY_WHITE}\n  {BY_BLACK}\n").faults
    assert not any("Sg4" in fault.text or "Ra1" in fault.text for fault in faults)


def test_on_the_command_line() -> None:
    code, out, _ = run("solve", f"fide: {MATES}", "#1", "--duplex")
    first, second = out.split("\n\n")
    assert code == 0 and first.startswith("white begins:") and "Ra1-a8#" in first
    assert second.startswith("black begins:") and "Ng4-f2#" in second
    found = json.loads(run("solve", f"fide: {MATES}", "#1", "--duplex", "--json")[1])
    assert [each["keys"] for each in found] == [["Ra1-a8"], ["Ng4-f2"]]
    assert run("solve", f"fide: {ONE_SIDED}", "#2", "--duplex")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (("fide: white Kh1 black Kh8 Rh4", "#1"), "white is in check"),
        ((f"fide: {MATES}", "#1", "--svg", "tree.svg"), "--svg: --duplex has two trees"),
        (("--file", "some.yaml"), "--duplex: has no effect with --file"),
    ],
)
def test_refused_on_the_command_line(
    arguments: tuple[str, ...], answer: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer in fail(monkeypatch, capsys, "solve", *arguments, "--duplex")
