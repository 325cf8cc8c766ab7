"""The command line as a user runs it, in a forked process: its streams, its end, and how it took that."""

from __future__ import annotations

import io
import os
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NoReturn

from fuzz.apart import end_group
from shadowmate.commands.app import end_at_once, main
from support.time_limit import LOOK, TimeLimit

_ASKED_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

LATE = 1000
"""The exit code of what has been ended because it took too long."""


@dataclass(frozen=True, slots=True)
class Call:
    """A command, and the world it is run in.

    Attributes:
        arguments: the command.
        input: what is on standard input; None if nothing is ever written there.
        before: done in the process of the command before it starts: changes its environment, streams and limits.
        signals: how many seconds after the start which signal is sent, to the process or (negative) its group.
        reads: the number of bytes of standard output read before the reader leaves; None for all.
        real: whether a fresh interpreter is started, which takes longer.
    """

    arguments: Sequence[str]
    input: bytes = b""
    before: Callable[[], None] = lambda: None
    signals: Sequence[tuple[float, int]] = ()
    reads: int | None = None
    real: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """How a command has ended.

    Attributes:
        code: its exit code, or -N for a signal N.
        out: what it wrote to standard output, as far as that was read.
        err: what it wrote to standard error.
    """

    code: int
    out: bytes
    err: str


def call(asked: Call, folder: Path, seconds: float) -> Done:
    """Run a command in a folder; `TimeLimit` explains the seconds."""
    here_in, there_out, there_err = os.pipe(), os.pipe(), os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    # Until it is the command, nothing in its process has asked for signals.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ASKED_TO_END)
    process = os.fork()
    if process == 0:
        try:  # whatever comes, it never goes on as what it was forked from
            for number, end in ((0, here_in[0]), (1, there_out[1]), (2, there_err[1])):
                os.dup2(end, number)
            os.closerange(3, 256)
            os.setsid()
            os.chdir(folder)
            _become(asked)
        finally:
            os._exit(1)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKED_TO_END)
    for end in (here_in[0], there_out[1], there_err[1]):
        os.close(end)
    _feed(here_in[1], asked.input)
    late, out, err = _listen(process, asked, there_out[0], there_err[0], seconds)
    if late:
        end_group(process)
    _, status = os.waitpid(process, 0)
    with suppress(ProcessLookupError):  # what it may have left running
        os.killpg(process, signal.SIGKILL)
    return Done(LATE if late else os.waitstatus_to_exitcode(status), out, err.decode(errors="replace"))


def _feed(end: int, content: bytes) -> None:
    """Write to standard input without waiting for a reader."""

    def write() -> None:
        with suppress(BrokenPipeError), os.fdopen(end, "wb") as stream:
            stream.write(content)

    if len(content) < 1 << 15:
        write()
    else:
        threading.Thread(target=write, daemon=True).start()


def _listen(process: int, asked: Call, out: int, err: int, seconds: float) -> tuple[bool, bytes, bytes]:
    """Read what a process writes, and send it signals; gives whether it is late, and what it wrote."""
    began = time.monotonic()
    waiting = sorted(asked.signals)
    output = {out: b"", err: b""}
    open_ends = [out, err]
    limit, late = TimeLimit(process, seconds), False
    while open_ends and not late:
        due = max(0.0, began + waiting[0][0] - time.monotonic()) if waiting else LOOK
        ready, _, _ = select.select(open_ends, [], [], min(due, LOOK))
        for end in ready:
            part = os.read(end, 1 << 16)
            output[end] += part
            if not part or (end == out and asked.reads is not None and len(output[out]) >= asked.reads):
                os.close(end)
                open_ends.remove(end)
        if not ready and waiting and time.monotonic() >= began + waiting[0][0]:
            _, number = waiting.pop(0)
            with suppress(ProcessLookupError):
                os.kill(process, number) if number > 0 else os.killpg(process, -number)
        elif not ready and not waiting:
            late = limit.is_over()
    for end in open_ends:
        os.close(end)
    return late, output[out], output[err]


def _become(asked: Call) -> NoReturn:
    """Be the command: what Python does from its start to its end."""
    code = 1
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        asked.before()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKED_TO_END if asked.real else ())
        if asked.real:
            os.execv(sys.executable, [sys.executable, "-m", "shadowmate", *asked.arguments])
        sys.argv = ["shadowmate", *asked.arguments]
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            stream = _stream(number, "r" if number == 0 else "w")
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)  # the command replaces the streams that Python opened
        code = _ended()
    finally:
        os._exit(code)


def _stream(number: int, mode: str) -> io.TextIOWrapper | None:  # type: ignore[return]
    with suppress(OSError):
        os.fstat(number)
        coded, _, errors = os.environ.get("PYTHONIOENCODING", "").partition(":")
        errors = "backslashreplace" if number == 2 else errors or "strict"
        return open(number, mode, encoding=coded or "utf-8", errors=errors, closefd=False)  # type: ignore[return-value]


def _ended() -> int:
    try:
        # Signals that have come meanwhile arrive here, now that the command has stated how it handles them.
        signal.signal(signal.SIGINT, end_at_once)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ASKED_TO_END)
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1 if end.code else 0
    except BaseException:
        traceback.print_exc()
        code = 1
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading._shutdown()  # type: ignore[attr-defined]  # the interpreter waits for threads, too
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError) as error:
            print(f"Exception ignored at the end: {error}", file=sys.stderr)
            code = 120
    return code


def any_moment(random: Random, seconds: float) -> float:
    """A moment of the first seconds, more often an early one."""
    return seconds * random.random() ** random.choice((1, 1, 3))
