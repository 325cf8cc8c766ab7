"""The headers of the rule files are true, and the reference that is made of them is current."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from clingo import Control, Function
from clingo.ast import AST, ASTType, ProgramBuilder, parse_string

from shadowmate.asp.folders import all_folders
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.rule_text import Source
from shadowmate.checking.predicates import signatures

ROOT = Path(__file__).parent.parent
PATHS = sorted((ROOT / "rules").glob("**/*.lp"))
GAMES = all_folders([ROOT / "examples", ROOT / "tests" / "data"])

each_file = pytest.mark.parametrize("path", PATHS, ids=[path.relative_to(ROOT).as_posix() for path in PATHS])


def load_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rules_reference", ROOT / "docs" / "rules_reference.py")
    assert spec and spec.loader
    sys.modules[spec.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


reference = load_reference()


def statements(path: Path) -> list[AST]:
    """The statements of a file, without those of the files that it includes."""
    found: list[AST] = []
    parse_string(re.sub(r"^#include.*$", "", path.read_text(), flags=re.MULTILINE), found.append)
    return [statement for statement in found if statement.ast_type != ASTType.Comment]


@each_file
def test_header_lists_what_the_file_reads_and_derives(path: Path) -> None:
    """The header lists each predicate once. A derived predicate is an output or a helper; any other is an input."""
    header = reference.read_header(path)
    heads, uses, declared = signatures(statements(path))
    listed = Counter(row.signature for row in header.rows)
    assert [signature for signature, times in listed.items() if times > 1] == []
    inputs = {row.signature for row in header.rows if row.section == "Input"}
    assert inputs == (uses.keys() | declared) - heads.keys()
    assert listed.keys() - inputs == heads.keys()


@each_file
def test_inputs_name_where_they_come_from(path: Path) -> None:
    """An input names the files that give the predicate, or what else may state it. Only inputs of the second sort
    are declared."""
    header = reference.read_header(path)
    _, _, declared = signatures(statements(path))
    inputs = [row for row in header.rows if row.section == "Input"]
    assert {row.signature for row in inputs if row.word} == declared
    for row in inputs:
        for source in row.sources:
            found = reference.find_source(path, source)
            assert found, f"there is no file {source} for {row.predicate}"
            giving = [other for other in reference.read_header(found).rows if other.given]
            assert row.signature in {other.signature for other in giving}, f"{source} does not give {row.predicate}"
            assert row.predicate in {other.predicate for other in giving}, f"{source} names its arguments otherwise"


@cache
def declared_in(source: Source) -> frozenset[tuple[str, int]]:
    """The predicates that a file declares with `#defined`. Cached, because many games share most files."""
    return frozenset(signatures(source.statements)[2])


@pytest.mark.sample(38)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_predicate_is_declared_once(name: str) -> None:
    """Of the files of a game, at most one declares a predicate with `#defined`."""
    files = read_game(GAMES[name]).sources
    declared = Counter(signature for source in files for signature in declared_in(source))
    assert [signature for signature, times in declared.items() if times > 1] == []


def test_boards_give_what_a_board_gives() -> None:
    wanted = {row.predicate for row in reference.read_header(ROOT / "rules/core/facts.lp").rows if row.word == "board"}
    boards = [reference.read_header(path) for path in (ROOT / "rules/boards").glob("*.lp")]
    given = [{row.predicate for row in board.rows if row.given} for board in boards]
    assert sum(wanted <= each for each in given) == 4
    assert all(wanted <= each for each in given if "cell(Cell)" in each)


@each_file
def test_a_file_grounds_alone_in_silence(path: Path) -> None:
    """As by `clingo -Wno-atom-undefined FILE`. The tests of inputs cover what that warning is about."""
    messages: list[str] = []
    control = Control(["--warn=no-atom-undefined"], logger=lambda _code, message: messages.append(message))
    parts = {"base": 0}
    with ProgramBuilder(control) as builder:
        for statement in statements(path):
            builder.add(statement)
            if statement.ast_type == ASTType.Program:
                parts[statement.name] = len(statement.parameters)
    for part, arguments in parts.items():
        control.ground([(part, [Function("now")] * arguments)])
    assert messages == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("% other.lp - something.\n", "the first line"),
        ("% file.lp - something\n", "the first line"),
        ("% file.lp - something.\n%\n% Input    cell(Cell)   facts.lp\n%          and more of it\n", "and more of it"),
        ("% file.lp - something.\n%\n% Output   cell/1   the cells\n", "cell/1"),
        ("% file.lp - something.\n%\n% Output   cell(Cell), kind(Kind)   the cells\n", "kind"),
    ],
)
def test_what_is_no_header_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "file.lp"
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        reference.read_header(path)


@each_file
def test_lines_are_short(path: Path) -> None:
    assert [line for line in path.read_text().splitlines() if len(line) > 96] == []


def test_the_reference_is_current() -> None:
    """`python docs/rules_reference.py` would change nothing."""
    made = reference.pages()
    assert set(reference.PAGES.glob("*.md")) <= made.keys()
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run docs/rules_reference.py"
