"""How the functions of the kernel are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..library import Inner, Library

F = TypeVar("F", bound=Callable[..., Any])

_MODULES = (
    "alphabeta", "attacks", "battle", "board", "candidates", "elimination", "generate", "goals", "help_play",
    "make_move", "passing", "perft_count", "endgame_steps", "survey", "turns", "winning", "evaluation", "bits_numba",
    "cells_numba",
)  # fmt: skip
_OF_PICTURES = ("picture_search", "piece_distances", "bits_numba", "cells_numba")

KERNEL, PICTURES = (
    Library(name, [f"{__package__}.{each}" for each in modules])
    for name, modules in (("kernel", _MODULES), ("pictures", _OF_PICTURES))
)
"""The kernel, and what lists the pictures of help play: compiled when there are some to list. So is each of the
functions that make endgame tables.
"""


def kernel(function: F) -> F:
    """Compile a function that only the kernel calls."""
    compiled: Any = Inner(function)
    return compiled


def entry(function: F) -> F:
    """Compile a function of the kernel that Python calls too."""
    compiled: Any = KERNEL.entry(function)
    return compiled


def seldom(function: F) -> F:
    """Compile a function that most games never call, outside the functions that call it.

    Otherwise the compiler puts its code into its only caller, which is slower then in every game.
    """
    compiled: Any = Inner(function, apart=True)
    return compiled


def part(function: F) -> F:
    """Compile a function inline, into each function that calls it.

    So a recursive function can be written as several. If they called each other, numba would look them up at each call.
    """
    compiled: Any = Inner(function, inline="always")
    return compiled
