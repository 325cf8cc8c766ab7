"""Betza's notation by direct simulation: the piece goes over the board, leg by leg, and each cell is looked at.

It knows the straight and diagonal atoms, legs joined by `a` or in brackets, the modes m c d k p y i n, lame leaps,
letters that are repeated, turns as the last one (q) or against it (z), and riders that are crooked (z) or circular (q),
of Knights too.
It has no routes: what stands on a cell is asked when the piece comes there. The cell that the piece has left is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Cell = tuple[int, int]
Board = dict[Cell, str]
"""The pieces: `own`, `foe` or `royal` (an opponent's) by cell."""

AROUND = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
ATOMS = {"W": (0, 1, 1), "F": (1, 1, 1), "K": (2, 1, 1), "R": (0, 1, 0), "B": (1, 1, 0), "Q": (2, 1, 0),
         "D": (0, 2, 1), "A": (1, 2, 1), "H": (0, 3, 1), "G": (1, 3, 1)}  # fmt: skip
"""Whether straight, diagonal or both; how long a step is; how many steps, 0 for any number."""
TURNS = {"f": {0}, "b": {4}, "l": {6}, "r": {2}, "v": {0, 4}, "s": {2, 6}, "fs": {1, 7}, "bs": {3, 5}, "fl": {7},
         "fr": {1}, "bl": {5}, "br": {3}}  # fmt: skip
FIRST = ["s", "l", "s", "r", "s", "l", "s", "r"]
"""To which side each direction of a first leg turns: `s` if to none. A diagonal comes from ahead or back."""
ALL_BUT_BACK = {0, 1, 2, 3, 5, 6, 7}
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
CURVED = re.compile(r"([b-z]*)([zq])([b-z]*)(NN|N|[WFKRBQ])(\d?)")
REPEATED = re.compile(r"([a-z]*)\(([a-z]+)\)(\d)([a-z]*)([A-Z]\d?)")


@dataclass
class Leg:
    """A leg: directions, modes, kind of atom, length of a step, number of steps, and whether the move may end here."""

    letters: str
    modes: str
    atom: str
    far: int
    stops: bool


def read(text: str, size: int) -> list[list[Leg]]:
    """The moves of a string, each as its legs."""
    found = []
    for match in re.finditer(r"\[([^]]+)\]|([a-z]*)([WFKRBQDAHG])(\d?)", text):
        legs = []
        if match[1]:
            for letters, atom, far, joint in re.findall(r"([a-z]*)([WFKRBQDAHG])(\d?)([-?]?)", match[1]):
                legs.append(_leg(letters, atom, far, size, joint == "?"))
        else:
            far = ""
            for part in match[2].split("a"):
                leg = _leg(part, match[3], match[4], size, False)
                leg.far = far or leg.far
                far = leg.far
                if "y" in part:
                    far = 1 if far > 1 else size
                legs.append(leg)
        found.append(legs)
    return found


def _leg(letters: str, atom: str, far: str, size: int, stops: bool) -> Leg:
    directions = "".join(each for each in letters if each in "fblrvsqz")
    modes = "".join(each for each in letters if each not in "fblrvsqz")
    return Leg(directions, modes, atom, int(far or 0) or ATOMS[atom][2] or size, stops)


def moves(text: str, board: Board, start: Cell, size: int, unmoved: bool) -> set[tuple[Cell, frozenset[Cell]]]:
    """The ends of all moves of a piece, each with the cells where it captures.

    Args:
        text: the string.
        board: the other pieces.
        start: where the piece stands.
        size: the board has this many columns and rows.
        unmoved: whether the piece has not moved.
    """
    found = set()
    # x(y)2zA is short for xzA, xyzA and xyyzA.
    text = REPEATED.sub(lambda m: "".join(m[1] + m[2] * n + m[4] + m[5] for n in range(int(m[3]) + 1)), text)
    if match := CURVED.fullmatch(text):
        return set(_curve(match, board, start, size))
    for legs in read(text, size):
        if "i" in legs[0].modes and not unmoved:
            continue
        straight = ATOMS[legs[0].atom][0]
        for direction in range(8):
            if direction % 2 != straight and straight != 2:
                continue
            # Of a diagonal atom one letter chooses both directions on that side; of a King's it does not.
            if legs[0].letters and not _chosen(legs[0].letters, direction, straight):
                continue
            found |= set(_leg_on(legs, 0, direction, FIRST[direction], start, start, frozenset(), board, size))
    return {(end, dead) for end, dead in found if end != start or dead}


def _curve(match: re.Match[str], board: Board, start: Cell, size: int) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """A rider that turns after each step: by a right angle to both sides in turn, or half as far always to one side."""
    crooked, leg = match[2] == "z", Leg("", match[1] + match[3], "W", 1, False)
    ring = KNIGHT if match[4][0] == "N" else AROUND
    first = {"W": range(0, 8, 2), "R": range(0, 8, 2), "F": range(1, 8, 2), "B": range(1, 8, 2)}
    for direction in first.get(match[4], range(8)):
        for side in (1, -1):
            cell, now = start, direction
            for number in range(int(match[5] or 99 if crooked else min(int(match[5] or 9), 7))):
                cell = cell[0] + ring[now][0], cell[1] + ring[now][1]
                if not _inside(cell, size):
                    break
                there = None if cell == start else board.get(cell)
                if cell != start:
                    yield from _ends(leg, there, cell, frozenset())
                if there is not None:
                    break
                turn = 2 * side * (-1) ** number if crooked else side
                now = (now + turn) % 8


def _chosen(letters: str, direction: int, straight: int) -> bool:
    if letters in TURNS and straight != 1:
        return direction in TURNS[letters]
    x, y = AROUND[direction]
    sides = {"f": y > 0, "b": y < 0, "r": x > 0, "l": x < 0, "v": True, "s": True}
    return all(sides[each] for each in letters)


def _leg_on(
    legs: list[Leg], number: int, direction: int, side: str, cell: Cell, start: Cell, dead: frozenset[Cell],
    board: Board, size: int,
    ) -> Iterator[tuple[Cell, frozenset[Cell]]]:  # fmt: skip
    leg, last = legs[number], number == len(legs) - 1
    length = ATOMS[leg.atom][1]
    hopped = False
    for _ in range(leg.far):
        for step in range(1, length + 1):
            cell = cell[0] + AROUND[direction][0], cell[1] + AROUND[direction][1]
            if "n" in leg.modes and step < length and (cell in board or not _inside(cell, size)):
                return
        if not _inside(cell, size):
            return
        there = None if cell == start or cell in dead else board.get(cell)
        if "p" in leg.modes and not hopped:
            if not last:
                if there:
                    yield from _turn(legs, number, direction, side, cell, start, dead, board, size)
                    return
            elif there:
                hopped = True
            continue
        if last or leg.stops:
            yield from _ends(leg, there, cell, dead)
        if not last:
            if there is None and ("c" not in leg.modes or "m" in leg.modes):
                yield from _turn(legs, number, direction, side, cell, start, dead, board, size)
            if there in ("foe", "royal") and "c" in leg.modes:
                yield from _turn(legs, number, direction, side, cell, start, dead | {cell}, board, size)
        if there is not None:
            return


def _ends(leg: Leg, there: str | None, cell: Cell, dead: frozenset[Cell]) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    modes = set(leg.modes) & set("mcdk") or {"m", "c"}
    if there is None and "m" in modes:
        yield cell, dead
    if there in ("foe", "royal") and ("c" in modes or (there == "royal" and "k" in modes)):
        yield cell, dead | {cell}
    if there == "own" and "d" in modes:
        yield cell, dead | {cell}


def _turn(
    legs: list[Leg], number: int, direction: int, side: str, cell: Cell, start: Cell, dead: frozenset[Cell],
    board: Board, size: int,
    ) -> Iterator[tuple[Cell, frozenset[Cell]]]:  # fmt: skip
    following = legs[number + 1]
    letters = following.letters.replace("q", side).replace("z", {"r": "l", "l": "r"}.get(side, side))
    for turn in TURNS[letters] if letters else ALL_BUT_BACK:
        ahead = (direction + turn) % 8
        if following.atom != legs[number].atom and ATOMS[following.atom][0] not in (2, ahead % 2):
            continue
        now = side if turn in (0, 4) else "r" if turn < 4 else "l"
        yield from _leg_on(legs, number + 1, ahead, now, cell, start, dead, board, size)


def _inside(cell: Cell, size: int) -> bool:
    return 1 <= cell[0] <= size and 1 <= cell[1] <= size
