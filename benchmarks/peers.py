"""Other programs on the same questions: perft by python-chess and Fairy-Stockfish, problems by Popeye.

Each peer runs as a program of its own and is never imported. It is looked for on PATH, in the places
where systems keep their games, or where an environment variable says:

    SHADOWMATE_PYTHON_CHESS     a Python that has the package `chess` (default: this one)
    SHADOWMATE_FAIRY_STOCKFISH  the UCI engine `fairy-stockfish`
    SHADOWMATE_POPEYE           the problem solver, called `py` or `popeye`

Seconds are CPU seconds without the program's start-up. `python benchmarks/peers.py` asks each peer that is
found one known question, and names those that are missing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
START_COUNTS = (1, 20, 400, 8902, 197281, 4865609, 119060324)
HELPMATE = "8/6R1/3p4/8/3B4/5p2/5k2/2K5 b - - 0 1"
GAMES = ("/usr/games", "/usr/local/games")
"""Directories beside PATH: where systems keep their games, which an administrator's PATH leaves out."""

VARIABLES = {
    "python-chess": "SHADOWMATE_PYTHON_CHESS",
    "fairy-stockfish": "SHADOWMATE_FAIRY_STOCKFISH",
    "popeye": "SHADOWMATE_POPEYE",
}
NAMES = {"fairy-stockfish": ("fairy-stockfish",), "popeye": ("popeye", "py")}

BULK_COUNT = """
import json, sys, time
import chess

def count(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total

board = chess.Board(sys.argv[1])
begin = time.process_time()
total = count(board, int(sys.argv[2]))
print(json.dumps([total, time.process_time() - begin]))
"""


class PeerMissingError(LookupError):
    """The program is not on this machine, or not where the user states."""


class PeerFailedError(RuntimeError):
    """The program ran and gave no answer."""


class PeerStoppedError(PeerFailedError):
    """The program reached its limit of CPU seconds."""


