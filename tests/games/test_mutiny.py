"""The second example of docs/tutorial-inventor.md, chess with rules of its own: each asked of both engines."""

from __future__ import annotations

from functools import cache

import pytest

import shadowmate as sm
from shadowmate.checking.rules import check_rules
from support.paths import EXAMPLES

ENGINES = ("reference", "compiled")


@cache
def game(engine: str) -> sm.Game:
    return sm.game("mutiny", rules=EXAMPLES, engine=engine)


CASES = {
    # Queens do not capture Queens; others do.
    ("white Kh1 Qd2 black Kg8 Qd5", "Qd2xd5"): None,
    ("white Kh1 Rd2 black Kg8 Qd5", "Rd2xd5"): "white Kh1 Rd5 black Kg8 turn black",
    # A Pawn becomes what it captures. It stays a Pawn after capturing a Pawn, and on the last row it is promoted.
    ("white Kh1 Pb4 black Kg8 Rc5", "Pb4xc5=R"): "white Kh1 Rc5 black Kg8 turn black",
    ("white Kh1 Pb4 black Kg8 Rc5", "Pb4xc5"): "white Kh1 Rc5 black Kg8 turn black",
    ("white Kh1 Pb4 black Kg8 Pc5", "Pb4xc5"): "white Kh1 Pc5 black Kg8 turn black",
    ("white Kh1 Pb7 black Kg8 Rc8", "Pb7xc8=B"): "white Kh1 Bc8 black Kg8 turn black",
    # A Bishop wins a Rook over, and captures all others.
    ("white Kh1 Bc1 black Kg8 Rf4", "Bc1-f4&=Rc1"): "white Rc1 Kh1 Bf4 black Kg8 turn black",
    ("white Kh1 Bc1 black Kg8 Bf4", "Bc1xf4"): "white Kh1 Bf4 black Kg8 turn black",
    # Captured Knights go to the hand of the capturer, other pieces do not. A Pawn that captures one also becomes one.
    ("white Kh1 Bc1 black Kg8 Nf4", "Bc1xf4"): "white Kh1 Bf4 black Kg8 turn black hand white N",
    ("white Kh1 Pe3 black Kg8 Nf4", "Pe3xf4=N"): "white Kh1 Nf4 black Kg8 turn black hand white N",
    ("white Kh1 black Kg8 hand white N N", "N@f6"): "white Kh1 Nf6 black Kg8 turn black hand white N",
    ("white Kh1 Bf6 black Kg8 hand white N", "N@f6"): None,
    ("white Kh1 black Kg8 hand black N", "N@f6"): None,
    # A King that reaches the last row has won; a Rook that does has not, nor a King elsewhere.
    ("white Kb7 black Kg8", "Kb7-b8"): "white Kb8 black Kg8 turn black won white harbour",
    ("white Kb7 black Kg8", "Kb7-b6"): "white Kb6 black Kg8 turn black",
    ("white Kh1 Ra7 black Kg6", "Ra7-a8"): "white Kh1 Ra8 black Kg6 turn black",
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("text", "move"), CASES)
def test_each_rule(engine: str, text: str, move: str) -> None:
    position, expected = game(engine).position(text), CASES[text, move]
    if expected is None:
        assert not position.why(move).legal
        with pytest.raises(sm.MoveError):
            position.push(move)
        return
    after = str(position.push(move)).partition(" quiet ")[0]
    assert after == str(game(engine).position(expected))


@pytest.mark.parametrize("engine", ENGINES)
def test_queens_stand_beside_one_another(engine: str) -> None:
    """A Queen attacks the King as ever, and stands beside the other Queen unassailed."""
    position = game(engine).position("white Kh1 Qg2 black Kg8 Qg4 turn black")
    assert "Qg4xg2" not in map(str, position.legal_moves()) and not position.is_check()
    assert "Kg8-h8" in map(str, position.legal_moves())
    assert game(engine).position("white Kh1 black Kg8 Qh4").is_check()


def test_lines_of_play_of_both_engines() -> None:
    """From a position in which every rule has its turn soon."""
    text = "white Kb6 Qd2 Bc1 Pb4 black Kg3 Qd5 Rf4 Nc5 Pe6 turn white"
    counts = [sm.perft(game(engine).position(text), 2) for engine in ENGINES]
    assert counts[0] == counts[1] > 500


@pytest.mark.slow
def test_the_rules_have_no_mistakes() -> None:
    assert check_rules(EXAMPLES / "mutiny") == []
