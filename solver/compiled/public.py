"""The kernel compiled by what numba offers to everyone: slower to compile, the same answers.

`numba_private.py` overrides methods of numba that the next release may change. Where it does not load, or
`SHADOWMATE_NUMBA=public` asks for it, this stands in for it: each function is an ordinary one of numba's, which links
and keeps it in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from . import cache

MAKES_CODE = False
"""`compiled` gives functions."""


def is_kept(name: str) -> bool:
    """Whether all functions of that name are on disk."""
    return _mark(name).exists()


def function(inner: Any) -> Any:
    """What compiles a function (`library.Inner`)."""
    if cache.keeps_kernel() and not numba.config.CACHE_DIR:
        numba.config.CACHE_DIR = str(cache.kernel_folder())
    made = numba.njit(nogil=True, error_model="numpy", cache=cache.keeps_kernel(), **inner.targetoptions)
    return made(inner.py_func)


def compiled(name: str, wanted: Sequence[tuple[Any, Any]]) -> dict[str, Callable[..., Any]]:
    """Functions (`library.Entry`), each for the types of its arguments, by name."""
    for entry, some in wanted:
        entry.to_compile.compile(tuple(map(_numba_type, some)))
    if cache.keeps_kernel():
        _mark(name).touch()
    return {entry.name: entry.to_compile for entry, _ in wanted}


def _mark(name: str) -> Path:
    """The file that marks them."""
    return cache.kernel_folder() / f"{name}.public"


def _numba_type(some: Any) -> Any:
    """What numba calls a type (`library.Type`)."""
    if isinstance(some, np.dtype):
        return types.Array(numba.from_dtype(some), 1, "C")
    if isinstance(some, tuple):
        kind, fields = some
        return types.NamedTuple(list(map(_numba_type, fields)), kind)
    return {int: types.int64, bool: types.boolean}[some]
