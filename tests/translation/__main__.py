"""The rules that the compiled engine carries out: `python tests/translation` lists those that have changed.

`--update` writes their digests, and `--table` the table in solver/README.md. `--compare` compares both engines on every
position of few pieces on small boards, for every game of the tests.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from translation import small_positions, translated

from shadowmate.compiled.compile.kernel_map import functions_of  # the path above leads there
from shadowmate.compiled.compile.known_rules import LIST, Known

_SHOWN = 5
"""At most this many differences of a task are printed."""


def known() -> set[Known]:
    """The list as it is; it may have been left half written by a merge."""
    words = (line.split(maxsplit=2) for line in LIST.read_text(encoding="utf-8").splitlines())
    return {Known(*each) for each in words if len(each) == 3}


def report() -> int:
    """Print each changed rule with the functions that carry it out; return how many there are."""
    before, now = known(), translated.lines()
    rules = {each.known: each for each in translated.core_rules()}
    for each in sorted(before - set(now), key=lambda each: each[1:]):
        print(f"gone: a rule of core/{each.file} for {each.head}: {_functions(each)}")
    for each in now:
        if each not in before:
            print(f"new: {rules[each].rule}\n    core/{each.file}, {each.head}: {_functions(each)}")
    return len(before ^ set(now))


def _functions(line: Known) -> str:
    return ", ".join(functions_of(line.file, line.head.split()[0])) or "no function in kernel_map.py"


def compare(games: Sequence[str], most: int, jobs: int) -> bool:
    """Whether both engines agree on all positions; progress and differences are printed."""
    began, agree, positions, moves, left = time.monotonic(), True, 0, 0, []
    with get_context("spawn").Pool(jobs, maxtasksperchild=1) as pool:  # clingo never frees a symbol
        found = pool.imap_unordered(partial(small_positions.compare_game, most=most), games)
        for number, (game, tasks) in enumerate(found, 1):
            differences = [each for task in tasks for each in task.differences]
            for each in differences[:_SHOWN]:
                print(f"DIFFERENCE {each}", flush=True)
            if not tasks:
                left.append(game)
            agree = agree and not differences
            positions, moves = positions + sum(t.positions for t in tasks), moves + sum(t.moves for t in tasks)
            boards = f"{sum(t.positions for t in tasks):,} positions on {sum(t.left_out is None for t in tasks)} boards"
            progress = f"{number} of {len(games)}: {game}: {boards}, {len(differences)} differences"
            uncompiled = [task.left_out for task in tasks if task.left_out]
            progress += f"; does not compile on {'; '.join(uncompiled)}" if uncompiled else ""
            print(progress, file=sys.stderr, flush=True)
    without = f"; no board is small enough for {', '.join(sorted(left))}" if left else ""
    end = "no difference" if agree else "the engines differ"
    spent = time.monotonic() - began
    print(f"{positions:,} positions of {len(games) - len(left)} games, {moves:,} moves: {end}{without}; {spent:.0f} s")
    return agree


def main() -> int:
    """Do what the options ask for; the exit code is 1 if a rule has changed or the engines differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the digests of the rules as they are now")
    parser.add_argument("--table", action="store_true", help="print the table, and write it into solver/README.md")
    parser.add_argument("--compare", action="store_true", help="compare the engines, and mark the list if they agree")
    parser.add_argument("--if-changed", action="store_true", help="compare only if the list has changed since then")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="compare these games only, and mark nothing")
    parser.add_argument("--positions", type=int, default=700, metavar="N", help="at most N on one board (default 700)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="number of processes (default 2)")
    options = parser.parse_args()
    changed = report()
    if options.update:
        LIST.write_text(translated.written(translated.lines(), translated.compared()), encoding="utf-8")
    if options.table:
        translated.README.write_text(translated.page(), encoding="utf-8")
        print(translated.table())
    agree, now = True, translated.mark(translated.lines())
    if options.compare and not (options.if_changed and translated.compared() == now):
        agree = compare(options.games or small_positions.games(), options.positions, options.jobs)
        if agree and not (changed or options.games):
            LIST.write_text(translated.written(translated.lines(), now), encoding="utf-8")
    return int((bool(changed) and not options.update) or not agree)


if __name__ == "__main__":
    sys.exit(main())
