"""Notes about rules are kept for other processes, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from shadowmate.asp import rule_notes
from shadowmate.asp.rule_notes import Notes


@pytest.fixture(autouse=True)
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path / "cache"))


def noted(notes: Notes, *questions: str) -> list[str]:
    """Which of some questions had to be answered anew."""
    anew: list[str] = []
    for each in questions:
        assert notes.noted(each, lambda each=each: anew.append(each) or len(each)) == len(each)  # type: ignore[misc]
    return anew


def test_what_is_kept_is_not_found_again() -> None:
    first = Notes("some")
    assert noted(first, "a", "bb", "a") == ["a", "bb"]
    assert noted(Notes("some"), "a") == ["a"]  # not kept yet
    first.keep()
    assert noted(Notes("some"), "a", "ccc") == ["ccc"]
    assert noted(Notes("others"), "a") == ["a"]


def test_what_others_have_kept_meanwhile_stays() -> None:
    one, other = Notes("some"), Notes("some")
    noted(one, "a")
    noted(other, "bb")
    one.keep()
    other.keep()
    assert noted(Notes("some"), "a", "bb") == []


def test_another_version_of_what_finds_answers_has_notes_of_its_own(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    for text in ("1", "2"):
        module.write_text(text)
        notes = Notes("some", tmp_path)
        assert noted(notes, "a") == ["a"]
        notes.keep()


@pytest.mark.parametrize("keep_bytes", [0, 1, 32, -1])
def test_damaged_notes_are_made_again(tmp_path: Path, keep_bytes: int) -> None:
    first = Notes("some")
    noted(first, "a")
    first.keep()
    (kept,) = (tmp_path / "cache" / "notes").iterdir()
    kept.write_bytes(kept.read_bytes()[:keep_bytes])
    assert noted(Notes("some"), "a") == ["a"]


def test_too_many_notes_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_notes, "_MOST", 2)
    first = Notes("some")
    noted(first, "a", "bb", "ccc")
    first.keep()
    second = Notes("some")
    assert noted(second, "a") == ["a"]
    second.keep()
    assert noted(Notes("some"), "a", "bb") == ["bb"]


def test_too_many_notes_begin_anew_in_a_process_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither its memory nor the file grows."""
    monkeypatch.setattr(rule_notes, "_MOST", 2)
    going_on = Notes("some")
    for number in range(1, 9):
        noted(going_on, "a" * number)
        going_on.keep()
        assert len(going_on._known) <= 2 and len(Notes("some")._known) <= 2
    assert noted(Notes("some"), "a" * 8) == []


def test_an_answer_is_given_though_another_thread_has_read_the_file_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = Notes("some")

    def find() -> int:
        notes.__dict__["_known"] = {}  # as it is if two threads read it at once
        return 1

    assert notes.noted("a", find) == 1


def test_notes_that_are_read_count_as_used(tmp_path: Path) -> None:
    first = Notes("some")
    noted(first, "a")
    first.keep()
    (kept,) = (tmp_path / "cache" / "notes").iterdir()
    os.utime(kept, (0, 0))
    assert noted(Notes("some"), "a") == [] and kept.stat().st_mtime > 0


def test_a_folder_that_cannot_be_written_to_costs_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path / "file"))
    notes = Notes("some")
    assert noted(notes, "a") == ["a"]
    notes.keep()
    assert noted(notes, "a") == []
