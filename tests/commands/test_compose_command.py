"""`shadowmate compose`, as it is typed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import shadowmate as sm
from support.cli import answer, fail, run
from support.time_limit import communicate, wait_until

ASKED = ("compose", "--game", "fide", "--stipulation", "#2", "--pieces", "white K Q N black K P*0..1")


def test_problems_go_to_a_file_with_what_makes_them(tmp_path: Path) -> None:
    path = tmp_path / "found.yaml"
    code, out, _ = run(*ASKED, "--zone", "black K: ?8", "--count", "2", "--seed", "3", "--output", str(path))
    assert code == 0
    assert out.splitlines()[0] == f"2 problems written to {path}"
    verdicts = sm.verify(path)
    assert [each.is_sound for each in verdicts] == [True, True]
    text = path.read_text()
    assert text.count("--zone 'black K: ?8' --seed 3 --count 2\"") == 1
    found = answer(*ASKED, "--zone", "black K: ?8", "--count", "2", "--seed", "3")
    assert all("8 " in each["position"].partition(" black ")[2] for each in found)  # type: ignore[attr-defined]


def problems_in(path: Path) -> int:
    return path.read_text().count("---") if path.exists() else 0


def test_a_specification_gives_the_same(tmp_path: Path) -> None:
    path = tmp_path / "wanted.yaml"
    path.write_text("game: fide\nstipulation: '#2'\npieces: {white: [K, Q, N], black: [K, 'P*0..1']}\n")
    assert answer("compose", str(path), "--count", "3") == answer(*ASKED, "--count", "3")


@pytest.mark.slow
def test_nothing_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "found.yaml"
    command = [sys.executable, "-m", "shadowmate", *ASKED, "--output", str(path)]
    process = subprocess.Popen(command, text=True)
    try:
        wait_until(lambda: problems_in(path) >= 3, process)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert all(each.is_sound for each in sm.verify(path, economy=False)[:2])


@pytest.mark.slow
def test_jobs_share_the_work_and_end_at_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "found.yaml"
    command = [sys.executable, "-m", "shadowmate", *ASKED, "--jobs", "2", "--output", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    wait_until(
        lambda: problems_in(path) >= 20 and all(f"--seed {seed} " in path.read_text() for seed in (0, 1)), process
    )
    process.send_signal(signal.SIGINT)
    out, _ = communicate(process)
    assert process.returncode == 3
    verdicts = sm.verify(path, economy=False)
    assert out.startswith(f"{len(verdicts)} problems written")
    assert all(each.is_sound for each in verdicts)


@pytest.mark.slow
def test_processes_that_end_before_the_work_is_done_are_reported(tmp_path: Path) -> None:
    """Such as processes that the system kills for lack of memory."""
    path = tmp_path / "found.yaml"
    command = [sys.executable, "-m", "shadowmate", *ASKED, "--jobs", "2", "--output", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: problems_in(path) >= 2, process)
    spawned = subprocess.run(["pgrep", "-f", "-P", str(process.pid), "spawn_main"], capture_output=True, text=True)
    for each in spawned.stdout.split():
        os.kill(int(each), signal.SIGKILL)
    _, err = communicate(process)
    assert process.returncode == 2 and "all processes have ended (exit codes -9, -9)" in err
    assert path.read_text().endswith("\n")


def test_problems_come_behind_what_a_file_has(tmp_path: Path) -> None:
    """On a line of their own, though the last line has no end; and on standard output with a hyphen."""
    path = tmp_path / "mine.yaml"
    path.write_text("algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'")
    assert run(*ASKED, "--count", "1", "--seed", "3", "--output", str(path))[0] == 0
    assert len(sm.verify(path, economy=False)) == 2
    code, out, err = run(*ASKED, "--count", "1", "--seed", "3", "--output", "-")
    assert code == 0 and out.startswith("---") and "stipulation:" in out and "1 problem" in err


def test_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wanted.yaml"
    path.write_text("game: fide\nstipulation: '#2'\npiece: {white: [K]}\n")
    old = tmp_path / "old.yaml"
    old.write_text("game: fide\nstipulation: '#2'\nmen: {white: [K]}\n")
    other = tmp_path / "other.yaml"
    other.write_text("game: fide\nstipulation: '#2'\nweights: {white: [K]}\n")
    for arguments, text in [
        ((str(path),), "there is no field 'piece'; do you mean 'pieces'?"),
        ((str(other),), "there is no field 'weights'; there are game, "),
        ((str(old),), f"{old}:3: there is no field 'men'; do you mean 'pieces'?"),
        ((str(tmp_path / "none.yaml"),), "cannot be read"),
        ((str(path), "--game", "fide"), "--game: has no effect with a specification file"),
        (("--game", "fide"), "missing: --stipulation, --pieces"),
        ((*ASKED[1:], "--maker", "fate"), "'fate' is no maker"),
        ((*ASKED[1:], "--ask", str(tmp_path / "none.lp")), "--ask"),
        ((*ASKED[1:], "--zone", "K: a1"), "it should be like 'white K: ?1 ?2'"),
        ((*ASKED[1:], "--every", "--jobs", "2"), "jobs: listing is the work of one process"),
    ]:
        assert text in fail(monkeypatch, capsys, "compose", *arguments)


def test_nothing_found_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "none.yaml"
    pieces = ("--pieces", "white K N black K", "--every", "--output", str(path))
    assert run("compose", "--in", "fide", "--stipulation", "#1", *pieces)[0] == 1
    assert not path.exists()


def test_a_census_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "counts.yaml"
    once = run("census", "fide", "--pieces", "white K N black K", "--stipulation", "#2", "--output", str(path))
    assert once[0] == 0 and once[1].split() == ["white", "K", "N", "black", "K", "#2", "0"]
    more = run("census", "fide", "--pieces", "white K N black K", "--output", str(path))
    assert more[1].split()[-2:] == ["h#2", "0"] and "#2  0" not in more[1].replace("h#2  0", "")
    assert path.read_text().count("material:") == 2
    assert run("census", "fide", "--pieces", "white K N black K", "--output", str(path))[1].strip() == ""


def test_what_is_no_census_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "counts.yaml"
    path.write_bytes(b"\xff\xfe")
    assert "it is no text in UTF-8" in fail(monkeypatch, capsys, "census", "fide", "--output", str(path))
    path.write_text("- 1\n")
    assert "this is no census" in fail(monkeypatch, capsys, "census", "fide", "--output", str(path))


def test_the_same_asked_twice_is_counted_once() -> None:
    pieces = ("--pieces", "white K N black K")
    code, out, _ = run("census", "fide", *pieces, *pieces, "--stipulation", "#1", "--stipulation", "#1")
    assert code == 0 and out.strip() == "white K N black K  #1  0"


def test_mates_are_not_counted_where_tables_hold_other_wins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = fail(monkeypatch, capsys, "census", "koth", "--stipulation", "#1")
    assert "koth is won otherwise than by mate too" in text and "to make" not in text


@pytest.mark.slow
def test_what_there_is_to_ask_for() -> None:
    assert "variations N: " in run("compose", "--list-conditions")[1]
    assert '"pieces"' in run("compose", "--schema")[1]
