"""The keys `protected` and `counterStrike`: strong pieces of a diagram that cannot be exchanged for each other."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import exchanges as oracle
from support.cli import fail, run

WARLOCKS = """files=6
ranks=6
maxPromote=0
protected=2
counterStrike=W
rook::::a1
warlock::KNADcaKcabK::b1
king::K::c1
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> sm.Game:
    folder = tmp_path_factory.mktemp("exchanges")
    (folder / "diagram.txt").write_text(WARLOCKS)
    code, out, _ = run("import", str(folder / "diagram.txt"), "--to", str(folder / "warlocks"))
    assert code == 0
    assert "left out" not in out
    return sm.game("warlocks", rules=folder)


def scattered(rng: random.Random) -> dict[oracle.Cell, tuple[str, str]]:
    """Kings, Warlocks and Rooks of both sides, near each other."""
    cells = rng.sample([(x, y) for x in range(1, 6) for y in range(1, 6)], rng.randint(9, 12))
    armies = ("white", "black")
    return {cell: (armies[n % 2], "KKWWWW"[n] if n < 6 else "R") for n, cell in enumerate(cells)}


def written(board: oracle.Board, army: str, *, struck: bool) -> str:
    pieces = {each: [f"{letter}{name(cell)}" for cell, (whose, letter) in board.items() if whose == each]
              for each in ("white", "black")}  # fmt: skip
    text = " ".join(f"{each} {' '.join(some)}" for each, some in pieces.items())
    return f"{text} turn {army}{' exchange warlock' if struck else ''}"


def name(cell: oracle.Cell) -> str:
    return f"{'abcdef'[cell[0] - 1]}{cell[1]}"


def found(position: sm.Position) -> set[tuple[str, str, frozenset[str]]]:
    return {(each.origin, each.target, frozenset(each.captures)) for each in position.legal_moves()}


def wanted(moves: set[oracle.Move]) -> set[tuple[str, str, frozenset[str]]]:
    return {(name(each.start), name(each.end), frozenset(map(name, each.captured))) for each in moves}


@pytest.mark.slow
def test_moves_are_the_oracle_s_and_so_are_the_answers(game: sm.Game) -> None:
    """In positions where Warlocks meet: the moves, and after a move that strikes one the answers to it."""
    rng, struck = random.Random("warlocks"), 0
    for _ in range(10):
        board = scattered(rng)
        was_struck = rng.random() < 0.3
        position = game.position(written(board, "white", struck=was_struck))
        moves = oracle.moves(board, "white", struck=was_struck)
        assert found(position) == wanted(moves)
        for move in sorted(each for each in moves if oracle.strikes(board, each))[:1]:
            (chosen,) = (each for each in position.legal_moves()
                         if (each.origin, each.target) == (name(move.start), name(move.end)))  # fmt: skip
            answers = oracle.moves(oracle.played(board, move), "black", struck=True)
            assert found(position.push(chosen)) == wanted(answers)
            struck += 1
    assert struck >= 2


def test_a_type_that_is_not_there_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "diagram.txt").write_text(WARLOCKS.replace("protected=2", "protected=9"))
    error = fail(monkeypatch, capsys, "import", str(tmp_path / "diagram.txt"), "--to", str(tmp_path / "game"))
    assert "line 4: there is no type 9; they are numbered from 1 to 3" in error
