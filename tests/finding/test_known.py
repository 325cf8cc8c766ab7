"""Questions whose answers are known, or are counted by a program that shares nothing with ours."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import shadowmate as sm
from oracles.queens import Cell, can_cover, cells, is_mate, most_apart, reached
from oracles.twomovers import Board, in_check, legal, reach

CUBE = """#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/cubic.lp".
#program base.
game("Cube").
size({size},{size},{size}).
player(white,1).
player(black,2).
abbreviation(queen,"Q").
motion(queen,slide,(orthogonal;diagonal;triagonal),any).
"""


def cube(folder: Path, size: int) -> Path:
    """A game with Queens on a cube."""
    (folder / "cube").mkdir()
    (folder / "cube" / "game.lp").write_text(CUBE.format(size=size))
    return folder


LETTERS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "S"}


def place(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - 96, int(cell[1])


def places(position: sm.Position, kind: str) -> list[Cell]:
    """Where pieces of a kind stand, counted from 0."""
    vectors = position.game.vectors
    return [tuple(n - 1 for n in vectors[cell]) for cell, piece in position.pieces.items() if kind in piece.kinds]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("pieces", "number"), [("white N*", 32), ("white B*", 14), ("white R*", 8), ("white Q*", 8), ("white K*", 16)]
)
def test_the_most_that_stand_without_attacking_one_another(pieces: str, number: int) -> None:
    """On 8x8, as every book on the Queens has them."""
    found = sm.find("fide", pieces, independent=True, maximize="pieces", lawful=False)
    assert found.proved and found.value == (number,) and found.bound == (number,)
    pieces = {place(cell): (LETTERS[piece.kinds[0]], "white") for cell, piece in found.positions[0].pieces.items()}
    assert len(pieces) == number and not any(
        end in pieces for at, (letter, _) in pieces.items() for end in reach(pieces, at, letter)
    )


@pytest.mark.slow
def test_eight_queens() -> None:
    """92 ways, 12 up to the symmetries of the square."""
    found = sm.find("fide", "white Q*8", independent=True, count=None, up_to_symmetry=True)
    assert found.proved and (len(found.positions), found.classes) == (92, 12)


def test_five_queens_attack_all() -> None:
    found = sm.find("fide", "white Q*", attack_all=True, minimize="pieces")
    assert found.proved and found.value == (5,) and not can_cover(4, 8, 2)


@pytest.mark.sample(1)
@pytest.mark.parametrize("size", [3, 4])
def test_queens_attack_all_of_small_cubes(tmp_path: Path, size: int) -> None:
    found = sm.find("cube", "white Q*", attack_all=True, minimize="pieces", rules=cube(tmp_path, size))
    (number,) = found.value
    assert found.proved and can_cover(number, size) and not can_cover(number - 1, size)
    standing = places(found.positions[0], "queen")
    covered = {to for queen in standing for to in reached(queen, size, set(standing))}
    assert covered | set(standing) == set(cells(size)) and len(standing) == number


@pytest.mark.sample(1)
@pytest.mark.parametrize(("size", "number"), [(3, 4), (4, 7)])
def test_queens_apart_on_small_cubes(tmp_path: Path, size: int, number: int) -> None:
    """4 on 3x3x3 and 7 on 4x4x4, as is known and counted."""
    found = sm.find("cube", "white Q*", independent=True, maximize="pieces", rules=cube(tmp_path, size))
    assert found.proved and found.value == (number,) and most_apart(size) == number


@pytest.mark.slow
def test_two_queens_mate_a_king_away_from_every_face() -> None:
    """One Queen does not, on any cell."""
    found = sm.find("raumschach", "white Q* black K", zones="black K inside", mated="black", minimize="white Q")
    assert found.proved and found.value == (2,)
    (king,), queens = (places(found.positions[0], kind) for kind in ("king", "queen"))
    assert is_mate(king, queens, 5) and all(0 < n < 4 for n in king)
    inside = [cell for cell in cells(5) if all(0 < n < 4 for n in cell)]
    assert not any(is_mate(at, [queen], 5) for at in inside for queen in cells(5) if queen != at)


@pytest.mark.exhaustive
def test_six_queens_attack_all_of_raumschach() -> None:
    found = sm.find("raumschach", "white Q*", attack_all=True, minimize="pieces")
    assert found.proved and found.value == (6,) and not can_cover(5, 5)
    standing = places(found.positions[0], "queen")
    assert {to for queen in standing for to in reached(queen, 5, set(standing))} | set(standing) == set(cells(5))


@pytest.mark.sample(1)
@pytest.mark.parametrize(("end", "helper"), [("mated", "rook"), ("mated", "knight"), ("stalemated", "knight")])
def test_all_ends_of_some_material(end: str, helper: str) -> None:
    """They are those of brute force. A piece beside the King may help it, be pinned or block it."""
    kings, places = ("a1", "a2", "a3", "a4", "b1"), ("a1", "b1", "b2", "c2")
    zones = ["white K b3", f"black K {' '.join(kings)}", f"black {helper} {' '.join(places)}"]
    named = {"mated": "black"} if end == "mated" else {"stalemated": "black"}
    pieces = f"white K Q black K {helper}"
    found = sm.find("fide", pieces, zones=zones, count=None, engine="reference", **named)  # type: ignore[arg-type]
    squares = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)]
    expected = set()
    for king, other, queen in product(kings, places, squares):
        if len({"b3", king, other, queen}) == 4:
            sides = {"b3": ("K", "white"), queen: ("Q", "white"), king: ("K", "black")}
            sides[other] = (LETTERS[helper], "black")
            board = Board({place(cell): piece for cell, piece in sides.items()}, "black")
            checked = in_check(board.pieces, "black")
            if not in_check(board.pieces, "white") and checked == (end == "mated") and not any(legal(board)):
                expected.add((king, other, queen))
    got = set()
    for position in found.positions:
        at = {(piece.army, piece.kinds[0]): cell for cell, piece in position.pieces.items()}
        got.add((at["black", "king"], at["black", helper], at["white", "queen"]))
    assert found.proved and got == expected and expected
