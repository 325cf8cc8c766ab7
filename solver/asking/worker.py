"""Grounds and solves questions in a process of its own, with limits on memory and time.

`python -m shadowmate.asking.worker GIGABYTES` reads requests from standard input, as JSON, one per line. It answers
each with two lines: `{}` or the errors of grounding, and the answer. `process.py` starts and ends it.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from clingo import Control, Observer, Symbol
from clingo.ast import ProgramBuilder

from ..asp.rule_text import parse_rules

_LOOKS = 0.05
"""Seconds between checks of the time limit."""


def main(gigabytes: str) -> int:
    """Answer requests until there are no more."""
    _limit_memory(float(gigabytes))
    for line in sys.stdin:
        for reply in _replies(json.loads(line)):
            print(json.dumps(reply), flush=True)
    return 0


def _replies(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The replies to a request: first whether it could be grounded, then the answer."""
    _limit_time(request["seconds"])
    messages: list[str] = []
    control = Control(
        ["0", "--warn=no-atom-undefined", *(["--opt-mode=optN"] if request["optima"] else [])],
        logger=lambda _code, message: messages.append(message.strip()),
    )
    counts = _Counts() if request["stats"] else None
    if counts:
        control.register_observer(counts)
    begin = perf_counter()
    try:
        control.add("base", [], request["program"])
        with ProgramBuilder(control) as builder:
            for name, text in request["rules"]:
                for statement in parse_rules(Path(name), text):
                    builder.add(statement)
        control.ground([("base", [])])
    except MemoryError:
        yield {"memory": True}
        return
    except RuntimeError as error:
        yield {"memory": True} if "bad_alloc" in str(error) else {"messages": messages or [str(error)]}
        return
    if messages:
        yield {"messages": messages}
        return
    grounded = perf_counter()
    yield {}
    _limit_time(None)
    found = _solve(control, request)
    if counts:
        found["stats"] = {
            "grounding": round(grounded - begin, 3), "solving": round(perf_counter() - grounded, 3),
            **counts.by_predicate(control),
            "choices": control.statistics["solving"]["solvers"]["choices"],
            "conflicts": control.statistics["solving"]["solvers"]["conflicts"],
        }  # fmt: skip
    yield found


def _solve(control: Control, request: dict[str, Any]) -> dict[str, Any]:
    """The answer sets that are asked for; of those with a cost the best only."""
    best: list[dict[str, Any]] = []
    proved: list[dict[str, Any]] = []
    end = None if request["time"] is None else perf_counter() + request["time"]
    stopped = False
    with control.solve(yield_=True, async_=True) as handle:
        while not stopped:
            handle.resume()
            while not handle.wait(_LOOKS) and not stopped:
                stopped = end is not None and perf_counter() > end
            model = None if stopped else handle.model()
            if model is None:
                break
            found = {"atoms": [str(each) for each in model.symbols(shown=True)], "cost": list(model.cost)}
            if not model.cost:
                best.append(found)
            elif model.optimality_proven:
                proved.append(found)
            else:
                best = [found]
            if request["most"] and len(proved or best) == request["most"] and (proved or not model.cost):
                break
        if stopped:
            handle.cancel()
        complete = not stopped and bool(handle.get().exhausted)
    return {"answers": proved or best, "complete": complete, "proved": bool(proved) or complete, "stopped": stopped}


class _Counts(Observer):
    """Counts the ground rules and facts of each predicate."""

    def __init__(self) -> None:
        self._rules: dict[int, int] = {}

    def rule(self, choice: bool, head: Any, body: Any) -> None:
        """Note a ground rule by what it derives."""
        for atom in head:
            self._rules[atom] = self._rules.get(atom, 0) + 1

    def by_predicate(self, control: Control) -> dict[str, Any]:
        """For each predicate how many atoms and rules it has."""
        found: dict[str, list[int]] = {}
        for atom in control.symbolic_atoms:
            symbol: Symbol = atom.symbol
            each = found.setdefault(f"{symbol.name}/{len(symbol.arguments)}", [0, 0])
            each[0] += 1
            each[1] += self._rules.get(atom.literal, 0)
        return {"predicates": found}


def _limit_memory(gigabytes: float) -> None:
    """Have the system hold this process to its memory, where it can."""
    _limit("RLIMIT_AS", math.ceil(gigabytes * 2**30))


def _limit_time(seconds: float | None) -> None:
    """Have the system end this process after some time, even if its parent is gone."""
    _limit("RLIMIT_CPU", None if seconds is None else math.ceil(process_time() + seconds))


def _limit(name: str, wanted: int | None) -> None:
    try:
        import resource
    except ImportError:  # there is no such thing on Windows
        return
    what = getattr(resource, name)
    _, most = resource.getrlimit(what)
    bounded = wanted is not None and (most == resource.RLIM_INFINITY or wanted < most)
    resource.setrlimit(what, (wanted if bounded and wanted is not None else most, most))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
