"""The documents are true: commands print the output below them, links lead to files, and examples equal their files."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from shadowmate.commands.app import app
from support.paths import DATA, ROOT

GUIDE = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name != "api.md")]
"""Every command in these is tried; docs/api.md is made from docstrings."""
DOCUMENTS = sorted({*GUIDE, *ROOT.glob("*.md"), *(ROOT / each / "README.md" for each in ("rules", "solver", "tests"))})
TEXTS = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
FENCE = re.compile(r"^```(\w+)(?: title=\"(.*?)\")?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
WRITTEN = {
    path for path in GUIDE if any(title and not (ROOT / title).exists() for _, title, _ in FENCE.findall(TEXTS[path]))
}
"""Pages whose reader writes files: such a page is followed from its beginning to its end."""
SHOWN = [
    (document, COMMAND.findall(block))
    for document in GUIDE
    if document not in WRITTEN
    for language, _, block in FENCE.findall(TEXTS[document])
    if language == "console"
]
"""Commands that stand together, with what they print. One may need the endgame table that another has made."""
NAMED = dict.fromkeys(command for document in GUIDE for command in re.findall(r"`shadowmate ([^`]*)`", TEXTS[document]))
UNTRIED = dict.fromkeys(
    command
    for document in GUIDE
    for language, _, block in FENCE.findall(TEXTS[document])
    if language == "sh"
    for command in re.findall(r"^shadowmate (.*)$", block.replace("\\\n", " "), re.MULTILINE)
)
"""Commands that take long, or need files of the reader."""


def printed(command: str) -> str:
    """What a command of a document prints, in the folder where we are, without blanks at the ends of lines."""
    out = ""
    programs, _, code = command.partition("  # exit code ")
    for part in programs.split(" | "):
        program, *words = shlex.split(part)
        if program == "clingo":
            found = subprocess.run([sys.executable, "-m", "clingo", *words], input=out, capture_output=True, text=True)
            out = found.stdout
        else:
            assert program == "shadowmate"
            result = CliRunner().invoke(app, words, input=out)
            assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
            assert result.exit_code == int(code or 0), result.stderr
            out = result.stdout or result.stderr
    return "\n".join(line.rstrip() for line in out.strip("\n").splitlines())


def check(document: Path, command: str, output: str) -> None:
    """The command prints what stands under it; or, with SHADOWMATE_UPDATE_README set, that is put there."""
    found = printed(command)
    if os.environ.get("SHADOWMATE_UPDATE_README"):
        text = document.read_text(encoding="utf-8")
        start = text.index(f"$ {command}\n") + len(f"$ {command}\n")
        text = text[:start] + (found + "\n" if found else "") + text[start:].removeprefix(output)
        document.write_text(text, encoding="utf-8")
    else:
        assert found == output.strip("\n")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("document", "commands"), SHOWN, ids=[commands[0][0] for _, commands in SHOWN])
def test_commands_print_what_is_shown(
    document: Path, commands: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    for command, output in commands:
        check(document, command, output)


@pytest.mark.slow
@pytest.mark.parametrize("document", sorted(WRITTEN), ids=lambda path: path.name)
def test_page_can_be_followed(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are written and its commands are given in the order of the page."""
    monkeypatch.chdir(tmp_path)
    for folder in ("examples", "puzzles"):
        Path(folder).symlink_to(ROOT / folder)
    for language, title, block in FENCE.findall(TEXTS[document]):
        if title:
            Path(title).parent.mkdir(parents=True, exist_ok=True)
            Path(title).write_text(block, encoding="utf-8")
        elif language == "console":
            for command, output in COMMAND.findall(block):
                check(document, command, output)


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", NAMED)
def test_command_in_the_text_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command in running text works. A command that lacks its arguments there is tried with --help."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(DATA / "diagrams" / "capablanca.txt", "diagram.txt")
    for folder in ("examples", "puzzles"):
        Path(folder).symlink_to(ROOT / folder)
    if "mygame:" in command:  # the game that the command before it in the text has made
        assert CliRunner().invoke(app, ["import", "diagram.txt", "--to", "mygame"]).exit_code == 0
    words = shlex.split(command)
    assert CliRunner().invoke(app, words if len(words) > 1 else [*words, "--help"]).exit_code == 0


@pytest.mark.parametrize("command", UNTRIED)
def test_command_has_such_options(command: str) -> None:
    """The options of a slow command are parsed; the command does not run."""
    name, *words = shlex.split(command)
    group = typer.main.get_command(app)
    found = group.get_command(typer.Context(group), name)  # type: ignore[attr-defined]
    found.make_context(name, words)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", TEXTS[document])
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", GUIDE, ids=lambda path: path.name)
def test_example_is_the_file(document: Path) -> None:
    for _, title, block in FENCE.findall(TEXTS[document]):
        if title and (ROOT / title).exists():
            assert block == (ROOT / title).read_text(encoding="utf-8")


def test_readme_is_a_front_page() -> None:
    assert len(TEXTS[ROOT / "README.md"].splitlines()) <= 250


@pytest.mark.slow
@pytest.mark.parametrize(
    "document", [path for path in GUIDE if ">>> " in TEXTS[path]], ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_python_examples(document: Path) -> None:
    failures, tests = doctest.testfile(str(document), module_relative=False)
    assert tests and not failures


EXAMPLES = [path for path in sorted((ROOT / "solver").rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow if path.name == "comparisons.py" else ()) for path in EXAMPLES],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_examples_of_docstrings(path: Path) -> None:
    """Each example gives the value that it shows, and is on lines of its own."""
    parts = path.relative_to(ROOT / "solver").with_suffix("").parts
    module = importlib.import_module(".".join(["shadowmate", *(part for part in parts if part != "__init__")]))
    failures, tests = doctest.testmod(module)
    assert tests == len(re.findall(r">>> ", path.read_text(encoding="utf-8"))) and failures == 0


HOUSE = ROOT / "solver" / "README.md"
IN_THE_HOUSE = re.findall(r"`([\w./]+(?:\.py|\.lp|\.json|\.md|/))`", HOUSE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(set(IN_THE_HOUSE)))
def test_paths_in_the_map_exist(name: str) -> None:
    """A path is from solver/, rules/ or the root; a name alone is of some file or folder there."""
    found = [base / name for base in (ROOT / "solver", ROOT / "rules", ROOT) if (base / name).exists()]
    assert found or ("/" not in name[:-1] and any((ROOT / "solver").rglob(name.rstrip("/"))))


@pytest.mark.parametrize("path", sorted((ROOT / "solver").rglob("*.py")), ids=lambda path: path.stem)
def test_paths_in_docstrings_exist(path: Path) -> None:
    """A text that looks like the path of a module, with a folder, is the path of a module."""
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|lp))`", path.read_text(encoding="utf-8"))
    bases = (path.parent, ROOT / "solver", ROOT / "rules", ROOT)
    assert [name for name in named if not any((base / name).exists() for base in bases)] == []


def test_the_question_of_the_map_has_reasons() -> None:
    command = re.search(r"`shadowmate (why .*?)`", HOUSE.read_text(encoding="utf-8"))
    assert command
    assert "is not legal" in CliRunner().invoke(app, shlex.split(command[1])).stdout
