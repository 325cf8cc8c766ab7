"""The kernel compiled by what numba offers to everyone: slower to compile, the same answers.

`numba_private.py` overrides methods of numba that the next release may change. Where it does not load, or
`SHADOWMATE_NUMBA=public` asks for it, this stands in for it: each function is an ordinary one of numba's, which links
and keeps it in its own way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any, get_origin, get_type_hints

import numba
import numpy as np
from numba import types

from . import cache

_PLAIN = {int: types.int64, bool: types.boolean}


class Library:
    """Functions that Python calls; the arguments are those of `library.Library`."""

    def __init__(self, name: str, modules: Sequence[str]) -> None:
        self.name = name
        self.modules = modules
        self._entries: list[Any] = []
        self._loaded = False

    def entry(self, function: Callable[..., Any]) -> Any:
        """Have a function in it that Python calls."""
        self._entries.append(inner(function))
        return self._entries[-1]

    def is_loaded(self) -> bool:
        """Whether this process has compiled them."""
        return self._loaded

    def is_kept(self) -> bool:
        """Whether all of them are on disk."""
        return (cache.kernel_folder() / f"{self.name}.public").exists()

    def is_being_made(self) -> bool:
        """Whether another process compiles them just now: that is unknown."""
        return False

    def load(self) -> None:
        """Have the functions ready with annotations; others are compiled when they are called."""
        for module in self.modules:
            import_module(module)
        for each in self._entries:
            hints = get_type_hints(each.py_func, include_extras=True)
            arguments = [_numba_type(hints[name]) for name in inspect.signature(each.py_func).parameters]
            if None not in arguments:
                each.compile(tuple(arguments))
        self._loaded = True
        if cache.keeps_kernel():
            (cache.kernel_folder() / f"{self.name}.public").touch()


def inner(function: Callable[..., Any], **options: Any) -> Any:
    """A function that only compiled ones call; numba's own options may be added."""
    if cache.keeps_kernel() and not numba.config.CACHE_DIR:
        numba.config.CACHE_DIR = str(cache.kernel_folder())
    return numba.njit(nogil=True, error_model="numpy", cache=cache.keeps_kernel(), **options)(function)


def _numba_type(hint: Any) -> Any:
    """What numba calls a type; None if that is left open."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) is Annotated:
        (dtype,) = hint.__metadata__
        return dtype and types.Array(numba.from_dtype(np.dtype(dtype)), 1, "C")
    fields = [_numba_type(each) for each in get_type_hints(hint, include_extras=True).values()]
    return None if None in fields else types.NamedTuple(fields, hint)
