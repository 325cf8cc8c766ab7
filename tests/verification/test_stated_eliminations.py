"""Problems for three players in puzzle files: what is stated of keys, tries and replies, and what is refused."""

from __future__ import annotations

import re

import pytest

import shadowmate as sm
from shadowmate.publishing.caption import caption
from shadowmate.verification.solution_text import Counting, UnreadError, read_stated
from shadowmate.verification.solver_questions import Asker
from support.puzzles import fixed, problem, verdict

# The Emperors are out, and two play on; ours, found by search.
TWO = """game: diagonals
algebraic: {presidents: [FlBg4, DsCc3, PdEg2], founders: [FdFi9]}
turn: presidents
state: owner emperors presidents
"""
ONE = f"{TWO}stipulation: '#1'\n"
# With three players: both others reply, and then a move of the Emperor or the First Lady eliminates a player.
THREE = """game: diagonals
algebraic: {emperors: [ErFd4, FlDi2, MsDh4], presidents: [PdCg4, DsDf4], founders: [FdFi3, QnFf2]}
stipulation: '#2'
"""
KEY = "1.FlDi2-Eh2 !\n"


def faults(text: str) -> list[tuple[str, str]]:
    """The sort and the words of each fault that is no remark."""
    return [(each.sort.value, each.text) for each in verdict(text, economy=False).faults if not each.is_remark]


def stating(problem: str, solution: str) -> str:
    return problem + "solution: |\n" + "".join(f"  {line}\n" for line in solution.splitlines())


def test_replies_of_one_round_stand_one_behind_another() -> None:
    """A number is that of the attacker's move, however many reply to it."""
    text = "1.Aa1 !\n1...Bb1 Cc1\n2.Aa2\n2.Aa3\n1...Bb2\n2.Aa4\n2...Bb3 Cc3\n3.Aa5\n1.Aa9 ?\nbut\n1...Bb9 !"
    key, tried = read_stated(text, {"": Counting(rounds=True)})[""].after
    first, second = key.after
    assert [each.text for each in first.after[0].after] == ["Aa2", "Aa3"]
    (fourth,) = second.after
    assert fourth.text == "Aa4" and fourth.after[0].after[0].after[0].text == "Aa5"
    assert (tried.text, tried.is_try, tried.after[0].refutes) == ("Aa9", True, True)
    for wrong in ("1...Bb1", "1.Aa1\n2...Bb1"):
        with pytest.raises(UnreadError, match="no move before it"):
            read_stated(wrong, {"": Counting(rounds=True)})


@pytest.mark.slow
@pytest.mark.parametrize(
    "solution",
    [
        KEY,
        f"{KEY}    1...DsDf4xDh4 FdFi3-Fh4\n        2.ErFd4-Ec3 #\n        2.FlEh2-Eh8\n",
        f"{KEY}    1...DsDf4xDh4 FdFi3-Fh4 2.ErFd4-Ed3",
        f"{KEY}    1...~ ~ 2.ErFd4-Ed3",
    ],
)
def test_what_is_so_is_no_fault(solution: str) -> None:
    assert faults(stating(THREE, solution)) == []


