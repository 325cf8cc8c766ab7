"""Random problems of orthodox chess for `problems.txt`: `python benchmarks/problem_maker.py 's#2=12' 'h#6=5'`.

It prints a line for each problem: stipulation and FEN. A problem is a random position that is solved within some number
of positions looked at, with 1 to 60 keys or lines. Where too few have any within the tries, such as selfmates, the rest
are positions without solution, which both programs have to search completely, too. The same seed gives the same
problems, because neither time nor other programs decide.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import shadowmate as sm
from shadowmate.solving.problem.replay import pass_turn
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search.limits import Limits

FILES, RANKS = "abcdefgh", "12345678"
MOST_ANSWERS, MOST_POSITIONS = 60, {"h": 400_000, "s": 60_000, "r": 60_000}
EASY = 500
"""Problems that need fewer positions than these measure little but what a call costs."""
TRIES = 100
"""How many random positions are tried for each problem that is wanted."""
ARMIES = {"h": ("PPPNBRQ", 1, "PPNBR", 1), "s": ("QRRBNP", 4, "QRBPP", 2), "r": ("QRBNP", 2, "QPNR", 2)}
"""For help, self and reflex play: pieces of White and of Black, and how many of them besides the King."""
RIM = [file + rank for file in FILES for rank in RANKS if file in "ah" or rank in "18"]
"""Where White's King is when it is to be mated."""


def position(game: sm.Game, rng: random.Random, play: str, turn: str) -> sm.Position | None:
    """A random position, or None where it is impossible, or the player that has moved is in check."""
    white, most_white, black, most_black = ARMIES[play]
    sides = (("white", ["K", *rng.choices(white, k=most_white)]), ("black", ["K", *rng.choices(black, k=most_black)]))
    some = rng.sample([file + rank for file in FILES for rank in RANKS], 2 + most_white + most_black)
    if play != "h":
        some[0] = rng.choice(RIM)
    if len(set(some)) < len(some):
        return None
    cells = iter(some)
    words = [turned for side, pieces in sides for turned in (side, *(piece + next(cells) for piece in pieces))]
    try:
        found = game.position(f"{' '.join(words)} turn {turn}")
    except sm.ShadowmateError:
        return None
    return None if pass_turn(found).is_check() else found


def problems(game: sm.Game, rng: random.Random, asked: Stipulation, count: int) -> Iterator[str]:
    """The FENs of problems of a stipulation."""
    text = str(asked)
    helped = text.startswith("h#")
    play = "h" if helped else "r" if text.startswith("r") else "s"
    turn = "black" if helped and not asked.half else "white"
    unsolved, found = [], 0
    for _ in range(TRIES * count):
        tried = position(game, rng, play, turn)
        if tried is None:
            continue
        limits = Limits(MOST_POSITIONS[play])
        solution = sm.solve(tried, asked, limits=limits, max_solutions=MOST_ANSWERS + 1, threats=False)
        answers = len(solution.keys) + len(solution.lines)
        if solution.stopped or not solution.complete or answers > MOST_ANSWERS or solution.searched.nodes < EASY:
            continue
        if answers:
            yield tried.fen()
            found += 1
            if found == count:
                return
        else:
            unsolved.append(tried.fen())
    yield from unsolved[: count - found]


def main() -> None:
    """Print the problems asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wanted", nargs="+", help="such as s#2=12: how many problems of a stipulation")
    parser.add_argument("--seed", type=int, default=39)
    asked = parser.parse_args()
    game = sm.game("fide", engine="compiled")
    for wanted in asked.wanted:
        stipulation, _, count = wanted.rpartition("=")
        rng = random.Random(f"{asked.seed} {stipulation}")
        for fen in problems(game, rng, Stipulation.parse(stipulation), int(count)):
            print(stipulation, fen, flush=True)


if __name__ == "__main__":
    main()
