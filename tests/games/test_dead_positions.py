"""Dead positions (Laws of Chess, Article 5.2.2): which are drawn, by both engines, and what stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from oracles.dead import bishops_may_mate, knight_mates
from shadowmate.checking.rules import check_rules
from support.cli import run

BOTH = pytest.mark.parametrize("engine", ["reference", "compiled"])

# By the Article; confirmed with `is_insufficient_material` of python-chess 1.11.2.
DEAD = [
    "white Ka1 black Kc3",
    "white Ka1 Bc1 black Kc3",
    "white Ka1 black Kc3 Nh8",
    "white Ka1 Bc1 black Kg8 Bh8",
    "white Ka1 Bc1 Be3 black Kg8 Bb8 Bd6 Bf8",
    "white Ka1 Bb1 Bd1 black Kg8",
]
IN_PLAY = [
    "white Ka1 Bc1 black Kg8 Bg7 Bb7",
    "white Ka1 Bc1 black Kg8 Bb7",
    "white Ka1 Nb1 Nd1 black Kg8",
    "white Ka1 Nb1 black Kg8 Nh8",
    "white Ka1 Bb1 black Kg8 Nh8",
    "white Ka1 Bb1 Nd1 black Kg8",
    "white Ka1 Pa2 black Kg8",
    "white Ka1 black Kg8 Rh8",
    "white Ka1 Qb1 black Kg8",
]
ENDED = [("white Kb6 Bh2 black Ka8 turn black", "stalemate"), ("white Kc2 Nb3 Bb1 black Ka1 turn black", "checkmate")]
# An army without a King has no player: such positions are studies.
STUDIES = ["white Bc1", "white Ka1", "white Ka1 Nb1"]


def reason(text: str, engine: str, name: str = "fide") -> str | None:
    ended = sm.game(name, engine=engine).position(f"{name}: {text}").outcome()
    return ended and ended.reason


def test_listed_material_never_mates() -> None:
    """What the lists of the game rest on, by plain Python: a lone Knight, and Bishops of one colour."""
    assert (knight_mates(), bishops_may_mate()) == (0, 0)


@BOTH
def test_a_dead_position_is_drawn(engine: str) -> None:
    assert {text: reason(text, engine) for text in DEAD} == dict.fromkeys(DEAD, "dead position")
    assert {text: reason(text, engine) for text in IN_PLAY} == dict.fromkeys(IN_PLAY)
    assert {text: reason(text, engine) for text in STUDIES} == dict.fromkeys(STUDIES)
    assert [(text, reason(text, engine)) for text, _ in ENDED] == ENDED


@BOTH
def test_the_capture_that_leaves_dead_material_ends_the_game(engine: str) -> None:
    """White captures the last Pawn. Moves in the dead position stay legal: the King has one."""
    before = sm.game("fide", engine=engine).position("fide: white Kc3 black Ka1 Pc2")
    assert before.outcome() is None
    after = before.push("Kxc2")
    ended = after.outcome()
    assert ended and (ended.reason, ended.winner) == ("dead position", None)
    assert [str(move) for move in after.legal_moves()] == ["Ka1-a2"]


@BOTH
def test_a_dead_position_is_drawn_where_pieces_of_chess_are_left_in_its_variants(engine: str) -> None:
    """A Golem is no minor piece; in King of the Hill a bare King may still win by the centre."""
    assert reason("white Ka1 Bc1 black Kg8", "reference", "golem") == "dead position"
    assert reason("white Ka1 Gc1 black Kg8", "reference", "golem") is None
    assert reason("white Ka1 Nc1 black Kg8", "reference", "werewolf") == "dead position"
    assert reason("white Ka1 Wc1 black Kg8", "reference", "werewolf") is None
    assert reason("white Ka1 black Kg8", engine, "koth") is None


def test_problems_are_solved_in_dead_material() -> None:
    """Bh2 and Kc7 stalemate, by hand; the Codex for Chess Composition leaves dead positions to retro problems."""
    solution = sm.solve(sm.game("fide").position("fide: white Kb6 Bg1 black Ka8"), "=1")
    assert solution.keys == ("Bg1-h2", "Kb6-c7")


def test_status_reports_it() -> None:
    code, out, _ = run("status", "fide: white Ka1 Nb1 black Kg8")
    assert code == 0
    assert out.endswith("dead position: a draw\n")


LISTS = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
game("lists").
size(4,4,1).
player(white,1).  player(black,2).
royal(king).
compounds.
abbreviation(king,"K").  abbreviation(rook,"R").
motion(king,step,(orthogonal;diagonal),any).  motion(rook,slide,orthogonal,any).
"""


def _game(folder: Path, rules: str) -> Path:
    (folder / "lists").mkdir(parents=True)
    (folder / "lists" / "game.lp").write_text(LISTS + rules, encoding="utf-8")
    return folder / "lists"


@BOTH
def test_a_list_of_a_games_own(engine: str, tmp_path: Path) -> None:
    """Two Rooks on the first row are dead here, and no more, nor elsewhere; nor one that is made of two kinds."""
    folder = _game(tmp_path, "dead(low,2). harmless(low,rook,(X,1,1)) :- X = 1..4.")
    game = sm.game("lists", rules=[folder], engine=engine)
    texts = ["Rb1", "Rb1 Rc1", "Rb1 Rc1 Rd1", "Rb2", "K+Rb1"]
    found = [game.position(f"white {'' if 'K' in text else 'Ka1 '}{text} black Kd4").outcome() for text in texts]
    assert [each and each.reason for each in found] == ["dead position", "dead position", None, None, None]


@pytest.mark.slow
def test_comparing_sees_dead_material(tmp_path: Path) -> None:
    """Two games differ only in the list of dead material. By hand, they differ for the bare Kings."""
    one, other = _game(tmp_path / "one", ""), _game(tmp_path / "other", "dead(bare,0). harmless(bare,rook,(1,1,1)).")
    found = sm.compare_play("lists", rules=one, against_rules=other, material="white K black K")
    assert found.differ
    assert found.classes[0].sort.what == "outcome"


WRONG = {
    "harmless(low,rook,(1,1,1)).": "there is no list low",
    "dead(low,-1).": "-1 is not a number of pieces",
    "dead(low,1). dead(low,2).": "the list low has another number, 1",
    "dead(low,1). harmless(low,roc,(1,1,1)).": "there is no kind roc",
    "dead(low,1). harmless(low,rook,(9,9,1)).": "is not a cell of the board",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("rules", WRONG)
def test_a_wrong_list_is_found(rules: str, tmp_path: Path) -> None:
    found = [str(each) for each in check_rules(_game(tmp_path, rules))]
    assert any(WRONG[rules] in each for each in found), found
