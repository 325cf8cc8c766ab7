"""Each kind of mistake that the guide makes possible is found with its line, and nothing else is.

The files in `mistakes/` are added to a game without mistakes: those of `workshop/` to the game in the folder of that
name beside this file, the others to the tiny game. Those of `alone/` have one mistake each, which would hide others.
Behind `%!` stands what the message of the line contains, a regular expression.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shadowmate.checking.rules import check_rules
from support.tiny import TINY

HERE = Path(__file__).parent
WORKSHOP = (HERE / "workshop" / "game.lp").read_text(encoding="utf-8")
TOGETHER = sorted(HERE.glob("mistakes/workshop/*.lp")) + sorted(HERE.glob("mistakes/tiny/*.lp"))
ALONE = sorted(HERE.glob("mistakes/alone/*.lp"))
MANY = 200


def checks(folder: Path, path: Path, apart: bool = False) -> None:
    """Check the game with the rules of a file, in its own file or in another that it includes."""
    game = WORKSHOP if path.parent.name == "workshop" else TINY
    rules = path.read_text(encoding="utf-8")
    texts = {"game.lp": game + '#include "more.lp".\n', "more.lp": rules} if apart else {"game.lp": game + rules}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    wanted = {
        (name, number): words.strip()
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        for _, marked, words in [line.partition("%!")]
        if marked
    }
    found: dict[tuple[str, int], list[str]] = {}
    for each in check_rules(folder):
        found.setdefault((each.path.name, each.line), []).append(each.message)
    assert found.keys() == wanted.keys()
    assert {n: some for n, some in found.items() if len(some) > 1} == {}
    assert {n: found[n][0] for n in found if not re.search(wanted[n], found[n][0])} == {}


def by_name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_the_game_itself_has_no_mistake() -> None:
    assert check_rules(HERE / "workshop") == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", TOGETHER, ids=by_name)
def test_every_mistake_is_found_and_nothing_else(tmp_path: Path, path: Path) -> None:
    checks(tmp_path, path)


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", ALONE, ids=by_name)
def test_a_mistake_that_hides_others_is_found(tmp_path: Path, path: Path) -> None:
    checks(tmp_path, path)


@pytest.mark.sample(1, 25)
@pytest.mark.parametrize("path", [*(each for each in TOGETHER if each.parent.name == "tiny"), *ALONE], ids=by_name)
def test_a_mistake_in_another_file_is_found_there(tmp_path: Path, path: Path) -> None:
    checks(tmp_path, path, apart=True)


def test_there_are_many() -> None:
    marks = [path.read_text(encoding="utf-8").count("%!") for path in (*TOGETHER, *ALONE)]
    assert sum(marks) >= MANY and set(marks[len(TOGETHER) :]) == {1}
