"""What is kept on disk: damage, two processes at once, folders that cannot be used."""

from __future__ import annotations

import os
import random
import shutil
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.asp.ruleset import load
from shadowmate.compiled import cache
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.files import mark_used
from support.kept import DAMAGE, KERNEL, engine, finish, start, tables
from support.paths import EXAMPLES

ENGINES: tuple[EngineName, ...] = ("reference", "compiled")


def same(first: CompiledEngine, second: CompiledEngine) -> bool:
    arrays = second.arrays.by_name()
    return all(np.array_equal(array, arrays[name]) for name, array in first.arrays.by_name().items())


# --- tables on disk -------------------------------------------------------------------------------------------


def test_tables_are_kept_and_read(folder: Path) -> None:
    first, second = engine("fide"), engine("fide")
    assert not first.compilation.kept and second.compilation.kept
    assert len(tables(folder)) == 1 and same(first, second)


@pytest.mark.sample(1)
@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_tables_are_made_anew(folder: Path, how: str) -> None:
    first = engine("fide")
    (path,) = tables(folder)
    path.write_bytes(DAMAGE[how](path.read_bytes()))
    second = engine("fide")
    assert not second.compilation.kept and same(first, second)
    assert engine("fide").compilation.kept and tables(folder) == [path]


@pytest.mark.slow
def test_the_file_of_another_game_is_as_good_as_none(folder: Path) -> None:
    engine("fide")
    (first,) = tables(folder)
    engine("raumschach")
    (second,) = {*tables(folder)} - {first}
    first.write_bytes(second.read_bytes())
    assert cache.read(second) is not None and cache.read(first) is None


def test_no_byte_can_change_unnoticed(folder: Path) -> None:
    engine("fide")
    (path,) = tables(folder)
    data = path.read_bytes()
    rng = random.Random(3)
    for place in [*range(0, 200, 7), *(rng.randrange(len(data)) for _ in range(100))]:
        path.write_bytes(data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :])
        assert cache.read(path) is None


def test_what_was_killed_is_swept_up_at_the_next_start(folder: Path) -> None:
    engine("fide")
    left = folder / "tables" / ".shadowmate-part-0123456789abcdef"
    left.write_bytes(b"half")
    engine("fide")
    assert not left.exists()


@pytest.mark.slow
def test_two_processes_at_once(folder: Path) -> None:
    processes = [start(dict(os.environ)) for _ in range(2)]
    assert [finish(process) for process in processes] == [(0, "61 3615\n", "")] * 2
    (path,) = tables(folder)
    assert path.suffix == ".tables" and engine("raumschach").compilation.kept


def test_tables_are_whole_at_any_time(folder: Path) -> None:
    """A reader finds all of a file, whoever writes it at that time."""
    made = engine("fide").arrays
    (path,) = tables(folder)
    stop = threading.Event()

    def rewrite() -> None:
        while not stop.is_set():
            cache.write(path, made)

    writers = [threading.Thread(target=rewrite) for _ in range(2)]
    for writer in writers:
        writer.start()
    found = [cache.read(path) for _ in range(100)]
    stop.set()
    for writer in writers:
        writer.join()
    assert None not in found and tables(folder) == [path]


def aged(path: Path, days: float) -> Path:
    """A file or folder that was last used this many days ago."""
    then = time.time() - days * 24 * 60 * 60
    os.utime(path, (then, then))
    return path


def old_kernel(folder: Path, name: str, days: float) -> Path:
    made = folder / f"kernel-{name}"
    (made / "below").mkdir(parents=True)
    (made / "below" / "code.nbc").write_bytes(b"code")
    return aged(made, days)


@pytest.mark.slow
def test_storing_something_removes_what_was_not_used_for_long(folder: Path) -> None:
    engine("fide")
    (used,) = tables(folder)
    aged(folder / "pruned", 2)
    fresh, stale = old_kernel(folder, "fresh", 5), old_kernel(folder, "stale", 100)
    other = folder / "endgames" / "table"
    other.parent.mkdir()
    other.write_bytes(b"kept by others")
    unused, part = (folder / "tables" / name for name in ("unused.tables", "unfinished.part"))
    for path in (unused, part, other):
        path.write_bytes(b"data")
        aged(path, 100)
    aged(used, 100)
    engine("fide")  # this counts as a use; and reading removes nothing
    assert stale.exists() and unused.exists()
    engine("raumschach")
    assert fresh.exists() and not stale.exists()
    assert used.exists() and other.exists() and not unused.exists() and not part.exists()
    assert cache.kernel_folder().exists()


@pytest.mark.slow
def test_it_is_removed_once_a_day(folder: Path) -> None:
    engine("fide")
    stale = old_kernel(folder, "stale", 100)
    engine("raumschach")
    assert stale.exists()


def test_the_kernel_in_use_is_not_removed(folder: Path) -> None:
    aged(KERNEL, 100)
    cache.prune()
    assert cache.kernel_folder().exists()
    mark_used(KERNEL)
    assert KERNEL.stat().st_mtime > time.time() - 24 * 60 * 60


def test_many_may_remove_at_once(folder: Path) -> None:
    for number in range(40):
        old_kernel(folder, str(number), 100)
    errors: list[BaseException] = []

    def remove() -> None:
        try:
            cache.prune()
        except BaseException as error:
            errors.append(error)

    removers = [threading.Thread(target=remove) for _ in range(4)]
    for remover in removers:
        remover.start()
    for remover in removers:
        remover.join()
    assert not errors and [path.name for path in folder.glob("kernel-*")] == [KERNEL.name]


# --- a change of the rules ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_change_of_a_rule_changes_both_engines(folder: Path, tmp_path: Path) -> None:
    """Kites that move in the planes of orthogonals, not of diagonals."""
    shutil.copytree(EXAMPLES, tmp_path / "before")
    shutil.copytree(tmp_path / "before", tmp_path / "after")
    game = tmp_path / "after" / "wasp" / "game.lp"
    old = "motion(kite,planar,diagonal,any)"
    text = game.read_text()
    assert old in text
    game.write_text(text.replace(old, old.replace("diagonal", "orthogonal")))
    moves = {}
    for rules in ("before", "after"):
        for name in ENGINES:
            asked = sm.game("wasp", rules=[tmp_path / rules], engine=name)
            found = asked.position("white KtCc3 KiAa1 black WaDd3 KiEe5")
            moves[rules, name] = found.legal_moves(), found.checks()
    assert moves["before", "reference"] == moves["before", "compiled"]
    assert moves["after", "reference"] == moves["after", "compiled"]
    assert moves["before", "compiled"] != moves["after", "compiled"]
    assert len(tables(folder)) == 2


@pytest.mark.slow
def test_another_reading_has_tables_of_its_own(folder: Path, tmp_path: Path) -> None:
    for readings in ((), ("some_path",)):
        ruleset = load("wasp", readings, [EXAMPLES])
        assert not CompiledEngine(ruleset).compilation.kept
    assert len(tables(folder)) == 2
