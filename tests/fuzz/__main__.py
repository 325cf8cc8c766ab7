"""Texts, files and environments that must do no harm: `python tests/fuzz --texts 100000 --files 2000`.

What fails is printed with its number, and can be repeated alone: `--seed SEED --only text/NUMBER`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import SystemRandom

sys.path.insert(0, str(Path(__file__).parent.parent))

from fuzz import files, kills, texts, watched  # the path above leads there

TIME_LIMIT = 60.0
"""Seconds of processor time after which a question is ended."""


def found(seed: int, how_many: dict[str, int], only: str | None) -> Iterator[tuple[str, int, str, str]]:
    """What something is wrong with: its sort, number and description, and the fault."""
    for sort, (make, seconds) in SORTS.items():
        numbers = [int(only.partition("/")[2])] if only else list(range(how_many[sort]))
        if not numbers or (only and only.partition("/")[0] != sort):
            continue
        asked = make(seed)
        began = time.monotonic()
        for start in range(0, len(numbers), 5000):
            part = numbers[start : start + 5000]
            for number, fault in watched.faults(asked.fault, part, seconds):
                yield sort, number, repr(asked.of(number))[:500], fault
            spent = time.monotonic() - began
            print(f"{sort}: {start + len(part):,} of {len(numbers):,}, {spent:.0f} s", file=sys.stderr, flush=True)


SORTS: dict[str, tuple[Callable[[int], texts.Texts | files.Files | kills.Kills], float]] = {
    "text": (texts.Texts, TIME_LIMIT),
    "file": (files.Files, TIME_LIMIT),
    "kill": (kills.Kills, 2 * TIME_LIMIT),
}
"""The maker of questions for a seed, and the time limit of an answer in seconds."""


def main() -> int:
    """Try out what is asked for, and print what fails; gives the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--texts", type=int, default=0, help="number of positions, moves, stipulations, rules ...")
    parser.add_argument("--files", type=int, default=0, help="number of damaged files and hostile environments")
    parser.add_argument("--kills", type=int, default=0, help="so often kill what builds a table or an atlas")
    parser.add_argument("--seed", type=int, help="by default another each time")
    parser.add_argument("--only", metavar="SORT/NUMBER", help="only this one, such as text/17")
    chosen = parser.parse_args()
    seed = SystemRandom().randrange(10**6) if chosen.seed is None else chosen.seed
    failed = 0
    for sort, number, what, fault in found(
        seed, {"text": chosen.texts, "file": chosen.files, "kill": chosen.kills}, chosen.only
    ):
        failed += 1
        print(f"--seed {seed} --only {sort}/{number}: {what}\n    {fault.strip().replace(chr(10), chr(10) + '    ')}")
    print(f"seed {seed}: {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
