"""The printed formulas of Appendices D and E of Prince, transcribed: what is blocked, by each way to read them."""

from __future__ import annotations

Vector = tuple[int, int, int]


def orders(mover: Vector, end: Vector) -> list[tuple[int, int, int]]:
    """The ways to call the dimensions x, y, z so that the changes do not decrease, in natural order."""
    change = [abs(a - b) for a, b in zip(mover, end, strict=True)]
    every = [(0, 1, 2), (0, 2, 1), (1, 2, 0), (1, 0, 2), (2, 0, 1), (2, 1, 0)]
    return [o for o in every if change[o[0]] <= change[o[1]] <= change[o[2]]]


def between(a: int, b: int, c: int) -> bool:
    return min(a, c) < b < max(a, c)


def blocked_d(mover: Vector, end: Vector, pieces: list[Vector], order: tuple[int, int, int], second: bool) -> bool:
    """Appendix D's formula; `second` has q + r of the second piece in its last clause."""
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
