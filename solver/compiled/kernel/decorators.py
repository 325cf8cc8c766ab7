"""How the functions of the kernel are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba import config, njit
from numba.core.caching import FunctionCache

from ..cache import keeps_kernel, kernel_folder, lose

F = TypeVar("F", bound=Callable[..., Any])


class _Cache(FunctionCache):
    """Keeps a compiled function on disk; if that fails, as on a full disk, it is there all the same."""

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            lose(error)


def kernel(function: F) -> F:
    """Compile a function that only the kernel calls: without the interpreter's lock, and kept on disk."""
    return _compile(function, no_cpython_wrapper=True)


def entry(function: F) -> F:
    """Compile a function of the kernel that Python calls too."""
    return _compile(function)


def part(function: F) -> F:
    """Compile a function as a part of each that calls it: where a call would take longer than what it does.

    So a function that calls itself can be written as several: numba cannot keep on disk functions that call each other.
    """
    return _compile(function, no_cpython_wrapper=True, inline="always")


def _compile(function: F, **options: Any) -> F:
    # numba notices by itself only changes of the function's own file, not of those it calls; so what is
    # compiled is kept in a folder named for the whole kernel.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(kernel_folder())
    try:
        # The kernel allocates nothing, so it need not count references (_nrt).
        options |= {"no_cfunc_wrapper": True, "_nrt": False, "error_model": "numpy"}
        compiled: Any = njit(nogil=True, **options)(function)
        if keeps_kernel():
            compiled._cache = _Cache(function)  # what `cache=True` does
        return compiled
    finally:
        config.CACHE_DIR = before
