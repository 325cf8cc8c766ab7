"""A wrong call of a function by rules is reported as theirs; a mistake of our own is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp import functions


def read(folder: Path, rule: str) -> sm.Game:
    (folder / "game.lp").write_text(f'#include "core/game.lp".\n#program base.\n{rule}\n')
    return sm.game(folder.name, rules=folder.parent)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("a(X) :- X = @morf(1).", "no function @morf; there are @morph"),
        ('a(X) :- X = @betza("K").', "@betza expects 3 arguments, but has 1"),
        ('a(X) :- X = @betza("K",many,1).', "@betza is given many, but expects a number"),
        ('a(X) :- X = @betza("Kq?",8,1).', "column 2: 'q' stands before no atom"),
    ],
)
def test_calls_that_cannot_be_answered(tmp_path: Path, rule: str, text: str) -> None:
    with pytest.raises(sm.RulesError, match=text):
        read(tmp_path, rule)


def test_a_mistake_of_ours_is_no_mistake_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(number: object) -> list[object]:
        raise TypeError("ours")

    monkeypatch.setitem(functions._CALLED, "morph", broken)
    with pytest.raises(Exception, match="ours") as caught:
        read(tmp_path, "a(X) :- X = @morph(1).")
    assert not isinstance(caught.value, sm.RulesError)
