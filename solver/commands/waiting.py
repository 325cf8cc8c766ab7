"""What commands do during long work: they show progress, and end on Ctrl-C."""

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
from ..signals import may_hear

_A_MOMENT = 2.0
"""Work that takes longer than this many seconds is announced."""

PERIOD = 10.0
"""Seconds between lines of progress where there is no terminal."""

PROGRESS = "SHADOWMATE_PROGRESS"
"""The environment variable that turns progress off."""


def shows_progress() -> bool:
    """Whether to show progress on standard error. `SHADOWMATE_PROGRESS=off` turns it off.

    Raises:
        OptionError: if that variable is neither on nor off.
    """
    chosen = os.environ.get(PROGRESS) or "on"
    if chosen not in ("on", "off"):
        raise OptionError(f"{PROGRESS}: expected on or off, not {quoted(chosen)}")
    return chosen == "on"


def warm_up(found: Game) -> None:
    """Load the kernel. If it has to be compiled first, print that on standard error."""
    from ..compiled.cache import keeps_kernel
    from ..compiled.engine_choice import engine_of

    engine = engine_of(found)
    if engine.is_warm():
        return
    once = ", once for this installation" if keeps_kernel() else ""
    text = f"compiling the kernel{once}: twenty seconds, or more on a busy machine"
    if engine.is_being_warmed():
        text = "waiting for another process that is compiling the kernel"
    if shows_progress():
        print(text, file=sys.stderr)
    with progress("compiling the kernel"):
        engine.warm_up()


@contextmanager
def reading_rules(whose: str, seconds: float, gigabytes: float) -> Iterator[None]:
    """Within it, rules from outside are loaded. A note on standard error reports a long load."""
    if not shows_progress():
        yield
        return
    text = f"loading {whose}, in at most {seconds:g} seconds and {gigabytes:g} GB (--rules-time, --rules-memory)"

    def show() -> None:
        if not sys.stderr.isatty():
            print(text, file=sys.stderr, flush=True)
            return
        from rich.console import Console

        shown.enter_context(Console(stderr=True).status(text))

    with ExitStack() as shown, _after(_A_MOMENT, show):
        yield


@contextmanager
def _after(seconds: float, do: Callable[[], object]) -> Iterator[None]:
    """Within it, something is done once, by another thread, after a time."""
    timer = Timer(seconds, do)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Within it, the first Ctrl-C only makes the function that it gives return True. A second one interrupts as
    usual. Where Ctrl-C cannot be heard, the function never does.
    """
    if not may_hear():
        yield lambda: False
        return
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


class TimeLimit:
    """A time limit, from now on, for work that can be stopped by Ctrl-C alone.

    Args:
        seconds: the limit; None for none.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds, self._start = seconds, monotonic()

    @property
    def is_over(self) -> bool:
        """Whether that time has passed."""
        return self._seconds is not None and monotonic() - self._start >= self._seconds

    @contextmanager
    def interrupts(self) -> Iterator[None]:
        """Within it, the work is interrupted as by Ctrl-C at the end of the time, where Ctrl-C can be heard."""
        if self._seconds is None or not may_hear():
            yield
            return
        with _after(self._seconds, lambda: os.kill(os.getpid(), signal.SIGINT)):
            yield

    def check(self) -> None:
        """Interrupt the work between two parts of it after the end of the time, where Ctrl-C cannot be heard.

        Raises:
            KeyboardInterrupt: as Ctrl-C does.
        """
        if self.is_over and not may_hear():
            raise KeyboardInterrupt


@contextmanager
def progress(what: str, before: str = "") -> Iterator[Callable[[int, int | None, object], None]]:
    """Progress on standard error: a bar on a terminal, otherwise a line every ten seconds.

    Args:
        what: the name of the work.
        before: a text before the last result.

    Yields:
        A function for how much is done, of how much, and the last result.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    text = what

    def say(done: int, total: int | None, last: object) -> None:
        nonlocal text
        text = ", ".join(filter(None, [what, _share(done, total), f"{before}{last}" if last else ""]))
        if shown:
            bar.update(task, completed=done, total=total, description=text)

    wanted = shows_progress()
    shown = wanted and console.is_terminal
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task(what, total=None)
        with _lines(lambda: text) if wanted and not shown else nullcontext():
            yield say


def _share(done: int, total: int | None) -> str:
    """How much is done, if that is known."""
    if total is None:
        return f"{done} so far" if done else ""
    return f"{done} of {total}"


@contextmanager
def _lines(say: Callable[[], str]) -> Iterator[None]:
    """Within it, a thread prints progress on standard error now and then."""
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
