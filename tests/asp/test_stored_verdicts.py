"""A check that rules have passed is not made again; one that they have failed is."""

from __future__ import annotations

from pathlib import Path

import pytest

from shadowmate.asp.stored_verdicts import once


def test_a_check_is_made_once_for_each_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path))
    made = []
    for key in ("a", "b", "a"):
        once(key, lambda key=key: made.append(key))  # type: ignore[misc]
    assert made == ["a", "b"]


def test_what_has_failed_is_checked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path))

    def fail() -> None:
        raise ValueError("wrong")

    for _ in range(2):
        with pytest.raises(ValueError, match="wrong"):
            once("a", fail)
