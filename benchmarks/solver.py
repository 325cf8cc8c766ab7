"""The problem solver against Popeye on 300 problems of orthodox chess: `python benchmarks/solver.py`.

`SHADOWMATE_POPEYE` names Popeye's program `py` if it is not on the path. Both solve each problem of `problems.txt`
completely, one after the other on the same machine; times are processor seconds without start-up, for short problems
the median of several. `sm.solve` finds the answer, and writes it; of direct mates the keys alone are compared, too.
Popeye has its option Variation in battles. Help and series play is also compared with its option Intelligent. Without
it, Popeye needs too long for random problems of more than three moves. A problem where both find different numbers of
keys or lines is printed.

`--only` compares some stipulations, and `--most` limits the number of problems of each.

`--long` compares the keys of the 100 mates in 5 to 7 of `long_mates.txt` instead (`mate_maker.py`), of those that both
find within a limit of processor seconds. It also prints how many each has found.

`problems.txt` has a stipulation and a FEN in each line: mates of matetrack and lichess (tests/data/README.md), and
random problems, some of them from `problem_maker.py` with the seed 39. None is from Popeye's examples.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import geometric_mean, median

import peers

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.solving.problem.plays import PLAY_FORMS, Ending
from shadowmate.solving.problem.roles import battle
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search.by_kernel import CompiledBackend
from shadowmate.solving.search.limits import LimitReached, Limits

PROBLEMS, LONG_MATES = (Path(__file__).parent / name for name in ("problems.txt", "long_mates.txt"))
ROUNDS, SHORT = 3, 0.1
"""How often both solve a problem that takes less than these seconds; the median counts."""
MOVES_WITHOUT_PLAN = 3
"""In more moves of help and series play, Popeye is asked with its option Intelligent only."""
LEAST = 1e-3
"""Fewer seconds than these cannot be distinguished."""
KEYS, WHOLE, PLAIN, INTELLIGENT = "keys", "Variation", "plain", "Intelligent"
"""What is compared: the keys; the whole answer of a battle; of other play, without and with Popeye's plan."""
PLANNED = "h#", "h=", "ser-#", "ser-h#", "ser-h="
"""The play that Popeye's option Intelligent solves."""
GOALS = (
    ("helpmates in 2 to 3", r"h#(2|2.5|3)", INTELLIGENT, 1.0, 5.0),
    ("helpmates in 3.5 to 4", r"h#(3.5|4)", INTELLIGENT, 1.5, 5.0),
    ("helpmates in 4.5 to 6", r"h#(4.5|5|5.5|6)", INTELLIGENT, 2.0, 5.0),
    ("h=, ser-h#, ser-h=", r"(h=|ser-h).*", INTELLIGENT, 2.0, 10.0),
    ("keys of mates in 3", r"#3", KEYS, 0.5, 3.0),
    ("keys of mates in 4", r"#4", KEYS, 0.5, 3.0),
    ("keys of mates in 5", r"#5", KEYS, 0.7, 3.0),
    ("s#, r#", r"(s|r)#.*", WHOLE, 1.0, 5.0),
    ("ser-#, ser-s#", r"ser-s?#.*", PLAIN, 1.0, 5.0),
)
"""Goals: stipulations, what is compared, and the ratios to reach, as a geometric mean and at most."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What one problem took us and Popeye, in seconds, and how many keys or lines both found."""

    fen: str
    ours: float
    theirs: float
    found: int
    expected: int

    @property
    def ratio(self) -> float:
        """Our time for each second of Popeye's."""
        return max(self.ours, LEAST) / max(self.theirs, LEAST)


def keys(position: sm.Position, stipulation: Stipulation, limits: Limits | None = None) -> int:
    """Find the keys of a battle; returns their number.

    Raises:
        LimitReached: if a limit is reached first.
    """
    backend, limits = CompiledBackend(position), limits or Limits()
    root = backend.root(position)
    left = list(backend.moves(root))
    found = 0
    for within in range(1, stipulation.moves + 1):
        some = backend.working(root, left, battle(stipulation), within, limits)
        found += len(some)
        left = [move for move in left if move not in some]
    return found


def answers(position: sm.Position, stipulation: Stipulation) -> int:
    """Solve a problem and write the answer: keys, threats, every variation; or lines. Returns the number of either."""
    solution = sm.solve(position, stipulation)
    assert str(solution)
    return len(solution.keys) + len(solution.lines)


def popeye_answers(text: str, stipulation: Stipulation) -> int:
    """The number of keys or lines that Popeye has printed."""
    if stipulation.is_battle:
        return len(re.findall(r"^ *1\.[^.].* !", text, re.MULTILINE))
    lines = re.findall(r"^ *1\..*$", text, re.MULTILINE)
    if PLAY_FORMS[stipulation.play].ending is not Ending.REACHED:
        lines = [re.sub(r"\s+\S+ [#=]\s*$", "", line) for line in lines]  # all replies to one line are one answer
    return len(set(lines))


