"""How many placements of endgame tables are made in a second of processor time, beside other generators in one run.

Run it with `python benchmarks/generators.py`; it takes some minutes. Each table is made by one thread, in a process
of its own. The smaller tables that it leads to are made before, and the kernel is compiled before. What is counted
are placements with either side to move, of which symmetric ones count once: twice the cells to the power of the
pieces, divided by the symmetries, and by the orders of pieces that are alike. So it is the same number for every
program, however many entries its own index has.

The other generators are Syzygy's `rtbgen` (github.com/syzygy1/tb), which SHADOWMATE_SYZYGY names, generating alone
and with compressed files written, and a plain retrograde generator over the moves of python-chess, which
SHADOWMATE_PYTHON_CHESS names as in peers.py. The latter makes King and Rook against King alone, and its counts of
positions must be ours. Syzygy counts moves to the next capture, and we to mate.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from math import factorial, prod
from pathlib import Path

from peers import PeerFailedError, PeerMissingError, find_peer

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.endgame import store
from shadowmate.endgame.table import Table
from shadowmate.endgame.table_maker import Maker
from shadowmate.endgame.table_rows import columns
from shadowmate.play.material import read_material

ROOK = "fide: KRvK"

FLAT: dict[str, tuple[str, ...]] = {"KRvK": (), "KQvKR": ("KQvK", "KRvK"), "KBNvK": ("KBvK", "KNvK")}
"""Material of chess, and what it leads to. Syzygy needs the files of that."""

SPACE = ("raumschach: KQvK", "raumschach: KRRvK", "prince: white Pr black Ki")

VARIABLE = "SHADOWMATE_SYZYGY"

RETROGRADE = """
import json, time
import chess

begin = time.process_time()
triangle = [square for square in chess.SQUARES if chess.square_file(square) <= 3
            and chess.square_rank(square) <= chess.square_file(square)]
heads = {}
for square in chess.SQUARES:
    file, rank = chess.square_file(square), chess.square_rank(square)
    a, b = sorted((min(file, 7 - file), min(rank, 7 - rank)), reverse=True)
    heads[square] = chess.square(a, b)
weight = {head: sum(heads[square] == head for square in chess.SQUARES) for head in triangle}

def turned(king, rook, other):
    # The placement with the white King in the triangle.
    squares = [king, rook, other]
    if chess.square_file(king) > 3: squares = [square ^ 7 for square in squares]
    if chess.square_rank(king) > 3: squares = [square ^ 56 for square in squares]
    if chess.square_rank(squares[0]) > chess.square_file(squares[0]):
        squares = [chess.square(chess.square_rank(square), chess.square_file(square)) for square in squares]
    return tuple(squares)

value, left, before, level = {}, {}, {}, []
for king in triangle:
    for rook in chess.SQUARES:
        for other in chess.SQUARES:
            if len({king, rook, other}) < 3:
                continue
            for turn in (True, False):
                board = chess.Board(None)
                board.set_piece_at(king, chess.Piece(chess.KING, True))
                board.set_piece_at(rook, chess.Piece(chess.ROOK, True))
                board.set_piece_at(other, chess.Piece(chess.KING, False))
                board.turn = turn
                if board.was_into_check():
                    continue
                here, moves = (king, rook, other, turn), list(board.legal_moves)
                left[here] = len(moves)
                if not moves and board.is_check():
                    value[here] = 0
                    level.append(here)
                for move in moves:
                    now = [move.to_square if square == move.from_square else square for square in (king, rook, other)]
                    if now[2] == now[1]:
                        left[here] = -1  # the Rook is captured: a draw
                        continue
                    before.setdefault((*turned(*now), not turn), []).append(here)
ply = 0
while level:
    ply += 1
    following = []
    for one in level:
        for here in before.get(one, ()):
            if here in value:
                continue
            left[here] -= 1
            if here[3] or not left[here]:
                value[here] = ply
                following.append(here)
    level = following
seconds = time.process_time() - begin
counts = {}
for here in left:
    key = f"{'white' if here[3] else 'black'} {value.get(here, -1)}"
    counts[key] = counts.get(key, 0) + weight[here[0]]
