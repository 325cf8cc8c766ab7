"""The option `--slices` of `endgame`: a table that several processes make slice by slice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..files import is_alone_elsewhere
from .waiting import interrupts, progress
from .worker_options import processes_here, workers_of

if TYPE_CHECKING:
    from ..endgame.table_maker import Maker
    from ..play.material import Material
    from ..slicing.sliced_table import SlicedTable
    from ..sweeping.workers import Workers


def planned(
    maker: Maker, material: Material, folder: Path, dask: str | None, jobs: int | None
) -> tuple[SlicedTable, Workers] | None:
    """A table to be made slice by slice, and what makes it; None if it is stored already.

    Args:
        maker: makes the tables that it leads to.
        material: the material.
        folder: the folder of the slices.
        dask: the address of Dask's scheduler, or `local`.
        jobs: how many processes, and how many threads for the tables that it leads to; by default one per processor.

    Raises:
        EndgameError: if it cannot be made so.
        SweepError: if the folder has something else.
        OptionError: if Dask is not installed.
    """
    from ..slicing.sliced_table import SlicedTable

    if maker.find(material):
        typer.echo(f"the table is stored already, so {folder} is not used", err=True)
        return None
    return SlicedTable(maker, material, folder, processes_here(jobs, dask)), workers_of(jobs, dask)


def make(asked: SlicedTable, workers: Workers) -> None:
    """Make the table.

    Raises:
        EndgameError: if a file is damaged or cannot be written.
        SweepError: if a process cannot do its part.
    """
    from ..endgame.errors import EndgameError
    from ..slicing.slice_builder import StoppedError
    from ..slicing.sliced_table import LOCK

    folder = asked.folder
    typer.echo(f"{asked}; {folder} keeps what is finished", err=True)
    if is_alone_elsewhere(folder / LOCK):
        typer.echo(f"waiting for another process that works in {folder}", err=True)
    try:
        with progress("slices") as advance, interrupts() as stop:
            asked.make(workers, advance, stop)
    except StoppedError as error:
        typer.echo(f"stopped {error}; {folder} keeps what is finished, and the same command continues it", err=True)
        raise typer.Exit(3) from None
    except OSError as error:
        where = error.filename or folder
        raise EndgameError(
            f"{where}: cannot be written: {error.strerror or error}. What is finished is kept, and the same command "
            "continues it"
        ) from error
