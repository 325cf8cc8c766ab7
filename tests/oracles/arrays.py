"""Boards, arrays and lone pieces of the shipped games, in plain Python from what their documents say.

Cells are columns, rows and tiers, from 1; on the hexagonal board columns, rows and levels, where column Q has rows 1
to Q.
"""

from __future__ import annotations

from itertools import product

Cell = tuple[int, int, int]

CORNERS = {"presidents": (1, 1), "founders": (9, 1), "emperors": (9, 9)}
"""Where the armies of the hexagonal board have their corner; Pawns go away from theirs, as straight as they can."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SIZES = {
    "fide": (8, 8, 1), "parametric": (8, 8, 1), "raumschach": (5, 5, 5), "latrunculi": (5, 10, 5), "extreme": (8, 8, 8),
}  # fmt: skip
UNITS = [step for step in product((-1, 0, 1), repeat=3) if any(step)]
FORWARD = {"fide": (1,), "parametric": (1,), "raumschach": (1, 2), "latrunculi": (1,), "extreme": (2,)}
"""In which coordinates White's forward steps gain; in Raumschach in one or both, and they lose in none."""

KINDS = {
    # How far, by how many coordinates change: any way, and forward only; then leaps.
    "fide": {
        "K": (1, "12", "", ()), "Q": (9, "12", "", ()), "R": (9, "1", "", ()), "B": (9, "2", "", ()),
        "N": (0, "", "", ((0, 1, 2),)), "P": (1, "", "1", ()),
    },
    "raumschach": {
        "K": (1, "123", "", ()), "Q": (9, "123", "", ()), "R": (9, "1", "", ()), "B": (9, "2", "", ()),
        "U": (9, "3", "", ()), "N": (0, "", "", ((0, 1, 2),)), "P": (1, "", "1", ()),
    },
    "latrunculi": {
        "Em": (1, "123", "", ()), "He": (1, "", "23", ()), "Ro": (9, "1", "", ()), "Ba": (1, "23", "", ()),
        "Co": (1, "", "13", ()), "Cs": (9, "", "13", ()), "Du": (1, "13", "", ()), "Ds": (9, "13", "", ()),
        "Pr": (1, "12", "", ()), "Ps": (9, "", "12", ()), "Ar": (1, "123", "", ()), "Es": (9, "123", "", ()),
    },
    "extreme": {
        "K": (1, "123", "", ()), "HA": (1, "123", "", ()), "P": (1, "", "1", ()), "N": (0, "", "", ((0, 1, 2),)),
        "H": (0, "", "", ((1, 1, 2),)), "W": (0, "", "", ((1, 2, 2),)),
        "lR": (9, "1", "", ()), "lB": (9, "2", "", ()), "lU": (9, "3", "", ()),
    },
    "parametric": {
        "K": (1, "12", "", ()), "C": (0, "", "", ()), "H": (0, "", "", ((0, 1, 2),)), "E": (0, "", "", ((0, 2, 2),)),
        "P": (1, "", "1", ()), "W": (3, "12", "", ()), "G": (2, "12", "", ()), "L": (2, "12", "", ()),
    },
}  # fmt: skip

HEXAGONAL = {
    "Er": (1, "osn"), "Pd": (1, "osh"), "Fd": (1, "onh"), "Es": (9, "osn"), "Fl": (9, "osh"), "Sf": (9, "onh"),
    "Dr": (9, "snh"), "Ms": (9, "oh"), "Ds": (9, "on"), "Qn": (9, "os"), "Gv": (9, "sn"), "Pf": (9, "sh"),
    "Tn": (9, "nh"), "Sn": (2, "osn"), "Ei": (2, "osh"), "Mg": (2, "onh"), "Ay": (2, "snh"), "Md": (2, "oh"),
    "Kh": (2, "on"), "Pa": (2, "os"), "Im": (2, "sn"), "Mu": (2, "sh"), "Sk": (2, "nh"),
    "Po": (1, "o"), "Pe": (1, "o"), "Bb": (1, "o"),
}  # fmt: skip
"""Battle of the Diagonals: how far, and along orthogonals, standard, nonstandard and hybrid diagonals."""


def board(game: str) -> dict[Cell, str]:
    """Every cell, and its name."""
    if game == "diagonals":
        cells = [(q, r, level) for q in range(1, 10) for r in range(1, q + 1) for level in range(1, 7)]
    else:
        cells = list(product(*(range(1, size + 1) for size in SIZES[game])))
    flat = game in SIZES and SIZES[game][2] == 1
    return {(x, y, z): f"{'' if flat else LETTERS[z - 1].upper()}{LETTERS[x - 1]}{y}" for x, y, z in cells}


def cells(game: str) -> list[list[object]]:
    """The cells in order, each with its name."""
    return sorted([list(cell), name] for cell, name in board(game).items())


def letters() -> list[str]:
    """The Latin letters as facts: number, capital, small."""
    return sorted(f'letter({number},"{letter.upper()}","{letter}")' for number, letter in enumerate(LETTERS, 1))


def reach(game: str, army: str, cell: str, kinds: list[str]) -> dict[str, list[str]]:
    """Where some kinds go from a cell of the empty board."""
    names = board(game)
    start = next(place for place, name in names.items() if name == cell)
    found = {kind: _steps(game, army, kind, start, names) for kind in kinds}
    return {kind: sorted(names[end] for end in ends if end in names) for kind, ends in found.items()}


