"""The process that grounds and solves questions: started once, asked many times, and ended when it exceeds its
limits.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer
from types import TracebackType
from typing import Any

from clingo.ast import ASTType

from ..asp.messages import split_message
from ..asp.rule_text import parse_rules
from ..checking.outside import DEFAULT_LIMITS, RulesLimits
from ..errors import RulesError
from .growth import growing

_WORKER = f"{__package__}.worker"
_INCREMENT = re.compile(r"\[#inc_\w+\];?")
"""How clingo shows of which part a rule is."""
_GROWS = "this rule derives new terms from what it derives, as n(X+1) :- n(X) does; a bound such as X < 100 ends that"
_COMBINES = "does a rule have too many combinations of values?"
_OUT_OF_TIME = -signal.SIGXCPU if hasattr(signal, "SIGXCPU") else None
"""The exit code of a process that the system ended because it had used its processor time; Windows has none."""
_MOST = 3
"""The number of rules that a message names as a possible cause, at most."""


class Process:
    """A process that answers questions; use it in a `with` statement.

    Args:
        limits: time to ground one question, and memory in all.
    """

    def __init__(self, limits: RulesLimits = DEFAULT_LIMITS) -> None:
        self._limits = limits
        self._process: Any = None

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """End the process; the next question starts another."""
        if self._process is not None:
            self._process.kill()
            with suppress(OSError):
                self._process.communicate()
            self._process = None

    def ask(
        self,
        program: str,
        rules: Sequence[tuple[str, str]],
        most: int | None = 1,
        optimises: bool = False,
        stats: bool = False,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Ground and solve a program.

        Args:
            program: the game and the position.
            rules: a user's own rules, each text with the name of its file.
            most: how many answer sets to find at most; all if it is None.
            optimises: whether there is a best answer.
            stats: whether to count what is grounded.
            seconds: time limit for the search after grounding.

        Raises:
            RulesError: naming file and line of rules that clingo refuses, or that exceed the limits.
        """
        request = {
            "program": program, "rules": list(rules), "most": most, "optima": optimises and most != 1, "stats": stats,
            "seconds": self._limits.seconds, "time": seconds,
        }  # fmt: skip
        try:
            grounded = self._exchange(request)
            found = self._read() if grounded == {} else None
        except BaseException:
            self.end()
            raise
        if found is not None:
            return found
        if grounded is None or "messages" not in grounded:  # the process has ended, or must
            self.end()
        if grounded is not None and "time" in grounded:
            raise RulesError(*_too_much(rules, f"{self._limits.seconds:g} seconds", "time"))
        if grounded is not None and "memory" in grounded:
            raise RulesError(*_too_much(rules, f"{self._limits.gigabytes:g} GB of memory", "memory"))
        if grounded is not None and "messages" in grounded:
            raise RulesError(*map(clingo_text, grounded["messages"]))
        raise RulesError(
            f"{rules[0][0] if rules else 'the rules'}: the process that solves them broke down; is there enough memory?"
        )

    def _exchange(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Send a request, and wait for the result of its grounding; None if the process has ended for another reason
        than the time limit."""
        process, is_late = self._running(), Event()

        def expire() -> None:
            is_late.set()
            process.kill()

        late = Timer(self._limits.seconds_to_wait, expire)
        late.start()
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            found = self._read()
        except BrokenPipeError:
            found = None
        finally:
            late.cancel()
        if found is None and (is_late.is_set() or process.wait() == _OUT_OF_TIME):
            return {"time": True}
        return found

    def _read(self) -> dict[str, Any] | None:
        """A line of the other process; None if it has ended."""
        line = self._running().stdout.readline()
        found: dict[str, Any] | None = json.loads(line) if line else None
        return found

    def _running(self) -> Any:
        import subprocess  # which takes long to import

        if self._process is None:
            self._process = subprocess.Popen(
                (sys.executable, "-P", "-m", _WORKER, str(self._limits.gigabytes)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
                start_new_session=True,  # Ctrl-C is for this process, which ends the other one
            )
        return self._process


def _too_much(rules: Sequence[tuple[str, str]], how_much: str, what: str) -> list[str]:
    """The message that grounding needs too much. It names the rules that may be the cause, if they are found."""
    more = f"--rules-{what}, in Python rules_{what}, allows more"
    message = f"grounding the rules exceeds {how_much} ({more})"
    statements = [each for name, text in rules for each in parse_rules(Path(name), text)]
    found = growing(statements)
    places = [(rule.location.begin.filename, rule.location.begin.line) for rule in found[:_MOST]]
    if places:
        return [f"{file}:{line}: {message}; {_GROWS}" for file, line in dict.fromkeys(places)]
    bodied = [each for each in statements if each.ast_type == ASTType.Rule and each.body]
    if len(bodied) == 1:
        where = bodied[0].location.begin
        return [f"{where.filename}:{where.line}: {message}; {_COMBINES}"]
    return [f"{', '.join(dict.fromkeys(name for name, _ in rules)) or 'the rules'}: {message}; {_COMBINES}"]


def clingo_text(message: str) -> str:
    """A message of clingo's in the form of ours."""
    place = split_message(_INCREMENT.sub("", message))
    return f"{place[0]}:{place[1]}: {' '.join(place[2].split())}" if place else message
