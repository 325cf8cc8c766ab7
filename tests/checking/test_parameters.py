"""Signs of a capture matrix that no rule of the game uses are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from shadowmate.checking.rules import check_rules
from support.paths import GAMES_OF_TESTS


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ("/2N/4g/5%/4!", None),
        ("/2^/4g/5%/4!", "no route of pawn has a hurdle"),
        ("^/2N/4g/5%/4!", "no piece hops over an empty cell"),
        ("/6.K/4g/5%/4!", None),
        ("/2N=/4g/5%/4!", None),
    ],
)
def test_signs_without_effect_are_reported(tmp_path: Path, matrix: str, message: str | None) -> None:
    text = (GAMES_OF_TESTS / "strings" / "game.lp").read_text()
    assert "/2N/4g/5%/4!" in text
    game = tmp_path / "strings"
    game.mkdir()
    (game / "game.lp").write_text(text.replace("/2N/4g/5%/4!", matrix))
    found = [str(each) for each in check_rules(game)]
    assert any(message in each for each in found) if message else not any("yet" in each for each in found), found
