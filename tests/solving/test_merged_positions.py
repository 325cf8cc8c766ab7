"""Where play comes to a position by several ways, its role in the tree is that of one of the moves to it."""

from __future__ import annotations

import json

import pytest

import shadowmate as sm
from shadowmate.endgame.table_maker import table
from shadowmate.solving.problem.solution import Solution
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from shadowmate.solving.solver import solve

SHARED = [
    ("white Kh1 Qf6 Bf8 black Ka5", "#4"),
    ("white Ke4 Qd8 Ne3 black Kb7", "#4"),
    ("white Ke8 Rh7 black Ka8", "#5"),
    ("white Kg7 Rg1 Rc7 black Kh1", "#5"),
]
"""Positions with a move that is a threat in one place, and in another a dual."""


def roles_of_no_move(solution: Solution) -> list[str]:
    """The positions whose role is that of no move that leads to them."""
    facts, goal = solution.as_json()["tree"], solution.stipulation.goal.name
    led = {(edge["to"], goal if edge["goal"] else edge["kind"]) for edge in facts["edges"]} | {(facts["root"], "root")}
    return [f"{each['position']}: {each['role']}" for each in facts["nodes"] if (each["id"], each["role"]) not in led]


@pytest.mark.parametrize(("position", "stipulation"), SHARED)
def test_every_role_is_that_of_a_move(position: str, stipulation: str) -> None:
    solution = solve(sm.position(f"fide: {position}", engine="compiled"), stipulation, tables=False, set_play=True)
    assert solution.keys
    assert not roles_of_no_move(solution)


def test_every_role_is_that_of_a_move_where_tables_answer(fide: sm.Game) -> None:
    table(fide, "white K R black K")
    solution = solve(fide.position("white Ka4 Rd3 black Kg7"), "#10", max_solutions=1)
    assert solution.searched.table
    assert not roles_of_no_move(solution)


@pytest.mark.slow
def test_the_proof_is_confirmed() -> None:
    solution = solve(sm.position(f"fide: {SHARED[0][0]}", engine="compiled"), SHARED[0][1], set_play=True)
    report = check_proof(json.loads(json.dumps(solution.as_json())))
    assert report.verdict is ProofVerdict.CONFIRMED, report
