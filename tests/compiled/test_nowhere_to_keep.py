"""Folders that cannot be used and disks that are full cost only time."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from shadowmate import files
from shadowmate.api import game_objects
from shadowmate.compiled import cache, engine_choice
from shadowmate.errors import NotKeptWarning
from support.cli import run
from support.kept import engine, finish, library, start, tables

UNKEPT = r"kernel and tables cannot be kept in .*: .*; they are made anew .* SHADOWMATE_CACHE names another folder"


@pytest.mark.slow
def test_a_folder_with_the_name_of_the_file_costs_only_time(folder: Path) -> None:
    engine("fide")
    (path,) = tables(folder)
    path.unlink()
    path.mkdir()
    with pytest.warns(NotKeptWarning, match=UNKEPT):
        assert not engine("fide").compilation.kept
    assert tables(folder) == [path]


UNUSABLE = ["file", "file/below", "link", "x" * 300]
"""Folders that even root cannot use: a file, below a file, a link to itself, a name too long."""


@pytest.fixture(params=UNUSABLE)
def unusable(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to keep things in, in which nothing can be kept."""
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("link")
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path / request.param))
    return tmp_path


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_costs_only_time(unusable: Path) -> None:
    for _ in range(2):
        with pytest.warns(NotKeptWarning, match=UNKEPT):
            assert not engine("fide").compilation.kept


@pytest.mark.slow
def test_a_command_reports_once_that_it_cannot_store(unusable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel of this process is compiled, but it looks as if it could not be stored."""
    monkeypatch.setattr(cache, "_kernel_obstacle", lambda: cache.obstacle(cache.kernel_folder(), 1))
    for _ in range(2):
        engine_choice.compiled_engine.cache_clear()
        game_objects._game.cache_clear()
        code, out, err = run("mate", "fide: white Kf6 Ra1 black Kh7", "--in", "2", "--no-tables")
        assert code == 0 and out.startswith("mate in 2")
        (note,) = [line for line in err.splitlines() if line.startswith("note: ")]
        assert re.fullmatch(f"note: {UNKEPT}", note) and "once for this installation" not in err
    assert sorted(path.name for path in unusable.iterdir()) == ["file", "link"]


def test_without_a_home_nothing_is_kept_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process has no home directory: platformdirs returns a path that starts with ~."""
    monkeypatch.delenv("SHADOWMATE_CACHE", raising=False)
    monkeypatch.setattr(files, "user_cache_path", lambda name: Path("~", ".cache", name))
    monkeypatch.chdir(tmp_path)
    with pytest.warns(NotKeptWarning, match=UNKEPT):
        engine("fide")
    assert not list(tmp_path.iterdir())


@contextmanager
def full_disk() -> Iterator[None]:
    """The disk seems full: no file grows. It ends with the test, as pytest may report to a file."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_kernel_that_the_disk_has_no_room_for(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is compiled although the disk is full, and does not count as stored."""
    monkeypatch.setattr(cache, "_lost", [])
    monkeypatch.setattr(cache, "_kernel_obstacle", lambda: None)
    made, two, _, _ = library()
    with full_disk(), pytest.warns(NotKeptWarning, match=UNKEPT):
        assert two(40, 2) == 42
    assert not made.is_kept() and not cache.keeps_kernel()


def test_tables_that_the_disk_has_no_room_for(folder: Path) -> None:
    with full_disk(), pytest.warns(NotKeptWarning, match=UNKEPT):
        assert not engine("fide").compilation.kept
    assert tables(folder) == []


@pytest.mark.slow
def test_no_room_is_noticed_before(tmp_path: Path) -> None:
    assert cache.obstacle(tmp_path / "made", 1) is None
    huge = cache.obstacle(tmp_path, 1 << 60)
    assert huge and huge.errno == errno.ENOSPC
    with full_disk():
        assert cache.obstacle(tmp_path, 1) is not None


@pytest.mark.slow
def test_a_kernel_that_cannot_be_kept_costs_only_time(tmp_path: Path) -> None:
    """The kernel is compiled in memory, and nothing is written anywhere."""
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "SHADOWMATE_CACHE": str(tmp_path / "file" / "below"), "HOME": str(tmp_path)}
    code, out, err = finish(start(environment))
    assert (code, out) == (0, "61 3615\n") and "NotKeptWarning" in err
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]
