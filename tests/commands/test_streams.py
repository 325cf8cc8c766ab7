"""Standard output and standard error that are full, closed, narrow, or have no code for what is stated."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from support.cli import process, run

SHOW = ("show", "fide: white Kf6 black Kh7")
PIECES = ("pieces", "fide", "knight")
SOLVE = ("solve", "fide: white Kg6 Ra1 black Kg8", "#1", "--engine", "reference")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize(
    "arguments", [["moves", "fide: start"], ["games", "--json"], ["--help"], [*SHOW, "--svg", "-"]]
)
def test_standard_output_is_full(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process(*arguments, stdout=full)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert b"cannot be written: No space left on device" in done.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize("arguments", [["moves", "fide: start"], ["games", "--json"], ["--help"]])
def test_standard_output_is_closed(arguments: list[str]) -> None:
    done = process(*arguments, preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1) and b"standard output is closed" in done.stderr


@pytest.mark.slow
def test_other_streams_are_closed() -> None:
    """What is printed on standard error must not come out with the answer, and no input is an empty one."""
    note = "white PrDd4 black KiHh8"
    done = process("status", note, "--json", stdout=subprocess.PIPE, preexec_fn=lambda: os.close(2))
    assert done.returncode == 0 and "check" in json.loads(done.stdout)
    assert b"is empty" in process("check-proof", "-", preexec_fn=lambda: os.close(0)).stderr


@pytest.mark.slow
def test_characters_that_the_stream_has_no_code_for(tmp_path: Path) -> None:
    """They are written as numbers. JSON is the same on any stream."""
    name = os.fsdecode(b"\xff\xfe.svg")
    for more in ([], ["--json"]):
        environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
        done = process(
            *PIECES, "--figurines", *more, "--svg", name, stdout=subprocess.PIPE, env=environment, cwd=tmp_path
        )
        assert done.returncode == 0
        ElementTree.fromstring((tmp_path / name).read_bytes())
        if more:
            assert json.loads(done.stdout) == json.loads(run(*PIECES, *more)[1])
        else:
            assert b"\\u2658" in done.stdout and b"\\udcff" in done.stdout


ON_STANDARD_ERROR = {
    ("solve", "fide: white Kf6 Ra1 black Kh7", "h#0.5", "--engine", "reference"): 1,
    (*SOLVE, "--dot", "-"): 0,
    ("moves", "nonsense"): 2,
    ("mvoes",): 2,
    ("moves", "--nonsense"): 2,
}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("command", ON_STANDARD_ERROR)
def test_notes_that_cannot_be_written_are_lost(command: tuple[str, ...]) -> None:
    """The answer and the exit code are the same."""
    asked = [sys.executable, "-m", "shadowmate", *command]
    plain = subprocess.run(asked, capture_output=True, check=False)
    assert plain.stderr and plain.returncode == ON_STANDARD_ERROR[command]
    with Path("/dev/full").open("wb") as full:
        deaf = subprocess.run(asked, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (deaf.returncode, deaf.stdout) == (plain.returncode, plain.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin1", "utf-8"])
def test_what_standard_output_cannot_show(encoding: str, tmp_path: Path) -> None:
    """Figurines, letters, bytes that are no text: all can be printed somehow, and JSON remains JSON."""
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    drawn = process("show", "fide: start", "--figurines", stdout=subprocess.PIPE, env=environ)
    assert drawn.returncode == 0 and ("♖" if encoding == "utf-8" else "\\u2656").encode() in drawn.stdout
    for name in ("\u00f6\u2656.svg", os.fsdecode(b"\xff.svg")):
        reported = process(
            "show", "fide: start", "--json", "--svg", name, stdout=subprocess.PIPE, env=environ, cwd=tmp_path
        )
        assert json.loads(reported.stdout.decode(encoding))["files"] == [name]


@pytest.mark.sample(1)
@pytest.mark.parametrize("width", ["-5", "0", "1", "99999", "x", ""])
def test_a_width_that_no_terminal_has(width: str) -> None:
    """What is printed can be read, and is no longer than it has to be."""
    text = process("moves", stdout=subprocess.PIPE, env={**os.environ, "COLUMNS": width}).stderr.decode()
    assert "POSITION" in text and len(text) < 2000
