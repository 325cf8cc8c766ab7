"""A census counts the sound problems of each set of pieces."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.composing.errors import SpecificationError
from shadowmate.composing.problem_census import census, heading, planned, read_counts, three_pieces
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.successors import read_exact
from shadowmate.solving.search.limits import Limits
from support.composed import FIDE


@pytest.mark.slow
def test_a_census_counts_what_is_listed() -> None:
    game = sm.game("fide", engine="compiled")
    (counted,) = census(game, planned(game, [read_exact(game, "white K P black K")], ["#2"]), Limits())
    some = sm.compose({**FIDE, "pieces": {"white": ["K", "P"], "black": ["K"]}}, every=True, maker="listing")
    assert counted.sound == len(list(some)) > 0


def test_a_census_of_three_pieces() -> None:
    """A Knight or a Bishop alone cannot mate. The counts in a file of a census are read again."""
    game = sm.game("fide", engine="compiled")
    some = [each for each in three_pieces(game) if each.text(game) in ("white B K black K", "white K N black K")]
    found = list(census(game, planned(game, some, ["h#2"]), Limits()))
    assert [each.sound for each in found] == [0, 0]
    text = heading("shadowmate census fide", game) + "".join(each.line() for each in found)
    assert read_counts(text, "counts", game) == {("white B K black K", "h#2"), ("white K N black K", "h#2")}


@pytest.mark.slow
def test_a_census_of_an_unknown_piece_is_refused() -> None:
    extreme = sm.game("extreme", engine="compiled")
    for pairs, pieces in ((False, 14), (True, 105)):  # discs, leaps, Heir and Pawn, and two of them
        texts = [each.text(extreme) for each in three_pieces(extreme, pairs)]
        assert len(texts) == pieces and not any({"S", "Pp"} & set(text.split()) for text in texts)
    with pytest.raises(EndgameError, match=r"^white lR\+lR: parts of a class add up to one"):
        read_exact(extreme, "white K lR+lR black K")


def test_a_census_is_by_one_set_of_rules() -> None:
    usual, other = sm.game("prince"), sm.game("prince", "some_path")
    text = heading("shadowmate census prince", other)
    assert read_counts(text, "counts", other) == set() and "readings: [some_path]" in text
    with pytest.raises(SpecificationError, match=r"by other readings \(some_path\) than the defaults"):
        read_counts(text, "counts", usual)
    with pytest.raises(SpecificationError, match=r"by other readings \(the defaults\) than some_path"):
        read_counts(heading("shadowmate census prince", usual), "counts", other)
