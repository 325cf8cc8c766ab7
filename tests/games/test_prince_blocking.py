"""What blocks a planar mover, against the walking of every shortest path and the formulas of the appendices."""

from __future__ import annotations

import random
from itertools import product

import pytest

import shadowmate as sm
from oracles import prince as oracle
from oracles.prince import FIELD, FIELD_SET, LINES, NAMES, PLANES, minus, plus
from shadowmate.asp.points import Points
from shadowmate.asp.routes import RouteTable

GAME = sm.game("prince")
SIMPLE = {"Ro": "rook", "Bi": "bishop", "Me": "merchant", "Ba": "rook", "Sc": "bishop", "Re": "merchant"}
CHANGES = [c for c in product(range(-7, 8), repeat=3) if any(c)]
CORNERS_AND_MORE = [(1, 1, 1), (8, 8, 8), (1, 8, 4), (4, 4, 4), (5, 1, 8), (7, 6, 2)]


def table_shadow(table, number):
    """The changes that a route to a point of the rules' table passes, on the field or off it."""
    found, waiting = set(), [number]
    while waiting:
        for point in table.before[waiting.pop()] - found:
            found.add(point)
            waiting.append(point)
    return frozenset(table.places[point] for point in found)


def families(kind):
    """By change: the shadows of all routes that the rules give a kind."""
    table = GAME.ruleset.routes
    found = {}
    for number in table.ends["white", NAMES[kind]]:
        found.setdefault(table.places[number], set()).add(table_shadow(table, number))
    return found


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", ["Ba", "Sc", "Re"])
def test_shadows_in_the_rules_are_the_cells_of_all_shortest_paths_for_every_change(kind):
    """Same planes, same cells: so the same for every blocker and every set of blockers, wherever it stands."""
    rules = families(kind)
    for change in CHANGES:
        assert rules.get(change, set()) == set(oracle.shadows(SIMPLE[kind], change)), change


@pytest.mark.parametrize("kind", ["Ro", "Bi", "Me"])
def test_shadows_of_line_movers_are_the_cells_in_between_for_every_change(kind):
    rules = families(kind)
    for change in CHANGES:
        line = oracle.line_to(SIMPLE[kind], change)
        assert rules.get(change, set()) == (set() if line is None else {line}), change


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", SIMPLE)
def test_every_origin_gets_those_routes_unchanged(kind):
    """The table moves routes to each of the 512 cells: same points before each point, cells off the field kept."""
    table = RouteTable(Points(GAME.ruleset.facts), GAME.ruleset.facts, GAME.ruleset.cells)
    assert all(len(after) == 1 for after in table.after), "every point has one set of points before it"
    for start in FIELD:
        wanted = {n for n in table.ends["white", NAMES[kind]] if plus(start, table.places[n]) in FIELD_SET}
        given = set()
        for point in table.points(start, (NAMES[kind],), "white")[0]:
            _, number, place, use, before = point.arguments
            end = plus(start, table.places[number.number])
            assert str(place).replace(" ", "") == (str(end).replace(" ", "") if end in FIELD_SET else "off")
            assert [before] == table.after[number.number]
            assert {n.number for n in before.arguments} == table.before[number.number]
            if str(use) == "any":
                given.add(number.number)
        assert given == wanted


def test_cells_before_names_the_cells_of_a_shadow_that_lie_on_the_field():
    table, rng = GAME.ruleset.routes, random.Random(1)
    for kind in ("Ba", "Sc", "Re"):
        numbers = list(table.ends["white", NAMES[kind]])
        for _ in range(1500):
            start, number = rng.choice(FIELD), rng.choice(numbers)
            if plus(start, table.places[number]) in FIELD_SET:
                shadow = {plus(start, c) for c in table_shadow(table, number)} & FIELD_SET
                assert table.cells_before(start, number) == shadow


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["Ba", "Sc", "Re"])
def test_both_wordings_of_shortest_path_agree(kind):
    """Paths of a pair of directions, or of any directions of the type in the plane: the same least shadows."""
    for change in CHANGES:
        assert least(oracle.shadows(SIMPLE[kind], change)) == least(oracle.plane_shadows(SIMPLE[kind], change)), change


