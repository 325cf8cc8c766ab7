"""Where work for several processes runs: a pool of this machine, or Dask's workers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import OptionError

if TYPE_CHECKING:
    from ..sweeping.workers import Workers

_HERE = "local"  # as in sweeping/workers.py, whose import takes long

Dask = Annotated[
    str | None,
    typer.Option(
        "--dask", metavar="ADDRESS", help="Use the workers of Dask's scheduler there, or of a cluster here: local."
    ),
]


def check_number(number: int | None, dask: str | None, option: str) -> None:
    """Refuse a number of processes where Dask's scheduler has workers of its own.

    Raises:
        OptionError: naming the option.
    """
    if number is not None and dask not in (None, _HERE):
        raise OptionError(f"{option}: has no effect with the address of a scheduler")


def workers_of(number: int | None, dask: str | None) -> Workers:
    """The workers that the options ask for.

    Args:
        number: how many processes; by default one per processor.
        dask: the address of Dask's scheduler, or `local`.

    Raises:
        OptionError: if Dask is not installed.
    """
    from ..sweeping import workers

    return workers.Pool(number or processors()) if dask is None else workers.Dask(dask, number or processors())


def processes_here(number: int | None, dask: str | None) -> int:
    """How many of those processes run on this machine."""
    return 1 if dask not in (None, _HERE) else number or processors()


def processors() -> int:
    """How many processors this machine has for this process."""
    return len(os.sched_getaffinity(0))
