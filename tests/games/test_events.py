"""Events of several sorts, and armies that win for their commanders, in small games (tests/data/plague, vassal)."""

from __future__ import annotations

import random

import pytest

import shadowmate as sm
from shadowmate.compiled.compiled_engine import CompiledEngine
from support.five_by_five import CELLS, game

ENGINES = ("reference", "compiled")

BEGUN = {
    # The Rook's attack on d2 counts, and in the next round that on d4; the Queen's on b4 does not.
    "white Ka1 Qb1 Rd1 black Ke5 Mb4 Qd4 Md2": "white Ka1 Qb1 Rd1 black Ke5 Mb4",
    # No piece is lost for being attacked while c3 is occupied.
    "white Ka1 Mc3 Rd1 black Ke5 Qd4": "white Ka1 Mc3 Rd1 black Ke5 Qd4",
    # A Mason that is lost for two reasons counts once in the toll.
    "white Ka1 Rd1 black Ke5 Rb4 Md2 Mc5 curse a5": "white Ka1 Rd1 black Ke5 curse a5 toll M M R",
    # The ward keeps the curse off, and only that.
    "white Ka1 Rd1 black Ke5 Rb4 Md2 curse a5 ward Q": "white Ka1 Rd1 black Ke5 Rb4 curse a5 ward Q",
    # A piece that is lost opens a line to another.
    "white Ka1 Ra2 black Ke5 Ma3 Qa4 Ma5 curse a5": "white Ka1 Ra2 black Ke5 toll M M",
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", BEGUN)
def test_a_turn_begins_with_losses(text: str, engine: str) -> None:
    """Stated by hand; the kernel is asked for the position that it goes on with."""
    here = game("plague", engine)
    begun = here.position(text)
    after = here.position(BEGUN[text])
    assert {str(move) for move in begun.legal_moves()} == {str(move) for move in after.legal_moves()}
    asked = here.engine
    if isinstance(asked, CompiledEngine):
        found = asked.placement(asked.board(begun.placement()))
        wanted = after.placement()
        assert (found.pieces, found.state, found.stores) == (wanted.pieces, wanted.state, wanted.stores)


def plague(rng: random.Random) -> str:
    """Two Kings and some pieces."""
    cells = rng.sample(CELLS, rng.randint(4, 6))
    armies: dict[str, list[str]] = {"white": [f"K{cells[0]}"], "black": [f"K{cells[1]}"]}
    for cell in cells[2:]:
        armies[rng.choice([*armies])].append(rng.choice("RMMQC") + cell)
    words = [f"{army} {' '.join(pieces)}" for army, pieces in armies.items()] + ["turn", rng.choice([*armies])]
    words += ["curse a5"] if rng.random() < 0.5 else []
    return " ".join([*words, *(["ward Q"] if rng.random() < 0.3 else [])])


@pytest.mark.slow
def test_the_engines_count_the_same_lines() -> None:
    rng, lines = random.Random("plague"), 0
    for _ in range(4):
        text = plague(rng)
        counts = [sm.perft(game("plague", engine).position(text), 2) for engine in ENGINES]
        assert counts[0] == counts[1], text
        lines += counts[0]
    assert lines > 50


MATES = {
    # The Rook is lost before White moves; a Queen beside the King would be lost before Black does.
    "white Kb3 Qe2 black Ka1 Rd1 curse a5": {"Qe2-d1", "Qe2-e1"},
    # Without a curse it has to be captured.
    "white Kb3 Qe2 black Ka1 Rd1": {"Qe2xd1"},
}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", MATES)
def test_searches_know_of_losses(text: str, engine: str) -> None:
    """Stated by hand."""
    assert set(map(str, sm.solve(game("plague", engine).position(text), "#1").keys)) == MATES[text]


WINS = {
    # A Mason of White's army, and one of an army that White has taken over: White has won.
    ("white Ka1 Mc2 black Ke5 red Ka5", "Mc2-c3"): ("white", "centre"),
    ("white Ka1 black Mc2 red Ka5 owner black white", "Mc2-c3"): ("white", "centre"),
    # So do two pieces of one army side by side, but not of two.
    ("white Ka1 black Md1 Cc2 red Ka5 owner black white", "Md1-c1"): ("white", "accord"),
    ("white Ka1 Md1 black Cc2 red Ka5 owner black white", "Md1-c1"): None,
    ("white Ka1 black Md1 Cb1 red Ka5 owner black red turn red", "Md1-c1"): ("red", "accord"),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("text", "move"), WINS)
def test_what_an_army_wins_its_commander_wins(text: str, move: str, engine: str) -> None:
    """Stated by hand."""
    ended = game("vassal", engine).position(text).push(move).outcome()
    wanted = WINS[text, move]
    assert (ended and (ended.reason, ended.winner, ended.by)) == (wanted and ("won", wanted[0], (wanted[1],)))
