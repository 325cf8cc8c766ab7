"""Armies that change hands by a move, in a small game of three (tests/data/conquest)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import shadowmate as sm
from support.differences import Pair, Tally
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES = ("reference", "compiled")

LINES = {
    # The player that captures a King commands its army. The loser has no more turns. Pieces attack for their commander.
    "white Ka1 Re1 black Ke5 Mc3 red Kc5 turn white": (
        "Re1xe5",
        "white Ka1 Re5 black Mc3 red Kc5 turn red owner black white",
        ["Kc5-b4", "Kc5-b5", "Kc5-c4", "Kc5-d4", "Kc5-d5"],
    ),
    # The army that Red had taken over goes with its own.
    "white Ka1 Re1 black Kb5 red Mc3 Ra5 turn black owner red white": (
        "Kb5-b4",
        "white Ka1 Re1 black Kb4 red Mc3 Ra5 turn white owner red white",
        ["Ka1-a2", "Ka1-b1", "Ka1-b2", "Mc3-b3", "Mc3-c2", "Mc3-c4", "Mc3-d3", "Ra5-a2", "Ra5-a3", "Ra5-a4", "Ra5-b5",
         "Ra5-c5", "Ra5-d5", "Ra5-e5", "Re1-b1", "Re1-c1", "Re1-d1", "Re1-e2", "Re1-e3", "Re1-e4", "Re1-e5"],
    ),
    # The last player in play has won, and no player moves.
    "white Ka1 Re1 black Ke5 red Mc3 turn white owner red black": (
        "Re1xe5", "white Ka1 Re5 red Mc3 turn white owner black white red white", [],
    ),
}  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("written", LINES)
def test_a_captured_king_gives_its_army_to_the_captor(engine: sm.api.EngineName, written: str) -> None:
    game = sm.game("conquest", rules=GAMES_OF_TESTS, engine=engine)
    move, after, moves = LINES[written]
    position = game.position(written).push(move)
    assert position == game.position(after)
    assert sorted(map(str, position.legal_moves())) == moves
    ended = position.outcome()
    assert (ended is None) == bool(moves)
    assert ended is None or (ended.reason, ended.winner, ended.by) == ("won", "white", ("last",))


OWN = """
player(red,3).
motion(mason,step,orthogonal,own).
#program effects.
surrenders(C,Army) :- part(C,victim,rook), of(C,victim,Army).
disbands(C,Army) :- part(C,victim,cannon), of(C,victim,Army).
"""


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("victim", "RC")
def test_a_player_that_captures_its_own_piece_keeps_its_armies(
    tmp_path: Path, victim: str, engine: sm.api.EngineName
) -> None:
    """Armies change hands when an opponent loses them (owners.lp)."""
    write(tmp_path, OWN)
    game = sm.game("small", rules=[tmp_path], engine=engine)
    position = game.position(f"white Ka1 Mb1 {victim}b2 black Mc5 red Ke5 turn white")
    assert position.push("Mb1xb2") == game.position("white Ka1 Mb2 black Mc5 red Ke5 turn black")


def test_two_armies_without_a_commander_are_read_as_they_are_written(tmp_path: Path) -> None:
    write(tmp_path, OWN)
    written = "white Ka1 black Mc5 red Me5 turn white owner black none red none"
    position = sm.game("small", rules=[tmp_path]).position(written)
    assert str(position) == f"small: {written}"
    assert position.outcome() is None


@pytest.mark.slow
def test_the_engines_agree() -> None:
    pair, found, random = Pair("conquest"), Tally(), Random("conquest")
    positions = pair.positions("conquest", 12)
    while found.positions < 20:
        position = positions.unreachable()
        for _ in range(3):
            pair.compare(position, random, found)
            moves = position.legal_moves()
            if not moves:
                break
            position = position.push(random.choice([move for move in moves if move.captures] or moves))
    assert not found.differences
    assert found.ends["won"], found.ends
