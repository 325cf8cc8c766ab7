"""What runs the tasks: a pool of processes here, or Dask's workers. Both give the futures of `concurrent.futures`."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Protocol, Self

from ..errors import OptionError
from .errors import SweepError

LOCAL = "local"
"""Stands for a cluster of Dask's on this machine."""

_WAIT = 10
"""Seconds to wait for Dask's scheduler."""


class Workers(Protocol):
    """Runs functions in other processes; use it in a `with` statement.

    Attributes:
        lost: the errors of a function whose process has ended.
        room: the number of functions to have under way, so that no process waits.
    """

    lost: tuple[type[Exception], ...]

    @property
    def room(self) -> int: ...  # noqa: D102

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Let a process run a function."""
        ...

    def renew(self) -> None:
        """Start processes anew, where one that ended has ended the others."""
        ...


class Pool:
    """Processes of this machine.

    Args:
        number: how many.
    """

    lost: tuple[type[Exception], ...] = (BrokenExecutor,)

    def __init__(self, number: int) -> None:
        self.number = number
        self.room = 2 * number
        self._executor: Executor | None = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Let a process run a function."""
        assert self._executor
        return self._executor.submit(function, *arguments)

    def renew(self) -> None:
        """Start all processes anew: with one that ends, the standard library gives up the others."""
        self._end()
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # the kernel's threads do not survive a fork
        self._heard, self._line = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self.number, context, _begin, (self._heard,))

    def _end(self) -> None:
        """End all processes, whatever they do."""
        self._line.close()
        if self._executor:
            self._executor.shutdown(wait=True, cancel_futures=True)
        self._heard.close()


def _begin(line: Connection) -> None:
    """Prepare a process of the pool: Ctrl-C is for the process that started it, and it ends when that has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    """End this process when the other end of a line is closed, even by `kill -9`."""
    with suppress(EOFError, OSError):
        line.recv_bytes()
    os._exit(0)


class Dask:
    """Dask's workers, on this machine or wherever its scheduler has some.

    Args:
        address: the address of the scheduler, or `local` for a cluster here.
        number: how many workers a cluster here has.

    Raises:
        OptionError: if Dask is not installed.
    """

    def __init__(self, address: str, number: int) -> None:
        try:
            import distributed
        except ImportError as error:
            raise OptionError(
                "--dask needs distributed, which is not installed: pip install 'shadowmate[dask]'"
            ) from error
        self._dask: Any = distributed
        self.address, self.number = address, number
        self.lost: tuple[type[Exception], ...] = (distributed.KilledWorker,)

    @property
    def room(self) -> int:
        """Twice the number of threads that the workers have now; some may come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return 2 * max(1, sum(threads.values()))

    def __enter__(self) -> Self:
        self._cluster: Any = None
        place = self.address
        if place == LOCAL:
            place = self._cluster = self._dask.LocalCluster(
                n_workers=self.number, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            )
        try:
            self._client = self._dask.Client(place, timeout=_WAIT)
        except (OSError, ValueError, TimeoutError) as error:
            raise SweepError(f"--dask {self.address}: no scheduler answers there: {error}") from error
        self._executor = self._client.get_executor(pure=False)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, TimeoutError):
            self._executor.shutdown(wait=False)
            self._client.close()
        if self._cluster:
            self._cluster.close()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Let a worker run a function."""
        found: Future[Any] = self._executor.submit(function, *arguments)
        return found

    def renew(self) -> None:
        """Nothing: Dask starts workers anew, and has others do their work."""
