"""The results of a sweep as Parquet: a row for each case, with its answer as JSON."""

from __future__ import annotations

import json
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from ..endgame.table_rows import pyarrow_modules

_AT_ONCE = 1 << 16
"""The number of rows that are made at once."""


def as_parquet(results: Path) -> bytes:
    """A file of results as Parquet, with a column for each key of records.

    Raises:
        OptionError: if pyarrow is not installed.
        OSError: if the file cannot be read.
    """
    arrow, parquet = pyarrow_modules()
    number, text = arrow.int64(), arrow.string()
    columns = {"case": number, "line": number, "input": text, "placements": number}
    schema = arrow.schema({**columns, "exit": number, "answer": text, "error": text})
    sink = BytesIO()
    with results.open("rb") as stream, parquet.ParquetWriter(sink, schema) as writer:
        while some := [_row(line) for line in islice(stream, _AT_ONCE)]:
            writer.write_table(arrow.Table.from_pylist(some, schema))
    return sink.getvalue()


def _row(line: bytes) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(line)
    if "answer" in record:
        record["answer"] = json.dumps(record["answer"], ensure_ascii=False)
    return record
