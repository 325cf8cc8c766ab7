"""Mates in 5 to 7 of orthodox chess for `long_mates.txt`: `python benchmarks/mate_maker.py 100 --seed 5`.

It prints a line for each problem: stipulation and FEN. Positions are random at first; then it also moves one piece of
a mate that it has found to another cell, which gives a long mate far more often. The shortest mate has a key that is
no check. Positions that need too many positions to be searched are left out, so most mates have few pieces.
The file's problems were chosen from several such lists: few of each material, and keys without a check.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import shadowmate as sm
from shadowmate.solving.problem.replay import pass_turn
from shadowmate.solving.search.limits import Limits

CELLS = [file + rank for file in "abcdefgh" for rank in "12345678"]
WHITE, MOST_WHITE, BLACK, MOST_BLACK = "QRRBBNNPP", 4, "QRRBBNNPPPPP", 3
"""Pieces besides the Kings: how often each is drawn, and how many at most."""
LEAST_MOVES, MOST_MOVES = 5, 7
MOST_POSITIONS = 1_000_000
"""How many positions may be searched of a candidate."""
FRESH = 0.2
"""The share of the candidates that are random, when some mates are found."""


def fresh(rng: random.Random) -> dict[str, str]:
    """A random placement: the letter on each cell, a capital for White."""
    white = "K" + "".join(rng.choices(WHITE, k=rng.randint(2, MOST_WHITE)))
    black = "K" + "".join(rng.choices(BLACK, k=rng.randint(0, MOST_BLACK)))
    pieces = white + black.lower()
    return dict(zip(rng.sample(CELLS, len(pieces)), pieces, strict=True))


def moved(rng: random.Random, placement: dict[str, str]) -> dict[str, str]:
    """A placement with one piece on another cell."""
    after = dict(placement)
    piece = after.pop(rng.choice(list(after)))
    after[rng.choice([cell for cell in CELLS if cell not in placement])] = piece
    return after


def position(game: sm.Game, placement: dict[str, str]) -> sm.Position | None:
    """The position of a placement with White to move, or None where it is impossible, or either is in check."""
    white = " ".join(piece + cell for cell, piece in placement.items() if piece.isupper())
    black = " ".join(piece.upper() + cell for cell, piece in placement.items() if piece.islower())
    try:
        found = game.position(f"white {white} black {black} turn white")
    except sm.ShadowmateError:
        return None
    return None if found.is_check() or pass_turn(found).is_check() else found


def mates(game: sm.Game, rng: random.Random) -> Iterator[str]:
    """Lines of problems, without end."""
    found: list[dict[str, str]] = []
    known: set[str] = set()
    while True:
        placement = moved(rng, rng.choice(found)) if found and rng.random() > FRESH else fresh(rng)
        tried = position(game, placement)
        if tried is None or tried.fen() in known:
            continue
        known.add(tried.fen())
        limits = Limits(MOST_POSITIONS)
        solution = sm.solve(tried, f"#{MOST_MOVES}", limits=limits, threats=False, max_solutions=1, tables=False)
        moves = solution.short or MOST_MOVES
        if solution.keys and moves >= LEAST_MOVES and not tried.push(solution.keys[0]).is_check():
            found.append(placement)
            yield f"#{moves} {tried.fen()}"


def main() -> None:
    """Print the problems asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="how many")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    problems = mates(sm.game("fide", engine="compiled"), random.Random(asked.seed))
    for _ in range(asked.count):
        print(next(problems), flush=True)


if __name__ == "__main__":
    main()
