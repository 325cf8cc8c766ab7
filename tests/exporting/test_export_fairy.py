"""Games written for Fairy-Stockfish: it plays them as they are played here; what it has no line for is refused."""

from __future__ import annotations

import pytest

from shadowmate.asp.folders import all_folders
from shadowmate.errors import RulesError
from support.cli import answer, fail

WRITTEN = ("antichess", "berolina", "capablanca", "fide", "gardner", "losalamos", "orda", "shako", "xiangqi")
"""Some games that it can play: of other boards, pieces, promotions, castling and ends."""
REFUSED = {
    "alice": "the board is no flat board of squares", "coregal": "several royal pieces",
    "crazyhouse": "what a capture brings to a store", "golem": "it changes a state of the position",
    "janggi": "the rules have unhoppable/2", "werewolf": "captures on the way",
}  # fmt: skip


def _differences(name: str, count: int, depth: int) -> list[str]:
    pytest.importorskip("pyffish")
    from support.fairy_written import differences  # it imports pyffish

    return list(differences(name, count, seed=1, depth=depth))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WRITTEN)
def test_fairy_stockfish_plays_what_is_written(name: str) -> None:
    """The numbers of lines from the array, and all moves of games played at random."""
    assert _differences(name, 100, 2) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(all_folders(()).keys() - set(WRITTEN)))
def test_every_game_is_refused_or_played(name: str) -> None:
    try:
        assert _differences(name, 100, 2) == []
    except RulesError as error:
        assert error.mistakes


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_a_section_cannot_say_is_named(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert REFUSED[name] in fail(monkeypatch, capsys, "export", name, "--to", "fairy")


def test_the_lines_of_a_section() -> None:
    """Minichess on five by five squares, without castling and double steps."""
    written = answer("export", "gardner", "--to", "fairy")
    lines = written["text"].splitlines()
    assert lines[0] == "[gardner]"
    assert {
        "maxFile = 5", "maxRank = 5", "king = k:K", "startFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
        "castling = false", "doubleStep = false", "promotionRegionWhite = a5 b5 c5 d5 e5",
        "stalemateValue = draw", "nMoveRule = 50",
    } <= set(lines)  # fmt: skip
    assert written["left_out"] == []
