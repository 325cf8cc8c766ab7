"""Texts and names use the words of the field, as language.yaml lists them."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.paths import ROOT, TESTS
from support.yaml_files import read_yaml

LANGUAGE = read_yaml(TESTS / "language.yaml")
PATTERNS = [pattern for patterns in LANGUAGE["words"].values() for pattern in patterns.split(", ")]
AVOIDED = re.compile(rf"\b(?:{'|'.join(PATTERNS)})\b", re.IGNORECASE)
EXCEPTIONS = [(each.get("in", ""), re.compile(each["text"], re.IGNORECASE)) for each in LANGUAGE["exceptions"]]
CODE = {tokenize.COMMENT, tokenize.STRING, tokenize.NAME, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}


def part_of(path: str) -> str:
    """The part that a file belongs to: its folder's first two names, `solver` of a module of no folder."""
    return "/".join(path.split("/")[:-1][:2]) or path


def find_files() -> dict[str, list[Path]]:
    """The files of each part: documents, rules, data, schemas and Python."""
    found: dict[str, list[Path]] = {}
    for top in (
        "*.md",
        *(f"{folder}/**/*" for folder in ("benchmarks", "docs", "examples", "puzzles", "rules", "solver", "tests")),
    ):
        for path in sorted(ROOT.glob(top)):
            if path.suffix in {".py", ".md", ".lp", ".yaml"} or path.name.endswith(".schema.json"):
                found.setdefault(part_of(path.relative_to(ROOT).as_posix()), []).append(path)
    return found


PARTS = find_files()
PARTS["tests"].remove(TESTS / "language.yaml")


@cache
def texts(path: Path) -> tuple[tuple[int, str], ...]:
    """The lines that a reader sees, with their numbers: in Python those of comments, strings and names."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return tuple(enumerate(text.splitlines(), 1))
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type in CODE]
    return tuple(line for token in tokens for line in enumerate(token.string.splitlines(), token.start[0]))


def words(text: str) -> str:
    """A text with the words of its names apart: `piece_of` and `PieceOf` are both of two words."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text).replace("_", " ")


def avoided(path: Path) -> Iterator[str]:
    """Each word of a file that texts avoid, with its line."""
    name = path.relative_to(ROOT).as_posix()
    exceptions = [text for beginning, text in EXCEPTIONS if name.startswith(beginning)]
    for line, text in texts(path):
        if not AVOIDED.search(words(text)):
            continue
        for allowed in exceptions:
            text = allowed.sub("", text)
        for found in AVOIDED.finditer(words(text)):
            yield f"{name}:{line}: {found[0]!r} in {text.strip()[:80]!r}"


@pytest.mark.parametrize("part", sorted(PARTS))
def test_words_are_those_of_the_field(part: str) -> None:
    """Use the word that language.yaml gives instead, or state an exception there, with its reason."""
    assert [each for path in PARTS[part] for each in avoided(path)] == []


@pytest.mark.slow
def test_every_exception_is_used() -> None:
    """An exception that nothing needs any more is deleted."""
    paths = [(path.relative_to(ROOT).as_posix(), path) for part in PARTS.values() for path in part]
    unused = [
        text.pattern
        for beginning, text in EXCEPTIONS
        if not any(text.search(line) for name, path in paths if name.startswith(beginning) for _, line in texts(path))
    ]
    assert unused == []
