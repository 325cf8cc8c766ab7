"""How fast the compiled engine is: perft against other programs, moves, attacks, tables, and a cold start.

Run it with `python benchmarks/compiled_engine.py`; `--quick` takes some minutes less. All times but those
of a cold start are CPU times, so other load on the machine shows less; where programs are compared they
take turns, and the ratio is that of the medians. Where the peers are looked for is reported in `peers.py`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numba
import numpy as np
from peers import START, Count, PeerFailedError, PeerMissingError, fairy_stockfish_perft, python_chess_perft

import shadowmate as sm
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.layout import lay_out
from shadowmate.compiled.compile.piece_types import types_of
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel.attacks import attacked, in_check
from shadowmate.compiled.kernel.board import Board, occupied_row
from shadowmate.compiled.kernel.generate import generate
from shadowmate.compiled.kernel.make_move import make, unmake
from shadowmate.compiled.kernel.perft_count import perft

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
GAMES = ("fide", "raumschach", "parametric", "latrunculi", "diagonals", "prince", "extreme")
ARRAYS = {"latrunculi": 4, "extreme": 3, "raumschach": 4, "prince": 3}
"""Games, and how deep lines from their array are counted: a billion lines of the first."""

PIECES = (2, 4, 8, 16, 32, 64, 128, 256)


@cache
def engine(name: str) -> CompiledEngine:
    """The compiled engine of a game, with its kernel ready."""
    found = engine_of(sm.game(name, engine="compiled"))
    found.warm_up()
    return found


def seconds(run: Callable[[], object]) -> float:
    """The CPU time of a call."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def per_call(run: Callable[[], object], least: float = 0.05) -> float:
    """The median CPU time of a call, from five series of calls that take at least some time each."""

    def series(times: int) -> float:
        return seconds(lambda: [run() for _ in range(times)])

    times, found = 1, series(1)
    while found < least:
        times = max(times * 2, int(times * least / max(found, 1e-9)))
        found = series(times)
    return median([series(times) / times for _ in range(5)])


def show(label: str, text: str) -> None:
    """Print a line."""
    print(f"{label:<52} {text}", flush=True)


def counted(fen: str, depth: int) -> Count:
    """Our own count, in the kernel, with the leaves counted in bulk."""
    asked = sm.game("fide", engine="compiled").position(f"fen {fen}")
    ours = engine("fide")
    board = ours.board(asked.placement(), depth)
    room = np.empty(ours.capacity(board) * depth, np.int64)
    begin = time.process_time()
    leaves = perft(ours.tables, board, room, 0, depth)
    return Count(int(leaves), time.process_time() - begin)


def compare_perft(turns: int) -> None:
    """Count chess positions in turns with the peers."""
    programs: dict[str, tuple[Callable[[str, int], Count], int]] = {
        "shadowmate": (counted, 1),
        "python-chess": (python_chess_perft, 0),
        "fairy-stockfish": (fairy_stockfish_perft, 1),
    }
    for name, fen, depth in (("array", START, 4), ("Kiwipete", KIWIPETE, 3)):
        rates: dict[str, list[float]] = {}
        for _ in range(turns):
            for program, (ask, more) in programs.items():
                try:
                    rates.setdefault(program, []).append(ask(fen, depth + more).rate)
                except (PeerMissingError, PeerFailedError) as error:
                    show(f"perft, {name}, {program}", f"not measured: {error}")
        ours = median(rates["shadowmate"])
        for program, found in rates.items():
            if found:
                rate = median(found)
                ratio = "" if program == "shadowmate" else f"   shadowmate is {ours / rate:.2f} times as fast"
                show(f"perft, {name}, {program}", f"{rate / 1e6:8.2f} million leaves/s{ratio}")


def arrays(quick: bool) -> None:
    """Lines from the arrays of games that have no peer, as a user counts them."""
    for name, depth in ARRAYS.items():
        depth -= quick
        start = sm.game(name, engine="compiled").start()
        sm.perft(start, 1)
        begin = time.process_time()
        leaves = sm.perft(start, depth)
        spent = time.process_time() - begin
        show(f"{name}, array, {leaves} lines of {depth} moves", f"{leaves / spent / 1e6:8.2f} million leaves/s")


def legal_moves() -> None:
    """The legal moves of Prince's array, in the kernel and through Python."""
    game, ours = sm.game("prince", engine="compiled"), engine("prince")
    start = game.start()
    board = ours.board(start.placement())
    room = np.empty(ours.capacity(board), np.int64)
    inside = per_call(lambda: generate(ours.tables, board, room, 0))
    outside = per_call(lambda: fresh(start).legal_moves())
    show("prince, array, 212 legal moves, in the kernel", f"{inside * 1e3:8.4f} ms")
    show("prince, array, 212 legal moves, as Python's Moves", f"{outside * 1e3:8.4f} ms")


def fresh(position: sm.Position) -> sm.Position:
    """The same position, with nothing known of it yet."""
    return sm.Position(position.game, position.pieces, position.turn, position.state, position.quiet)


