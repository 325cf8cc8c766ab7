"""Which mutants of the rules does the battery not notice? `python tests/mutation` tries out every mutant.

First all questions are asked by the rules as they are, to find which of them reach which mutants (reach.py). Then each
mutant is asked some of those that reach it, in a process of its own, as some make clingo ground for ever. For rules
that both engines read it also reports where the engines differ by the altered rules.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from resource import RLIMIT_CPU, RUSAGE_CHILDREN, RUSAGE_SELF, getrusage, setrlimit

sys.path.insert(0, str(Path(__file__).parent.parent))

from mutation.battery import Question  # the path above leads there
from mutation.mutants import Mutant, by_lot, mutants, some
from mutation.noticing import Trial
from mutation.reach import reaching
from mutation.survivors import ALLOWED, ENDLESS, EXPECTED
from shadowmate.compiled.kernel.decorators import KERNEL

NOTICED, UNREACHED, SURVIVES, LATE = "noticed", "no question reaches it", "survives", "no answer in time"
Finding = dict[str, str | None]
"""Findings about a mutant: the `verdict`, the battery's `objection`, and where the engines `differ`."""


def _find(mutant: Mutant, asked: Sequence[Question], chosen: argparse.Namespace, end: Connection) -> None:
    """Find out about a mutant, within a limit of processor time: the verdict first, then where engines differ."""
    setrlimit(RLIMIT_CPU, (chosen.limit, chosen.limit + 5))  # first a signal that can be reported, then one that kills
    gc.disable()
    trial = Trial(mutant, asked)
    objection = trial.noticed()
    end.send((NOTICED if objection else SURVIVES, objection))
    end.send(trial.apart(chosen.both) if mutant.is_shared else None)


def _in_a_process(mutant: Mutant, asked: Sequence[Question], chosen: argparse.Namespace) -> tuple[Mutant, Finding]:
    """What a process of its own finds out about a mutant."""
    here, there = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=_find, args=(mutant, asked, chosen, there))
    process.start()
    there.close()
    verdict, objection, differ = None, None, None
    try:
        verdict, objection = here.recv()
        differ = here.recv()
    except EOFError:
        process.join()
        late = process.exitcode == -signal.SIGXCPU
        if verdict is None:
            verdict, objection = (LATE, None) if late else (NOTICED, "the process ended")
        elif not late:
            differ = "the process ended when the compiled engine was asked"
    process.join()
    return mutant, {"verdict": verdict, "objection": objection, "differ": differ}


def _kept(path: Path | None) -> dict[str, Finding]:
    """The findings in a file, except those that may change: survivors, and where engines differ."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    return {
        name: each
        for name, each in dict(map(json.loads, lines)).items()
        if each["verdict"] == NOTICED and not each["differ"]
    }


def _findings(tried: list[Mutant], chosen: argparse.Namespace) -> Iterator[tuple[Mutant, Finding]]:
    """What is found of mutants, and kept in a file if one is named."""
    kept = _kept(chosen.keep)
    yield from ((mutant, kept[mutant.name]) for mutant in tried if mutant.name in kept)
    left = [mutant for mutant in tried if mutant.name not in kept]
    KERNEL.load()
    asked = reaching(left, chosen.asked, chosen.jobs)
    if asked.wrong:  # such a question would object to every mutant
        sys.exit("\n".join(["the rules themselves answer wrongly:", *asked.wrong]))
    for question in asked.late:
        print(f"took too long, so it reaches no mutant: {question.title}", file=sys.stderr)

    def find(mutant: Mutant) -> tuple[Mutant, Finding]:
        if found := asked.questions[mutant.name]:
            return _in_a_process(mutant, found, chosen)
        return mutant, {"verdict": UNREACHED, "objection": None, "differ": None}

    with ThreadPoolExecutor(chosen.jobs) as pool:
        for mutant, finding in pool.map(find, left):
            if chosen.keep is not None:
                with chosen.keep.open("a", encoding="utf-8") as stream:
                    print(json.dumps((mutant.name, finding)), file=stream)
            yield mutant, finding


def main() -> None:
    """Try out the mutants and print what survives."""
    parser = argparse.ArgumentParser(description="Which mutants of the rules does the battery not notice?")
    parser.add_argument("--each", type=int, help="at most N mutants of each file")
    parser.add_argument("--file", nargs="+", default=[""], help="only of the files whose name holds one of these")
    parser.add_argument("--shared", action="store_true", help="only of rules that both engines read")
    parser.add_argument("--percent", type=float, help="only N percent of these, drawn by lot")
    parser.add_argument("--keep", type=Path, help="a file of findings; mutants noticed there are not tried again")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=120, help="limit of processor time for a mutant, in seconds")
    parser.add_argument("--asked", type=int, default=8, help="ask a mutant N questions at most (default 8)")
    parser.add_argument("--both", type=int, help="ask both engines N of these at most")
    parser.add_argument("--all-verdicts", action="store_true", help="print the battery's objection to each")
    chosen = parser.parse_args()
    found = some(chosen.each) if chosen.each else mutants()
    tried = [m for m in found if any(word in m.file for word in chosen.file) and m.is_shared >= chosen.shared]
    if chosen.percent is not None:
        tried = by_lot(tried)[: round(len(tried) * chosen.percent / 100)]
    counted: Counter[str] = Counter()
    for mutant, finding in _findings(tried, chosen):
        verdict, objection, differ = finding["verdict"] or "", finding["objection"], finding["differ"]
        if verdict != NOTICED and (mutant.name in EXPECTED or mutant.name in ENDLESS):
            verdict = f"{verdict}, as is listed"
        counted[verdict] += 1
        if verdict != NOTICED or chosen.all_verdicts or not (objection or "").count(":"):
            print(f"{verdict}: {mutant.name}" + (f"\n    {objection}" if objection else ""), flush=True)
        if differ:
            how = "engines differ, as is listed" if mutant.name in ALLOWED else "engines differ"
            counted[how] += 1
            print(f"{how}: {mutant.name}\n    {differ}", flush=True)
    seconds = sum(getrusage(which).ru_utime + getrusage(which).ru_stime for which in (RUSAGE_SELF, RUSAGE_CHILDREN))
    words = ", ".join(f"{number} {what}" for what, number in counted.most_common())
    print(f"{len(tried)} mutants: {words}; {seconds:.0f} s of the processor", file=sys.stderr)


if __name__ == "__main__":
    main()