def compare(fens: Sequence[str], text: str, what: str) -> Iterator[Pair]:
    """Solve problems with both."""
    stipulation = Stipulation.parse(text)
    run: Callable[[sm.Position, Stipulation], int] = keys if what == KEYS else answers
    options = [what] if what in (WHOLE, INTELLIGENT) else []
    for fen in fens:
        position = sm.position(f"fide: fen {fen}", engine="compiled")
        rounds: list[tuple[float, float]] = []
        while not rounds or (len(rounds) < ROUNDS and max(rounds[0]) < SHORT):
            begin = time.process_time()
            found = run(position, stipulation)
            ours = time.process_time() - begin
            solved = peers.popeye_solve(fen, text, options)
            rounds.append((ours, solved.seconds))
        ours, theirs = (median(each) for each in zip(*rounds, strict=True))
        yield Pair(fen, ours, theirs, found, popeye_answers(solved.text, stipulation))


def is_past(end: float) -> bool:
    """Whether this process has used more processor seconds than these."""
    return time.process_time() > end


def compare_long(lines: Sequence[str], most: int) -> None:
    """Compare the keys of long mates, each within a limit of processor seconds, and print what is found."""
    finished: dict[str, list[Pair]] = {}
    ours_found, theirs_found = 0, 0
    for line in lines:
        text, fen = line.split(maxsplit=1)
        stipulation, position = Stipulation.parse(text), sm.position(f"fide: fen {fen}", engine="compiled")
        begin, found, expected, theirs = time.process_time(), -1, -1, math.inf
        with suppress(LimitReached):
            found = keys(position, stipulation, Limits(stop=partial(is_past, begin + most)))
        ours = time.process_time() - begin
        with suppress(peers.PeerStoppedError):
            solved = peers.popeye_solve(fen, text, most=most)
            expected, theirs = popeye_answers(solved.text, stipulation), solved.seconds
        ours_found += found >= 0
        theirs_found += expected >= 0
        if found >= 0 and expected >= 0:
            finished.setdefault(text, []).append(Pair(fen, ours, theirs, found, expected))
    for text, pairs in sorted(finished.items()):
        report(f"{text}, {KEYS}", pairs)
    print(f"of {len(lines)} mates in {most} s each: found here {ours_found}, by Popeye {theirs_found}")


def report(label: str, pairs: Sequence[Pair]) -> None:
    """Print the times of both, the geometric mean and the largest of their ratios, and answers that differ."""
    ours, theirs, ratios = zip(*((pair.ours, pair.theirs, pair.ratio) for pair in pairs), strict=True)
    print(
        f"{label:<22} {len(pairs):3} problems  ours {median(ours):7.3f} / {max(ours):7.3f} s  "
        f"Popeye {median(theirs):7.3f} / {max(theirs):7.3f} s (median / most)  "
        f"ours : Popeye {geometric_mean(ratios):6.2f}, at most {max(ratios):6.2f}",
        flush=True,
    )
    for pair in pairs:
        if pair.found != pair.expected:
            print(f"    {pair.fen}: {pair.found} found, Popeye has {pair.expected}")


def compared(stipulation: Stipulation) -> Iterator[str]:
    """What is compared of problems of a stipulation."""
    text = str(stipulation)
    if stipulation.is_battle:
        yield from (KEYS, WHOLE) if text.startswith("#") else (WHOLE,)
        return
    plans = text.startswith(PLANNED)
    if not plans or stipulation.moves + stipulation.half / 2 <= MOVES_WITHOUT_PLAN or text.startswith("ser-#"):
        yield PLAIN
    if plans:
        yield INTELLIGENT


def main() -> None:
    """Compare the problems asked for, then print the goals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=1000, help="problems of each stipulation")
    parser.add_argument("--only", nargs="+", metavar="STIPULATION", help="such as '#3' 'h#2.5'")
    parser.add_argument("--long", type=int, metavar="SECONDS", help="compare the long mates, each within these seconds")
    asked = parser.parse_args()
    problems: dict[str, list[str]] = {}
    for line in PROBLEMS.read_text().splitlines():
        stipulation, fen = line.split(maxsplit=1)
        problems.setdefault(stipulation, []).append(fen)
    if unknown := [each for each in asked.only or () if each not in problems]:
        parser.error(f"no problems of {', '.join(unknown)}; there are {', '.join(problems)}")
    fide = sm.game("fide", engine="compiled")
    engine_of(fide).warm_up()
    assert str(sm.solve(fide.position("white Kg6 Ra1 black Kg8"), "#1"))  # what is imported for the first answer
    if asked.long is not None:
        lines = [
            line for line in LONG_MATES.read_text().splitlines() if not asked.only or line.split()[0] in asked.only
        ]
        compare_long(lines[:: max(1, math.ceil(len(lines) / asked.most))], asked.long)
        return
    found: dict[tuple[str, str], list[Pair]] = {}
    for text in asked.only or problems:
        some = problems[text]
        some = some[:: math.ceil(len(some) / asked.most)]
        for what in compared(Stipulation.parse(text)):
            found[text, what] = list(compare(some, text, what))
            report(f"{text}, {what}", found[text, what])
    for label, pattern, what, mean, most in GOALS:
        ratios = [
            pair.ratio
            for (text, way), pairs in found.items()
            for pair in pairs
            if way == what and re.fullmatch(pattern, text)
        ]
        if ratios:
            mean_found = f"{geometric_mean(ratios):5.2f} (goal {mean}), at most {max(ratios):6.2f} (goal {most:g})"
            print(f"{label:<22} {what:<12} {len(ratios):3} problems  {mean_found}")


if __name__ == "__main__":
    main()
