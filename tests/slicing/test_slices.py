"""Tables made slice by slice: byte by byte those that are made in memory, however often the work is stopped."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from itertools import count
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

import shadowmate as sm
from oracles.table_files import Tables
from shadowmate.endgame import build, store
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.successors import read_exact
from shadowmate.endgame.table import Table
from shadowmate.endgame.table_maker import Maker
from shadowmate.files import cache_folder
from shadowmate.slicing.slice_builder import StoppedError
from shadowmate.slicing.slice_work import Stage, Task, work
from shadowmate.slicing.sliced_table import SlicedTable
from shadowmate.sweeping.errors import SweepError
from support.paths import GAMES_OF_TESTS
from support.time_limit import TimeLimit, communicate, wait_until

SMALL = "white Ki Ro black Ki"


class Here:
    """Tasks done in this process.

    Args:
        lose: the numbers of the tasks at whose end the worker is lost, counted from 0, before the answer comes.
    """

    lost: tuple[type[Exception], ...] = (BrokenExecutor,)
    room = 1

    def __init__(self, *lose: int) -> None:
        self.lose, self.done = lose, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def renew(self) -> None: ...

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        found = Future[Any]()
        result = function(*arguments)
        if self.done in self.lose:
            found.set_exception(BrokenExecutor())
        else:
            found.set_result(result)
        self.done += 1
        return found


def game_of(name: str) -> sm.Game:
    return sm.game(name, rules=[GAMES_OF_TESTS] if name == "mini" else [], engine="compiled")


def in_memory(game: sm.Game, text: str) -> tuple[list[Any], Any]:
    """The entries of a table that is made in memory, and its counts; it is not on disk before or after that."""
    material = read_exact(game, text)
    store.remove(store.path_of(game, material.text(game)))
    made = Maker(game, 1).get(material)
    found = [np.array(made.entries(side)) for side in range(2)]
    store.remove(made.stored.path)
    return found, made.counts


def by_slices(
    game: sm.Game, text: str, folder: Path, workers: Any = None, stop: Callable[[], bool] = lambda: False
) -> Table:
    asked = SlicedTable(Maker(game, 1), read_exact(game, text), folder, 1)
    return asked.make(workers or Here(), lambda *_: None, stop)


def check_same(made: Table, expected: tuple[list[Any], Any]) -> None:
    for side, array in enumerate(expected[0]):
        found = made.entries(side)
        assert found.dtype == array.dtype and np.array_equal(found, array)
    assert made.counts == expected[1]
    store.remove(made.stored.path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("fide", "KRvK", marks=pytest.mark.slow),
        pytest.param("raumschach", "white Q Q black K", marks=pytest.mark.slow),  # nothing decides with the first piece
        ("mini", "white Ki Pn black Ki"),  # promotions
        ("mini", "white Ki Ro black Ki Kt"),  # captures on both sides
        pytest.param("fide", "KRRvK", marks=pytest.mark.slow),  # two that are alike
        pytest.param("prince", "white Pr black Ki", marks=pytest.mark.slow),
    ],
)
def test_the_same_bytes_as_in_memory(name: str, text: str, tmp_path: Path) -> None:
    game = game_of(name)
    expected = in_memory(game, text)
    assert any(len(np.unique(array)) > 4 for array in expected[0])
    folder = tmp_path / "slices"
    check_same(by_slices(game, text, folder), expected)
    left = {path.name for path in folder.iterdir()}
    heads = len(SlicedTable(Maker(game, 1), read_exact(game, text), folder, 1).form.orbits.heads)
    assert left == {".lock", "facts", "table.json", *(f"worth-{number}" for number in range(heads))}
    check_same(by_slices(game, text, folder), expected)  # of a folder that is finished


@pytest.mark.slow  # it compiles the kernel for them
def test_entries_of_16_bits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = game_of("fide")
    monkeypatch.setattr(build, "LARGEST", 20)
    expected = in_memory(game, "KRvK")
    assert expected[0][0].dtype == np.uint16
    folder, material = tmp_path / "slices", read_exact(game, "KRvK")
    narrow = SlicedTable(Maker(game, 1), material, folder, 1).memory
    asked = SlicedTable(Maker(game, 1, narrow / 1e9), material, folder, 1)
    with pytest.raises(EndgameError, match="its entries have 16 bits, because a win has more than 8 moves"):
        asked.make(Here(), lambda *_: None, lambda: False)
    check_same(by_slices(game, "KRvK", folder), expected)


@pytest.mark.slow
def test_stopped_after_each_task(tmp_path: Path) -> None:
    """The task is done, and nothing else: as after `kill -9` between two tasks."""
    game, folder = game_of("mini"), tmp_path / "slices"
    expected = in_memory(game, SMALL)
    stops = list[Here]()
    while True:
        workers = Here()
        try:
            made = by_slices(game, SMALL, folder, workers, lambda now=workers: now.done > 0)  # type: ignore[misc]
            break
        except StoppedError as error:
            assert workers.done == 1
            assert re.search(r"^in .* with \d+ of \d+ slices finished, (at most|about|\d).* left$", str(error))
            stops.append(workers)
            (folder / "my-notes.txt").write_text("not a slice")
    assert len(stops) > 20 and (folder / "my-notes.txt").exists()
    check_same(made, expected)


@pytest.mark.slow
def test_killed_between_two_files_of_a_task(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Before each file that is written in turn: the files that are there then suffice."""
    from shadowmate.slicing import slice_work

    game, folder, kept = game_of("mini"), tmp_path / "slices", slice_work.write
    expected, left = in_memory(game, SMALL), [0]

    class KilledError(Exception): ...

    def write(*arguments: Any) -> None:
        if left[0] == 0:
            raise KilledError
        left[0] -= 1
        kept(*arguments)

    monkeypatch.setattr(slice_work, "write", write)
    for kills in count():
        left[0] = kills % 4
        try:
            made = by_slices(game, SMALL, folder)
            break
        except KilledError:
            pass
    assert kills > 10
    check_same(made, expected)


