"""How fast two checkouts of Shadowmate answer: each in a process of its own, asked in turns, by processor time.

    python benchmarks/pairs.py OLD/.venv/bin/python NEW/.venv/bin/python [--turns 20] [--only Kiwipete]

The clocks of shared machines wander by a third within seconds. So both answer one question after the other; which comes
first changes from turn to turn, and what counts is the median of the turns' ratios.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import yaml

HERE = Path(__file__).parent
KIWIPETE = "fide: fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
COUNTED = {
    "perft, FIDE, start, 5": ("fide: start", 5),
    "perft, Kiwipete, 4": (KIWIPETE, 4),
    "perft, Prince, start, 3": ("prince: start", 3),
    "perft, Raumschach, start, 4": ("raumschach: start", 4),
    "perft, Diagonals, start, 3": ("diagonals: start", 3),
    "perft, Xiangqi, start, 4": ("xiangqi: start", 4),
    "perft, Kyoto, start, 6": ("kyoto: start", 6),
}
TABLES = ("fide: white K R black K", "raumschach: white K Q black K", "prince: white Pr black Ki")
COMPOSED = (
    ("fide", {"white": ["K", "Q", "N"], "black": ["K", "P"]}, 20),
    ("prince", {"white": ["Ki", "Qu", "Ba"], "black": ["Ki", "Kn"]}, 3),
)
"""The game, the pieces, and how many mates in two of them."""
FIRST = ("fide", "prince", "raumschach", "diagonals", "xiangqi", "kyoto")
"""Games whose tables are made as if for the first time, in a process of their own."""
WORKER = '''
import itertools, json, subprocess, sys, tempfile, time
from pathlib import Path
import shadowmate as sm
from shadowmate.endgame import store

def perft(text, depth):
    return sm.perft(sm.position(text, engine="compiled"), depth)

def solve(*problems):
    found = [sm.solve(sm.position(text, engine="compiled"), asked) for text, asked in problems]
    return [len(each.keys) + len(each.lines) for each in found]

def table(text):
    with tempfile.TemporaryDirectory() as folder:
        store.folder = lambda: Path(folder)
        game, material = text.split(": ")
        return str(sm.table(sm.game(game, engine="compiled"), material, jobs=1).material)

def compose(game, pieces, number):
    wanted = {"game": game, "stipulation": "#2", "pieces": pieces, "conditions": ["quiet key", "no check"]}
    return [f"{each.position} {each.solution}" for each in itertools.islice(sm.compose(wanted, seed=1), number)]

FIRST = """
import sys, time
import shadowmate as sm
from shadowmate.compiled.compiled_engine import CompiledEngine
begun = time.process_time()
engine = CompiledEngine(sm.game(sys.argv[1]).ruleset)
engine._lay_out()
print(time.process_time() - begun)
"""

KERNEL = """
import os, tempfile, time
with tempfile.TemporaryDirectory() as folder:
    os.environ["SHADOWMATE_CACHE"] = folder
    from shadowmate.compiled.kernel.decorators import KERNEL
    begun = time.process_time()
    KERNEL.load()
    print(time.process_time() - begun)
"""

def kernel():
    command = [sys.executable, "-c", KERNEL]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

def first(game):
    command = [sys.executable, "-c", FIRST, game]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

for line in sys.stdin:
    name, *given = json.loads(line)
    begun = time.process_time()
    found = globals()[name](*given)
    spent = time.process_time() - begun
    print(json.dumps([None, found] if name in ("first", "kernel") else [found, spent]), flush=True)
'''


def problems() -> dict[str, list[tuple[str, str]]]:
    """Problems by what is asked, as positions and stipulations: the first few of each set."""
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in yaml.safe_load((HERE.parent / "tests/data/suites.yaml").read_text()):
        asked = f"#{entry['dtm']}"
        found.setdefault(f"solve, FIDE, {asked}", []).append((f"fide: fen {entry['fen']}", asked))
    for line in (HERE / "problems.txt").read_text().splitlines():
        asked, fen = line.split(" ", 1)
        found.setdefault(f"solve, FIDE, {asked}", []).append((f"fide: fen {fen}", asked))
    return {name: each[:8] for name, each in found.items()}


def questions() -> dict[str, list[Any]]:
    """What both are asked, by name: a function of the worker, and its arguments."""
    found: dict[str, list[Any]] = {name: ["perft", *each] for name, each in COUNTED.items()}
    found |= {name: ["solve", *each] for name, each in problems().items()}
    found |= {f"endgame, {each}": ["table", each] for each in TABLES}
    found |= {f"compose, {each[0]}, {each[2]}": ["compose", *each] for each in COMPOSED}
    return found | {f"first tables, {each}": ["first", each] for each in FIRST} | {"first kernel": ["kernel"]}


class Checkout:
    """A process that answers by one of them."""

    def __init__(self, python: str) -> None:
        command = [python, "-c", WORKER]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def asked(self, question: list[Any]) -> tuple[Any, float]:
        """The answer, and the processor seconds it took."""
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        found, seconds = json.loads(self.process.stdout.readline())
        return found, seconds


def main() -> None:
    """Read the arguments, ask, and print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--only", default="", help="only questions with this in their names")
    wanted = parser.parse_args()
    old, new = Checkout(wanted.old), Checkout(wanted.new)
    for name, question in questions().items():
        if wanted.only not in name:
            continue
        if (first := old.asked(question)[0]) != (second := new.asked(question)[0]):
            sys.exit(f"{name}: {first} and {second} are not the same")
        times: list[tuple[float, float]] = []
        for turn in range(wanted.turns):
            print(f"\r{name}: turn {turn + 1} of {wanted.turns}  ", end="", file=sys.stderr)
            captured = {side: side.asked(question)[1] for side in ((old, new) if turn % 2 else (new, old))}
            times.append((captured[old], captured[new]))
        print("\r", end="", file=sys.stderr)
        least = [min(each) for each in zip(*times, strict=True)]
        ratio = median(after / before for before, after in times)
        print(f"{name}: {ratio:.2f} of the old time (at best {least[0]:.3f} s and {least[1]:.3f} s)", flush=True)


if __name__ == "__main__":
    main()
