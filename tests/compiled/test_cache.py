"""What is kept on disk: damage, two processes at once, folders that cannot be used."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest
from numpy.typing import NDArray

import shadowmate as sm
from shadowmate import files
from shadowmate.api import EngineName, games
from shadowmate.asp.ruleset import load
from shadowmate.commands import waiting
from shadowmate.compiled import cache, choosing
from shadowmate.compiled.engine import CompiledEngine
from shadowmate.compiled.library import Library
from shadowmate.compiled.tables import Numbers
from shadowmate.errors import NotKeptWarning
from shadowmate.files import alone
from support.cli import run
from support.paths import EXAMPLES

KERNEL = cache.kernel_folder()
ENGINES: tuple[EngineName, ...] = ("reference", "compiled")


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


def engine(name: str, *folders: Path) -> CompiledEngine:
    """A new compiled engine, which looks for its tables on disk."""
    return CompiledEngine(load(name, (), folders))


def tables(folder: Path) -> list[Path]:
    return list((folder / "tables").iterdir())


def same(first: CompiledEngine, second: CompiledEngine) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(first.arrays, second.arrays, strict=True))


# --- tables on disk -------------------------------------------------------------------------------------------


def test_tables_are_kept_and_read(folder: Path) -> None:
    first, second = engine("fide"), engine("fide")
    assert not first.compilation.kept and second.compilation.kept
    assert len(tables(folder)) == 1 and same(first, second)


def _flip(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "one byte": lambda data: data[:1],
    "first half": lambda data: data[: len(data) // 2],
    "last byte lost": lambda data: data[:-1],
    "first byte lost": lambda data: data[1:],
    "a byte changed": _flip,
    "nonsense": lambda data: b"nonsense" * 1000,
    "zeros": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_tables_are_made_anew(folder: Path, how: str) -> None:
    first = engine("fide")
    (path,) = tables(folder)
    path.write_bytes(DAMAGE[how](path.read_bytes()))
    second = engine("fide")
    assert not second.compilation.kept and same(first, second)
    assert engine("fide").compilation.kept and tables(folder) == [path]


def test_the_file_of_another_game_is_as_good_as_none(folder: Path) -> None:
    engine("fide")
    (first,) = tables(folder)
    engine("raumschach")
    (second,) = {*tables(folder)} - {first}
    first.write_bytes(second.read_bytes())
    assert cache.read(second) is not None and cache.read(first) is None


def test_no_byte_can_change_unnoticed(folder: Path) -> None:
    engine("fide")
    (path,) = tables(folder)
    data = path.read_bytes()
    rng = random.Random(3)
    for place in [*range(0, 200, 7), *(rng.randrange(len(data)) for _ in range(100))]:
        path.write_bytes(data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :])
        assert cache.read(path) is None


def add(one: int, other: int) -> int:
    return one + other


def larger(numbers: Numbers, limit: int) -> bool:
    return numbers[0] > limit


def head(either: Annotated[NDArray[Any], None]) -> int:
    return either[0]


def library() -> tuple[Library, Any, Any, Any]:
    """A library of two functions with one type each, and one whose argument is of any items."""
    made = Library("small", [])
    return made, made.entry(add), made.entry(larger), made.entry(head)


def test_a_library_is_kept_and_read(empty: Path) -> None:
    for kept in (False, True):
        made, two, one, _ = library()
        assert made.is_kept() == kept
        assert two(40, 2) == 42 and one(np.array([3], np.int32), 2)
    assert [path.name for path in cache.kernel_folder().iterdir() if not path.suffix] == ["small"]


def test_what_a_process_has_loaded_is_not_asked_of_the_disk_again(empty: Path) -> None:
    made, two, _, _ = library()
    assert not made.is_loaded() and two(40, 2) == 42 and made.is_loaded()
    (cache.kernel_folder() / "small").unlink()
    made.load()
    assert two(40, 2) == 42 and not made.is_kept()


def test_what_takes_several_types_is_compiled_for_each(empty: Path) -> None:
    made, _, _, some = library()
    for _ in range(2):
        assert some(np.array([300], np.uint16)) == 300 and some(np.array([7], np.uint8)) == 7
    assert not made.is_kept() and len(list(cache.kernel_folder().glob("head-*"))) == 4  # two, and their locks


@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_kernel_is_compiled_anew(empty: Path, how: str) -> None:
    library()[1](1, 1)
    path = cache.kernel_folder() / "small"
    path.write_bytes(DAMAGE[how](path.read_bytes()))
    made, two, _, _ = library()
    assert not made.is_kept() and two(40, 2) == 42 and made.is_kept()


COMPILING = """
import sys, time
from shadowmate.compiled import cache
def build():
    print("compiling", flush=True)
    time.sleep(float(sys.argv[1]))
    return b"made by " + sys.argv[2].encode()
