"""First moves of up to three steps, and their capture in passing on each cell passed; both engines."""

from __future__ import annotations

import random
from functools import cache

import pytest

import shadowmate as sm
from oracles import strides as oracle
from support.paths import GAMES_OF_TESTS

ENGINES: tuple[sm.EngineName, ...] = ("reference", "compiled")


@cache
def game(engine: sm.EngineName) -> sm.Game:
    return sm.game("strides", rules=[GAMES_OF_TESTS], engine=engine)


def name(cell: oracle.Cell) -> str:
    return f"{'abcde'[cell[0] - 1]}{cell[1]}"


def written(board: oracle.Board, army: str, first: oracle.Cell | None) -> str:
    pieces = {each: [f"{letter}{name(cell)}" for cell, (whose, letter) in board.items() if whose == each]
              for each in ("white", "black")}  # fmt: skip
    text = " ".join(f"{each} {' '.join(some)}" for each, some in pieces.items())
    return f"{text} turn {army}{f' ep {name(first)}' if first else ''}"


def scattered(rng: random.Random) -> tuple[dict[oracle.Cell, tuple[str, str]], str, oracle.Cell]:
    """Pieces at random, the army to move, and the cell that a Pawn of the other has just passed first."""
    while True:
        army, column, steps = rng.choice(("white", "black")), rng.randint(1, oracle.COLUMNS), rng.choice((2, 3, 3))
        mover, armies = oracle.other(army), ("white", "black")
        cells = [(x, y) for x in range(1, oracle.COLUMNS + 1) for y in range(1, oracle.ROWS + 1)]
        chosen = rng.sample(cells, rng.randint(6, 12))
        board = {cell: (armies[n % 2], "KKRR"[n] if n < 4 else "P") for n, cell in enumerate(chosen)}
        board = {cell: piece for cell, piece in board.items() if piece[1] != "P" or cell[1] not in (1, oracle.ROWS)}
        ahead = oracle.AHEAD[mover]
        way = [(column, oracle.SECOND[mover] + step * ahead) for step in range(steps + 1)]
        for cell in way[:-1]:
            board.pop(cell, None)
            if cell != way[0] and rng.random() < 0.5:
                board[rng.choice((-1, 1)) + column, cell[1] + ahead] = (army, "P")
        board = {cell: piece for cell, piece in board.items() if cell in cells}
        board[way[-1]] = (mover, "P")
        kings = sum(letter == "K" for _, letter in board.values())
        if kings == 2 and not oracle.exposed(board, mover):
            return board, army, way[1]


@pytest.mark.sample(1, 10)
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("engine", ENGINES)
def test_moves_and_what_they_lead_to_are_the_oracle_s(engine: sm.EngineName, seed: int) -> None:
    rng, passing, beyond = random.Random(f"strides {seed}"), 0, 0
    for _ in range(20):
        board, army, first = scattered(rng)
        position = game(engine).position(written(board, army, first))
        wanted = {(name(each.start), name(each.end), each.captured and name(each.captured), each.letter): each
                  for each in oracle.moves(board, army, first)}  # fmt: skip
        found = {}
        for move in position.legal_moves():
            letter = "R" if move.promotion else board[next(c for c in board if name(c) == move.origin)][1]
            found[move.origin, move.target, next(iter(move.captures), None), letter] = move
        assert found.keys() == wanted.keys(), str(position)
        for key, move in found.items():
            one = wanted[key]
            in_passing = one.captured not in (None, one.end)
            if in_passing or one.first:
                passing += in_passing
                beyond += in_passing and one.end != first
                assert move.special == ("en passant" if in_passing else "double or longer step")
                after = written(oracle.played(board, one), oracle.other(army), one.first)
                assert position.push(move) == game(engine).position(after)
    assert passing > 4 and beyond > 1


@pytest.mark.slow
def test_impossible_cells_are_refused() -> None:
    rng, refused = random.Random("impossible"), 0
    for _ in range(40):
        board, army, _ = scattered(rng)
        for cell in [(x, y) for x in range(1, oracle.COLUMNS + 1) for y in range(1, oracle.ROWS + 1)]:
            text = written(board, army, cell)
            if oracle.passer(board, cell, oracle.other(army)):
                game("compiled").position(text)
            else:
                with pytest.raises(sm.PositionError, match="no opponent's piece can have just passed this cell"):
                    game("compiled").position(text)
                refused += 1
    assert refused


FAR = "white Kc1 Pb5 black Kc8 Pa5 Pc5 Pa4 Rb8 turn black ep b3"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        (FAR, "Pa5-b4", "is legal"),
        (FAR, "Pa4-b3", "is legal"),
        (FAR.replace(" ep b3", ""), "Pa5-b4", "no piece has just passed b4, so there is no capture in passing"),
        ("white Kc1 Pb4 Pb5 black Kc8 Pc4 Pc5 turn black ep b3", "Pc5-b4", "is legal"),
        ("white Kc1 Pb2 Rb4 black Kc8 turn white", "Pb2-b5", "is blocked"),
        ("white Kc1 Pb3 black Kc8 turn white", "Pb3-b6", "only as its first move"),
    ],
)
def test_why(engine: sm.EngineName, text: str, move: str, words: str) -> None:
    assert words in str(game(engine).position(text).why(move))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_position_is_read_again_and_a_fen_has_the_first_cell(engine: sm.EngineName) -> None:
    after = game(engine).position("white Kc1 Pb2 black Kc8 Pa4 Pc4").push("Pb2-b5")
    assert game(engine).position(str(after)) == after
    assert after.fen().split()[3] == "b3"
    assert game(engine).position(f"fen {after.fen()}") == after
    assert {str(each) for each in after.legal_moves() if each.special} == {"Pa4xb3ep", "Pc4xb3ep"}
    assert not [each for each in after.push("Kc8-c7").legal_moves() if each.special == "en passant"]
