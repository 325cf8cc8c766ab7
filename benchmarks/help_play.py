"""Help and series play by pictures, plain search, clingo and Popeye: the same lines? And times in 3-D.

    python benchmarks/help_play.py                          3,000 random problems of 3 to 8 pieces
    python benchmarks/help_play.py --problems 300 --seed 7  fewer, and others
    python benchmarks/help_play.py --times                  h#3 of Raumschach and h#2.5 of Prince, solved completely

The lines are those that reach the goal in exactly the number of moves. A problem that plain search needs too many
positions for is left out. Where clingo lists all pictures within its time (up to five pieces, with Prince three), each
must have one of the kernel's in it. Popeye (`SHADOWMATE_POPEYE`) gives the number of lines of a part of the flat
problems; where it differs, python-chess (`SHADOWMATE_PYTHON_CHESS`) decides by trying all moves. Ends with code 1 if
pictures miss or add anything. Times are processor seconds of the search, without writing the answer.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import geometric_mean, median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import peers

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.solving.planning.planner import PlanningError
from shadowmate.solving.search.limits import LimitReached, Limits
from support.help_problems import (  # the path above leads there
    HelpProblem,
    Lines,
    by_pictures,
    by_search,
    help_problems,
    missing_pictures,
)

SORTS = (
    (
        "fide",
        3,
        5,
        ("h#2", "h#2.5", "h#3", "ser-#3", "ser-h#4", "h=2", "h=2.5", "h=3", "ser-=3", "ser-h=4", "hs#2"),
        10,
        5,
    ),
    ("fide", 5, 8, ("h#1.5", "h#2", "ser-#3", "ser-h#3", "h=1.5", "h=2", "ser-=3", "ser-h=3", "ser-s#3"), 8, 5),
    ("raumschach", 3, 5, ("h#1.5", "h#2", "ser-#2", "ser-h#3", "h=1.5", "h=2", "ser-=2", "ser-h=3"), 7, 5),
    ("raumschach", 6, 8, ("h#1", "h#1.5", "ser-#2", "h=1", "h=1.5", "ser-h=2"), 3, 5),
    ("prince", 3, 5, ("h#1", "h#1.5", "ser-#2", "h=1", "h=1.5", "ser-h=2"), 2, 3),
)
"""Game, pieces from and to, stipulations, how many of thirty problems are of this sort, and the most pieces for clingo:
it needs several gigabytes for more pieces of Prince."""
MOST_POSITIONS = 400_000
CLINGO_SECONDS, CLINGO_EVERY = 10.0, 5
POPEYE_EVERY = 4
TIMES = (("raumschach", "h#3", 20, (3, 4)), ("prince", "h#2.5", 10, (3, 3)))
TIMES_SEED = 39

BRUTE_FORCE = """
import json, sys, chess
fen, plies, mates, series = json.loads(sys.argv[1])
def count(board, left):
    found = 0
    for move in list(board.legal_moves):
        board.push(move)
        if left == 1:
            found += board.is_checkmate() if mates else board.is_stalemate()
        elif not series or left <= series:
            found += count(board, left - 1)
        elif not board.is_check():
            board.push(chess.Move.null())
            board.ep_square = None
            found += count(board, left - 1)
            board.pop()
        board.pop()
    return found
