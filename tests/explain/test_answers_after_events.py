"""Explanations are about the position after the events of the turn, in which the player moves."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.explain.marks import marks

REMOVED = "diagonals: emperors ErDi9 MsAi9 presidents PdDe5 DsDe1 founders FdDa1 QnDc1 turn presidents"
"""Before the presidents move, the emperors' checkmated Emperor on Di9 is removed, and they command its army."""


@pytest.mark.slow
def test_a_piece_that_is_removed_before_the_move_blocks_nothing() -> None:
    """MsAi9 goes through Di9 to Ei9; its army has another commander by then."""
    position = sm.position(REMOVED)
    assert "Di9" not in position.begun().pieces
    (route,) = position.why("MsAi9-Ei9").routes
    assert route.open and not route.blockers
    found = marks(position, "Ai9")
    assert found.reached == {move.target for move in position.legal_moves("Ai9")}
    assert not found.guarded and not found.shadowed
    assert [each.player for each in position.attackers("Ai8").attackers if each.piece == "MsAi9"] == ["presidents"]


def test_a_drop_of_a_compound_is_refused_with_a_reason() -> None:
    """No game drops pieces of several kinds."""
    answer = sm.position("fide: white Ke1 black Ke8").why("K+Q@e4")
    assert not answer.legal and answer.reasons == ("only a piece of one kind can be dropped",)
