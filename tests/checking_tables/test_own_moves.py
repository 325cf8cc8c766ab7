"""The table checker's own moves, compared with those of the reference engine, and what they refuse."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from shadowmate.asp.ruleset import load
from shadowmate.checking_tables import own_effects, own_limits, whole_tables
from shadowmate.checking_tables import own_moves as own_moves_module
from shadowmate.checking_tables.own_limits import OutsideError
from shadowmate.checking_tables.own_moves import OwnMoves
from shadowmate.checking_tables.table_file import ENDED, STALEMATE
from shadowmate.checking_tables.whole_tables import WholeTables
from shadowmate.play.game import Game
from shadowmate.play.material import read_type
from shadowmate.play.placement import Placement, Standing
from shadowmate.play.position import Position
from support.paths import GAMES_OF_TESTS

SOLIDS = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/cubic.lp".
game("Solids").  size(4,4,3).
player(white,1).  player(black,2).  ahead(white,(0,1,0)).  ahead(black,(0,-1,0)).
compounds.
abbreviation(king,"K").    motion(king,step,(orthogonal;diagonal;triagonal),any).  royal(king).  most(king,1).
abbreviation(base,"B").    motion(base,planar,orthogonal,any).
abbreviation(cube,"C").    motion(cube,cubic,(orthogonal;diagonal),any).
abbreviation(horse,"H").   motion(horse,lame,horse,any).
waypoint(horse,(A,0,0),(2*A,B,C)) :- unit(A), unit(B), unit(C), A != 0.
abbreviation(limper,"L").  motion(limper,slide(2),diagonal,quiet).  motion(limper,step,orthogonal,capture).
abbreviation(gun,"G").     motion(gun,hop,orthogonal,any).
abbreviation(pawn,"P").    motion(pawn,step,forward(orthogonal),quiet).
motion(pawn,slide(2),forward(orthogonal),first).  motion(pawn,step,forward(diagonal),capture).  in_passing(pawn).
home(white,pawn,(X,1,Z)) :- cell((X,1,Z)).  home(black,pawn,(X,4,Z)) :- cell((X,4,Z)).
zone(white,far,(X,4,Z)) :- cell((X,4,Z)).   zone(black,far,(X,1,Z)) :- cell((X,1,Z)).
promotes(pawn,far,(base;horse)).  misplaced(Army,pawn,Cell) :- zone(Army,far,Cell).
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    (folder / "solids").mkdir()
    (folder / "solids" / "game.lp").write_text(SOLIDS, encoding="utf-8")
    return folder


def own_moves(game: Game) -> OwnMoves:
    return OwnMoves(game.ruleset, list(game.ruleset.cells))


def slow(*case: object) -> object:
    return pytest.param(*case, marks=pytest.mark.slow)


def by_hand(*case: object) -> object:
    return pytest.param(*case, marks=pytest.mark.exhaustive)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "text", "readings", "count"),
    [
        ("solids", "white K B C H black K L P", (), 8),
        ("raumschach", "white K U P black K Q", (), 8),
        ("latrunculi", "white Em Pr black Em", (), 8),
        slow("latrunculi", "white Em Es black Em", (), 16),
        slow("latrunculi", "white Em Ps Ba black Em", (), 16),
        slow("latrunculi", "white Ar Pr black Em Du", (), 16),
        slow("extreme", "white N W black K+S", (), 30),
        slow("extreme", "white P N W black K H", (), 30),
        slow("solids", "white K B C H black K L P", (), 24),
        slow("solids", "white B+H L P black K C", (), 16),
        slow("fide", "white K Q P black K R", (), 24),
        slow("fide", "white K B N black K P", (), 24),
        slow("capablanca", "white K A P black K C", (), 16),
        slow("makruk", "white K M P black K S", (), 24),
        slow("raumschach", "white K U P black K Q", (), 24),
        by_hand("prince", "white Ki Pr Kn black Ki Pn", (), 16),
        by_hand("prince", "white Sc Pn black Ki Re", ("whole_plane",), 16),
    ],
)
def test_they_are_those_of_the_reference_engine(
    games: Path, name: str, text: str, readings: tuple[str, ...], count: int
) -> None:
    """For random placements with either side to move: what is impossible, all positions after moves, and mates.

    Half of the placements have all pieces close to a corner, where more is blocked and in check.
    """
    game = Game(load(name, readings, (games,)))
    army, types = "", []
    for word in text.split():
        army, types = (word, types) if word in game.ruleset.players else (army, [*types, read_type(game, army, word)])
    random, cells = Random(f"{name} {text}"), list(game.ruleset.cells)
    near = sorted(cells, key=lambda cell: max(abs(a - b) for a, b in zip(cell, cells[0], strict=True)))[:20]
    drawn = [random.sample(range(len(cells)), len(types)) for _ in range(count // 2)]
    drawn += [[cells.index(cell) for cell in random.sample(near, len(types))] for _ in range(count - count // 2)]
    whole, arrays = WholeTables(game.ruleset, cells, ()), list(np.array(drawn).T)

    def position(numbers: list[int], kinds: list[tuple[str, tuple[str, ...]]], side: int) -> Position:
        pieces = sorted((cells[cell], one, army) for cell, (army, one) in zip(numbers, kinds, strict=True))
        return Position.of(game, Placement(tuple(pieces), game.ruleset.players[side]))

    moved = Counter[str]()
    for side in (0, 1):
        possible = np.flatnonzero(~whole.are_impossible(arrays, types, side))
        found: dict[int, Counter[tuple[Standing, ...]]] = {number: Counter() for number in possible.tolist()}
        for before, then, after in whole.successors([each[possible] for each in arrays], types, side):
            for number, *numbers in zip(possible[before].tolist(), *(each.tolist() for each in after), strict=True):
                found[number][tuple(sorted(position(numbers, then, 1 - side).placement().pieces))] += 1
        stuck = whole.stuck(arrays, types, side)
        for number, numbers in enumerate(drawn):
            one, other = (position(numbers, types, each) for each in (side, 1 - side))
            is_possible = not other.is_check() and not game.engine.flaws(one.placement())
            assert (number in found) == is_possible, one
            if is_possible:
                right = Counter(tuple(sorted(after.placement().pieces)) for after in one.successors().values())
                assert found[number] == right, one
                moved["captures"] += sum(len(pieces) < len(types) for pieces in right)
                moved["quiet moves"] += sum(len(pieces) == len(types) for pieces in right)
                assert stuck[number] == (ENDED if one.is_check() else STALEMATE), one
            else:
                moved["impossible"] += 1
    assert all(moved[each] for each in ("captures", "quiet moves", "impossible")), moved


@pytest.mark.parametrize(
    ("name", "readings", "why"),
    [
        ("chaturanga", (), "the rules about moves use no_move"),
        ("prince", ("king_stays",), "lingers"),
        ("prince", ("field_paths_closed",), "on_board_only"),
        ("stuck", (), "own about moves|may_pass|no_move"),
    ],
)
def test_games_with_other_rules_are_refused(name: str, readings: tuple[str, ...], why: str) -> None:
    with pytest.raises(OutsideError, match=why):
        own_moves(Game(load(name, readings, (GAMES_OF_TESTS,))))


def test_the_program_is_short() -> None:
    """docs/endgames.md has its length: lines of code without docstrings and comments."""
    count = 0
    for module in (own_moves_module, own_limits, own_effects, whole_tables):
        text = Path(module.__file__).read_text(encoding="utf-8")
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Expr)]
        strings = [node for node in nodes if isinstance(node.value, ast.Constant) and node.end_lineno]
        left_out = {line for node in strings for line in range(node.lineno, (node.end_lineno or 0) + 1)}
        lines = enumerate(text.splitlines(), 1)
        count += sum(1 for number, line in lines if line.strip() and line.strip()[0] != "#" and number not in left_out)
    assert count <= 480


@pytest.mark.parametrize(
    ("name", "pieces", "why"),
    [
        ("extreme", [("white", "K"), ("white", "HA"), ("black", "K")], "the special move crown needs no right"),
        ("latrunculi", [("white", "Ba"), ("white", "Ro"), ("black", "Em")], "changes another piece than the one that"),
    ],
)
def test_pieces_with_other_moves_are_refused(name: str, pieces: list[tuple[str, str]], why: str) -> None:
    game = Game(load(name))
    with pytest.raises(OutsideError, match=why):
        own_moves(game).accept([read_type(game, *each) for each in pieces])


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("#program effects.  bars(C,unarmed) :- part(C,mover,limper), part(C,victim,king).", "have the effect bars"),
        ("#program effects.  becomes(C,mover,horse) :- use(C,first).", "effects of moves depend on their use"),
        ('#program validity.  flaw(Cell,"late") :- piece(Cell,limper,Army), turn(Army).', "rules of its own"),
        ('#program validity.  flaw(Cell,"far") :- piece(Cell,limper,_), Cell = (4,_,_).', "rules of its own"),
        (
            '#program validity.  full :- piece(_,limper,_).  flaw(Cell,"full") :- piece(Cell,base,_), full.',
            "rules of its own",
        ),
    ],
)
def test_rules_of_ones_own_are_refused(tmp_path: Path, rules: str, why: str) -> None:
    """Royal pieces that a rule protects, effects of double steps, and flaws that depend on more than a piece."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "game.lp").write_text(f"{SOLIDS}{rules}\n", encoding="utf-8")
    game = Game(load("own", (), (tmp_path,)))
    types = [("white", "K"), ("white", "L"), ("white", "P"), ("black", "K")]
    with pytest.raises(OutsideError, match=why):
        own_moves(game).accept([read_type(game, *each) for each in types])


def test_material_with_other_moves_is_refused(games: Path) -> None:
    game = Game(load("solids", (), (games,)))
    moves = own_moves(game)
    with pytest.raises(OutsideError, match="both sides have pieces that capture in passing"):
        moves.accept([read_type(game, army, "P") for army in ("white", "black")])
    with pytest.raises(OutsideError, match="army of white may have one piece of the kind king"):
        moves.accept([read_type(game, "white", "K")] * 2)
    with pytest.raises(OutsideError, match="goes over a piece"):
        moves.reach(read_type(game, "white", "G"))
    some_path = own_moves(Game(load("prince", ("some_path",))))
    with pytest.raises(OutsideError, match="too many ways"):
        some_path.reach(("white", ("base",)))
