"""Soundness by `verify` and by Popeye, on positions made at random: `python benchmarks/verdicts.py -n 300`.

Both are asked of each position how it stands with the stipulation: that nothing solves it, one line or key does,
several do, or fewer moves will do. Popeye is found as in peers.py. Exit code 1 if they differ anywhere.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from peers import find_peer, run_popeye

from shadowmate import verify
from shadowmate.verification.faults import Sort, Verdict

STIPULATIONS = [
    "#2",
    "s#1",
    "sx1",
    "r#1",
    "h#1.5",
    "h=2",
    "hs#1",
    "hsx1",
    "hs+1.5",
    "hr#1",
    "ser-#2",
    "ser-h#2",
    "ser-s#2",
    "ser-s+2",
    "ser-r#2",
    "phser-#2",
    "phser-s+2",
    "pser-h#2",
    "exact-ser-#2",
]
CELLS = [file + rank for file in "abcd" for rank in "12345"]
"""Near a corner mates are not so rare."""

TEXT = {Sort.UNSOLVED: "none", Sort.SHORT: "short", Sort.COOK: "several"}


def at_random(draw: random.Random) -> dict[str, list[str]]:
    """Some pieces, with the Kings apart and no Pawn on a first or last rank. Not every position is possible."""
    while True:
        kinds = {
            "white": ["K", *draw.sample("QRRBBSPP", draw.randint(2, 3))],
            "black": ["K", *draw.sample("QRBSPPP", draw.randint(1, 3))],
        }
        cells = iter(draw.sample(CELLS, sum(map(len, kinds.values()))))
        pieces = {army: [kind + next(cells) for kind in all_kinds] for army, all_kinds in kinds.items()}
        kings = [pieces[army][0] for army in pieces]
        apart = max(abs(ord(a) - ord(b)) for a, b in zip(*(king[1:] for king in kings), strict=True)) > 1
        if apart and not any(piece[0] == "P" and piece[2] in "18" for side in pieces.values() for piece in side):
            return pieces


def of_ours(verdict: Verdict) -> str:
    """What `verify` states; "" of a position that cannot be."""
    sorts = {fault.sort for fault in verdict.faults}
    if Sort.IMPOSSIBLE in sorts:
        return ""
    return next((text for sort, text in TEXT.items() if sort in sorts), "one")


def of_popeye(text: str, stipulation: str) -> str:
    """The same of what Popeye has printed of one problem."""
    keys = re.findall(r"^ +1\.[^\n!?]*!", text, re.MULTILINE)
    lines = re.findall(r"^ +1\.[^\n]*", text, re.MULTILINE)
    if stipulation in ("#2", "s#1", "sx1", "r#1"):
        short = any("#" in key for key in keys) and stipulation.endswith("2")
        found = len(keys)
    else:
        moves = int(re.findall(r"(\d+)", stipulation)[0]) + stipulation.endswith(".5")
        short = any(f" {moves}." not in line and moves > 1 for line in lines)
        # Where the other player has to reach the goal in the end, Popeye has a line for each of that player's moves.
        answered = re.match(r"hs|hr|ser-[sr]|phser-s", stipulation)
        found = len({re.sub(r"\S+( [#+=x])?\s*$", "", line) if answered else line for line in lines})
    return "short" if short else "none" if not found else "one" if found == 1 else "several"


def main() -> int:
    """Compare, and say where they differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=300, help="number of possible positions")
    parser.add_argument("--seed", type=int, default=16)
    args = parser.parse_args()
    draw, popeye = random.Random(args.seed), find_peer("popeye")
    agreed: Counter[tuple[str, str]] = Counter()
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "problem.yaml")
        while agreed.total() + differ < args.n:
            some_pieces, asked = at_random(draw), draw.choice(STIPULATIONS)
            sides = ", ".join(f"{army}: [{', '.join(some)}]" for army, some in some_pieces.items())
            file.write_text(f'algebraic: {{{sides}}}\nstipulation: "{asked}"\n', encoding="utf-8")
            ours = of_ours(verify(file, economy=False)[0])
            # A third without a solution will do.
            if not ours or (ours == "none" and sum(agreed[each, ours] for each in STIPULATIONS) > args.n // 3):
                continue
            pieces = " ".join(f"{army} {' '.join(some)}" for army, some in some_pieces.items())
            lines = ["BeginProblem", f"Stipulation {asked}", f"Pieces {pieces}", "Option NoBoard", "EndProblem", ""]
            theirs = of_popeye(run_popeye(popeye, "\n".join(lines))[0], asked)
            if ours == theirs:
                agreed[asked, ours] += 1
            else:
                differ += 1
                print(f"{asked} {pieces}: we say {ours}, Popeye {theirs}", flush=True)
    for (asked, text), number in sorted(agreed.items()):
        print(f"{asked:9} {text:8} {number}")
    print(f"{agreed.total()} of {args.n} agree")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
