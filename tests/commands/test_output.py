"""What commands write and where: files, standard output, and what they cannot do is refused in one line."""

from __future__ import annotations

import errno
import io
import json
import os
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pydot
import pytest
import yaml
from typer.main import get_group

import shadowmate as sm
from shadowmate import endgame
from shadowmate.commands.app import app
from shadowmate.files import sweep, written_whole
from support.cli import fail, run
from support.paths import GAMES_OF_TESTS, ROOT

COMMANDS = {str(command.name): command for command in get_group(app).commands.values()}
EXAMPLES = {name: shlex.split(str(command.epilog).split(" | ")[-1])[1:] for name, command in COMMANDS.items()}
EXAMPLES = {name: words[words.index(name) :] for name, words in EXAMPLES.items()}
SHOW = ("show", "fide: white Kf6 black Kh7")
PIECES = ("pieces", "fide", "knight")
PROMOTIONS = ("pieces", "fide", "--promotions")
SOLVE = ("solve", "fide: white Kg6 Ra1 black Kg8", "#1", "--engine", "reference")
ATLAS = ("atlas", "fide", "--attackers", "R")
CLAIM = ("claims", "latrunculi", "ten-ranks")
COMPARE = ("compare", "prince", "paths_off_field", "field_paths_closed", "--kind", "reporter", "--from", "Aa1")

BOOK = ("book", str(ROOT / "puzzles" / "problems" / "flat.yaml"), "--theme", "grey")
FIND = ("find", "fide", "--men", "white Q black K", "--count", "2")

SVG, PNG = ElementTree.fromstring, lambda data: data.startswith(b"\x89PNG") or pytest.fail("no PNG")
OUTPUTS = {
    (SHOW, "--svg"): SVG,
    (SHOW, "--png"): PNG,
    (PIECES, "--svg"): SVG,
    (PIECES, "--png"): PNG,
    (PROMOTIONS, "--svg"): SVG,
    (PROMOTIONS, "--png"): PNG,
    (PROMOTIONS, "--dot"): lambda data: pydot.graph_from_dot_data(data.decode()) or pytest.fail("no graph"),
    (SOLVE, "--svg"): SVG,
    (SOLVE, "--graphml"): SVG,
    (SOLVE, "--dot"): lambda data: pydot.graph_from_dot_data(data.decode()) or pytest.fail("no graph"),
    (ATLAS, "--svg"): SVG,
    (ATLAS, "--output"): lambda data: yaml.safe_load(data)["entries"] or pytest.fail("no entries"),
    (COMPARE, "--svg"): SVG,
    (COMPARE, "--png"): PNG,
    (BOOK, "--html"): lambda data: data.startswith(b"<!DOCTYPE html>") or pytest.fail("no HTML"),
    (BOOK, "--pdf"): lambda data: data.startswith(b"%PDF") or pytest.fail("no PDF"),
    (BOOK, "--yaml"): lambda data: list(yaml.safe_load_all(data)) or pytest.fail("no problems"),
    (BOOK, "--latex"): lambda data: data.startswith(b"\\documentclass") or pytest.fail("no LaTeX"),
    (BOOK, "--popeye"): lambda data: data.startswith(b"BeginProblem") or pytest.fail("no input"),
    (FIND, "--svg"): SVG,
    (FIND, "--png"): PNG,
    (CLAIM, "--report"): lambda data: data.startswith(b"# ") or pytest.fail("no Markdown"),
}
"""Every option that writes a file, with a command that takes it, and what reads it."""


