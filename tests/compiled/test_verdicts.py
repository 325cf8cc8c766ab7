"""Rules about how a game stands are asked of clingo, and are no part of the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.translation import refusals
from shadowmate.compiled.compile.verdicts import Verdicts
from shadowmate.compiled.named_values import MOVER_WINS, NO_WINNER, OTHER_WINS
from support.small import write

STALEMATE = "white Kc3 Rb2 Rd4 black Ka5 turn black"
TURNS = "winner(Player) :- stalemate, turn(Player)."
DRAWS = 'drawn_by("three quiet moves") :- halfmove_clock(Count), Count >= 3.'


def stuck(folder: Path, rules: str) -> tuple[int, int]:
    """The winners by stalemate and by checkmate in the small game with some rules."""
    folder.mkdir()
    write(folder, f"#program verdict.\n{rules}\n")
    verdicts = Verdicts(load("small", (), [folder]))
    return verdicts.stuck(checked=False), verdicts.stuck(checked=True)


def test_the_winner_without_a_move_is_what_the_rules_derive(tmp_path: Path) -> None:
    assert stuck(tmp_path / "none", "") == (NO_WINNER, OTHER_WINS)
    assert stuck(tmp_path / "own", TURNS) == (MOVER_WINS, OTHER_WINS)
    assert stuck(tmp_path / "other", "winner(Other) :- stalemate, player(Other,_), not turn(Other).") == (
        OTHER_WINS,
        OTHER_WINS,
    )


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_a_game_may_have_such_rules_of_its_own(tmp_path: Path, engine: EngineName) -> None:
    write(tmp_path, f"#program verdict.\n{TURNS}\n{DRAWS}\n")
    game = sm.game("small", rules=[tmp_path], engine=engine)
    ended = game.position(STALEMATE).outcome()
    assert ended is not None and (ended.reason, ended.winner) == ("stalemate", "black")
    position = game.position("white Kc3 Rb2 black Ka5")
    for move, reason in (("Rb2-b1", None), ("Ka5-a4", None), ("Rb1-b2", "three quiet moves")):
        position = position.push(move)
        ended = position.outcome()
        assert (ended and ended.reason) == reason
    assert sm.solve(game.position("white Kc3 Rb1 Rd4 black Ka5"), "win1").keys == ()


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("winner(white) :- stalemate.", "a stalemate ends the game for one player in another way than for the other"),
        ('drawn_by("check") :- checked.', "the game is over when white is to move and has a legal move"),
        ("winner(white) :- stalemate, piece(_,rook,white).", "does not carry out"),
        ("winner(white) :- state(castle,_).", "does not carry out"),
        ("moved :- stalemate.", "does not carry out"),
    ],
)
def test_rules_on_which_the_kernel_would_not_act_are_refused(tmp_path: Path, rules: str, words: str) -> None:
    write(tmp_path, f"#program verdict.\n{rules}\n")
    (reason,) = refusals(load("small", (), [tmp_path]))
    assert words in reason
