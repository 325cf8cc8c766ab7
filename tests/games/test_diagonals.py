"""Battle of the Diagonals: moves against the geometry of the drawing."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest

from shadowmate.asp.terms import Vector, vector
from shadowmate.play.placement import Placement
from support.engine import cells, engine, legal, plus, rays, reached, rules, start

HEX_CLASSES = {"orthogonal": 8, "standard": 12, "nonstandard": 6, "hybrid": 12}
COMPONENTS = {
    "emperor": (1, "osn"), "president": (1, "osh"), "founder": (1, "onh"),
    "empress": (8, "osn"), "firstlady": (8, "osh"), "suffragette": (8, "onh"), "dictator": (8, "snh"),
    "marchioness": (8, "oh"), "duchess": (8, "on"), "queen": (8, "os"),
    "governor": (8, "sn"), "pontiff": (8, "sh"), "tricorn": (8, "nh"),
    "sultan": (2, "osn"), "emir": (2, "osh"), "mogul": (2, "onh"), "ayatollah": (2, "snh"),
    "mahdi": (2, "oh"), "khan": (2, "on"), "pasha": (2, "os"),
    "imam": (2, "sn"), "mullah": (2, "sh"), "sheikh": (2, "nh"),
}  # fmt: skip


@cache
def picture() -> dict[Vector, Vector]:
    """Where the board's drawing puts each cell: its level, and its X and Y there."""
    drawn = (s.arguments for s in rules("diagonals").facts("drawn", 4))
    return {vector(cell): (panel.number, x.number, y.number) for cell, panel, x, y in drawn}


def hex_class(step: Vector) -> str | None:
    """The class of a step in the drawing. Centres of touching hexes are 2 apart in units of half a height."""
    level, x, y = step
    across = 3 * x * x + y * y  # the square of the distance: a column is 3/4 of a width, or the root of 3, apart
    return {(4, 0): "o", (0, 1): "o", (4, 1): "s", (12, 0): "n", (12, 1): "h"}.get((across, abs(level)))


HEX_STEPS = [s for s in product((-1, 0, 1), range(-2, 3), range(-4, 5)) if (s[1] + s[2]) % 2 == 0 and hex_class(s)]


def hex_rays(cell: Vector, classes: str, limit: int) -> set[Vector]:
    back = {place: c for c, place in picture().items()}
    steps = [s for s in HEX_STEPS if hex_class(s) in classes]
    return {back[place] for place in rays(set(back), picture()[cell], steps, limit)}


def test_hexprism_board() -> None:
    game = rules("diagonals")
    assert len(game.cells) == 270
    assert Counter(hex_class(s) for s in HEX_STEPS) == {"o": 8, "s": 12, "n": 6, "h": 12}
    found = Counter(str(s.arguments[0]) for s in game.facts("direction", 2))
    assert {name: found[name] for name in HEX_CLASSES} == HEX_CLASSES
    levels = Counter(name[0] for name in game.cells.values())
    assert levels == dict.fromkeys("ABCDEF", 45)
    columns = Counter(name[1] for name in game.cells.values())
    assert columns == {column: 6 * n for n, column in enumerate("abcdefghi", 1)}
    # Nonstandard and hybrid diagonals never leave a tint.
    tints = {vector(s.arguments[0]): str(s.arguments[1]) for s in game.facts("tint", 2)}
    assert set(Counter(tints.values()).values()) == {90}
    assert all(tints[cell] == tints[end] for cell in tints for end in hex_rays(cell, "nh", 1))


def test_diagonals_start() -> None:
    places = cells("diagonals")
    armies = Counter(army for _, _, army in start("diagonals").pieces)
    assert armies == {"emperors": 36, "presidents": 36, "founders": 36}
    at = {rules("diagonals").cells[cell]: kind for cell, (kind,), _ in start("diagonals").pieces}
    assert (at["Da1"], at["Di9"], at["Di1"]) == ("president", "emperor", "founder")
    assert [at[f"{level}a1"] for level in "ABCF"] == ["duchess", "pontiff", "firstlady", "duchess"]
    assert [at[f"{level}b2"] for level in "ABCD"] == ["mullah", "khan", "emir", "ayatollah"]
    # The drawing's left edge: Brokerbreakers at the top, Pawnbrokers at the foot.
    assert {n for n, kind in at.items() if kind == "pawnbreaker" and n[0] == "A"} == {"Ac1", "Ac2", "Ac3"}
    assert {n for n, kind in at.items() if kind == "brokerbreaker" and n[0] == "A"} == {"Ag1", "Ah2", "Ai3"}
    assert {n for n, kind in at.items() if kind == "pawnbroker" and n[0] == "A"} == {"Ag7", "Ah7", "Ai7"}
    assert len(places) == 270


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", COMPONENTS)
def test_diagonals_reach(kind: str) -> None:
    limit, classes = COMPONENTS[kind]
    for name in ("Da1", "Cf3", "Ai9", "Bg5"):
        cell = cells("diagonals")[name]
        assert reached("diagonals", (cell, (kind,), "founders")) == hex_rays(cell, classes, limit)


