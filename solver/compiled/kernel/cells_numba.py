"""What numba makes of the loops of cells.py: a type of its own for each, and the instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.extending import lower_builtin, models, register_model, type_callable

from ..item_place import place
from .bits_numba import count_zeros
from .cells import cells_common, cells_in, cells_of, cells_without

_INT64 = ir.IntType(64)
_NONE, _ONE = (ir.Constant(_INT64, number) for number in range(2))
_NO_WRAP = ("nuw", "nsw")
_WITHOUT, _COMMON = "without", "common"


class _Cells(types.SimpleIterableType):
    """The type of such cells: those of one set, those not in another, or those of both."""

    def __init__(self, mask: str = "") -> None:
        self.mask = mask
        super().__init__(f"cells({mask})", _Loop(mask))


class _Loop(types.SimpleIteratorType):
    """The type of a loop over them."""

    def __init__(self, mask: str) -> None:
        self.mask = mask
        super().__init__(f"loop({mask})", types.int64)


_PLACE = types.CPointer(types.int64)
_SETS = [("first", _PLACE), ("other", _PLACE), ("width", types.int64)]


@register_model(_Cells)
class _CellsModel(models.StructModel):
    """Where the words of both sets are, how many, and the number of the first and what it is."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [*_SETS, ("number", types.int64), ("left", types.int64)])


@register_model(_Loop)
class _LoopModel(models.StructModel):
    """The same, and where it is written which word is read and what is left of it."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [*_SETS, ("number", _PLACE), ("left", _PLACE)])


@type_callable(cells_of)
def _of(_context: Any) -> Callable[..., Any]:
    def typed(sets: Any, row: Any, width: Any) -> Any:
        return _Cells()(sets, types.int64, types.int64)

    return typed


@type_callable(cells_without)
def _without(_context: Any) -> Callable[..., Any]:
    def typed(sets: Any, row: Any, other: Any, width: Any) -> Any:
        return _Cells(_WITHOUT)(sets, types.int64, types.int64, types.int64)

    return typed


@type_callable(cells_common)
def _common(_context: Any) -> Callable[..., Any]:
    def typed(sets: Any, row: Any, others: Any, other: Any, width: Any) -> Any:
        return _Cells(_COMMON)(sets, types.int64, others, types.int64, types.int64)

    return typed


@type_callable(cells_in)
def _in(_context: Any) -> Callable[..., Any]:
    def typed(word: Any, number: Any) -> Any:
        return _Cells()(types.int64, types.int64)

    return typed


@lower_builtin(cells_of, types.VarArg(types.Any))
def _cells_of(ctx: Any, builder: Any, signature: Any, args: Any) -> Any:
    first = _row_at(ctx, builder, signature, args, 0, 1)
    return _cells(ctx, builder, signature, first, first, args[2])


@lower_builtin(cells_without, types.VarArg(types.Any))
def _cells_without(ctx: Any, builder: Any, signature: Any, args: Any) -> Any:
    first, other = (_row_at(ctx, builder, signature, args, 0, row) for row in (1, 2))
    return _cells(ctx, builder, signature, first, other, args[3])


@lower_builtin(cells_common, types.VarArg(types.Any))
def _cells_common(ctx: Any, builder: Any, signature: Any, args: Any) -> Any:
    first, other = (_row_at(ctx, builder, signature, args, array, array + 1) for array in (0, 2))
    return _cells(ctx, builder, signature, first, other, args[4])


@lower_builtin(cells_in, types.VarArg(types.Any))
def _cells_in(ctx: Any, builder: Any, signature: Any, args: Any) -> Any:
    found = cgutils.create_struct_proxy(signature.return_type)(ctx, builder)
    found.left, found.number = args
    found.width = _NONE
    return found._getvalue()


def _row_at(ctx: Any, builder: Any, signature: Any, args: Any, array: int, row: int) -> Any:
    """Where a row of an array starts, given which of the arguments they are."""
    return place(ctx, builder, signature.args[array], args[array], args[row])


def _cells(ctx: Any, builder: Any, signature: Any, first: Any, other: Any, width: Any) -> Any:
    found = cgutils.create_struct_proxy(signature.return_type)(ctx, builder)
    found.first, found.other, found.width, found.number = first, other, width, _NONE
    found.left = _word(builder, signature.return_type, found, _NONE)
    return found._getvalue()


def _word(builder: Any, kind: _Cells | _Loop, cells: Any, number: Any) -> Any:
    """One word of the cells to go through."""
    word = builder.load(builder.gep(cells.first, [number]))
    if not kind.mask:
        return word
    other = builder.load(builder.gep(cells.other, [number]))
    return builder.and_(word, builder.not_(other) if kind.mask == _WITHOUT else other)


@lower_builtin("getiter", _Cells)
def _begin(ctx: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The state of a loop before its first cell."""
    cells = cgutils.create_struct_proxy(signature.args[0])(ctx, builder, value=args[0])
    loop = cgutils.create_struct_proxy(signature.return_type)(ctx, builder)
    loop.first, loop.other, loop.width = cells.first, cells.other, cells.width
    loop.number, loop.left = (cgutils.alloca_once(builder, _INT64) for _ in range(2))
    builder.store(cells.number, loop.number)
    builder.store(cells.left, loop.left)
    return loop._getvalue()


@lower_builtin("iternext", _Loop)
@iternext_impl(RefType.UNTRACKED)
def _next(ctx: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    """Give the next cell: the lowest of what is left of the word, or of the next that is not empty."""
    (kind,) = signature.args
    loop = cgutils.create_struct_proxy(kind)(ctx, builder, value=args[0])
    look, turn_over, read, found, end, done = (
        builder.append_basic_block(name) for name in ("look", "turn_over", "read", "found", "end", "done")
    )
    builder.branch(look)

    builder.position_at_end(look)
    left = builder.load(loop.left)
    builder.cbranch(cgutils.is_null(builder, left), turn_over, found)

    builder.position_at_end(turn_over)
    number = builder.add(builder.load(loop.number), _ONE, flags=_NO_WRAP)
    builder.cbranch(builder.icmp_signed("<", number, loop.width), read, end)

    builder.position_at_end(read)
    builder.store(number, loop.number)
    builder.store(_word(builder, kind, loop, number), loop.left)
    builder.branch(look)

    builder.position_at_end(found)
    result.set_valid(cgutils.true_bit)
    start = builder.shl(builder.load(loop.number), ir.Constant(_INT64, 6), flags=_NO_WRAP)
    result.yield_(builder.add(start, count_zeros(builder, left), flags=_NO_WRAP))
    builder.store(builder.and_(left, builder.sub(left, _ONE)), loop.left)
    builder.branch(done)

    builder.position_at_end(end)
    result.set_valid(cgutils.false_bit)
    builder.branch(done)

    builder.position_at_end(done)
