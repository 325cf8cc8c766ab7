"""When to give up on a process: by what it does, not by the clock, so that a busy machine changes nothing."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import psutil

LOOK = 0.5
"""Seconds between two looks at a process."""

_AT_REST = {psutil.STATUS_SLEEPING, psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD, psutil.STATUS_STOPPED}
"""States in which a process does nothing. One that waits for a processor or a disk is in none of them."""


class TimeLimit:
    """How long to wait for a process and all that it starts.

    It is over when they have used a number of seconds of processor time, or when all of them sleep and have used none
    for as many seconds. Whoever waits calls `is_over` about twice a second.

    Args:
        process: its number.
        seconds: of processor time, or of sleep.
    """

    def __init__(self, process: int, seconds: float) -> None:
        self._process, self._seconds = process, seconds
        self._begun = self._last = self._spent()[0]
        self._idle = 0.0

    def is_over(self) -> bool:
        """Whether to give up now."""
        spent, rests = self._spent()
        self._idle = self._idle + LOOK if rests and spent == self._last else 0.0
        self._last = spent
        return spent - self._begun > self._seconds or self._idle > self._seconds

    def _spent(self) -> tuple[float, bool]:
        """The processor time that all of them have used, and whether all are at rest."""
        spent, rests = 0.0, True
        with suppress(psutil.NoSuchProcess):
            leader = psutil.Process(self._process)
            for each in (leader, *leader.children(recursive=True)):
                with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                    spent += sum(each.cpu_times()[:4])  # its own, and that of children that have ended
                    rests = rests and each.status() in _AT_REST
        return spent, rests


def communicate(process: subprocess.Popen[str], seconds: float = 60) -> tuple[str, str]:
    """What a process writes until its end; one that needs too much processor time or sleeps on is killed.

    Raises:
        AssertionError: if it had to be killed.
    """
    limit = TimeLimit(process.pid, seconds)
    while True:
        try:
            return process.communicate(timeout=LOOK)
        except subprocess.TimeoutExpired:
            if limit.is_over():
                process.send_signal(signal.SIGKILL)
                out, err = process.communicate()
                raise AssertionError(f"no end in {seconds:g} s: {out}{err}") from None


def wait_until(reached: Callable[[], bool], process: subprocess.Popen[str], seconds: float = 240) -> None:
    """Wait until something is so, while a process runs.

    Raises:
        AssertionError: if the process ends before, needs too much processor time or sleeps on.
    """
    limit = TimeLimit(process.pid, seconds)
    for look in count():
        if reached():
            return
        assert process.poll() is None, process.communicate()
        assert look % 25 or not limit.is_over()
        time.sleep(LOOK / 25)
