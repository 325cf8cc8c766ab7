"""Extreme 3D Chess, held against figures that are worked out here."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from oracles import areas, extreme
from shadowmate.asp.terms import Vector, vector
from shadowmate.play.placement import Placement
from support.engine import DIAGONAL, ORTHOGONAL, TRIAGONAL, count, legal, plus, rays, reached, rules, start

EXTREME = """lR N W pR pR W N lR/N lU H pU pU H lU N/W H lB pB pB lB H W/cR cU cB HA HA cB cU cR
cR cU cB K HA cB cU cR/W H lB pB pB lB H W/N lU H pU pU H lU N/lR N W pR pR W N lR"""
JUMPS = {"N": (0, 1, 2), "H": (1, 1, 2), "W": (1, 2, 2)}

PARTS = {short: part for part, short in extreme.ABBREVIATIONS.items()}
CELLS = {extreme.name(cell): cell for cell in areas.FIELD}
WHOLE = frozenset({"whole_areas"})


def jumps(sizes: Vector) -> list[Vector]:
    return [d for d in product(range(-2, 3), repeat=3) if sorted(map(abs, d)) == list(sizes)]


def test_extreme_start() -> None:
    leapers = {"knight": 8, "hippogriff": 8, "wyvern": 8}
    movers = {f"{how}_{what}": 4 for how in ("linear", "planar", "cubic") for what in ("rook", "bishop", "unicorn")}
    count("extreme", king=1, heir=3, pawn=64, **leapers, **movers)
    short = rules("extreme").abbreviations
    placed = {(cell, army): short[kind] for cell, (kind,), army in start("extreme").pieces}
    moves = 64
    for row, line in zip(range(8, 0, -1), EXTREME.replace("\n", "/").split("/"), strict=True):
        for column, kind in enumerate(line.split(), 1):
            assert placed[(column, row, 1), "white"] == placed[(column, row, 8), "black"] == kind
            # Only a leap of two tiers clears the Pawns.
            landings = [plus((column, row, 1), d) for d in jumps(JUMPS[kind]) if d[2] == 2] if kind in JUMPS else []
            moves += sum(cell in rules("extreme").cells for cell in landings)
    assert len(legal("extreme", start("extreme"))) == moves


@pytest.mark.sample(1)
@pytest.mark.parametrize("cell", [(4, 4, 1), (1, 1, 1), (5, 3, 6)])
def test_extreme_reach(cell: Vector) -> None:
    board = set(rules("extreme").cells) - {cell}
    far = {c: plus(c, cell, -1) for c in board}

    def reach(*kinds: str) -> set[Vector]:
        return reached("extreme", (cell, kinds, "white"))

    assert reach("cubic_rook") == board
    assert reach("cubic_bishop") == {c for c, d in far.items() if sum(d) % 2 == 0}
    assert reach("cubic_unicorn") == {c for c, d in far.items() if len({n % 2 for n in d}) == 1}
    assert reach("planar_rook") == {c for c, d in far.items() if 0 in d}
    for what, steps in (("rook", ORTHOGONAL), ("bishop", DIAGONAL), ("unicorn", TRIAGONAL)):
        planes = {
            plus(plus(cell, a, i), b, j)
            for a, b in combinations(steps, 2)
            for i, j in product(range(8), repeat=2)
            if a != tuple(-n for n in b)
        }
        assert reach(f"planar_{what}") == planes & board
        assert reach(f"linear_{what}") == rays(board, cell, steps, 7)
    compound = reach("planar_rook", "linear_unicorn", "wyvern", "hippogriff")
    leaps = {plus(cell, d) for d in (*jumps(JUMPS["W"]), *jumps(JUMPS["H"]))} & board
    assert compound == reach("planar_rook") | rays(board, cell, TRIAGONAL, 7) | leaps


@pytest.mark.slow
def test_extreme_area_blocks() -> None:
    """One piece anywhere in the solid closes it for a lone cubic Rook; beside it, it does not."""
    solid = set(product(range(1, 4), range(1, 3), range(1, 4)))
    origin, end = (1, 1, 1), (3, 2, 3)
    for cell in [*solid - {origin, end}, (4, 1, 1), (1, 3, 2), (4, 3, 4)]:
        blocked = end not in reached("extreme", (origin, ("cubic_rook",), "white"), (cell, ("pawn",), "white"))
        assert blocked == (cell in solid)
    assert end in reached("extreme", (origin, ("cubic_rook",), "white"), (end, ("pawn",), "black"))


@pytest.mark.exhaustive
def test_wide_corners_open_nothing_more() -> None:
    """READINGS X3: every solid holds one of narrow corners, a plane or a line that ends where it does."""

    def at(corner: tuple[Vector, ...], times: Vector) -> Vector:
        (a, b, c), (d, e, f), (g, h, i) = corner
        n, m, k = times
        return (n * a + m * d + k * g, n * b + m * e + k * h, n * c + m * f + k * i)

    def ends(corner: tuple[Vector, ...], least: int) -> Iterator[tuple[Vector, frozenset[Vector]]]:
        for times in product(range(least, 8), repeat=3):
            end = at(corner, times)
            if any(end) and max(map(abs, end)) <= 7:
                passed = {at(corner, fewer) for fewer in product(*(range(n + 1) for n in times))}
                yield end, frozenset(passed - {(0, 0, 0), end})

    kept = defaultdict(set)
    for kind, *steps in (s.arguments for s in rules("extreme").facts("corner", 4)):
        kept[str(kind)].add(tuple(vector(step) for step in steps))
    assert {kind: len(corners) for kind, corners in kept.items()} == {"orthogonal": 8, "diagonal": 32, "triagonal": 24}
    for kind, steps in (("orthogonal", ORTHOGONAL), ("diagonal", DIAGONAL), ("triagonal", TRIAGONAL)):
        narrow = defaultdict(set)
        for corner in kept[kind]:
            for end, passed in ends(corner, 0):
                narrow[end].add(passed)
        for corner in combinations(sorted(steps), 3):
            (a, b, c), (d, e, f), (g, h, i) = corner
            if a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) and corner not in kept[kind]:
                for end, passed in ends(corner, 1):
                    assert any(smaller <= passed for smaller in narrow[end])


# --- the oracle, by what the document states and by hand -------------------------------------------


def parts(text: str) -> extreme.Parts:
    return frozenset(PARTS[short] for short in text.split("+"))


def position(line: str) -> extreme.Pieces:
    """White's pieces, then Black's after a stroke: `KAa1 pR+NDd4 / KHh8`."""
    armies = zip(("white", "black"), line.split("/"), strict=True)
    return {CELLS[word[-3:]]: (army, parts(word[:-3])) for army, pieces in armies for word in pieces.split()}


def placed(pieces: extreme.Pieces, turn: str) -> Placement:
    return Placement(tuple((cell, tuple(sorted(kinds)), army) for cell, (army, kinds) in sorted(pieces.items())), turn)


def moved(line: str, move: str, turn: str = "white") -> list[extreme.Pieces]:
    """What the pieces may be after a move: `Dd4 De5`."""
    begins, ends = (CELLS[word] for word in move.split())
    moves = extreme.legal_moves(position(line), turn)
    return [each.after for each in moves if (each.start, each.end) == (begins, ends)]


def test_oracle_array() -> None:
    pieces, turn = extreme.array()
    assert placed(pieces, turn) == start("extreme")
    # A Pawn each, and the leaps of two tiers.
    assert extreme.perft(pieces, turn, 1) == 64 + 88


@pytest.mark.exhaustive
def test_oracle_second_moves() -> None:
    """No first move of a side changes the moves of the other."""
    assert extreme.perft(*extreme.array(), 2) == (64 + 88) ** 2


@pytest.mark.parametrize(
    "cells", [[(1, 1, 1), (8, 3, 8), (5, 8, 2)], pytest.param(areas.FIELD, marks=pytest.mark.exhaustive)]
)
def test_oracle_reach(cells: list[Vector]) -> None:
    """Every kind of the array on the empty field."""
    routes = rules("extreme").routes
    for part, cell in product(set(extreme.ABBREVIATIONS) - {"stride", "pace"}, cells):
        for army in extreme.OTHER if part == "pawn" else ["white"]:
            assert set(areas.ways(part, army, cell)) == {end for _, end, _ in routes.ends_from(cell, (part,), army)}


@pytest.mark.slow
def test_oracle_mobility() -> None:
    """Which moves are legal, whatever they absorb."""
    random_numbers = random.Random("mobility")
    kinds = sorted(set(extreme.ABBREVIATIONS) - {"stride", "pace", "pawn", "heir", "king"})
    for _ in range(4):
        cells = random_numbers.sample(areas.FIELD, random_numbers.randint(3, 60))
        pieces = {cells[0]: ("white", parts("K")), cells[1]: ("black", parts("K"))}
        for cell in cells[2:]:
            some = random_numbers.sample(kinds, random_numbers.choice((1, 1, 2, 3)))
            pieces[cell] = (
                random_numbers.choice(("white", "black")),
                random_numbers.choice([frozenset(some), parts("P") if 1 < cell[2] < 8 else frozenset(some)]),
            )
        moves = {(move.start, move.end) for move in extreme.legal_moves(pieces, "white")}
        found = legal("extreme", placed(pieces, "white"))
        assert {(vector(start), vector(end)) for _, start, end in found} == moves, extreme.text(pieces, "white")


@pytest.mark.parametrize(("what", "cubic"), [("rook", 511), ("bishop", 255), ("unicorn", 127)])
def test_oracle_densities(what: str, cubic: int) -> None:
    """All, half and a quarter of the cells are of the pattern, whatever the cell (the start being one of them)."""
    assert {len(areas.ways(f"cubic_{what}", "white", cell)) for cell in areas.FIELD[::37]} == {cubic}


@pytest.mark.parametrize("what", areas.AXES)
def test_oracle_narrow_areas(what: str) -> None:
    """READINGS X3: the least areas of any axes are those of neighbouring ones, wherever the field may be."""
    for change in product(range(8), repeat=3):
        for level in (2, 3) if any(change) else ():
            narrow = areas.areas(what, level, change, frozenset({"narrow"}))
            assert sorted(areas.areas(what, level, change, areas.USUAL)) == sorted(narrow)


def test_oracle_edge() -> None:
    """READINGS X13: two planes lead from the corner to the next cell but one; each has a cell off the field."""
    for blockers, open_ in (("", True), ("NBb1", True), ("NAb2", True), ("NBb1 NAb2", False)):
        assert bool(moved(f"pBAa1 {blockers} /", "Aa1 Ac1")) == open_
    assert CELLS["Ac1"] not in areas.ways("planar_bishop", "white", CELLS["Aa1"], WHOLE)
    # Only the one line from a corner lies wholly on the field.
    assert len(areas.ways("cubic_unicorn", "white", CELLS["Aa1"], WHOLE)) == 7
    assert len(areas.ways("cubic_rook", "white", CELLS["Aa1"], WHOLE)) == 511


@pytest.mark.parametrize(
    ("mover", "victim", "result"),
    [
        # The document's three examples, then what is capped, and what joins.
        ("lR", "lB", "lR+lB"),
        ("lR", "lR", "pR"),
        ("pU", "lU", "cU"),
        ("lR", "pR", "cR"),
        ("cR", "cR", "cR"),
        ("pR+lB", "pR+lB+N", "cR+pB+N"),
        ("N", "H", "N+H"),
        ("N", "N", "N"),
        ("W", "lU", "W+lU"),
        ("K", "pB", "K+pB"),
        ("N", "HA+lR", "N+S+lR"),
        ("HA", "N", "HA+N"),
        # A step adds nothing to that of an Heir or a King.
        ("HA", "HA", "HA"),
        ("HA+N", "HA+lR", "HA+N+lR"),
        ("K", "HA", "K"),
        ("K", "P", "K"),
        ("HA", "lB+Pp+S", "HA+lB"),
        ("lR", "P", "lR+Pp"),
        ("lR", "lB+Pp+S", "lR+lB+Pp+S"),
        ("P", "N", "N"),
        ("P", "P", "P"),
        ("P", "HA+lR", "HA+lR"),
        ("P", "N+Pp", "N+Pp"),
    ],
)
def test_oracle_absorbs(mover: str, victim: str, result: str) -> None:
    assert extreme.becomes("white", parts(mover), parts(victim), CELLS["Dd4"]) == {parts(result)}


@pytest.mark.parametrize(
    ("pieces", "move", "turn", "results"),
    [
        # Far from the far tier, and on it: a quiet move, a capture, the captures of plain and of other Heirs.
        ("PCa1 / NDa1", "Ca1 Da1", "white", ["NDa1 /"]),
        ("PGa1 /", "Ga1 Ha1", "white", ["HAHa1 /"]),
        ("PGa1 / NHa1", "Ga1 Ha1", "white", ["NHa1 /", "HAHa1 /"]),
        ("PGa1 / HAHa1", "Ga1 Ha1", "white", ["HAHa1 /"]),
        ("PGa1 / HA+NHa1", "Ga1 Ha1", "white", ["HA+NHa1 /", "HAHa1 /"]),
        ("NAa1 / PBa1", "Ba1 Aa1", "black", ["/ NAa1", "/ HAAa1"]),
        # It captures straight ahead and nowhere else.
        ("PCa1 / NDb1", "Ca1 Db1", "white", []),
        # An absorbed pace goes forward for its owner, and never promotes.
        ("N+PpGa1 /", "Ga1 Ha1", "white", ["N+PpHa1 /"]),
        ("/ N+PpGa1", "Ga1 Fa1", "black", ["/ N+PpFa1"]),
        ("/ N+PpGa1", "Ga1 Ha1", "black", []),
        ("N+SDd4 /", "Dd4 Cc3", "white", ["N+SCc3 /"]),
    ],
)
def test_oracle_becomes(pieces: str, move: str, turn: str, results: list[str]) -> None:
    found = moved(pieces, move, turn)
    assert len(found) == len(results) and all(position(result) in found for result in results)


@pytest.mark.parametrize(
    ("pieces", "result"),
    [
        # The cubic Rook, guarded by its King, has the whole corner.
        ("KAa1 / cRBb2 KCc3", "checkmate"),
        ("KAa1 / cRBb2 KHh8", None),
        # Its King shadows the Heir in one place, and not in the other.
        ("KAa1 HAHh8 / cRBb2 KCc3", None),
        ("KAa1 HAHb2 / cRBb2 KCc3", "checkmate"),
        ("PHa1 / KAa1", "stalemate"),
    ],
)
def test_oracle_outcome(pieces: str, result: str | None) -> None:
    assert extreme.outcome(position(pieces), "white") == result


def test_oracle_passes_the_crown() -> None:
    """Only in check, and only to an Heir that is not attacked; all else stays where it is."""
    line = "K+SAa1 HA+NHh8 HA+lRHb2 / cRBb2 KCc3"
    passed = [move for move in extreme.legal_moves(position(line), "white") if move.crown]
    assert [(move.start, move.end) for move in passed] == [(CELLS["Aa1"], CELLS["Hh8"])]
    assert passed[0].after == position("HA+SAa1 K+NHh8 HA+lRHb2 / cRBb2 KCc3")
    assert not extreme.in_check(passed[0].after, "white")
    quiet = extreme.legal_moves(position("KAa1 HAHh8 / KGg3 NAc3"), "white")
    assert quiet and not any(move.crown for move in quiet)


def test_oracle_king_gives_check() -> None:
    """A King may check the other one, with what it has absorbed."""
    assert extreme.in_check(position("K+lRAa1 / KAa5"), "black")
    assert not extreme.in_check(position("K+lRAa1 / KAa5"), "white")
