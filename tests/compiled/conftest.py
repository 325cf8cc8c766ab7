"""Empty folders to keep compiled things in."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.kept import KERNEL


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to keep things in. The kernel stays where it is, as it takes long to compile."""
    found = tmp_path / "cache"
    found.mkdir()
    KERNEL.mkdir(parents=True, exist_ok=True)
    (found / KERNEL.name).symlink_to(KERNEL)
    monkeypatch.setenv("SHADOWMATE_CACHE", str(found))
    return found


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to keep things in, without the kernel."""
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path / "empty"))
    return tmp_path / "empty"
