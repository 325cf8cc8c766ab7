"""Tables on disk: damaged files, builds that were stopped, and whose file it is."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.endgame import store
from shadowmate.endgame.build import Builder
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.successors import read_exact
from shadowmate.endgame.table_maker import Maker, known, table
from shadowmate.endgame.table_report import report


def test_the_file_of_another_table_is_as_good_as_none(mini: sm.Game) -> None:
    """Though it is whole: as after a mistake in copying."""
    names = ("white Ki Ro black Ki", "white Ki Kt black Ki")
    first, second = (table(mini, name) for name in names)
    expected, content = first.counts, second.stored.path.read_bytes()
    first.stored.path.write_bytes(content)
    store.path_of(mini, names[0], unfinished=True).write_bytes(content)
    assert table(mini, names[0]).counts == expected


def test_what_a_table_was_made_from_does_not_outlive_it(mini: sm.Game) -> None:
    """Even if the process was killed after writing the table and before removing its parts."""
    text = "white Ki Kt black Ki"
    whole = table(mini, text)
    left = store.path_of(mini, text, unfinished=True)
    left.write_bytes(whole.stored.path.read_bytes())
    assert table(mini, text).counts == whole.counts
    assert not left.exists()


def test_a_damaged_file_is_made_anew(mini: sm.Game) -> None:
    text = "white Ki Ro black Ki"
    first = table(mini, text)
    path, content = first.stored.path, first.stored.path.read_bytes()
    lengths = (content[:16] + struct.pack("q", length) + content[24:] for length in (-1, 1 << 40, (1 << 63) - 1))
    for broken in (
        *lengths,
        content[:-3],
        content[:-3] + b"abc",
        b"x" + content[1:],
        content[:60] + b"~" + content[61:],
        b"",
    ):
        path.write_bytes(broken)
        assert table(mini, text).counts == first.counts
        assert path.read_bytes() != broken
    path.write_bytes(content[:-3] + bytes(255 - byte for byte in content[-3:]))
    cells = sorted(mini.vectors)
    assert known(mini.position(f"white Ki{cells[0]} Ro{cells[1]} black Ki{cells[-1]}")) is None


@pytest.mark.parametrize(("name", "text"), [("mini", "white Ki Kt black Ki"), ("fide", "white K R black K")])
def test_a_table_goes_on_where_it_was_stopped(
    name: str, text: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    mini = request.getfixturevalue(name)
    expected = table(mini, text)
    expected.stored.path.unlink()
    layer, done = Builder._layer, 0

    def stop(self: Builder, values: object) -> int:
        nonlocal done
        done += self.size > 100
        if done == 4:
            layer(self, values)  # type: ignore[arg-type]
            raise KeyboardInterrupt
        return layer(self, values)  # type: ignore[arg-type]

    monkeypatch.setattr(Builder, "_layer", stop)
    with pytest.raises(KeyboardInterrupt):
        table(mini, text)
    monkeypatch.setattr(Builder, "_layer", layer)
    monkeypatch.setattr(Builder, "_begin", lambda self: pytest.fail("from the start again"))
    assert table(mini, text).counts == expected.counts
    assert not store.path_of(mini, text, unfinished=True).exists()


@pytest.mark.exhaustive
def test_long_wins_need_wider_entries(fide: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = table(fide, "white K R black K")
    expected.stored.path.unlink()
    monkeypatch.setattr("shadowmate.endgame.build.LARGEST", 10)
    found = table(fide, "white K R black K")
    assert (found.entries(0).dtype, found.counts) == (np.uint16, expected.counts)
    found.stored.path.unlink()


def test_wider_entries_need_twice_the_memory(mini: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first win of more than 118 moves, here 2, shows it. What is made is kept and goes on later."""
    text = "white Ki Ro black Ki"
    material = read_exact(mini, text)
    expected = table(mini, text)
    expected.stored.path.unlink()
    narrow = Maker(mini, 1).plan([material]).memory
    monkeypatch.setattr("shadowmate.endgame.build.LARGEST", 8)
    with pytest.raises(EndgameError, match=r"its entries have 16 bits, because a win has more than 2 moves\), and "):
        table(mini, text, memory=narrow / 1e9)
    begun = store.find(store.path_of(mini, text, unfinished=True))
    assert begun and begun.facts["ply"] == 5
    monkeypatch.setattr("shadowmate.endgame.build.LARGEST", 240)
    assert table(mini, text, memory=narrow / 1e9).counts == expected.counts


def test_endgame_tables_that_cannot_be_kept(mini: sm.Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A warning comes before they are made, and the answer is the same."""
    text = "white Ki Ro black Ki"
    expected = report(table(mini, text)).as_json()
    (tmp_path / "file").touch()
    monkeypatch.setattr("shadowmate.endgame.store.folder", lambda: tmp_path / "file")
    with pytest.warns(sm.NotKeptWarning, match="cannot be kept .* SHADOWMATE_CACHE"):
        found = table(mini, text)
    assert {**report(found).as_json(), "seconds": 0} == {**expected, "seconds": 0}
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    monkeypatch.setattr("shadowmate.endgame.build.Builder.run", lambda *_: pytest.fail("made before the warning"))
    with pytest.warns(sm.NotKeptWarning), pytest.raises(pytest.fail.Exception):
        table(mini, text)


def test_a_disk_that_fills_while_a_table_is_made(
    mini: sm.Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The answer is there all the same."""
    text = "white Ki Kt black Ki"

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("shadowmate.endgame.store.folder", lambda: tmp_path)
    monkeypatch.setattr("shadowmate.endgame.store.write", full)
    with pytest.warns(sm.NotKeptWarning, match="No space left on device"):
        found = table(mini, text)
    monkeypatch.undo()
    assert found.counts == table(mini, text).counts


def test_what_a_killed_build_has_left_is_swept_up(
    mini: sm.Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("shadowmate.endgame.store.folder", lambda: tmp_path)
    left = tmp_path / "endgame" / ".shadowmate-part-0123456789abcdef"
    left.parent.mkdir()
    left.write_bytes(b"half")
    table(mini, "white Ki Ro black Ki")
    assert not left.exists()
