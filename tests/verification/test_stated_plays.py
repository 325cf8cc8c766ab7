"""Every play is judged: keys and lines counted as by brute force, and what is stated of them compared."""

from __future__ import annotations

import pytest

from oracles.orthodox import Chess
from oracles.stipulations import BATTLES, Oracle
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search.limits import Limits
from shadowmate.verification.verify import verdict_on
from support.puzzles import fixed, problem, verdict

CORNERED = "white Ka1 Bb1 Rh8 black Ka3 Pb3"
EDGE = "white Kf7 Ra1 black Kh8"
CASES = [
    (CORNERED, "hs#1"), (CORNERED, "hr#1"), (CORNERED, "ser-s#1"), (CORNERED, "ser-s#2"), (CORNERED, "ser-r#1"),
    (CORNERED, "pser-s#2"), (CORNERED, "pser-r#1"), (CORNERED, "phser-s#2"), (CORNERED, "exact-phser-s#2"),
    (CORNERED, "phser-r#1"), ("white Kc1 black Ka1 Pa3", "exact-s~2"), ("white Kf6 Ra1 black Kh7", "exact-#2"),
    ("white Kc1 black Ka1 Pa3", "hs~1.5"), (EDGE, "pser-#2"), (EDGE, "phser-#2"), (EDGE, "exact-ser-#2"),
    ("white Kd6 Rg1 black Kd8", "pser-h#2"), ("white Kc1 Rd1 black Ka1 Pa2 Qh8", "reci-h#1"),
    ("white Kc1 Rd1 black Ka1 Pa2", "reci-h#1"),
]  # fmt: skip
"""A problem or more of every play that lacks tests elsewhere; the last has no solution."""
BLACK = ("hs~1.5", "pser-h#2", "reci-h#1")
"""Those where Black begins, by custom."""


def entry(pieces: str, asked: str) -> str:
    white, black = pieces.removeprefix("white ").split(" black ")
    sides = f"white: [{', '.join(white.split())}], black: [{', '.join(black.split())}]"
    return f"algebraic: {{{sides}}}\nstipulation: {asked}\n".replace(asked, f'"{asked}"')


def at(pieces: str, turn: str) -> Chess:
    """The position as the oracle has it."""
    white, black = pieces.removeprefix("white ").split(" black ")
    placed = {
        (("?abcdefgh".index(piece[1]), int(piece[2])), piece[0], army)
        for army, side in (("white", white), ("black", black))
        for piece in side.split()
    }
    return Chess(frozenset(placed), turn, frozenset(), None)


def count(pieces: str, asked: Stipulation) -> int:
    """The number of keys, or of lines; in reciprocal play the number of lines of the more frequent length."""
    play, turn = asked.play.value, "black" if str(asked).removeprefix("exact-") in BLACK else "white"
    oracle: Oracle[Chess] = Oracle(asked.goal.aim.value)
    name = ("exact-" if asked.exact else "") + play
    if name in BATTLES:
        return len(oracle.keys(name, at(pieces, turn), asked.moves))
    lengths = [len(line) for line in oracle.ended(play, at(pieces, turn), asked.moves, asked.half)[asked.moves]]
    return max(map(lengths.count, lengths), default=0)


@pytest.mark.sample(15)
@pytest.mark.parametrize(("pieces", "text"), CASES)
def test_as_many_solutions_as_by_brute_force(pieces: str, text: str) -> None:
    asked = Stipulation.parse(text)
    shorter = asked.shorter()
    short = bool(shorter) and count(pieces, shorter) > 0
    found = count(pieces, asked)
    sorts = {fault.sort.value for fault in verdict(entry(pieces, text), economy=False).faults}
    # Of a battle with a short solution the keys are those that are short.
    assert {"short", "cook", "unsolved"} & sorts == {
        *(["short"] if short else []), *(["cook"] if found > 1 else []), *(["unsolved"] if not found + short else []),
    }  # fmt: skip


@pytest.mark.sample(11)
@pytest.mark.parametrize(("pieces", "text"), CASES[:-1])
def test_the_true_solution_is_read_back(pieces: str, text: str) -> None:
    again = verdict(fixed(entry(pieces, text)), economy=False)
    assert not {"illegal", "unread", "unstated", "key", "line", "threat"} & {fault.sort.value for fault in again.faults}


