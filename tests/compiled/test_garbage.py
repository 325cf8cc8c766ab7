"""Whether Python looks for garbage while the kernel is compiled, and after that."""

from __future__ import annotations

import subprocess
import sys

import pytest

COMPILED = """
import gc, sys
import shadowmate
from shadowmate import garbage
from shadowmate.compiled import numba_private
from shadowmate.compiled.library import Library
made = Library("small", [])
@made.entry
def add(one: int, other: int) -> int:
    return one + other
if sys.argv[1] == "command":
    garbage.keep()
before = gc.get_freeze_count()
numba_private.compiled("small", made._with_types())
print(gc.isenabled(), gc.get_freeze_count() > before)
"""


@pytest.mark.parametrize(("whose", "is_kept"), [("user", False), ("command", True)])
def test_a_users_garbage_is_found_after_the_kernel_is_compiled(whose: str, is_kept: bool) -> None:
    """A command, which ends soon, does not look among all that the compiler has made."""
    done = subprocess.run([sys.executable, "-c", COMPILED, whose], capture_output=True, text=True, check=True)
    assert done.stdout == f"True {is_kept}\n"
