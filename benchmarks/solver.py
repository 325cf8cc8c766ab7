"""The problem solver against Popeye: mates in 3, 4 and 5 and helpmates in 3 and 4 of orthodox chess.

Run it with `python benchmarks/solver.py`; `SHADOWMATE_POPEYE` names Popeye's program `py` if it is not on
the path. Both find all keys or all lines, one after the other on the same machine; times are processor
seconds without start-up. Popeye's own limits and options are left alone, but for helpmates it is also asked
with its option Intelligent.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import peers
import yaml

import shadowmate as sm
from shadowmate.solving.fast import CompiledBackend
from shadowmate.solving.limits import Limits
from shadowmate.solving.play import battle, cooperation
from shadowmate.solving.stipulation import Play, Stipulation

DATA = Path(__file__).parent.parent / "tests" / "data"


def keys(position: sm.Position, stipulation: Stipulation) -> tuple[int, int]:
    """How many keys a battle has, and how many positions were looked at."""
    backend, limits = CompiledBackend(position), Limits()
    root = backend.root(position)
    left = list(backend.moves(root))
    found = 0
    for within in range(1, stipulation.moves + 1):
        some = backend.working(root, left, battle(stipulation), within, limits)
        found += len(some)
        left = [move for move in left if move not in some]
    return found, limits.nodes


def lines(position: sm.Position, stipulation: Stipulation) -> tuple[int, int]:
    """How many lines of exactly so many moves there are, and how many positions were looked at."""
    backend, limits = CompiledBackend(position), Limits()
    return sum(1 for _ in backend.lines(backend.root(position), cooperation(stipulation), limits)), limits.nodes


def compare(label: str, problems: Sequence[dict[str, Any]], stipulation: str, options: Sequence[str]) -> None:
    """Print the times of both, and the geometric mean of their ratio."""
    asked = Stipulation.parse(stipulation)
    run: Callable[[sm.Position, Stipulation], tuple[int, int]] = lines if asked.play is Play.HELP else keys
    ours, theirs, nodes = [], [], 0
    for problem in problems:
        position = sm.position(f"fide: fen {problem['fen']}", engine="compiled")
        begin = time.process_time()
        found, looked = run(position, asked)
        ours.append(time.process_time() - begin)
        nodes += looked
        theirs.append(peers.popeye_solve(problem["fen"], stipulation, options).seconds)
        expected = problem.get("keys") or problem.get("solutions")
        if expected is not None and found != len(expected):
            print(f"{problem['fen']}: {found} found, {len(expected)} expected")
    if ours:
        logs = [math.log(max(a, 1e-3) / max(b, 1e-3)) for a, b in zip(ours, theirs, strict=True)]
        ratio = math.exp(sum(logs) / len(logs))
        print(
            f"{label:<28} {len(ours):3} problems  ours {median(ours):8.3f} / {max(ours):8.3f} s  "
            f"Popeye {median(theirs):8.3f} / {max(theirs):8.3f} s (median / most)  "
            f"ours : Popeye {ratio:5.2f}  {nodes / sum(ours) / 1e6:5.2f} million positions/s",
            flush=True,
        )


def main() -> None:
    """Run all comparisons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=25, help="problems of each sort")
    most = parser.parse_args().most
    sm.game("fide", engine="compiled").compiled.warm_up()
    mates = yaml.safe_load((DATA / "direct_mates.yaml").read_text())
    mates += [{"fen": fen, "dtm": 5} for fen in (Path(__file__).parent / "mates_in_five.txt").read_text().splitlines()]
    for moves in (3, 4, 5):
        compare(f"mate in {moves}", [p for p in mates if p["dtm"] == moves][:most], f"#{moves}", [])
    problems = yaml.safe_load((DATA / "popeye.yaml").read_text())
    for stipulation in ("h#3", "h#3.5", "h#4"):
        some = [p for p in problems if p["stipulation"] == stipulation][:most]
        compare(f"helpmate, {stipulation}", some, stipulation, [])
        compare(f"helpmate, {stipulation}, Intelligent", some, stipulation, ["Intelligent"])


if __name__ == "__main__":
    main()
