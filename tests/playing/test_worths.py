"""What pieces are worth to the player, by how far they go."""

from __future__ import annotations

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel.board import HEAD
from shadowmate.compiled.kernel.evaluation import MOVE
from shadowmate.playing.worths import worths_of

FIDE = sm.game("fide", engine="compiled")


def worth(army: str, kind: str, cell: str) -> float:
    engine = engine_of(FIDE)
    by_cell = worths_of(engine).of(FIDE.start())
    number = engine.types.index((army, (kind,))) + 1
    return float(by_cell[number * len(engine.cells) + engine.number[FIDE.vectors[cell]]] / MOVE)


def test_the_order_of_chess_pieces_is_that_of_every_handbook() -> None:
    worths = worths_of(engine_of(FIDE))
    worths.of(FIDE.start())
    found = [worths.mean("white", (kind,)) for kind in ("queen", "rook", "bishop", "knight", "pawn", "king")]
    assert found == sorted(found, reverse=True) and found[-1] == 0


@pytest.mark.parametrize(("cell", "moves"), [("a1", 2), ("b1", 3), ("b2", 4), ("d1", 4), ("c2", 6), ("d4", 8)])
def test_a_quarter_of_a_worth_is_the_moves_from_there(cell: str, moves: int) -> None:
    """Half of it is the mean of all cells.

    On 64 cells are 16 of the 32 pieces of the array, so of a knight's moves one in eight ends on its own army. What
    it is worth where it goes is between what it is worth in a corner and in the middle.
    """
    free, found = moves * 7 / 8, worth("white", "knight", cell)
    there = 2 * found - worths_of(engine_of(FIDE)).mean("white", ("knight",))
    assert (free + 2 * 7 / 8) / 2 < there < (free + 8) / 2


def test_a_piece_that_is_promoted_is_worth_more_near_its_goal() -> None:
    by_rank = [worth("white", "pawn", f"d{rank}") for rank in range(3, 8)]
    assert by_rank == sorted(by_rank) and by_rank[-1] > worth("white", "knight", "a1")


def test_armies_that_mirror_each_other_are_worth_the_same() -> None:
    worths = worths_of(engine_of(FIDE))
    worths.of(FIDE.start())
    for kind in ("queen", "rook", "bishop", "knight", "pawn"):
        white, black = (worths.mean(army, (kind,)) for army in ("white", "black"))
        assert white == pytest.approx(black, rel=0.1)


def test_a_piece_in_hand_is_worth_what_it_is_on_the_board() -> None:
    game = sm.game("micro", engine="compiled")
    engine = engine_of(game)
    worths = worths_of(engine)
    worths.of(game.start())
    held, items = worths.held(), engine.effects.items
    assert len(held) == len(items.all)
    for number, (army, kinds) in items.hands:
        assert held[number] == pytest.approx(worths.mean(army, kinds) * MOVE, abs=1)


@pytest.mark.slow
def test_a_compound_is_worth_what_its_parts_add_to_each_other() -> None:
    """It has the moves of all its parts: no fewer than one of them, none of them twice, and from more cells."""
    game = sm.game("extreme", engine="compiled")
    engine = engine_of(game)
    worths = worths_of(engine)
    worths.of(game.start())
    compounds = [(army, kinds) for army, kinds in engine.types if len(kinds) > 1 and worths.mean(army, kinds)]
    assert len(compounds) > 100
    for army, kinds in compounds:
        parts = [worths.mean(army, (kind,)) for kind in kinds]
        assert 0.8 * max(parts) < worths.mean(army, kinds) < 1.2 * sum(parts), (army, kinds)
    overlapping = game.position("white KAa1 HA+SDd4 S+cRDd5 black KHh8")  # a stride has the moves of an heir
    assert overlapping.legal_moves()
    worths.of(overlapping)
    assert worths.mean("white", ("heir", "stride")) < 1.2 * worths.mean("white", ("stride",))
    parts = worths.mean("white", ("stride",)) + worths.mean("white", ("cubic_rook",))
    assert worths.mean("white", ("cubic_rook", "stride")) < 0.95 * parts


def test_random_boards_have_pieces_and_nothing_else() -> None:
    """A right that there is not would be looked up beyond the tables."""
    engine = engine_of(FIDE)
    cells = engine.board(FIDE.start().placement()).cells
    board = worths_of(engine)._random_board(cells[cells > 0].astype(np.int32), np.random.default_rng(0))
    assert not board.state[:HEAD].any() and np.count_nonzero(board.cells) == 32
