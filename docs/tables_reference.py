"""Writes the reference of the compiled engine's tables, docs/tables.md: `python docs/tables_reference.py`.

It is made of the declarations in `solver/compiled/tables.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from shadowmate.compiled.schema import Array, Column
from shadowmate.compiled.tables import SCHEMA

PAGE = Path(__file__).resolve().parent / "tables.md"
INTRODUCTION = """# The tables of the compiled engine

The compiler makes these tables of the rules of a game, once, and the kernel reads them. `docs/tables_reference.py`
writes this page from the declarations in `solver/compiled/tables.py`. Values with names, such as `USUAL`, are in
`named_values.py` beside it.

The range in brackets is checked when tables are made. Paths begin in `rules/` or `solver/compiled/`.

## Numbers that a game has once

| index | name | meaning |
|---|---|---|
"""


def page() -> str:
    """The page."""
    lines = [f"| {each.index} | `{each.name}` | {each.meaning}{limits(each)} |" for each in SCHEMA.scalars.all]
    ends = [*(first for *_, first in SCHEMA.sections), len(SCHEMA.arrays)]
    for (heading, source, _), (first, end) in zip(SCHEMA.sections, pairwise(ends), strict=True):
        lines += ["", f"## {heading}", "", f"Source: {source}."]
        for array in SCHEMA.arrays[first:end]:
            lines += section(array)
    return INTRODUCTION + "\n".join(lines) + "\n"


def section(array: Array) -> Iterator[str]:
    """The lines about an array."""
    bits = np.dtype(array.dtype).itemsize * 8
    yield ""
    yield f"### `{array.name}`"
    yield ""
    yield f"{array.dimensions}, {bits} bits. {array.meaning}{limits(array)}"
    if array.width:
        yield ""
        yield "| column | name | meaning |"
        yield "|---|---|---|"
        for each in array.columns.all:
            yield f"| {each.index} | `{each.name}` | {each.meaning}{limits(each)} |"
        for each in array.repeated.all:
            index = array.columns.width + each.index
            yield f"| {index}, and {array.times - 1} more | `{each.name}` | {each.meaning}{limits(each)} |"


def limits(each: Column | Array) -> str:
    """The values that are allowed, in brackets; nothing if all are."""
    if each.below is None:
        return ""
    if not isinstance(each.below, str):
        return f" [{int(each.least)} to {int(each.below) - 1}]"
    return f" [{int(each.least)} to {each.below.removesuffix(' + 1') if ' + 1' in each.below else f'{each.below} - 1'}]"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
