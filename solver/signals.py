"""What a command does when it is asked to end, by Ctrl-C or by whatever ends processes."""

from __future__ import annotations

import os
import signal
from contextlib import suppress


def end_at_once(*_: object) -> None:
    """What Ctrl-C does where there is nothing to tidy up, or where it is pressed once more."""
    with suppress(OSError):
        os.write(2, b"interrupted\n")
    os._exit(3)


def hear_signals() -> None:
    """Have Ctrl-C end the command with exit code 3, and whatever else asks it to end do as Ctrl-C does."""
    signal.signal(signal.SIGINT, end_at_once)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:  # nohup has it ignored
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))
    if hasattr(signal, "SIGPIPE"):
        # Who reads no further, as `head` does, ends the command in silence, as is the custom.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
