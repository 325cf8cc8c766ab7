"""The problem solver against Popeye: mates in 3, 4 and 5 and helpmates in 3 and 4 of orthodox chess.

Run it with `python benchmarks/solver.py`; `SHADOWMATE_POPEYE` names Popeye's program `py` if it is not on the
path. Both find all keys or all lines, one after the other on the same machine; times are processor seconds
without start-up, for short problems the median of several. *Whole* is the whole answer: we solve and write it,
and Popeye has its option Variation. Popeye's own limits and options are left alone, but for helpmates it is also
asked with its option Intelligent, and we are asked to plan, whichever of search and planning `solve` would choose.

The mates in 3 and 4 are from public suites (tests/data/README.md), and so are those in 5: 25 of matetrack's
with White to move, drawn at random. The helpmates are those of the tests, random positions with few solutions
(helpmates.txt: stipulation, how many solutions, FEN), and longer ones of few pieces.

`--generated` compares instead whole answers to random problems of help and series play (generated.txt: stipulation,
FEN), of each stipulation with Popeye's option Intelligent, and of the short ones without it, too.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

import peers
import yaml

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.solving.planning.planner import PlanningBackend
from shadowmate.solving.problem.roles import battle, cooperation
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search.by_kernel import CompiledBackend
from shadowmate.solving.search.limits import Limits

HERE = Path(__file__).parent
DATA = HERE.parent / "tests" / "data"
LONG_HELPMATES = (
    ("8/8/8/K2P4/3k4/8/8/8 w - - 0 1", "h#4.5"),
    ("3k4/4b3/8/2P5/8/2K5/7r/8 b - - 0 1", "h#5"),
    ("8/2K5/3pkrR1/8/8/3n4/5p2/8 b - - 0 1", "h#4"),
)
SIZES = ((2, 8), (9, 14), (15, 32))
"""How many pieces there are, from and to."""
ROUNDS, SHORT = 5, 0.1
"""How often both solve a problem that takes less than these seconds; the median counts."""
MOVES_WITHOUT_PLAN = 3
"""Popeye needs long for random problems of more moves without its option Intelligent."""
LEAST = 1e-3
"""Fewer seconds than these cannot be distinguished."""

Answer = tuple[int, int]
"""How many keys or lines there are, and how many positions were looked at."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What one problem took us and Popeye, in seconds."""

    pieces: int
    ours: float
    theirs: float
    nodes: int

    @property
    def ratio(self) -> float:
        """Our time for each second of Popeye's."""
        return max(self.ours, LEAST) / max(self.theirs, LEAST)


def keys(position: sm.Position, stipulation: Stipulation) -> Answer:
    """Find the keys of a battle."""
    backend, limits = CompiledBackend(position), Limits()
    root = backend.root(position)
    left = list(backend.moves(root))
    found = 0
    for within in range(1, stipulation.moves + 1):
        some = backend.working(root, left, battle(stipulation), within, limits)
        found += len(some)
        left = [move for move in left if move not in some]
    return found, limits.nodes


def answers(position: sm.Position, stipulation: Stipulation) -> Answer:
    """Solve a problem and write the answer: keys, threats, every variation; or lines."""
    solution = sm.solve(position, stipulation)
    assert str(solution)
    return len(solution.keys) + len(solution.lines), solution.searched.nodes


def lines(position: sm.Position, stipulation: Stipulation) -> Answer:
    """Search for the lines of exactly that number of moves."""
    backend, limits = CompiledBackend(position), Limits()
    return sum(1 for _ in backend.lines(backend.root(position), cooperation(stipulation), limits)), limits.nodes


def planned(position: sm.Position, stipulation: Stipulation) -> Answer:
    """Plan the same."""
    backend, limits = PlanningBackend(position), Limits()
    return sum(1 for _ in backend.planned(backend.root(position), cooperation(stipulation), limits)), limits.nodes


def compare(
    label: str,
    problems: Iterable[dict[str, Any]],
    stipulation: str,
    run: Callable[[sm.Position, Stipulation], Answer],
    options: Sequence[str] = (),
) -> list[Pair]:
    """Solve the problems with both, and print what they took."""
    asked, pairs = Stipulation.parse(stipulation), []
    for problem in problems:
        position = sm.position(f"fide: fen {problem['fen']}", engine="compiled")
        rounds: list[tuple[float, float]] = []
        while not rounds or (len(rounds) < ROUNDS and max(rounds[0]) < SHORT):
            begin = time.process_time()
            found, nodes = run(position, asked)
            ours = time.process_time() - begin
            rounds.append((ours, peers.popeye_solve(problem["fen"], stipulation, options).seconds))
        ours, theirs = (median(each) for each in zip(*rounds, strict=True))
        pairs.append(Pair(len(position.pieces), ours, theirs, nodes))
        expected = problem.get("keys") or problem.get("solutions")
        if expected is not None and found != len(expected):
            print(f"{problem['fen']}: {found} found, {len(expected)} expected")
    report(label, pairs)
    return pairs


