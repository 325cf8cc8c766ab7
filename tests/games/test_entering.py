"""Held pieces that enter beside a move (core/entering.lp): both engines against an oracle, and the text of moves."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import ushering as oracle
from shadowmate.checking.rules import check_rules
from support.paths import GAMES_OF_TESTS
from support.small import write

OPEN = (
    "white Ra1 Cb1 Kc1 Re1 Mc2 black Ra5 Cb5 Kc5 Re5 Md3 castle e1 e5 fresh a1 b1 c1 e1 a5 b5 c5 e5 "
    "hand white M Q hand black M Q"
)


@cache
def game(engine: str) -> sm.Game:
    return sm.game("usher", rules=GAMES_OF_TESTS, engine=engine)


def read(position: sm.Position) -> oracle.Usher:
    """The position as the oracle has it."""
    vectors, letters = position.game.vectors, position.game.ruleset.abbreviations
    pieces = {(vectors[cell][:2], letters[piece.kinds[0]], piece.army) for cell, piece in position.pieces.items()}
    hands = {"white": "", "black": ""}
    for store, item, count in position.stores:
        hands[store.removeprefix("hand ")] += letters[item] * count
    held = tuple(sorted((army, "".join(sorted(some))) for army, some in hands.items()))
    fresh = frozenset(vectors[cell][:2] for name, cell in position.state if name == "fresh")
    rights = frozenset("white" if cell.endswith("1") else "black" for name, cell in position.state if name == "castle")
    return oracle.Usher(frozenset(pieces), held, fresh, rights, position.turn)


def in_order(steps: list[oracle.Step]) -> list[str]:
    """Moves and what they lead to, so that lists can be compared."""
    return sorted(
        f"{kind} {start} {end} {sorted(then.pieces)} {then.hands} {sorted(then.fresh)} {sorted(then.castling)}"
        for kind, start, end, then in steps
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "positions"), [pytest.param("reference", 3, marks=pytest.mark.slow), ("compiled", 150)]
)
def test_games_at_random_are_as_the_oracle_has_them(engine: str, positions: int) -> None:
    rng, position, seen = random.Random("usher"), game(engine).position(OPEN), set[str]()
    vectors = position.game.vectors
    for number in range(positions):
        there, moves = read(position), position.legal_moves()
        ours = [(m.piece, vectors[m.origin][:2], vectors[m.target][:2], read(position.push(m))) for m in moves]
        assert in_order(ours) == in_order(oracle.steps(there)), str(position)
        assert len({str(move) for move in moves}) == len(moves), str(position)
        assert position.is_check() == oracle.in_check(there), str(position)
        seen |= {"castling" for move in moves if move.special and "&=" in str(move)}
        if not moves or position.outcome() or number % 15 == 14:
            position = game(engine).position(OPEN) if rng.random() < 0.7 else game(engine).start()
            continue
        rare = [move for move in moves if move.captures or move.special]
        position = position.push(rng.choice(rare if rare and rng.random() < 0.3 else moves))
    assert engine == "reference" or seen


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_the_text_names_what_enters_and_where(engine: str) -> None:
    """Also where a piece of the same kind leaves."""
    start = game(engine).position(
        "white Kc1 Re1 Ma1 black Kc5 castle e1 fresh a1 c1 e1 hand white M Q",
    )
    texts = {str(move) for move in start.legal_moves()}
    assert {"Kc1-d1&Re1-c1", "Kc1-d1&Re1-c1&=Me1", "Kc1-d1&Re1-c1&=Qe1", "Ma1-a2", "Ma1-a2&=Ma1"} <= texts
    assert not any("=Mc1" in text and text.startswith("Kc1-d1&Re1") for text in texts)  # the Rook is there
    after = start.push("Kc1-d1&Re1-c1&=Qe1")
    assert str(after) == "usher: white Ma1 Rc1 Kd1 Qe1 black Kc5 turn black fresh a1 hand white M quiet 1"


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_a_piece_that_enters_ends_no_check_and_no_pin(engine: str) -> None:
    pinned = game(engine).position("white Ka1 Mb1 black Kc5 Rd1 fresh a1 b1 hand white M Q")
    assert {move.target for move in pinned.legal_moves() if move.origin == "b1"} == {"c1"}
    checked = game(engine).position("white Kb1 black Kc5 Rd1 fresh b1 hand white M Q")
    assert not [move for move in checked.legal_moves() if move.target == "a1"]


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_no_piece_enters_where_the_mover_stays(engine: str) -> None:
    start = game(engine).position("white Ka1 Cb1 Mb2 black Kc5 Rb4 fresh b1 hand white M")
    moves = [str(move) for move in start.legal_moves() if move.origin == "b1"]
    assert [move for move in moves if "x" in move and "=M" in move] == []
    assert "Cb1-b3&=Mb1" in moves and any("x" in move for move in moves)


@pytest.mark.slow
def test_a_piece_that_enters_guards_no_piece_from_recapture(tmp_path: Path) -> None:
    """The move is legal if it is without that piece: the Rook on a2 could go on to c2 and beyond."""
    rules = "enters(C,mason,mover) :- part(C,mover,rook). unguarded(C,mover) :- part(C,mover,rook)."
    write(tmp_path, f"#program effects.\n{rules}\n")
    for engine in ("reference", "compiled"):
        start = sm.game("small", rules=[tmp_path], engine=engine).position("white Ke1 Rb2 black Kc5 Ra2")
        assert sorted(move.target for move in start.legal_moves("b2")) == ["a2", "b1", "b3"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "wrong"),
    [
        ("where(victim). enters(C,mason,Role) :- where(Role), part(C,victim,_).", "not where the victim stands"),
        ("tallied(rooks,rook). needs(C,number(rooks,#inf,2)) :- part(C,mover,king).", "number"),
    ],
)
def test_what_does_not_compile_is_refused_in_words(rules: str, wrong: str, tmp_path: Path) -> None:
    facts, rule = rules.split(". ", 1)
    write(tmp_path, f"{facts}.\n#program effects.\n{rule}\n")
    with pytest.raises(sm.RulesError, match=wrong):
        sm.game("small", rules=[tmp_path], engine="compiled").position("white Ke1 Rb2 black Kc5 Rb4").legal_moves()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rule", "wrong"),
    [
        ("enters(C,rook,victim) :- part(C,victim,_).", "where one of mover starts, not victim"),
        ("enters(C,roak,mover) :- part(C,victim,_).", "there is no kind roak"),
        (
            "enters(C,rook,mover) :- part(C,victim,_). leaves(C,check(none)) :- part(C,mover,king).",
            "whether a move gives check cannot be asked",
        ),
    ],
)
def test_a_piece_that_cannot_enter_is_refused(rule: str, wrong: str, tmp_path: Path) -> None:
    write(tmp_path, f"#program effects.\n{rule}")
    assert any(wrong in str(found) for found in check_rules(tmp_path / "small"))


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_nothing_enters_where_a_drop_starts(engine: sm.EngineName, tmp_path: Path) -> None:
    """A Rook that moves leaves a Mason behind; one that is dropped leaves no cell."""
    rules = """store(hand(Player)) :- player(Player,_).
#program effects.
enters(C,mason,mover) :- part(C,mover,rook).
"""
    write(tmp_path, rules)
    position = sm.game("small", rules=tmp_path, engine=engine).position("white Ke1 Ra1 black Ke5 hand white R")
    after = {str(move): str(then).partition(" turn ")[0] for move, then in position.successors().items()}
    assert after["R@c3"] == "small: white Ra1 Rc3 Ke1 black Ke5"
    assert after["Ra1-a3&=Ma1"] == "small: white Ma1 Ra3 Ke1 black Ke5"
    assert len(position.legal_moves()) == 22 + 7 + 3