print(json.dumps([counts, seconds]))
"""


def placements(game: sm.Game, material: str, symmetries: int) -> int:
    """How many placements there are with either side to move, up to symmetry."""
    types = read_material(game, material).types
    return 2 * len(game.vectors) ** len(types) // symmetries // prod(map(factorial, Counter(types).values()))


def ours(text: str) -> None:
    """Make a table with what it leads to; print how many placements it has, and its own processor seconds, as JSON."""
    name, material = text.split(": ")
    game = sm.game(name, engine="compiled")
    engine_of(game).warm_up()
    with tempfile.TemporaryDirectory() as folder:
        store.folder = lambda: Path(folder)  # type: ignore[attr-defined]
        maker, asked = Maker(game, jobs=1), read_material(game, material)
        *smaller, last = [each.material for each in maker.plan([asked]).tables]
        assert last == asked
        for each in smaller:
            maker.get(each)
        begin = time.process_time()
        made = maker.get(asked)
        seconds = time.process_time() - begin
        found = {"placements": placements(game, material, len(made.shape.orbits.permutations)), "seconds": seconds}
        if text == ROOK:
            found["counts"] = by_plies(made)
    print(json.dumps(found))


def by_plies(table: Table) -> dict[str, int]:
    """How many placements there are with each player to move at each distance in plies; -1 for draws."""
    rows, found = columns(table), Counter[str]()
    for player, before in (("white", -1), ("black", 0)):
        results, moves = rows[f"{player} to move"], rows[f"{player} moves"].astype(int)
        for result, distance, count in zip(results, moves, rows["placements"].tolist(), strict=True):
            if result != "illegal":
                found[f"{player} {-1 if distance < 0 else 2 * distance + before}"] += count
    return dict(found)


def show(label: str, program: str, count: int, seconds: float) -> None:
    """Print a rate."""
    print(
        f"{label:<26} {program:<34} {count:>11,} placements {seconds:8.2f} s {count / seconds / 1e6:8.3f} million/s",
        flush=True,
    )


def syzygy(material: str, count: int) -> None:
    """Let Syzygy's generator make a table twice: without and with its files."""
    program = os.environ.get(VARIABLE)
    if program is None or shutil.which(program) is None:
        print(f"{'fide: ' + material:<26} Syzygy not measured: {VARIABLE} names no program")
        return
    with tempfile.TemporaryDirectory() as folder:
        for each in FLAT[material]:
            _seconds([program, "-t", "1", each], folder)
        show(f"fide: {material}", "Syzygy, generating", count, _seconds([program, "-t", "1", "-g", material], folder))
        show(f"fide: {material}", "Syzygy, with files", count, _seconds([program, "-t", "1", material], folder))


def _seconds(command: list[str], folder: str) -> float:
    """The processor seconds of a program in a folder where its tables are.

    Raises:
        PeerFailedError: if it fails.
    """
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, "RTBPATH": folder}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise PeerFailedError(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def python_chess(count: int, right: dict[str, int]) -> None:
    """Let a plain retrograde generator over python-chess make King and Rook against King.

    Raises:
        PeerFailedError: if its counts are not ours.
    """
    try:
        run = subprocess.run([find_peer("python-chess"), "-c", RETROGRADE], capture_output=True, text=True)
        if run.returncode:
            raise PeerMissingError(run.stderr.strip().splitlines()[-1])
    except PeerMissingError as error:
        print(f"{ROOK:<26} python-chess not measured: {error}")
        return
    counts, seconds = json.loads(run.stdout)
    if counts != right:
        raise PeerFailedError(f"python-chess counts {counts}, and we count {right}")
    show(ROOK, "python-chess, plain retrograde", count, seconds)


def main() -> None:
    """Run all measurements, or make one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", metavar="MATERIAL", help="make only this table, and print what it takes as JSON")
    options = parser.parse_args()
    if options.table:
        ours(options.table)
        return
    for text in (*(f"fide: {material}" for material in FLAT), *SPACE):
        command = [sys.executable, __file__, "--table", text]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        show(text, "Shadowmate", found["placements"], found["seconds"])
        if text.removeprefix("fide: ") in FLAT:
            syzygy(text.removeprefix("fide: "), found["placements"])
        if text == ROOK:
            python_chess(found["placements"], found["counts"])


if __name__ == "__main__":
    main()
