"""The table of rules/READINGS.md agrees with the rules."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE = runpy.run_path(str(ROOT / "docs" / "readings_reference.py"))
QUICK = [
    ("golem", "mirrored", "same_board"), ("koth", "mirrored", "rotated"), ("extreme", "crown_moves", "crown_free"),
    ("extreme", "field_paths_open", "whole_areas"), ("prince", "field_paths_open", "whole_areas"),
    ("prince", "one_type", "mixed_types"),
]  # fmt: skip
"""Rows that are found in less than five seconds; many of the others take a minute, some several."""


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return MADE


@pytest.fixture(scope="module")
def pairs(made: dict[str, Any]) -> dict[tuple[str, str, str], Any]:
    return {(pair.game, pair.left, pair.right): pair for pair in made["pairs"]()}


@pytest.mark.slow
def test_rows_are_by_the_rules_as_they_are(made: dict[str, Any], pairs: dict[tuple[str, str, str], Any]) -> None:
    """Every two readings of a question have a row, and `python docs/readings_reference.py` would find none anew."""
    kept = made["kept"]()
    assert kept.keys() == pairs.keys() and len(kept) > 40
    old = [key for key, (_, by) in kept.items() if made["digest"](pairs[key]) != by]
    assert not old, "run docs/readings_reference.py"


@pytest.mark.slow
@pytest.mark.parametrize("key", QUICK, ids=" ".join)
def test_rows_found_again(
    key: tuple[str, str, str], made: dict[str, Any], pairs: dict[tuple[str, str, str], Any]
) -> None:
    assert made["row"](pairs[key]) == made["kept"]()[key][0]


@pytest.mark.exhaustive
@pytest.mark.parametrize("key", MADE["kept"](), ids=" ".join)
def test_every_row_found_again(
    key: tuple[str, str, str], made: dict[str, Any], pairs: dict[tuple[str, str, str], Any]
) -> None:
    assert made["row"](pairs[key]) == made["kept"]()[key][0]
