"""Prince once more, by brute force, from the document alone: what the tests hold the rules against.

Nothing here is shared with `rules/` or `solver/`. Ranges are the closed formulas of Appendices B to E; blocking
is the main text's: every shortest path is walked, one by one. A cell is (column, row, tier), each 1 to 8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product

Cell = tuple[int, int, int]
FIELD = [(x, y, z) for z in range(1, 9) for x in range(1, 9) for y in range(1, 9)]
FIELD_SET = frozenset(FIELD)
UNITS = [u for u in product((-1, 0, 1), repeat=3) if any(u)]
DIRECTIONS = {
    "rook": [u for u in UNITS if sum(map(abs, u)) == 1],
    "bishop": [u for u in UNITS if sum(map(abs, u)) == 2],
    "merchant": [u for u in UNITS if sum(map(abs, u)) == 3],
}
LINES = {
    "Ro": ["rook"],
    "Bi": ["bishop"],
    "Me": ["merchant"],
    "Co": ["rook", "bishop"],
    "Mt": ["rook", "merchant"],
    "Ar": ["bishop", "merchant"],
    "Qu": ["rook", "bishop", "merchant"],
}
PLANES = {
    "Ba": ["rook"],
    "Sc": ["bishop"],
    "Re": ["merchant"],
    "Un": ["rook", "bishop"],
    "Ne": ["rook", "merchant"],
    "Sp": ["bishop", "merchant"],
    "Pr": ["rook", "bishop", "merchant"],
}
LEAPS = {
    "Kn": [(0, 1, 2)],
    "Ca": [(1, 1, 2)],
    "Ac": [(1, 2, 2)],
    "Ma": [(0, 1, 2), (1, 1, 2)],
    "Pa": [(0, 1, 2), (1, 2, 2)],
    "Ad": [(1, 1, 2), (1, 2, 2)],
    "As": [(0, 1, 2), (1, 1, 2), (1, 2, 2)],
}
KINDS = [*LINES, *PLANES, *LEAPS, "Ki", "Pn"]
PROMOTIONS = sorted(set(KINDS) - {"Ki", "Pn"})
NAMES = {
    "Ac": "ace", "Ar": "artist", "As": "astronaut", "Ad": "admiral", "Ba": "base", "Bi": "bishop", "Ca": "captain",
    "Co": "court", "Ki": "king", "Kn": "knight", "Ma": "marine", "Mt": "market", "Me": "merchant", "Ne": "network",
    "Pa": "paratrooper", "Pn": "pawn", "Pr": "prince", "Qu": "queen", "Re": "reporter", "Ro": "rook",
    "Sc": "scientist", "Sp": "spy", "Un": "university",
}  # fmt: skip


def name(cell: Cell) -> str:
    return f"{'?ABCDEFGH'[cell[2]]}{'?abcdefgh'[cell[0]]}{cell[1]}"


CELLS = {name(cell): cell for cell in FIELD}


def minus(a: Cell, b: Cell) -> Cell:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def plus(a: Cell, b: Cell) -> Cell:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


# --- ranges: the closed formulas of the appendices ------------------------------------------------


def _base(p: int, q: int, r: int) -> bool:
    return 0 in (p, q, r)


def _scientist(p: int, q: int, r: int) -> bool:
    p, q, r = sorted((p, q, r))
    return (p == 0 and (q + r) % 2 == 0) or p + q == r


def _reporter(p: int, q: int, r: int) -> bool:
    return (p == q and (q - r) % 2 == 0) or (p == r and (p - q) % 2 == 0) or (q == r and (q - p) % 2 == 0)


def _line(direction: str, p: int, q: int, r: int) -> bool:
    p, q, r = sorted((p, q, r))
    return {"rook": p == q == 0, "bishop": p == 0 and q == r, "merchant": p == q == r}[direction]


AREA = {"rook": _base, "bishop": _scientist, "merchant": _reporter}


@cache
def in_range(kind: str, change: Cell) -> bool:
    """Whether a kind other than the Pawn moves by this change on an open field (Appendices B to E)."""
    p, q, r = (abs(c) for c in change)
    if not (p or q or r):
        return False
    if kind == "Ki":
        return max(p, q, r) == 1
    if kind in LEAPS:
        return tuple(sorted((p, q, r))) in LEAPS[kind]
    if kind in LINES:
        return any(_line(d, p, q, r) for d in LINES[kind])
    return any(AREA[d](p, q, r) for d in PLANES[kind])


# --- blocking: all shortest paths, one by one -----------------------------------------------------


def paths(d: Cell, i: int, e: Cell, j: int) -> Iterator[tuple[Cell, ...]]:
    """Every order of going i times d and j times e, as the changes in between (start and end left out)."""
    for turns in combinations(range(i + j), i):
        here, cells = (0, 0, 0), []
        for step in range(i + j - 1):
            here = plus(here, d if step in turns else e)
            cells.append(here)
        yield tuple(cells)


Paths = list[tuple[Cell, ...]]


@cache
def _sums(direction: str) -> dict[Cell, dict[frozenset[Cell], tuple[Cell, int, Cell, int]]]:
    """By change: the pairs of directions of a type that make it, and how often each is gone.

    Bishop directions at 120 degrees are left out: their sum is a direction, so that going by it is shorter and
    their paths are no shortest ones. Pairs of which one direction is not gone at all are one and the same.
    """
    found: dict[Cell, dict[frozenset[Cell], tuple[Cell, int, Cell, int]]] = {}
    for d, e in combinations(DIRECTIONS[direction], 2):
        if plus(d, e) == (0, 0, 0) or plus(d, e) in DIRECTIONS[direction]:
            continue
        for i, j in product(range(8), repeat=2):
            change = (i * d[0] + j * e[0], i * d[1] + j * e[1], i * d[2] + j * e[2])
            if any(change) and max(map(abs, change)) <= 7:
                used = frozenset(([d] if i else []) + ([e] if j else []))
                found.setdefault(change, {})[used] = (d, i, e, j)
    return found


@cache
def pairs_to(direction: str, change: Cell) -> list[Paths]:
    """For each pair of directions of a type that makes the change: all shortest paths using those two directions."""
    return [list(paths(*times)) for times in _sums(direction).get(change, {}).values()]


@cache
def shadows(direction: str, change: Cell) -> tuple[frozenset[Cell], ...]:
    """For each plane that leads to a change: all changes on any of its shortest paths."""
    pairs = _sums(direction).get(change, {}).values()
    return tuple({frozenset(c for path in paths(*times) for c in path) for times in pairs})


@cache
def line_to(direction: str, change: Cell) -> frozenset[Cell] | None:
    """The changes passed on the straight line to a change; None if there is no such line."""
    for d in DIRECTIONS[direction]:
        for n in range(1, 8):
            if tuple(n * c for c in d) == change:
                return frozenset((m * d[0], m * d[1], m * d[2]) for m in range(1, n))
    return None


def planar_open(direction: str, start: Cell, end: Cell, occupied: Iterable[Cell], reading: str = "") -> bool:
    """Whether a planar mover gets from start to end past the occupied cells.

    `reading`: "" for the default; `some_path`, `field_paths_closed` and `field_paths_open` as the rules name them.
    """
    change, full = minus(end, start), {minus(cell, start) for cell in occupied}
    if not reading:
        return any(not (shadow & full) for shadow in shadows(direction, change))
    for paths in pairs_to(direction, change):
        if reading == "some_path":
            good = any(full.isdisjoint(path) for path in paths)
        else:
            whole = [path for path in paths if all(plus(start, c) in FIELD_SET for c in path)]
            good = all(full.isdisjoint(path) for path in whole) and (bool(whole) or reading == "field_paths_open")
        if good:
            return True
    return False


@cache
def plane_shadows(direction: str, change: Cell) -> tuple[frozenset[Cell], ...]:
    """As `shadows`, by the other wording: shortest paths of any directions of the type within each plane.

    A plane is given by its normal; a breadth-first search in it finds the shortest paths.
    """
    normals = set()
    for d, e in combinations(DIRECTIONS[direction], 2):
        normal = (d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0])
        if any(normal):
            size = max(map(abs, normal))
            normal = tuple(c // size for c in normal)
            normals.add(max(normal, tuple(-c for c in normal)))
    found = set()
    for normal in normals:
        if sum(a * b for a, b in zip(normal, change, strict=True)) == 0:
            steps = [d for d in DIRECTIONS[direction] if sum(a * b for a, b in zip(normal, d, strict=True)) == 0]
            near = distances(tuple(steps))
            if change in near:
                length = near[change]
                inner = (c for c in near if any(c) and c != change)
                found.add(frozenset(c for c in inner if near[c] + near.get(minus(change, c), 99) == length))
    return tuple(found)


@cache
def distances(steps: tuple[Cell, ...]) -> dict[Cell, int]:
    """How many steps each change needs, in a field so large that its edges do not matter."""
    near, edge, far = {(0, 0, 0): 0}, [(0, 0, 0)], 0
    while edge and far < 15:
        far += 1
        edge = [c for c in {plus(a, s) for a in edge for s in steps} if c not in near and max(map(abs, c)) <= 14]
        near |= dict.fromkeys(edge, far)
    return near


def reaches(kind: str, start: Cell, end: Cell, occupied: Iterable[Cell], reading: str = "") -> bool:
    """Whether a kind other than the Pawn could go from start to end past occupied cells (end itself not looked at)."""
    change = minus(end, start)
    if not in_range(kind, change):
        return False
    if kind in LEAPS or kind == "Ki":
        return True
    others = [cell for cell in occupied if cell not in (start, end)]
    if kind in PLANES:
        return any(planar_open(d, start, end, others, reading) for d in PLANES[kind])
    full = {minus(cell, start) for cell in others}
    lines = (line_to(d, change) for d in LINES[kind])
    return any(line is not None and not (line & full) for line in lines)


# --- the game -------------------------------------------------------------------------------------

FORWARD = {"white": 1, "black": -1}
HOME = {"white": 2, "black": 7}
LAST = {"white": 8, "black": 1}
FIRST = {"white": 1, "black": 8}
PAWN_CAPTURES = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if x or y]


@dataclass
class Board:
    """A position: pieces (abbreviation, army) by cell, the player to move, castling partners, cell passed over."""

    pieces: dict[Cell, tuple[str, str]]
    turn: str = "white"
    castle: set[Cell] = field(default_factory=set)
    ep: Cell | None = None

    @property
    def enemy(self) -> str:
        return "black" if self.turn == "white" else "white"

    def text(self) -> str:
        """The position in Shadowmate's notation."""
        words = ["prince:"]
        for army in ("white", "black"):
            words += [army, *(f"{kind}{name(cell)}" for cell, (kind, owner) in self.pieces.items() if owner == army)]
        words += ["turn", self.turn]
        words += ["castle", *map(name, sorted(self.castle))] if self.castle else []
        words += ["ep", name(self.ep)] if self.ep else []
        return " ".join(words)


