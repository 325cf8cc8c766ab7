"""What commands do while something takes long: show progress, and end at Ctrl-C."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from threading import Event, Thread, Timer
from time import monotonic

from ..errors import OptionError, quoted
from ..play.game import Game

_A_MOMENT = 2.0
"""After so many seconds it is time to say what takes so long."""

PERIOD = 10.0
"""Seconds between lines of progress where there is no terminal."""

_VARIABLE = "SHADOWMATE_PROGRESS"
"""The environment variable that turns progress off."""


def shows_progress() -> bool:
    """Whether to show progress on standard error: not if the environment has `SHADOWMATE_PROGRESS=off`.

    Raises:
        OptionError: if that variable is neither on nor off.
    """
    chosen = os.environ.get(_VARIABLE) or "on"
    if chosen not in ("on", "off"):
        raise OptionError(f"{_VARIABLE}: expected on or off, not {quoted(chosen)}")
    return chosen == "on"


def warm_up(found: Game) -> None:
    """Have the kernel ready; where it has to be compiled first, say so on standard error."""
    from ..compiled.cache import keeps_kernel
    from ..compiled.choosing import engine_of

    engine = engine_of(found)
    if engine.is_warm():
        return
    once = ", once for this installation" if keeps_kernel() else ""
    said = f"compiling the kernel{once}: twenty seconds, or more if the machine is busy"
    if engine.is_being_warmed():
        said = "waiting for another process that is compiling the kernel"
    if shows_progress():
        print(said, file=sys.stderr)
    with progress("compiling the kernel"):
        engine.warm_up()


@contextmanager
def reading_rules(whose: str, seconds: float, gigabytes: float) -> Iterator[None]:
    """Within it, rules from outside are read; if that takes more than a moment, standard error says so."""
    if not shows_progress():
        yield
        return
    said = f"reading {whose}, in at most {seconds:g} seconds and {gigabytes:g} GB (--rules-time, --rules-memory)"
    shown = ExitStack()

    def show() -> None:
        if not sys.stderr.isatty():
            print(said, file=sys.stderr, flush=True)
            return
        from rich.console import Console

        shown.enter_context(Console(stderr=True).status(said))

    timer = Timer(_A_MOMENT, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        shown.close()


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Within it, a first Ctrl-C only makes the function it gives say True; a second one is as ever."""
    pressed = False

    def press(_signal: int, _frame: object) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(what: str, before: str = "") -> Iterator[Callable[[int, int | None, object], None]]:
    """How far something is, on standard error: a bar on a terminal, elsewhere a line every ten seconds.

    Args:
        what: what is being done.
        before: what is said before the last that was found.

    Yields:
        A function that takes how much is done, of how much, and what was found last.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    said = what

    def say(done: int, total: int | None, last: object) -> None:
        nonlocal said
        said = ", ".join(filter(None, [what, _share(done, total), f"{before}{last}" if last else ""]))
        if shown:
            bar.update(task, completed=done, total=total, description=said)

    wanted = shows_progress()
    shown = wanted and console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task(what, total=None)
        with _lines(lambda: said) if wanted and not shown else nullcontext():
            yield say


def _share(done: int, total: int | None) -> str:
    """How much is done, if anything is known of it."""
    if total is None:
        return f"{done} so far" if done else ""
    return f"{done} of {total}"


@contextmanager
def _lines(say: Callable[[], str]) -> Iterator[None]:
    """Within it, what is being done is said on standard error now and then, by a thread that is woken by the clock."""
    ended = Event()
    started = monotonic()
    stream = sys.stderr

    def run() -> None:
        while not ended.wait(PERIOD):
            print(f"{say()}, {monotonic() - started:.0f} s", file=stream, flush=True)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
