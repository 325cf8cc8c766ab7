"""The kernel skips moves in help play, before mates in one, and before mates by the reply. It finds all lines that
making every move finds.

Some positions are unreachable ones (`random_positions.py`). In others pieces of both sides surround a royal piece at
the edge, so that there are mates.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel import goals
from shadowmate.compiled.kernel import make_move as kernel
from shadowmate.compiled.kernel.board import Board
from shadowmate.compiled.kernel.generate import generate
from shadowmate.play.placement import Placement
from shadowmate.solving.problem.plays import Ending
from shadowmate.solving.problem.roles import Battle, Cooperation
from shadowmate.solving.problem.stipulation import Aim, Goal
from shadowmate.solving.search.limits import Limits
from shadowmate.solving.search.lines_by_kernel import LinesBackend
from support.differences import Pair
from support.paths import GAMES_OF_TESTS
from support.random_positions import RandomPositions, position_of

QUICK = {
    "fide": 150,
    "raumschach": 60,
    "prince": 48,
    "latrunculi": 30,
    "parametric": 80,
    "menagerie": 60,
    "lions": 60,
    "wary": 60,
    "gorge": 150,
}
SLOW = {name: 10 * number for name, number in QUICK.items()} | {"prince": 120, "extreme": 6}
"""How many positions of a game."""

ROOM = 1 << 14

REPLIES = {Ending.FORCED: goals.FORCED, Ending.ALLOWED: goals.ALLOWED}
"""The mate is each reply, or one."""
BY_NO_REPLY = ("prince", "latrunculi")
"""Games in which none of these positions has a mate by the reply."""


def crowd(positions: RandomPositions) -> sm.Position:
    """A royal piece at the edge with pieces of both sides around it; either player may be to move."""
    random, game = positions.random, positions.game
    players = game.ruleset.players
    axes = range(len(positions.cells[0]))
    ends = [{min(cell[axis] for cell in positions.cells), max(cell[axis] for cell in positions.cells)} for axis in axes]
    home = random.choice([cell for cell in positions.cells if sum(cell[axis] in ends[axis] for axis in axes) > 1])
    near = [cell for cell in positions.cells if 1 <= max(abs(a - b) for a, b in zip(cell, home, strict=True)) <= 3]
    prey, *others = random.sample(players, len(players))
    pieces = {home: ((random.choice(positions.royal),), prey)}
    for army in others:
        pieces.setdefault(random.choice(positions.cells), ((random.choice(positions.royal),), army))
    usual = [kinds for kinds in positions.kinds if not set(kinds) & set(positions.royal)]
    for _ in range(random.randint(3, 9)):
        cell = random.choice(near if random.random() < 0.7 else positions.cells)
        army = prey if random.random() < 0.4 else random.choice(others)
        pieces.setdefault(cell, (random.choice(usual), army))
    placed = tuple((cell, *pieces[cell]) for cell in sorted(pieces))
    return position_of(game, Placement(placed, random.choice(players), (), 0, 1))


def every_line(engine: CompiledEngine, board: Board, width: int) -> set[tuple[int, ...]]:
    """The mating lines of `width` moves, by making every move."""
    moves = np.zeros(ROOM, np.int64)
    end = generate(engine.tables, board, moves, 0)
    if width == 1:
        end = goals.keep_fulfilling(engine.tables, board, moves, 0, end, goals.MATE, 0, -1)
        return {(move,) for move in moves[:end].tolist()}
    found = set()
    for move in moves[:end].tolist():
        kernel.make(engine.tables, board, move)
        found |= {(move, *line) for line in every_line(engine, board, width - 1)}
        kernel.unmake(engine.tables, board)
    return found


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Menagerie of two players, where the sieve is on: with promotion to a royal piece, and without."""
    folder = tmp_path_factory.mktemp("duels")
    text = (GAMES_OF_TESTS / "menagerie" / "game.lp").read_text().replace("player(red,3).", "")
    text = "".join(line for line in text.splitlines(keepends=True) if "red" not in line)
    for name, rules in (("crowned duel", text), ("duel", text.replace("(rook;spy;pope)", "(rook;spy)"))):
        assert rules != text or name == "crowned duel"
        (folder / name).mkdir()
        (folder / name / "game.lp").write_text(rules)
    return folder


def compare(name: str, number: int, folders: Sequence[Path] = ()) -> list[int]:
    """The numbers of mating lines of one, two and three moves in `number` positions of a game, and of moves after which
    a reply mates, after comparing them.
    """
    pair = Pair(name, folders=folders)
    game, positions = pair.compiled, pair.positions(f"nets {name}", crowded=12)
    engine, found = engine_of(game), [0, 0, 0, 0]
    for place in range(number):
        position = positions.unreachable() if place % 4 == 0 else crowd(positions)
        backend = LinesBackend(position)
        node, board = backend.root(position), engine.board(position.placement())
        few = generate(engine.tables, board, np.zeros(ROOM, np.int64), 0) < 20 and len(engine.cells) < 200
        for width in range(1, 4 if few else 3):
            together = Cooperation(Goal(Aim.MATE), (False,) * width)
            lines = [tuple(move.code for move in line) for line in backend.lines(node, together, Limits())]
            expected = every_line(engine, board, width)
            assert len(lines) == len(set(lines)), str(position)
            assert set(lines) == {tuple(line) for line in expected}, (str(position), width)
            found[width - 1] += len(lines)
        found[3] += compare_replies(engine, backend, position, board) if few else 0
    return found


def compare_replies(engine: CompiledEngine, backend: LinesBackend, position: sm.Position, board: Board) -> int:
    """The number of moves after which a reply mates, after comparing them, and those after which each does."""
    node, every, number = backend.root(position), np.zeros(ROOM, np.int64), 0
    for ending, goal in REPLIES.items():
        end = generate(engine.tables, board, every, 0)
        end = goals.keep_fulfilling(engine.tables, board, every, 0, end, goals.MATE + goal, 0, -1)
        together = Cooperation(Goal(Aim.MATE), (False,), ending)
        lines = [line[0].code for line in backend.lines(node, together, Limits()) if line[0]]
        assert sorted(lines) == sorted(every[:end].tolist()), (str(position), ending)
        if ending is Ending.FORCED:
            battle = Battle(Goal(Aim.MATE), by_defender=True)
            assert backend.forces(node, battle, 1, Limits()) == (end > 0), str(position)
        number = end
    return number


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", QUICK)
def test_the_kernel_finds_every_line(name: str) -> None:
    found = compare(name, QUICK[name])
    assert found[1] > 0
    assert found[3] > 0 or name in BY_NO_REPLY


@pytest.mark.slow
@pytest.mark.parametrize("name", ["duel", "crowned duel"])
def test_the_kernel_finds_every_line_in_games_with_every_feature(name: str, duels: Path) -> None:
    found = compare(name, 60, [duels])
    assert min(found[:2]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["duel", "crowned duel"])
def test_the_kernel_finds_every_line_in_many_positions_with_every_feature(name: str, duels: Path) -> None:
    assert min(compare(name, 500, [duels])[:2]) > 0


@pytest.mark.sample(0, 5)
@pytest.mark.parametrize("name", SLOW)
def test_the_kernel_finds_every_line_in_many_positions(name: str) -> None:
    assert min(compare(name, SLOW[name])[:2]) > 0
