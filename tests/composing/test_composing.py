"""Composed problems: sound by `verify`, as they were asked for, and of a listing none missed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import shadowmate as sm
from oracles import twomovers as oracle
from shadowmate.solving.search.limits import Limits
from support.puzzles import verdict

MEN = {"white": ["K", "Q", "N"], "black": ["K", "P"]}
FIDE = {"game": "fide", "stipulation": "#2", "men": MEN}
CORNER = [f"{file}{rank}" for file in "abc" for rank in "123"]


def composed(count: int, seed: int = 1, **fields: Any) -> list[sm.Composed]:
    return list(sm.compose({**FIDE, **fields}, count=count, seed=seed))


def men_of(position: str) -> oracle.Men:
    """The men of a position of orthodox chess as the oracle has them."""
    men: dict[tuple[int, int], tuple[str, str]] = {}
    side = ""
    for word in position.removeprefix("fide: ").partition(" turn ")[0].split():
        if word.islower():
            side = word
        else:
            men["?abcdefgh".index(word[1]), int(word[2])] = (word[0].replace("N", "S"), side)
    return men


def turned(men: oracle.Men) -> frozenset[Any]:
    """The same for men that are equal up to the symmetries of the board."""
    images = []
    for a, b, swap in itertools.product((0, 1), (0, 1), (0, 1)):
        cells = {((9 - x if a else x), (9 - y if b else y)): man for (x, y), man in men.items()}
        images.append(frozenset((((y, x) if swap else (x, y)), man) for (x, y), man in cells.items()))
    return min(images, key=sorted)


def test_a_second_program_agrees() -> None:
    for each in composed(10, conditions=["no check"]):
        assert oracle.judged(men_of(each.position)) == (set(), set()), each.position


@pytest.mark.slow
def test_a_second_program_agrees_about_a_hundred() -> None:
    for each in composed(100, seed=9, men={"white": ["K", "R", "N", "B"], "black": ["K", "P*0-2"]}):
        assert oracle.judged(men_of(each.position)) == (set(), set()), each.position


@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({}, 3),
        ({"stipulation": "h#2", "men": {"white": ["K", "R"], "black": ["K", "B"]}}, 2),
        ({"stipulation": "h#1", "men": {"white": ["K", "R"], "black": ["K", "R"]}, "solutions": 2}, 1),
        ({"stipulation": "h#1.5", "men": {"white": ["K", "Q"], "black": ["K", "B"]}}, 1),
        ({"stipulation": "ser-#2", "men": {"white": ["K", "R"], "black": ["K", "R"]}}, 1),
        ({"stipulation": "s#1", "men": {"white": ["K", "Q", "R"], "black": ["K", "Q", "R"]}}, 1),
        ({"game": "raumschach", "men": {"white": ["K", "Q"], "black": ["K", "N"]}}, 2),
        ({"game": "makruk", "men": {"white": ["K", "R", "S"], "black": ["K"]}}, 1),
    ],
)
def test_verify_finds_them_sound(fields: dict[str, Any], count: int) -> None:
    for each in composed(count, **fields):
        found = verdict(each.entry)
        assert found.is_sound, (each.entry, [str(fault) for fault in found.faults])
        assert "\n".join(found.solution or ()).split() == "\n".join(each.solution).split()


def test_the_same_seed_gives_the_same() -> None:
    once, again, other = ([each.position for each in composed(5, seed)] for seed in (4, 4, 5))
    assert once == again != other


def test_conditions_hold() -> None:
    some = composed(2, conditions=["quiet key", "no dual"])
    for each in some:
        solution = sm.solve(sm.position(each.position, engine="compiled"), "#2")
        assert solution.labels == []
        assert len([line for line in each.solution if line.startswith(" " * 8)]) <= each.parts["variations"] // 3 + 1
        key = str(solution.key)
        assert "x" not in key
        assert not sm.position(each.position).push(key).is_check()
    assert len(some) == 2
    (found,) = composed(1, conditions=["variations 2"])
    assert found.parts["variations"] >= 3


@pytest.mark.parametrize(
    ("condition", "men", "zones", "says"),
    [
        ("ends with Q", ["K", "R", "Q"], {}, "1.Q"),
        pytest.param("key promotion N", ["K", "Q", "P"], {"white": {"P": ["?7"]}}, "=S", marks=pytest.mark.slow),
    ],
)
def test_a_special_key(condition: str, men: list[str], zones: dict[str, Any], says: str) -> None:
    (found,) = composed(1, stipulation="#1", men={"white": men, "black": ["K"]}, zones=zones, conditions=[condition])
    assert says in found.solution[0]
    assert verdict(found.entry).is_sound


def test_a_theme_is_shown() -> None:
    """Of a flight giving key, that the King has a cell to go to which he had not."""
    (found,) = composed(1, conditions=["shows flight giving key"])
    before = sm.position(found.position, engine="compiled")
    after = before.push(str(sm.solve(before, "#2").key))
    passing = sm.Position(before.game, before.pieces, after.turn)
    assert flights(after) - flights(passing)


def flights(position: sm.Position) -> set[str]:
    kings = {
        cell for cell, piece in position.pieces.items() if piece.army == position.turn and piece.kinds == ("king",)
    }
    return {move.target for move in position.legal_moves() if move.origin in kings}


@pytest.mark.slow
def test_tries_are_counted() -> None:
    (found,) = composed(1, conditions=["tries 1"])
    tree = sm.solve(sm.position(found.position, engine="compiled"), "#2", tries=True).tree
    refuted: dict[str, int] = {}
    for before, _, data in tree.edges(data=True):
        if data["kind"] == "refutation":
            refuted[before] = refuted.get(before, 0) + 1
    assert 1 in refuted.values()


@pytest.mark.slow
def test_a_shadow_matters() -> None:
    """Under the reading that one open path is enough the mate is none, or there are others."""
    wanted = {
        "game": "prince",
        "stipulation": "#1",
        "men": {"white": ["Ki", "Pr", "Sc"], "black": ["Ki", "Kn", "Co"]},
        "conditions": ["matters some_path"],
    }
    (found,) = sm.compose(wanted, count=1)
    here, there = (
        sm.solve(sm.position(found.position, readings=readings, engine="compiled"), "#1").keys
        for readings in ((), ("some_path",))
    )
    assert len(here) == 1
    assert here != there


def placements() -> Iterator[oracle.Men]:
    cells = [("?abc".index(name[0]), int(name[1])) for name in CORNER]
    for king, queen, other in itertools.permutations(cells, 3):
        yield {king: ("K", "white"), queen: ("Q", "white"), other: ("K", "black")}


@pytest.mark.parametrize("with_table", [pytest.param(True, marks=pytest.mark.slow), False])
def test_a_listing_misses_none(with_table: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not with_table:
        monkeypatch.setattr("shadowmate.composing.listing.Listing._find_table", lambda _: None)
    sound = {
        turned(men)
        for men in placements()
        if not oracle.in_check(men, "black") and oracle.judged(men) == (set(), set())
    }
    zones = {"white": {"K": CORNER, "Q": CORNER}, "black": {"K": CORNER}}
    men = {"white": ["K", "Q"], "black": ["K"]}
    found = [turned(men_of(each.position)) for each in sm.compose({**FIDE, "men": men, "zones": zones}, every=True)]
    assert len(found) == len(set(found))
    assert set(found) == sound
    assert sound


def test_a_limit_ends_it() -> None:
    assert list(sm.compose(FIDE, limits=Limits(None, 0))) == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"stipulation": "r#2"}, "reflex play is not composed"),
        ({"stipulation": "#0"}, "at least one move"),
        ({"men": {"white": ["K", "X"], "black": ["K"]}}, "neither a player nor a kind"),
        ({"men": {"white": ["K"], "red": ["K"]}}, "'red' is no player"),
        ({"men": {"white": ["K", "P*3-1"], "black": ["K"]}}, "the smaller number comes first"),
        ({"men": {"white": ["K", "Q"]}}, "black has none"),
        ({"zones": {"white": {"K": ["z9"]}}}, "no cell of fide is 'z9'"),
        ({"zones": {"white": {"R": ["a1"]}}}, "no white R is among the men"),
        ({"conditions": ["quite key"]}, "do you mean 'quiet key'"),
        ({"conditions": ["variations"]}, "it should be 'variations N'"),
        ({"stipulation": "h#2", "conditions": ["tries 1"]}, "there are none in h#2"),
        ({"conditions": ["ends with X"]}, "neither a player nor a kind"),
        ({"conditions": ["plays leapfrog"]}, "no move of fide is called .leapfrog"),
        ({"conditions": ["shows modle mate"]}, "'modle mate' is no theme that is known; do you mean 'Model mate'"),
        ({"game": "diagonals", "men": {"emperors": ["K"]}}, "players"),
        ({"seed": 3}, "'seed' was unexpected"),
        ({"solutions": 0}, "1 to 20"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(sm.SpecificationError, match=said):
        sm.compose({**FIDE, **fields})