@pytest.mark.parametrize(
    ("pieces", "text", "solution"),
    [
        (CORNERED, "hs#1", "1.Rh8-h4 b3-b2 #"),
        (CORNERED, "ser-s#1", "1.Rh8-h4 b3-b2 #"),
        ("white Kf6 Ra1 black Kh7", "exact-#2", "1.Ra1-a8 ! zugzwang. 1...Kh7-h6 2.Ra8-h8 #"),
        ("white Kg8 Qg3 Bd8 black Ke6 Qg2", "hs#2", None),
    ],
)
def test_a_sound_problem(pieces: str, text: str, solution: str | None) -> None:
    words = entry(pieces, text)
    words = fixed(words) if solution is None else f"{words}solution: |\n  {solution}\n"
    assert verdict(words, economy=False).is_sound


@pytest.mark.parametrize(
    ("pieces", "text", "solution", "why"),
    [
        (CORNERED, "hs#1", "1.Rh8-h5 b3-b2 #", "it does not force the goal (mate), because black can reply "),
        (CORNERED, "hs#1", "1.Rh8-h4 b3-b1 #", "b3-b1 is not legal: Pb3 moves there only without capturing"),
        (CORNERED, "hs#1", "1.Rh8-h3 Ka3-b4 2.Rh3-h4 b3-b2 #", "it has 3 single moves, and hs#1 has 1"),
        (CORNERED, "pser-s#2", "1.Rh8-h4 !\n      1...b3-b2 #\n  1.Rh8-a8 !\n      1...Ka3-b4\n", "1.Rh8-a8 is no key"),
        (
            "white Kd6 Rg1 black Kd8",
            "pser-h#2",
            "1.Kd8-c8 2.Kc8-b8 Rg1-g8 #",
            "it does not reach the goal (mate), because black is in check and can reply ",
        ),
        ("white Kf6 Ra1 black Kh7", "exact-#2", "1.Ra1-a7 !", "1.Ra1-a7 is no key: refuted by 1...Kh7-"),
        (EDGE, "phser-#2", "1.Ra1-a8 2.Ra8-h8 #", "is in check, and the move that parries it is not stated"),
    ],
)
def test_what_is_stated_wrongly(pieces: str, text: str, solution: str, why: str) -> None:
    faults = verdict(f"{entry(pieces, text)}solution: |\n  {solution}\n", economy=False).faults
    assert any(why in fault.text for fault in faults), faults


@pytest.mark.exhaustive
def test_a_series_reflex_in_space() -> None:
    """By the oracle of Prince only one move lets the other player check, which that player must then do."""
    text = (
        "game: prince\nturn: black\nalgebraic: {white: [KiCb1, PrEb7], black: [KiAa1, PnEc5]}\nstipulation: ser-r+1\n"
    )
    reported = fixed(text)
    assert "1.PnEc5-Dc5 " in reported
    sorts = {fault.sort.value for fault in verdict(reported, economy=False).faults}
    assert not {"illegal", "unread", "line", "cook", "unsolved"} & sorts
    wrong = verdict(reported.replace("PnEc5-Dc5", "KiAa1-Aa2"), economy=False).faults
    assert {"line", "illegal"} & {fault.sort.value for fault in wrong}


def test_themes_of_play_with_passes() -> None:
    """A defender that passes makes no move. The mate at the end still is a model mate."""
    found = verdict_on(problem(entry(EDGE, "pser-#2")), Limits(), economy=False, themes=True)
    assert found.themes is not None
    assert any("Model mate" in str(theme) for theme in found.themes)


def test_in_reflex_play_a_first_player_that_can_mate_must() -> None:
    """The fault names the mate, as nothing else is played."""
    for asked in ("r#2", "hr#2"):
        faults = verdict(entry("white Kc6 Rh7 Ra1 black Kb8", asked)).faults
        must = "white can reach the goal (mate) at once by Rh7-h8, so it must, and has failed"
        assert f"{asked} has no solution: {must}" in [each.text for each in faults]
