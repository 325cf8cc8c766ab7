"""Arrays as compiled functions have them: a place and a length.

numba's own arrays have seven parts, each handed on by every call, and an index is looked at for whether it counts from
the end. What numba has to write of arrays is half of all that LLVM is given to read.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.typing import signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, models, register_model

from .item_place import place


class Items(types.Type):
    """A contiguous array of one dimension, whose items are numbered from 0 only."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Items({dtype})")


@register_model(Items)
class _Model(models.StructModel):
    def __init__(self, manager: Any, kind: Items) -> None:
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), ("length", types.intp)])


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
