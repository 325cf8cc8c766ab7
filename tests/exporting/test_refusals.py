"""Games that another program's text cannot say: `export` names what it does not write, and writes nothing."""

from __future__ import annotations

import pytest

from support.cli import fail
from support.export_refusals import DIAGRAM, FAIRY

CASES = [(form, name, words) for form, some in (("diagram", DIAGRAM), ("fairy", FAIRY)) for name, words in some.items()]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("form", "name", "words"), CASES)
def test_what_a_text_cannot_say_is_named(
    form: str, name: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in fail(monkeypatch, capsys, "export", name, "--to", form)


def test_a_game_has_a_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert fail(monkeypatch, capsys, "export", "", "--to", "fairy") == "error: GAME is empty: ''\n"
