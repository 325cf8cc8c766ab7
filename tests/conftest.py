"""What all tests share."""

from __future__ import annotations

import ctypes
import gc
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.api import games
from shadowmate.asp import ruleset
from shadowmate.compiled import choosing
from shadowmate.endgame import store
from support.paths import GAMES_OF_TESTS

pytest_plugins = ("support.profiles",)

LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def pytest_configure() -> None:
    """Ctrl-C is heard also where a shell has started the tests in the background, which ignores it there."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """A file of tests goes to one worker, so that its games are read and its tables made once."""
    from xdist.scheduler import LoadScopeScheduling

    return LoadScopeScheduling(config, log)


@pytest.fixture(scope="module", autouse=True)
def games_let_go() -> Iterator[None]:
    """What a file of tests has opened is not kept for the next one: some games take hundreds of megabytes."""
    yield
    for kept in (games._game, ruleset._load, choosing.compiled_engine):
        kept.cache_clear()
    gc.collect()
    if hasattr(LIBC, "malloc_trim"):  # glibc keeps what is freed otherwise
        LIBC.malloc_trim(0)


@pytest.fixture(scope="module", autouse=True)
def own_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Endgame tables of a file of tests are kept apart: the solver reads those that are on disk."""
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
