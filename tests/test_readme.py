"""The README and the guide say what is so: commands print what stands under them, examples are the files they name."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shadowmate.commands.app import app
from support.paths import DATA

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").glob("*.md") if path.name != "api.md")]
"""Those of docs/ are the guide; the reference of the Python API is made from docstrings."""
SAID = [
    (document, command, output.strip("\n"))
    for document in DOCUMENTS
    for block in re.findall(r"```console\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
NAMED = dict.fromkeys(
    command
    for document in DOCUMENTS
    for command in re.findall(r"`shadowmate ([^`]*)`", document.read_text(encoding="utf-8"))
)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("document", "command", "output"), SAID, ids=[command for _, command, _ in SAID])
def test_command_prints_what_is_shown(
    document: Path, command: str, output: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    output_before = ""
    said, _, code = command.partition("  # exit code ")
    for part in said.split(" | "):
        words = shlex.split(part)
        assert words[0] == "shadowmate"
        result = CliRunner().invoke(app, words[1:], input=output_before)
        assert result.exit_code == int(code or 0), result.stderr
        output_before = result.stdout
    printed = "\n".join(line.rstrip() for line in output_before.strip("\n").splitlines())
    if os.environ.get("SHADOWMATE_UPDATE_README"):  # how the outputs come into the documents
        text = document.read_text(encoding="utf-8")
        start = text.index(f"$ {command}\n") + len(f"$ {command}\n")
        text = text[:start] + printed + "\n" + text[start:].removeprefix(output + "\n")
        document.write_text(text, encoding="utf-8")
    else:
        assert printed == output


@pytest.mark.sample(1)
@pytest.mark.parametrize("command", NAMED)
def test_command_in_the_text_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is only named, without what it needs, at least has its --help."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(DATA / "diagrams" / "capablanca.txt", "diagram.txt")
    Path("examples").symlink_to(ROOT / "examples")
    if "mygame:" in command:  # the game that the command before it in the text has made
        assert CliRunner().invoke(app, ["import", "diagram.txt", "--to", "mygame"]).exit_code == 0
    words = shlex.split(command)
    assert CliRunner().invoke(app, words if len(words) > 1 else [*words, "--help"]).exit_code == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_example_is_the_file() -> None:
    match = re.search(r"<!-- include (\S+) -->\n\n```prolog\n(.*?)```", README, re.DOTALL)
    assert match
    assert match.group(2) == (ROOT / match.group(1)).read_text(encoding="utf-8")


@pytest.mark.slow
def test_python_examples() -> None:
    import doctest

    failures, tests = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tests > 5 and failures == 0


def test_package_docstring() -> None:
    import doctest

    import shadowmate

    failures, tests = doctest.testmod(shadowmate)
    assert tests > 1 and failures == 0


HOUSE = ROOT / "solver" / "README.md"
IN_THE_HOUSE = re.findall(r"`([\w./]+(?:\.py|\.lp|\.json|\.md|/))`", HOUSE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(set(IN_THE_HOUSE)))
def test_the_map_of_the_house_names_what_there_is(name: str) -> None:
    """A path is from solver/, rules/ or the root; a name alone is of some file or folder there."""
    found = [base / name for base in (ROOT / "solver", ROOT / "rules", ROOT) if (base / name).exists()]
    assert found or ("/" not in name[:-1] and any((ROOT / "solver").rglob(name.rstrip("/"))))


@pytest.mark.parametrize("path", sorted((ROOT / "solver").rglob("*.py")), ids=lambda path: path.stem)
def test_docstrings_name_files_that_there_are(path: Path) -> None:
    """What is written as the path of a module, with a folder, is one."""
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|lp))`", path.read_text(encoding="utf-8"))
    bases = (path.parent, ROOT / "solver", ROOT / "rules", ROOT)
    assert [name for name in named if not any((base / name).exists() for base in bases)] == []


def test_the_question_of_the_map_has_reasons() -> None:
    command = re.search(r"`shadowmate (why .*?)`", HOUSE.read_text(encoding="utf-8"))
    assert command
    assert "is not legal" in CliRunner().invoke(app, shlex.split(command[1])).stdout
