"""The comparison of both engines on every position of few pieces: what it looks at, and that it finds a difference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from translation.small_positions import Task, compare, count, difference, placements, tasks

from support.differences import Pair
from support.small import small

MINI = Task("mini", (1, 3), 1, more=False)


def found(pair: Pair, task: Task) -> Iterator[str]:
    for placement in placements(task):
        apart, _ = difference(pair, placement)
        if apart:
            yield apart


def test_every_position_is_there_once() -> None:
    """Three cells, four kinds in two armies, and either player to move."""
    every = list(placements(MINI))
    assert len(every) == len(set(every)) == count(MINI, 700) == 3 * 4 * 2 * 2
    assert {placement.turn for placement in every} == {"white", "black"}


def test_facts_and_items_are_tried_too() -> None:
    """Each player has a purse in this game, which holds items."""
    every = list(placements(Task("drill", (2, 2), 1, more=True)))
    assert {store for placement in every for store, _, _ in placement.stores} == {"purse white", "purse black"}
    assert any(not placement.stores and not placement.state for placement in every)


def test_boards_are_the_largest_that_are_small_enough() -> None:
    chosen = tasks("small", 700)
    assert [(task.size, task.pieces) for task in chosen] == [(None, 1), ((1, 5), 1), ((1, 3), 2)]
    assert all(count(task, 700) for task in chosen)


@pytest.mark.slow
def test_the_engines_agree_on_a_board_of_three_cells() -> None:
    result = compare(MINI)
    assert result.positions == count(MINI, 700) and result.moves > 0 and result.differences == []


def test_a_difference_is_found(tmp_path: Path) -> None:
    """A Mason that goes aslant, too, in one of the games."""
    pair = Pair("small")
    pair.reference = small(tmp_path, "motion(mason,step,diagonal,any).")
    mason = (
        placement
        for placement in placements(Task("small", None, 1, more=False))
        if placement.pieces[0][1] == ("mason",)
    )
    apart, _ = difference(pair, next(mason))
    assert apart is not None and "legal moves" in apart


def test_a_board_that_lacks_cells_of_a_move_is_left_out_and_named() -> None:
    """The third cell of this game must be safe for one of its moves."""
    result = compare(Task("drill", (2, 2), 1, more=False))
    assert result.positions == 0 and result.left_out == "drill, 2x2, pieces: 1, and nothing else"