class Refuse:
    """Runs a command that must end with exit code 2 and one line, and gives the line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.fixtures = monkeypatch, capsys

    def __call__(self, *arguments: object) -> str:
        said = fail(*self.fixtures, *map(str, arguments))
        assert said.startswith("error: ") and said.count("\n") == 1
        return said


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Refuse:
    monkeypatch.chdir(tmp_path)
    return Refuse(monkeypatch, capsys)


def process(*arguments: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "shadowmate.commands.app", *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, check=False, **more)  # type: ignore[call-overload]


def test_these_are_all_outputs() -> None:
    found = {
        (name, param.opts[0])
        for name, command in COMMANDS.items()
        for param in command.params
        if "; - for stdout" in str(getattr(param, "help", ""))
    }
    assert found == {(command[0], option) for command, option in OUTPUTS}


# --- standard output ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_a_hyphen_is_standard_output(
    command: tuple[str, ...], option: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing else is printed there; what else is said is said as ever, on standard error."""
    monkeypatch.chdir(tmp_path)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        errors = io.StringIO()
        patch.setattr(sys, "stderr", errors)
        app([*command, option, "-"], standalone_mode=False)
    OUTPUTS[command, option](stream.buffer.getvalue())  # type: ignore[attr-defined]
    assert errors.getvalue()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("command", "option"), OUTPUTS)
@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_it_cannot_be_json_at_once(refuse: Refuse, command: tuple[str, ...], option: str, name: str) -> None:
    said = refuse(*command, option, name, "--json")
    assert f"{option} {name}" in said and "--json" in said


@pytest.mark.parametrize("name", ["/dev/stdout", "same.svg"])
def test_standard_output_by_another_name(tmp_path: Path, name: str) -> None:
    """Where it is redirected to, too: the text would overwrite the picture."""
    with (tmp_path / "same.svg").open("wb") as stream:
        assert process(*SHOW, "--svg", name, stdout=stream, cwd=tmp_path).returncode == 0
    ElementTree.fromstring((tmp_path / "same.svg").read_bytes())


def test_a_pipe_has_no_path(tmp_path: Path) -> None:
    """As the shell's >(command) has it."""
    out, into = os.pipe()
    with os.fdopen(out, "rb") as stream:
        code = process(*SHOW, "--svg", f"/dev/fd/{into}", pass_fds=[into], stdout=subprocess.DEVNULL).returncode
        os.close(into)
        ElementTree.fromstring(stream.read())
    assert code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
@pytest.mark.parametrize(
    "arguments", [["moves", "fide: start"], ["games", "--json"], ["--help"], [*SHOW, "--svg", "-"]]
)
def test_standard_output_is_full(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process(*arguments, stdout=full)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1
    assert b"cannot be written: No space left on device" in done.stderr


@pytest.mark.parametrize("arguments", [["moves", "fide: start"], ["games", "--json"], ["--help"]])
def test_standard_output_is_closed(arguments: list[str]) -> None:
    done = process(*arguments, preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1) and b"standard output is closed" in done.stderr


def test_other_streams_are_closed() -> None:
    """What is said on standard error must not come out with the answer, and no input is an empty one."""
    note = "white PrDd4 black KiHh8"
    done = process("status", note, "--json", stdout=subprocess.PIPE, preexec_fn=lambda: os.close(2))
    assert done.returncode == 0 and "check" in json.loads(done.stdout)
    assert b"is empty" in process("check-proof", "-", preexec_fn=lambda: os.close(0)).stderr


def test_characters_that_the_stream_has_no_code_for(tmp_path: Path) -> None:
    """They are written as numbers, and JSON is the same whatever the stream."""
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


def test_rules_from_a_folder_of_any_name(tmp_path: Path) -> None:
    """The atlas names it in its first lines, which stay a comment."""
    folder = tmp_path / "two\nlines: ['"
    shutil.copytree(GAMES_OF_TESTS / "mini", folder / "mini")
    asked = ("atlas", "mini", "--rules", str(folder), "--attackers", "Ro", "--output", str(tmp_path / "x.yaml"))
    assert run(*asked)[0] == 0
    assert yaml.safe_load((tmp_path / "x.yaml").read_bytes())["game"] == "mini"


@pytest.mark.parametrize("said", ["can't start new thread", "std::bad_alloc", ""])
def test_what_the_system_refuses_is_told_in_a_line(refuse: Refuse, monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    def lack(*_: object) -> None:
        raise RuntimeError(said) if said else MemoryError

    monkeypatch.setattr("shadowmate.commands.options.Options.read", lack)
    assert ("threads" if "thread" in said else "memory") in refuse(*SHOW)


# --- files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [("a", "a"), ("a", "./a"), ("a", "link"), ("a", "twin"), ("new", "./new"), ("new", "dangling"), ("-", "-")],
)
def test_two_outputs_to_one_file(refuse: Refuse, tmp_path: Path, first: str, second: str) -> None:
    (tmp_path / "a").write_text("before")
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "dangling").symlink_to("new")
    (tmp_path / "twin").hardlink_to(tmp_path / "a")
    said = refuse(*SHOW, "--svg", first, "--png", second)
    assert f"--svg {first}" in said and f"--png {second}" in said and "same file" in said
    assert (tmp_path / "a").read_text() == "before"


