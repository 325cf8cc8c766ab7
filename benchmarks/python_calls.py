"""What calls from Python cost, against python-chess in the same run: positions read, legal moves, pushes, outcomes.

Run it with `python benchmarks/python_calls.py`. Figures are milliseconds of processor time, the median of several
rounds in which the programs take turns, and their ratio. *Again* is the same position time after time; *fresh* are the
positions of random games, of which each is asked once. Texts of moves are part of the moves. python-chess has to be a
package of this Python; without it there are only our own figures.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, TypeAlias

import shadowmate as sm

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PRINCE = "prince: white KiAa1 PrDd4 PrCh3 KnBb2 RoEe5 black KiHh8 PrGg2 BaHa8 RoCc6 KnDf7"
ROUNDS, TIMES = 7, 40

Call: TypeAlias = Callable[[], object]


def milliseconds(call: Call, times: int) -> float:
    """The processor time of a call that is made so often."""
    began = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - began) * 1000 / times


def compare(what: str, ours: Call, theirs: Call | None, times: int = TIMES, parts: int = 1) -> None:
    """Print what a call costs, and what it costs python-chess; a call may have several parts."""
    calls = [each for each in (ours, theirs) if each]
    rounds = [[milliseconds(each, times) / parts for each in calls] for _ in range(ROUNDS)]
    mine, *others = (median(each) for each in zip(*rounds, strict=True))
    reported = f"{what:44} {mine:9.4f} ms"
    print(
        reported + "".join(f"   python-chess {each:7.4f} ms   ratio {mine / each:6.2f}" for each in others), flush=True
    )


def again(position: sm.Position) -> sm.Position:
    """The same position, of which nothing is known yet."""
    return type(position).of(position.game, position.placement())


def moves_with_text(position: sm.Position) -> list[str]:
    """The legal moves as objects, and what each is called."""
    return [str(move) for move in again(position).legal_moves()]


def path(start: Any, moves: Callable[[Any], Sequence[Any]], push: Callable[[Any, Any], Any], count: int) -> list[Any]:
    """The positions of random games."""
    random, found, position = Random(1), list[Any](), start
    while len(found) < count:
        found.append(position)
        legal = moves(position)
        position = push(position, random.choice(legal)) if legal else start
    return found


def fide(engine: str) -> None:
    """The calls about flat chess."""
    game = sm.game("fide", engine=engine)
    board: Any = None
    if find_spec("chess"):
        import chess

        board = chess.Board(KIWIPETE)
    position = game.position(f"fen {KIWIPETE}")
    move = position.legal_moves()[3]

    def pushed(before: Any, move: Any) -> Any:
        after = before.copy()
        after.push(move)
        return after

    first = next(iter(board.legal_moves)) if board else None
    theirs = {
        "position(fen)": board and (lambda: type(board)(KIWIPETE)),
        "moves": board and (lambda: [each.uci() for each in board.copy().legal_moves]),
        "push": board and (lambda: pushed(board, first)),
        "check": board and (lambda: board.copy().is_check()),
    }
    compare("Kiwipete: game.position(fen)", lambda: game.position(f"fen {KIWIPETE}"), theirs["position(fen)"])
    named = f"fide: fen {KIWIPETE}"
    compare("Kiwipete: sm.position(fen)", lambda: sm.position(named, engine=engine), theirs["position(fen)"])
    compare("Kiwipete: all legal moves with text", lambda: moves_with_text(position), theirs["moves"])
    compare("Kiwipete: push (against copy and push)", lambda: position.push(move), theirs["push"])
    compare("Kiwipete: is_check()", lambda: again(position).is_check(), theirs["check"])
    ours = path(game.start(), lambda each: each.legal_moves(), lambda each, move: each.push(move), 300)
    others = path(type(board)(), lambda each: list(each.legal_moves), pushed, 300) if board else []
    compare(
        "fresh: all legal moves with text",
        lambda: [moves_with_text(each) for each in ours],
        (lambda: [[move.uci() for move in each.legal_moves] for each in others]) if others else None,
        1,
        300,
    )


def many(engine: str) -> None:
    """Positions read and asked at once: what each of them costs."""
    start = sm.game("fide", engine=engine).start()
    texts = [
        each.fen() for each in path(start, lambda each: each.legal_moves(), lambda each, move: each.push(move), 300)
    ]
    texts = [f"fide: fen {text}" for text in texts]
    found = sm.positions(texts, engine=engine)
    compare("many at once: read, each", lambda: sm.positions(texts, engine=engine), None, 1, len(texts))
    compare("many at once: moves, each", lambda: sm.Positions(map(again, found)).moves(), None, 1, len(texts))


def prince(engine: str) -> None:
    """The calls about a position of Prince with ten pieces."""
    game = sm.game("prince", engine=engine)
    position = game.position(PRINCE)
    move = position.legal_moves()[5]
    compare("Prince, 10 pieces: position(text)", lambda: game.position(PRINCE), None)
    compare("Prince, 10 pieces: all legal moves with text", lambda: moves_with_text(position), None)
    compare("Prince, 10 pieces: push", lambda: position.push(move), None)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="compiled", choices=["compiled", "reference"])
    engine = parser.parse_args().engine
    fide(engine)
    many(engine)
    prince(engine)


if __name__ == "__main__":
    main()
