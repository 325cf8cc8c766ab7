"""Where the 23 kinds of Prince go on an open field, against the closed formulas of Appendices B to E."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import shadowmate as sm
from oracles import prince as oracle
from oracles.prince import FIELD, FIELD_SET, HOME, KINDS, LAST, LEAPS, LINES, NAMES, PLANES, minus, plus
from shadowmate.asp.points import Points
from shadowmate.asp.routes import RouteTable

GAME = sm.game("prince")
SIMPLE = ["Ro", "Bi", "Me", "Ba", "Sc", "Re", "Kn", "Ca", "Ac", "Ki"]
COMBINED = {
    "Co": "Ro Bi", "Mt": "Ro Me", "Ar": "Bi Me", "Qu": "Ro Bi Me", "Un": "Ba Sc", "Ne": "Ba Re", "Sp": "Sc Re",
    "Pr": "Ba Sc Re", "Ma": "Kn Ca", "Pa": "Kn Ac", "Ad": "Ca Ac", "As": "Kn Ca Ac",
}  # fmt: skip
SPREAD = [(1, 1, 1), (8, 8, 8), (4, 4, 4), (1, 5, 8), (8, 3, 5), (2, 7, 3), (6, 1, 6)]


def test_the_rules_know_exactly_the_23_kinds_under_the_abbreviations_of_appendix_f():
    assert GAME.ruleset.abbreviations == {kind: short for short, kind in NAMES.items()}
    assert len(NAMES) == 23 == len(KINDS) == len(set(KINDS))


def test_the_field_has_512_cells_named_by_tier_column_and_row():
    assert GAME.ruleset.cells == {cell: oracle.name(cell) for cell in FIELD}


@pytest.mark.parametrize(("kind", "count"), [("Ba", 168), ("Sc", 192), ("Re", 115), ("Pr", 355)])
def test_counts_from_the_middle_are_those_of_the_document(kind, count):
    """The document gives the Prince's 355; the others follow from the formulas of Appendices C to E."""
    moves = GAME.position(f"white {kind}Dd4").legal_moves("Dd4")
    assert len(moves) == count == sum(oracle.in_range(kind, minus(end, (4, 4, 4))) for end in FIELD)


def route_ends(table, cell, kind, army="white"):
    """Where the rules' routes lead, with the uses of each end."""
    ends = {}
    for point in table.points(cell, (NAMES[kind],), army)[0]:
        _, _, place, use, _ = point.arguments
        if str(use) != "pass":
            ends.setdefault(tuple(a.number for a in place.arguments), set()).add(str(use))
    return ends


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", SIMPLE)
def test_routes_of_simple_kinds_from_all_512_cells_end_as_by_the_formula(kind):
    table = RouteTable(Points(GAME.ruleset.facts), GAME.ruleset.facts, GAME.ruleset.cells)
    for start in FIELD:
        formula = {end for end in FIELD if oracle.in_range(kind, minus(end, start))}
        assert route_ends(table, start, kind) == {end: {"any"} for end in formula}, start


@pytest.mark.parametrize("kind", COMBINED)
def test_routes_of_combined_kinds_are_those_of_their_parts_and_fill_the_formula(kind):
    """Routes are displacements: with the simple kinds right from every cell, so is the union, from every cell."""
    table = GAME.ruleset.routes
    for army in ("white", "black"):
        parts = {}
        for part in COMBINED[kind].split():
            for number, uses in table.ends[army, NAMES[part]].items():
                parts[number] = parts.get(number, set()) | uses
        assert table.ends[army, NAMES[kind]] == parts
    for change in product(range(-7, 8), repeat=3):
        union = any(oracle.in_range(part, change) for part in COMBINED[kind].split())
        assert union == oracle.in_range(kind, change)


@pytest.mark.parametrize("kind", [*SIMPLE, *COMBINED])
def test_no_kind_but_the_pawn_depends_on_its_army(kind):
    assert GAME.ruleset.routes.ends["white", NAMES[kind]] == GAME.ruleset.routes.ends["black", NAMES[kind]]


