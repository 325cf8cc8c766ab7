"""How fast problems are composed, against a plain generator that uses python-chess.

Run it with `python benchmarks/composing.py`; `--seconds` is how much CPU time each gets. Both look for mates in two
of the same pieces by orthodox rules: one key, which neither captures nor checks; no mate in one; no check at the start;
and no piece but Kings can be left out so that the same key solves it alone. `shadowmate compose` is to find at least
twenty times as many. Of Prince it is to find a hundred mates in two a minute on two cores, which is fifty in a minute
of CPU time. Times are CPU times, without what it takes to start.

`--makers` measures instead which maker lists all problems of some pieces fastest, and what it saves clingo.
`--jobs 2` has two processes compose for Prince, and counts the CPU time of both, with what it takes them to start.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections.abc import Iterator

import chess

import shadowmate as sm
from shadowmate.composing.compose import Composer
from shadowmate.composing.lessons import Teacher
from shadowmate.composing.maker_choice import maker_of
from shadowmate.composing.makers import Maker
from shadowmate.composing.proposing import Proposing
from shadowmate.composing.specification import specified
from shadowmate.solving.search.limits import Limits

MATERIALS = [("KQN", "KP"), ("KRNB", "KPP")]
PRINCE = {"white": ["Ki", "Qu", "Ba"], "black": ["Ki", "Kn"]}
"""The Prince reaches many cells. So a single key is common only where the King of its side is in check at the start."""
TIMES = 20
A_MINUTE = 50


def has_mate(board: chess.Board) -> bool:
    """Whether the player to move has a mate in one."""
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
    """Whether no piece can be left out so that the same key solves it alone."""
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
    pieces = [chess.Piece.from_symbol(each) for each in white + black.lower()]
    while True:
        board = chess.Board(None)
        for square, piece in zip(draw.sample(range(64), len(pieces)), pieces, strict=True):
            board.set_piece_at(square, piece)
        key = None if board.is_check() else only_key(board)
        sound = key is not None and not board.is_capture(key) and not board.gives_check(key) and is_minimal(board, key)
        fresh = sound and board.fen() not in known
        known.add(board.fen()) if fresh else None
        yield board.fen() if fresh else None


def count(some: Iterator[object], seconds: float) -> int:
    """The number that is found in that CPU time."""
    started, found = time.process_time(), 0
    for each in some:
        found += each is not None
        if time.process_time() - started > seconds:
            break
    return found


def composed(game: str, pieces: dict[str, list[str]]) -> Iterator[object]:
    """Problems of the house, the first of which has been waited for."""
    conditions = ["quiet key", "no check"]
    wanted = {"game": game, "stipulation": "#2", "pieces": pieces, "conditions": conditions}
    found = sm.compose(wanted, seed=1)
    next(found)
    return found


LISTED = [("#1", "KQ", "K"), ("#2", "KQ", "K"), ("h#2", "KR", "K"), ("#2", "KQN", "K")]
CORNER = [f"{file}{rank}" for file in "abcd" for rank in "123"]
KINGS = {"white": {"K": ["c2"]}, "black": {"K": ["a1"]}}
Zones = dict[str, dict[str, list[str]]]


def listed(
    maker: str, stipulation: str, white: str, black: str, is_taught: bool, zones: Zones | None = None
) -> tuple[int, int, float]:
    """How many problems a maker lists in zones, or a corner, of how many candidates, in how much CPU time."""
    pieces = {"white": list(white), "black": list(black)}
    zones = zones or {side: dict.fromkeys(kinds, CORNER) for side, kinds in pieces.items()}
    composer = Composer(specified({"game": "fide", "stipulation": stipulation, "pieces": pieces, "zones": zones}))
    limits, setting = Limits(), composer.setting
    started = time.process_time()
    if maker == "clingo":
        taught = Teacher(setting) if is_taught and Teacher.teaches(setting) else None
        made: Maker = Proposing(setting, "", False, 0, limits, True, taught)
    else:
        made = maker_of(maker, composer, 0, limits, True, lambda _: None)
    found = len(list(composer.run(made, limits)))
    return found, composer.tally.candidates, time.process_time() - started


def compare() -> None:
    """Measure which maker lists fastest; the first time is warm-up."""
    listed("tables", "#1", "KQ", "K", False)
    for asked in LISTED:
        for maker, is_taught in (("tables", False), ("listing", False), ("clingo", False), ("clingo", True)):
            found, candidates, seconds = listed(maker, *asked, is_taught)
            how = ", taught" if is_taught else ""
            print(f"{' '.join(asked)}: {maker}{how}: {found} of {candidates}, {seconds:.2f} s", flush=True)
    for is_taught in (False, True):
        found, candidates, seconds = listed("clingo", "#2", "KQN", "K", is_taught, KINGS)
        how = "taught" if is_taught else "not taught"
        print(f"#2 Kc2 Q N Ka1: clingo, {how}: {found} of {candidates}, {seconds:.2f} s", flush=True)


def shared(jobs: int) -> None:
    """Measure jobs for Prince."""
    wanted = {"game": "prince", "stipulation": "#2", "pieces": PRINCE, "conditions": ["quiet key", "no check"]}
    found = len(list(sm.compose(wanted, seed=1, jobs=jobs, count=A_MINUTE * jobs)))
    used = [resource.getrusage(which) for which in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(each.ru_utime + each.ru_stime for each in used)
    print(f"Prince, {jobs} jobs: {found} in {seconds:.0f} s of CPU time of all, start included", flush=True)


def main() -> None:
    """Measure all, and end with exit code 1 if anything is too slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--makers", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.makers or arguments.jobs > 1:
        compare() if arguments.makers else shared(arguments.jobs)
        return
    seconds = arguments.seconds
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