print(cache.kept_code("small", build).decode(), flush=True)
"""


def compiling(seconds: float, name: str) -> subprocess.Popen[str]:
    """A process that needs something compiled, which takes it so long."""
    command = [sys.executable, "-c", COMPILING, str(seconds), name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("killed", [False, True])
def test_who_needs_what_another_process_compiles_waits_for_it(empty: Path, killed: bool) -> None:
    """And compiles it if that process is killed."""
    first = compiling(600 if killed else 5, "first")
    assert first.stdout and first.stdout.readline() == "compiling\n" and cache.is_being_made("small")
    second = compiling(0, "second")
    if killed:
        time.sleep(1)
        first.kill()
    assert second.communicate(timeout=60)[0] == ("compiling\nmade by second\n" if killed else "made by first\n")
    first.communicate(timeout=60)
    assert not cache.is_being_made("small") and cache.is_kept("small")


def test_a_command_says_whom_it_waits_for(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompiledEngine, "warm_up", lambda engine: None)
    monkeypatch.setattr(Library, "is_loaded", lambda library: False)  # as in a process that has just started
    game = sm.game("fide", engine="compiled")
    said = {}
    for busy in (False, True):
        stream = io.StringIO()
        with contextlib.redirect_stderr(stream):
            if busy:
                with alone(cache.kernel_folder() / "kernel.lock"):
                    waiting.warm_up(game)
            else:
                waiting.warm_up(game)
        said[busy] = stream.getvalue()
    assert said[False].startswith("compiling the kernel, once for this installation: ")
    assert said[True] == "waiting for another process that is compiling the kernel\n"


UNKEPT = r"kernel and tables cannot be kept in .*: .*; they are made anew .* SHADOWMATE_CACHE names another folder"


def test_a_folder_in_the_way_costs_only_time(folder: Path) -> None:
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


def test_a_folder_that_cannot_be_written_costs_only_time(unusable: Path) -> None:
    for _ in range(2):
        with pytest.warns(NotKeptWarning, match=UNKEPT):
            assert not engine("fide").compilation.kept


def test_a_command_says_once_what_it_cannot_keep(unusable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel of this process is ready, but seems to be such a one as could not be kept."""
    monkeypatch.setattr(cache, "_kernel_obstacle", lambda: cache.obstacle(cache.kernel_folder(), 1))
    for _ in range(2):
        choosing.compiled_engine.cache_clear()
        games._game.cache_clear()
        code, out, err = run("mate", "fide: white Kf6 Ra1 black Kh7", "--in", "2", "--no-tables")
        assert code == 0 and out.startswith("mate in 2")
        (note,) = [line for line in err.splitlines() if line.startswith("note: ")]
        assert re.fullmatch(f"note: {UNKEPT}", note) and "once for this installation" not in err
    assert sorted(path.name for path in unusable.iterdir()) == ["file", "link"]


def test_without_a_home_nothing_is_kept_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows a home for such a process: platformdirs gives a path that starts with ~, as it stands."""
    monkeypatch.delenv("SHADOWMATE_CACHE", raising=False)
    monkeypatch.setattr(files, "user_cache_path", lambda name: Path("~", ".cache", name))
    monkeypatch.chdir(tmp_path)
    with pytest.warns(NotKeptWarning, match=UNKEPT):
        engine("fide")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def full_disk() -> Iterator[Callable[[], None]]:
    """What makes the disk seem full: no file grows."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_kernel_that_the_disk_has_no_room_for(
    empty: Path, monkeypatch: pytest.MonkeyPatch, full_disk: Callable[[], None]
) -> None:
    """What cannot be kept is compiled all the same, and nobody thinks that it is kept."""
    monkeypatch.setattr(cache, "_lost", [])
    made, two, _, _ = library()
    full_disk()
    with pytest.warns(NotKeptWarning, match=UNKEPT):
        assert two(40, 2) == 42
    assert not made.is_kept() and not cache.keeps_kernel()


def test_tables_that_the_disk_has_no_room_for(folder: Path, full_disk: Callable[[], None]) -> None:
    full_disk()
    with pytest.warns(NotKeptWarning, match=UNKEPT):
        assert not engine("fide").compilation.kept
    assert tables(folder) == []


def test_no_room_is_noticed_before(tmp_path: Path, full_disk: Callable[[], None]) -> None:
    assert cache.obstacle(tmp_path / "made", 1) is None
    huge = cache.obstacle(tmp_path, 1 << 60)
    assert huge and huge.errno == errno.ENOSPC
    full_disk()
    assert cache.obstacle(tmp_path, 1) is not None


def test_what_was_killed_is_swept_up_at_the_next_start(folder: Path) -> None:
    engine("fide")
    left = folder / "tables" / ".shadowmate-part-0123456789abcdef"
    left.write_bytes(b"half")
    engine("fide")
    assert not left.exists()


@pytest.mark.slow
def test_a_kernel_that_cannot_be_kept_costs_only_time(tmp_path: Path) -> None:
    """It is compiled in memory, and nothing is written anywhere else."""
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "SHADOWMATE_CACHE": str(tmp_path / "file" / "below"), "HOME": str(tmp_path)}
    code, out, err = finish(start(environment))
    assert (code, out) == (0, "61 3615\n") and "NotKeptWarning" in err
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


