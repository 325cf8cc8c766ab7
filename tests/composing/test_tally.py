"""The report at the end of composing: how many candidates, which conditions refused sound ones, and why it ended."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

import shadowmate as sm
from oracles import twomovers as oracle
from shadowmate.solving.search.limits import Limits
from support.cli import run

ZONES = {"white": {"K": ["d2", "d3"], "Q": ["c5", "d1", "e2", "f2", "g2", "h8"]}, "black": {"K": ["a2"]}}
FEW: dict[str, Any] = {
    "game": "fide", "stipulation": "#2", "pieces": {"white": ["K", "Q"], "black": ["K"]}, "zones": ZONES,
}  # fmt: skip
"""Placements of which no two are equal up to the symmetries of the board."""


def cell(name: str) -> oracle.Cell:
    return "?abcdefgh".index(name[0]), int(name[1])


def sound_keys() -> list[tuple[oracle.Board, oracle.Move]]:
    """By brute force the sound ones of the few placements, with their keys. Without the Queen there is no mate."""
    found = []
    for king, queen, other in itertools.product(ZONES["white"]["K"], ZONES["white"]["Q"], ZONES["black"]["K"]):
        pieces = {cell(king): ("K", "white"), cell(queen): ("Q", "white"), cell(other): ("K", "black")}
        board = oracle.Board(pieces, "white")
        if not oracle.in_check(pieces, "black") and not oracle.mates(board) and len(keys := oracle.keys(board)) == 1:
            found.append((board, *keys))
    return found


def checks(board: oracle.Board, move: oracle.Move) -> bool:
    return oracle.in_check(oracle.made(board, move).pieces, "black")


@pytest.mark.sample(1)
@pytest.mark.parametrize("maker", ["listing", "tables", "clingo"])
def test_sound_candidates_are_problems_or_refused_by_a_condition(maker: str) -> None:
    expected = sound_keys()
    checking = [each for each in expected if checks(*each)]
    assert 0 < len(checking) < len(expected)
    some = sm.compose({**FEW, "conditions": ["quiet key", "variations 9"]}, every=True, maker=maker)
    assert list(some) == [] and some.ended == "exhausted"
    tally = some.tally
    assert (tally.sound, tally.problems, tally.given_up) == (len(expected), 0, 0)
    assert tally.refused == {"quiet key": len(checking), "variations 9": len(expected) - len(checking)}
    assert maker == "tables" or tally.candidates > tally.sound


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "a piece is not needed"),
        ({"conditions": ["shows model mate"]}, "shows model mate"),
        ({"conditions": ["ends with K"]}, "ends with K"),
    ],
)
def test_every_sound_candidate_is_counted_once(fields: dict[str, Any], reason: str) -> None:
    pieces = {"white": ["K", "Q", "N"], "black": ["K"]}
    zones = {"white": {**ZONES["white"], "N": ["d5", "e4", "h8"]}, "black": ZONES["black"]}
    some = sm.compose({**FEW, "pieces": pieces, "zones": zones, **fields}, every=True, maker="listing")
    found = list(some)
    assert some.tally.refused[reason] > 0
    assert some.tally.sound == len(found) + sum(some.tally.refused.values()) and some.tally.problems == len(found)
    assert some.tally.left == 0


def test_what_time_leaves_is_counted() -> None:
    """Where it stops within a batch, the sound candidates that nothing has refused are named."""
    wanted = {**FEW, "zones": {}, "conditions": ["variations 9"]}
    some = sm.compose(wanted, limits=Limits(stop=lambda: some.tally.sound > 0))
    assert list(some) == [] and some.ended == "stopped"
    tally = some.tally
    assert tally.candidates >= tally.sound > tally.refused.total() and tally.left == tally.sound - tally.refused.total()
    assert f"not looked at further: {tally.left:,}" in str(tally)


def test_few_placements_are_all_tried() -> None:
    """Without a list being asked for: nothing else shows that zones leave no problem, here as the Kings touch."""
    zones = {"white": {"K": ["a1"]}, "black": {"K": ["a2", "b1", "b2"]}}
    touching = sm.compose({**FEW, "zones": zones})
    assert list(touching) == [] and touching.ended == "exhausted" and touching.tally.candidates > 0
    listed = sm.compose(FEW, every=True, maker="listing")
    assert {each.identity for each in sm.compose(FEW, diverse=False)} == {each.identity for each in listed}
    by_chance = sm.compose({**FEW, "zones": zones}, maker="chance", limits=Limits(None, 0.1))
    assert list(by_chance) == [] and by_chance.ended == "time"


def test_the_reason_of_the_end_is_reported() -> None:
    by_count = sm.compose(FEW, count=1, every=True)
    assert by_count.ended is None
    assert len(list(by_count)) == 1 and by_count.ended == "count"
    by_time = sm.compose({**FEW, "conditions": ["variations 9"]}, limits=Limits(None, 0))
    assert list(by_time) == [] and by_time.ended == "time" and next(by_time, None) is None
    stopped = sm.compose({**FEW, "conditions": ["variations 9"]}, limits=Limits(stop=lambda: True))
    assert list(stopped) == [] and stopped.ended == "stopped"


def play(problem: sm.Composed) -> Any:
    """The first move and the mates as they are written, equal for those that a symmetry of the board makes equal."""
    text = "\n".join(problem.solution)
    first, *_ = re.findall(r"1\.(\S+)", text)
    mates = re.findall(r"(?:\d\.|\s)([A-Z]?[a-h]\d[-x]\S+)\s#", text)
    images = []
    for a, b, swap in itertools.product((0, 1), (0, 1), (0, 1)):

        def turned(move: str, a: int = a, b: int = b, swap: int = swap) -> tuple[str, ...]:
            cells = []
            for x, y in map(cell, re.findall(r"[a-h]\d", move)):
                x, y = 9 - x if a else x, 9 - y if b else y
                cells.append(oracle.name((y, x) if swap else (x, y)))
            return move[0], *cells

        images.append((turned(first), tuple(sorted(map(turned, set(mates))))))
    return min(images)


ROOKS = ["b8", "c4", "c5", "d5", "d7", "e3", "f4"]
FAR = ["g7", "h6", "h7"]
"""Where the white King does nothing for a mate."""


@pytest.mark.parametrize(
    ("stipulation", "white", "black"),
    [
        (
            "#1",
            {"K": ["b3", "c1", "c2", "c3"], "Q": [f"{file}{rank}" for file in "dh" for rank in range(1, 9)]},
            ["a1"],
        ),
        ("#2", {"K": FAR, "R": ROOKS}, ["a1", "b1"]),
        ("h#1", {"K": FAR, "R": ROOKS}, ["a2", "b1"]),
    ],
)
def test_of_similar_problems_one_is_listed(stipulation: str, white: dict[str, Any], black: list[str]) -> None:
    """Up to symmetry, one problem is listed for each first move with its mates."""
    pieces = {"white": ["K", "R*2"] if "R" in white else list(white), "black": ["K"]}
    wanted = {**FEW, "stipulation": stipulation, "pieces": pieces, "zones": {"white": white, "black": {"K": black}}}
    everything = list(sm.compose(wanted, every=True, maker="listing"))
    some = sm.compose(wanted, every=True, maker="listing", diverse=True)
    diverse = list(some)
    plays = [play(each) for each in diverse]
    assert 0 < len(diverse) < len(everything)
    assert len(set(plays)) == len(plays) and set(plays) == set(map(play, everything))
    assert some.tally.refused["the key and the mates of another problem"] == len(everything) - len(diverse)


@pytest.mark.slow
@pytest.mark.parametrize("diverse", [True, False])
def test_of_problems_that_several_processes_find_one_is_given(diverse: bool) -> None:
    """Each process finds problems of every first move and mates; the others do not know them."""
    pieces = {"white": ["K", "R*2"], "black": ["K"]}
    wanted = {**FEW, "pieces": pieces, "zones": {"white": {"K": FAR, "R": ROOKS}, "black": {"K": ["a1", "b1"]}}}
    everything = list(map(play, sm.compose(wanted, every=True, maker="listing")))
    assert 1 < len(set(everything)) < len(everything)
    limits = Limits(stop=lambda: some.tally.candidates >= 50_000)
    some = sm.compose(wanted, jobs=2, diverse=diverse, limits=limits)
    found = [play(each) for each in some]
    assert set(found) == set(everything) and len(found) == len(set(everything) if diverse else everything)
    assert (some.tally.refused["the key and the mates of another problem"] > 0) is diverse


def test_the_command_reports_what_refused_the_candidates_and_why_it_ended() -> None:
    options = ["--game", "fide", "--stipulation", "#2", "--pieces", "KQvK"]
    options += [word for army, kinds in ZONES.items() for kind, cells in kinds.items()
                for word in ("--zone", f"{army} {kind}: {' '.join(cells)}")]  # fmt: skip
    sound = len(sound_keys())
    code, out, err = run("compose", *options, "--condition", "variations 9", "--every")
    assert (code, out) == (1, "0 problems\n")
    assert f"{sound} sound, 0 of these as asked for; refused: {sound} (variations 9); all candidates were tried" in err
    code, out, err = run("compose", *options, "--condition", "variations 9", "--time", "0", "--json")
    assert (code, out) == (3, "[]\n") and err.endswith("0 candidates, 0 sound, 0 of these as asked for; time is up\n")


def test_the_stored_command_states_whether_problems_are_diverse(tmp_path: Any) -> None:
    for flag, kept in (("--diverse", False), ("--no-diverse", True)):
        file = tmp_path / f"{kept}.yaml"
        pieces = ["--game", "fide", "--stipulation", "#1", "--pieces", "KQvK"]
        assert run("compose", *pieces, "--count", "2", flag, "--output", str(file))[0] == 0
        assert file.read_text().count(" --no-diverse --seed 0 --count ") == 2 * kept
