"""The printed formulas of Appendices D and E as readings, against a transcription of each into Python."""

from __future__ import annotations

import random

import pytest

import shadowmate as sm

Vector = tuple[int, int, int]
CELLS = [(x, y, z) for x in range(1, 9) for y in range(1, 9) for z in range(1, 9)]


def name(cell: Vector) -> str:
    return f"{'ABCDEFGH'[cell[2] - 1]}{'abcdefgh'[cell[0] - 1]}{cell[1]}"


def orders(mover: Vector, end: Vector) -> list[tuple[int, int, int]]:
    """The ways to call the dimensions x, y, z so that the changes do not decrease, in natural order."""
    change = [abs(a - b) for a, b in zip(mover, end, strict=True)]
    every = [(0, 1, 2), (0, 2, 1), (1, 2, 0), (1, 0, 2), (2, 0, 1), (2, 1, 0)]
    return [o for o in every if change[o[0]] <= change[o[1]] <= change[o[2]]]


def between(a: int, b: int, c: int) -> bool:
    return min(a, c) < b < max(a, c)


def blocked_d(mover: Vector, end: Vector, pieces: list[Vector], order: tuple[int, int, int], second: bool) -> bool:
    """Appendix D's formula; `second` takes q + r of the second piece in its last clause."""
    x, y, z = (mover[i] for i in order)
    i, j, k = (end[n] for n in order)

    def near(piece: Vector) -> tuple[bool, int, int, int, int]:
        a, b, c = (piece[n] for n in order)
        p, q, r = abs(x - a), abs(y - b), abs(z - c)
        s, t, u = abs(a - i), abs(b - j), abs(c - k)
        return between(z, c, k) and p + q <= r and s + t <= u, a, b, q, r

    for first in pieces:
        fits, a, b, q, r = near(first)
        if not fits or (x == i and not (x == a and (q + r) % 2 == 0)):
            continue
        if y != j or y == b:
            return True
        for other in pieces:
            fits2, _, e, q2, r2 = near(other)
            if fits2 and y == e and ((q2 + r2 if second else q + r) % 2 == 0):
                return True
    return False


def blocked_e(mover: Vector, end: Vector, pieces: list[Vector], order: tuple[int, int, int], bounded: bool) -> bool:
    """Appendix E's formula; `bounded` applies its third condition to the second piece too."""
    x, y, z = (mover[i] for i in order)
    i, j, k = (end[n] for n in order)
    m, n, o = abs(x - i), abs(y - j), abs(z - k)

    def check(piece: Vector, third: bool) -> tuple[bool, int, int, int, int]:
        a, b, c = (piece[d] for d in order)
        p, q, r = abs(x - a), abs(y - b), abs(z - c)
        s, t, u = abs(a - i), abs(b - j), abs(c - k)
        colour = 2 * ((a + b) % 2) + (a + c) % 2 == 2 * ((x + y) % 2) + (x + z) % 2
        bounds = not third or (r >= p and r >= q and u >= s and u >= t)
        return colour and between(z, c, k) and bounds, a, b, p, q

    for first in pieces:
        fits, a, b, p, q = check(first, True)
        if not fits:
            continue
        if o > n and n != 0 and not (p == q and (p == 0 or (x - i) * (y - j) * p * q == (x - a) * (y - b) * m * n)):
            continue
        if n != 0 or p == q == 0:
            return True
        for other in pieces:
            fits2, d, e, p2, q2 = check(other, bounded)
            if fits2 and p == q and p2 == q2 and p * q * p2 * q2 != 0:
                signs = (x - a) * (y - b) * p2 * q2, (x - d) * (y - e) * p * q
                if signs[0] != signs[1]:
                    return True
    return False


READINGS = {
    "printed_d_first": ("Sc", lambda m, e, p: blocked_d(m, e, p, orders(m, e)[0], False)),
    "printed_d_second": ("Sc", lambda m, e, p: blocked_d(m, e, p, orders(m, e)[0], True)),
    "printed_d_first_reversed": ("Sc", lambda m, e, p: blocked_d(m, e, p, orders(m, e)[-1], False)),
    "printed_d_second_reversed": ("Sc", lambda m, e, p: blocked_d(m, e, p, orders(m, e)[-1], True)),
    "printed_d_first_either": ("Sc", lambda m, e, p: any(blocked_d(m, e, p, o, False) for o in orders(m, e))),
    "printed_d_second_either": ("Sc", lambda m, e, p: any(blocked_d(m, e, p, o, True) for o in orders(m, e))),
    "printed_e": ("Re", lambda m, e, p: blocked_e(m, e, p, orders(m, e)[0], False)),
    "printed_e_bounded": ("Re", lambda m, e, p: blocked_e(m, e, p, orders(m, e)[0], True)),
}


@pytest.mark.parametrize("reading", READINGS)
def test_printed_formula(reading: str) -> None:
    """On random positions dense near the mover, the engine reaches exactly what the formula leaves open."""
    kind, blocked = READINGS[reading]
    game = sm.game("prince", readings=[reading])
    open_board = game.position("white " + kind + "Dd4")
    assert len(open_board.legal_moves()) == {"Sc": 192, "Re": 115}[kind]
    kinds = game.reader.kinds
    rng = random.Random(reading)
    for _ in range(6):
        mover = rng.choice(CELLS)
        ends = {end for _, end, _ in game.ruleset.routes.ends_from(mover, (kinds[kind],), "white")}
        pieces = rng.sample([c for c in CELLS if c != mover], rng.choice([2, 4, 12, 40]))
        position = game.position(f"white {kind}{name(mover)} black " + " ".join(f"Kn{name(p)}" for p in pieces))
        reached = {move.target for move in position.legal_moves()}
        assert reached == {name(end) for end in ends if not blocked(mover, end, pieces)}


@pytest.mark.parametrize("reading", READINGS)
def test_one_piece_in_the_way_agrees_with_the_main_text(reading: str) -> None:
    """READINGS P4 and P5: with one piece in the way all readings agree."""
    kind, _ = READINGS[reading]
    rng = random.Random(reading)
    for piece in rng.sample([cell for cell in CELLS if cell != (4, 4, 4)], 8):
        text = f"white {kind}Dd4 black Kn{name(piece)}"
        printed = sm.game("prince", readings=[reading]).position(text).legal_moves()
        assert printed == sm.game("prince").position(text).legal_moves()


def test_two_pieces_on_a_rooks_line_tell_the_formula_from_the_main_text() -> None:
    """READINGS P4: Bd5 blocks one plane to Ed4; Ce4 is not on a Bishop's path in the other, and blocks it in print."""
    text = "white ScAd4 black KnBd5 KnCe4"
    assert "Ed4" in [move.target for move in sm.game("prince").position(text).legal_moves()]
    for reading in ("printed_d_first", "printed_d_second"):
        position = sm.game("prince", readings=[reading]).position(text)
        assert "Ed4" not in [move.target for move in position.legal_moves()]


def test_where_one_path_on_the_field_is_enough_no_path_leads_through_cells_off_it() -> None:
    """Both questions of paths answered the other way: every path to the other cells starts on Bb2."""
    for readings in (["field_paths_closed"], ["some_path", "field_paths_closed"]):
        position = sm.game("prince", readings).position("white ReAa1 black KnBb2")
        assert [str(move) for move in position.legal_moves("Aa1")] == ["ReAa1xBb2"]
