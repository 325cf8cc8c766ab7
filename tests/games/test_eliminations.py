"""Forced eliminations in Battle of the Diagonals, against brute force: keys, tries, duals, and their proofs."""

from __future__ import annotations

from functools import cache

import pytest

import shadowmate as sm
from oracles import diagonals as oracle
from oracles.hunts import hunted, keys, tried
from shadowmate.api import EngineName


@cache
def game(engine: EngineName) -> sm.Game:
    return sm.game("diagonals", engine=engine)


MATES = {
    "emperors FlBd1 ErBe1 presidents PdAb2 founders FdCb1 QnCc1 QnCc2 MsAd1 MsBd4 FlCe4 MsCe5 turn founders": 10,
    "emperors SnAb1 ErAb2 MsAd3 MsBa1 presidents PdBd2 founders FdCd4 turn emperors": 0,
}


@pytest.mark.slow
@pytest.mark.parametrize("written", MATES)
def test_mates_are_those_of_brute_force(written: str) -> None:
    """A player is eliminated by force, whatever the two others do."""
    position, at = game("compiled").position(written), oracle.read(written)
    prey = {player for player in oracle.PLAYERS if player != at.turn}
    wanted = keys(at, prey, 1)
    solution = sm.solve(position, "#1")
    found = {(position.move(key).origin, position.move(key).target) for key in solution.keys}
    assert found == wanted and len(wanted) == MATES[written]


DUALS = "presidents FlFb2 PdCh6 DsBg6 FlAg3 founders FdCi9 turn presidents owner emperors presidents"


TRIES = {
    DUALS: 1,
    "emperors ErBa1 SnBe1 presidents PdCb1 founders FdBd1 FlCc1 MsAd1 turn founders": 2,
    "emperors ErBa1 SnBd4 presidents PdBd1 founders FdAb2 FlCd4 MsBd2 turn founders": 1,
    "emperors ErAb2 SnCb1 presidents PdAe2 founders FdCc1 FlCc2 MsAc1 turn founders": 1,
}
"""Positions, with their numbers of tries of one move."""


@pytest.mark.slow
@pytest.mark.parametrize("written", TRIES)
def test_tries_are_those_of_brute_force(written: str) -> None:
    """Their refutations too. The proof of the rest is checked."""
    position, (at, _) = game("compiled").position(written), oracle.begun(oracle.read(written))
    wanted = tried(at, {player for player in oracle.PLAYERS if at.owner[player] == player} - {at.turn}, 1)
    solution = sm.solve(position, "#1", tries=True)
    found = {}
    for move, after, _ in solution.moves(solution.play.root, "try"):
        ((refutation, _, _),) = solution.moves(after, "refutation")
        first = position.move(move)
        second = position.push(move).move(refutation)
        found[first.origin, first.target] = second.origin, second.target
        assert f"1. {move}? but 1... {refutation}!" in str(solution)
    assert found == wanted and len(wanted) == TRIES[written]
    first_key = sm.solve(position, "#1", tries=True, max_solutions=1)
    tries = [[move for move, *_ in each.moves(each.play.root, "try")] for each in (solution, first_key)]
    assert tries[0] == tries[1]
    report = sm.check_proof(solution.as_json())
    assert report.refuted is None and any("tries" in each for each in report.confirmed)
    broken = solution.as_json()
    broken["tree"]["edges"] = [edge for edge in broken["tree"]["edges"] if edge["kind"] != "refutation"]
    assert sm.check_proof(broken).verdict == "refuted"


@pytest.mark.slow
def test_duals_are_named() -> None:
    solution = sm.solve(game("compiled").position(DUALS), "#2", max_solutions=1)
    assert (solution.labels, solution.key) == (["duals"], "DsBg6-Bf5")
    assert "1... FdCi9-Bi9  2. FlAg3-Ag7, FlFb2-Ag7  dual" in str(solution)


@pytest.mark.exhaustive
def test_duals_are_all_answers_that_are_as_quick() -> None:
    """By brute force. The proof states that it does not show the play after duals."""
    after = "presidents FlFb2 PdCh6 DsBf5 FlAg3 founders FdBi9 turn presidents owner emperors presidents"
    at = oracle.read(after)
    assert keys(at, {"founders"}, 1) == {("Ag3", "Ag7"), ("Fb2", "Ag7")}
    report = sm.check_proof(sm.solve(game("compiled").position(DUALS), "#2", max_solutions=1).as_json())
    assert report.verdict == "confirmed" and "the play after duals" in report.not_shown


@pytest.mark.exhaustive
@pytest.mark.parametrize("written", MATES)
def test_mates_against_one_are_those_of_brute_force(written: str) -> None:
    position, at = game("compiled").position(written), oracle.read(written)
    for player in oracle.PLAYERS:
        if player != at.turn:
            wanted = [move for move in oracle.moves(at) if hunted(move.after, at.turn, {player}, 0)]
            assert len(sm.solve(position, "#1", against=player).keys) == len(wanted)


# Ours, found by search: the emperors are out already.
PROBLEMS = {
    "presidents FlBd3 PdBh4 DsDe2 founders FdAi1 turn presidents owner emperors presidents": ("#1", "FlBd3-Bi3"),
    "presidents FlBg4 DsCc3 PdEg2 founders FdFi9 turn presidents owner emperors presidents": ("#2", "FlBg4-Eg7"),
}


SMALL = next(iter(PROBLEMS))


@pytest.mark.slow
@pytest.mark.parametrize("written", PROBLEMS)
def test_a_mate_is_confirmed_by_the_rules(written: str) -> None:
    problem, key = PROBLEMS[written]
    solution = sm.solve(game("compiled").position(written), problem)
    assert (solution.keys, solution.eliminated) == ((key,), ("founders",))
    report = sm.check_proof(solution.as_json())
    assert report.verdict == "confirmed", report
    broken = solution.as_json()
    broken["tree"]["edges"] = [edge for edge in broken["tree"]["edges"] if edge["kind"] != "defence"]
    assert sm.check_proof(broken).verdict == "refuted"


@pytest.mark.slow
@pytest.mark.parametrize("written", PROBLEMS)
def test_threads_share_the_work(written: str) -> None:
    """What they find is the same, tries and all."""
    one, two = (sm.solve(game("compiled").position(written), "#2", tries=True, jobs=jobs) for jobs in (1, 2))
    assert (one.keys, one.eliminated, str(one)) == (two.keys, two.eliminated, str(two))
    assert "?\n    1... " in str(one)


@pytest.mark.exhaustive
@pytest.mark.parametrize("written", PROBLEMS)
def test_the_proof_of_tries_in_two_is_confirmed(written: str) -> None:
    report = sm.check_proof(sm.solve(game("compiled").position(written), "#2", tries=True).as_json())
    assert report.verdict == "confirmed" and "tries" in str(report)


@pytest.mark.exhaustive
def test_the_reference_engine_finds_the_same_mate() -> None:
    assert sm.solve(game("reference").position(SMALL), "#1").keys == (PROBLEMS[SMALL][1],)


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["h#2", "s#2", "=1", "win1"])
def test_other_problems_are_for_two(problem: str) -> None:
    with pytest.raises(sm.StipulationError, match="for two players"):
        sm.solve(game("compiled").position(SMALL), problem)