def report(label: str, pairs: Sequence[Pair]) -> None:
    """Print the times of both, and the geometric mean and the largest of their ratios."""
    if not pairs:
        return
    ours, theirs, ratios = zip(*((pair.ours, pair.theirs, pair.ratio) for pair in pairs), strict=True)
    rate = sum(pair.nodes for pair in pairs) / sum(ours) / 1e6
    print(
        f"{label:<30} {len(pairs):3} problems  ours {median(ours):7.3f} / {max(ours):7.3f} s  "
        f"Popeye {median(theirs):7.3f} / {max(theirs):7.3f} s (median / most)  "
        f"ours : Popeye {geometric_mean(ratios):6.2f}, at most {max(ratios):6.2f}  {rate:5.2f} million positions/s",
        flush=True,
    )


def compare_generated(most: int) -> None:
    """Compare whole answers to random problems."""
    problems: dict[str, list[dict[str, Any]]] = {}
    for line in (HERE / "generated.txt").read_text().splitlines():
        stipulation, fen = line.split(maxsplit=1)
        problems.setdefault(stipulation, []).append({"fen": fen})
    for stipulation, some in problems.items():
        asked = Stipulation.parse(stipulation)
        if asked.moves + asked.half / 2 <= MOVES_WITHOUT_PLAN:
            compare(stipulation, some[:most], stipulation, answers)
        compare(f"{stipulation}, Intelligent", some[:most], stipulation, answers, ["Intelligent"])


def main() -> None:
    """Run all comparisons."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=25, help="problems of each sort")
    parser.add_argument("--generated", action="store_true", help="random problems of help and series play")
    asked = parser.parse_args()
    most = asked.most
    fide = sm.game("fide", engine="compiled")
    engine_of(fide).warm_up()
    assert str(sm.solve(fide.position("white Kg6 Ra1 black Kg8"), "#1"))  # what is imported for the first answer
    if asked.generated:
        compare_generated(most)
        return
    # Popeye solves mates for White, and reads no en passant square.
    suites = [p for p in yaml.safe_load((DATA / "suites.yaml").read_text()) if p["fen"].split()[1:4:2] == ["w", "-"]]
    mates: list[Pair] = []
    for moves in (3, 4):
        some = [problem for problem in suites if problem["dtm"] == moves]
        mates += compare(f"mate in {moves}", some[:: math.ceil(len(some) / most)], f"#{moves}", keys)
        compare(f"mate in {moves}, whole", some[:: math.ceil(len(some) / most)], f"#{moves}", answers, ["Variation"])
    fives = [{"fen": fen} for fen in (HERE / "mates_in_five.txt").read_text().splitlines()]
    mates += compare("mate in 5", fives[:most], "#5", keys)
    compare("mate in 5, whole", fives[:most], "#5", answers, ["Variation"])
    for least, largest in SIZES:
        report(f"mates with {least} to {largest} pieces", [pair for pair in mates if least <= pair.pieces <= largest])
    report("all mates", mates)
    problems = yaml.safe_load((DATA / "popeye.yaml").read_text())
    for line in (HERE / "helpmates.txt").read_text().splitlines():
        stipulation, number, fen = line.split(maxsplit=2)
        problems.append({"stipulation": stipulation, "fen": fen, "solutions": range(int(number))})
    for stipulation in ("h#3", "h#3.5", "h#4"):
        some = [problem for problem in problems if problem["stipulation"] == stipulation][:most]
        compare(f"{stipulation}", some, stipulation, lines)
        compare(f"{stipulation}, searched, Intelligent", some, stipulation, lines, ["Intelligent"])
        compare(f"{stipulation}, planned, Intelligent", some, stipulation, planned, ["Intelligent"])
    for fen, stipulation in LONG_HELPMATES:
        compare(f"{stipulation}, planned, Intelligent", [{"fen": fen}], stipulation, planned, ["Intelligent"])


if __name__ == "__main__":
    main()
