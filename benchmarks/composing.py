"""How fast problems are composed, against a plain generator that uses python-chess.

Run it with `python benchmarks/composing.py`; `--seconds` is how much CPU time each gets. Both look for mates in two
of the same men by orthodox rules: one key, which neither captures nor checks; no mate in one; no check at the start;
and no man but Kings can be left out so that the same key solves it alone. `shadowmate compose` is to find at least
twenty times as many. Of Prince it is to find a hundred mates in two a minute on two cores, which is fifty in a minute
of CPU time. Times are CPU times, without what it takes to start.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator

import chess

import shadowmate as sm

MATERIALS = [("KQN", "KP"), ("KRNB", "KPP")]
PRINCE = {"white": ["Ki", "Pr", "Co"], "black": ["Ki", "Kn"]}
TIMES = 20
A_MINUTE = 50


def has_mate(board: chess.Board) -> bool:
    """Whether who is to move has a mate in one."""
    for move in board.legal_moves:
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            return True
    return False


def forces(board: chess.Board, key: chess.Move) -> bool:
    """Whether a move is followed by mate whatever the reply."""
    board.push(key)
    found = not board.is_stalemate()
    for reply in board.legal_moves if found else ():
        board.push(reply)
        found = has_mate(board)
        board.pop()
        if not found:
            break
    board.pop()
    return found


def only_key(board: chess.Board) -> chess.Move | None:
    """The only key of a mate in two."""
    if not board.is_valid() or has_mate(board):
        return None
    key = None
    for move in list(board.legal_moves):
        if forces(board, move):
            if key is not None:
                return None
            key = move
    return key


def is_minimal(board: chess.Board, key: chess.Move) -> bool:
    """Whether no man can be left out so that the same key solves it alone."""
    for square, piece in board.piece_map().items():
        if piece.piece_type != chess.KING:
            board.remove_piece_at(square)
            same = square != key.from_square and only_key(board) == key
            board.set_piece_at(square, piece)
            if same:
                return False
    return True


def generated(white: str, black: str, seed: int) -> Iterator[str | None]:
    """Problems by chance; None for every position that is none."""
    draw, known = random.Random(seed), set[str]()
    men = [chess.Piece.from_symbol(each) for each in white + black.lower()]
    while True:
        board = chess.Board(None)
        for square, piece in zip(draw.sample(range(64), len(men)), men, strict=True):
            board.set_piece_at(square, piece)
        key = None if board.is_check() else only_key(board)
        sound = key is not None and not board.is_capture(key) and not board.gives_check(key) and is_minimal(board, key)
        fresh = sound and board.fen() not in known
        known.add(board.fen()) if fresh else None
        yield board.fen() if fresh else None


def count(some: Iterator[object], seconds: float) -> int:
    """How many are found in so much CPU time."""
    started, found = time.process_time(), 0
    for each in some:
        found += each is not None
        if time.process_time() - started > seconds:
            break
    return found


def composed(game: str, men: dict[str, list[str]]) -> Iterator[object]:
    """Problems of the house, the first of which has been waited for."""
    conditions = ["quiet key", "no check"]
    wanted = {"game": game, "stipulation": "#2", "men": men, "conditions": conditions}
    found = sm.compose(wanted, seed=1)
    next(found)
    return found


def main() -> None:
    """Measure all, and end with exit code 1 if anything is too slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    seconds = parser.parse_args().seconds
    good = []
    for white, black in MATERIALS:
        plain = count(generated(white, black, 1), seconds)
        own = count(composed("fide", {"white": list(white), "black": list(black)}), seconds)
        good.append(own >= TIMES * plain)
        print(
            f"{white} against {black}: {plain} by a plain generator, {own} composed, in {seconds:g} s each", flush=True
        )
    prince = count(composed("prince", PRINCE), seconds) * 60 / seconds
    good.append(prince >= A_MINUTE)
    print(f"Prince: {prince:.0f} in a minute of CPU time")
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