def test_what_is_thrown_away_is_no_file(tmp_path: Path) -> None:
    assert run(*SHOW, "--svg", os.devnull, "--png", os.devnull)[0] == 0


@pytest.mark.parametrize(
    ("command", "option", "name"),
    [
        (SHOW, "--svg", "x.png"),
        (SHOW, "--png", "x.SVG"),
        (PIECES, "--png", "x.jpg"),
        (SOLVE, "--dot", "x.svg"),
        (SOLVE, "--graphml", "x.dot"),
        (SOLVE, "--svg", "x.pdf"),
        (ATLAS, "--output", "x.json"),
        (ATLAS, "--svg", "x.yaml"),
    ],
)
def test_a_name_of_another_format(refuse: Refuse, command: tuple[str, ...], option: str, name: str) -> None:
    assert f"{option} {name}" in refuse(*command, option, name)


@pytest.mark.parametrize("name", ["x", "x.svg", "x.v2", "x.SVG", "x.xml"])
def test_names_that_contradict_nothing(tmp_path: Path, name: str) -> None:
    assert run(*SHOW, "--svg", str(tmp_path / name))[0] == 0
    ElementTree.parse(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        (".", "Is a directory"),
        ("none/x.svg", "No such file"),
        ("file/x.svg", "Not a directory"),
        ("loop", "symbolic links"),
        ("x" * 300, "name too long"),
    ],
)
@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_what_cannot_be_written_is_refused_before_the_work(
    refuse: Refuse,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    command: tuple[str, ...],
    option: str,
    name: str,
    reason: str,
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    if name.endswith(".svg") and option != "--svg":
        name = name.removesuffix(".svg")
    monkeypatch.setattr("shadowmate.commands.options.Options.game", lambda *_, **__: pytest.fail("work was begun"))
    monkeypatch.setattr("shadowmate.commands.options.Options.read", lambda *_, **__: pytest.fail("work was begun"))
    said = refuse(*command, option, name)
    assert option in said and reason in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_what_can_be_written_is(refuse: Refuse, tmp_path: Path) -> None:
    """A full disk for one of two files; the device is still there."""
    assert "--svg /dev/full: cannot be written: No space left" in refuse(*SHOW, "--svg", "/dev/full", "--png", "b")
    assert (tmp_path / "b").exists() and stat.S_ISCHR(Path("/dev/full").stat().st_mode)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_atlas_that_cannot_be_written_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(sm.ShadowmateError, match="cannot be written"), monkeypatch.context() as patch:
        stream = io.StringIO()
        patch.setattr(sys, "stdout", stream)
        app([*ATLAS, "--output", "/dev/full"], standalone_mode=False)
    assert "R with royal" in stream.getvalue()


def test_a_long_name_that_may_be(tmp_path: Path) -> None:
    """The name under which it is written first is no longer."""
    assert run(*SHOW, "--svg", str(tmp_path / ("x" * 255)))[0] == 0


def test_what_was_killed_is_swept_up(tmp_path: Path) -> None:
    """What is still written stays."""
    program = "import sys, time; from pathlib import Path; from shadowmate.files import written_whole\n"
    program += "with written_whole(Path(sys.argv[1])) as stream:\n"
    program += "    stream.write(b'half'); stream.flush(); print('now', flush=True); time.sleep(600)"
    killed = subprocess.Popen([sys.executable, "-c", program, tmp_path / "killed"], stdout=subprocess.PIPE)
    assert killed.stdout and killed.stdout.readline()
    killed.kill()
    killed.wait()
    killed.stdout.close()
    assert len(list(tmp_path.iterdir())) == 1
    with written_whole(tmp_path / "whole") as stream:
        sweep(tmp_path)
        assert len(list(tmp_path.iterdir())) == 1
        stream.write(b"whole")
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]


