"""Tries the rules of a game; the exit code reports how that ended.

`python -m shadowmate.checking.rules_trial SECONDS GIGABYTES FOLDER check` does the same as `check-rules`. `... read
READING...` does so under these readings, plays the initial array, and prints the mistakes as JSON: file, line and
message of each. `outside.py` starts it.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ..asp.rule_files import read_game
from ..asp.ruleset import Ruleset
from ..play.reference import ReferenceEngine
from .initial_position import play_array
from .outside import TOO_LARGE
from .rules import mistakes

_DEPTH = 700
"""So deep functions may call each other here: less than where the rules are used, which has begun to count before."""


def main(seconds: str, gigabytes: str, folder: str, what: str, *readings: str) -> int:
    """Try the rules, and give the exit code: 0 if they come to an end, right or wrong."""
    if what == "check":
        return tried(seconds, gigabytes, lambda: mistakes(Path(folder)))
    return tried(seconds, gigabytes, lambda: _play(Path(folder), readings))


def tried(seconds: str, gigabytes: str, work: Callable[[], object]) -> int:
    """Do something within limits, and return the exit code that reports whether it ended."""
    _limit(float(seconds), float(gigabytes))
    sys.setrecursionlimit(_DEPTH)
    try:
        work()
    except MemoryError:
        return TOO_LARGE
    except RecursionError:  # which is no answer: whoever uses the rules would break down, too
        raise
    except Exception as error:  # whoever uses the rules will say what is wrong with them
        return TOO_LARGE if "bad_alloc" in str(error) else 0
    return 0


def _play(folder: Path, readings: Sequence[str]) -> None:
    found = mistakes(folder, [name.replace("-", "_") for name in readings])
    if found:
        print(json.dumps([(_inside(folder, each.path), each.line, each.message) for each in found]), flush=True)
    elif readings:
        play_array(ReferenceEngine(Ruleset(read_game(folder), readings)))


def _inside(folder: Path, path: Path) -> str:
    """A file of the folder as its path there, so that it can be named as the user named the folder."""
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def _limit(seconds: float, gigabytes: float) -> None:
    """Set limits of the system for this process, even if no process waits for it any more."""
    try:
        import resource
    except ImportError:  # there is no such thing on Windows
        return
    for what, limit in ((resource.RLIMIT_AS, gigabytes * 2**30), (resource.RLIMIT_CPU, seconds)):
        _, most = resource.getrlimit(what)
        wanted = math.ceil(limit)
        resource.setrlimit(what, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
