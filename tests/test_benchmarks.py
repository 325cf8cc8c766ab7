"""Every benchmark can be started."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.paths import ROOT

BENCHMARKS = sorted((ROOT / "benchmarks").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("path", BENCHMARKS, ids=lambda path: path.stem)
def test_its_imports_are_there(path: Path) -> None:
    done = subprocess.run([sys.executable, str(path), "--help"], capture_output=True, text=True, timeout=60)
    if "No module named 'chess'" in done.stderr and find_spec("chess") is None:
        pytest.skip("it compares with python-chess")
    assert done.returncode == 0 and done.stdout, done.stderr