@pytest.mark.parametrize("army", ["white", "black"])
def test_routes_of_a_pawn_from_all_512_cells(army):
    """One straight on without capture, eight aslant to capture, two straight on as a first move."""
    ahead = oracle.FORWARD[army]
    for x, y, z in FIELD:
        wanted = {(x, y, z + ahead): {"quiet"}, (x, y, z + 2 * ahead): {"first"}}
        wanted |= {(x + a, y + b, z + ahead): {"capture"} for a, b in oracle.PAWN_CAPTURES}
        ends = route_ends(GAME.ruleset.routes, (x, y, z), "Pn", army)
        ends = {end: uses - ({"first"} if uses != {"first"} else set()) for end, uses in ends.items()}
        assert ends == {end: uses for end, uses in wanted.items() if end in FIELD_SET}


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [*LINES, *PLANES, *LEAPS, "Ki"])
def test_the_engine_moves_each_kind_on_an_empty_board_by_the_formula(kind):
    for start in SPREAD:
        position = GAME.position(f"white {kind}{oracle.name(start)}")
        ends = [move.target for move in position.legal_moves(oracle.name(start))]
        assert len(ends) == len(set(ends))
        formula = {oracle.name(end) for end in FIELD if oracle.in_range(kind, minus(end, start))}
        assert set(ends) == formula, (kind, start)


@pytest.mark.parametrize("army", ["white", "black"])
def test_the_engine_moves_a_lone_pawn(army):
    for start in [(4, 4, z) for z in range(1, 9)]:
        if start[2] in (oracle.FIRST[army], LAST[army]):
            continue
        at = oracle.Board({start: ("Pn", army)}, army)
        moves = [str(move) for move in GAME.position(at.text()).legal_moves()]
        assert moves == oracle.legal(at)
        assert len(moves) == (2 if start[2] == HOME[army] else 21 if start[2] + oracle.FORWARD[army] in (1, 8) else 1)


def test_wide_bishop_pairs_open_nothing_that_narrow_pairs_leave_closed():
    """READINGS P1, for every displacement: what a 120 degree pair shadows contains what a narrow pair shadows.

    Two directions d, e at 120 degrees have a direction as their sum, f = d + e. A cell i d + j e (i >= j) is also
    (i - j) d + j f, by a narrow pair; each cell a d + b f of the narrow parallelogram is (a + b) d + b e, in the
    wide one. So whenever every path of the wide pair is open, every path of the narrow pair is. Off the Bishop no
    two directions of one type have a direction of that type as their sum. Here every case is gone through.
    """
    for direction, units in oracle.DIRECTIONS.items():
        wide = [(d, e) for d, e in combinations(units, 2) if plus(d, e) in units]
        assert len(wide) == (24 if direction == "bishop" else 0)
        for d, e in wide:
            for i in range(1, 8):
                for j in range(1, 8):
                    change = tuple(i * d[n] + j * e[n] for n in range(3))
                    if max(map(abs, change)) > 7:
                        continue
                    big = {tuple(a * d[n] + b * e[n] for n in range(3)) for a in range(i + 1) for b in range(j + 1)}
                    assert any(narrow <= big - {(0, 0, 0), change} for narrow in oracle.shadows(direction, change))


def test_the_rules_span_planes_by_all_narrow_pairs_and_no_others():
    """12 Rook, 36 Bishop and 24 Merchant pairs that are neither opposite nor wide."""
    spans = {(str(s.arguments[0]), *(tuple(n.number for n in d.arguments) for d in s.arguments[1:]))
             for s in GAME.ruleset.facts("spans", 3)}  # fmt: skip
    classes = {"rook": "orthogonal", "bishop": "diagonal", "merchant": "triagonal"}
    wanted = {
        (classes[direction], *sorted((d, e)))
        for direction, units in oracle.DIRECTIONS.items()
        for d, e in combinations(units, 2)
        if plus(d, e) != (0, 0, 0) and plus(d, e) not in units
    }
    assert spans == wanted
