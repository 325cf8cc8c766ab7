"""What commands do while something takes long: show progress, and end at Ctrl-C."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Timer

from ..play.game import Game

_A_MOMENT = 2.0
"""After so many seconds it is time to say what takes so long."""


def warm_up(found: Game) -> None:
    """Have the kernel ready; where it has to be compiled first, say so on standard error."""
    from ..compiled.cache import keeps_kernel
    from ..compiled.choosing import engine_of

    engine = engine_of(found)
    if engine.is_warm():
        return
    from rich.console import Console

    console = Console(stderr=True)
    once = ", once for this installation" if keeps_kernel() else ""
    said = f"compiling the kernel{once}: half a minute, or more if the machine is busy"
    if not console.is_terminal:
        print(said, file=sys.stderr)
    with console.status(said):
        engine.warm_up()


@contextmanager
def reading_rules(whose: str, seconds: float, gigabytes: float) -> Iterator[None]:
    """Within it, rules from outside are read; if that takes more than a moment, standard error says so."""
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
def progress(what: str) -> Iterator[Callable[[int, int | None, object], None]]:
    """A progress bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def advance(done: int, total: int | None, best: object) -> None:
            bar.update(task, completed=done, total=total, description=f"{what}, best {best}" if best else what)

        yield advance
