"""What commands write and where: files, standard output, and what they cannot do is refused in one line."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import stat
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pydot
import pytest
import yaml
from typer.main import get_group

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.files import sweep, written_whole
from support.cli import fail, process, run
from support.paths import GAMES_OF_TESTS, ROOT

COMMANDS = {str(command.name): command for command in get_group(app).commands.values()}
EXAMPLES = {name: shlex.split(str(command.epilog).split(" | ")[-1])[1:] for name, command in COMMANDS.items()}
EXAMPLES = {name: words[words.index(name) :] for name, words in EXAMPLES.items()}
SHOW = ("show", "fide: white Kf6 black Kh7")
MOVED = (*SHOW, "--from-moves", "Kf6-f7")
PIECES = ("pieces", "fide", "knight")
PROMOTIONS = ("pieces", "fide", "--promotions")
SOLVE = ("solve", "fide: white Kg6 Ra1 black Kg8", "#1", "--engine", "reference")
ATLAS = ("atlas", "fide", "--attackers", "R")
ENDGAME = ("endgame", "fide: KRvK")
CLAIM = ("claims", "latrunculi", "ten-ranks")
COMPARE = ("compare", "prince", "paths_off_field", "field_paths_closed", "--kind", "reporter", "--from", "Aa1")

BOOK = ("book", str(ROOT / "puzzles" / "problems" / "flat.yaml"), "--theme", "grey")
COMPOSE = ("compose", "--game", "fide", "--stipulation", "#1", "--pieces", "white K Q black K", "--count", "1")
CENSUS = ("census", "fide", "--pieces", "white Q K black K", "--stipulation", "#1")
ASK = ("ask", "fide: white Ke1 Re2 black Ke8 Re7", "--rule", "mark(Cell,noted) :- pinned(Cell,_).")
GROUND = ("ground", "fide: white Kf6 black Kh7")
EXPORT = ("export", "gardner", "--to", "fairy")
FIND = ("find", "fide", "--pieces", "white Q black K", "--count", "2")

SVG, PNG = ElementTree.fromstring, lambda data: data.startswith(b"\x89PNG") or pytest.fail("no PNG")
PAGE = lambda data: data.lower().startswith(b"<!doctype html>") or pytest.fail("no HTML")  # noqa: E731
OUTPUTS = {
    (SHOW, "--svg"): SVG,
    (SHOW, "--png"): PNG,
    (SHOW, "--html"): PAGE,
    (MOVED, "--animate"): SVG,
    (PIECES, "--svg"): SVG,
    (PIECES, "--png"): PNG,
    (PROMOTIONS, "--svg"): SVG,
    (PROMOTIONS, "--png"): PNG,
    (PROMOTIONS, "--dot"): lambda data: pydot.graph_from_dot_data(data.decode()) or pytest.fail("no graph"),
    (SOLVE, "--svg"): SVG,
    (SOLVE, "--html"): PAGE,
    (SOLVE, "--graphml"): SVG,
    (SOLVE, "--dot"): lambda data: pydot.graph_from_dot_data(data.decode()) or pytest.fail("no graph"),
    (ATLAS, "--svg"): SVG,
    (ATLAS, "--output"): lambda data: yaml.safe_load(data)["entries"] or pytest.fail("no entries"),
    (ENDGAME, "--output"): lambda data: data.startswith(b"shadowmate-table") or pytest.fail("no table"),
    (ENDGAME, "--csv"): lambda data: data.startswith(b"white K,") or pytest.fail("no CSV"),
    (ENDGAME, "--svg"): SVG,
    (COMPARE, "--svg"): SVG,
    (COMPARE, "--png"): PNG,
    (BOOK, "--html"): PAGE,
    (BOOK, "--pdf"): lambda data: data.startswith(b"%PDF") or pytest.fail("no PDF"),
    (BOOK, "--yaml"): lambda data: list(yaml.safe_load_all(data)) or pytest.fail("no problems"),
    (BOOK, "--latex"): lambda data: data.startswith(b"\\documentclass") or pytest.fail("no LaTeX"),
    (BOOK, "--popeye"): lambda data: data.startswith(b"BeginProblem") or pytest.fail("no input"),
    (ASK, "--svg"): SVG,
    (ASK, "--png"): PNG,
    (GROUND, "--output"): lambda data: b"#program" in data or b"#show" in data or pytest.fail("no program"),
    (EXPORT, "--output"): lambda data: data.startswith(b"[gardner]") or pytest.fail("no section"),
    (FIND, "--svg"): SVG,
    (FIND, "--png"): PNG,
    (COMPOSE, "--output"): lambda data: list(yaml.safe_load_all(data)) or pytest.fail("no problems"),
    (CENSUS, "--output"): lambda data: yaml.safe_load(data)["counts"] or pytest.fail("no counts"),
    (CLAIM, "--report"): lambda data: data.startswith(b"# ") or pytest.fail("no Markdown"),
}
"""Every option that writes a file, with a command that has it: the reader of the file."""
if find_spec("pyarrow"):
    OUTPUTS[ENDGAME, "--parquet"] = lambda data: data.startswith(b"PAR1") or pytest.fail("no Parquet")


class Refuse:
    """Runs a command that must end with exit code 2 and one line, and gives the line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.fixtures = monkeypatch, capsys

    def __call__(self, *arguments: object) -> str:
        text = fail(*self.fixtures, *map(str, arguments))
        assert text.startswith("error: ") and text.count("\n") == 1
        return text


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Refuse:
    monkeypatch.chdir(tmp_path)
    return Refuse(monkeypatch, capsys)


