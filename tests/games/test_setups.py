"""Games that begin with drops, and moves that depend on numbers of pieces (core/numbers.lp), against an oracle."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import deploying as oracle
from shadowmate.checking.rules import check_rules
from support.paths import GAMES_OF_TESTS
from support.small import write

HOME = ("K@c1", "K@c5", "R@e1", "R@e5")


@cache
def game(engine: str) -> sm.Game:
    return sm.game("deploy", rules=GAMES_OF_TESTS, engine=engine)


def read(position: sm.Position) -> oracle.Deploy:
    """The position as the oracle has it."""
    vectors, letters = position.game.vectors, position.game.ruleset.abbreviations
    pieces = frozenset(
        (vectors[cell][:2], letters[piece.kinds[0]], piece.army) for cell, piece in position.pieces.items()
    )
    hands = {"white": "", "black": ""}
    for store, item, count in position.stores:
        hands[store.removeprefix("hand ")] += letters[item] * count
    sorted_hands = tuple(sorted((army, "".join(sorted(held))) for army, held in hands.items()))
    rights = frozenset("white" if cell.endswith("1") else "black" for name, cell in position.state if name == "castle")
    return oracle.Deploy(pieces, sorted_hands, rights, position.turn)


def written(position: sm.Position) -> list[oracle.Step]:
    """Every legal move of a position and what it leads to."""
    vectors = position.game.vectors

    def cell(name: str) -> tuple[int, ...] | None:
        return vectors[name][:2] if name else None

    return [
        (move.piece, cell(move.origin), cell(move.target), read(position.push(move))) for move in position.legal_moves()
    ]


def in_order(steps: list[oracle.Step]) -> list[str]:
    """The same with sets in order, so that lists can be compared."""
    return sorted(
        f"{kind} {start} {end} {sorted(then.pieces)} {then.hands} {sorted(then.castling)} {then.turn}"
        for kind, start, end, then in steps
    )


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "games"), [pytest.param("reference", 1, marks=pytest.mark.slow), ("compiled", 12)])
def test_games_at_random_are_as_the_oracle_has_them(engine: str, games: int) -> None:
    rng, seen = random.Random("deploy"), set[str]()
    for _ in range(games):
        position = game(engine).start()
        assert read(position) == oracle.START
        for _ in range(4 if engine == "reference" else 60):
            expected = oracle.steps(read(position))
            moves = position.legal_moves()
            assert in_order(written(position)) == in_order(expected), str(position)
            assert position.is_check() == oracle.in_check(read(position)), str(position)
            if not moves or position.outcome():
                break
            rare = [move for move in moves if move.captures or move.special or move.text[:4] in HOME]
            move = rng.choice(rare if rare and rng.random() < 0.4 else moves)
            seen |= {"castling"} if move.special else set()
            seen |= {"promotion"} if move.promotion else set()
            position = position.push(move)
    assert engine == "reference" or seen == {"castling", "promotion"}


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_a_right_begins_with_the_second_of_two_drops(engine: str) -> None:
    position = game(engine).start()
    for move in ("K@c1", "K@c5", "R@e1", "R@b5", "M@a1", "M@a5", "M@a2", "M@a4"):
        position = position.push(move)
    assert [name for name, _ in position.state] == ["castle"]
    assert any(move.origin == "c1" and move.target == "d1" and move.special for move in position.legal_moves())


def test_a_move_that_a_number_forbids_is_explained() -> None:
    why = game("reference").position("white Kc1 Re2 black Kc5 Me4").why("Re2xe4")
    assert "white has 0 pieces of masons; from 1 to 2 are needed" in str(why)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ("#program effects.\nneeds(C,number(rooks,0,0)) :- part(C,mover,king).", "which pieces rooks counts"),
        ("tallied(rooks,rook).", "no guard about that number"),
        *(
            (f"tallied(r,rook).\n#program effects.\nneeds(C,number(r,{least},2)) :- part(C,mover,king).", wrong)
            for least, wrong in (
                ("#inf", "is not a number"),
                (3, "3 or more and 2 or less"),
            )
        ),
        (
            "tally(bare,white,0,1,black). tallied_in(bare,there). zone(black,there,(1,1,1)).",
            "white has no cell in the zone there",
        ),
    ],
)
def test_a_number_that_counts_nothing_or_is_asked_for_nowhere_is_refused(
    rules: str, wrong: str, tmp_path: Path
) -> None:
    write(tmp_path, rules)
    assert any(wrong in str(found) for found in check_rules(tmp_path / "small"))
