"""Tables of Raumschach and Prince against an oracle in plain Python: each value follows from those after all moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from oracles.raumschach_endings import check
from shadowmate.endgame.table_writer import as_file

SOME = 300


@pytest.mark.parametrize(
    ("game", "material"),
    [
        ("raumschach", "KQvK"),
        pytest.param("raumschach", "KUvKN", marks=pytest.mark.slow),
        pytest.param("raumschach", "KRRvK", marks=pytest.mark.slow),
        pytest.param("raumschach", "KBNvK", marks=pytest.mark.slow),
        pytest.param("raumschach", "KRUvK", marks=pytest.mark.slow),
        pytest.param("prince", "white Ki Qu black Ki", marks=pytest.mark.slow),
    ],
)
def test_values_follow_from_those_after_all_moves(game: str, material: str, tmp_path: Path) -> None:
    file = tmp_path / "a.table"
    file.write_bytes(b"".join(as_file(sm.table(game, material))))
    assert check(file, SOME) == []


def test_wrong_values_are_found(tmp_path: Path) -> None:
    """A draw in the place of each loss."""
    content = b"".join(as_file(sm.table("raumschach", "KQvK")))
    head, line, values = content.split(b"\n", 2)
    file = tmp_path / "b.table"
    file.write_bytes(b"\n".join([head, line, values.replace(bytes([8]), bytes([0]))]))
    assert len(check(file, SOME)) > SOME // 100
