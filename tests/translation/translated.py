"""The rules that the compiled engine carries out, as they are now: their digests, and the functions that do it."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

from shadowmate.asp.folders import find_game
from shadowmate.asp.program import PositionProgram
from shadowmate.asp.rule_files import read_game
from shadowmate.compiled.compile.kernel_map import CARRIED_OUT, functions_of
from shadowmate.compiled.compile.known_rules import (
    COMPARED,
    EVERY_STAGE,
    LIST,
    Deciding,
    Known,
    deciding_rules,
    rules_of_positions,
)

KERNEL = LIST.parents[1] / "kernel"
README = Path(__file__).parents[2] / "solver" / "README.md"
BEGIN, END = "<!-- translated rules -->\n", "<!-- end -->"
_GAME = "fide"
"""A game that has all rules of `core/`; any other would do."""


@cache
def core_rules() -> tuple[Deciding, ...]:
    """The deciding rules of `core/`."""
    files = read_game(find_game(_GAME)).under(())
    program = PositionProgram(files, EVERY_STAGE)
    rules = deciding_rules(program, rules_of_positions(program))
    return tuple(each for each in rules if files.is_shared(each.path))


def lines() -> list[Known]:
    """The list that these rules make, in its order."""
    return sorted({each.known for each in core_rules()}, key=lambda each: (each.file, each.head, each.digest))


def written(found: list[Known], compared: str) -> str:
    """The text of the list, with the mark of the last comparison."""
    return "".join(f"{' '.join(words)}\n" for words in [(COMPARED, compared), *found])


def mark(found: list[Known]) -> str:
    """The mark of a list after the comparison."""
    return sha256(" ".join(sorted(each.digest for each in found)).encode()).hexdigest()[:12]


def compared() -> str:
    """The mark in the list."""
    return LIST.read_text(encoding="utf-8").split()[1]


def function(path: str) -> Any:
    """What the map names.

    Raises:
        ImportError, AttributeError: if there is no such thing.
    """
    first, *names = path.split(".")
    places = [f"kernel.{first}", first] if first != "compile" else [f"compile.{names.pop(0)}"]
    for place in places:
        try:
            module = import_module(f"shadowmate.compiled.{place}")
        except ModuleNotFoundError:
            continue
        return attrgetter(".".join(names))(module)
    raise ImportError(f"no module of {path}")


@cache
def kernel_lines(path: str) -> int:
    """The lines of a kernel function, without comments and as Python lays it out; 0 for other functions."""
    module, _, name = path.partition(".")
    source = KERNEL / f"{module}.py"
    if not source.exists():
        return 0
    body = ast.parse(source.read_text(encoding="utf-8")).body
    found = next(each for each in body if isinstance(each, ast.FunctionDef) and each.name == name)
    found.decorator_list, found.body = [], found.body[1 if ast.get_docstring(found) else 0 :]
    return len(ast.unparse(found).splitlines())


def table() -> str:
    """The number of rules of each file of `core/`, and the kernel functions that carry them out, in Markdown."""
    counts = Counter(each.path.name for each in core_rules())
    used: dict[str, set[str]] = defaultdict(set)
    for each in core_rules():
        used[each.path.name].update(found for name, _ in each.heads for found in functions_of(each.path.name, name))
    return "\n".join(_rows(counts, used))


def _rows(counts: Counter[str], used: dict[str, set[str]]) -> Iterator[str]:
    yield "| file of `rules/` | rules | kernel modules that carry them out | lines |"
    yield "|---|---|---|---|"
    for file, number in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        sizes = {path: kernel_lines(path) for path in used[file]}
        modules = sorted({path.split(".")[0] for path, size in sizes.items() if size})
        yield f"| `core/{file}` | {number} | {', '.join(modules)} | {sum(sizes.values())} |"
    every = set().union(*used.values())
    yield f"| in all | {sum(counts.values())} | a function counts once | {sum(map(kernel_lines, every))} |"


def page() -> str:
    """`solver/README.md` with the table as it is now."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}{table()}\n{END}{rest.partition(END)[2]}"


def unmapped() -> list[str]:
    """The predicates of deciding rules that the map has no functions for, and those of the map that have no rule."""
    real = {(each.path.name, name) for each in core_rules() for name, _ in each.heads}
    named = {(file, head) for file, entries in CARRIED_OUT.items() for heads in entries for head in heads.split()}
    return sorted(f"{file} {head}" for file, head in real ^ named)
