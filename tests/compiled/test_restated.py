"""A game's own rules about positions that are guards and effects: both engines play them as stated."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.translation import refusals
from support.small import write

MOOD = "field(mood,flags). flag(mood,(calm;wild))."
POSITIONS = [
    "white Kc3 Rb2 black Ka5 Re3 turn white mood calm",
    "white Ka1 Rb2 black Kc5 Rb3 turn black mood calm",
    "white Ka1 Rb2 black Kc5 Re3 turn white mood calm mood wild",
]


def played(rules: str, folder: Path, engine: str) -> list[tuple[str, str]]:
    """The moves in some positions, each with the position after it."""
    folder.mkdir()
    write(folder, f"{MOOD}\n{rules}\n")
    game = sm.game("small", rules=[folder], engine=engine)  # type: ignore[arg-type]
    positions = [game.position(text) for text in POSITIONS]
    return sorted((str(move), str(each.push(move))) for each in positions for move in each.legal_moves())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "head", "body"),
    [
        ("verdict", "forbidden(C)", "settled(C), part(C,mover,king), checker(_,_)"),
        ("verdict", "forbidden(C)", "chosen_move(C,_,_), part(C,mover,rook), not checked"),
        ("verdict", "forbidden(C)", "part(C,mover,rook), of(C,mover,Army), state(mood,calm), army(Army)"),
        ("verdict", "forbidden(C)", "settled(C), not state(mood,wild), part(C,mover,rook)"),
        ("verdict", "forbidden(C)", "settled(C), part(C,mover,king), occupied((2,2,1))"),
        ("after", "then_state(After,mood,wild)", "played(After,C), part(C,mover,king)"),
        ("after", "then_state(P,mood,wild)", "played(P,Move), dies(Move,victim)"),
    ],
)
def test_both_engines_play_a_rule_as_it_is_stated(tmp_path: Path, part: str, head: str, body: str) -> None:
    """With one more literal, which always holds, the rule is no guard and no effect, and clingo is asked it."""
    rule = f"#program {part}.\n{head} :- {body}"
    as_stated = played(f"{rule}, turn(_).", tmp_path / "stated", "reference")
    made = played(f"{rule}.", tmp_path / "made", "compiled")
    assert made == as_stated and made == played(f"{rule}.", tmp_path / "again", "reference")
    assert made != played("", tmp_path / "without", "compiled")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "literal"),
    [
        ("forbidden(C) :- chosen_move(C,From,_), part(C,mover,rook), state(mood,calm).", "chosen_move(C,From,_)"),
        ("forbidden(C) :- settled(C), part(C,mover,rook), state(mood,calm), checked.", "checked"),
        ("forbidden(C) :- settled(C), part(C,mover,rook), state(mood,calm), turn(white).", "turn(white)"),
        ("forbidden(C) :- settled(C), part(C,mover,rook).", "forbidden(C)"),
        ("forbidden(C) :- settled(C), state(mood,calm).", "forbidden(C)"),
        ("winner(white) :- stalemate, piece(_,rook,white).", "piece(_,rook,white)"),
        ("winner(white) :- state(mood,calm).", "state(mood,calm)"),
    ],
)
def test_the_literal_that_does_not_fit_is_named(tmp_path: Path, rule: str, literal: str) -> None:
    write(tmp_path, f"{MOOD}\n#program verdict.\n{rule}\n")
    (reason,) = refusals(load("small", (), [tmp_path]))
    assert f"; '{literal}' " in reason and "small/game.lp:16" in reason
