"""A table as CSV and Parquet has what plain analysis finds; and a chart of its distances."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from oracles.table_files import ENDED, IMPOSSIBLE, rook_ending
from shadowmate.draw import distance_chart
from shadowmate.endgame import table_rows
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.table_maker import table
from shadowmate.endgame.table_report import report
from shadowmate.endgame.table_rows import columns
from support.cli import fail, run
from support.mini import larger


def value(row: dict[str, Any], player: str) -> int:
    """A value of a line as the oracle writes it."""
    result, moves = row[f"{player} to move"], row[f"{player} moves"]
    if result in ("won", "lost"):
        return ENDED + 2 * int(moves) - (result == "won")
    return {"drawn": 0, "illegal": 2, "stalemated": 3, "checkmated": ENDED}[result]


def test_csv_has_what_plain_analysis_finds(tmp_path: Path) -> None:
    """On 4x4: the lines are the placements that are possible for one side or the other, each with both values."""
    made = table(larger(tmp_path, 4), "white Ki Ro black Ki")
    assert len(made.shape.orbits.permutations) == 1
    rows = list(csv.DictReader(io.StringIO(b"".join(table_rows.as_csv(made)).decode())))
    assert list(rows[0])[:4] == ["white Ki", "white Ro", "black Ki", "placements"]
    found = {}
    for row in rows:
        cells = [row[each].removeprefix("A") for each in ("white Ki", "white Ro", "black Ki")]
        assert row["placements"] == "1" and (row["white moves"] == "") == (row["white to move"] == "illegal")
        found |= {(*cells, side): value(row, player) for side, player in enumerate(("white", "black"))}
    right = rook_ending(4)
    assert found == {key: right[key] for key in found}
    left = {right[key] for key in right.keys() - found.keys()}
    assert left == {IMPOSSIBLE}


def test_lines_stand_for_all_placements(fide: sm.Game) -> None:
    """The counts of the lines are those of the report; pieces that are alike have a column each."""
    made = table(fide, "white N N black K")
    whole = columns(made)
    assert list(whole)[:3] == ["white N 1", "white N 2", "black K"]
    assert {len(each) for each in whole.values()} == {made.shape.size}
    for player, tally in report(made).tallies.items():
        for result, number in tally.others.items():
            assert whole["placements"][whole[f"{player} to move"] == result].sum() == number
    assert (columns(made, 70, 90)["white N 2"] == whole["white N 2"][70:90]).all()
    for entry in range(0, made.shape.size, 9973):
        cells = [fide.vectors[str(whole[each][entry])] for each in ("white N 1", "white N 2", "black K")]
        if len(set(cells)) == 3:
            position = made.position(0, entry)
            assert {fide.vectors[cell] for cell in position.pieces} == set(cells)


def test_a_table_of_too_many_lines_is_refused(mini: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_rows, "_MOST_ROWS", 100)
    with pytest.raises(EndgameError, match="729 lines, and the limit is 100; --parquet and --output"):
        table_rows.as_csv(table(mini, "white Ki Ro black Ki"))


def test_parquet_has_the_same(fide: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it is written in several parts."""
    parquet = pytest.importorskip("pyarrow.parquet")
    made = table(fide, "white K R black K")
    monkeypatch.setattr(table_rows, "_ROWS", 15_000)
    found = parquet.read_table(io.BytesIO(table_rows.as_parquet(made))).to_pylist()
    text = b"".join(table_rows.as_csv(made)).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [{name: "" if field is None else str(field) for name, field in row.items()} for row in found] == rows


def test_parquet_without_pyarrow_is_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "krk.parquet"
    text = fail(monkeypatch, capsys, "endgame", "fide: KRvK", "--parquet", str(path))
    assert "pip install 'shadowmate[parquet]'" in text and not path.exists()


def test_a_chart_has_a_bar_for_each_distance(fide: sm.Game) -> None:
    found = report(table(fide, "white K Q black K"))
    drawn = distance_chart.svg(found)
    assert len(re.findall(r'<path [^>]*Z" fill=', drawn)) == sum(
        len(t.won) + len(t.lost) for t in found.tallies.values()
    )
    assert f">{fide.ruleset.title}: white K Q black K<" in drawn
    assert "black to move: won (blue) and lost (orange) in N moves" in drawn


def test_the_command_writes_all_of_them(tmp_path: Path) -> None:
    """And prints the same as without."""
    names = [str(tmp_path / f"krk.{end}") for end in ("csv", "svg")]
    code, out, _ = run("endgame", "fide: K+R v K", "--csv", names[0], "--svg", names[1], "--json")
    assert code == 0 and json.loads(out)["longest"]["moves"] == 16
    lines = Path(names[0]).read_text(encoding="utf-8").splitlines()
    head = "white K,white R,black K,placements,white to move,white moves,black to move,black moves"
    assert lines[0] == head and lines[1].count(",") == head.count(",")
    assert Path(names[1]).read_text(encoding="utf-8").startswith("<svg")
