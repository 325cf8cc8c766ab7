"""Where an item of an array is: of numba's arrays, and of those of numba_items.py."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils


def place(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    """Where an item of an array is, as LLVM has it."""
    return builder.gep(cgutils.create_struct_proxy(kind)(context, builder, array).data, [index])