def board(text: str) -> Board:
    """A position from Shadowmate's notation (only what the tests write)."""
    result, army, key = Board({}), "", ""
    for word in text.split(":")[-1].split():
        if key == "turn":
            result.turn, key = word, ""
        elif word in FORWARD:
            army, key = word, ""
        elif word in ("turn", "castle", "ep"):
            key = word
        elif key == "castle":
            result.castle.add(CELLS[word])
        elif key == "ep":
            result.ep = CELLS[word]
        else:
            result.pieces[CELLS[word[2:]]] = (word[:2], army)
    return result


def attacked(pieces: dict[Cell, tuple[str, str]], cell: Cell, by: str) -> bool:
    """Whether a piece of an army could capture on a cell."""
    for start, (kind, army) in pieces.items():
        if army != by:
            continue
        if kind == "Pn":
            x, y, z = minus(cell, start)
            if z == FORWARD[army] and (x, y) in PAWN_CAPTURES:
                return True
        elif in_range(kind, minus(cell, start)) and reaches(kind, start, cell, pieces):
            return True
    return False


def safe(pieces: dict[Cell, tuple[str, str]], army: str) -> bool:
    """Whether no King of an army is attacked."""
    enemy = "black" if army == "white" else "white"
    return not any(
        attacked(pieces, cell, enemy) for cell, (kind, owner) in pieces.items() if kind == "Ki" and owner == army
    )


