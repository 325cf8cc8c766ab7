"""The layout of tests: their folders, and what they may import."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.paths import ROOT, TESTS

FILES = sorted(TESTS.rglob("*.py"))
OF_NO_FOLDER = {TESTS, TESTS / "games", TESTS / "mutation", TESTS / "fuzz", TESTS / "translation"}
"""Folders of tests that are not about one folder of the package."""


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, in full."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TESTS).as_posix())
def test_nothing_imports_tests(path: Path) -> None:
    """No module imports a test file. Shared code is in support/, oracles/ or mutation/."""
    parts = {part for module in imported(path) for part in module.split(".")}
    assert not {part for part in parts if part.startswith("test_") or part == "conftest"}


@pytest.mark.parametrize("path", sorted((TESTS / "oracles").glob("*.py")), ids=lambda path: path.stem)
def test_oracles_are_independent(path: Path) -> None:
    """Oracles are plain Python. Their answers do not come from the code under test."""
    roots = {module.split(".")[0] for module in imported(path)}
    assert roots <= {"oracles", *sys.stdlib_module_names}


def test_folders_are_those_of_the_package() -> None:
    folders = {path.parent for path in FILES if path.name.startswith("test_")} - OF_NO_FOLDER
    assert {folder.name for folder in folders} <= {path.parent.name for path in (ROOT / "solver").glob("*/__init__.py")}
