"""How the kernel is compiled, and sets of cells as words of 64 bits.

A set is a row of signed 64-bit words; cell c is bit c % 64 of word c // 64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic

from ..cache import keeps_kernel, kernel_folder

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a function that only the kernel calls: without the interpreter's lock, and kept on disk."""
    return _compile(function, inner=True)


def entry(function: F) -> F:
    """Compile a function of the kernel that Python calls too."""
    return _compile(function, inner=False)


def _compile(function: F, inner: bool) -> F:
    # numba notices by itself only changes of the function's own file, not of those it calls; so what is
    # compiled is kept in a folder named for the whole kernel.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(kernel_folder())
    try:
        # The kernel allocates nothing, so it need not count references (_nrt).
        options: dict[str, Any] = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True, "_nrt": False}
        compiled: F = njit(nogil=True, cache=keeps_kernel(), error_model="numpy", **options)(function)
        return compiled
    finally:
        config.CACHE_DIR = before


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    """How many bits of a word are set."""

    def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def lowest(_context: Any, _word: Any) -> Any:
    """The number of the lowest bit set in a word that is not 0."""

    def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build
