"""Readings of Prince: smallest differences, checked and counted by brute force, and proofs that there are none."""

from __future__ import annotations

import pytest

import shadowmate as sm
from oracles.prince import CELLS, NAMES
from oracles.readings import differences, reached
from shadowmate.comparing.reach_question import Question

SMALLEST = [
    ("every_path", "some_path", "Re", "Aa1", 1),
    ("paths_off_field", "field_paths_closed", "Re", "Aa1", 1),
    pytest.param("field_paths_closed", "field_paths_open", "Re", "Aa1", 1, marks=pytest.mark.exhaustive),
    ("paths_off_field", "whole_areas", "Re", "Aa1", 0),
    ("planes_d", "printed_d_first", "Sc", "Aa1", 2),
    ("planes_d", "printed_d_second_either", "Sc", "Aa1", 2),
    ("planes_e", "printed_e", "Re", "Ba1", 2),
]


def check_examples(found: sm.Comparison, kind: str, left: str, right: str) -> None:
    """Each class's example is a disagreement by the documents' words too, and the reasons say so."""
    assert found.smallest is not None
    for each in found.smallest.classes:
        start, end, pieces = CELLS[each.origin], CELLS[each.target], [CELLS[cell] for cell in each.pieces]
        there = reached(kind, start, end, pieces, left), reached(kind, start, end, pieces, right)
        assert there == (each.left.legal, each.right.legal) == (each.reached_under == left, each.reached_under == right)


@pytest.mark.slow
@pytest.mark.parametrize(("left", "right", "kind", "origin", "pieces"), SMALLEST)
def test_smallest_difference(left: str, right: str, kind: str, origin: str, pieces: int) -> None:
    """Brute force finds no difference with fewer pieces, and confirms the examples."""
    found = sm.compare("prince", left, right, kind, origin=origin)
    assert found.proved and found.smallest is not None
    assert found.smallest.pieces == pieces + 1
    check_examples(found, kind, left, right)
    for fewer in range(pieces):
        assert not differences(kind, CELLS[origin], left, right, fewer)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("left", "right", "kind", "origin"),
    [
        pytest.param("every_path", "some_path", "Ba", "Cb1", marks=pytest.mark.exhaustive),
        ("every_path", "some_path", "Sc", "Aa1"),
        ("paths_off_field", "field_paths_closed", "Re", "Ca1"),
        ("paths_off_field", "whole_areas", "Re", "Cb1"),
    ],
)
def test_brute_force_counts_the_same(left: str, right: str, kind: str, origin: str) -> None:
    """Every disagreement with the fewest pieces from a cell."""
    found = sm.compare("prince", left, right, kind, origin=origin).smallest
    assert found is not None and found.pieces is not None
    assert found.number == len(differences(kind, CELLS[origin], left, right, found.pieces - 1))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("right", "target"), [("printed_e", "Ba5"), ("printed_e_bounded", "Ba5")])
def test_brute_force_finds_the_same_two_pieces(right: str, target: str) -> None:
    """P5 from an edge: all pairs of pieces between the Reporter and where it goes; none with the third condition."""
    games = sm.game("prince"), sm.game("prince", right)
    start, end = CELLS["Ba1"], CELLS[target]
    question = Question((games[0].ruleset, games[1].ruleset), ("white", ("reporter",)), ["knight"])
    found = question.ask(start, end, [cell for cell in CELLS.values() if cell != start])
    expected = differences("Re", start, "planes_e", right, 2, [end])
    assert {frozenset(cell for cell, _, _ in each.pieces) for each in found} == {pieces for _, pieces in expected}
    assert bool(expected) == (right == "printed_e")


