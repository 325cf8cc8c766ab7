"""Perft against what other programs count, and what the kernel must keep while it counts."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.commands import engines
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel.board import HASH, PLY, Board
from shadowmate.compiled.kernel.perft_count import perft as count
from shadowmate.compiled.kernel.turns import make_turn, unmake_turn
from shadowmate.compiled.parallel_perft import divide, perft
from shadowmate.compiled.tables import MASKS
from support.cli import answer, fail, run
from support.differences import Pair
from support.paths import DATA
from support.yaml_files import read_yaml

FACTS = read_yaml(DATA / "perft.yaml")
LEAVES = {"quick": 5_000_000, "slow": 130_000_000}
PRINCE = (1, 212, 44944)
CASES = [
    pytest.param(game, each, depth, leaves, id=f"{game} {each['name']} {depth}", marks=marks)
    for game, positions in FACTS.items()
    for each in positions
    for depth, leaves in enumerate(each["counts"], 1)
    for marks in ([pytest.mark.slow] if leaves > LEAVES["quick"] else [],)
    if leaves <= LEAVES["slow"]
]


@cache
def compiled(name: str) -> sm.Game:
    return sm.game(name, engine="compiled")


def position(game: sm.Game, fact: dict[str, Any]) -> sm.Position:
    return game.position(f"fen {fact['fen']}" if "fen" in fact else " ".join(fact["position"].split()))


@pytest.mark.sample(2)
@pytest.mark.parametrize(("game", "fact", "depth", "leaves"), CASES)
def test_as_other_programs_count(game: str, fact: dict[str, Any], depth: int, leaves: int) -> None:
    assert perft(position(compiled(game), fact), depth) == leaves


@pytest.mark.slow
@pytest.mark.parametrize("game", FACTS)
def test_the_reference_engine_counts_the_same(game: str) -> None:
    for fact in FACTS[game]:
        assert perft(position(sm.game(game, engine="reference"), fact), 1) == fact["counts"][0]


@pytest.mark.slow
@pytest.mark.parametrize("fact", FACTS["fide"][:6], ids=lambda fact: fact["name"])
def test_the_reference_engine_counts_the_same_after_two_moves(fact: dict[str, Any]) -> None:
    assert perft(position(sm.game("fide", engine="reference"), fact), 2) == fact["counts"][1]


@pytest.mark.slow
def test_the_array_of_prince() -> None:
    assert [perft(compiled("prince").start(), depth) for depth in range(3)] == list(PRINCE)
    assert perft(sm.game("prince", engine="reference").start(), 1) == PRINCE[1]


@pytest.mark.exhaustive
def test_the_array_of_prince_by_the_reference_engine() -> None:
    assert perft(sm.game("prince", engine="reference").start(), 2) == PRINCE[2]


def copy(board: Board) -> list[Any]:
    """What makes the position, without its history and the rows to work in."""
    return [board.cells.copy(), board.state[: PLY + 1].copy(), board.sets.copy()]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fide", "raumschach", "menagerie", "menagerie some_path", "diagonals", "prince"])
def test_unmaking_restores_everything(name: str) -> None:
    """A board after a move equals one that is set up afresh. After unmaking it equals the board before."""
    game, *readings = name.split()
    pair = Pair(game, readings)
    engine = engine_of(pair.compiled)
    positions = pair.positions(f"unmake {name}")
    played = positions.reachable()
    for number in range(6 if name == "prince" else 16):
        board = engine.board((next(played) if number % 2 else positions.unreachable()).placement())
        for move in engine.moves(board):
            before = copy(board)
            make_turn(engine.tables, board, int(move))
            fresh = engine.board(engine.placement(board))
            assert board.state[HASH] == fresh.state[HASH]
            assert all(np.array_equal(a, b) for a, b in zip(copy(board)[:1], copy(fresh)[:1], strict=True))
            rows = len(engine.armies) * 2 + 1
            words = engine.arrays[MASKS].shape[1]
            assert np.array_equal(board.sets[: rows * words], fresh.sets[: rows * words])
            unmake_turn(engine.tables, board)
            assert all(np.array_equal(a, b) for a, b in zip(copy(board), before, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fide", "raumschach", "menagerie", "diagonals", "prince"])
def test_counting_without_writing_moves_down(name: str) -> None:
    pair = Pair(name)
    engine = engine_of(pair.compiled)
    positions = pair.positions(f"count {name}")
    for _ in range(40):
        board = engine.board(positions.unreachable().placement())
        room = np.empty(engine.capacity(board), np.int64)
        assert count(engine.tables, board, room, 0, 1) == len(engine.moves(board))


def test_divide() -> None:
    start = compiled("fide").start()
    split = divide(start, 3)
    assert list(split) == start.legal_moves() and sum(split.values()) == 8902
    assert all(perft(start.push(move), 2) == number for move, number in list(split.items())[:3])
    assert divide(start, 3, jobs=2) == split
    assert divide(sm.game("fide", engine="reference").start(), 2) == divide(start, 2)
    done: list[tuple[int, int]] = []
    divide(start, 1, progress=lambda number, total, _: done.append((number, total)))
    assert done == [(number, 20) for number in range(1, 21)]


@pytest.mark.parametrize(("depth", "jobs"), [(0, 1), (-1, 1), (1, 0)])
def test_no_depth_and_no_job(depth: int, jobs: int) -> None:
    words = (
        "^jobs: expected at least 1, not 0" if jobs < 1 else f"^depth {depth}: expected 1 or more, as lines of 0 moves"
    )
    with pytest.raises(sm.OptionError, match=words):
        divide(compiled("fide").start(), depth, jobs)


def test_no_depth_below_0() -> None:
    assert perft(compiled("fide").start(), 0) == 1
    with pytest.raises(sm.ShadowmateError, match="-1"):
        perft(compiled("fide").start(), -1)


def test_draws_do_not_end_a_line() -> None:
    text = "fide: white Ka1 Rb2 black Kh8 quiet 100 seen 3"
    assert sm.position(text).outcome() is not None
    assert perft(sm.position(text, engine="compiled"), 2) == perft(sm.position(text), 2) > 0


def test_a_game_that_is_over_has_no_line() -> None:
    mated = "fide: white Kc7 Qb7 black Ka8 turn black"
    assert perft(sm.position(mated, engine="compiled"), 2) == 0
    assert divide(sm.position(mated, engine="compiled"), 2) == {}
    assert perft(sm.position(mated, engine="compiled"), 0) == 1


def test_command() -> None:
    found = answer("perft", "raumschach: start", "2")
    assert list(found) == ["position", "perft", "complete", "seconds"]
    assert found["position"] == str(sm.game("raumschach").start())
    assert found["perft"] == {"1": 61, "2": 3615} and found["seconds"] >= 0
    assert json.loads(run("perft", "fide: start", "0", "--json")[1])["perft"] == {"0": 1}


def test_command_by_move() -> None:
    found = answer("perft", "fide: start", "2", "--divide", "--jobs", "2")
    assert list(found) == ["position", "perft", "divide", "complete", "seconds"]
    assert len(found["divide"]) == 20 and set(found["divide"].values()) == {20} and "Nb1-c3" in found["divide"]
    code, out, _ = run("perft", "fide: start", "2", "--divide")
    assert code == 0 and "Nb1-c3: 20" in out and out.endswith("perft 1: 20\nperft 2: 400\n")


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_command_by_either_engine(engine: str) -> None:
    assert answer("perft", "fide: start", "2", "--engine", engine)["perft"] == {"1": 20, "2": 400}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense", "2"), "nonsense"),
        (("fide: white Kz1", "2"), "z1"),
        (("fide: start", "-1"), "-1"),
        (("fide: start", "two"), "expected a whole number"),
        (("fide: start",), "DEPTH"),
        (("fide: start", "2", "--jobs", "0"), "jobs"),
        (("fide: start", "2", "--engine", "steam"), "steam"),
        (("nowhere: start", "2"), "nowhere"),
    ],
)
def test_command_with_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    assert words in fail(monkeypatch, capsys, "perft", *arguments)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_counting_can_be_stopped(engine: str) -> None:
    """What is counted by then is right, and it is less than all."""
    start = sm.game("fide", engine=engine).start()  # type: ignore[arg-type]
    asked = iter(range(40))
    found = divide(start, 3, stop=lambda: next(asked, None) is None)
    whole = divide(compiled("fide").start(), 3)
    assert len(found) < len(whole) if engine == "reference" else found == whole
    assert found.items() <= whole.items()


def test_counting_in_parts_is_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is given short counts; they add up."""
    whole = divide(compiled("fide").start(), 4)
    monkeypatch.setattr("shadowmate.compiled.parallel_perft._AT_ONCE", 100)
    assert divide(compiled("fide").start(), 4, jobs=2) == whole
    asked = iter(range(1000))
    found = divide(compiled("fide").start(), 4, stop=lambda: next(asked, None) is None)
    assert 0 < len(found) < len(whole) and found.items() <= whole.items()


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes when depth 3 is counted for three first moves."""

    @contextmanager
    def pressing(what: str) -> Iterator[Callable[[int, int, Any], None]]:
        at = 3 if what.endswith("depth 3") else 0
        yield lambda done, _total, _last: signal.raise_signal(signal.SIGINT) if done == at else None

    monkeypatch.setattr(engines, "progress", pressing)
    code, out, errors = run("perft", "fide: start", "5", "--divide", "--engine", "reference")
    assert (code, errors) == (3, "interrupted: depth 3 is counted for 3 of 20 first moves\n")
    assert out.splitlines() == ["Nb1-a3: 400", "Nb1-c3: 440", "Ng1-f3: 440", "perft 1: 20", "perft 2: 400"]
    code, out, _ = run("perft", "fide: start", "5", "--json", "--engine", "reference")
    found = json.loads(out)
    assert (code, found["perft"], found["complete"]) == (3, {"1": 20, "2": 400}, False)
    assert answer("perft", "fide: start", "2")["complete"] is True
