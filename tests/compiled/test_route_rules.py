"""Rules about the points of routes, whatever pieces there are, are asked of clingo, and are no part of the kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from support.altered_rules import alter
from support.small import write

BROKEN = "unreachable(From,Point) :- broken(From,Point)."


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(
    ("altered", "ends"),
    [
        ("unreachable(From,Point) :- point(From,Point,_,_,(_,)).", "a2 b1"),
        ("unreachable(From,Point) :- point(From,Point,_,_,()).", "a3 a4 a5 c1 d1 e1"),
    ],
)
def test_both_engines_follow_such_a_rule_when_it_is_altered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, altered: str, ends: str, engine: EngineName
) -> None:
    """By the altered rules no route ends on its second point or a later one; or no route ends on its first."""
    alter(tmp_path, monkeypatch, "edges.lp", BROKEN, altered)
    write(tmp_path, "")
    position = sm.game("small", rules=[tmp_path], engine=engine).position("white Kc3 Ra1 black Ke5")
    assert sorted(each.target for each in position.legal_moves() if each.origin == "a1") == ends.split()
