"""What a successor costs: milliseconds of processor time for one `push`, and for each of all `successors()`.

Run it with `python benchmarks/successors.py [GAME ...]`; without games it takes all shipped ones. Each line is about
the array of a game, or a position of many kinds of moves, and gives both figures for one engine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import shadowmate as sm
from shadowmate.asp.folders import game_folders

KIWIPETE = "fide: fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PUSHES = 5


def milliseconds(call: Callable[[], object], parts: int) -> float:
    """The processor time of a call, a part of it."""
    began = time.process_time()
    call()
    return (time.process_time() - began) * 1000 / parts


def line(text: str, engine: str) -> str:
    """The figures of a position and an engine."""
    position = sm.position(text, engine=engine)
    moves = position.legal_moves()
    position.successors()  # what is read and made once is no part of it
    push = milliseconds(lambda: [position.push(move) for move in moves[:PUSHES]], min(PUSHES, len(moves)))
    each = milliseconds(position.successors, len(moves))
    return f"{text[:24]:24} {engine:9} {len(moves):4} moves: push {push:6.1f} ms, successors {each:5.2f} ms each"


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    games = parser.parse_args().games or sorted(game_folders())
    for text in [f"{name}: start" for name in games] + [KIWIPETE]:
        for engine in ("reference", "compiled"):
            print(line(text, engine), flush=True)


if __name__ == "__main__":
    main()
