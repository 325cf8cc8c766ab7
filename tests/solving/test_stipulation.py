"""Stipulations: one grammar, read and written back, with errors that say what would be right."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.solving.problem.plays import PLAY_FORMS, Ending, Obliged
from shadowmate.solving.problem.roles import Battle, Cooperation, battle, begins_first, cooperation
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
        ("hs#1.5", Stipulation(Play.HELP_SELF, MATE, 1, half=True)),
        ("semi-r==2", Stipulation(Play.SEMI_REFLEX, Goal(Aim.DOUBLE_STALEMATE), 2)),
        ("exact-#=3", Stipulation(Play.DIRECT, Goal(Aim.MATE_OR_STALEMATE), 3, exact=True)),
        ("reci-h!=2", Stipulation(Play.RECIPROCAL, Goal(Aim.AUTOSTALEMATE), 2)),
        ("h003", Stipulation(Play.HELP, Goal(Aim.CASTLING), 3)),
        ("phser-s~4", Stipulation(Play.HELP_PARRY_SELF, Goal(Aim.ANY), 4)),
        ("ser-ep2", Stipulation(Play.SERIES, Goal(Aim.EN_PASSANT), 2)),
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
        ("", "a goal is expected"),
        ("2", "did you mean '#2'?"),
        ("fide: start", "a position, which comes before the stipulation"),
        ("mate2", "did you mean '#2'"),
        ("ser#2", "did you mean 'ser-#2'"),
        ("H#2", "did you mean 'h#2'"),
        ("semi r#3", "did you mean 'semi-r#3'"),
        ("pserh#3", "did you mean 'pser-h#3'"),
        ("exact-r#2", "such as exact-s#2"),
        ("reci-h#0.5", "at least one move"),
        ("ser-s#2.5", "such as h#2.5"),
        ("h2", "did you mean 'h#2'"),
        ("#", "such as #2"),
        ("s=n", "such as s=2"),
        ("##2", "double mate (##) is unsupported"),
        ("#-2", "expected something like #2"),
        ("h#2.25", "expected something like"),
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


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("2#", "did you mean '#2'?"),
        ("h#.5", "did you mean 'h#0.5'?"),
        ("h2#", "did you mean 'h#2'?"),
        ("hs2.5#", "did you mean 'hs#2.5'?"),
        ("ser-h3=", "did you mean 'ser-h=3'?"),
        ("2x", "did you mean 'x2'?"),
        ("ser-h2", "did you mean 'ser-h#2'?"),
        ("s3", "did you mean 's#3'?"),
        ("help 2.5", "did you mean 'h#2.5'?"),
        ("\u22602", "did you mean '#2'?"),
        ("2\u2021", "did you mean '#2'?"),
        ("h#2\u00bd", "did you mean 'h#2.5'?"),
        ("#2*", "did you mean '#2'? '*' means set play"),
        ("#2vv", "did you mean '#2'? 'vv' means tries"),
        ("#3*v", "did you mean '#3'? '*' means set play: --set-play, or the option SetPlay in a file. 'v' means tries"),
        ("h#3*", "did you mean 'h#3'? '*' means set play"),
        ("s#2 duplex", "did you mean 's#2'? 'duplex' means that either player may begin"),
        ("h#2 2.1.1.1", "did you mean 'h#2'? '2.1.1.1' means the number of solutions"),
        ("h#2 (2 sols)", "did you mean 'h#2'? '2 sols' means the number of solutions"),
        ("#2!", "did you mean '#2'? '!' means nothing"),
    ],
)
def test_other_ways_to_write_a_stipulation_are_answered_with_the_right_one(text: str, right: str) -> None:
    """The number first, no sign of mate, the signs of books, and what magazines print behind the number."""
    with pytest.raises(StipulationError) as error:
        Stipulation.parse(text)
    assert right in str(error.value)
    Stipulation.parse(right.split("'")[1])


@pytest.mark.parametrize(("text", "right"), [("z(e8)", "z(e8)2"), ("h00", "h002"), ("s#", "s#2")])
def test_what_lacks_the_number_of_moves_is_answered_with_one_that_has_it(text: str, right: str) -> None:
    with pytest.raises(StipulationError, match="the number of moves comes last, such as") as error:
        Stipulation.parse(text)
    assert str(error.value).endswith(right)
    Stipulation.parse(right)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("PG 12.5", "a proof game"),
        ("dia", "a proof game (dia)"),
        ("ser-dia12.5", "a proof game (dia)"),
        ("Shortest proof game in 9.5", "a proof game"),
        ("2->h#3", "play that begins with a series of moves (N->)"),
        ("a=>b", "play from one position to another (a=>b)"),
        ("ser-a=>b3", "play from one position to another (a=>b)"),
        ("h##2", "the goal double mate (##)"),
        ("##!2", "the goal countermate (##!)"),
        ("ct3", "the goal circuit (ct)"),
        ("ser-<>4", "the goal exchange (<>)"),
        ("!#3", "the goal automate (!#)"),
        ("hkd43", "the goal kiss (k)"),
        ("+", "a study"),
        ("White to play and win", "a study"),
        ("draw", "a study"),
        ("white 5s[#]", "a structured stipulation"),
        ("-1(w) & #1", "a retro problem"),
    ],
)
def test_what_other_programs_solve_is_refused_by_its_name(text: str, name: str) -> None:
    """The goals are those of Popeye 4.104's manual that Shadowmate does not have."""
    with pytest.raises(StipulationError) as error:
        Stipulation.parse(text)
    assert f"{name}" in str(error.value) and "unsupported" in str(error.value)


