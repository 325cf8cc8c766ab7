"""What commands cost from start to end: processor seconds, of the user and of the system, with warm caches.

    python benchmarks/commands.py
    python benchmarks/commands.py OLD/.venv/bin/python NEW/.venv/bin/python --turns 30

With several Pythons, each of which has a Shadowmate of its own, they run each command in turns: the clocks of shared
machines wander. The first run of each is not counted, as it may fill the caches.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from statistics import median

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Modules are compiled to bytecode once, as on the machine of a user."""

THREE = "prince: white PrCh3 black KiDb2"
COMMANDS = {
    "--help": ["--help"],
    "moves, three pieces": ["moves", THREE],
    "moves, Prince's array": ["moves", "prince: start"],
    "mate in 2, three pieces": ["mate", THREE, "--in", "2"],
}


def seconds(python: str, arguments: list[str]) -> float:
    """The processor time of one command.

    Raises:
        RuntimeError: if it ends with another exit code than 0.
    """
    process = subprocess.Popen([python, "-m", "shadowmate", *arguments], stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{python} -m shadowmate {' '.join(arguments)}: exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print a line for each command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pythons", nargs="*", default=[sys.executable], metavar="PYTHON")
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--only", default="", help="only commands with this in their names")
    asked = parser.parse_args()
    for name, arguments in COMMANDS.items():
        if asked.only not in name:
            continue
        turns = [[seconds(python, arguments) for python in asked.pythons] for _ in range(asked.turns + 1)][1:]
        figures = (f"{median(each):.3f} s (at best {min(each):.3f})" for each in zip(*turns, strict=True))
        print(f"{name:26} {'   '.join(figures)}", flush=True)


if __name__ == "__main__":
    main()
