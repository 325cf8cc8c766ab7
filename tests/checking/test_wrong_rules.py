"""Each kind of mistake that the guide makes possible is found with its line, and nothing else is.

`workshop/` is a game without mistakes. Each file in `mistakes/` has rules to add to it. Behind `%!` stands what the
message of the line contains, a regular expression.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shadowmate.checking.rules import check_rules

HERE = Path(__file__).parent
GAME = (HERE / "workshop" / "game.lp").read_text(encoding="utf-8")
MISTAKES = sorted(path.stem for path in (HERE / "mistakes").glob("*.lp"))


def test_the_game_itself_has_no_mistake() -> None:
    assert check_rules(HERE / "workshop") == []


@pytest.mark.parametrize("name", MISTAKES)
def test_every_mistake_is_found_and_nothing_else(tmp_path: Path, name: str) -> None:
    text = GAME + (HERE / "mistakes" / f"{name}.lp").read_text(encoding="utf-8")
    (tmp_path / "game.lp").write_text(text, encoding="utf-8")
    wanted = {
        number: words.strip()
        for number, line in enumerate(text.splitlines(), 1)
        for _, marked, words in [line.partition("%!")]
        if marked
    }
    found: dict[int, list[str]] = {}
    for each in check_rules(tmp_path):
        found.setdefault(each.line, []).append(each.message)
    assert found.keys() == wanted.keys()
    assert {n: some for n, some in found.items() if len(some) > 1} == {}
    assert {n: found[n][0] for n in found if not re.search(wanted[n], found[n][0])} == {}


def test_there_are_a_hundred() -> None:
    files = (HERE / "mistakes").glob("*.lp")
    assert sum(path.read_text(encoding="utf-8").count("%!") for path in files) >= 100
