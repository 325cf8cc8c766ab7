"""Which mutants of the rules does the battery not notice? `python tests/mutation` tries out every mutant.

Each is tried in a process of its own, as some make clingo ground for ever. Of rules that both engines read it is also
told where the engines differ by the altered rules.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from mutation.battery import BATTERY  # the path above leads there
from mutation.mutants import Mutant, mutants, part_of, some
from mutation.noticing import Trial, ruleset, same_facts

Verdict = tuple[str | bool | None, str | None]
"""What the battery says: words, None, or True for the same facts; and where the engines differ."""


def _tell(mutant: Mutant, every: bool, end: Connection) -> None:
    """The verdict on a mutant."""
    trial = Trial(mutant)
    said = trial.noticed() or (Trial(mutant, every=True).noticed() if every else None) or same_facts(mutant) or None
    end.send((said, trial.apart() if mutant.is_shared else None))


def _in_a_process(mutant: Mutant, every: bool, limit: float) -> tuple[Mutant, Verdict, float]:
    """The verdict on a mutant by a process of its own, and how many seconds it took."""
    began = time.monotonic()
    here, there = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=_tell, args=(mutant, every, there))
    process.start()
    there.close()
    try:
        answer = here.recv() if here.poll(limit) else ("no answer in time", None)
    except EOFError:
        answer = ("the process ended", None)
    process.kill()
    process.join()
    return mutant, answer, time.monotonic() - began


def main() -> None:
    """Try out the mutants and print what survives."""
    parser = argparse.ArgumentParser(description="Which mutants of the rules does the battery not notice?")
    parser.add_argument("--each", type=int, help="only so many mutants of each file")
    parser.add_argument("--percent", type=float, help="only so many of a hundred, drawn by lot")
    parser.add_argument("--file", nargs="+", default=[""], help="only of the files whose name holds one of these")
    parser.add_argument("--shared", action="store_true", help="only of what moves do, which both engines read")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=120, help="seconds that a mutant may take")
    parser.add_argument("--every", action="store_true", help="put every question to what survives those about its file")
    parser.add_argument("--all-verdicts", action="store_true", help="print what the battery says against each")
    chosen = parser.parse_args()
    for question in BATTERY:
        question.answer()
        ruleset(question.game, question.readings)
    found = some(chosen.each) if chosen.each else mutants()
    if chosen.percent is not None:
        found = part_of(found, chosen.percent / 100)
    tried = [m for m in found if any(word in m.file for word in chosen.file) and m.is_shared >= chosen.shared]
    counted: Counter[str] = Counter()
    began = time.monotonic()
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for mutant, (answer, differ), seconds in pool.map(
            lambda m: _in_a_process(m, chosen.every, chosen.limit), tried
        ):
            verdict = {None: "survives", True: "same facts"}.get(answer, "noticed")
            counted[verdict] += 1
            if verdict != "noticed" or chosen.all_verdicts or answer in ("no answer in time", "the process ended"):
                words = f"\n    {answer}" if isinstance(answer, str) else ""
                print(f"{verdict} ({seconds:.1f} s): {mutant.name}{words}", flush=True)
            if differ:
                counted["engines differ"] += 1
                print(f"engines differ: {mutant.name}\n    {differ}", flush=True)
    print(f"{len(tried)} mutants, {dict(counted)}, {time.monotonic() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
