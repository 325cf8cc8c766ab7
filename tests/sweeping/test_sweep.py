"""Sweeps: their records, chunks and folders, asked in the process of the test."""

from __future__ import annotations

import errno
import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from shadowmate.commands import sweeping
from shadowmate.errors import OptionError, ShadowmateError
from shadowmate.sweeping import chunks, identity
from shadowmate.sweeping.as_parquet import as_parquet
from shadowmate.sweeping.errors import SweepError
from support.cli import run
from support.inline import Inline
from support.paths import DATA, GAMES_OF_TESTS
from support.yaml_files import read_yaml

MATES = [each for each in read_yaml(DATA / "direct_mates.yaml") if each["dtm"] == 1][:12]
"""Positions with the keys of a mate in one, by python-chess."""


@pytest.fixture(autouse=True)
def inline(monkeypatch: pytest.MonkeyPatch) -> list[Inline]:
    """The workers of all sweeps of a test."""
    found: list[Inline] = []

    def workers(*_: object) -> Inline:
        found.append(Inline())
        return found[-1]

    monkeypatch.setattr(sweeping, "workers_of", workers)
    return found


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    file = tmp_path / "positions.txt"
    file.write_text("# mates in one\n\n" + "".join(f"fide: fen {each['fen']}\n" for each in MATES))
    return file


def sweep(file: Path, folder: Path, *more: str, command: str = "mate --in 1 --all-keys") -> tuple[int, str, str]:
    return run("sweep", command, str(file), "--output", str(folder), *more)


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]


def refused(*words: str) -> str:
    """The error of a sweep that is refused before anything is written."""
    try:
        code, out, err = run(*words)
    except ShadowmateError as error:
        return str(error)
    assert (code, out) == (2, "")
    return " ".join(err.split())


def test_every_case_is_answered(positions: Path, tmp_path: Path) -> None:
    """In order, each with its line; the keys are python-chess's."""
    code, out, err = sweep(positions, tmp_path / "out", "--keep", "mate,keys", "--chunk", "5")
    found = records(tmp_path / "out")
    assert (code, err) == (0, "")
    assert [each["case"] for each in found] == list(range(1, 13)) and found[0]["line"] == 3
    for each, known in zip(found, MATES, strict=True):
        assert each["exit"] == 0 and set(each["answer"]) == {"mate", "keys"} and each["answer"]["mate"] is True
        assert len(each["answer"]["keys"]) == len(known["keys"])
        cells = sorted(
            key[1:].replace("-", "").replace("x", "").replace("=", "").lower() for key in each["answer"]["keys"]
        )
        assert cells == known["keys"]
    digest = sha256((tmp_path / "out" / "results.jsonl").read_bytes()).hexdigest()
    assert "12 cases: 12 with exit code 0" in out and digest in out
    assert len(list((tmp_path / "out" / "chunks").iterdir())) == 3


def test_chunks_change_nothing(positions: Path, tmp_path: Path) -> None:
    """Neither their size, nor how many are under way."""
    found = set()
    for number, size in enumerate(([], ["--chunk", "1"], ["--chunk", "7"], ["--chunk", "99"])):
        assert sweep(positions, tmp_path / str(number), *size)[0] == 0
        found.add((tmp_path / str(number) / "results.jsonl").read_bytes())
    assert len(found) == 1


def test_the_clock_is_left_out(positions: Path, tmp_path: Path) -> None:
    sweep(positions, tmp_path / "out")
    assert "depth" in records(tmp_path / "out")[0]["answer"]["searched"]
    assert b'"seconds"' not in (tmp_path / "out" / "results.jsonl").read_bytes()