def test_numbers_of_any_length_are_refused() -> None:
    """Python itself reads no more than some thousand digits."""
    with pytest.raises(StipulationError, match="more than 60 moves"):
        Stipulation.parse("h#" + "9" * 100_000)


def test_the_game_must_have_what_is_asked_for() -> None:
    with pytest.raises(StipulationError, match="no cell 'Dd4'; cells are a1 to h8"):
        Stipulation.parse("z(Dd4)2").checked(sm.game("fide"))
    with pytest.raises(StipulationError, match="two players"):
        Stipulation.parse("h#2").checked(sm.game("diagonals"))
    assert Stipulation.parse("z(Dd4)2").checked(sm.game("prince")).goal.cell == "Dd4"


def test_shorter() -> None:
    """Half a move stays, for it decides which player begins."""

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


def test_goals_of_each_player() -> None:
    assert battle(Stipulation.parse("#2")) == Battle(MATE)
    assert battle(Stipulation.parse("s#2")) == Battle(MATE, by_defender=True)
    assert battle(Stipulation.parse("r#2")) == Battle(MATE, by_defender=True, obliged=Obliged.BOTH)
    assert battle(Stipulation.parse("semi-r#2")) == Battle(MATE, by_defender=True, obliged=Obliged.DEFENDER)
    assert cooperation(Stipulation.parse("hs#2")) == Cooperation(MATE, (False,) * 3, Ending.FORCED)
    assert cooperation(Stipulation.parse("h#1.5")) == Cooperation(MATE, (False,) * 3)
    assert cooperation(Stipulation.parse("ser-#3")) == Cooperation(MATE, (True, True, False))
    assert cooperation(Stipulation.parse("ser-h#3")) == Cooperation(MATE, (True, True, False, False))


def test_only_the_obliged_must_reach_the_goal() -> None:
    selfmate, reflex, semi = (battle(Stipulation.parse(text)) for text in ("s#2", "r#2", "semi-r#2"))
    assert selfmate.choices(["a", "b"], ["b"], attacking=False) == ["a", "b"]
    for attacking in (False, True):
        assert reflex.choices(["a", "b"], ["b"], attacking) == ["b"]
        assert reflex.choices(["a", "b"], [], attacking) == ["a", "b"]
    assert semi.choices(["a", "b"], ["b"], attacking=True) == ["a", "b"]
    assert semi.choices(["a", "b"], ["b"], attacking=False) == ["b"]


def test_the_table_has_every_play() -> None:
    assert set(PLAY_FORMS) == set(Play)


def test_which_side_begins_by_custom() -> None:
    """As in Popeye: Black begins in help play to a mate of Black, White in most other plays."""
    black = [text for text in ("#2", "h#2", "h#2.5", "hs#2", "hs#2.5", "ser-#2", "ser-h#2", "reci-h#2", "pser-h#2",
                               "phser-#2") if not begins_first(Stipulation.parse(text))]  # fmt: skip
    assert black == ["h#2", "hs#2.5", "ser-h#2", "reci-h#2", "pser-h#2"]
