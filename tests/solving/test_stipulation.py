"""Stipulations: one grammar, read and written back, with errors that say what would be right."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.solving.problem.roles import Battle, Cooperation, battle, cooperation
from shadowmate.solving.problem.stipulation import Aim, Goal, Play, Stipulation, StipulationError

MATE = Goal(Aim.MATE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#2", Stipulation(Play.DIRECT, MATE, 2)),
        ("s#3", Stipulation(Play.SELF, MATE, 3)),
        ("r#2", Stipulation(Play.REFLEX, MATE, 2)),
        ("h#12", Stipulation(Play.HELP, MATE, 12)),
        ("h#2.5", Stipulation(Play.HELP, MATE, 2, half=True)),
        ("h#0.5", Stipulation(Play.HELP, MATE, 0, half=True)),
        ("ser-#4", Stipulation(Play.SERIES, MATE, 4)),
        ("ser-h=5", Stipulation(Play.SERIES_HELP, Goal(Aim.STALEMATE), 5)),
        ("s+1", Stipulation(Play.SELF, Goal(Aim.CHECK), 1)),
        ("hx3", Stipulation(Play.HELP, Goal(Aim.CAPTURE), 3)),
        ("z(Dd4)3", Stipulation(Play.DIRECT, Goal(Aim.TARGET, "Dd4"), 3)),
        ("ser-hz(e4)2", Stipulation(Play.SERIES_HELP, Goal(Aim.TARGET, "e4"), 2)),
    ],
)
def test_read_and_written_back(text: str, expected: Stipulation) -> None:
    assert Stipulation.parse(text) == expected
    assert str(expected) == text


@pytest.mark.parametrize("text", ["zDd4 3", "z(Dd4) 3", " z(Dd4)3 "])
def test_a_target_may_be_written_with_a_space(text: str) -> None:
    assert str(Stipulation.parse(text)) == "z(Dd4)3"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("", "comes a goal"),
        ("2", "comes a goal"),
        ("mate2", "comes a goal"),
        ("ser#2", "comes a goal"),
        ("h2", "comes a goal"),
        ("#", "such as #2"),
        ("s=n", "such as s=2"),
        ("##2", "it should be like #2"),
        ("#-2", "it should be like #2"),
        ("h#2.25", "it should be like"),
        ("#2.5", "such as h#2.5"),
        ("ser-h#2.5", "such as h#2.5"),
        ("z3", "z(CELL)3"),
        ("ze43", "z(CELL)3"),
        ("z()3", "z(CELL)3"),
        ("#0", "at least one move"),
        ("h#0", "at least one move"),
        (f"#{10**12}", "more than 60 moves"),
    ],
)
def test_errors_say_what_would_be_right(text: str, right: str) -> None:
    with pytest.raises(StipulationError) as error:
        Stipulation.parse(text)
    assert right in str(error.value) and repr(text) in str(error.value)


def test_numbers_of_any_length_are_refused() -> None:
    """Python itself reads no more than some thousand digits."""
    with pytest.raises(StipulationError, match="more than 60 moves"):
        Stipulation.parse("h#" + "9" * 100_000)


def test_the_game_must_have_what_is_asked_for() -> None:
    with pytest.raises(StipulationError, match="no cell 'Dd4' in fide"):
        Stipulation.parse("z(Dd4)2").checked(sm.game("fide"))
    with pytest.raises(StipulationError, match="two players"):
        Stipulation.parse("h#2").checked(sm.game("diagonals"))
    assert Stipulation.parse("z(Dd4)2").checked(sm.game("prince")).goal.cell == "Dd4"


def test_shorter() -> None:
    """Half a move stays, for it says who begins."""

    def all_shorter(text: str) -> list[str]:
        found = []
        shorter = Stipulation.parse(text).shorter()
        while shorter:
            found.append(str(shorter))
            shorter = shorter.shorter()
        return found

    assert all_shorter("#3") == ["#2", "#1"]
    assert all_shorter("h#2.5") == ["h#1.5", "h#0.5"]
    assert all_shorter("ser-#1") == []


def test_who_wants_what() -> None:
    assert battle(Stipulation.parse("#2")) == Battle(MATE)
    assert battle(Stipulation.parse("s#2")) == Battle(MATE, by_defender=True)
    assert battle(Stipulation.parse("r#2")) == Battle(MATE, by_defender=True, obliged=True)
    assert cooperation(Stipulation.parse("h#1.5")) == Cooperation(MATE, (False,) * 3)
    assert cooperation(Stipulation.parse("ser-#3")) == Cooperation(MATE, (True, True, False))
    assert cooperation(Stipulation.parse("ser-h#3")) == Cooperation(MATE, (True, True, False, False))


def test_only_the_obliged_must_reach_the_goal() -> None:
    assert Battle(MATE, by_defender=True).choices(["a", "b"], ["b"]) == ["a", "b"]
    assert Battle(MATE, by_defender=True, obliged=True).choices(["a", "b"], ["b"]) == ["b"]
    assert Battle(MATE, by_defender=True, obliged=True).choices(["a", "b"], []) == ["a", "b"]
