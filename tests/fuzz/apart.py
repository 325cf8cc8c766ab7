"""Work done in a forked process, which is as warm as this one, and may break down, run on or be killed."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from support.time_limit import LOOK, TimeLimit


class Ended(Enum):
    """How a process ended."""

    ITSELF = auto()
    KILLED = auto()
    TOO_LATE = auto()


@dataclass(frozen=True, slots=True)
class End:
    """The end of a process.

    Attributes:
        how: how it ended.
        output: what it gave, or the traceback of an error; where it gave nothing, how it ended.
        signal: the signal that ended it.
    """

    how: Ended
    output: str | None
    signal: int = 0


def apart(work: Callable[[], str | None], seconds: float) -> End:
    """Do some work in a forked process; `TimeLimit` explains the seconds."""
    here, there = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process == 0:
        try:
            os.close(here)
            os.setsid()
            with os.fdopen(there, "w") as stream:
                stream.write(json.dumps(_output(work)))
        finally:
            os._exit(0)
    os.close(there)
    content, limit, late = b"", TimeLimit(process, seconds), False
    while not late:
        ready, _, _ = select.select([here], [], [], LOOK)
        if ready:
            part = os.read(here, 1 << 16)
            if not part:
                break
            content += part
        else:
            late = limit.is_over()
    os.close(here)
    end_group(process)
    _, status = os.waitpid(process, 0)
    if late:
        return End(Ended.TOO_LATE, f"no answer in {seconds:g} s of a processor")
    if not content:
        return End(Ended.KILLED, f"ended by signal {os.WTERMSIG(status)}", os.WTERMSIG(status))
    return End(Ended.ITSELF, json.loads(content))


def end_group(process: int) -> None:
    """End a process that leads a group, and all that it has started in it."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:  # it has not come so far as to lead one
        os.kill(process, signal.SIGKILL)


def _output(work: Callable[[], str | None]) -> str | None:
    try:
        return work()
    except BaseException:
        return traceback.format_exc()
