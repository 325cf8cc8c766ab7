"""A name that a move derives from a fact, and the game does not have, is one error with its line, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from support.small import BEGINNING, write

CASES = {
    "kind": ("new(rook;unicorn).", "becomes(C,mover,New) :- new(New), part(C,mover,king).", "a piece a unicorn"),
    "choice": (
        "new(rook;unicorn).",
        "choice(C,up,New) :- new(New), part(C,mover,king).\nbecomes(C,mover,New) :- chosen(C,up,New), new(New).",
        "a piece a unicorn",
    ),
    "army": ("new(purple).", "joins(C,mover,New) :- new(New), part(C,mover,king).", "one of purple, which is no army"),
    "winner": (
        "ending(jump).  new(purple;white).",
        "wins(C,New,jump) :- new(New), part(C,mover,king).",
        "wins for purple by jump, which is no army",
    ),
    "ending": (
        "ending(jump).  new(leap;jump).",
        "wins(C,Army,New) :- new(New), of(C,mover,Army).",
        "by leap, which is no ending",
    ),
    "item": (
        "store(pool).  new(rook;unicorn).",
        "gains(C,pool,New) :- new(New), part(C,mover,king).",
        "puts a unicorn into 'pool', which is no store for it",
    ),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", CASES)
def test_a_name_that_there_is_not_is_refused_with_its_line(tmp_path: Path, case: str) -> None:
    facts, rules, words = CASES[case]
    write(tmp_path, f"{facts}\n#program effects.\n{rules}")
    line = BEGINNING.count("\n") + 1
    for engine in ("reference", "compiled"):
        with pytest.raises(sm.RulesError) as refused:
            start = sm.game("small", rules=[tmp_path], engine=engine).position("white Ka1 black Ke5")  # type: ignore[arg-type]
            for move in start.legal_moves():
                start.push(move)
        assert f"game.lp:{line}: a move " in str(refused.value) and words in str(refused.value), engine
        assert "there are " in str(refused.value)
