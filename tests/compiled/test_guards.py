"""Guards of ordinary moves: what must hold before a move is made (core/guards.lp), by both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from support.small import write

ENGINES: tuple[EngineName, ...] = ("reference", "compiled")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("guard", "text", "expected"),
    [
        # The Rook moves only while no piece stands on c3.
        ("empty((3,3,1))", "white Ka1 Rb1 black Kc5", 7),
        ("empty((3,3,1))", "white Ka1 Rb1 black Kc3", 0),
        # Beyond the board no piece stands.
        ("empty((9,9,1))", "white Ka1 Rb1 black Kc3", 7),
        # It does not move in check, not even to b1, where it would close the line.
        ("check(none)", "white Ka1 Rb1 black Ke5 Rb5", 7),
        ("check(none)", "white Ka1 Rb2 black Ke5 Rc1", 0),
        # It moves only in check, and of its moves only the one to b1 parries that.
        ("check(some)", "white Ka1 Rb2 black Ke5 Rc1", 1),
        ("check(some)", "white Ka1 Rb1 black Ke5", 0),
        # It moves while no opponent attacks c3, with the Rook gone from its cell and on c3.
        ("safe((3,3,1))", "white Ka1 Rb3 black Ke5 Re4", 8),
        ("safe((3,3,1))", "white Ka1 Rb3 black Ke5 Rc5", 0),
        ("safe((3,3,1))", "white Ke1 Rb3 black Kd5 Ra3", 0),
        # It moves while it is not attacked itself.
        ("safe(mover)", "white Ka1 Rb3 black Ke5 Rc5", 8),
        ("safe(mover)", "white Ka1 Rb3 black Ke5 Rb5", 0),
    ],
)
def test_a_guard_of_a_rook(tmp_path: Path, guard: str, text: str, expected: int) -> None:
    write(tmp_path, f"#program effects.\nneeds(C,{guard}) :- part(C,mover,rook).\n")
    for name in ENGINES:
        position = sm.game("small", rules=[tmp_path], engine=name).position(text)
        moves = [move for move in position.legal_moves() if str(move).startswith("R")]
        assert (name, len(moves)) == (name, expected)
