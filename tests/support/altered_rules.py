"""All rules as a copy in which one rule is altered."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from shadowmate.asp import folders


def alter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, rule: str, altered: str) -> None:
    """Have all rules be a copy in which one rule of `core/` is altered."""
    rules = tmp_path / "rules"
    shutil.copytree(folders.builtin_root(), rules)
    path = rules / "core" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(rule) == 1
    path.write_text(text.replace(rule, altered), encoding="utf-8")
    monkeypatch.setattr(folders, "builtin_root", lambda: rules)
