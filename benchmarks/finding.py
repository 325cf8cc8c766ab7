"""How long the questions of docs/answers.md to `find` take: best positions with proofs, and bounds for those too large.

Run it with `python benchmarks/finding.py`; `--long` asks those that take minutes too. Times are CPU times of both
threads, so other load on the machine shows less; each line is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

INSIDE = ["--mated", "black", "--zone"]
ALONE = ["--independent", "--unlawful", "--maximize", "pieces", "--pieces"]
COVER = ["--attack-all", "--minimize", "pieces", "--pieces"]
QUICK: list[tuple[list[str], dict[str, Any]]] = [
    (
        ["prince", "--pieces", "white Qu* black Ki", *INSIDE, "black Ki inside", "--minimize", "white Qu"],
        {"value": [2]},
    ),
    (
        ["raumschach", "--pieces", "white Q* black K", *INSIDE, "black K inside", "--minimize", "white Q"],
        {"value": [2]},
    ),
    (["fide", *COVER, "white Q*"], {"value": [5]}),
    (["fide", "--independent", "--pieces", "white Q*8", "--all", "--up-to-symmetry"], {"classes": 12}),
    *(
        (["fide", *ALONE, f"white {kind}*"], {"value": [most]})
        for kind, most in zip("QRNBK", (8, 8, 32, 14, 16), strict=True)
    ),
]
LONG: list[tuple[list[str], dict[str, Any]]] = [
    (["raumschach", *COVER, "white Q*"], {"value": [6]}),
    (["prince", *COVER, "white Qu*", "--time", "60"], {"bound": [9]}),
    *(
        (["raumschach", *ALONE, f"white {kind}*", "--time", "60"], known)
        for kind, known in {"K": {"value": [27]}, "R": {"value": [25]}, "N": {}, "B": {}, "U": {}, "Q": {}}.items()
    ),
]
RUN = """
import resource, sys
from shadowmate.commands.app import main
try:
    main()
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(used.ru_utime + used.ru_stime, file=sys.stderr)
"""


def ask(arguments: list[str], known: dict[str, Any]) -> bool:
    """Ask in a process of its own, print the answer and what it took, and say whether it is what is known."""
    command = [sys.executable, "-c", RUN, "find", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    seconds = float(done.stderr.split()[-1])
    kept = {key: found[key] for key in ("value", "bound", "proved", "classes") if found[key] is not None}
    print(f"{' '.join(arguments)}: {kept}, {seconds:.1f} s", flush=True)
    return all(found[key] == value for key, value in known.items())


def main() -> None:
    """Ask all, and end with exit code 1 if an answer is not the known one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="those that take minutes too")
    questions = [*QUICK, *(LONG if parser.parse_args().long else [])]
    answers = [ask(*each) for each in questions]
    sys.exit(not all(answers))


if __name__ == "__main__":
    main()