def test_a_bad_case_is_recorded(positions: Path, tmp_path: Path) -> None:
    """With its line and the reason; the others are answered, and the exit code reports it."""
    positions.write_text(positions.read_text() + "fide: white Kz9\nfide: fen 8/8/8/8/8/k7/8/KQ6 w - - 0 1\n")
    code, out, err = sweep(positions, tmp_path / "out", "--json")
    bad = records(tmp_path / "out")[12]
    assert code == 2 and (bad["line"], bad["exit"], bad["input"]) == (15, 2, "fide: white Kz9")
    assert "answer" not in bad and "z9" in bad["error"]
    assert "line 15: " in err and "z9" in err
    found = json.loads(out)
    assert found["exits"] == {"0": 13, "2": 1} and found["cases"] == 14
    assert found["refused"] == [{"case": 13, "line": 15, "error": bad["error"]}]
    assert sweep(positions, tmp_path / "out", "--json") == (code, out, err)


def test_an_error_of_the_program_is_recorded(positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an exit code."""
    from shadowmate.solving import solver

    solve = solver.solve

    def broken(position: Any, *words: Any, **more: Any) -> Any:
        if "a3" in position.pieces:
            raise ZeroDivisionError("here")
        return solve(position, *words, **more)

    monkeypatch.setattr(solver, "solve", broken)
    assert sweep(positions, tmp_path / "out")[0] == 2
    assert records(tmp_path / "out")[0]["exit"] is None
    assert records(tmp_path / "out")[0]["error"] == "ZeroDivisionError: here"


def test_a_finished_sweep_is_not_asked_again(positions: Path, tmp_path: Path, inline: list[Inline]) -> None:
    first = sweep(positions, tmp_path / "out")
    assert sweep(positions, tmp_path / "out") == first
    assert len(inline) == 1


@pytest.mark.parametrize("damage", ["truncated", "changed", "head", "missing", "empty"])
def test_a_damaged_chunk_is_made_anew(damage: str, positions: Path, tmp_path: Path, inline: list[Inline]) -> None:
    """And no other; if the results are whole, chunks are not looked at."""
    folder = tmp_path / "out"
    sweep(positions, folder, "--chunk", "4")
    before = {path.name: path.read_bytes() for path in folder.glob("**/*.jsonl")}
    chunk = sorted((folder / "chunks").iterdir())[1]
    content = chunk.read_bytes()
    if damage == "truncated":
        chunk.write_bytes(content[:-20])
    elif damage == "changed":
        chunk.write_bytes(content.replace(b'"mate":true', b'"mate":null', 1))
    elif damage == "head":
        chunk.write_bytes(content.replace(b'{"0": 4}', b'{"1": 4}'))
    elif damage == "empty":
        chunk.write_bytes(b"")
    else:
        chunk.unlink()
    (folder / "results.jsonl").unlink()
    assert sweep(positions, folder)[0] == 0
    assert inline[-1].calls == 1
    assert {path.name: path.read_bytes() for path in folder.glob("**/*.jsonl")} == before


def test_damaged_results_are_put_together_again(positions: Path, tmp_path: Path, inline: list[Inline]) -> None:
    folder = tmp_path / "out"
    sweep(positions, folder)
    before = (folder / "results.jsonl").read_bytes()
    (folder / "results.jsonl").write_bytes(before.replace(b"true", b"null", 1))
    assert sweep(positions, folder)[0] == 0
    assert (folder / "results.jsonl").read_bytes() == before and inline[-1].calls == 0


def test_a_full_disk_loses_no_chunk(
    positions: Path, tmp_path: Path, inline: list[Inline], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error has the reason; the same command continues."""
    write, written = chunks.write_whole, []

    def full(path: Path, *parts: bytes) -> None:
        if len(written) == 3:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        written.append(path)
        write(path, *parts)

    monkeypatch.setattr(chunks, "write_whole", full)
    with pytest.raises(SweepError, match=r"No space left on device\. What is finished is kept"):
        sweep(positions, tmp_path / "out", "--chunk", "2")
    assert not (tmp_path / "out" / "results.jsonl").exists()
    monkeypatch.setattr(chunks, "write_whole", write)
    assert sweep(positions, tmp_path / "out")[0] == 0
    assert inline[-1].calls == 3 and len(records(tmp_path / "out")) == 12


def test_what_has_changed_is_refused(positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each with its reason; nothing in the folder changes."""
    folder = tmp_path / "out"
    ask = ("sweep", "mate --in 1 --all-keys", str(positions), "--output", str(folder))
    assert run(*ask)[0] == 0
    before = {path: path.read_bytes() for path in folder.glob("**/*") if path.is_file()}
    assert "command: mate --in 1 --all-keys, and now mate --in 1." in refused(ask[0], "mate --in 1", *ask[2:])
    assert "keep: all, and now keys." in refused(*ask, "--keep", "keys")
    assert "has chunks of 12" in refused(*ask, "--chunk", "7")
    other = shutil.copy(positions, tmp_path / "other.txt")
    assert f"cases: lines {positions}, number 12, and now lines {other}" in refused(*ask[:2], str(other), *ask[3:])
    text = positions.read_text()
    positions.write_text(text.replace("8/8", "8/7P"))
    assert f"the cases of {positions} have changed" in refused(*ask)
    positions.write_text(text)
    with monkeypatch.context() as patch:
        patch.setattr("shadowmate.sweeping.sweep.program", lambda: "0.2.0 abc")
        assert "and now 0.2.0 abc" in refused(*ask)
    assert run(*ask)[0] == 0
    assert {path: path.read_bytes() for path in folder.glob("**/*") if path.is_file()} == before


def test_changed_rules_are_refused(tmp_path: Path) -> None:
    """Also those that are changed while it runs."""
    shutil.copytree(GAMES_OF_TESTS / "mini", tmp_path / "games" / "mini")
    file = tmp_path / "positions.txt"
    file.write_text("mini: white KiAc3 RoAa1 black KiAa3 turn black\n")
    ask = ("sweep", f"status --rules {tmp_path / 'games'}", str(file), "--output", str(tmp_path / "out"))
    assert run(*ask)[0] == 0
    rules = tmp_path / "games" / "mini" / "game.lp"
    rules.write_text(rules.read_text() + "% changed\n")
    assert f"{tmp_path / 'games'} has changed" in refused(*ask)


def test_a_worker_of_another_version_is_refused(
    positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shadowmate.sweeping.sweep.program", lambda: "0.0.1 abc")
    assert "a worker has another version of the program" in refused(
        "sweep", "mate --in 1", str(positions), "--output", str(tmp_path / "out")
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["solve #x2", "POSITIONS"], "'#x2'"),
        (["book", "POSITIONS"], "a sweep asks one of solve, mate"),
        (["", "POSITIONS"], "COMMAND is empty"),
        (["solve '#2", "POSITIONS"], "No closing quotation"),
        (["solve #2 --svg x.svg", "POSITIONS"], "--svg: a sweep keeps answers"),
        (["solve #2 --json", "POSITIONS"], "--json: a sweep keeps its answers as data"),
        (["solve #2 --no-such", "POSITIONS"], "no such option: --no-such"),
        (["mate", "POSITIONS"], "--in"),
        (["perft", "POSITIONS"], "expected a DEPTH"),
        (["perft two", "POSITIONS"], "DEPTH: 'two'"),
        (["solve #2"], "expected one of CASES, --material and --pairs, not none"),
        (["solve #2", "POSITIONS", "--pairs", "fide"], "not CASES and --pairs"),
        (["solve #2", "POSITIONS", "--turn", "white"], "--turn: has no effect without --material"),
        (["solve #2", "--material", "fide: white K R black K", "--turn", "red"], "'red' is no player of fide"),
        (["solve #2", "--material", "fide: white K X"], "'X'"),
        (["solve #2", "POSITIONS", "--workers", "2", "--dask", "tcp://1.2.3.4:8786"], "--workers: has no effect"),
        (["solve #2", "nowhere.txt"], "nowhere.txt: cannot be read"),
        (["status", "examples/problem.yaml"], "is read as a file of problems, and status wants positions"),
        (["mate --in 1", "POSITIONS", "--keep", "keys,mates"], "--keep mates: the answers have no such key"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_bad_input(words: list[str], reason: str, positions: Path, tmp_path: Path) -> None:
    """One error, and nothing is written."""
    words = [str(positions) if word == "POSITIONS" else word for word in words]
    assert reason in refused("sweep", *words, "--output", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_file_of_positions_is_not_suggested_for_problems(tmp_path: Path) -> None:
    """`solve --file` reads problems; `status --file` reads positions."""
    asked = ("examples/problem.yaml", "--output", str(tmp_path / "out"))
    assert "'solve --file {}' is for files of problems" in refused("sweep", "solve #2", *asked)
    assert "--file" not in refused("sweep", "status", *asked)


def test_folders_that_are_refused(positions: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("notes")
    (tmp_path / "file").write_text("text")
    ask = ("sweep", "mate --in 1", str(positions), "--output")
    assert "mine: is no folder of a sweep; it has notes.txt" in refused(*ask, str(tmp_path / "mine"))
    assert "is no folder" in refused(*ask, str(tmp_path / "file"))
    assert "there is no folder" in refused(*ask, str(tmp_path / "a" / "b"))
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep" / "sweep.json").write_text('{"schema": 1')
    assert "sweep.json: cannot be read" in refused(*ask, str(tmp_path / "sweep"))
    (tmp_path / "sweep" / "sweep.json").write_text('{"schema": 99}')
    assert "a sweep in another form (99" in refused(*ask, str(tmp_path / "sweep"))


def test_a_stopped_sweep_continues(
    positions: Path, tmp_path: Path, inline: list[Inline], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped before the first chunk, nothing is written; later, what is finished is kept."""
    from contextlib import contextmanager

    def stopping(after: int) -> Any:
        @contextmanager
        def interrupts() -> Any:
            yield lambda: inline[-1].calls >= after

        return interrupts

    for calls in (0, 3):
        monkeypatch.setattr(sweeping, "interrupts", stopping(calls))
        code, out, err = sweep(positions, tmp_path / "out", "--chunk", "2")
        assert (code, out) == (3, "")
        assert err.startswith("stopped; nothing is finished" if not calls else f"stopped; {tmp_path / 'out'} keeps")
        assert (tmp_path / "out").exists() == bool(calls)
    monkeypatch.undo()
    monkeypatch.setattr(sweeping, "workers_of", lambda *_: Inline())
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out" / "chunks").iterdir()}
    assert 0 < len(kept) < 6
    assert sweep(positions, tmp_path / "out")[0] == 0
    now = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out" / "chunks").iterdir()}
    assert len(now) == 6 and {name: now[name] for name in kept} == kept and len(records(tmp_path / "out")) == 12


@pytest.mark.parametrize("room", [1, 4])
def test_a_lost_worker_loses_nothing(
    room: int, positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it had is done once more."""
    sweep(positions, tmp_path / "whole", "--chunk", "1")
    monkeypatch.setattr(sweeping, "workers_of", lambda *_: Inline(lambda call: call % 5 == 2, room))
    assert sweep(positions, tmp_path / "out", "--chunk", "1")[0] == 0
    assert (tmp_path / "out" / "results.jsonl").read_bytes() == (tmp_path / "whole" / "results.jsonl").read_bytes()


def test_a_case_that_ends_its_worker(positions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All others are answered first, and the error names it. The next run tries it again."""
    monkeypatch.setattr(sweeping, "workers_of", lambda *_: Inline(lambda call: call in (2, 3)))
    with pytest.raises(SweepError, match=r"cases 2 to 2: its process ended twice"):
        sweep(positions, tmp_path / "out", "--chunk", "1")
    assert len(list((tmp_path / "out" / "chunks").iterdir())) == 11
    monkeypatch.setattr(sweeping, "workers_of", lambda *_: Inline())
    assert sweep(positions, tmp_path / "out")[0] == 0


def test_problems_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A problem is a case; a problem or file that cannot be read is recorded."""
    folder = tmp_path / "problems"
    folder.mkdir()
    good = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\nsolution: 1.Ra1-a8!\n"
    (folder / "a.yaml").write_text(f"{good}---\nalgebraic: 3\nstipulation: '#2'\n---\n{good}")
    (folder / "b.yaml").write_bytes(b"stipulation: \xff\n")
    code, _, err = run("sweep", "verify", str(folder), "--output", str(tmp_path / "out"))
    found = records(tmp_path / "out")
    assert code == 2 and [each["exit"] for each in found] == [0, 2, 0, 2]
    assert [each["input"].removeprefix(str(folder)) for each in found] == [
        "/a.yaml#1",
        "/a.yaml#2",
        "/a.yaml#3",
        "/b.yaml",
    ]
    assert [each["line"] for each in found] == [1, None, 8, None]
    assert found[0]["answer"][0]["sound"] is True and found[2]["answer"][0]["line"] == 8
    assert "a.yaml:5: " in err and "b.yaml: cannot be read" in err
    (folder / "a.yaml").write_text(f"{good}# changed\n---\nalgebraic: 3\nstipulation: '#2'\n---\n{good}")
    assert f"{folder / 'a.yaml'} has changed" in refused(
        "sweep", "verify", str(folder), "--output", str(tmp_path / "out")
    )


def test_a_command_with_a_place(tmp_path: Path) -> None:
    """{} stands for the case."""
    file = tmp_path / "moves.txt"
    file.write_text("Ka1-a2\nKa1-c3\n")
    ask = "why 'fide: white Ka1 Rh8 black Ke8 turn white' {}"
    assert run("sweep", ask, str(file), "--output", str(tmp_path / "out"), "--keep", "legal")[0] in (0, 2)
    assert len(records(tmp_path / "out")) == 2


@pytest.mark.slow
def test_parquet(positions: Path, tmp_path: Path) -> None:
    """A row for each case, the answer as JSON."""
    parquet = pytest.importorskip("pyarrow.parquet")
    positions.write_text(positions.read_text() + "nonsense\n")
    sweep(positions, tmp_path / "out", "--parquet", str(tmp_path / "rows.parquet"), "--keep", "keys")
    rows = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    for row, record in zip(rows, records(tmp_path / "out"), strict=True):
        row["answer"] = row["answer"] and json.loads(row["answer"])
        assert row == {"answer": None, "error": None, "placements": None, **record}


def test_parquet_has_how_many_placements_a_case_stands_for(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    case = {"case": 1, "line": None, "input": "fide: ...", "placements": 8, "exit": 0, "answer": {}}
    (tmp_path / "results.jsonl").write_text(json.dumps(case) + "\n")
    (tmp_path / "rows.parquet").write_bytes(as_parquet(tmp_path / "results.jsonl"))
    assert parquet.read_table(tmp_path / "rows.parquet").to_pylist() == [{**case, "answer": "{}", "error": None}]


def test_what_is_too_long_for_a_name_is_no_file() -> None:
    assert identity.named_files(["ask", "holds. " * 100, "--rule=" + "holds. " * 100]) == ()


def test_the_digest_of_rules(tmp_path: Path) -> None:
    """Any changed byte or name changes it."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "game.lp").write_text("x.")
    first = identity.digest(tmp_path)
    (tmp_path / "a" / "notes.txt").write_text("no rule")
    assert identity.digest(tmp_path) == first
    (tmp_path / "a" / "game.lp").rename(tmp_path / "a" / "gamf.lp")
    assert identity.digest(tmp_path) != first


def test_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, the error has the command that installs it."""
    import sys

    from shadowmate.sweeping.workers import Dask

    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r"pip install 'shadowmate\[dask\]'"):
        Dask("local", 1)


def test_problems_are_composed_by_seeds(tmp_path: Path) -> None:
    """Each seed gives what the command itself gives; without a place for the case it is refused."""
    (seeds := tmp_path / "seeds.txt").write_text("1\n2\n")
    order = "compose --game fide --stipulation #1 --pieces KQvK --count 1"
    assert "{} stands for the case" in refused("sweep", order, str(seeds), "--output", str(tmp_path / "no"))
    assert sweep(seeds, tmp_path / "out", command=order.replace("#1", "'#1'") + " --seed {}")[0] == 0
    for each in records(tmp_path / "out"):
        code, out, _ = run(*order.split(), "--seed", each["input"], "--json")
        assert (code, json.loads(out)) == (each["exit"], each["answer"]) and len(each["answer"]) == 1
