"""Deeds, in small games with a few each: both engines against an oracle, every condition failing in turn."""

from __future__ import annotations

import random
from functools import cache

import pytest

import shadowmate as sm
from oracles import deeds as oracle
from support.paths import GAMES_OF_TESTS

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
ENGINES = ("reference", "compiled")


@cache
def game(name: str, engine: str) -> sm.Game:
    return sm.game(name, rules=GAMES_OF_TESTS, engine=engine)


def found(name: str, engine: str, text: str) -> set[oracle.Told]:
    """Every legal move of an engine, as the oracle tells it."""
    start = game(name, engine).position(text)
    result = set()
    for move in start.legal_moves():
        after = oracle.read(str(start.push(move)).partition(": ")[2].partition(" quiet ")[0])
        board = tuple(sorted((oracle.name_of(cell), *man) for cell, man in after.pieces.items()))
        result.add(oracle.Told(move.origin, move.target, move.special, board, after.rest))
    return result


def rites(rng: random.Random) -> str:
    """A position near the deeds' conditions: men at home, rights, and some others."""
    home = {"white": "Kc1 Ra1 Me1", "black": "Kc5 Ra5 Me5"}
    cells = [cell for cell in CELLS if cell[0] not in "ace" or cell[1] not in "15"]
    others: dict[str, list[str]] = {"white": [], "black": []}
    for where in rng.sample(cells, rng.randint(0, 5)):
        others[rng.choice(("white", "black"))].append(rng.choice("RQMC") + where)
    words = [f"{army} {home[army]} {' '.join(others[army])}" for army in home]
    rights = [f"flight {cell}" for cell in ("c1", "c5") if rng.random() < 0.8]
    return " ".join([*words, f"turn {rng.choice(('white', 'black'))}", *rights])


POSITIONS = {"rites": rites}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", POSITIONS)
def test_deeds_are_done_as_the_game_says(name: str, engine: str) -> None:
    """On random positions; more of them for the engine that is quick."""
    rng = random.Random(name)
    seen = set()
    for _ in range(12 if engine == "reference" else 200):
        text = POSITIONS[name](rng)
        moves = found(name, engine, text)
        assert moves == oracle.told(name, text), text
        seen |= {move.name for move in moves}
    assert len(seen) > 1


BEGIN = "white Kc1 Ra1 Me1 black Kd5"


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("white Kc1 black Kd5 Rc5 flight c1", "Kc1-c3", "leave the royal piece"),
        ("white Kc1 Mb2 black Kd5 Ra1", "Kc1-c3", "c1 or its royal piece has moved"),
        ("white Kc1 black Kd5 flight c1", "Kc1-c3", "flight: the royal piece is not in check"),
        ("white Kc1 Mc3 black Kd5 Ra1 flight c1", "Kc1-c3", "its own"),
        ("white Kc1 black Kd5 Ra1 Mc3 flight c1", "Kc1-c3", "flight: Mc3 is in the way"),
        (f"{BEGIN} Rc5", "Ra1-b3", "relay: the royal piece is in check"),
        (f"{BEGIN} Rd2", "Ra1-b3", "relay: Rd2 attacks a2"),
        (f"{BEGIN} Ma2", "Ra1-b3", "relay: Ma2 is in the way"),
        (f"{BEGIN} Mb3", "Ra1-b3", "relay: Mb3 is in the way"),
    ],
)
def test_why_says_which_condition_fails(text: str, move: str, reason: str) -> None:
    for engine in ENGINES:
        position = game("rites", engine).position(text)
        assert not [each for each in position.legal_moves() if each.special in ("flight", "relay")]
        assert reason in str(position.why(move))