def test_two_steps_are_lame() -> None:
    places = cells("diagonals")
    khan = (places["Da1"], ("khan",), "presidents")
    assert places["Dc1"] in reached("diagonals", khan)
    assert places["Dc1"] not in reached("diagonals", khan, (places["Db1"], ("khan",), "founders"))


PAWNS = {"emperors": ("pawnbroker", "sn"), "presidents": ("pawnbreaker", "sh"), "founders": ("brokerbreaker", "nh")}
CORNERS = {"emperors": "Di9", "presidents": "Da1", "founders": "Di1"}


@pytest.mark.parametrize("army", PAWNS)
def test_diagonals_pawns(army: str) -> None:
    kind, classes = PAWNS[army]
    view = picture()
    corner = view[cells("diagonals")[CORNERS[army]]]
    others = [view[cells("diagonals")[name]] for name in CORNERS.values() if name != CORNERS[army]]
    ahead = tuple(sum(o[i] for o in others) - 2 * corner[i] for i in range(3))

    def along(step: Vector) -> float:
        return 3 * step[1] * ahead[1] + step[2] * ahead[2]

    middle = cells("diagonals")["Cg4"]
    back = {place: cell for cell, place in view.items()}
    best = {letter: max(along(s) for s in HEX_STEPS if hex_class(s) == letter) for letter in "osnh"}
    steps = {
        letter: {back[plus(view[middle], s)] for s in HEX_STEPS if hex_class(s) == letter and along(s) == best[letter]}
        for letter in "osnh"
    }
    assert {letter: len(ends) for letter, ends in steps.items()} == {"o": 2, "s": 4, "n": 1, "h": 2}
    assert reached("diagonals", (middle, (kind,), army)) == steps["o"]
    enemy = next(player for player in PAWNS if player != army)
    pieces = [(cell, ("dictator",), enemy) for cell in rules("diagonals").cells if cell != middle]
    assert reached("diagonals", (middle, (kind,), army), *pieces) == set().union(*(steps[letter] for letter in classes))
    doubles = [
        move for move in legal("diagonals", Placement(start("diagonals").pieces, army)) if "double" in str(move[0])
    ]
    assert len(doubles) == 18 * 2
    zone = {vector(s.arguments[2]) for s in rules("diagonals").facts("zone", 3) if str(s.arguments[0]) == army}
    assert len(zone) == 54


def test_en_passant_where_two_may_have_passed() -> None:
    places = cells("diagonals")
    passers = [(places[name], ("pawnbreaker",), "presidents") for name in ("Ce2", "Ce3")]
    pieces = (*passers, (places["Ce1"], ("brokerbreaker",), "founders"))
    unsaid = Placement(pieces, "founders", (("ep", places["Cd2"]),))
    assert len(engine("diagonals").flaws(unsaid)("flaw", 2)) == 1
    text = Placement(pieces, "founders", (("ep", places["Cd2"]), ("landed", places["Ce3"])))
    assert engine("diagonals").flaws(text)("flaw", 2) == []
    removed = engine("diagonals").analyse(text)("removes", 2)
    assert [vector(cell) for move, cell in removed if "ep(" in str(move)] == [places["Ce3"]]
    double = next(m for m in legal("diagonals", start("diagonals")) if "double" in str(m[0]))
    then = engine("diagonals").successors(start("diagonals"), [double[0]], vector(double[1]))[double[0]]
    assert ("landed", vector(double[2])) in then.state


def test_diagonals_castling() -> None:
    places = cells("diagonals")
    pieces = ((places["Da1"], ("president",), "presidents"), (places["Aa1"], ("duchess",), "presidents"))
    free = Placement(pieces, "presidents", (("castle", places["Aa1"]),))
    castlings = [move for move in legal("diagonals", free) if "castle" in str(move[0])]
    assert [vector(move[2]) for move in castlings] == [places["Ba1"]]
    watched = Placement((*pieces, (places["Ci9"], ("empress",), "emperors")), "presidents", free.state)
    assert not [move for move in legal("diagonals", watched) if "castle" in str(move[0])]
