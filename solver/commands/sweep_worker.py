"""What a worker of a sweep does: it runs commands in its own process."""

from __future__ import annotations

import os
from functools import partial
from threading import Lock

from typer.main import get_command

from ..sweeping.answering import Answered, Task, answered
from .app import app
from .claims import run_command
from .waiting import PROGRESS

_COMMANDS = get_command(app)

_ONE_AT_A_TIME = Lock()
"""Commands print on standard output, which the threads of a process share."""


def answer(task: Task, seconds: float | None = None) -> Answered:
    """Answer the cases of a task; see `answering.answered`."""
    os.environ[PROGRESS] = "off"
    with _ONE_AT_A_TIME:
        return answered(task, partial(run_command, _COMMANDS), seconds)
