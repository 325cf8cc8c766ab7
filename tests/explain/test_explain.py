"""Reasons: every refusal names the fact that causes it."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.commands import about_kinds
from shadowmate.play.game import Game

KNIGHTS = {"fide": "d4", "raumschach": "Cc3"}
MIDDLE = "prince: white KiAa1 ScDd4 KnDd6 PnBb4 RoAa3 black KiHh8 RoAa8 KnDc5 PnCc5 turn white"
CASTLE = "prince: white KiAd4 BaAa1 BaAh8 {} black KiHh8 {} turn white castle Aa1 Ah8"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("RoAa3-Ba3", ["would leave the royal piece on KiAa1 attacked by RoAa8", "Aa3"]),
        ("KnDd6-Dd7", ["no route of KnDd6 ends on Dd7"]),
        ("ScDd4-Ee5", ["no route of ScDd4 ends on Ee5"]),
        ("PnBb4-Cb5", ["only to capture", "Cb5 is empty"]),
        ("KiHh8-Hh7", ["it is the turn of white"]),
        ("PrDd4-Ee5", ["the piece on Dd4 is ScDd4, not Pr"]),
        ("Gg7-Gg6", ["there is no piece on Gg7"]),
        ("ScDd4-Dd6", ["its own KnDd6 stands there"]),
    ],
)
def test_reason(move: str, words: list[str]) -> None:
    """An illegal move gets the reason that applies, with the pieces concerned."""
    answer = sm.position(MIDDLE).why(move)
    assert not answer.legal
    for word in words:
        assert word in "; ".join(answer.reasons)


def test_a_second_double_step_is_refused() -> None:
    """A Pawn that has left its starting cell goes one step."""
    answer = sm.position("white PnCb4").why("PnCb4-Eb4")
    assert "not on a starting cell" in answer.reasons[0]


def test_every_plane_is_reported_with_its_blockers() -> None:
    """Dd8 lies in two of the Scientist's planes; each is named with the pieces that shadow it there."""
    answer = sm.position(MIDDLE).why("ScDd4-Dd8")
    assert [route.blockers for route in answer.routes] == [("KnDc5", "KnDd6"), ("KnDd6",)]
    assert not any(route.open for route in answer.routes)


def test_a_destination_open_in_one_plane_is_open() -> None:
    """The Knight on Dc5 closes one plane to Dd8 and leaves the other, so the move is legal."""
    answer = sm.position("white ScDd4 black KnDc5").why("ScDd4-Dd8")
    assert answer.legal
    assert [route.open for route in answer.routes] == [True, False]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("own", "theirs", "move", "words"),
    [
        ("", "", "KiAd4-Ab2", None),
        ("KnAb2", "", "KiAd4-Ab2", "blocked by KnAb2"),
        ("KnAc3", "", "KiAd4-Ab2", "blocked by KnAc3"),
        ("KnAg7", "", "KiAd4-Af6", "blocked by KnAg7"),
        ("", "RoCd4", "KiAd4-Ab2", "in check"),
        ("", "RoCc3", "KiAd4-Ab2", "RoCc3 attacks Ac3"),
        ("", "RoCb2", "KiAd4-Ab2", "attacked by RoCb2"),
        ("", "RoCe5", "KiAd4-Af6", "RoCe5 attacks Ae5"),
    ],
)
def test_castling(own: str, theirs: str, move: str, words: str | None) -> None:
    """Each condition of castling, when it fails, is the reason reported."""
    position = sm.position(CASTLE.format(own, theirs))
    answer = position.why(move)
    if words is None:
        assert answer.legal
    elif "attacked by" in words:
        assert not answer.legal and "no route" not in answer.reasons[0]
    else:
        assert words in "; ".join(answer.reasons)


def test_castling_after_a_move() -> None:
    """Without the right to castle, the reason is that King or partner has moved."""
    position = sm.position("prince: white KiAd4 BaAa1 black KiHh8")
    assert "has moved" in "; ".join(position.why("KiAd4-Ab2").reasons)


def test_en_passant_needs_the_double_step() -> None:
    """A Pawn that could capture on an empty cell is reported what is missing."""
    answer = sm.position("white PnFc3 black PnFd3 KiHh8 turn white").why("PnFc3-Gd3")
    assert "no piece has just passed Gd3" in "; ".join(answer.reasons)


def test_attackers_and_shadowed() -> None:
    """Which pieces attack a cell, of both sides, and which would but for a blocker."""
    found = sm.position(MIDDLE).attackers("Aa1")
    assert [attack.piece for attack in found.attackers] == ["RoAa3"]
    assert [(a.piece, a.routes[0].blockers) for a in found.shadowed] == [("RoAa8", ("RoAa3",))]


def test_promotion_must_be_named() -> None:
    """A Pawn's arrival on the far tier without a choice is reported the choices."""
    answer = sm.position("white PnGd4 black KiHh8").why("PnGd4-Hd4")
    assert "new kind of the piece is missing" in answer.reasons[0]
    assert "Pr" in answer.reasons[0] and "Ki" not in answer.reasons[0]


@pytest.mark.parametrize("text", ["", "Pr", "PrDd4", "Dd4-", "PrDd4-Zz9", "QxDd4-Ee5"])
def test_nonsense_is_refused(text: str) -> None:
    """A text that names no two cells is a MoveError."""
    with pytest.raises(sm.MoveError):
        sm.position("white PrDd4").why(text)


def test_directions_have_the_dimensions_of_the_board() -> None:
    """Directions and the sizes of leaps have two numbers on a flat board, three in space."""
    flat = sm.position("fide: white Ke1 Ra1 Na2 black Ke8").why("a1-a4")
    assert [route.by for route in flat.routes] == ["slide (0,1) x3"]
    space = sm.position("raumschach: white RAa1 NAa2").why("Aa1-Aa3")
    assert [route.by for route in space.routes] == ["slide (0,1,0) x2"]
    words = {game: about_kinds.kind_facts(sm.game(game), "knight", cell)["motion"] for game, cell in KNIGHTS.items()}
    assert words == {"fide": ["leaps knight 1x2"], "raumschach": ["leaps knight 0x1x2"]}


def test_a_leap_in_an_axis_that_the_board_lacks_is_shown_whole(tmp_path: Path) -> None:
    """It has three sizes other than 0 on a flat board, where no 0 can be left out. A class of two leaps has both."""
    kind = 'abbreviation(snail,"S"). motion(snail,step,odd,any). jump(odd,((1,2,3);(0,1,3))). direction(odd,(1,2,0)).'
    (tmp_path / "game.lp").write_text(f'#include "variants/nocastle/game.lp".\n#program base.\n{kind}\n')
    game = Game(Ruleset(read_game(tmp_path)))
    assert about_kinds.kind_facts(game, "snail", "d4")["motion"] == ["leaps odd 1x3 and 1x2x3"]
