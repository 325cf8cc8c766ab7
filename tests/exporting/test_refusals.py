"""Games that another program's text cannot say: `export` names what it does not write, and writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import fail
from support.export_refusals import DIAGRAM, FAIRY
from support.paths import GAMES_OF_TESTS

NAMES = sorted(DIAGRAM.keys() | FAIRY.keys())


@pytest.mark.sample(1, 12)
@pytest.mark.parametrize("name", NAMES)
def test_what_a_text_cannot_say_is_named(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In each form that refuses the game. Both ask what the game is, which is found once."""
    for form, some in (("diagram", DIAGRAM), ("fairy", FAIRY)):
        if name in some:
            assert some[name] in fail(monkeypatch, capsys, "export", name, "--to", form), form


@pytest.mark.slow
@pytest.mark.parametrize("form", ["diagram", "fairy"])
def test_a_game_has_an_array(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing else is named: that no royal piece stands anywhere follows from it. No file is written."""
    asked = ("export", "maulers", "--rules", str(GAMES_OF_TESTS), "--to", form, "--output", str(tmp_path / "out"))
    text = fail(monkeypatch, capsys, *asked)
    assert text.splitlines()[1:] == ["  it has no initial array; add start(ARMY,KIND,CELL)"]
    assert not list(tmp_path.iterdir())


def test_a_game_has_a_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert fail(monkeypatch, capsys, "export", "", "--to", "fairy") == "error: GAME is empty: ''\n"
