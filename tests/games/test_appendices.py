"""The printed formulas of Appendices D and E as readings, held against a transcription of each into Python."""

from __future__ import annotations

import random

import pytest

import shadowmate as sm
from oracles.appendices import READINGS
from oracles.prince import FIELD, name


@pytest.mark.sample(1)
@pytest.mark.parametrize("reading", READINGS)
def test_printed_formula(reading: str) -> None:
    """On random positions dense near the mover, the engine reaches exactly what the formula leaves open."""
    kind, blocked = READINGS[reading]
    game = sm.game("prince", readings=[reading])
    open_board = game.position("white " + kind + "Dd4")
    assert len(open_board.legal_moves()) == {"Sc": 192, "Re": 115}[kind]
    kinds = game.reader.kinds
    rng = random.Random(reading)
    for _ in range(6):
        mover = rng.choice(FIELD)
        ends = {end for _, end, _ in game.ruleset.routes.ends_from(mover, (kinds[kind],), "white")}
        pieces = rng.sample([c for c in FIELD if c != mover], rng.choice([2, 4, 12, 40]))
        position = game.position(f"white {kind}{name(mover)} black " + " ".join(f"Kn{name(p)}" for p in pieces))
        reached = {move.target for move in position.legal_moves()}
        assert reached == {name(end) for end in ends if not blocked(mover, end, pieces)}


@pytest.mark.sample(1)
@pytest.mark.parametrize("reading", READINGS)
def test_one_blocker_agrees_with_the_main_text(reading: str) -> None:
    """READINGS P4 and P5: with one piece between all readings agree."""
    kind, _ = READINGS[reading]
    rng = random.Random(reading)
    for piece in rng.sample([cell for cell in FIELD if cell != (4, 4, 4)], 8):
        text = f"white {kind}Dd4 black Kn{name(piece)}"
        printed = sm.game("prince", readings=[reading]).position(text).legal_moves()
        assert printed == sm.game("prince").position(text).legal_moves()


def test_two_pieces_on_a_rooks_line_distinguish_the_formula_from_the_main_text() -> None:
    """READINGS P4: Bd5 blocks one plane to Ed4; Ce4 is not on a Bishop's path in the other, and blocks it in print."""
    text = "white ScAd4 black KnBd5 KnCe4"
    assert "Ed4" in [move.target for move in sm.game("prince").position(text).legal_moves()]
    for reading in ("printed_d_first", "printed_d_second"):
        position = sm.game("prince", readings=[reading]).position(text)
        assert "Ed4" not in [move.target for move in position.legal_moves()]


@pytest.mark.slow
def test_where_one_path_on_the_field_is_enough_no_path_leads_through_cells_off_it() -> None:
    """Both questions of paths answered the other way: every path to the other cells starts on Bb2."""
    for readings in (["field_paths_closed"], ["some_path", "field_paths_closed"]):
        position = sm.game("prince", readings).position("white ReAa1 black KnBb2")
        assert [str(move) for move in position.legal_moves("Aa1")] == ["ReAa1xBb2"]