def test_these_are_all_outputs() -> None:
    found = {
        (name, param.opts[0])
        for name, command in COMMANDS.items()
        for param in command.params
        if "; - for stdout" in str(getattr(param, "help", ""))
    }
    if not find_spec("pyarrow"):
        found.remove(("endgame", "--parquet"))
    found.remove(("sweep", "--parquet"))  # which writes a folder beside it (tests/sweeping)
    assert found == {(command[0], option) for command, option in OUTPUTS}


# --- standard output ------------------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize(("command", "option"), OUTPUTS)
def test_a_hyphen_is_standard_output(
    command: tuple[str, ...], option: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Standard output has only the file. The usual output goes to standard error."""
    monkeypatch.chdir(tmp_path)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        errors = io.StringIO()
        patch.setattr(sys, "stderr", errors)
        app([*command, option, "-"], standalone_mode=False)
    OUTPUTS[command, option](stream.buffer.getvalue())  # type: ignore[attr-defined]
    assert errors.getvalue() or command in (GROUND, EXPORT)  # which print nothing else
    assert not list(tmp_path.iterdir())


@pytest.mark.sample(42)
@pytest.mark.parametrize(("command", "option"), OUTPUTS)
@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_it_cannot_be_json_at_once(refuse: Refuse, command: tuple[str, ...], option: str, name: str) -> None:
    text = refuse(*command, option, name, "--json")
    assert f"{option} {name}" in text and "--json" in text


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["/dev/stdout", "same.svg"])
def test_standard_output_by_another_name(tmp_path: Path, name: str) -> None:
    """Also if standard output is redirected to the file: the text would overwrite the picture."""
    with (tmp_path / "same.svg").open("wb") as stream:
        assert process(*SHOW, "--svg", name, stdout=stream, cwd=tmp_path).returncode == 0
    ElementTree.fromstring((tmp_path / "same.svg").read_bytes())


def test_a_pipe_has_no_path(tmp_path: Path) -> None:
    """A pipe such as the >(command) of a shell is written to."""
    out, into = os.pipe()
    with os.fdopen(out, "rb") as stream:
        code = process(*SHOW, "--svg", f"/dev/fd/{into}", pass_fds=[into], stdout=subprocess.DEVNULL).returncode
        os.close(into)
        ElementTree.fromstring(stream.read())
    assert code == 0


def test_rules_from_a_folder_of_any_name(tmp_path: Path) -> None:
    """The atlas names it in its first lines, which stay a comment."""
    folder = tmp_path / "two\nlines: ['"
    shutil.copytree(GAMES_OF_TESTS / "mini", folder / "mini")
    asked = ("atlas", "mini", "--rules", str(folder), "--attackers", "Ro", "--output", str(tmp_path / "x.yaml"))
    assert run(*asked)[0] == 0
    assert yaml.safe_load((tmp_path / "x.yaml").read_bytes())["game"] == "mini"


@pytest.mark.parametrize("text", ["can't start new thread", "std::bad_alloc", ""])
def test_an_error_of_the_system_is_reported_in_one_line(
    refuse: Refuse, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    def lack(*_: object) -> None:
        raise RuntimeError(text) if text else MemoryError

    monkeypatch.setattr("shadowmate.commands.options.Options.read", lack)
    assert ("threads" if "thread" in text else "memory") in refuse(*SHOW)


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
    text = refuse(*SHOW, "--svg", first, "--png", second)
    assert f"--svg {first}" in text and f"--png {second}" in text and "same file" in text
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
        (EXPORT, "--output", "x.html"),
        (ATLAS, "--svg", "x.yaml"),
    ],
)
def test_a_name_of_another_format(refuse: Refuse, command: tuple[str, ...], option: str, name: str) -> None:
    assert f"{option} {name}" in refuse(*command, option, name)


@pytest.mark.parametrize("name", ["x", "x.svg", "x.v2", "x.SVG", "x.xml"])
def test_names_that_contradict_nothing(tmp_path: Path, name: str) -> None:
    assert run(*SHOW, "--svg", str(tmp_path / name))[0] == 0
    ElementTree.parse(tmp_path / name)


@pytest.mark.sample(19)
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
    text = refuse(*command, option, name)
    assert option in text and reason in text


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


def test_only_files_of_shadowmate_are_deleted(tmp_path: Path) -> None:
    """Unfinished files of other programs in the same folder are not deleted."""
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


@pytest.mark.sample(17)
@pytest.mark.parametrize(("name", "option"), TEXTS)
@pytest.mark.parametrize("text", ["", " "])
def test_an_option_without_effect(
    name: str, option: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, not ignored."""
    monkeypatch.chdir(tmp_path)
    example = [word for word in EXAMPLES[name] if word != "-"]
    try:
        code, _, errors = run(*example, option, text, input="")
    except sm.ShadowmateError as error:
        code, errors = 2, str(error)
    assert code == 2 and errors


@pytest.mark.sample(12)
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
        (["solve", "fide: white Kg6 Ra1 black Kg8", "h#1", "--tries"], "tries: there are none in h#1, which"),
        (["solve", "fide: white Kg6 Ra1 black Kg8", "ser-#1", "--set-play"], "set play: there is none in ser-#1"),
        ([*SHOW, "--json", "--figurines"], "--figurines"),
        ([*PIECES, "--json", "--figurines"], "--figurines"),
    ],
)
def test_what_would_be_ignored_is_refused(refuse: Refuse, arguments: list[str], culprit: str) -> None:
    assert refuse(*arguments).startswith(f"error: {culprit}")
