"""Random moves by rules that seem right: where they lead to no position, or leave no royal piece, it is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.checking.random_moves import MOST
from support.cli import run
from support.small import write

SECONDS = 30
"""More than is needed, so that the number of moves alone is the limit."""

ENDS_AT_ONCE = "#program effects.\ndies(C,mover) :- part(C,mover,king), use(C,any).\n"
"""A King that moves is gone."""


def findings(folder: Path, rules: str, seconds: float = SECONDS) -> list[str]:
    """What `check_rules` finds in a small game with these rules."""
    write(folder, rules)
    return [each.message for each in sm.check_rules(folder / "small", seconds)]


def test_a_royal_piece_that_dies_by_its_own_move(tmp_path: Path) -> None:
    """Nothing else is wrong with the rule, so without random moves nothing is found."""
    assert findings(tmp_path, ENDS_AT_ONCE, 0) == []
    found = sm.check_rules(tmp_path / "small", SECONDS)
    assert 1 <= len(found) <= MOST and {(each.path.name, each.line) for each in found} == {("game.lp", 1)}
    assert all("without a royal piece, and the game goes on" in each.message for each in found)


def test_a_tally_that_ends_the_game_is_an_answer(tmp_path: Path) -> None:
    """What is no mistake is not reported: the game ends as soon as a King is gone."""
    tallies = "tally(gone,white,0,0,black).\ntally(gone,black,0,0,white).\ntallied(gone,king).\n"
    assert findings(tmp_path, tallies + ENDS_AT_ONCE) == []


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (  # A piece stands where the game does not allow it.
            "misplaced(white,king,Cell) :- cell(Cell), Cell != (1,1,1), Cell != (1,2,1).\n"
            "start(white,king,(1,1,1)).  start(black,king,(5,5,1)).\n",
            "leads to no position: ",
        ),
        (  # Two effects want two things of one piece.
            "#program effects.\nbecomes(C,mover,(king;rook)) :- part(C,mover,king), use(C,any).\n",
            "all of king, rook after ",
        ),
        (  # Two effects want a piece to join two armies.
            "#program effects.\njoins(C,mover,(white;black)) :- part(C,mover,rook), use(C,any).\n",
            "a piece joins one army, not both black and white",
        ),
        (  # Two pieces on one cell.
            "#program effects.\nspares(C,victim) :- part(C,mover,rook), part(C,victim,_).\n",
            "leave two pieces on ",
        ),
    ],
)
def test_rules_that_contradict_each_other(tmp_path: Path, rules: str, words: str) -> None:
    found = findings(tmp_path, rules)
    assert found and any(words in each for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fide", "atomar", "shoshogi", "kyoto", "circe", "chessgi", "dragon", "lions"])
def test_shipped_games_are_right(game: str) -> None:
    """Explosions, royal pieces that may be lost, drops, and captured pieces that come back."""
    code, out, _ = run("check-rules", game, "--time", str(SECONDS))
    assert (code, out) == (0, f"{game}: no mistakes found; it compiles\n")
