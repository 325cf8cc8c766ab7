"""Tries the rules of a game; the exit code reports how that ended.

`python -m shadowmate.checking.rules_trial SECONDS GIGABYTES FOLDER check` does the same as `check-rules`. `... read
READING...` reads the rules and plays the initial array, and prints in one line the predicates that seem misspelt
and the rules without effect. `outside.py` starts it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ..asp.rule_files import read_game
from ..asp.ruleset import Ruleset
from ..play.reference import ReferenceEngine
from .findings import elsewhere
from .idle import idle
from .initial_position import play_array
from .outside import TOO_LARGE
from .predicates import misspelt
from .rules import check_rules
from .values import valueless

_DEPTH = 700
"""So deep functions may call each other here: less than where the rules are used, which has begun to count before."""


def main(seconds: str, gigabytes: str, folder: str, what: str, *readings: str) -> int:
    """Try the rules, and give the exit code: 0 if they come to an end, right or wrong."""
    if what == "check":
        return tried(seconds, gigabytes, lambda: check_rules(Path(folder)))
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
    files = read_game(folder)
    found = [*misspelt(files), *idle(files)]
    found = sorted([*found, *elsewhere(valueless(files), found)])
    if found:
        path, more = found[0].path.relative_to(folder.resolve()), len(found) - 1
        print(f"{path}:{found[0].line}: {found[0].message}{f' (and {more} more)' if more else ''}", flush=True)
    play_array(ReferenceEngine(Ruleset(files, readings)))


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