WRONG = {
    "1.FlDi2-Eh1 !\n": ("key", "1.FlDi2-Eh1 is no key: no player is eliminated by force"),
    "1.FlDi2-Ah9 !\n": ("illegal", "FlDi2-Ah9"),
    f"{KEY}1...DsDf4xDh4 FdFi3-Fh4\n2.FlEh2-Eh4\n": ("line", "2.FlEh2-Eh4: no player is eliminated by force"),
    f"{KEY}1...DsDf4xDh4 FdFi3-Aa1\n": ("illegal", "FdFi3-Aa1"),
    f"{KEY}1...DsDf4xDh4 FdFi3-Fh4\n2.ErFd4-Ec3\n2...PdCg4-Ch4 FdFh4-Fh5\n3.ErEc3-Ec4\n": ("illegal", "PdCg4-Ch4"),
    f"{KEY}1...DsDf4xDh4\n2.ErFd4-Ec3\n": ("illegal", "(founders to move)"),
    f"{KEY}1...DsDf4xDh4 FdFi3-Fh4\nbut\n1...DsDf4-Aa1 !\n": ("illegal", "DsDf4-Aa1"),
    f"{KEY}1...DsDf4xDh4 FdFi3-Fh4\n3.ErFd4-Ec3\n": ("unread", "the first player's next move is 2. here"),
    f"{KEY}(2.ErFd4-Ec3)\n": ("threat", "threats are for two players, not for 3"),
    f"{KEY}1.MsDh4-Dh5 ?\nbut\n1...DsDf4-Df3 !\n": ("try", "the next player has no refutation of it, or several"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("solution", WRONG)
def test_a_false_statement_is_reported(solution: str) -> None:
    sort, words = WRONG[solution]
    assert any(found == sort and words in text for found, text in faults(stating(THREE, solution))), faults(
        stating(THREE, solution)
    )


@pytest.mark.slow
def test_the_true_solution_is_written_and_read_back() -> None:
    """Keys, tries and what refutes them, and what answers replies."""
    written = fixed(stating(THREE, KEY))
    assert "1...DsDf4xDh4 FdFi3-Fh4\n" in written and "2.ErFd4-Ec3 #\n" in written
    assert faults(written) == []
    tried = fixed(stating(ONE, "1.FlBg4-Di8 ?\nbut\n1...FdFi9-Fh7 !\n1.FlBg4-Eg7 !\n"))
    assert faults(tried) == [] and "1.FlBg4-Eg7 !" in tried


def test_a_try_has_the_refutation_that_is_stated() -> None:
    """After 1.FlBg4-Di8 the founder has two moves, and one of them refutes it."""
    two = f"{TWO}stipulation: '#2'\n"
    reported = [faults(stating(two, f"1.FlBg4-Di8 ?\nbut\n1...FdFi9-{cell} !\n")) for cell in ("Fh7", "Fh8")]
    tries = [[text for sort, text in found if sort == "try"] for found in reported]
    assert tries[0] == []
    (text,) = tries[1]
    assert text.startswith("1.FlBg4-Di8? is not refuted by 1...FdFi9-Fh8: it is answered by 2.")


def test_the_player_to_be_eliminated_may_be_stated() -> None:
    """In the problem of three players a forced play eliminates the founders, but not the presidents."""
    assert faults(stating(f"{THREE}against: founders\n", KEY)) == []
    assert ("unsolved", "#2 has no solution: no move of emperors eliminates presidents by force") in faults(
        f"{THREE}against: presidents\n"
    )


def test_later_moves_are_held_against_the_same_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves that are stated after replies must eliminate the named player."""
    asked = []
    working = Asker.working

    def noted(asker: Asker, *arguments: object) -> tuple[str, ...]:
        asked.append(arguments[3])
        return working(asker, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Asker, "working", noted)
    line = f"{KEY}1...DsDf4xDh4 FdFi3-Fh4\n2.ErFd4-Ec3\n"
    assert faults(stating(f"{THREE}against: founders\n", line)) == [] and asked == ["founders"]


def test_the_player_to_be_eliminated_is_named_below_the_diagram() -> None:
    one = problem(f"{THREE}against: founders\n")
    assert "founders to be eliminated" in str(caption(one, 1, one.phases[0].position))


def test_no_player_is_eliminated_at_the_start() -> None:
    pieces = "algebraic: {emperors: [ErDi9, MsAi9], presidents: [PdDe5, DsDe1], founders: [FdDa1, QnDc1]}\n"
    text = f"game: diagonals\n{pieces}turn: presidents\nstipulation: '#1'\n"
    assert ("impossible", "emperors is eliminated as the turn begins") in faults(text)


REFUSED = {
    "options: [SetPlay]\n": "SetPlay is for two players, not for 3",
    "options: [Duplex]\n": "Duplex is for two players, not for 3",
    "options: [PostKeyPlay]\n": "PostKeyPlay is for two players, not for 3",
    "against: emperors\n": "'emperors' is to move",
    "against: martians\n": ":4: a mate against 'martians'",
    "against: 5\n": ":4: a mate against '5'",
    "state: owner presidents founders\n": ":4: ",
    "state: reserve helm turn founders\n": "there is a field turn for that",
    "state: emperors ErAa1\n": "there is a field algebraic for that",
    "state: owner\n": "'owner'",
}


@pytest.mark.parametrize("field", REFUSED)
def test_what_cannot_be_expressed_is_refused(field: str) -> None:
    with pytest.raises(sm.PuzzleError, match=re.escape(REFUSED[field])):
        problem(THREE + field)


@pytest.mark.slow
def test_hands_are_a_part_of_a_problem() -> None:
    """A General dropped beside the King mates; without it in hand nothing does."""
    pieces = "game: micro\nalgebraic: {white: [Kb3], black: [Kb5]}\nstipulation: '#1'\n"
    assert verdict(f"{pieces}state: hand white G\nsolution: 1.G@b4 !\n").is_sound
    assert ("unsolved", "#1 has no solution: no move of white forces the goal (mate) in 1 move") in faults(
        f"{pieces}solution: 1.Kb3-b4 !\n"
    )