def test_a_lost_worker(tmp_path: Path) -> None:
    game = game_of("mini")
    expected = in_memory(game, SMALL)
    check_same(by_slices(game, SMALL, tmp_path / "slices", Here(3, 20)), expected)
    with pytest.raises(SweepError, match="slice 2: its process ended twice"):
        by_slices(game, SMALL, tmp_path / "lost", Here(1, 2))


def test_a_damaged_file(tmp_path: Path) -> None:
    """What can still be made is made again; else the error names the file."""
    game, folder = game_of("mini"), tmp_path / "slices"
    expected = in_memory(game, SMALL)
    made = by_slices(game, SMALL, folder)
    store.remove(made.stored.path)
    for name in ("worth-1", "facts"):
        path = folder / name
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    check_same(by_slices(game, SMALL, folder), expected)
    stopped = tmp_path / "stopped"
    workers = Here()
    with pytest.raises(StoppedError):
        by_slices(game, SMALL, stopped, workers, lambda: workers.done > 30)
    for path in stopped.glob("so_far*"):
        path.write_bytes(b"")
    with pytest.raises(EndgameError, match=r"so_far-\d-\d-\d: is missing or damaged"):
        by_slices(game, SMALL, stopped)


def test_refused(tmp_path: Path) -> None:
    game, folder = game_of("mini"), tmp_path / "slices"
    store.remove(by_slices(game, SMALL, folder).stored.path)
    with pytest.raises(EndgameError, match="has slices of mini: white Ki Ro black Ki, and this is"):
        by_slices(game, "white Ki Kt black Ki", folder)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter").touch()
    with pytest.raises(SweepError, match="is no folder of slices; it has letter"):
        by_slices(game, SMALL, tmp_path / "other")
    with pytest.raises(SweepError, match="is no folder"):
        by_slices(game, SMALL, tmp_path / "other" / "letter")
    with pytest.raises(SweepError, match="there is no folder"):
        by_slices(game, SMALL, tmp_path / "a" / "b")
    with pytest.raises(EndgameError, match="its moves cannot be traced back"):
        by_slices(sm.game("latrunculi", engine="compiled"), "white Em Du black Em", tmp_path / "new")
    with pytest.raises(EndgameError, match="for each process, the entries of a slice"):
        SlicedTable(Maker(game, 1, 0), read_exact(game, SMALL), tmp_path / "new", 1)


def test_a_worker_of_another_version() -> None:
    with pytest.raises(SweepError, match=r"a worker has another version of the program: .*, and 0\.1 here"):
        work(Task("nowhere", "0.1", Stage.LEGAL, 0, 1))


def endgame(folder: Path, output: Path, cache: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "shadowmate", "endgame", "fide: KRRvK", "--slices", str(folder), *more]
    environment = {**os.environ, "SHADOWMATE_PROGRESS": "off", "SHADOWMATE_CACHE": str(cache)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*command, "--output", str(output)],
        stdout=pipe,
        stderr=pipe,
        text=True,
        start_new_session=True,
        env=environment,
    )


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache with all that is in the usual one but the tables."""
    found = tmp_path / "cache"
    found.mkdir()
    for path in cache_folder().glob("kernel-*"):
        (found / path.name).symlink_to(path)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("how", [(), ("--dask", "local")], ids=["pool", "Dask"])
def test_killed_and_continued(how: tuple[str, ...], tmp_path: Path, cache: Path) -> None:
    """`kill -9` of all in mid-work, on a pool and on Dask's workers: the same bytes as in memory."""
    if how:
        pytest.importorskip("distributed")
    expected, _ = in_memory(game_of("fide"), "KRRvK")
    folder, output = tmp_path / "slices", tmp_path / "krr.table"
    asked = (folder, output, cache, "--jobs", "2", *how)
    process = endgame(*asked)
    wait_until(lambda: bool(list(folder.glob("found-1-*-4"))), process)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert list(folder.glob("so_far-*")) and not output.exists()
    process = endgame(*asked)
    assert "10 slices of 129,024 entries" in communicate(process, 240)[1]
    assert process.returncode == 0
    assert Tables(output).sides[0] == [array.tobytes() for array in expected]


@pytest.mark.slow
def test_a_killed_worker_of_dask(tmp_path: Path, cache: Path) -> None:
    """Of a cluster of two workers, one is killed in mid-work: the same bytes as in memory."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    expected, _ = in_memory(game_of("fide"), "KRRvK")
    folder, output = tmp_path / "slices", tmp_path / "krr.table"
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        # One thread makes the tables that it leads to.
        process = endgame(folder, output, cache, "--dask", cluster.scheduler_address, "--jobs", "1")
        limit = TimeLimit(process.pid, 240)
        pids, busy = client.run(os.getpid), None
        while not (busy and list(folder.glob("found-1-*-4"))):
            assert process.poll() is None, process.communicate()
            assert not limit.is_over()
            time.sleep(0.02)
            busy = next((worker for worker, tasks in client.processing().items() if tasks), None)
        os.kill(pids[busy], signal.SIGKILL)
        assert "10 slices of 129,024 entries" in communicate(process, 240)[1]
        assert process.returncode == 0
        assert pids[busy] not in client.run(os.getpid).values()
    assert Tables(output).sides[0] == [array.tobytes() for array in expected]