@dataclass(frozen=True, slots=True)
class Count:
    """The leaves a peer counted, and the CPU seconds it took."""

    leaves: int
    seconds: float

    @property
    def rate(self) -> float:
        """Leaf moves a second."""
        return self.leaves / max(self.seconds, 1e-6)


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver printed, and the CPU seconds it took."""

    seconds: float
    text: str


def find_peer(name: str) -> str:
    """Where a peer is.

    Args:
        name: `python-chess`, `fairy-stockfish` or `popeye`.

    Raises:
        PeerMissingError: it is not there; the message states where it was looked for.
    """
    variable = VARIABLES[name]
    if given := os.environ.get(variable):
        if (found := shutil.which(given)) is None:
            raise PeerMissingError(f"{name} is missing: {variable} is {given!r}, which is not a program")
        return found
    if name == "python-chess":
        return sys.executable
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *GAMES))
    for program in NAMES[name]:
        if found := shutil.which(program, path=path):
            return found
    raise PeerMissingError(f"{name} is missing: no {' or '.join(NAMES[name])} on PATH, and {variable} is not set")


def python_chess_perft(fen: str, depth: int) -> Count:
    """Count the leaves of chess with python-chess, the last move by `legal_moves.count()`.

    Raises:
        ValueError: a depth below 1.
        PeerMissingError: there is no such Python, or it has no package `chess`.
        PeerFailedError: it gave no count, as for a wrong position.
    """
    _positive(depth)
    python = find_peer("python-chess")
    text, complaint, _ = _run([python, "-c", BULK_COUNT, fen, str(depth)])
    if "No module named 'chess'" in complaint:
        raise PeerMissingError(f"python-chess is missing: {python} has no package chess ({VARIABLES['python-chess']})")
    if not text.strip():
        raise PeerFailedError(f"python-chess gave no count: {_last_line(complaint)}")
    leaves, seconds = json.loads(text)
    return Count(int(leaves), float(seconds))


def fairy_stockfish_perft(
    fen: str | None, depth: int, variant: str = "chess", definitions: Path | None = None
) -> Count:
    """Count the leaves of a flat variant with Fairy-Stockfish.

    Args:
        fen: the position; None for the array.
        depth: the number of moves.
        variant: the engine's name of it.
        definitions: a `variants.ini` with variants that are not built in.

    Raises:
        ValueError: a depth below 1, or a FEN of more than one line.
        PeerMissingError: the engine is not found.
        PeerFailedError: it does not know the variant, or gave no count. A wrong position may crash it or be
            counted as another, for the engine does not check what it is given.
    """
    _positive(depth)
    position = "startpos" if fen is None else f"fen {fen}"
    if any("\n" in word for word in (position, variant, str(definitions))):
        raise ValueError("expected a position, a variant and a path of one line each")
    engine = find_peer("fairy-stockfish")
    given = f"setoption name VariantPath value {definitions}\n" if definitions else ""
    opening = f"{given}uci\nsetoption name UCI_Variant value {variant}\nisready\nposition {position}\n"
    text, _, seconds = _run([engine], f"{opening}go perft {depth}\nquit\n")
    if f"var {variant}" not in re.findall(r"var \S+", text):
        raise PeerFailedError(f"fairy-stockfish does not know the variant {variant!r}")
    if (found := re.search(r"^Nodes searched: (\d+)", text, re.MULTILINE)) is None:
        raise PeerFailedError(f"fairy-stockfish gave no count: {_last_line(text)}")
    return Count(int(found[1]), max(0.0, seconds - _idle((engine,), f"{opening}quit\n")))


def popeye_solve(position: str, stipulation: str, options: Sequence[str] = (), most: int | None = None) -> Solved:
    """Solve a problem of orthodox chess with Popeye.

    The stipulation states which player begins. A position of one field has every castling its pieces allow; with a
    FEN's third field, only those named there.

    Args:
        position: a FEN, or only its first field.
        stipulation: as Popeye writes it, `#2`, `h#2.5`, `ser-h=4`.
        options: Popeye's options, each with its arguments: `["Variation", "Defence 1"]`.
        most: the limit of CPU seconds.

    Raises:
        ValueError: a position with an en passant square, which would need another form.
        PeerMissingError: Popeye is not found.
        PeerStoppedError: it reached the limit.
        PeerFailedError: it refused the problem, stopped early, or is another program.
    """
    popeye = find_peer("popeye")
    board, _, castling, passed, *_ = [*position.split(), *["-"] * 4] if " " in position else [position, "", "KQkq", "-"]
    if passed != "-":
        raise ValueError(f"expected a position without an en passant square, not {passed!r}")
    chosen = ["NoBoard", *_castling_lost(castling), *options]
    problem = _problem(board, stipulation, chosen)
    text, complaint, seconds = run_popeye(popeye, problem, most)
    # the kernel counts the seconds of the limit in other units
    if most is not None and seconds > most / 2 and "solution finished" not in text:
        raise PeerStoppedError(f"popeye reached its limit of {most} seconds")
    if "Popeye" not in text:
        raise PeerFailedError(f"{popeye} is not Popeye ({VARIABLES['popeye']} can name it)")
    if complaint or "solution finished" not in text:
        raise PeerFailedError(f"popeye gave no answer to {stipulation}: {_last_line(complaint or text)}")
    return Solved(max(0.0, seconds - _idle_popeye(popeye)), text)


def _castling_lost(castling: str) -> list[str]:
    rooks = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
    lost = [square for right, square in rooks.items() if right not in castling]
    return [f"NoCastling {''.join(lost)}"] if lost else []


def _problem(board: str, stipulation: str, options: Sequence[str]) -> str:
    forsyth = board.replace("n", "s").replace("N", "S")
    lines = ["BeginProblem", f"Stipulation {stipulation}", f"Forsyth {forsyth}"]
    return "\n".join([*lines, *(f"Option {option}" for option in options), "EndProblem", ""])


def run_popeye(popeye: str, problem: str, most: int | None = None) -> tuple[str, str, float]:
    """What a Popeye at that place prints and complains of about a problem, and its CPU seconds, at most `most`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "problem.inp"
        file.write_text(problem, encoding="ascii")
        return _run([popeye, str(file)], most=most)


