"""The instructions that numba writes for bits.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from .bits import lowest, popcount


def _of_word(_context: Any) -> Callable[[Any], Any]:
    def typed(word: Any) -> Any:
        return types.int64(types.int64)

    return typed


type_callable(popcount)(_of_word)
type_callable(lowest)(_of_word)


@lower_builtin(popcount, types.int64)
def _popcount(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


@lower_builtin(lowest, types.int64)
def _lowest(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
    return count_zeros(builder, args[0])


def count_zeros(builder: Any, word: Any) -> Any:
    """The instruction for the number of zeros below the lowest bit set."""
    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))