def least(shadows):
    return {a for a in shadows if not any(b < a for b in shadows)}


# --- the appendices' own formulas, with one blocker -----------------------------------------------


def base_formula(end, piece):
    """Appendix C: all dimension values of the piece fall between those of Base and destination, inclusive."""
    return all(min(0, e) <= c <= max(0, e) for e, c in zip(end, piece, strict=True))


def scientist_formula(end, piece):
    """Appendix D, with the Scientist on (0, 0, 0) and one piece."""
    order = sorted(range(3), key=lambda n: abs(end[n]))
    i, j, k = (end[n] for n in order)
    a, b, c = (piece[n] for n in order)
    p, q, r = abs(a), abs(b), abs(c)
    s, t, u = abs(a - i), abs(b - j), abs(c - k)
    return (
        (0 < c < k or k < c < 0)
        and p + q <= r
        and s + t <= u
        and (i != 0 or (a == 0 and (q + r) % 2 == 0))
        and (j != 0 or b == 0)
    )


def reporter_formula(end, piece):
    """Appendix E, with the Reporter on (0, 0, 0) and one piece."""
    order = sorted(range(3), key=lambda n: abs(end[n]))
    i, j, k = (end[n] for n in order)
    a, b, c = (piece[n] for n in order)
    m, n, o = abs(i), abs(j), abs(k)
    p, q, r = abs(a), abs(b), abs(c)
    s, t, u = abs(a - i), abs(b - j), abs(c - k)
    return (
        2 * ((a + b) % 2) + (a + c) % 2 == 0
        and (0 < c < k or k < c < 0)
        and r >= p and r >= q and u >= s and u >= t
        and (not (o > n != 0) or (p == q and (p == 0 or i * j * p * q == a * b * m * n)))
        and (n != 0 or (p == q == 0))
    )  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("kind", "formula"), [("Ba", base_formula), ("Sc", scientist_formula), ("Re", reporter_formula)]
)
def test_the_appendix_formula_agrees_for_every_change_and_single_blocker(kind, formula):
    """Destinations in one sixth of all orders of the axes, with all signs; blockers anywhere in between."""
    for end in CHANGES:
        if not (abs(end[0]) <= abs(end[1]) <= abs(end[2])) or not oracle.in_range(kind, end):
            continue
        shadows = oracle.shadows(SIMPLE[kind], end)
        size = abs(end[2])
        for piece in product(range(-size, size + 1), repeat=3):
            if any(piece) and piece != end:
                assert all(piece in s for s in shadows) == formula(end, piece), (end, piece)


# --- through the engine ---------------------------------------------------------------------------


def crowd(rng, kind, start, count, among=FIELD):
    """A piece of White among pieces of both sides, far and wide or within three cells. There are no Kings."""
    cells = [cell for cell in among if cell != start]
    if rng.random() < 0.5:
        cells = [cell for cell in cells if max(map(abs, minus(cell, start))) <= 3]
    pieces = {start: (kind, "white")}
    for cell in rng.sample(cells, min(count, len(cells) // 2)):
        pieces[cell] = (rng.choice(["Kn", "Ro", "Ba", "Me"]), rng.choice(["white", "black"]))
    return oracle.Board(pieces)


def engine_ends(game, at, start):
    return {move.target for move in game.position(at.text()).legal_moves(oracle.name(start))}


def oracle_ends(at, start, reading=""):
    kind, army = at.pieces[start]
    return {
        oracle.name(end)
        for end in FIELD
        if (end not in at.pieces or at.pieces[end][1] != army) and oracle.reaches(kind, start, end, at.pieces, reading)
    }


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["Ba", "Sc", "Re", "Pr"])
@pytest.mark.parametrize("start", CORNERS_AND_MORE)
def test_the_engine_with_one_blocker(kind, start):
    """Blockers of either side next to the piece, in each class of direction and a little further off."""
    rng = random.Random(f"{kind}{start}")
    near = [cell for cell in FIELD if cell != start and max(map(abs, minus(cell, start))) <= 3]
    for cell in rng.sample(near, 6):
        at = oracle.Board({start: (kind, "white"), cell: ("Kn", rng.choice(["white", "black"]))})
        assert engine_ends(GAME, at, start) == oracle_ends(at, start), at.text()


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [*PLANES, *LINES])
def test_the_engine_among_random_blockers_of_both_sides(kind):
    rng = random.Random(kind)
    for count in (2, 4, 8, 12, 20, 35, 60, 100):
        start = rng.choice(FIELD)
        at = crowd(rng, kind, start, count)
        assert engine_ends(GAME, at, start) == oracle_ends(at, start), at.text()


