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
        result.add(oracle.Told(move.origin, move.target, move.special, oracle.board_of(after.pieces), after.rest))
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


def regent(rng: random.Random) -> str:
    """Kings, Heirs and some others, some of them compounds."""
    cells = rng.sample(CELLS, rng.randint(5, 10))
    men = ["K", "K", "H", "H", *rng.choices(["R", "M", "C", "M+R", "H", "C+H"], k=len(cells) - 4)]
    men[:4] = [man + rng.choice(["", "", "+M", "+R"]) for man in men[:4]]
    armies: dict[str, list[str]] = {"white": [], "black": []}
    for number, (kinds, cell) in enumerate(zip(men, cells, strict=True)):
        army = ("white", "black")[number % 2] if number < 4 else rng.choice(("white", "black"))
        armies[army].append(kinds + cell)
    return " ".join([*(f"{army} {' '.join(some)}" for army, some in armies.items()), f"turn {rng.choice([*armies])}"])


POSITIONS = {"rites": rites, "regent": regent}


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
    ("name", "text", "move", "reason"),
    [
        ("rites", "white Kc1 black Kd5 Rc5 flight c1", "Kc1-c3", "leave the royal piece"),
        ("rites", "white Kc1 Mb2 black Kd5 Ra1", "Kc1-c3", "c1 or its royal piece has moved"),
        ("rites", "white Kc1 black Kd5 flight c1", "Kc1-c3", "flight: the royal piece is not in check"),
        ("rites", "white Kc1 Mc3 black Kd5 Ra1 flight c1", "Kc1-c3", "flight: Mc3 is in the way"),
        ("rites", "white Kc1 black Kd5 Ra1 Mc3 flight c1", "Kc1-c3", "flight: Mc3 is in the way"),
        ("rites", f"{BEGIN} Rc5", "Ra1-b3", "relay: the royal piece is in check"),
        ("rites", f"{BEGIN} Rd2", "Ra1-b3", "relay: Rd2 attacks a2"),
        ("rites", f"{BEGIN} Ma2", "Ra1-b3", "relay: Ma2 is in the way"),
        ("rites", f"{BEGIN} Mb3", "Ra1-b3", "relay: Mb3 is in the way"),
        ("regent", "white Ka1 Hc3 black Kd5", "a1-c3", "crown: the royal piece is not in check"),
        ("regent", "white Ka1 Hc3 black Kd5 Ra4 Rc5", "Ka1-Hc3crown", "crown: Rc5 attacks Hc3"),
        ("regent", "white Ka1 Mc3 black Kd5 Ra4", "Ka1-c3", "its own Mc3 stands there"),
        ("regent", "white Ra1 Hc3 Ke1 black Kd5 Rb5", "Ra1-c3", "its own Hc3 stands there"),
    ],
)
def test_why_says_which_condition_fails(name: str, text: str, move: str, reason: str) -> None:
    for engine in ENGINES:
        position = game(name, engine).position(text)
        assert not [each for each in position.legal_moves() if each.special]
        assert reason in str(position.why(move))


def test_a_deed_in_place_is_told_and_written_with_its_name() -> None:
    for engine in ENGINES:
        position = game("regent", engine).position("white K+Ra1 H+Mc3 black Kd5 Ra4")
        for text in ("K+Ra1-H+Mc3crown", "a1c3", "Ka1-c3crown".replace("K", "K+R"), "a1-c3crown"):
            move = position.move(text)
            assert move.as_json() == {
                "move": "K+Ra1-H+Mc3crown", "from": "a1", "to": "c3", "captures": [], "promotion": None,
                "changes": [
                    {"cell": "a1", "before": "white K+R", "after": "white H+R"},
                    {"cell": "c3", "before": "white H+M", "after": "white K+M"},
                ],
                "special": "crown",
            }  # fmt: skip
        assert str(position.push(move)) == "regent: white H+Ra1 K+Mc3 black Ra4 Kd5 turn black quiet 1"


def test_the_crown_counts_for_mate() -> None:
    """The corner is guarded; passing the crown is the only way out, and there is none if the Heir is attacked too."""
    for engine in ENGINES:
        only = game("regent", engine).position("white Ka1 Hd4 black Kc2 Ra5 Rb5")
        assert [str(move) for move in only.legal_moves()] == ["Ka1-Hd4crown"]
        assert only.outcome() is None
        mate = game("regent", engine).position("white Ka1 He4 black Kc2 Ra5 Rb5 Re5")
        outcome = mate.outcome()
        assert outcome is not None and outcome.reason == "checkmate"
