"""Composed problems are sound: by `verify`, by an oracle and by the reference engine; wrong orders are refused."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

import shadowmate as sm
from oracles import twomovers as oracle
from shadowmate.solving.search.limits import Limits
from support.composed import FIDE, composed, pieces_of
from support.puzzles import verdict


@pytest.mark.slow
def test_a_second_program_agrees() -> None:
    for each in composed(10, conditions=["no check"]):
        assert oracle.judged(pieces_of(each.position)) == (set(), set()), each.position


@pytest.mark.exhaustive
def test_a_second_program_agrees_about_a_hundred() -> None:
    for each in composed(100, seed=9, pieces={"white": ["K", "R", "N", "B"], "black": ["K", "P*0..2"]}):
        assert oracle.judged(pieces_of(each.position)) == (set(), set()), each.position


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({}, 3),
        ({"stipulation": "h#2", "pieces": {"white": ["K", "R"], "black": ["K", "B"]}}, 2),
        ({"stipulation": "h#1", "pieces": {"white": ["K", "R"], "black": ["K", "R"]}, "solutions": 2}, 1),
        ({"stipulation": "h#1.5", "pieces": {"white": ["K", "Q"], "black": ["K", "B"]}}, 1),
        ({"stipulation": "ser-#2", "pieces": {"white": ["K", "R"], "black": ["K", "R"]}}, 1),
        ({"stipulation": "s#1", "pieces": {"white": ["K", "Q", "R"], "black": ["K", "Q", "R"]}}, 1),
        ({"game": "raumschach", "pieces": {"white": ["K", "Q"], "black": ["K", "N"]}}, 2),
        ({"game": "makruk", "pieces": {"white": ["K", "R", "S"], "black": ["K"]}}, 1),
    ],
)
def test_verify_finds_them_sound(fields: dict[str, Any], count: int) -> None:
    for each in composed(count, **fields):
        found = verdict(each.entry)
        assert found.is_sound, (each.entry, [str(fault) for fault in found.faults])
        assert "\n".join(found.solution or ()).split() == yaml.safe_load(each.entry)["solution"].split()


def test_the_same_seed_gives_the_same() -> None:
    once, again, other = ([each.position for each in composed(5, seed)] for seed in (4, 4, 5))
    assert once == again != other


@pytest.mark.exhaustive
def test_the_reference_engine_agrees_about_a_hundred() -> None:
    """In Raumschach's mates in one exactly one move mates, by the rules alone."""
    wanted = {"game": "raumschach", "stipulation": "#1", "pieces": {"white": ["K", "Q", "R"], "black": ["K", "N"]}}
    for each in sm.compose(wanted, count=100, seed=5):
        position = sm.position(each.position, engine="reference")
        ends = [(str(move), position.push(move).outcome()) for move in position.legal_moves()]
        mates = [move for move, end in ends if end is not None and end.reason == "checkmate"]
        assert len(mates) == 1, each.position


@pytest.mark.parametrize(
    ("fields", "maker", "every", "text"),
    [
        ({}, "fortune", False, "'fortune' is no maker"),
        ({}, "chance", True, "chance never knows"),
        ({"ask": ":- check(white)."}, "tables", True, "only clingo makes what rules ask for"),
        ({"ask": ":- chek(white)."}, "auto", False, r"ask:1: nothing defines chek/1; do you mean check/1\?"),
        ({"stipulation": "s#2"}, "tables", True, "tables know direct play and help play"),
        ({"pieces": {"white": ["K", "Q*0..1"], "black": ["K"]}}, "tables", True, "there may be fewer of some"),
        (
            {"pieces": {"white": ["K", "R"], "black": ["K"]}, "conditions": ["key castling"]},
            "tables",
            True,
            "no first moves",
        ),
        (
            {"pieces": {"white": ["K", "P"], "black": ["K", "P"]}, "conditions": ["key en passant"]},
            "auto",
            True,
            "are not listed",
        ),
    ],
)
def test_what_makers_refuse(fields: dict[str, Any], maker: str, every: bool, text: str) -> None:
    with pytest.raises(sm.ShadowmateError, match=text):
        list(sm.compose({**FIDE, **fields}, every=every, maker=maker))


def test_a_limit_ends_it() -> None:
    assert list(sm.compose(FIDE, limits=Limits(None, 0))) == []