def _steps(game: str, army: str, kind: str, start: Cell, names: dict[Cell, str]) -> set[Cell]:
    if game == "diagonals":
        far, classes = HEXAGONAL[kind]
        hexes = [step for step in product(range(-2, 3), range(-2, 3), (-1, 0, 1)) if _hexagonal(step) in [*classes]]
        if kind in ("Po", "Pe", "Bb"):
            most = max(_progress(army, step) for step in hexes)
            hexes = [step for step in hexes if _progress(army, step) == most]
        return _along(start, hexes, far, names)
    far, anyhow, ahead, leaps = KINDS[game][kind]
    steps = [step for step in UNITS if str(sum(map(abs, step))) in anyhow]
    steps += [step for step in UNITS if str(sum(map(abs, step))) in ahead and _gains(game, army, step)]
    found = _along(start, steps, far, names)
    jumps = [step for step in product(range(-2, 3), repeat=3) if tuple(sorted(map(abs, step))) in leaps]
    if game == "parametric":
        jumps += [(2 * a, 2 * b, 0) for a, b, _ in UNITS if a or b] if kind == "W" else []
    found |= {_plus(start, step, 1) for step in jumps}
    on_its_home = (army, start[1]) in (("white", 2), ("black", 7))
    if game == "fide" and kind == "P" and on_its_home:
        found.add(_plus(start, (0, 1 if army == "white" else -1, 0), 2))
    return found


def _hexagonal(step: Cell) -> str | None:
    """The class of a step: by the square of its length in the drawing, in half hexagons, and by its rise."""
    across = 3 * step[0] ** 2 + (step[0] - 2 * step[1]) ** 2
    return {(4, 0): "o", (0, 1): "o", (4, 1): "s", (12, 0): "n", (12, 1): "h"}.get((across, abs(step[2])))


def _progress(army: str, step: Cell) -> int:
    """How far a step leads away from an army's corner, along the line from there to the middle of the far side."""
    (q, r), others = CORNERS[army], [corner for name, corner in CORNERS.items() if name != army]
    across, up = sum(x for x, _ in others) - 2 * q, sum(x - 2 * y for x, y in others) - 2 * (q - 2 * r)
    return 3 * step[0] * across + (step[0] - 2 * step[1]) * up


def _gains(game: str, army: str, step: Cell) -> bool:
    gains = [step[place] * (1 if army == "white" else -1) for place in FORWARD[game]]
    return min(gains) >= 0 and max(gains) > 0


def _along(start: Cell, steps: list[Cell], far: int, names: dict[Cell, str]) -> set[Cell]:
    found = set()
    for step in steps:
        for times in range(1, far + 1):
            if _plus(start, step, times) not in names:
                break
            found.add(_plus(start, step, times))
    return found


def _plus(cell: Cell, step: Cell, times: int) -> Cell:
    x, y, z = (c + times * s for c, s in zip(cell, step, strict=True))
    return x, y, z


EXTREME = """lR N W pR pR W N lR/N lU H pU pU H lU N/W H lB pB pB lB H W/cR cU cB HA HA cB cU cR
cR cU cB K HA cB cU cR/W H lB pB pB lB H W/N lU H pU pU H lU N/lR N W pR pR W N lR"""
"""The first tier of either army, the eighth row first."""


def _own(number: int, size: int, first: bool) -> int:
    """A row or tier as its player counts it; the second player counts from the far side."""
    return number if first else size + 1 - number


def array(game: str) -> list[object]:
    """Pieces, turn and rights to castle at the start."""
    _, rows, tiers = SIZES[game]
    pieces: dict[Cell, str] = {}
    for army in ("white", "black"):
        here = army == "white"
        if game == "extreme":
            for row, line in zip(range(8, 0, -1), EXTREME.replace("\n", "/").split("/"), strict=True):
                for column, kind in enumerate(line.split(), 1):
                    pieces[column, row, _own(1, 8, here)] = f"{kind} {army}"
                    pieces[column, row, _own(2, 8, here)] = f"P {army}"
        elif game == "latrunculi":
            for x, z in product(range(1, 6), repeat=2):
                pieces[x, _own(1, rows, here), z] = f"{'Em' if (x, z) == (3, 3) else 'Ro'} {army}"
                pieces[x, _own(3, rows, here), z] = f"He {army}"
        else:
            second = {"fide": "PPPPPPPP", "parametric": "   W    ", "raumschach": "PPPPP"}[game]
            first = {"fide": "RNBQKBNR", "parametric": "CHEGKEHC", "raumschach": "RNKNR"}[game]
            third = {"parametric": "PPPPPPPP"}.get(game, "")
            for row, line in enumerate((first, second, third), 1):
                for column, kind in enumerate(line, 1):
                    if kind != " ":
                        pieces[column, _own(row, rows, here), _own(1, tiers, here)] = f"{kind} {army}"
        if game == "raumschach":
            for column, kind in enumerate("BUQBU" if here else "UBQUB", 1):
                pieces[column, _own(1, rows, here), _own(2, tiers, here)] = f"{kind} {army}"
                pieces[column, _own(2, rows, here), _own(2, tiers, here)] = f"P {army}"
    names = board(game)
    rights = ["a1", "a8", "h1", "h8"] if game == "fide" else []
    return [{names[cell]: pieces[cell] for cell in pieces}, "white", rights]
