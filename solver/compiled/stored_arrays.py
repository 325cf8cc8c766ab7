"""Arrays by name as bytes: a line that describes them, then their items. Reading copies nothing.

NumPy's own container is a ZIP file with a header for each array, which needs a millisecond an array to open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import accumulate
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Arrays: TypeAlias = Mapping[str, NDArray[Any]]

_ALIGNED = 16
"""Every array begins at a multiple of this many bytes from the end of the first line."""


def packed(arrays: Arrays) -> bytes:
    """Arrays of numbers or texts as bytes."""
    forms = [(name, array.dtype.str, array.shape) for name, array in arrays.items()]
    parts: list[bytes | memoryview] = [json.dumps(forms).encode(), b"\n"]
    for array in map(np.ascontiguousarray, arrays.values()):
        parts += [array.view(np.uint8).data, bytes(-array.nbytes % _ALIGNED)]
    return b"".join(parts)


def unpacked(data: bytes) -> dict[str, NDArray[Any]]:
    """The arrays that `packed` has written, which cannot be changed."""
    head = data[: data.index(b"\n")]
    forms = [(name, np.dtype(kind), shape) for name, kind, shape in json.loads(head)]
    sizes = [kind.itemsize * prod(shape) for _, kind, shape in forms]
    places = accumulate((size + -size % _ALIGNED for size in sizes), initial=len(head) + 1)
    return {
        name: np.frombuffer(data, kind, prod(shape), place).reshape(shape)
        for (name, kind, shape), place in zip(forms, places, strict=False)
    }
