"""Arrays that need memory only where they are touched."""

from __future__ import annotations

import mmap
import sys
from typing import Any

import numpy as np

from ..compiled.kernel.entries import Entries

_NO_RESERVE = 0x4000 if sys.platform == "linux" else 0  # MAP_NORESERVE, which Python names from 3.13 on


def untouched(size: int, kind: Any) -> Entries:
    """Entries that are 0, and may be more than the machine has memory for."""
    kind = np.dtype(kind)
    flags = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE} if sys.platform != "win32" else {}
    found: Entries = np.frombuffer(mmap.mmap(-1, size * kind.itemsize, **flags), kind)
    return found
