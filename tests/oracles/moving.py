"""What pieces reach on a flat board of five by five, and the smallest differences of two, by trying all placements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

Cell = tuple[int, int]
Piece = tuple[Cell, str, str]
"""A cell, a kind and an army."""
Motion = tuple[str, Sequence[Cell], str]
"""How (`slide 2`, `step`, `hop`, `lame`, `plane`), the directions, and the use: `any`, `quiet` or `capture`."""
Reach = Callable[[Cell, frozenset[Piece]], set[Cell]]

SIZE = range(1, 6)
CELLS = list(product(SIZE, SIZE))
ORTHOGONAL = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
KNIGHT = [(x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)]


def name(cell: Cell) -> str:
    """What the cell is called."""
    return f"{'?abcde'[cell[0]]}{cell[1]}"


def _line(start: Cell, step: Cell, most: int) -> list[Cell]:
    cells = [(start[0] + n * step[0], start[1] + n * step[1]) for n in range(1, most + 1)]
    return [cell for cell in cells if cell in CELLS]


def _ends(how: str, start: Cell, step: Cell, full: set[Cell], skipped: set[Cell]) -> Iterator[Cell]:
    """Where a motion leads in one direction; hoppers do not go over pieces on the cells in `skipped`."""
    word, _, most = how.partition(" ")
    if word == "lame":  # the waypoint is next to the start, along the longer side
        waypoint = tuple(c // 2 if abs(c) == 2 else 0 for c in step)
        if (start[0] + waypoint[0], start[1] + waypoint[1]) in full:
            return
    line = _line(start, step, 1 if word in ("step", "lame") else int(most or 5))
    over = 0
    for cell in line:
        if over == (word == "hop"):
            yield cell
        if cell in full:
            over += 1
            if over > (word == "hop") or cell in skipped:
                return


def _plane(start: Cell, full: set[Cell], some: bool) -> Iterator[Cell]:
    """Cells to which all shortest paths of orthogonal steps are free, or some path is."""
    for x, y in product((1, -1), repeat=2):
        free: dict[tuple[int, int], bool] = {}
        for i, j in product(range(5), repeat=2):
            before = [free[each] for each in ((i - 1, j), (i, j - 1)) if each in free]
            cell = start[0] + x * i, start[1] + y * j
            is_open = not before or (any(before) if some else all(before))
            if (i or j) and is_open and cell in CELLS:
                yield cell
            free[i, j] = is_open and (cell not in full or cell == start)


def reach(motions: Sequence[Motion], skips: str = "") -> Reach:
    """What a white piece with these motions reaches; it hops over no piece of the kind `skips`."""

    def found(start: Cell, pieces: frozenset[Piece]) -> set[Cell]:
        armies = {cell: army for cell, _, army in pieces}
        full, skipped = set(armies), {cell for cell, kind, _ in pieces if kind == skips}
        ends = set()
        for how, directions, use in motions:
            if how.startswith("plane"):
                cells = set(_plane(start, full, how == "plane some"))
            else:
                cells = {cell for step in directions for cell in _ends(how, start, step, full, skipped)}
            if use != "capture":
                ends |= cells - full
            if use != "quiet":
                ends |= {cell for cell in cells if armies.get(cell) == "black"}
        return ends

    return found


def differences(one: Reach, other: Reach, most: int, kinds: Sequence[str]) -> list[tuple[Cell, Cell, frozenset[Piece]]]:
    """Every start, end and set of at most this many pieces where one alone reaches the end; of the smallest size."""
    for size in range(most + 1):
        found = []
        for start in CELLS:
            for cells in combinations([cell for cell in CELLS if cell != start], size):
                for chosen in product(product(kinds, ("white", "black")), repeat=size):
                    pieces = frozenset((cell, *piece) for cell, piece in zip(cells, chosen, strict=True))
                    found += [(start, end, pieces) for end in one(start, pieces) ^ other(start, pieces)]
        if found:
            return found
    return []