def test_an_enemy_on_the_destination_is_captured_and_a_friend_is_not():
    """READINGS P3: the destination's own occupant does not block."""
    position = GAME.position("white PrDd4 PnDd6 black RoDf4 MeFe5")
    moves = {str(move) for move in position.legal_moves("Dd4")}
    assert {"PrDd4xDf4", "PrDd4xFe5"} <= moves
    assert not any(move[5:] in ("-Dd6", "xDd6", "-Dd7", "xDg4") for move in moves)


@pytest.mark.sample(1)
@pytest.mark.parametrize("reading", ["some_path", "field_paths_closed", "field_paths_open"])
@pytest.mark.parametrize("kind", ["Ba", "Sc", "Re", "Un", "Ne", "Sp", "Pr"])
def test_other_readings_of_blocked_against_their_own_enumerators(reading, kind):
    """READINGS P14 and P15, from cells at edges and in the middle, among none to many blockers."""
    game, rng = sm.game("prince", readings=[reading]), random.Random(reading + kind)
    for start, count in (((1, 1, 4), 0), ((8, 8, 3), 6), ((1, 4, 8), 15), ((4, 5, 4), 10), ((1, 1, 1), 30)):
        at = crowd(rng, kind, start, count)
        assert engine_ends(game, at, start) == oracle_ends(at, start, reading), at.text()


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["field_paths_closed", "field_paths_open"])
def test_the_compiled_engine_keeps_paths_on_the_field(reading: str) -> None:
    """READINGS P15, from cells of one edge of the cube, whose planes lie half outside, among pieces near by."""
    game, rng = sm.game("prince", readings=[reading], engine="compiled"), random.Random(reading)
    near = [cell for cell in FIELD if cell[2] <= 3 and cell[1] <= 3]
    distinguished = 0
    for kind, count in product(("Ba", "Sc", "Re", "Un", "Ne", "Sp", "Pr"), (0, 3, 8, 15)):
        start = (rng.randint(1, 8), 1, 1)
        at = crowd(rng, kind, start, count, near)
        assert engine_ends(game, at, start) == oracle_ends(at, start, reading), at.text()
        distinguished += oracle_ends(at, start, reading) != oracle_ends(at, start)
    assert distinguished


@pytest.mark.slow
@pytest.mark.parametrize(
    ("blockers", "end", "open_under"),
    [
        ("", "Ac1", {"paths_off_field", "field_paths_closed", "field_paths_open"}),
        ("KnBb2", "Ac1", {"paths_off_field", "field_paths_open"}),
        ("KnBb2", "Ae1", {"paths_off_field", "field_paths_open"}),
        ("KnBb2 KnAc1", "Ae1", {"field_paths_open"}),
        ("KnAc1", "Ae1", {"field_paths_open"}),
    ],
)
def test_readings_of_paths_off_the_field_differ_along_an_edge_of_the_cube(blockers, end, open_under):
    """READINGS P15: from Aa1 along the edge a Reporter has one plane through the field (past Bb2) and one outside.

    In the second no path is wholly on the field, but some cells of its paths (Ac1, Ae1, Ag1) are.
    """
    for reading in ("paths_off_field", "field_paths_closed", "field_paths_open"):
        game = sm.game("prince", readings=[reading])
        moves = game.position(f"white ReAa1 black {blockers}").legal_moves("Aa1")
        assert (end in {move.target for move in moves}) == (reading in open_under), reading


def test_some_path_opens_what_every_path_closes():
    text = "white BaDd4 black KnDe4 turn white"
    every = {m.target for m in GAME.position(text).legal_moves("Dd4")}
    some = {m.target for m in sm.game("prince", readings=["some_path"]).position(text).legal_moves("Dd4")}
    assert "De5" in some - every
    assert every < some
    assert "Df4" not in some, "on the line behind the blocker there is only one shortest path"
