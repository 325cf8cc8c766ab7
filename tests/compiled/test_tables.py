"""The declarations of the kernel's tables: names, numbers, checks, and the page that is made of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.compiled import tables
from shadowmate.compiled.engine_choice import compiled_engine
from shadowmate.compiled.game_tables import Tables, pack
from shadowmate.compiled.schema import Schema
from shadowmate.compiled.tables import ARMY, CELLS, MASKS, PIECE_KEYS, SCHEMA, STEPS, TYPES

DOCS = Path(__file__).parents[2] / "docs"


def load_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables_reference", DOCS / "tables_reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def fide() -> Tables:
    return compiled_engine(sm.game("fide").ruleset).arrays


def test_every_name_is_that_of_its_constant() -> None:
    columns = [each for array in SCHEMA.arrays for each in (*array.columns.all, *array.repeated.all)]
    for each in (*SCHEMA.scalars.all, *columns):
        assert getattr(tables, each.name) == each.index, each.name
    for array in SCHEMA.arrays:
        assert getattr(tables, array.name) is array, array.name
    names = [each.name for each in (*SCHEMA.scalars.all, *columns, *SCHEMA.arrays)]
    assert len(set(names)) == len(names)


def test_the_page_is_current() -> None:
    assert (DOCS / "tables.md").read_text(encoding="utf-8") == load_reference().page()


def test_arrays_are_where_the_header_puts_them(fide: Tables) -> None:
    packed = pack(fide)
    assert packed.numbers[CELLS] == 64
    for array in SCHEMA.arrays:
        content = packed.numbers if array.dtype == np.int32 else packed.words
        start, size = packed.numbers[array], fide[array].size
        assert np.array_equal(content[start : start + size], fide[array].ravel()), array.name


def changed(known: Tables, array: object, content: np.ndarray) -> list[str]:
    arrays = {each: known[each] for each in SCHEMA.arrays}
    return Tables(known.scalars, {**arrays, array: content}).faults  # type: ignore[dict-item]


def test_wrong_tables_are_refused(fide: Tables) -> None:
    assert fide.faults == []
    army = fide[TYPES].copy()
    army[1, ARMY] = 2
    assert changed(fide, TYPES, army) == ["TYPES, ARMY has 2, which is not from 0 to 1"]
    assert changed(fide, PIECE_KEYS, fide[PIECE_KEYS].astype(np.int32)) == ["PIECE_KEYS has int32, not int64"]
    assert changed(fide, STEPS, fide[STEPS][:, :4])[0].endswith("not steps x 6")
    assert changed(fide, MASKS, fide[MASKS][:2])[0] == "ATTACK_ROUTES has 413, which is not from -1 to 1"
    with pytest.raises(ValueError, match="without TYPES"):
        Tables(fide.scalars, {each: fide[each] for each in SCHEMA.arrays if each != TYPES})


def test_scalars_come_before_arrays() -> None:
    schema = Schema()
    schema.array("FIRST", "cells", "An array.")
    with pytest.raises(ValueError, match="LATE: scalars are declared before arrays"):
        schema.scalar("LATE", "A scalar.")


def test_columns_that_are_repeated_come_last() -> None:
    schema = Schema()
    array = schema.array("ARRAY", "rows", "A row.")
    one, pair = array.column("ONE", "one"), array.column("PAIR", "two", width=2)
    others = array.repeat(3)
    other = others.column("OTHER", "repeated", 2)
    assert (one, pair, other, array.width) == (0, 1, 0, 6)
    content = np.zeros((2, 6), np.int32)
    assert list(schema.faults(np.zeros(0, np.int32), {array: content})) == []
    content[1, 5] = 2
    assert list(schema.faults(np.zeros(0, np.int32), {array: content})) == [
        "ARRAY, OTHER has 2, which is not from 0 to 1"
    ]
