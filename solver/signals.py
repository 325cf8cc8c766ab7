"""How a command ends on Ctrl-C and other signals, and what Ctrl-C must not break off."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from concurrent.futures import Future

_UNREAD = 141
"""The exit code of a command whose answer is not read, as shells give it."""


def end_at_once(*_: object) -> None:
    """The effect of Ctrl-C where there is nothing to tidy up, or of a second Ctrl-C."""
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(3)


def end_unread() -> NoReturn:
    """The effect of a reader of the answer that stops early, such as `head`: the command ends without a message.

    It ends by the signal of a broken pipe, as is usual. The signal stays ignored until then, because a pipe to another
    process breaks too when that process is killed, and then there is more to do.
    """
    with suppress(AttributeError, ValueError):  # where there is no such signal, or in another thread
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)
    os._exit(_UNREAD)


def forget_interrupt() -> None:
    """Keep Python from ending as if a Ctrl-C that was handled had killed it.

    One that ends an `exec` of a text, as when a dataclass is made, is remembered until the next `exec`, and `python -m`
    then ends by the signal, whatever the exit code.
    """
    exec("")


def may_hear() -> bool:
    """Whether Ctrl-C can have an effect of a command's own: not in a thread beside the main one, and not where it is
    ignored because another process hears it.
    """
    return current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def hear_signals() -> None:
    """Make Ctrl-C end the command with exit code 3, and other signals for ending a process act as Ctrl-C does."""
    signal.signal(signal.SIGINT, end_at_once)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # nohup ignores this signal
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Within it Ctrl-C is only recorded; its usual effect follows at the end.

    clingo ends the whole process if a callback of its solving is interrupted.
    """
    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is None:  # interrupts concern the main thread only
        yield
        return
    pressed = False

    def press(_signal: int, _frame: object) -> None:
        nonlocal pressed
        pressed = True

    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)


def wait_for(
    some: Collection[Future[Any]], seconds: float | None = None, *, first: bool = False
) -> tuple[set[Future[Any]], set[Future[Any]]]:
    """Wait for work in threads or processes: what is done, and what is not. Ctrl-C has its effect afterwards.

    A wait that is broken off keeps the locks of some of the work, which then never ends.

    Args:
        some: the work.
        seconds: how long to wait; None until it is done.
        first: whether a part that is done is enough.
    """
    from concurrent.futures import FIRST_COMPLETED, wait  # not needed by most commands

    with deferred_interrupts():
        found = wait(some, seconds, FIRST_COMPLETED) if first else wait(some, seconds)
    return found.done, found.not_done