print(count(chess.Board(fen), plies))
"""


def by_popeye(problem: HelpProblem) -> int:
    """How many lines of full length Popeye prints."""
    last = math.ceil(float(problem.stipulation.lstrip("-#=ehrs")))
    text = peers.popeye_solve(problem.position.fen(), problem.stipulation).text
    further = rf" {last}\..*" if last > 1 else ""
    return len(re.findall(rf"^ *1\..*{further}[#=]", text, re.MULTILINE))


def by_brute_force(problem: HelpProblem) -> int:
    """How many lines python-chess finds by trying all moves."""
    together = problem.together
    plies = len(together.passes)
    # how many moves are left when the players begin to move by turns; 0 if they always do
    turns = sum(not passing for passing in together.passes) if any(together.passes) else 0
    asked = json.dumps([problem.position.fen(), plies, "#" in problem.stipulation, turns])
    command = [peers.find_peer("python-chess"), "-c", BRUTE_FORCE, asked]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def name_of(problem: HelpProblem) -> str:
    """The problem as a command reads it."""
    return f"{problem.stipulation} {problem.position}"


def kinds_of(lines: Lines) -> Counter[str]:
    """Whether some line has a promotion, a capture."""
    moves = [move for line in lines for move in line if move is not None]
    found = Counter({"with promotions": any(move.promotion for move in moves)})
    return found + Counter({"with captures": any("x" in str(move) for move in moves)})


def compare(problem: HelpProblem, number: int, tally: Counter[str], popeye: bool, pieces: int) -> bool:
    """Compare the answers to a problem, of at most this number of pieces with clingo. Returns whether it counts."""
    try:
        planned = by_pictures(problem)
        searched = by_search(problem, MOST_POSITIONS)
    except (LimitReached, PlanningError) as error:
        tally["left out: too long" if isinstance(error, LimitReached) else "left out: not planned"] += 1
        return False
    tally["problems"] += 1
    tally["with lines"] += bool(searched)
    tally["lines"] += len(searched)
    tally.update(kinds_of(searched))
    if planned != searched:
        tally["differ"] += 1
        print(f"pictures {len(planned)} lines, search {len(searched)}: {name_of(problem)}", flush=True)
    if number % CLINGO_EVERY == 0 and len(problem.position.pieces) <= pieces:
        try:
            pictures, lost = missing_pictures(problem, Limits(most_seconds=CLINGO_SECONDS))
        except LimitReached:
            tally["clingo: too long"] += 1
        else:
            tally["with clingo"] += 1
            tally["pictures of clingo"] += pictures
            tally["differ"] += bool(lost)
            if lost:
                print(f"{len(lost)} pictures of clingo are missing: {name_of(problem)}", flush=True)
    flat = problem.position.game.name == "fide" and "s#" not in problem.stipulation
    if popeye and flat and number % POPEYE_EVERY == 0:
        tally["with Popeye"] += 1
        theirs = by_popeye(problem)
        if theirs != len(searched):
            third = by_brute_force(problem)
            right = "ours" if third == len(searched) else "Popeye's" if third == theirs else "neither"
            tally[f"Popeye differs, and python-chess has {right}"] += 1
            tally["differ"] += third != len(searched)
            print(f"{len(searched)} lines, Popeye {theirs}, python-chess {third}: {name_of(problem)}", flush=True)
    return True


def compare_all(problems: int, seed: int, popeye: bool) -> bool:
    """Compare many problems, and print how many there are of each sort. Returns whether none differ."""
    whole, share = Counter[str](), sum(part for *_, part, _ in SORTS)
    for game, least, most, stipulations, part, pieces in SORTS:
        tally, begin = Counter[str](), time.process_time()
        wanted = round(problems * part / share)
        made = help_problems(seed, game, least, most, stipulations)
        while tally["problems"] < wanted:
            compare(next(made), tally["problems"], tally, popeye, pieces)
        print_tally(f"{game}, {least} to {most} pieces", tally, time.process_time() - begin)
        whole += tally
    print_tally("all", whole, time.process_time())
    return not whole["differ"]


def print_tally(label: str, tally: Counter[str], seconds: float) -> None:
    """Print the numbers of a sort."""
    print(f"{label}: {', '.join(f'{key} {number:,}' for key, number in tally.items())}; {seconds:.0f} s", flush=True)


def measure(most: int) -> bool:
    """Solve 3-D helpmates completely, by pictures and by plain search. Returns whether the lines are the same.

    Args:
        most: how many positions plain search may look at; it is stopped then, and its time is a lower bound.
    """
    same = True
    for game, stipulation, count, (least, largest) in TIMES:
        engine_of(sm.game(game, engine="compiled")).warm_up()
        ours: list[float] = []
        plain: list[float] = []
        stopped = 0
        for problem in help_problems(TIMES_SEED, game, least, largest, (stipulation,)):
            begin = time.process_time()
            try:
                planned = by_pictures(problem)
            except (PlanningError, LimitReached) as error:
                reason = error if isinstance(error, PlanningError) else "too many lines to keep"
                print(f"left out: {name_of(problem)}: {reason}", flush=True)
                continue
            ours.append(time.process_time() - begin)
            begin, bound = time.process_time(), ""
            try:
                same &= planned == by_search(problem, most)
            except LimitReached:
                stopped, bound = stopped + 1, "more than "
            plain.append(time.process_time() - begin)
            print(
                f"{name_of(problem)}: {len(planned)} lines, pictures {ours[-1]:.3f} s, search {bound}{plain[-1]:.3f} s",
                flush=True,
            )
            if len(ours) == count:
                break
        ratio = geometric_mean([one / other for one, other in zip(ours, plain, strict=True)])
        print(
            f"{game} {stipulation}, {count} problems, seed {TIMES_SEED}: "
            f"pictures {median(ours):.3f} / {max(ours):.3f} s, "
            f"search {median(plain):.3f} / {max(plain):.3f} s (median / most; {stopped} stopped), "
            f"pictures : search {ratio:.4f}{' or less' if stopped else ''}",
            flush=True,
        )
    return same


def main() -> int:
    """Compare, or measure; the exit code is 1 if lines or pictures differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, default=3000, help="how many (default 3,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random problems (default 1)")
    parser.add_argument("--no-popeye", action="store_true", help="without Popeye")
    parser.add_argument("--times", action="store_true", help="measure times in 3-D instead")
    parser.add_argument(
        "--most", type=int, default=100_000_000, help="positions of plain search then (default 100 million)"
    )
    asked = parser.parse_args()
    if asked.times:
        return 0 if measure(asked.most) else 1
    return 0 if compare_all(asked.problems, asked.seed, not asked.no_popeye) else 1


if __name__ == "__main__":
    sys.exit(main())