@pytest.mark.sample(26)
@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"stipulation": "hs#2"}, "such play is not composed; that of #, s#, h#, ser-#, ser-h# is"),
        ({"stipulation": "#0"}, "at least one move"),
        ({"pieces": {"white": ["K", "X"], "black": ["K"]}}, "neither a player nor a kind"),
        ({"pieces": {"white": ["K"], "red": ["K"]}}, "'red' is no player"),
        ({"pieces": {"white": ["K", "P*3..1"], "black": ["K"]}}, "the smaller number comes first"),
        ({"pieces": {"white": ["K", "Q"]}}, "black has no pieces"),
        ({"pieces": {"white": ["K", "Q"], "black": ["R"]}}, "black cannot be checkmated without a royal piece"),
        ({"zones": {"white": {"K": ["z9"]}}}, "no cell of fide is 'z9'"),
        ({"zones": {"white": {"R": ["a1"]}}}, "white R: no such piece is among white"),
        ({"conditions": ["quite key"]}, "do you mean 'quiet key'"),
        ({"conditions": ["variations"]}, "it should be 'variations N'"),
        ({"stipulation": "h#2", "conditions": ["tries 1"]}, "there are none in h#2"),
        ({"conditions": ["ends with X"]}, "neither a player nor a kind"),
        ({"conditions": ["plays leapfrog"]}, "no move of fide is called .leapfrog"),
        ({"conditions": ["shows modle mate"]}, "'modle mate' is no theme that is known; do you mean 'Model mate'"),
        ({"conditions": ["key castling"]}, "none of these pieces can begin with 'castling'"),
        ({"seed": 3}, "there is no field 'seed'"),
        ({"pieces": {"white": ["K", "P*9"], "black": ["K"]}}, "white P.9: only 8 of the initial array can be such"),
        ({"pieces": {"white": ["K", "R*4", "Q", "P*7"], "black": ["K"]}}, "the initial array has too few for all"),
        ({"zones": {"white": {"K": ["a1"], "Q": ["a1"]}}}, "zones: they have not a cell for each of white K, white Q"),
        ({"stipulation": "s#1", "conditions": ["variations 1"]}, "there are none in s#1"),
        ({"conditions": ["ends with R"]}, "none of white K, .* is or becomes such a piece"),
        (
            {"pieces": {"white": ["K", "Q", "N"], "black": ["K"]}, "conditions": ["plays promotion R"]},
            "none of white K, .* is or becomes such a piece",
        ),
        (
            {"pieces": {"white": ["K", "R", "P"], "black": ["K"]}, "conditions": ["key promotion", "key castling"]},
            "no first move is both: 'key promotion' and 'key castling'",
        ),
        (
            {"pieces": {"white": ["K", "P"], "black": ["K", "P"]}, "conditions": ["quiet key", "key en passant"]},
            "no first move is both: 'quiet key' and 'key en passant'",
        ),
        (
            {"pieces": {"white": ["K*2", "Q"], "black": ["K"]}},
            "^pieces: white K: an army has at most one piece of this kind",
        ),
        (
            {"pieces": {"white": ["K", "K+Q"], "black": ["K"]}},
            "^pieces: white K\\+Q: a piece of this game is of one kind",
        ),
        ({"conditions": ["ends with Q+Q"]}, "white Q\\+Q: a piece of this game is of one kind$"),
        pytest.param(
            {"game": "extreme", "pieces": {"white": ["K", "lR+pR"], "black": ["K"]}},
            "^pieces: white lR\\+pR: parts of a class",
            marks=pytest.mark.slow,
        ),
        (
            {"game": "extreme", "pieces": {"white": ["K", "S"], "black": ["K"]}},
            "^pieces: white S: a piece cannot be of this",
        ),
        ({"solutions": 0}, "solutions is '0'; it should be the number of solutions, 1 to 20"),
        ({"stipulation": None}, "stipulation is empty; it should be a stipulation in quotation marks"),
        ({"conditions": ["no dual", "no dual"]}, "'no dual' is there twice"),
        ({"pieces": {"white": "K Q", "black": ["K"]}}, r"pieces.white is 'K Q'; it should be a list of kinds"),
        ({"zones": {"white": {"K": "a1"}}}, r"zones.white.K is 'a1'; it should be a list of cells"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(sm.SpecificationError, match=text):
        sm.compose({**FIDE, **fields})