PROGRAM = """
import shadowmate as sm
from shadowmate.compiled.perft import perft
start = sm.game("raumschach", engine="compiled").start()
print(len(start.legal_moves()), perft(start, 2))
"""


def start(environment: dict[str, str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def test_two_processes_at_once(folder: Path) -> None:
    processes = [start(dict(os.environ)) for _ in range(2)]
    assert [finish(process) for process in processes] == [(0, "61 3615\n", "")] * 2
    (path,) = tables(folder)
    assert path.suffix == ".tables" and engine("raumschach").compilation.kept


def test_tables_are_whole_at_any_time(folder: Path) -> None:
    """A reader finds all of a file, whoever writes it at that time."""
    made = engine("fide").arrays
    (path,) = tables(folder)
    stop = threading.Event()

    def rewrite() -> None:
        while not stop.is_set():
            cache.write(path, made)

    writers = [threading.Thread(target=rewrite) for _ in range(2)]
    for writer in writers:
        writer.start()
    found = [cache.read(path) for _ in range(100)]
    stop.set()
    for writer in writers:
        writer.join()
    assert None not in found and tables(folder) == [path]


def aged(path: Path, days: float) -> Path:
    """A thing that was last used so many days ago."""
    then = time.time() - days * 24 * 60 * 60
    os.utime(path, (then, then))
    return path


def old_kernel(folder: Path, name: str, days: float) -> Path:
    made = folder / f"kernel-{name}"
    (made / "below").mkdir(parents=True)
    (made / "below" / "code.nbc").write_bytes(b"code")
    return aged(made, days)


def test_what_nobody_uses_is_removed_when_something_new_is_kept(folder: Path) -> None:
    engine("fide")
    (used,) = tables(folder)
    fresh, stale = old_kernel(folder, "fresh", 5), old_kernel(folder, "stale", 100)
    other = folder / "endgames" / "table"
    other.parent.mkdir()
    other.write_bytes(b"kept by others")
    unused, part = (folder / "tables" / name for name in ("unused.tables", "unfinished.part"))
    for path in (unused, part, other):
        path.write_bytes(b"data")
        aged(path, 100)
    aged(used, 100)
    engine("fide")  # what is used is not old, and to read something is no reason to remove anything
    assert stale.exists() and unused.exists()
    engine("raumschach")
    assert fresh.exists() and not stale.exists()
    assert used.exists() and other.exists() and not unused.exists() and not part.exists()
    assert cache.kernel_folder().exists()


def test_the_kernel_in_use_is_not_removed(folder: Path) -> None:
    aged(KERNEL, 100)
    cache.prune()
    assert cache.kernel_folder().exists()
    cache.mark_used(KERNEL)
    assert KERNEL.stat().st_mtime > time.time() - 60


def test_many_may_remove_at_once(folder: Path) -> None:
    for number in range(40):
        old_kernel(folder, str(number), 100)
    errors: list[BaseException] = []

    def remove() -> None:
        try:
            cache.prune()
        except BaseException as error:
            errors.append(error)

    removers = [threading.Thread(target=remove) for _ in range(4)]
    for remover in removers:
        remover.start()
    for remover in removers:
        remover.join()
    assert not errors and [path.name for path in folder.glob("kernel-*")] == [KERNEL.name]


# --- a change of the rules ------------------------------------------------------------------------------------


def test_a_change_of_a_rule_changes_both_engines(folder: Path, tmp_path: Path) -> None:
    """Kites that move in the planes of orthogonals, not of diagonals."""
    shutil.copytree(EXAMPLES, tmp_path / "before")
    shutil.copytree(tmp_path / "before", tmp_path / "after")
    game = tmp_path / "after" / "wasp" / "game.lp"
    old = "motion(kite,planar,diagonal,any)"
    text = game.read_text()
    assert old in text
    game.write_text(text.replace(old, old.replace("diagonal", "orthogonal")))
    moves = {}
    for rules in ("before", "after"):
        for name in ENGINES:
            asked = sm.game("wasp", rules=[tmp_path / rules], engine=name)
            found = asked.position("white KtCc3 KiAa1 black WaDd3 KiEe5")
            moves[rules, name] = found.legal_moves(), found.checks()
    assert moves["before", "reference"] == moves["before", "compiled"]
    assert moves["after", "reference"] == moves["after", "compiled"]
    assert moves["before", "compiled"] != moves["after", "compiled"]
    assert len(tables(folder)) == 2


def test_another_reading_has_tables_of_its_own(folder: Path, tmp_path: Path) -> None:
    for readings in ((), ("some_path",)):
        ruleset = load("wasp", readings, [EXAMPLES])
        assert not CompiledEngine(ruleset).compilation.kept
    assert len(tables(folder)) == 2
