"""When Python looks for garbage: not while imports and compilers make many objects that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_paused = False
_keeps = False


def pause() -> None:
    """Do not look for garbage until `resume`: of a process that begins."""
    global _paused
    _paused = True
    gc.disable()


def resume() -> None:
    """Look for garbage again after `pause`, but not among all that there is by now."""
    global _paused
    if _paused:
        _paused = False
        keep()
        gc.enable()


def keep() -> None:
    """Never look for garbage among all that there is by now."""
    global _keeps
    _keeps = True
    gc.freeze()


def keep_more() -> None:
    """The same in a process that has done so: a command, not a user's own program, whose garbage is to be found."""
    if _keeps:
        keep()


@contextmanager
def uncollected() -> Iterator[None]:
    """Within it, Python does not look for garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
