"""A word where a fact has a number: what reads the fact refuses it with its file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from support.tiny import LAST, TINY, write

WRONG = [
    'name_part((1,1,1),any,"z").',
    "start_held(hand(white),king,any). store(hand(white)).",
    "tally(bare,white,any,2,black).",
    "dead(bare,any).",
    "measure(far,white,(1,1,1),any).",
]


def test_a_seat_is_a_number(tmp_path: Path) -> None:
    line = TINY.splitlines().index("player(white,1).") + 1
    write(tmp_path / "tiny", TINY.replace("player(white,1).", "player(white,any)."))
    with pytest.raises(sm.RulesError, match=rf"game\.lp:{line}:1: error: any is not a number"):
        sm.game("tiny", rules=tmp_path)


@pytest.mark.sample(2)
@pytest.mark.parametrize("fact", WRONG)
def test_a_word_is_refused(fact: str, tmp_path: Path) -> None:
    write(tmp_path / "tiny", f"{TINY}{fact}\n")
    with pytest.raises(sm.RulesError, match=rf"game\.lp:{LAST + 1}:1: error: any is not a number"):
        sm.game("tiny", rules=tmp_path, engine="compiled").start().legal_moves()
