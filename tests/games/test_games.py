"""The games beside Prince: boards, kinds and arrays, held against figures that are worked out here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest
from clingo import Symbol

from shadowmate.asp.ruleset import Ruleset, load
from shadowmate.asp.terms import Vector, vector
from shadowmate.play.reference import Placement, ReferenceEngine

GAMES = ("diagonals", "extreme", "fide", "latrunculi", "parametric", "prince", "raumschach")
UNITS = [u for u in product((-1, 0, 1), repeat=3) if any(u)]
ORTHOGONAL, DIAGONAL, TRIAGONAL = ([u for u in UNITS if sum(map(abs, u)) == n] for n in (1, 2, 3))
Lone = tuple[Vector, tuple[str, ...], str]


@cache
def rules(name: str) -> Ruleset:
    return load(name)


@cache
def engine(name: str) -> ReferenceEngine:
    return ReferenceEngine(rules(name))


def cells(name: str) -> dict[str, Vector]:
    return {text: cell for cell, text in rules(name).cells.items()}


def start(name: str) -> Placement:
    kinds: dict[Vector, list[str]] = defaultdict(list)
    armies: dict[Vector, str] = {}
    for army, kind, cell in (s.arguments for s in rules(name).facts("start", 3)):
        kinds[vector(cell)].append(str(kind))
        armies[vector(cell)] = str(army)
    state = tuple((str(s.arguments[0]), vector(s.arguments[1])) for s in rules(name).facts("start_state", 2))
    pieces = tuple((cell, tuple(sorted(kinds[cell])), armies[cell]) for cell in sorted(kinds))
    return Placement(pieces, rules(name).players[0], state)


def legal(name: str, placement: Placement) -> list[tuple[Symbol, ...]]:
    return engine(name).analyse(placement)("legal", 4)


def reached(name: str, *pieces: Lone) -> set[Vector]:
    """Where the first piece can go, with the others on the board."""
    placement = Placement(pieces, pieces[0][2])
    return {vector(move[2]) for move in legal(name, placement) if vector(move[1]) == pieces[0][0]}


def count(name: str, **kinds: int) -> None:
    found = Counter((army, kind) for _, (kind,), army in start(name).pieces)
    assert found == {(army, kind): n for army in rules(name).players for kind, n in kinds.items()}


def plus(cell: Vector, step: Vector, times: int = 1) -> Vector:
    return tuple(c + times * s for c, s in zip(cell, step, strict=True))


def rays(board: set[Vector], cell: Vector, steps: list[Vector], limit: int) -> set[Vector]:
    """The cells of an open board that lie up to `limit` steps away, without a gap."""
    found = set()
    for step in steps:
        for times in range(1, limit + 1):
            if plus(cell, step, times) not in board:
                break
            found.add(plus(cell, step, times))
    return found


# --- every game ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_names_are_unique(name: str) -> None:
    game = rules(name)
    assert len(set(game.cells.values())) == len(game.cells)
    assert len(set(game.abbreviations.values())) == len(game.abbreviations)
    assert {str(s.arguments[0]) for s in game.facts("kind", 1)} == set(game.abbreviations)
    assert {str(s.arguments[0]) for s in game.facts("motion", 4)} == set(game.abbreviations)


@pytest.mark.parametrize("name", GAMES)
def test_every_cell_is_drawn_once(name: str) -> None:
    game = rules(name)
    drawn = [s.arguments for s in game.facts("drawn", 4)]
    panels = {str(s.arguments[0]) for s in game.facts("panel", 2)}
    assert {vector(a[0]) for a in drawn} == set(game.cells)
    assert len({tuple(map(str, a[1:])) for a in drawn}) == len(drawn) == len(game.cells)
    assert {str(a[1]) for a in drawn} == panels
    assert {vector(s.arguments[0]) for s in game.facts("tint", 2)} == set(game.cells)


@pytest.mark.parametrize("name", GAMES)
def test_the_array_is_possible(name: str) -> None:
    placement = start(name)
    assert {cell for cell, _, _ in placement.pieces} <= set(rules(name).cells)
    assert all(len(kinds) == 1 for _, kinds, _ in placement.pieces)
    assert engine(name).flaws(placement)("flaw", 2) == []


@pytest.mark.parametrize("name", sorted({*GAMES} - {"diagonals"}))
def test_the_armies_start_alike(name: str) -> None:
    array = start(name)
    assert len({len(legal(name, Placement(array.pieces, army, array.state))) for army in rules(name).players}) == 1


# --- FIDE ----------------------------------------------------------------------------------------------------

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
PERFT = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", (20, 400)),
    (KIWIPETE, (48, 2039)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", (14, 191)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", (6, 264)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", (44, 1486)),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", (46, 2079)),
]
FEN_KINDS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}


def fen(text: str) -> Placement:
    board, turn, castling, passed = text.split()
    pieces = []
    for row, line in zip(range(8, 0, -1), board.split("/"), strict=True):
        column = 1
        for letter in line:
            if letter.isdigit():
                column += int(letter)
            else:
                army = "white" if letter.isupper() else "black"
                pieces.append(((column, row, 1), (FEN_KINDS[letter.lower()],), army))
                column += 1
    corners = {"K": (8, 1, 1), "Q": (1, 1, 1), "k": (8, 8, 1), "q": (1, 8, 1)}
    state = [("castle", corners[letter]) for letter in castling if letter != "-"]
    state += [("ep", cells("fide")[passed])] if passed != "-" else []
    return Placement(tuple(pieces), {"w": "white", "b": "black"}[turn], tuple(state))


def perft(name: str, placement: Placement, depth: int) -> int:
    moves = legal(name, placement)
    if depth == 1:
        return len(moves)
    total = 0
    for move, origin, _, choice in moves:
        then = engine(name).play(placement, vector(origin), move, choice)
        pieces = tuple((vector(c), (str(k),), str(a)) for c, k, a in then("then_piece", 3))
        state = tuple((str(n), vector(c)) for n, c in then("then_state", 2))
        total += perft(name, Placement(pieces, str(then("then_turn", 1)[0][0]), state), depth - 1)
    return total


@pytest.mark.parametrize(("text", "counts"), PERFT)
def test_fide_counts(text: str, counts: tuple[int, int]) -> None:
    assert perft("fide", fen(text), 1) == counts[0]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "counts"), PERFT)
def test_fide_counts_after_two_moves(text: str, counts: tuple[int, int]) -> None:
    assert perft("fide", fen(text), 2) == counts[1]


CASTLING = [  # what stands on the board besides Kings and Rooks, and where the King may castle to
    ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "c1 g1"),
    ("4k3/8/8/8/8/8/8/R3K2R w K -", "g1"),
    ("4k3/8/8/8/8/8/8/RN2K2R w KQ -", "g1"),
    ("4k3/8/8/8/8/8/8/R1B1K2R w KQ -", "g1"),
    ("4k3/8/8/8/8/8/8/R2QKB1R w KQ -", ""),
    ("4k3/8/8/8/8/8/8/R3K1NR w KQ -", "c1"),
    ("1r2k3/8/8/8/8/8/8/R3K2R w KQ -", "c1 g1"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "c1 g1"),
    ("2r1k3/8/8/8/8/8/8/R3K2R w KQ -", "g1"),
    ("3rk3/8/8/8/8/8/8/R3K2R w KQ -", "g1"),
    ("4kr2/8/8/8/8/8/8/R3K2R w KQ -", "c1"),
    ("4k1r1/8/8/8/8/8/8/R3K2R w KQ -", "c1"),
    ("4k3/8/8/8/8/8/4r3/R3K2R w KQ -", ""),
]


@pytest.mark.parametrize(("text", "ends"), CASTLING)
def test_fide_castling(text: str, ends: str) -> None:
    moves = legal("fide", fen(text))
    found = sorted(rules("fide").cells[vector(move[2])] for move in moves if "castle" in str(move[0]))
    assert found == ends.split()


# --- Raumschach ----------------------------------------------------------------------------------------------


def test_raumschach_start() -> None:
    count("raumschach", king=1, queen=1, rook=2, bishop=2, unicorn=2, knight=2, pawn=10)
    assert len(legal("raumschach", start("raumschach"))) == 61


def test_raumschach_pawn() -> None:
    name, places = "raumschach", cells("raumschach")
    assert reached(name, (places["Bc3"], ("pawn",), "white")) == {places["Bc4"], places["Cc3"]}
    assert reached(name, (places["Dc3"], ("pawn",), "black")) == {places["Dc2"], places["Cc3"]}
    men = [(cell, ("rook",), "black") for cell in rules(name).cells if cell != places["Bc3"]]
    takes = reached(name, (places["Bc3"], ("pawn",), "white"), *men)
    assert takes == {places[c] for c in ("Bb4", "Bd4", "Cb3", "Cd3", "Cc4")}
    last = legal(name, Placement(((places["Ec4"], ("pawn",), "white"),), "white"))
    assert sorted(str(move[3]) for move in last) == ["bishop", "knight", "queen", "rook", "unicorn"]
    on_the_way = legal(name, Placement(((places["Dc5"], ("pawn",), "black"),), "black"))
    assert {str(move[3]) for move in on_the_way} == {"none"}


def test_raumschach_reach() -> None:
    board, centre = set(rules("raumschach").cells), (3, 3, 3)
    assert reached("raumschach", (centre, ("queen",), "white")) == rays(board, centre, UNITS, 4)
    assert len(reached("raumschach", (centre, ("unicorn",), "white"))) == 16
    assert len(reached("raumschach", (centre, ("knight",), "white"))) == 24


# --- Emperor's Nobility --------------------------------------------------------------------------------------

LATRUNCULI = {  # range, then how many coordinates change, any way and forward only
    "emperor": (1, "123", ""), "heir": (1, "", "23"), "rook": (9, "1", ""), "baron": (1, "23", ""),
    "count": (1, "", "13"), "countess": (9, "", "13"), "duke": (1, "13", ""), "duchess": (9, "13", ""),
    "prince": (1, "12", ""), "princess": (9, "", "12"), "archduke": (1, "123", ""), "empress": (9, "123", ""),
}  # fmt: skip


def test_latrunculi_start() -> None:
    count("latrunculi", emperor=1, rook=24, heir=25)
    assert len(rules("latrunculi").cells) == 250
    # A Rook each to the second rank, the Emperor to nine cells, the Heirs aslant to the fourth.
    heirs = 2 * 5 * 4 * 2 + 4 * 4 * 4
    assert len(legal("latrunculi", start("latrunculi"))) == 24 + 9 + heirs


@pytest.mark.parametrize("army", ["white", "black"])
@pytest.mark.parametrize("kind", [*LATRUNCULI, "baroness"])
def test_latrunculi_reach(kind: str, army: str) -> None:
    board = set(rules("latrunculi").cells)
    forward = 1 if army == "white" else -1
    for cell in ((3, 5, 3), (1, 2, 5), (4, 9, 1)):
        expected = set()
        for part in ("rook", "baron") if kind == "baroness" else (kind,):
            limit, anyhow, ahead = LATRUNCULI[part]
            steps = [u for u in UNITS if str(sum(map(abs, u))) in anyhow]
            steps += [u for u in UNITS if str(sum(map(abs, u))) in ahead and u[1] == forward]
            expected |= rays(board, cell, steps, limit)
        assert reached("latrunculi", (cell, (kind,), army)) == expected


# --- Extreme 3D Chess ----------------------------------------------------------------------------------------

EXTREME = """lR N W pR pR W N lR/N lU H pU pU H lU N/W H lB pB pB lB H W/cR cU cB HA HA cB cU cR
cR cU cB K HA cB cU cR/W H lB pB pB lB H W/N lU H pU pU H lU N/lR N W pR pR W N lR"""
JUMPS = {"N": (0, 1, 2), "H": (1, 1, 2), "W": (1, 2, 2)}


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


def test_extreme_area_blocks() -> None:
    """One man anywhere in the solid closes it for a lone cubic Rook; beside it, it does not."""
    solid = set(product(range(1, 4), range(1, 3), range(1, 4)))
    origin, end = (1, 1, 1), (3, 2, 3)
    for cell in [*solid - {origin, end}, (4, 1, 1), (1, 3, 2), (4, 3, 4)]:
        blocked = end not in reached("extreme", (origin, ("cubic_rook",), "white"), (cell, ("pawn",), "white"))
        assert blocked == (cell in solid)
    assert end in reached("extreme", (origin, ("cubic_rook",), "white"), (end, ("pawn",), "black"))


@pytest.mark.slow
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


# --- Battle of the Diagonals ---------------------------------------------------------------------------------

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
    men = [(cell, ("dictator",), enemy) for cell in rules("diagonals").cells if cell != middle]
    assert reached("diagonals", (middle, (kind,), army), *men) == set().union(*(steps[letter] for letter in classes))
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
    said = Placement(pieces, "founders", (("ep", places["Cd2"]), ("landed", places["Ce3"])))
    assert engine("diagonals").flaws(said)("flaw", 2) == []
    removed = engine("diagonals").analyse(said)("removes", 2)
    assert [vector(cell) for move, cell in removed if "ep(" in str(move)] == [places["Ce3"]]
    double = next(m for m in legal("diagonals", start("diagonals")) if "double" in str(m[0]))
    then = engine("diagonals").play(start("diagonals"), vector(double[1]), double[0], double[3])
    assert vector(double[2]) in [vector(cell) for name, cell in then("then_state", 2) if str(name) == "landed"]


def test_diagonals_castling() -> None:
    places = cells("diagonals")
    pieces = ((places["Da1"], ("president",), "presidents"), (places["Aa1"], ("duchess",), "presidents"))
    free = Placement(pieces, "presidents", (("castle", places["Aa1"]),))
    castlings = [move for move in legal("diagonals", free) if "castle" in str(move[0])]
    assert [vector(move[2]) for move in castlings] == [places["Ba1"]]
    watched = Placement((*pieces, (places["Ci9"], ("empress",), "emperors")), "presidents", free.state)
    assert not [move for move in legal("diagonals", watched) if "castle" in str(move[0])]


# --- the parametrization's kinds -----------------------------------------------------------------------------


def flat(*names: str) -> set[Vector]:
    return {cells("parametric")[name] for name in names}


def lone(kind: str, name: str, army: str = "white") -> Lone:
    return (cells("parametric")[name], (kind,), army)


def test_lame_leapers() -> None:
    horse = {"b3", "b5", "c2", "c6", "e2", "e6", "f3", "f5"}
    assert reached("parametric", lone("horse", "d4")) == flat(*horse)
    assert reached("parametric", lone("horse", "d4"), lone("pawn", "d5", "black")) == flat(*horse - {"c6", "e6"})
    for block, lost in (("e4", {"f3", "f5"}), ("c4", {"b3", "b5"}), ("d3", {"c2", "e2"}), ("e5", set())):
        assert reached("parametric", lone("horse", "d4"), lone("pawn", block)) == flat(*horse - lost)
    assert reached("parametric", lone("elephant", "d4")) == flat("b2", "b6", "f2", "f6")
    assert reached("parametric", lone("elephant", "d4"), lone("pawn", "e5")) == flat("b2", "b6", "f2")


def test_cannon_needs_one_hurdle() -> None:
    cannon = lone("cannon", "d1")
    assert reached("parametric", cannon) == set()
    assert reached("parametric", cannon, lone("pawn", "d3")) == flat("d4", "d5", "d6", "d7", "d8")
    two = (lone("pawn", "d3"), lone("pawn", "d6", "black"))
    assert reached("parametric", cannon, *two) == flat("d4", "d5", "d6")


def test_other_kinds_of_the_parametrization() -> None:
    assert reached("parametric", lone("pawn", "d4")) == flat("d5")
    assert reached("parametric", lone("crossed_pawn", "d4", "black")) == flat("c4", "d3", "e4")
    board, d4 = set(rules("parametric").cells), (4, 4, 1)
    queenwise = [u for u in UNITS if u[2] == 0]
    assert reached("parametric", lone("werewolf", "d4")) == rays(board, d4, queenwise, 3)
    assert cells("parametric")["f6"] in reached("parametric", lone("werewolf", "d4"), lone("pawn", "e5"))
    for kind in ("golem", "half_golem"):
        assert reached("parametric", lone(kind, "d4")) == rays(board, d4, queenwise, 2)
