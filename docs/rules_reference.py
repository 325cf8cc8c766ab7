"""Writes the reference of the rules from the headers of the rule files: `python docs/rules_reference.py`.

A header states what a file is about, and in a table what it reads and derives (see rules/README.md, "A file"). Out of
these come the pages of docs/rules/, one a folder of rules, with an index, and the tables of rules/README.md that stand
between `<!-- rows WORD -->` and `<!-- end -->`: what a game states, its hooks, what the engine gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = ROOT / "rules"
PAGES = ROOT / "docs" / "rules"
SHARED = ("core", "boards", "parameters", "planning", "comparing", "asking", "finding", "questions", "themes")
VARIANTS = "variants"
"""The folder of what variants share. Their own folders, below it, have no pages: docs/variants.md lists them."""
OPEN = ("game", "board", "hook", "engine", "claim")
"""What an input may begin with that no rule file gives: what states it instead."""

_ROW = re.compile(r"% (Input |Output|Helper|      )   (\w+(?:\((?:[A-Z]\w*(?:, )?)+\))?)   +(\S.*)")
_INCLUDE = re.compile(r'^#include "(.*)"\.$', re.MULTILINE)
_TABLE = re.compile(r"(<!-- rows (\w+) -->\n).*?(?=<!-- end -->)", re.DOTALL)


@dataclass(frozen=True)
class Row:
    """What a header states about one predicate.

    Attributes:
        section: `Input`, `Output` or `Helper`.
        predicate: with its arguments by name.
        text: what it means; of an input, first where it comes from.
    """

    section: str
    predicate: str
    text: str

    @property
    def signature(self) -> tuple[str, int]:
        """Name and arity."""
        name, _, arguments = self.predicate.partition("(")
        return name, arguments.count(",") + 1 if arguments else 0

    @property
    def word(self) -> str:
        """What may state it besides the rules: `game`, `board`, `hook` or `engine`; else nothing."""
        word, colon, _ = self.text.partition(": ")
        return word if colon and word in OPEN else ""

    @property
    def sentence(self) -> str:
        """What it means, without what may state it."""
        return self.text.removeprefix(f"{self.word}: ") if self.word else self.text

    @property
    def sources(self) -> tuple[str, ...]:
        """The files that an input comes from."""
        return () if self.section != "Input" or self.word else tuple(self.text.split(", "))

    @property
    def given(self) -> bool:
        """Whether the file gives the predicate to others, or declares that someone may state it."""
        return self.section == "Output" or bool(self.word)


@dataclass(frozen=True)
class Header:
    """The header of a rule file: its clause, paragraphs before the table, the table, and those after it."""

    path: Path
    clause: str
    before: tuple[str, ...]
    rows: tuple[Row, ...]
    after: tuple[str, ...]


def read_header(path: Path) -> Header:
    """Read the comment that a rule file begins with.

    Raises:
        ValueError: if it does not have the form of a header.
    """
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("%"):
            break
        lines.append(line)
    start = f"% {path.name} - "
    if not lines or not lines[0].startswith(start) or not lines[0].endswith((".", '")')):
        raise ValueError(f"{path}: the first line is not '{start}' and one clause")
    paragraphs: tuple[list[list[str]], list[list[str]]] = ([], [])
    rows: list[Row] = []
    section = ""
    fresh = True
    for line in lines[1:]:
        match = _ROW.fullmatch(line)
        if match and (match[1].strip() or section):
            section = match[1].strip() or section
            rows.append(Row(section, match[2], match[3]))
        elif line == "%":
            fresh, section = True, ""
        elif section or re.match(r"% (Input|Output|Helper)\b", line) or not line.startswith("% "):
            raise ValueError(f"{path}: no row of a header's table: {line}")
        else:
            into = paragraphs[bool(rows)]
            if fresh:
                into.append([])
            into[-1].append(line[2:])
            fresh = False
    before, after = (tuple(" ".join(each) for each in side) for side in paragraphs)
    return Header(path, lines[0].removeprefix(start), before, tuple(rows), after)


def headers() -> dict[Path, Header]:
    """The headers of all rule files, by path; those of core/ in the order in which a game includes them."""
    included = _INCLUDE.findall((RULES / "core" / "game.lp").read_text(encoding="utf-8"))
    paths = [RULES / name for name in ("core/game.lp", *included)]
    paths += sorted(set(RULES.glob("**/*.lp")) - set(paths))
    return {path: read_header(path) for path in paths}


def find_source(path: Path, name: str) -> Path | None:
    """The file that a header's table means by a name: one of its own folder, of core/, boards/ or parameters/."""
    folders = [RULES] if "/" in name else [path.parent, RULES / "core", RULES / "boards", RULES / "parameters"]
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _page(folder: Path) -> str:
    """The name of a folder's page."""
    return f"{folder.name}.md"


