"""The entries of a table as columns, for spreadsheets and data frames: as CSV and as Parquet."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from io import BytesIO, StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..compiled.engine_choice import engine_of
from ..compiled.kernel import entries as kernel
from ..errors import OptionError
from .errors import EndgameError
from .sets import binomials
from .table import Table, Value

Columns = dict[str, NDArray[Any]]

_ROWS = 1 << 17  # how many are made at once
_MOST_ROWS = 20_000_000


def columns(table: Table, start: int = 0, end: int | None = None) -> Columns:
    """Entries of a table as columns of one length, by their names.

    There is a column for each piece, such as `white R`, with the name of its cell; `placements`, how many placements
    the entry stands for by symmetry; and for each player `white to move`, the result, and `white moves`, the number of
    moves until the win, which is -1 if there is none.

    Args:
        table: the table.
        start: the first entry.
        end: the entry after the last one; by default all.

    Raises:
        DamagedError: if the table's file is damaged.
    """
    shape, game = table.shape, table.game
    indices = np.arange(start, shape.size if end is None else end)
    orbit, *sets = np.unravel_index(indices, shape.dimensions)
    cells = [shape.orbits.heads[orbit]]
    for alike, numbers in zip(shape.alike[1:], sets, strict=True):
        cells += _members(numbers, alike, shape.cells)
    names = np.array([game.names[cell] for cell in engine_of(game).cells])
    found = {title: names[cells[shape.order.index(number)]] for number, title in enumerate(_titles(table))}
    found["placements"] = shape.orbits.sizes[orbit]
    for side, player in enumerate(game.ruleset.players):
        entries = table.entries(side)[start:end]
        values = [Value.of(entry) for entry in range(int(entries.max(initial=0)) + 1)]
        found[f"{player} to move"] = np.array([str(value.result) for value in values])[entries]
        found[f"{player} moves"] = np.array([-1 if v.moves is None else v.moves for v in values], np.int16)[entries]
    return found


def as_csv(table: Table) -> list[bytes]:
    """A table as CSV, in parts: a line for each entry that is possible with either side to move.

    Raises:
        EndgameError: if there are too many lines.
    """
    check_size(table)
    first, players = True, table.game.ruleset.players
    parts = []
    for some in _possible(table):
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        if first:
            writer.writerow(some)
        first = False
        for player in players:  # an empty field is clearer there than a number
            moves = some[f"{player} moves"]
            some[f"{player} moves"] = np.where(moves < 0, "", moves.astype(str))
        writer.writerows(zip(*(each.tolist() for each in some.values()), strict=True))
        parts.append(text.getvalue().encode())
    return parts


def as_parquet(table: Table) -> bytes:
    """A table as a Parquet file, with the same columns; numbers of moves that are missing are null.

    Raises:
        OptionError: if pyarrow is not installed.
    """
    arrow, parquet = pyarrow_modules()
    sink, writer = BytesIO(), None
    for some in _possible(table):
        made = arrow.table(
            {
                name: arrow.array(each, mask=each < 0) if each.dtype == np.int16 else arrow.array(each)
                for name, each in some.items()
            }
        )
        writer = writer or parquet.ParquetWriter(sink, made.schema)
        writer.write_table(made)
    if writer:
        writer.close()
    return sink.getvalue()


def pyarrow_modules() -> tuple[Any, Any]:
    """The modules that write Parquet.

    Raises:
        OptionError: if pyarrow is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise OptionError("Parquet needs pyarrow, which is not installed: pip install 'shadowmate[parquet]'") from error
    return pyarrow, pyarrow.parquet


def check_size(table: Table) -> None:
    """Refuse a table of too many lines.

    Raises:
        EndgameError: saying what else can be written.
    """
    if table.shape.size > _MOST_ROWS:
        raise EndgameError(
            f"{table.material.text(table.game)}: CSV would have {table.shape.size:,} lines, and the limit is "
            f"{_MOST_ROWS:,}; --parquet and --output write such a table"
        )


def _possible(table: Table) -> Iterator[Columns]:
    """The columns, some rows at a time, without those that are illegal whoever is to move. The first may be empty."""
    entries = [table.entries(side) for side in range(2)]
    for start in range(0, table.shape.size, _ROWS):
        end = min(start + _ROWS, table.shape.size)
        wanted = (entries[0][start:end] != kernel.ILLEGAL) | (entries[1][start:end] != kernel.ILLEGAL)
        if wanted.any() or not start:
            yield {name: each[wanted] for name, each in columns(table, start, end).items()}


def _titles(table: Table) -> list[str]:
    """A name for each piece in the order of the material; pieces that are alike are numbered."""
    names = [f"{army} {table.game.piece_name(kinds)}" for army, kinds in table.material.types]
    counts, so_far = Counter(names), Counter[str]()
    titles = []
    for name in names:
        so_far[name] += 1
        titles.append(f"{name} {so_far[name]}" if counts[name] > 1 else name)
    return titles


def _members(numbers: NDArray[np.int64], alike: int, cells: int) -> list[NDArray[np.int64]]:
    """The cells of sets of some size, the smallest first; see `sets`."""
    found: list[NDArray[np.int64]] = []
    for place in range(alike, 0, -1):
        below = binomials(cells, alike)[:, place]
        found.insert(0, np.searchsorted(below, numbers, side="right") - 1)
        numbers = numbers - below[found[0]]
    return found