@pytest.mark.exhaustive
def test_all_cells_together_are_what_they_are_one_by_one() -> None:
    """P15: 720 positions on the whole board, by the sum over its cells."""
    whole = sm.compare("prince", "paths_off_field", "field_paths_closed", "reporter")
    assert whole.smallest is not None
    edges = [cell for cell in CELLS.values() if cell.count(1) + cell.count(8) >= 2]
    by_hand = sum(len(differences("Re", each, "paths_off_field", "field_paths_closed", 1)) for each in edges)
    assert whole.smallest.number == by_hand
    assert str(whole).startswith("these two readings differ first with 2 pieces: prince: white ReAa1")


PROVED = [
    ("paths_off_field", "whole_areas", "base"),
    ("paths_off_field", "field_paths_open", "rook"),
    ("planes_d", "printed_d_first", "base"),
    ("planes_e", "printed_e_bounded", "reporter"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("left", "right", "kind"), PROVED)
def test_no_position_distinguishes_them(left: str, right: str, kind: str) -> None:
    """Paths off the field do not matter for Bases and Rooks. Appendix D is about Scientists alone.

    Appendix E agrees with the main text, if its third condition holds for the second piece too (P5).
    """
    found = sm.compare("prince", left, right, kind)
    assert (found.differ, found.proved) == (False, True)
    assert "proved for every occupancy" in str(found)
    assert found.counted["questions"] > 0


@pytest.mark.exhaustive
def test_kinds_that_move_alike_are_not_searched() -> None:
    """AND against OR is no question of lines and leaps."""
    found = sm.compare("prince", "every_path", "some_path", origin="Dd4", at_most=1)
    assert {each.kind for each in found.kinds if not each.same_routes} == {
        NAMES[kind] for kind in ("Ba", "Sc", "Re", "Un", "Ne", "Sp", "Pr")
    }
    assert {each.pieces for each in found.kinds if not each.same_routes} == {2}
    assert found.is_whole


@pytest.mark.slow
def test_readings_that_change_no_routes_say_so() -> None:
    found = sm.compare("prince", "hundred_each", "hundred_single")
    assert (found.differ, found.proved, found.counted["questions"]) == (False, True, 0)
    assert "by what a piece reaches" in str(found)


@pytest.mark.slow
def test_a_bound_on_the_blockers() -> None:
    """With one piece the printed formula agrees with the main text, and the answer names this bound."""
    found = sm.compare("prince", "planes_e", "printed_e", "reporter", origin="Dd4", at_most=1)
    assert not found.differ and "at most 1 piece on the way" in str(found)
    assert found.as_json()["over"] == "what a piece reaches, from Dd4, with at most 1 piece on the way"


@pytest.mark.slow
def test_stopped_before_the_end() -> None:
    """What was found until then, and nothing is proved."""
    from shadowmate.comparing.compare import compare_games

    games = sm.game("prince"), sm.game("prince", "some_path")
    asked = iter(range(100))
    found = compare_games(games, ("every_path", "some_path"), "base", stopped=lambda: next(asked) > 3)
    assert not found.is_whole and not found.proved
    assert "interruption" in str(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["Ba", "Sc", "Re", "Un", "Ne", "Sp", "Pr"])
def test_and_against_or(kind: str) -> None:
    """P14: two pieces are enough for each planar kind."""
    found = sm.compare("prince", "every_path", "some_path", kind)
    assert found.smallest is not None and found.smallest.pieces == 2
    check_examples(found, kind, "every_path", "some_path")


@pytest.mark.exhaustive
def test_wide_corners() -> None:
    """X3: proved for all kinds, for every occupancy."""
    found = sm.compare("extreme", "narrow_corners", "wide_corners")
    assert (found.differ, found.proved) == (False, True)
    assert {each.kind for each in found.kinds if not each.same_routes} == {"cubic_bishop", "cubic_unicorn"}


@pytest.mark.exhaustive
def test_wide_corners_from_a_cell() -> None:
    found = sm.compare("extreme", "narrow_corners", "wide_corners", "cubic_unicorn", origin="Aa1")
    assert (found.differ, found.proved) == (False, True)
    assert found.counted["questions"] > 0
