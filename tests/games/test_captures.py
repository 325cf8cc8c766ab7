"""Captures of one's own men: both engines against an oracle, and by hand."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import friends
from shadowmate.checking.rules import check_rules
from shadowmate.endgame import EndgameError, table
from support.paths import GAMES_OF_TESTS

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
ENGINES = ("reference", "compiled")


@cache
def game(name: str, engine: str) -> sm.Game:
    return sm.game(name, rules=GAMES_OF_TESTS, engine=engine)


def position(rng: random.Random, kinds: str) -> str:
    """Kings and some men, as a line of text; White or Black to move."""
    cells = rng.sample(CELLS, rng.randint(6, 12))
    men = ["K", "K", *rng.choices(kinds, k=len(cells) - 2)]
    armies: dict[str, list[str]] = {"white": [], "black": []}
    for number, (kind, cell) in enumerate(zip(men, cells, strict=True)):
        army = ("white", "black")[number] if number < 2 else rng.choice(("white", "black"))
        armies[army].append(kind + cell)
    return " ".join([*(" ".join([army, *men]) for army, men in armies.items()), "turn", rng.choice(("white", "black"))])


def _winner(start: sm.Position, move: sm.Move) -> str | None:
    outcome = start.push(move).outcome()
    return outcome.winner if outcome else None


def found(start: sm.Position) -> set[tuple[str, str, friends.Board]]:
    """Every legal move: where it starts, where it ends, and who stands where then."""
    result = set()
    for move in start.legal_moves():
        men = start.push(move).pieces
        board = tuple(sorted((cell, start.game.piece_name(man.kinds), man.army) for cell, man in men.items()))
        result.add((move.origin, move.target, board))
    return result


@pytest.mark.parametrize("engine", ENGINES)
def test_who_takes_his_own(engine: str) -> None:
    """On random positions; more of them for the engine that is quick."""
    rng = random.Random("merge")
    for _ in range(6 if engine == "reference" else 300):
        text = position(rng, "RBQMM")
        start = game("merge", engine).position(text)
        assert (found(start), start.is_check()) == (friends.positions(text), friends.check(text)), text


@pytest.mark.slow
def test_who_takes_his_own_on_many_positions() -> None:
    rng = random.Random("merge 2")
    for _ in range(60):
        text = position(rng, "RBQMM")
        assert found(game("merge", "reference").position(text)) == friends.positions(text), text


@pytest.mark.parametrize("engine", ENGINES)
def test_how_captures_of_friends_are_told(engine: str) -> None:
    start = game("merge", engine).position("white Ke1 Ra1 Ba3 black Ke5")
    (move,) = (each for each in start.legal_moves("a1") if each.target == "a3")
    assert (str(move), move.captures, move.promotion) == ("Ra1xa3=Q", ("a3",), "Q")
    assert str(start.push(move)).endswith("white Qa3 Ke1 black Ke5 turn black")
    assert start.push(move).quiet == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_friends_give_no_check_and_royals_are_not_taken(engine: str) -> None:
    start = game("merge", engine).position("white Ke1 Mc1 black Ka5")
    assert not start.is_check()
    assert {move.target for move in start.legal_moves("c1")} == {"b2", "d2"}
    assert "takes" not in str(start.why("Mc1-c3"))


def test_reasons() -> None:
    start = game("merge", "reference").position("white Ke1 Mc1 Ra1 Qa2 black Ka5")
    assert "a rule of the game bars it: matrix" in str(start.why("Ra1xa2"))
    assert "goes there only to take a man of its own side" in str(start.why("Mc1-c3"))


def test_only_capturing_motions_are_own(tmp_path: Path) -> None:
    """A use that is misspelt is refused with those that there are."""
    folder = tmp_path / "merge"
    folder.mkdir()
    text = (GAMES_OF_TESTS / "merge" / "game.lp").read_text().replace("orthogonal,any", "orthogonal,owned")
    (folder / "game.lp").write_text(text)
    assert any("there are any, quiet, capture, own, first" in str(each) for each in check_rules(folder))


def test_tables_do_not_hold_captures_of_friends() -> None:
    with pytest.raises(EndgameError, match="taken by their own side"):
        table(game("merge", "compiled"), "white K R black K")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_mate_by_taking_a_friend(engine: str) -> None:
    """Rook and Bishop merge beside the King."""
    start = game("merge", engine).position("white Kc2 Rd5 Bd1 black Ke1 turn white")
    mates = {(move.origin, move.target) for move in start.legal_moves() if _winner(start, move)}
    wanted = set()
    for origin, target, board in friends.positions("white Kc2 Rd5 Bd1 black Ke1 turn white"):
        armies: dict[str, list[str]] = {"white": [], "black": []}
        for cell, kind, army in board:
            armies[army].append(kind + cell)
        text = " ".join(" ".join([army, *men]) for army, men in armies.items()) + " turn black"
        if friends.check(text) and not friends.positions(text):
            wanted.add((origin, target))
    assert mates == wanted
    assert ("d5", "d1") in mates
