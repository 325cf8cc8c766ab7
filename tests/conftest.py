"""Fixtures and hooks of all tests."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.checking import outside
from shadowmate.endgame import store
from support.paths import GAMES_OF_TESTS

pytest_plugins = ("support.profiles",)

GOLDEN = 0.618034
"""The multiples of the golden section, without their whole parts, are spread evenly whatever their number."""
NO_TIME = "no time was left (--until)"
LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


ROOM, MORE = 650 << 20, 25 << 20
"""Bytes of memory: a worker that uses more after a test drops what it keeps, and then again when it uses MORE more."""
KEPT = SimpleNamespace(room=ROOM)
"""The memory at which this worker drops what it keeps the next time."""
CACHE = type(lru_cache(lambda: None))
OURS = ("shadowmate", "tests", "oracles", "support", "mutation")
"""The packages whose caches are dropped. Tests keep games in caches of their own, up to 50 MB each."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `.ci/run` say when it needs the rest of its time for other things."""
    parser.addoption("--until", type=float, help="skip the tests that have not begun by then, in seconds since 1970")


def pytest_configure() -> None:
    """Restore Ctrl-C, which is ignored if a shell has started the tests in the background; and keep bytecode."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Images of containers often switch bytecode off. Then each process that a test begins would compile all modules.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all but n cases of a test with the mark `sample(n)` as slow; exhaustive cases of a slow test are not slow.
    With `sample(n, m)` m of these are slow, and the others exhaustive.

    This runs before pytest selects by marks.

    Tests of whole games come first. A worker's memory grows while it runs, as clingo never frees a symbol. Late in the
    run the largest games would not fit beside it, and each test would open its game again.
    """
    items.sort(key=lambda item: "games" not in item.path.relative_to(Path(__file__).parent).parts)
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("exhaustive"):
            item.own_markers[:] = [mark for mark in item.own_markers if mark.name != "slow"]
        seldom = item.get_closest_marker("slow") or item.get_closest_marker("exhaustive")
        if item.get_closest_marker("sample") and not seldom:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for some in cases.values():
        mark = some[0].get_closest_marker("sample")
        assert mark is not None
        number, *rest = mark.args
        quick = {len(some) * each // number for each in range(number)}
        seldom = [item for each, item in enumerate(some) if each not in quick]
        # Not in equal steps, which might always meet the same of two engines.
        order = sorted(range(len(seldom)), key=lambda each: each * GOLDEN % 1)
        slow = set(order[: rest[0]] if rest else order)
        for each, item in enumerate(seldom):
            item.add_marker("slow" if each in slow else "exhaustive")


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never among the tests: that took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that would begin too late."""
    until = item.config.getoption("until")
    if until is not None and time.time() > until:
        pytest.skip(NO_TIME)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many tests began too late, as a dot more or less would not be seen."""
    late = sum(NO_TIME in str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()))
    if late:
        terminalreporter.write_line(f"{late} tests are left out: {NO_TIME}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note the processor time of each test, for `slowest.py`."""
    began = time.process_time()
    try:
        return (yield)
    finally:
        item.user_properties += [("test", item.nodeid), ("cpu", f"{time.process_time() - began:.2f}")]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Workers begin with half of the files each, in order, and steal tests when they are done."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def memory() -> int:
    """The bytes of memory that this process uses; more than enough where that cannot be read."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return ROOM + 1
    return pages * os.sysconf("SC_PAGESIZE")


@pytest.fixture(scope="session", autouse=True)
def untried() -> Iterator[Callable[..., None]]:
    """Use rules from outside the package without a trial, which costs a process. The mark `trial` undoes this."""
    with pytest.MonkeyPatch.context() as patch:
        tried = outside._try
        patch.setattr(outside, "_try", lambda *_: None)
        yield tried


@pytest.fixture(autouse=True)
def trials(request: pytest.FixtureRequest, untried: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Give tests with the mark `trial` real trials and a cache of their own."""
    if request.node.get_closest_marker("trial"):
        monkeypatch.setattr(outside, "_try", untried)
        monkeypatch.setenv("SHADOWMATE_CACHE", str(request.getfixturevalue("tmp_path") / "cache"))


@pytest.fixture(scope="session", autouse=True)
def kernel(untried: object) -> None:
    """Compile the kernel before the first test, so that no test is charged for it."""
    sm.game("koth", engine="compiled").start().legal_moves()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Keep the open games for the next test, unless this process uses too much memory."""
    if memory() <= KEPT.room:
        return
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in OURS]
    for each in (value for module in ours for value in vars(module).values()):
        if isinstance(each, CACHE):
            each.cache_clear()
    gc.collect()
    if hasattr(LIBC, "malloc_trim"):  # glibc keeps what is freed otherwise
        LIBC.malloc_trim(0)
    KEPT.room = max(ROOM, memory() + MORE)


@pytest.fixture(scope="module", autouse=True)
def own_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give each test file a folder of its own for endgame tables, because the solver reads all tables on disk."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "folder", lambda: folder)
        yield folder


@pytest.fixture(scope="session")
def mini() -> sm.Game:
    """A small game of the tests, which has Pawns that promote and a planar piece."""
    return sm.game("mini", rules=[GAMES_OF_TESTS], engine="compiled")


@pytest.fixture(scope="session")
def fide() -> sm.Game:
    """Orthodox chess."""
    return sm.game("fide", engine="compiled")


@pytest.fixture(scope="session")
def prince() -> sm.Game:
    """Prince."""
    return sm.game("prince", engine="compiled")
