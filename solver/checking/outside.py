"""Rules from outside the package are tried in a process of their own before they are used.

clingo may need any time for rules, and grounding cannot be interrupted. The other process has limits of time and
memory, and Ctrl-C ends it. Rules with mistakes are refused. Others are not tried again: a mark
is stored by the digest of their text.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from shlex import quote
from threading import Lock
from typing import IO, TYPE_CHECKING

import clingo

from ..asp.folders import ENTRY, find_game, is_builtin
from ..asp.rule_files import digest
from ..asp.stored_verdicts import once
from ..errors import RulesError

if TYPE_CHECKING:
    import subprocess

_TRIAL = f"{__package__}.rules_trial"
_HOST = f"{__package__}.host"
TOO_LARGE = 3
"""The exit code of the other process if it exceeded its memory; 0 if the rules came to an end."""

_HINT = "does a rule make more and more atoms, as n(X+1) :- n(X) does, or is the board too large?"


@dataclass(frozen=True, slots=True)
class RulesLimits:
    """Limits for reading rules from outside the package and trying them on the initial array.

    Attributes:
        seconds: how much processor time it may need, where the system supports such a limit.
        gigabytes: memory limit, where the system supports one.
    """

    seconds: float = 30
    gigabytes: float = 2

    @property
    def seconds_to_wait(self) -> float:
        """How long to wait for the end, by the clock: other programs may keep the processors busy."""
        return 10 * self.seconds


DEFAULT_LIMITS = RulesLimits()


def try_game(
    name: str, readings: tuple[str, ...], extra: tuple[Path, ...], limits: RulesLimits = DEFAULT_LIMITS
) -> None:
    """Try the rules of the game called `name`, if they are among those in `extra`.

    Raises:
        UnknownGameError: if there is no such game.
        RulesError: if they have mistakes under these readings, or exceed the limits.
    """
    if extra:
        _try(find_game(name, extra), ("read", *readings), limits)


def try_checking(folder: Path, limits: RulesLimits = DEFAULT_LIMITS) -> None:
    """Try what `check_rules` does with the rules in a folder.

    Raises:
        RulesError: if it exceeds the limits.
    """
    _try(folder, ("check",), limits)


def try_beside(file: Path, module: str, limits: RulesLimits = DEFAULT_LIMITS) -> None:
    """Try what a module does with a file beside a game's rules, if these are not the package's.

    Args:
        file: such as claims about the game.
        module: the module, which takes its arguments as `rules_trial.py` does, and ends as it does.
        limits: its limits.

    Raises:
        RulesError: if it exceeds them; other mistakes are found when the file is used.
    """
    with suppress(OSError):  # reported when the file is used
        _try(file.parent, (file.name,), limits, module, sha256(file.read_bytes()).hexdigest())


def _try(folder: Path, what: Sequence[str], limits: RulesLimits, module: str = _TRIAL, more: str = "") -> None:
    if not (folder / ENTRY).is_file() or is_builtin(folder):
        return
    known_by = clingo.__version__, digest(folder), *what, more
    once(known_by, lambda: _try_now(folder, what, limits, module), Path(__file__).parent)


def _try_now(folder: Path, what: Sequence[str], limits: RulesLimits, module: str) -> None:
    """Try rules in another process, and refuse those with mistakes.

    Raises:
        RulesError: with the mistakes, or if that process did not end as it should.
    """
    if found := _run(folder, what, limits, module):
        mistakes = [f"{folder / path}:{line}: {message}" for path, line, message in json.loads(found)]
        raise RulesError(*mistakes, others=f"`shadowmate check-rules {quote(str(folder))} --all` lists them")


def _run(folder: Path, what: Sequence[str], limits: RulesLimits, module: str = _TRIAL) -> str:
    """Try rules in another process, wait for its end, and give what it printed.

    Raises:
        RulesError: if it did not end as it should.
    """
    arguments = (str(limits.seconds), str(limits.gigabytes), str(folder.absolute()), *what)
    try:
        code, text, complaints = _trial(module, arguments, limits.seconds_to_wait)
    except TimeoutError:
        raise RulesError(_too_long(folder, limits)) from None
    except OSError as error:
        raise RulesError(f"{folder}: no process can be started to try the rules: {error}") from error
    if code == TOO_LARGE:
        more = "--rules-memory, in Python rules_memory, allows more"
        raise RulesError(f"{folder}: the rules exceed {limits.gigabytes:g} GB of memory ({more}); {_HINT}")
    if code == -getattr(signal, "SIGXCPU", 0) != 0:
        raise RulesError(_too_long(folder, limits))
    if code:
        last = complaints.strip().rpartition("\n")[2][:200]
        how = f"exit code {code}{f', {last}' if last else ''}"
        raise RulesError(f"{folder}: the process that tried the rules broke down ({how}); are terms nested too deep?")
    return text


def _trial(module: str, arguments: Sequence[str], seconds: float) -> tuple[int, str, str]:
    """Run a module in another process: its exit code, and what it printed as output and as errors.

    Raises:
        TimeoutError: if it has not ended in time.
        OSError: if no process can be started.
    """
    if hasattr(os, "fork"):
        return _host().trial(module, arguments, seconds)
    import subprocess  # which takes longer to import than most of what is asked of games of the package

    with _process(module, *arguments) as process:
        try:
            text, complaints = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise TimeoutError from None
        finally:
            process.kill()
    return process.returncode, text.decode(errors="replace"), complaints.decode(errors="replace")


def _process(module: str, *arguments: str, stdin: int | None = None) -> subprocess.Popen[bytes]:
    """Start a module of the package in a process of its own."""
    import subprocess

    return subprocess.Popen(
        (sys.executable, "-P", "-m", module, *arguments),
        stdin=stdin or subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if stdin is None else subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
        start_new_session=True,  # Ctrl-C is for this process, which ends the other one
    )


class _Host:
    """The process that stays and forks for each trial (`host.py`); it ends with this one, or if a trial runs late."""

    def __init__(self) -> None:
        self._owner = os.getpid()
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def trial(self, module: str, arguments: Sequence[str], seconds: float) -> tuple[int, str, str]:
        """As `_trial`; if there is no answer, the process is ended, and the next trial starts another."""
        asked = json.dumps({"module": module, "arguments": arguments, "environment": dict(os.environ)})
        with self._lock:
            answer = b""
            try:
                stdin, stdout = self._pipes()
                stdin.write(asked.encode() + b"\n")
                stdin.flush()
                if not select.select([stdout], [], [], seconds)[0]:
                    raise TimeoutError
                answer = stdout.readline()
            finally:
                if not answer:
                    self.end()
        if not answer:
            return 1, "", "it gave no answer"
        found = json.loads(answer)
        return found["code"], found["output"], found["complaints"]

    def end(self) -> None:
        """End the process, with a trial that may be running in it."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()
        process.wait()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        import subprocess

        if self._process is None or self._process.poll() is not None:
            self.end()
            self._process = _process(_HOST, stdin=subprocess.PIPE)
        assert self._process.stdin and self._process.stdout
        return self._process.stdin, self._process.stdout


@cache
def _host() -> _Host:
    """The host of this process; a fork of this process gets its own."""
    host = _Host()
    atexit.register(host.end)
    os.register_at_fork(after_in_child=_host.cache_clear)
    return host


def _too_long(folder: Path, limits: RulesLimits) -> str:
    more = "--rules-time, in Python rules_time, allows more"
    return f"{folder}: reading the rules exceeds {limits.seconds:g} seconds ({more}); {_HINT}"