@dataclass(frozen=True)
class Step:
    """A pseudo-legal move: what goes where, what is captured where, and the pieces afterwards."""

    text: str
    start: Cell
    end: Cell
    after: dict[Cell, tuple[str, str]] = field(hash=False, compare=False)


def _step(at: Board, start: Cell, end: Cell, kind: str | None = None, captured: Cell | None = None) -> Step:
    piece, army = at.pieces[start]
    after = dict(at.pieces)
    victim = captured or (end if end in at.pieces else None)
    if victim:
        del after[victim]
    del after[start]
    after[end] = (kind or piece, army)
    text = (
        f"{piece}{name(start)}{'x' if victim else '-'}{name(end)}{'ep' if captured else ''}{'=' + kind if kind else ''}"
    )
    return Step(text, start, end, after)


def _pawn_steps(at: Board, start: Cell) -> Iterator[Step]:
    army = at.turn
    x, y, z = start
    ahead = FORWARD[army]
    ends = []
    one, two = (x, y, z + ahead), (x, y, z + 2 * ahead)
    if one in FIELD_SET and one not in at.pieces:
        ends.append(one)
        if z == HOME[army] and two not in at.pieces:
            ends.append(two)
    for a, b in PAWN_CAPTURES:
        end = (x + a, y + b, z + ahead)
        if end in at.pieces and at.pieces[end][1] != army:
            ends.append(end)
        elif end == at.ep:
            yield _step(at, start, end, captured=(end[0], end[1], end[2] - ahead))
    for end in ends:
        for kind in PROMOTIONS if end[2] == LAST[army] else [None]:
            yield _step(at, start, end, kind)


