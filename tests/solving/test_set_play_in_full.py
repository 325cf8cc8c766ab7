"""Play that comes to a position of other play, such as the set play, has all of its answers there, as Popeye's has."""

from __future__ import annotations

import json

import pytest

import shadowmate as sm
from shadowmate.play.position import Position as Diagram
from shadowmate.solving.problem.kind import Kind
from shadowmate.solving.problem.play import Node
from shadowmate.solving.problem.replay import pass_turn
from shadowmate.solving.problem.roles import Battle
from shadowmate.solving.problem.solution_text import lines
from shadowmate.solving.problem.stipulation import Aim, Goal
from shadowmate.solving.search.by_kernel import CompiledBackend
from shadowmate.solving.search.limits import Limits

SHARED = [
    ("white Kd3 Qe4 black Kb2", "#3"),
    ("white Kd3 Ne7 Qf6 black Kb3", "#3"),
    ("white Bb1 Kd2 Qe2 black Ka3 Bd5 Pe5", "#3"),
]
"""Positions and stipulations in which play comes to the same position by several ways, some with a threat."""


def solved(position: str, stipulation: str) -> sm.Solution:
    return sm.solve(sm.position(f"fide: {position}", engine="compiled"), stipulation, set_play=True)


def set_play(solution: sm.Solution) -> list[str]:
    """What is printed of the set play."""
    printed = lines(solution)
    begin = printed.index("set play") + 1
    return printed[begin : next(number for number, line in enumerate(printed) if line.startswith("1. "))]


def test_answers_of_the_set_play_are_not_cut_off() -> None:
    """Popeye: 1...Ka3 2.Kc2 zugzwang. 2...Ka2 3.Qa8 #, 3.Qa4 #; after 1.Qb7+ Ka2 2.Kc2, Qa8 is the threat."""
    assert set_play(solved(*SHARED[0])) == [
        "    1... Kb2-a1 2. Kd3-c2 threat 3. Qe4-a4#, Qe4-a8#",
        "    1... Kb2-a3 2. Kd3-c2 zugzwang",
        "        2... Ka3-a2 3. Qe4-a4#, Qe4-a8#  dual",
        "    1... Kb2-c1 2. Qe4-b4, Qe4-b7  dual; 2. Qe4-b4 zugzwang",
        "        2... Kc1-d1 3. Qb4-b1#, Qb4-d2#  dual",
    ]


def test_a_threat_that_is_an_answer_elsewhere_is_carried_out() -> None:
    """Popeye: 1...Bc6 2.Kc3 threat: 3.Qa2 #, and 2...Bd5, 2...Ka4 alone parry it; 1.Kc3 Ba8 has been met by 2.Qa6 #."""
    assert set_play(solved(*SHARED[2]))[1:3] == [
        "    1... Bd5-c6 2. Kd2-c3 threat 3. Qe2-a2#",
        "        2... Bc6-d5, Ka3-a4 3. Qe2-a6#",
    ]


def test_play_that_comes_back_to_the_start_adds_no_threats_to_the_set_play() -> None:
    """Popeye's answers. The mate is in 2, so slower keys have threats in its first position."""
    printed = set_play(solved("white Kc3 Qe3 black Kb1", "#6"))
    assert [line.partition("  dual")[0] for line in printed if line.startswith("    1... ")] == [
        "    1... Kb1-a1 2. Kc3-c2, Kc3-b3, Qe3-b6, Qe3-c1+, Qe3-d2, Qe3-e2, Qe3-f2",
        "    1... Kb1-a2 2. Qe3-b6, Kc3-c2, Qe3-e1, Qe3-e2+, Qe3-f2+, Qe3-g1",
    ]


def fresh(position: Diagram, most: int) -> tuple[int, set[str]]:
    """The number of moves of a mate that is asked for alone, and the moves that begin it."""
    backend, battle = CompiledBackend(position), Battle(Goal(Aim.MATE))
    for moves in range(1, most + 1):
        keys = backend.answers(backend.root(position), battle, moves, Limits())
        if keys:
            return moves, {str(key) for key in keys}
    return 0, set()


def compare(solution: sm.Solution, node: Node, position: Diagram, left: int, reply: Kind) -> int:
    """Compare the threats and answers at a node with fresh ones, and those below; returns how many were compared."""
    waiting = None if position.is_check() or reply is Kind.SET or not left else pass_turn(position)
    quickest, threats = fresh(waiting, left) if waiting else (0, set[str]())
    if reply is not Kind.SET:
        assert {move for move, *_ in solution.threats(node)} == threats
    found = 0
    for defence, after, _ in solution.moves(node, reply, Kind.DEFENCE):
        then = position.push(defence)
        moves, answers = fresh(then, left)
        given = [] if reply is Kind.SET else None
        aims = {waiting.move(move).aim for move in threats} if waiting else set()
        leaves = moves <= quickest and any(then.move(move).aim in aims for move in answers)
        assert solution.leaves_threat(node, after, given) == leaves, defence
        if not leaves:
            assert {move for move, *_ in solution.answers(after)} == answers, defence
            move, there, reached = solution.answers(after)[0]
            found += 1 if reached else 1 + compare(solution, there, then.push(move), moves - 1, Kind.DEFENCE)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("position", "stipulation"), SHARED)
def test_every_answer_is_given_wherever_play_comes_from(position: str, stipulation: str) -> None:
    """Every position of set play and solution is asked about alone, with no play to share."""
    solution = solved(position, stipulation)
    start, found = solution.position, 0
    for _, node, _ in solution.moves(solution.play.root, Kind.PASS):
        found += compare(solution, node, pass_turn(start), solution.stipulation.moves - 1, Kind.SET)
    for key, node, reached in solution.starts():
        found += 0 if reached else compare(solution, node, start.push(key), node.distance or 0, Kind.DEFENCE)
    assert found > 4


@pytest.mark.slow
def test_the_proof_with_such_play_is_confirmed() -> None:
    """The labels of the file, duals among them, are those that the checker finds in the tree."""
    for position, stipulation in SHARED[:2]:
        facts = json.loads(json.dumps(solved(position, stipulation).as_json()))
        assert sm.check_proof(facts).verdict.value == "confirmed"
