"""Many numbered questions, asked one after another by a forked process, which is watched and replaced."""

from __future__ import annotations

import json
import mmap
import os
import select
import struct
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence

from fuzz.apart import end_group
from support.time_limit import LOOK, TimeLimit

RENEWED = 4000
"""The number of questions after which the process is replaced: clingo never forgets a symbol."""


def faults(fault: Callable[[int], str | None], numbers: Sequence[int], seconds: float) -> Iterator[tuple[int, str]]:
    """Ask about some numbers, and give those that something is wrong with, and what.

    Args:
        fault: what is wrong with a number; an error of it is a fault, too.
        numbers: the numbers.
        seconds: a question that takes longer is ended, and so at fault; `TimeLimit` explains them.
    """
    place = 0
    while place < len(numbers):
        part = numbers[place : place + RENEWED]
        with mmap.mmap(-1, 8) as done:
            yield from _by_one_process(fault, part, done, seconds)
            place += struct.unpack("q", done[:])[0]


def _by_one_process(
    fault: Callable[[int], str | None], numbers: Sequence[int], done: mmap.mmap, seconds: float
) -> Iterator[tuple[int, str]]:
    """Ask about numbers until the process ends, and say in `done` how many that were."""
    here, there = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process == 0:
        os.close(here)
        os.setsid()
        _ask(fault, numbers, done, there)
    os.close(there)
    last, limit, late = 0, TimeLimit(process, seconds), False
    with os.fdopen(here, "rb") as stream:
        while not late:
            ready, _, _ = select.select([stream], [], [], LOOK)
            if ready:
                line = stream.readline()
                if not line:
                    break
                yield tuple(json.loads(line))
                continue
            now = struct.unpack("q", done[:])[0]
            if now != last:
                last, limit = now, TimeLimit(process, seconds)
            late = limit.is_over()
    if late:
        end_group(process)
    _, status = os.waitpid(process, 0)
    count = struct.unpack("q", done[:])[0]
    if count < len(numbers):
        how = (
            f"no answer in {seconds:g} s of a processor"
            if late
            else f"the process ended: {os.waitstatus_to_exitcode(status)}"
        )
        yield numbers[count], how
        done[:] = struct.pack("q", count + 1)


def _ask(fault: Callable[[int], str | None], numbers: Sequence[int], done: mmap.mmap, there: int) -> None:
    try:
        with os.fdopen(there, "w") as stream:
            for count, number in enumerate(numbers, 1):
                try:
                    output = fault(number)
                except BaseException:
                    output = traceback.format_exc()
                if output:
                    print(json.dumps((number, output)), file=stream, flush=True)
                done[:] = struct.pack("q", count)
    finally:
        os._exit(0)
