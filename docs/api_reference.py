"""Writes docs/api.md, the reference of `import shadowmate`, from the docstrings: `python docs/api_reference.py`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import shadowmate

PAGE = Path(__file__).parent / "api.md"
HEAD = """# Python reference

What `import shadowmate as sm` gives. Made from the docstrings by `python docs/api_reference.py`.

## What calls cost

Milliseconds of one processor with the compiled engine, once a game is open and its kernel is compiled. `python
benchmarks/python_calls.py`
measures them; these were read on a busy machine with two cores. The reference engine takes 10 ms and more for each
position.

| call | `fide`, Kiwipete | `prince`, ten pieces |
|---|---|---|
| `game.position(text)` | 0.11 (a FEN) | 0.06 |
| `position.legal_moves()` with the text of each move | 0.03 | 0.04 |
| `position.push(move)` | 0.005 | 0.005 |
| `position.is_check()` | 0.008 | |
| `shadowmate.positions(texts)`, each | 0.07 | |
| `positions.moves()`, each | 0.05 | |

The attributes of a position are made when they are first asked for, and then kept: `pieces`, `state`,
`str(position)`. So are the graph of
a solution, `tree`, and its text. Opening a game takes 0.1 to 0.2 s for each process, and its tables are made once
for each installation.
"""


class Bare(str):
    """An annotation or a function's name, shown without quotes."""

    __repr__ = str.__str__


def page() -> str:
    """The whole page: functions, then classes, then errors."""
    named = {name: getattr(shadowmate, name) for name in shadowmate.__all__ if not name.startswith("__")}
    errors = {name: it for name, it in named.items() if inspect.isclass(it) and issubclass(it, Exception)}
    classes = {name: it for name, it in named.items() if inspect.isclass(it) and name not in errors}
    functions = {name: it for name, it in named.items() if not inspect.isclass(it)}
    parts = [HEAD, "## Functions\n", *(function(name, it) for name, it in sorted(functions.items()))]
    parts += ["## Classes\n", *(described for name, it in sorted(classes.items()) for described in klass(name, it))]
    parts += ["## Errors\n", *(f"### {name}\n\n{text(it)}" for name, it in sorted(errors.items()))]
    return "\n".join(parts)


def function(name: str, it: object, level: str = "###") -> str:
    """A function or method: how it is called, and its docstring."""
    return f"{level} {name}\n\n```python\n{name}{signature(it)}\n```\n\n{text(it)}"


def klass(name: str, it: type) -> Iterator[str]:
    """A class, and its public methods and properties with docstrings, inherited ones too."""
    yield f"### {name}\n\n{text(it)}{inherited_attributes(it)}"
    for member in sorted(name for name in dir(it) if not name.startswith("_")):
        found = inspect.getattr_static(it, member)
        if isinstance(found, property | cached_property) and found.__doc__:
            yield f"#### {name}.{member}\n\n{text(found)}"
        elif inspect.isfunction(found) and found.__doc__ and found.__module__.startswith(shadowmate.__name__):
            yield function(f"{name}.{member}", found, "####")


def inherited_attributes(it: type) -> str:
    """The attributes that a class with none of its own in its docstring has from the class that it refines."""
    begins = "Attributes:\n"
    base = it.__base__
    if begins in (it.__doc__ or "") or base is None or begins not in (base.__doc__ or ""):
        return ""
    described = inspect.getdoc(base) or ""
    return "\n" + marked(described[described.index(begins) :])


def signature(it: object) -> str:
    """The parameters, those on one line that fit there."""
    found = inspect.signature(it)  # type: ignore[arg-type]
    known = [each for each in found.parameters.values() if each.name != "self"]
    bare = [
        each.replace(
            annotation=Bare(each.annotation),
            default=Bare(each.default.__name__) if inspect.isfunction(each.default) else each.default,
        )
        for each in known
    ]
    found = found.replace(parameters=bare, return_annotation=Bare(found.return_annotation))
    line = str(found)
    if len(line) < 90:
        return line
    returns = f" -> {found.return_annotation}"
    body = str(found.replace(return_annotation=found.empty)).removeprefix("(").removesuffix(")")
    return "(\n    " + body.replace(", ", ",\n    ") + f",\n){returns}"


def text(it: object) -> str:
    """A docstring as Markdown: what is indented is shown as it stands."""
    return marked(inspect.getdoc(it) or "")


def marked(docstring: str) -> str:
    """A docstring without its indentation as Markdown."""
    lines = docstring.splitlines()
    return "\n".join(re.sub(r"^( +)(\w+):", r"- `\2`:", line) for line in lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
