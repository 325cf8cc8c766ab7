"""Rules about the ends of states and turns are asked of clingo: what the kernel cannot do is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.asp.folders import find_game
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.compiled.compile.translation import refusals
from support.altered_rules import alter
from support.small import write

ENDED = "ended(After,Name,Value) :- state(Name,Value), rests(Name,Value,Cell), touched(After,Cell)."
MARKS = """
field(mark,cells).
rests(mark,(3,3,1),(1,1,1)).
#program effects.
sets(C,mark,(3,3,1)) :- part(C,mover,rook), from(C,never).
"""


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(
    ("altered", "stays"),
    [(ENDED, True), (ENDED.replace("Value,Cell), touched(After,Cell)", "Value,_), touched(After,_)"), False)],
)
def test_both_engines_follow_the_rule_for_ends_of_states_when_it_is_altered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, altered: str, stays: bool, engine: EngineName
) -> None:
    """A mark on c3 ends when a1 is touched; by the altered rule when anything is."""
    alter(tmp_path, monkeypatch, "after.lp", ENDED, altered)
    write(tmp_path, MARKS)
    position = sm.game("small", rules=[tmp_path], engine=engine).position("white Ka4 Rb1 black Ke1 mark c3")
    assert ("mark c3" in str(position.push("Ka4-a5"))) is stays


STAYS = "then_turn(After,Player) :- turn_stays(After), turn(Player)."
EVENTS = "then_turn(begun,Player) :- happens(_), turn(Player)."


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "rule", "altered", "reason"),
    [
        ("after.lp", STAYS, "", "one player that is to move"),
        ("events.lp", EVENTS, EVENTS.replace(" happens(_),", ""), "after what did not happen"),
    ],
)
def test_turns_that_the_kernel_cannot_give_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, rule: str, altered: str, reason: str
) -> None:
    alter(tmp_path, monkeypatch, file, rule, altered)
    write(tmp_path)
    (found,) = refusals(Ruleset(read_game(find_game("small", [tmp_path]))))
    assert reason in found
