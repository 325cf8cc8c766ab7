"""The widget in JupyterLab itself; skipped where that is not installed (pip install jupyterlab)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.explorer import waits_for

pytestmark = pytest.mark.slow

_SOURCES = [
    "import shadowmate as sm\nposition = sm.position('fide: white Kf6 Ra1 black Kh7')\nposition.explore()",
    "sm.solve(position, '#2').explore()",
]


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a notebook with two widgets."""
    pytest.importorskip("jupyterlab", reason="needs JupyterLab: pip install jupyterlab")
    folder = tmp_path_factory.mktemp("jupyter")
    cells = [
        {
            "cell_type": "code",
            "id": f"cell{number}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": each,
        }
        for number, each in enumerate(_SOURCES)
    ]
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "python3", "display_name": ""}}}
    (folder / "try.ipynb").write_text(json.dumps({**content, "cells": cells}), encoding="utf-8")
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    options = [
        "--no-browser",
        "--port=0",
        "--allow-root",
        f"--ServerApp.root_dir={folder}",
        "--IdentityProvider.token=t",
    ]
    command = [sys.executable, "-m", "jupyterlab", *options]
    server = subprocess.Popen(command, env={**os.environ, **own}, stderr=subprocess.DEVNULL)
    try:
        while not (found := list((folder / "RUNTIME").glob("jpserver-*.json"))):
            assert server.poll() is None
            time.sleep(0.2)
        yield f"{_written(found[0])['url']}lab/tree/try.ipynb?token=t"
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)


def _written(file: Path) -> Any:
    """What a file has, once it is written."""
    while not (text := file.read_text(encoding="utf-8")).endswith("}"):
        time.sleep(0.1)
    return json.loads(text)


def test_two_widgets_work_in_a_notebook(browser: Any, notebook: str) -> None:
    """A mate is played in one, a solution stepped through in the other, and their keys do nothing to the notebook."""
    window = browser.new_page(viewport={"width": 1280, "height": 900})
    window.goto(notebook, wait_until="domcontentloaded")
    window.get_by_text("| Idle").wait_for()
    window.get_by_role("menuitem", name="Run", exact=True).click()
    window.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    window.locator(".explorer .board").nth(1).wait_for(timeout=120_000)  # the first search may compile the kernel
    cells = window.locator(".jp-Notebook .jp-Cell").count()
    played, solved = window.locator(".explorer").nth(0), window.locator(".explorer").nth(1)
    assert all(shown.get_by_label("Play", exact=True).is_checked() for shown in (played, solved))
    for start, end, words in (("a1", "g1", "Ra1-g1"), ("h7", "h6", "Kh7-h6"), ("g1", "h1", "checkmate: white has won")):
        played.locator(f"[data-cell={start}]").click()
        played.locator(f"[data-cell={end}]").click()
        waits_for(played, ".state", words)
    window.keyboard.press("b")
    waits_for(played, ".state", "2 of 3: Kh7-h6; white to move")
    played.get_by_role("button", name="Turn in space").click()
    assert played.locator("canvas").is_visible()
    solved.get_by_role("button", name="Next").click()
    waits_for(solved, ".state", "key Ra1-a8")
    solved.get_by_label("Ask", exact=True).check()
    solved.locator("[data-cell=h7]").click()
    waits_for(solved, ".answers", "Kh7, black")
    for key in ("ArrowLeft", "x", "n"):
        window.keyboard.press(key)
    waits_for(solved, ".state", "defence Kh7-h6")
    assert window.locator(".jp-Notebook .jp-Cell").count() == cells
    window.close()
