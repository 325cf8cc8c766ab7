"""Games that another program's text cannot say: `export` names what it does not write, and writes nothing."""

from __future__ import annotations

import pytest

from support.cli import fail
from support.export_refusals import DIAGRAM, FAIRY

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


def test_a_game_has_a_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert fail(monkeypatch, capsys, "export", "", "--to", "fairy") == "error: GAME is empty: ''\n"