def test_only_what_is_shadowmates_is_swept_up(tmp_path: Path) -> None:
    """In folders of the user's, too, where others may write files that are not whole yet."""
    others = [tmp_path / name for name in (".0123456789abcdef.part", "film.part", ".part", "shadowmate-part-1")]
    for path in others:
        path.touch()
    (tmp_path / ".shadowmate-part-0123456789abcdef").write_bytes(b"half")
    assert run(*SHOW, "--svg", str(tmp_path / "new.svg"))[0] == 0
    assert set(tmp_path.iterdir()) == {*others, tmp_path / "new.svg"}


# --- what would be ignored ------------------------------------------------------------------------------------


TEXTS = [
    (name, param.opts[0])
    for name, command in COMMANDS.items()
    for param in command.params
    if param.param_type_name == "option" and not getattr(param, "is_flag", False)
]


@pytest.mark.parametrize(("name", "option"), TEXTS)
@pytest.mark.parametrize("text", ["", " "])
def test_an_option_that_says_nothing(
    name: str, option: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not as if it were left out."""
    monkeypatch.chdir(tmp_path)
    example = [word for word in EXAMPLES[name] if word != "-"]
    try:
        code, _, said = run(*example, option, text, input="")
    except sm.ShadowmateError as error:
        code, said = 2, str(error)
    assert code == 2 and said


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["play", "fide: start", ""], "MOVE"),
        (["play", "fide: start", " \t"], "MOVE"),
        (["play", "fide: start", "e2-e4", ""], "MOVE 2 of 2"),
        (["why", "fide: start", ""], "MOVE"),
        (["show", "fide: start", "--from-moves", ""], "--from-moves"),
        (["moves", ""], "POSITION"),
        (["pieces", "fide", ""], "KIND"),
        (["pieces", "fide", "knight", "--from", ""], "--from"),
        (["endgame", "fide: white K R black K", "--probe", ""], "--probe"),
        (["atlas", "fide", "--attackers", "R", "--attackers", ""], "--attackers 2 of 2"),
        (["atlas", "fide", "--attackers", "R", "--pairs"], "--pairs and --attackers"),
        (["endgame", "fide: white K R black K", "--game", "prince"], "--game prince"),
        (["solve", "fide: white Kg6 Ra1 black Kg8", "h#1", "--tries"], "--tries"),
        (["solve", "fide: white Kg6 Ra1 black Kg8", "ser-#1", "--set-play"], "--set-play"),
        (["solve", "fide: white Kg6 Ra1 black Kg8", "ser-h#1", "--set-play"], "--set-play"),
        ([*SHOW, "--json", "--figurines"], "--figurines"),
        ([*PIECES, "--json", "--figurines"], "--figurines"),
        (["check-rules", ".", "--rules", "."], "--rules"),
    ],
)
def test_what_would_be_ignored_is_refused(refuse: Refuse, tmp_path: Path, arguments: list[str], culprit: str) -> None:
    (tmp_path / "game.lp").touch()
    assert refuse(*arguments).startswith(f"error: {culprit}")


# --- nowhere to keep tables -----------------------------------------------------------------------------------


def test_endgame_tables_that_cannot_be_kept(mini: sm.Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is said before they are made, and the answer is the same."""
    text = "white Ki Ro black Ki"
    expected = endgame.report(endgame.table(mini, text)).as_json()
    (tmp_path / "file").touch()
    monkeypatch.setattr("shadowmate.endgame.store.folder", lambda: tmp_path / "file")
    with pytest.warns(sm.NotKeptWarning, match="cannot be kept .* SHADOWMATE_CACHE"):
        found = endgame.table(mini, text)
    assert {**endgame.report(found).as_json(), "seconds": 0} == {**expected, "seconds": 0}
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    monkeypatch.setattr("shadowmate.endgame.build.Builder.run", lambda *_: pytest.fail("made before it was said"))
    with pytest.warns(sm.NotKeptWarning), pytest.raises(pytest.fail.Exception):
        endgame.table(mini, text)


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
        found = endgame.table(mini, text)
    monkeypatch.undo()
    assert found.counts == endgame.table(mini, text).counts


def test_what_a_killed_build_has_left_is_swept_up(
    mini: sm.Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("shadowmate.endgame.store.folder", lambda: tmp_path)
    left = tmp_path / "endgame" / ".shadowmate-part-0123456789abcdef"
    left.parent.mkdir()
    left.write_bytes(b"half")
    endgame.table(mini, "white Ki Ro black Ki")
    assert not left.exists()


# --- streams that do not take what is written to them ---------------------------------------------------------

SAID_ON_STANDARD_ERROR = {
    ("solve", "fide: white Kf6 Ra1 black Kh7", "h#0.5", "--engine", "reference"): 1,
    (*SOLVE, "--dot", "-"): 0,
    ("moves", "nonsense"): 2,
    ("mvoes",): 2,
    ("moves", "--nonsense"): 2,
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("command", SAID_ON_STANDARD_ERROR)
def test_notes_that_cannot_be_written_are_lost(command: tuple[str, ...]) -> None:
    """The answer and the exit code are the same."""
    asked = [sys.executable, "-m", "shadowmate", *command]
    plain = subprocess.run(asked, capture_output=True, check=False)
    assert plain.stderr and plain.returncode == SAID_ON_STANDARD_ERROR[command]
    with Path("/dev/full").open("wb") as full:
        deaf = subprocess.run(asked, stdout=subprocess.PIPE, stderr=full, check=False)
    assert (deaf.returncode, deaf.stdout) == (plain.returncode, plain.stdout)


@pytest.mark.parametrize("encoding", ["ascii", "latin1", "utf-8"])
def test_what_standard_output_cannot_show(encoding: str, tmp_path: Path) -> None:
    """Figurines, letters, bytes that are no text: all can be printed somehow, and JSON remains JSON."""
    environ = {**os.environ, "PYTHONIOENCODING": encoding}
    drawn = process("show", "fide: start", "--figurines", stdout=subprocess.PIPE, env=environ)
    assert drawn.returncode == 0 and ("♖" if encoding == "utf-8" else "\\u2656").encode() in drawn.stdout
    for name in ("\u00f6\u2656.svg", os.fsdecode(b"\xff.svg")):
        told = process(
            "show", "fide: start", "--json", "--svg", name, stdout=subprocess.PIPE, env=environ, cwd=tmp_path
        )
        assert json.loads(told.stdout.decode(encoding))["files"] == [name]


@pytest.mark.parametrize("width", ["-5", "0", "1", "99999", "x", ""])
def test_a_width_that_no_terminal_has(width: str) -> None:
    """What is said can be read, and is no longer than it has to be."""
    said = process("moves", stdout=subprocess.PIPE, env={**os.environ, "COLUMNS": width}).stderr.decode()
    assert "POSITION" in said and len(said) < 2000