@cache
def _idle_popeye(popeye: str) -> float:
    """CPU seconds for a problem that asks nothing."""
    problem = _problem("7k/8/8/8/8/8/8/K7", "#1", ["NoBoard"])
    return min(run_popeye(popeye, problem)[2] for _ in range(3))


@cache
def _idle(command: tuple[str, ...], text: str) -> float:
    """CPU seconds of a program that starts and stops."""
    return min(_run(command, text)[2] for _ in range(3))


def _run(command: Sequence[str], text: str = "", most: int | None = None) -> tuple[str, str, float]:
    """What a program printed, what it complained of, and its CPU seconds, which may be limited.

    The limit is set after the start: with `preexec_fn` Python would copy itself for the start, and then pay for every
    page of its memory that it writes to next, in the measured time of what runs here.
    """
    with tempfile.TemporaryFile("w+") as words, tempfile.TemporaryFile("w+") as asked:
        asked.write(text)
        asked.seek(0)
        process = subprocess.Popen(command, stdin=asked, stdout=words, stderr=subprocess.PIPE, text=True)
        if most is not None:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (most, most))
        assert process.stderr is not None
        with process.stderr:
            complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        words.seek(0)
        return words.read(), complaint, usage.ru_utime + usage.ru_stime


def _positive(depth: int) -> None:
    if depth < 1:
        raise ValueError(f"expected a depth of at least 1, not {depth}")


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1].strip() if lines else "it printed nothing"


def _report(label: str, ask: Callable[[], str]) -> bool:
    """Print a peer's answer, or why there is none; whether there was one."""
    try:
        print(f"{label:<34} {ask()}", flush=True)
    except (PeerMissingError, PeerFailedError) as error:
        print(f"{label:<34} not measured: {error}", flush=True)
        return False
    return True


def _counted(count: Count, depth: int) -> str:
    if count.leaves != START_COUNTS[depth]:
        raise PeerFailedError(f"counted {count.leaves:,} leaves, not {START_COUNTS[depth]:,}")
    return f"{count.leaves:>13,} leaves  {count.seconds:8.3f} s  {count.rate / 1e6:8.3f} million/s"


def main() -> int:
    """Ask each peer one question; the exit code is 1 if one of them did not answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=4, choices=range(1, 7), help="of python-chess (default 4)")
    parser.add_argument("--fast-depth", type=int, default=5, choices=range(1, 7), help="of the engine (default 5)")
    for name in VARIABLES:
        parser.add_argument(f"--{name}", metavar="PROGRAM", help=f"instead of {VARIABLES[name]}")
    given = vars(parser.parse_args())
    for name, variable in VARIABLES.items():
        if program := given[name.replace("-", "_")]:
            os.environ[variable] = program
    slow, fast = given["depth"], given["fast_depth"]
    answered = [
        _report(f"python-chess, start, perft {slow}", lambda: _counted(python_chess_perft(START, slow), slow)),
        _report(f"fairy-stockfish, start, perft {fast}", lambda: _counted(fairy_stockfish_perft(START, fast), fast)),
        _report("popeye, a helpmate in 2", lambda: _solved(popeye_solve(HELPMATE, "h#2"))),
    ]
    return 0 if all(answered) else 1


def _solved(solved: Solved) -> str:
    lines = re.findall(r"^ *1\..*#", solved.text, re.MULTILINE)
    return f"{len(lines):>13,} lines   {solved.seconds:8.3f} s"


if __name__ == "__main__":
    sys.exit(main())
