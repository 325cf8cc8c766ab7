"""What the command line imports before it knows what is asked: nothing that takes long."""

from __future__ import annotations

import subprocess
import sys


def test_the_help_needs_neither_numpy_nor_numba_nor_networkx() -> None:
    program = "import sys, shadowmate.commands.app; print(*({'numpy', 'numba', 'networkx', 'yaml'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