def _castlings(at: Board, stays: bool, lane: bool) -> Iterator[Step]:
    z = FIRST[at.turn]
    king = (4, 4, z)
    if at.pieces.get(king) != ("Ki", at.turn) or not safe(at.pieces, at.turn):
        return
    for corner, empty, path, end, partner_end in (
        ((1, 1, z), [(2, 2, z), (3, 3, z)], [(3, 3, z)], (2, 2, z), (3, 3, z)),
        ((8, 8, z), [(5, 5, z), (6, 6, z), (7, 7, z)], [(5, 5, z)], (6, 6, z), (5, 5, z)),
    ):
        empty += _rectangle(corner, partner_end) if lane else []
        if corner not in at.castle or at.pieces.get(corner) != ("Ba", at.turn) or any(c in at.pieces for c in empty):
            continue
        without = {cell: piece for cell, piece in at.pieces.items() if cell != king}
        ghost = {king: GHOST[at.turn]} if stays else {}
        if all(safe({**ghost, **without, cell: ("Ki", at.turn)}, at.turn) for cell in path):
            after = {cell: piece for cell, piece in without.items() if cell != corner}
            after |= {end: ("Ki", at.turn), partner_end: ("Ba", at.turn)}
            text = f"Ki{name(king)}-{name(end)}&Ba{name(corner)}-{name(partner_end)}"
            yield Step(text, king, end, after)


def _rectangle(corner: Cell, end: Cell) -> list[Cell]:
    """The cells by which a Base goes from a corner to another cell of the tier, the end included."""
    (a, b, z), (c, d, _) = corner, end
    columns, rows = range(min(a, c), max(a, c) + 1), range(min(b, d), max(b, d) + 1)
    return [(x, y, z) for x in columns for y in rows if (x, y) != (a, b)]


def legal_steps(at: Board, stays: bool = False, lane: bool = False) -> list[Step]:
    """Every legal move.

    `stays`: where a King may go is judged with the King still where it stands (READINGS P6). `lane`: all cells by
    which a castling Base could go as a Base must be empty (P10).
    """
    steps: list[Step] = []
    for start, (kind, army) in at.pieces.items():
        if army != at.turn:
            continue
        if kind == "Pn":
            steps += _pawn_steps(at, start)
            continue
        for end in FIELD:
            if (end not in at.pieces or at.pieces[end][1] != army) and reaches(kind, start, end, at.pieces):
                steps.append(_step(at, start, end))
    steps += _castlings(at, stays, lane)
    return [step for step in steps if safe(_judged(at, step) if stays else step.after, at.turn)]


GHOST = {army: ("Pn", army) for army in FORWARD}
"""What stands where a King still stands: it blocks, and is no King."""


def _judged(at: Board, step: Step) -> dict[Cell, tuple[str, str]]:
    """The pieces after a step; a King that goes stands where it was, too."""
    return step.after | {step.start: GHOST[at.turn]} if at.pieces[step.start][0] == "Ki" else step.after


def legal(at: Board) -> list[str]:
    """Every legal move as Shadowmate writes it, sorted."""
    return sorted(step.text for step in legal_steps(at))


def outcome(at: Board) -> str | None:
    """`checkmate`, `stalemate` or None."""
    if legal_steps(at):
        return None
    return "stalemate" if safe(at.pieces, at.turn) else "checkmate"
