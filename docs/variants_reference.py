"""Writes the table of docs/variants.md from the rules: `python docs/variants_reference.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from shadowmate.asp.folders import ENTRY, variant_folders
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.compiled.compile.layout import objections

PAGE = Path(__file__).parent / "variants.md"
_TABLE = re.compile(r"(<!-- variants -->\n).*?(?=<!-- end -->)", re.DOTALL)


def own_lines(folder: Path) -> int:
    """The number of lines of a variant's own rules: without includes, program parts, comments and blank lines."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.lp")))
    return sum(1 for line in text.splitlines() if line.strip() and not line.startswith(("%", "#")))


def compiles(folder: Path) -> bool:
    """Whether a variant compiles."""
    return not objections(Ruleset(read_game(folder)))


def rows(compiles: Callable[[Path], bool] = compiles) -> Iterator[str]:
    """The table: each variant with what it is, the number of its own lines, and whether it compiles."""
    yield "| variant | what it is | own lines | compiles |\n|---|---|---|---|"
    for name, folder in sorted(variant_folders().items()):
        clause = (folder / ENTRY).read_text(encoding="utf-8").splitlines()[0].partition(" - ")[2].removesuffix(".")
        link = f"[`{name}`](../rules/variants/{name}/{ENTRY})"
        does = "yes" if compiles(folder) else "no"
        yield f"| {link} | {clause[0].upper()}{clause[1:]} | {own_lines(folder)} | {does} |"


def page(compiles: Callable[[Path], bool] = compiles) -> str:
    """The page with its table."""
    table = "\n".join(rows(compiles))
    return _TABLE.sub(lambda match: f"{match[1]}\n{table}\n\n", PAGE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
