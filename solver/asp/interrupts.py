"""Delayed Ctrl-C. clingo ends the whole process if a callback of its solving is interrupted."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Within it Ctrl-C is only recorded; its usual effect follows at the end."""
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
