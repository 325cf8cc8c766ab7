"""What endgame tables show to be sound, where the kernel gives up too, and where they count no moves."""

from __future__ import annotations

import pytest

from shadowmate.compiled.kernel.candidates import UNDECIDED
from shadowmate.composing import tabling
from shadowmate.composing.compose import Composer
from shadowmate.composing.listing import Listing
from shadowmate.composing.maker_choice import AUTO, LISTING, chosen
from shadowmate.composing.problem_census import census, planned
from shadowmate.composing.soundness import Judge
from shadowmate.composing.specification import specified
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.successors import read_exact
from shadowmate.solving.search.limits import Limits
from support.five_by_five import game


@pytest.mark.parametrize(
    ("material", "stipulation"), [("white Ki Kt Pn black Ki", "#2"), ("white Ki Ro Kt black Ki", "h#1")]
)
def test_what_needs_long_to_judge_is_counted_too(
    material: str, stipulation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = game("mini", "compiled")
    questions = planned(small, [read_exact(small, material)], [stipulation])
    (judged,) = census(small, questions, Limits())
    monkeypatch.setattr(tabling, "_NODES", 0)
    (solved,) = census(small, questions, Limits())
    assert judged == solved and judged.sound


@pytest.mark.parametrize("stipulation", ["#2", "h#1", "h#1.5"])
def test_the_kernel_finds_as_many_by_search(stipulation: str) -> None:
    """It decides about every placement, however many lines there are with or without a piece."""
    small = game("mini", "compiled")
    (question,) = planned(small, [read_exact(small, "white Ki Kt Pn black Ki")], [stipulation])
    setting = question.setting(small)
    judge, found = Judge(setting), set[bytes]()
    for cells in Listing(setting, Limits()).without_rights():
        sound = cells[judge.sift(cells).flags > 0]
        flags = judge.sift(sound, minimal=True).flags
        assert UNDECIDED not in judge.sift(cells).flags and UNDECIDED not in flags
        found |= {setting.identity(each) for each in sound[flags > 0]}
    (counted,) = census(small, [question], Limits())
    assert counted.sound == len(found) > 0


def test_without_tables_every_problem_is_listed() -> None:
    """Moves of absorbing pieces are not counted, so `auto` lists placements."""
    pieces = {"white": ["K", "N"], "black": ["K"]}
    composer = Composer(specified({"game": "extreme", "stipulation": "#1", "pieces": pieces}))
    assert chosen(composer, AUTO, every=True) == LISTING
    with pytest.raises(EndgameError, match="moves are counted only where"):
        planned(composer.setting.game, [composer.setting.material], ["#1"])
