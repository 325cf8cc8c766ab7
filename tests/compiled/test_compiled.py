"""The compiled engine gives the reference engine's answers; `benchmarks/differential.py` asks for many more."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.asp.folders import builtin_root
from shadowmate.compiled.compile.layout import lay_out
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.kernel.board import HASH, Board
from shadowmate.compiled.kernel.make_move import make, unmake
from shadowmate.compiled.tables import TYPES
from support.differences import Pair, Tally
from support.paths import GAMES_OF_TESTS

ENGINES: tuple[EngineName, ...] = ("reference", "compiled")

COMPARED = {
    "prince": 10, "prince pawn_may_stay": 4, "prince some_path": 4, "fide": 20, "raumschach": 20,
    "extreme": 3, "diagonals": 8, "latrunculi": 8, "parametric": 20, "menagerie": 12, "menagerie some_path": 4,
    "menagerie wide_corners": 4, "menagerie some_path wide_corners": 8, "wasp some_path": 4, "xiangqi": 12,
    "kyoto": 12, "micro": 12, "golem": 12, "werewolf": 10, "makruk": 12, "koth": 10, "koth rotated": 4,
}  # fmt: skip
"""How many positions of a game under some readings."""


def tally(name: str, number: int, seed: str) -> Tally:
    """Compare the engines on positions from play and on others, half of them each."""
    game, *readings = name.split()
    pair, found, random = Pair(game, readings), Tally(), Random(seed)
    positions = pair.positions(seed)
    for position in positions.reachable():
        pair.compare(position, random, found)
        if found.positions * 2 >= number:
            break
    while found.positions < number:
        pair.compare(positions.unreachable(), random, found)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPARED)
def test_both_engines_agree(name: str) -> None:
    found = tally(name, COMPARED[name], name)
    assert not found.differences


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["fide", "golem", "diagonals", "kyoto", "latrunculi", "raumschach", "xiangqi"])
def test_equal_positions_have_equal_boards(name: str) -> None:
    """The solver knows positions by their boards."""
    game, random = sm.game(name, engine="compiled"), Random(f"boards {name}")
    engine = game.engine
    assert isinstance(engine, CompiledEngine)
    position, seen = game.start(), 0
    while (moves := position.legal_moves()) and seen < 40:
        position, seen = position.push(random.choice(moves)), seen + 1
        held = engine.own(position.placement())
        assert engine.own(held.placement) is not held
        assert engine.own(held.placement).board == held.board
    assert seen > 10


def variant(folder: Path, name: str, board: str, more: str = "") -> Path:
    """Orthodox chess on another board, or with further facts, as a folder of rules."""
    (folder / name).mkdir()
    (folder / name / "board.lp").write_text(board, encoding="utf-8")
    parts = ["core/game.lp", "boards/letters.lp", "board.lp"]
    parts += [f"games/fide/{part}.lp" for part in ("field", "kinds", "queen", "pawns", "king", "ending")]
    (folder / name / "game.lp").write_text("".join(f'#include "{part}".\n' for part in parts) + more, encoding="utf-8")
    return folder


def test_a_double_step_over_a_hole_leaves_nothing_to_capture_in_passing(tmp_path: Path) -> None:
    square = (builtin_root() / "boards" / "square.lp").read_text(encoding="utf-8")
    cell = "cell(Cell) :- rectangle(Cell), not hole(Cell)"
    assert cell in square
    folder = variant(tmp_path, "hole", square.replace(cell, f"{cell}, Cell != (5,3,1)"))
    for engine in ENGINES:
        position = sm.game("hole", rules=[folder], engine=engine).position("white Ka1 Pe2 black Kh8")
        assert [str(move) for move in position.legal_moves("e2")] == ["Pe2-e4"]
        assert str(position.push("Pe2-e4")) == "hole: white Ka1 Pe4 black Kh8 turn black"


def test_castling_is_progress_if_a_move_of_the_partner_is(tmp_path: Path) -> None:
    square = (builtin_root() / "boards" / "square.lp").read_text(encoding="utf-8")
    folder = variant(tmp_path, "progress", square, "irreversible(rook).\n")
    for engine in ENGINES:
        game = sm.game("progress", rules=[folder], engine=engine)
        position = game.position("white Ke1 Rh1 black Kh8 castle h1 quiet 7")
        assert position.push("Ke1-f2").quiet == 8
        assert position.push("Ke1-g1&Rh1-f1").quiet == 0


def test_a_kind_that_reaches_no_cell_has_no_moves(tmp_path: Path) -> None:
    """The kind has no motion, or its directions lead off the board from every cell."""
    square = (builtin_root() / "boards" / "square.lp").read_text(encoding="utf-8")
    more = 'abbreviation(stone,"S").\nabbreviation(rock,"O").\nmotion(rock,step,far,any).\ndirection(far,(0,9,0)).\n'
    folder = variant(tmp_path, "stones", square, more)
    found = []
    for engine in ENGINES:
        position = sm.game("stones", rules=[folder], engine=engine).position("white Ka1 Sb1 Ob2 black Kh8 Sa2")
        found.append(sorted(map(str, position.legal_moves())))
    assert found[0] == found[1] == ["Ka1xa2"]


COMPOUNDS = ("R+H", "B+H", "S+H", "R+B", "P+H", "C+L")


@pytest.mark.slow
def test_a_board_stays_what_it_is_when_other_types_come_up() -> None:
    """Types that only a position has get numbers as they come; what was on a board before keeps its own."""
    game = sm.game("menagerie", rules=GAMES_OF_TESTS, engine="compiled")
    engine = CompiledEngine(game.ruleset)

    def board(name: str) -> Board:
        return engine.board(game.position(f"white {name}Bb2 KAa1 black KDd3").placement(), 4)

    before = [(each, board(each)) for each in COMPOUNDS]
    known = [(name, each, engine.moves(each).tolist(), int(each.state[HASH])) for name, each in before]
    first, others = engine.arrays, ("R+L", "H+L", "C+H", "S+R")
    for name in others:
        board(name)
    assert len(engine.types) == len(first[TYPES]) - 1 + len(others)
    for name, each, moves, position in known:
        assert engine.moves(each).tolist() == moves
        assert engine.placement(each) == engine.placement(board(name))
        assert int(board(name).state[HASH]) == position
        make(engine.tables, each, moves[0])
        unmake(engine.tables, each)
        assert int(each.state[HASH]) == position
    # Nothing differs from what is laid out at once.
    at_once = lay_out(game.ruleset, engine.types)
    for name, array in at_once.by_name().items():
        assert np.array_equal(array, engine.arrays.by_name()[name]), name


@pytest.mark.slow
def test_both_engines_agree_on_hurdles_for_some_alone(tmp_path: Path) -> None:
    """The Menagerie with pieces that some kinds may not hop over. A compound may if one of its kinds may."""
    text = (GAMES_OF_TESTS / "menagerie" / "game.lp").read_text(encoding="utf-8")
    (tmp_path / "fences").mkdir()
    more = "unhoppable(cannon,(cannon;king)). unhoppable_in(cannon,pawn,other). unhoppable_in(pope,(rook;spy),own).\n"
    (tmp_path / "fences" / "game.lp").write_text(text + more, encoding="utf-8")
    pair, found, random = Pair("fences", folders=[tmp_path]), Tally(), Random("fences")
    positions = pair.positions("fences", 40)
    while found.positions < 12:
        pair.compare(positions.unreachable(), random, found)
    assert not found.differences
