"""How the functions of the kernel are compiled."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import OptionError, quoted

_VARIABLE = "SHADOWMATE_NUMBA"
"""The environment variable that chooses which parts of numba compile the kernel."""

if TYPE_CHECKING:
    from ..library import Library, inner
else:
    if (chosen := os.environ.get(_VARIABLE) or "private") not in ("private", "public"):
        raise OptionError(f"{_VARIABLE}: expected private or public, not {quoted(chosen)}")
    try:
        if chosen == "public":
            raise ImportError
        from ..library import Library, inner
    except (ImportError, AttributeError, TypeError):  # what numba keeps for itself has changed
        from ..public import Library, inner

F = TypeVar("F", bound=Callable[..., Any])

_MODULES = (
    "alphabeta", "attacks", "battle", "board", "candidates", "elimination", "generate", "goals", "help_play",
    "make_move", "passing", "perft_count", "endgame_steps", "survey", "turns", "winning", "evaluation",
)  # fmt: skip

KERNEL = Library("kernel", [f"{__package__}.{name}" for name in _MODULES])
"""All of the kernel, but for what makes endgame tables: that is compiled when there is one to make."""


def kernel(function: F) -> F:
    """Compile a function that only the kernel calls."""
    compiled: Any = inner(function)
    return compiled


def entry(function: F) -> F:
    """Compile a function of the kernel that Python calls too."""
    compiled: Any = KERNEL.entry(function)
    return compiled


def part(function: F) -> F:
    """Compile a function inline, into each function that calls it.

    So a recursive function can be written as several. If they called each other, numba would look them up at each call.
    """
    compiled: Any = inner(function, inline="always")
    return compiled
