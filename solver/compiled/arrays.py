"""What an array is to the kernel: where its items are, and how many.

numba's own arrays have seven parts, each handed on by every call, and an index is looked at for whether it counts from
the end. Nothing in the kernel does that, and what numba has to write of it is half of all that LLVM is given to read.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import NativeValue, lower_builtin, models, register_model, unbox


class Items(types.Type):
    """A contiguous array of one dimension, whose items are numbered from 0 only."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Items({dtype})")


@register_model(Items)
class _Model(models.StructModel):
    def __init__(self, manager: Any, kind: Items) -> None:
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), ("length", types.intp)])


@unbox(Items)
def _from_python(kind: Items, item: Any, c: Any) -> NativeValue:
    native = types.Array(kind.dtype, 1, "C")
    found = c.unbox(native, item)
    array = c.context.make_array(native)(c.context, c.builder, found.value)
    made = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    made.data, made.length = array.data, array.nitems
    return NativeValue(made._getvalue(), is_error=found.is_error, cleanup=found.cleanup)


@infer_global(operator.getitem)
class _Get(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index = args
        return signature(array.dtype, array, types.intp) if _are(array, index) else None


@infer_global(operator.setitem)
class _Set(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index, _ = args
        return signature(types.none, array, types.intp, array.dtype) if _are(array, index) else None


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        (array,) = args
        return signature(types.intp, array) if isinstance(array, Items) else None


def _are(array: Any, index: Any) -> bool:
    return isinstance(array, Items) and isinstance(index, types.Integer)


def place(context: Any, builder: Any, kind: Items, array: Any, index: Any) -> Any:
    """Where an item of an array is, as LLVM has it."""
    return builder.gep(cgutils.create_struct_proxy(kind)(context, builder, array).data, [index])


@lower_builtin(operator.getitem, Items, types.intp)
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.unpack_value(builder, sig.return_type, place(context, builder, sig.args[0], *args))


@lower_builtin(operator.setitem, Items, types.intp, types.Any)
def _set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array, index, value = args
    context.pack_value(builder, sig.args[2], value, place(context, builder, sig.args[0], array, index))


@lower_builtin(len, Items)
def _length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0]).length