@numba.njit(error_model="numpy")
def attack_tests(tables: Any, board: Any, times: int) -> int:
    """Test all cells of a board for attacks by either side."""
    found = 0
    for _ in range(times):
        for cell in range(board.cells.shape[0]):
            for army in range(2):
                world = occupied_row(tables)
                found += attacked(tables, board, np.int64(cell), np.int64(1), np.int64(army), world, np.int64(-1))
    return found


@numba.njit(error_model="numpy")
def to_and_fro(tables: Any, board: Any, moves: Any, times: int) -> int:
    """Make and unmake each of some moves."""
    for _ in range(times):
        for move in moves:
            make(tables, board, move)
            unmake(tables, board)
    return 0


def small_steps() -> None:
    """Attack tests, and moves made and unmade."""
    for name in ("fide", "raumschach", "prince"):
        ours = engine(name)
        board = ours.board(sm.game(name, engine="compiled").start().placement())
        moves = ours.moves(board)
        tests = 2 * len(ours.cells)
        attack = per_call(partial(attack_tests, ours.tables, board, 10)) / 10 / tests
        move = per_call(partial(to_and_fro, ours.tables, board, moves, 10)) / 10 / len(moves)
        show(f"{name}, array, is a cell attacked", f"{attack * 1e9:8.1f} ns")
        show(f"{name}, array, a move made and unmade", f"{move * 1e9:8.1f} ns")


def crowd(pieces: int, random: Random) -> tuple[Board, int]:
    """A random position on Prince's board with that number of pieces, and its number of legal moves.

    The Kings stand in corners, as far from each other as can be, and the player to move is not in check
    if such a position is found soon.
    """
    game, ours = sm.game("prince", engine="compiled"), engine("prince")
    kinds = [kind for kind in game.ruleset.abbreviations if kind not in ("king", "pawn")]
    names = list(game.vectors)
    for _ in range(300):
        cells = [names[0], names[-1], *random.sample(names[1:-1], pieces - 2)]
        some_pieces = ["king", "king", *(random.choice(kinds) for _ in cells[2:])]
        placed = {
            cell: sm.Piece((kind,), ("white", "black")[number % 2])
            for number, (cell, kind) in enumerate(zip(cells, some_pieces, strict=True))
        }
        board = ours.board(sm.Position(game, placed, "white").placement())
        if not in_check(ours.tables, board, 0):
            break
    return board, len(ours.moves(board))


def growth(samples: int) -> None:
    """What generating moves costs by the number of pieces."""
    ours, random = engine("prince"), Random(1)
    for pieces in PIECES:
        times, counts = [], []
        for _ in range(samples):
            board, moves = crowd(pieces, random)
            room = np.empty(ours.capacity(board), np.int64)
            times.append(per_call(partial(generate, ours.tables, board, room, 0), 0.005))
            counts.append(moves)
        text = f"{median(times) * 1e6:8.1f} us for {median(counts):6.0f} legal moves (most {max(times) * 1e6:.1f} us)"
        show(f"prince, {pieces} pieces, legal moves in the kernel", text)


def tables(names: tuple[str, ...]) -> None:
    """How long the rules take to be read, and their tables to be made."""
    for name in names:
        begin = time.process_time()
        ruleset = load(name)
        loaded = time.process_time() - begin
        types, asked = types_of(ruleset)
        built = seconds(partial(lay_out, ruleset, types, pairs=asked))
        size = engine(name).arrays.size / 1e6
        show(f"{name}, rules and tables", f"{loaded:6.2f} s rules   {built:6.2f} s tables   {size:7.1f} MB")


def cold_start(times: int) -> None:
    """From the start of a process to the end of its first answer; tables and kernel are on disk."""
    scripts = Path(sys.executable).parent
    command = shutil.which("shadowmate", path=f"{scripts}{os.pathsep}{os.environ.get('PATH', os.defpath)}")
    if command is None:
        show("cold start", "not measured: there is no command shadowmate")
        return
    for text in ("fide: start", "prince: start"):
        clock, work = [], []
        for _ in range(times):
            before, begin = os.times(), time.perf_counter()
            subprocess.run([command, "perft", text, "1"], check=True, capture_output=True)
            clock.append(time.perf_counter() - begin)
            after = os.times()
            work.append(after.children_user + after.children_system - before.children_user - before.children_system)
        words = f"{min(clock):6.2f} s by the clock at best, {median(work):6.2f} s of CPU"
        show(f"cold start, shadowmate perft '{text}' 1", words)


def main() -> None:
    """Run all measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs, and no big tables")
    quick = parser.parse_args().quick
    compare_perft(3 if quick else 7)
    arrays(quick)
    legal_moves()
    small_steps()
    growth(5 if quick else 20)
    tables(GAMES[:3] if quick else GAMES)
    cold_start(2 if quick else 5)


if __name__ == "__main__":
    main()