def _link(path: Path, here: Path | None = None) -> str:
    page = "" if path.parent == here else _page(path.parent)
    return f"[{path.name}]({page}#{path.name.replace('.', '')})"


def _meaning(row: Row, path: Path, found: dict[Path, Header]) -> str:
    """What an input from other files means, as stated where they give it."""
    for source in row.sources:
        header = found[find_source(path, source) or path]
        for other in header.rows:
            if other.signature == row.signature and other.given:
                return other.sentence
    return row.sentence


def _section(header: Header, found: dict[Path, Header]) -> Iterator[str]:
    yield f"## {header.path.name}\n"
    yield f"{header.clause[0].upper()}{header.clause[1:]}\n"
    yield from (f"{paragraph}\n" for paragraph in header.before)
    if header.rows:
        yield "| | predicate | meaning | |\n|---|---|---|---|"
        section = ""
        for row in header.rows:
            names = [_link(source, header.path.parent) for s in row.sources if (source := find_source(header.path, s))]
            meaning = _escape(_meaning(row, header.path, found))
            new = row.section if row.section != section else ""
            yield f"| {new} | `{row.predicate}` | {meaning} | {', '.join(names) or row.word} |"
            section = row.section
        yield ""
    yield from (f"{paragraph}\n" for paragraph in header.after)


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


def _folder_page(folder: Path, found: dict[Path, Header]) -> str:
    where = folder.relative_to(ROOT).as_posix()
    lines = [f"# {where}/\n", "Made from the headers of the files; see [the index](README.md).\n"]
    for path, header in found.items():
        if path.parent == folder:
            lines += _section(header, found)
    return "\n".join(lines).rstrip("\n") + "\n"


def _index(folders: Iterable[Path], found: dict[Path, Header]) -> str:
    lines = [
        "# Reference of the rules\n",
        "Made by `python docs/rules_reference.py` from the headers of the rule files. What the words mean and how the",
        "files work together is explained in [rules/README.md](../../rules/README.md).\n",
    ]
    for folder in folders:
        files = [_link(path) for path in found if path.parent == folder]
        lines.append(f"- [{folder.relative_to(RULES).as_posix()}/]({_page(folder)}): {', '.join(files)}")
    lines += ["\n## Predicates that files share\n", "| predicate | meaning | given by | read by |\n|---|---|---|---|"]
    givers: dict[tuple[str, int], list[tuple[Path, Row]]] = {}
    readers: dict[tuple[str, int], list[Path]] = {}
    for path, header in found.items():
        if path.parent.name in SHARED:
            for row in header.rows:
                if row.given:
                    givers.setdefault(row.signature, []).append((path, row))
                elif row.section == "Input":
                    readers.setdefault(row.signature, []).append(path)
    for signature in sorted(givers):
        giving = sorted(givers[signature], key=lambda each: not each[1].word)
        row = giving[0][1]
        words = [each.word for _, each in giving if each.word][:1]
        by = ", ".join(
            [*words, *(_link(path) for path, each in giving if each.section == "Output" or len(giving) == 1)]
        )
        read = ", ".join(_link(path) for path in readers.get(signature, ()))
        lines.append(f"| `{row.predicate}` | {_escape(row.sentence)} | {by} | {read} |")
    return "\n".join(lines) + "\n"


def _rows(word: str, found: dict[Path, Header]) -> str:
    """The table of what a game, a hook or the engine states, file by file."""
    lines = ["| predicate | meaning | file |\n|---|---|---|"]
    for path, header in found.items():
        if path.parent.name in SHARED:
            for row in header.rows:
                if row.word == word:
                    name = path.relative_to(RULES).as_posix()
                    lines.append(f"| `{row.predicate}` | {_escape(row.sentence)} | `{name}` |")
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """What the pages and the README hold, by path."""
    found = headers()
    folders = [RULES / name for name in (*SHARED, VARIANTS)] + sorted(
        {p.parent for p in found if p.parent.parent.name == "games"}
    )
    made = {PAGES / _page(folder): _folder_page(folder, found) for folder in folders}
    made[PAGES / "README.md"] = _index(folders, found)
    readme = RULES / "README.md"
    text = readme.read_text(encoding="utf-8")
    made[readme] = _TABLE.sub(lambda match: match[1] + "\n" + _rows(match[2], found) + "\n", text)
    return made


def main() -> None:
    """Write the pages, and take away those of folders that are gone."""
    made = pages()
    PAGES.mkdir(exist_ok=True)
    for old in set(PAGES.glob("*.md")) - made.keys():
        old.unlink()
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
