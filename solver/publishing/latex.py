"""Problems as LaTeX for the package `diagram` of problem magazines: diagrams, then solutions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from ..play.lettering import in_letters
from ..verification.customs import olive
from .caption import twins
from .contents import Printed

_INDENT = 4
"""Spaces of a text to one step of indentation."""

_FIRST = "T1"
"""The encoding of fonts that is always named."""


@cache
def _words() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((files(__package__) / "latex.yaml").read_text(encoding="utf-8"))
    return found


def latex(problems: Sequence[Printed]) -> str:
    """A LaTeX document of some problems.

    Raises:
        PuzzleError: naming file and line of a problem that the package has no board or pieces for.
    """
    lines = [line for each in problems for line in [r"\begin{diagram}", *_lines(each), r"\end{diagram}", r"\hfill"]]
    text = "\n".join(lines)
    encodings = [name for name, known in _words()["encodings"].items() if name == _FIRST or re.search(known, text)]
    head = str(_words()["head"]).format(encodings=",".join(encodings))
    return f"{head}{text}\n{_words()['foot']}"


def _lines(printed: Printed) -> Iterator[str]:
    written, fields = printed.diagram.caption, printed.fields
    if fields.get("game"):
        raise printed.problem.entry.document.error(("game",), "game: the package diagram has boards of chess alone")
    if written.authors:
        yield rf" \author{{{'; '.join(map(escaped, written.authors))}}}"
    for name, text in (("title", written.title), ("source", written.source), ("award", written.award)):
        if text:
            yield rf" \{name}{{{escaped(text)}}}"
    yield rf" \pieces{{{', '.join(_pieces(printed))}}}"
    yield rf" \stipulation{{{escaped(written.stipulation)}}}"
    changes = twins(printed.problem)
    if notes := [note for note in written.notes if note not in changes]:
        yield rf" \condition{{{escaped(', '.join(notes))}}}"
    if changes:
        yield rf" \twins{{{_broken(changes)}}}"
    yield rf" \solution{{{_broken(printed.lines)}}}"


def _pieces(printed: Printed) -> Iterator[str]:
    """The pieces, as the package has them."""
    position, words = printed.diagram.position, _words()
    lettered = in_letters(position.game, olive()["letters"])
    for cell, piece in position.pieces.items():
        yield f"{words['players'][piece.army]}{words['letters'][lettered.piece_name(piece.kinds)]}{cell}"


def _broken(lines: Sequence[str]) -> str:
    """Lines of text in one paragraph, indented as they are."""
    steps = ((len(line) - len(line.lstrip())) // _INDENT for line in lines)
    pairs = zip(steps, lines, strict=True)
    return "\\newline\n".join(r"\quad{}" * step + escaped(line.strip()) for step, line in pairs)


def escaped(text: str) -> str:
    """A text without what LaTeX reads as commands, or has no character for."""
    signs = _words()["signs"]
    found = re.split(f"({'|'.join(map(re.escape, sorted(signs, key=len, reverse=True)))})", text)
    return "".join(signs.get(part) or "".join(map(_printable, part)) for part in found)


def _printable(character: str) -> str:
    known = any(re.fullmatch(each, character) for each in _words()["encodings"].values())
    return character if known else rf"\texttt{{U+{ord(character):04X}}}"
