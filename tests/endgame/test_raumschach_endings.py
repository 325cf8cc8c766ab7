"""Tables of Raumschach against an oracle in plain Python: each value follows from the values after all moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from oracles.raumschach_endings import check
from shadowmate.endgame.table_writer import as_file

SOME = 300


@pytest.mark.parametrize(
    "material",
    [
        "KQvK",
        pytest.param("KUvKN", marks=pytest.mark.slow),
        pytest.param("KRRvK", marks=pytest.mark.slow),
        pytest.param("KBNvK", marks=pytest.mark.slow),
        pytest.param("KRUvK", marks=pytest.mark.slow),
    ],
)
def test_values_follow_from_those_after_all_moves(material: str, tmp_path: Path) -> None:
    file = tmp_path / "a.table"
    file.write_bytes(b"".join(as_file(sm.table("raumschach", material))))
    assert check(file, SOME) == []


def test_wrong_values_are_found(tmp_path: Path) -> None:
    """A draw in the place of each loss."""
    content = b"".join(as_file(sm.table("raumschach", "KQvK")))
    head, line, values = content.split(b"\n", 2)
    file = tmp_path / "b.table"
    file.write_bytes(b"\n".join([head, line, values.replace(bytes([8]), bytes([0]))]))
    assert len(check(file, SOME)) > SOME // 100
