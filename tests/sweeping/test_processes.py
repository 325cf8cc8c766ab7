"""Sweeps in processes of their own: killed, stopped and continued, and on Dask's workers."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from support.paths import DATA
from support.time_limit import communicate, wait_until
from support.yaml_files import read_yaml

MATES = [each for each in read_yaml(DATA / "direct_mates.yaml") if each["dtm"] <= 3]
"""Positions with the distance to mate, at most three moves, and every key, by other programs."""

ASK = "solve #3 --set-play --tries --no-tables"
CHUNK = 5
MORE = ("--keep", "keys,short", "--chunk", str(CHUNK))
"""All chunks need several seconds of processor time, so that there is time to kill processes in mid-work."""


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "shadowmate", "sweep", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("cases") / "positions.txt"
    file.write_text("".join(f"fide: fen {each['fen']}\n" for each in MATES))
    return file


@pytest.fixture(scope="module")
def expected(positions: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The results on one worker, whose mates are those of the facts: a key mates in three, or less is enough."""
    folder = tmp_path_factory.mktemp("one") / "out"
    process = start(ASK, str(positions), "--output", str(folder), "--workers", "1", *MORE)
    assert (communicate(process, 240), process.returncode)[1] == 0
    found = (folder / "results.jsonl").read_bytes()
    for line, known in zip(found.splitlines(), MATES, strict=True):
        answer = json.loads(line)["answer"]
        assert answer["short"] == (known["dtm"] if known["dtm"] < 3 else None)
        if known["dtm"] == 3:
            keys = (re.sub(r"^[A-Z]|[-x=]", "", key).lower() for key in answer["keys"])
            assert sorted(keys) == known["keys"]
    return found


def finished(folder: Path) -> int:
    return len(list((folder / "chunks").glob("*.jsonl")))


def descendants(process: subprocess.Popen[str], what: str) -> list[psutil.Process]:
    """The processes under another whose command line has a text."""
    found = []
    for each in psutil.Process(process.pid).children(recursive=True):
        try:
            if any(what in word for word in each.cmdline()):
                found.append(each)
        except psutil.NoSuchProcess:
            pass
    return found


@pytest.mark.slow
def test_two_workers(positions: Path, expected: bytes, tmp_path: Path) -> None:
    process = start(ASK, str(positions), "--output", str(tmp_path / "out"), "--workers", "2", *MORE)
    communicate(process, 240)
    assert process.returncode == 0 and (tmp_path / "out" / "results.jsonl").read_bytes() == expected


@pytest.mark.slow
@pytest.mark.parametrize("how", ["SIGKILL", "SIGINT", "worker"])
def test_killed_and_continued(how: str, positions: Path, expected: bytes, tmp_path: Path) -> None:
    """`kill -9` of all, Ctrl-C, and `kill -9` of a worker: the same bytes, and no process is left."""
    folder = tmp_path / "out"
    ask = (ASK, str(positions), "--output", str(folder), "--workers", "2", *MORE)
    process = start(*ask)
    wait_until(lambda: finished(folder) >= 2, process)
    workers = descendants(process, "spawn_main")
    assert len(workers) == 2
    if how == "worker":
        workers[0].send_signal(signal.SIGKILL)
    elif how == "SIGINT":  # the terminal sends it to all
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGKILL)
    out, err = communicate(process, 240)
    assert psutil.wait_procs(workers, timeout=60)[1] == []
    assert process.returncode == {"worker": 0, "SIGINT": 3, "SIGKILL": -signal.SIGKILL}[how]
    if how == "SIGINT":
        assert out == "" and err == f"stopped; {folder} keeps what is finished, and the same command continues it\n"
    if how != "worker":
        kept = {path.name: path.stat().st_mtime_ns for path in (folder / "chunks").glob("*.jsonl")}
        assert 2 <= len(kept) < len(MATES) // CHUNK
        process = start(*ask)
        assert communicate(process, 240)[1] == "" and process.returncode == 0
        assert {name: (folder / "chunks" / name).stat().st_mtime_ns for name in kept} == kept
    assert (folder / "results.jsonl").read_bytes() == expected
    assert {path.name for path in folder.iterdir()} == {".lock", "chunks", "results.jsonl", "sweep.json"}


@pytest.mark.slow
def test_dask_with_a_killed_worker(positions: Path, expected: bytes, tmp_path: Path) -> None:
    """On a cluster of two workers, one of which is killed in mid-work."""
    pytest.importorskip("distributed", reason="Dask is not installed")
    folder = tmp_path / "out"
    ask = (ASK, str(positions), "--output", str(folder), "--workers", "2", *MORE, "--dask", "local")
    process = start(*ask)
    wait_until(lambda: finished(folder) >= 2, process)
    workers = descendants(process, "spawn_main")
    assert len(workers) >= 2
    workers[-1].send_signal(signal.SIGKILL)
    _, err = communicate(process, 240)
    assert process.returncode == 0, err
    assert (folder / "results.jsonl").read_bytes() == expected


@pytest.mark.slow
def test_dask_without_a_scheduler(positions: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    process = start(ASK, str(positions), "--output", str(tmp_path / "out"), "--dask", "tcp://127.0.0.1:9")
    _, err = communicate(process, 240)
    assert process.returncode == 2 and "no scheduler answers" in err and "Traceback" not in err
    assert not (tmp_path / "out").exists()
