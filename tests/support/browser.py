"""Debian's Chromium, with WebGL by software; tests that need it are skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

WEBGL = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
"""Flags of Chromium for WebGL by software."""


@contextmanager
def chromium(flags: Sequence[str] = WEBGL) -> Iterator[Any]:
    """The browser, as playwright has it, started with some flags."""
    sync = pytest.importorskip("playwright.sync_api", reason="needs playwright: pip install -e '.[browser]'")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs Debian's Chromium: apt-get install chromium")
    with sync.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *flags])
        yield found
        found.close()
