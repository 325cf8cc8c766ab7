"""YAML documents as text that stays as it is: what they say, in which line, and one value exchanged.

A file is never written anew from what was read. What changes is exchanged in its text, so that comments, order,
spaces and all other fields remain byte for byte. Every scalar is text, except whole numbers and nothing: what
YAML would read as a date, a truth value or a fraction (`date: 2007-05-05`, the twin `n`, `intended-solutions: 2.10`)
is what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from ..errors import quoted
from .errors import PuzzleError

Path: TypeAlias = tuple[str | int, ...]
"""Where a value is in a document: names of fields, and numbers in lists."""

_TAG = "tag:yaml.org,2002:"
_NEXT = re.compile(r"^---(?=\s|$)", re.MULTILINE)
_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
"""Where a document begins, and where a line ends, as YAML has it."""


_FIELDS = "a field is a name, a colon and a space, in a line that is indented as the other fields are"
_HINTS = {
    "'\\t'": "indent with spaces, not with tabs",
    "cannot start": "a text that begins with @, %, &, * or ` goes in quotes",
    "mapping values": "a text with a colon goes in quotes, or below `solution: |`",
    "chomping": "the text begins in the line below `solution: |`, indented",
    "end of stream": "a quotation mark is not closed",
    "expected <block end>": _FIELDS,
    "expected ':'": _FIELDS,
}
"""What would be right, by words of the parser's errors."""


@dataclass(frozen=True, slots=True)
class Document:
    """The values of a document.

    Attributes:
        name: the file, as errors name it.
        fields: the document, which is a mapping.
        lines: by path, the line in the file where the value begins.
        root: the mapping as it was parsed; None of what is no YAML.
    """

    name: str
    fields: dict[str, Any]
    lines: dict[Path, int]
    root: yaml.MappingNode | None

    def line(self, path: Path = ()) -> int:
        """The line of a value, or of the nearest that it would be in."""
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]

    def error(self, path: Path, problem: str) -> PuzzleError:
        """What is wrong with a value."""
        return PuzzleError(f"{self.name}:{self.line(path)}: {problem}")

    def text_line(self, field: str, number: int) -> int:
        """The line in the file of a line, from 1, in the text of a field; only `|` keeps them apart."""
        node = next(value for key, value in self.root.value if key.value == field) if self.root else None
        if node is None:
            return self.line((field,))
        return self.line((field,)) + (number if node.style == "|" else 0)


def read_documents(name: str, text: str) -> list[Document | PuzzleError]:
    """The documents of a file, without those that are empty; for what cannot be read, why.

    That is what is not YAML, up to the next `---`; a document that is no mapping, or has a field twice.

    Args:
        name: the file, as errors name it.
        text: what stands in it.
    """
    found: list[Document | PuzzleError] = []
    start, lines = 0, 0
    while start < len(text):
        try:
            loader = yaml.SafeLoader(text[start:])
            loader.index, loader.line = start, lines
            found += _documents(name, loader)
            break
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = f":{mark.line + 1}" if mark else ""
            written = str(error.problem or error.context)
            hint = next((f"; {right}" for words, right in _HINTS.items() if words in written), "")
            found.append(PuzzleError(f"{name}{where}: no YAML: {written}{hint}"))
            again = _NEXT.search(text, max(start + 1, mark.index - mark.column)) if mark else None
            if again is None:
                break
            lines += len(_BREAK.findall(text, start, again.start()))
            start = again.start()
        except yaml.reader.ReaderError as error:
            line = text.count("\n", 0, error.position) + 1
            found.append(PuzzleError(f"{name}:{line}: no YAML: it may not hold the character {error.character!r}"))
            break
        except RecursionError:
            found.append(PuzzleError(f"{name}: too many lists within lists"))
            break
    return found


def _documents(name: str, loader: yaml.SafeLoader) -> Iterator[Document | PuzzleError]:
    while loader.check_node():
        root = loader.get_node()
        if root is None or root.tag == f"{_TAG}null":
            continue
        try:
            if not isinstance(root, yaml.MappingNode):
                line = root.start_mark.line + 1
                right = "write each field as `stipulation: '#2'`, and --- between two problems"
                raise PuzzleError(f"{name}:{line}: a problem is a mapping, not {_text(root)}; {right}")
            lines: dict[Path, int] = {}
            yield Document(name, _Reader(name, lines).value(root, ()), lines, root)
        except PuzzleError as error:
            yield error


class _Reader:
    """Makes plain values of what was parsed, and notes their lines."""

    def __init__(self, name: str, lines: dict[Path, int]) -> None:
        self.name = name
        self.lines = lines
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, path: Path) -> Any:
        """The value of a node."""
        line = node.start_mark.line + 1
        self.lines[path] = line
        if id(node) in self._seen:
            raise PuzzleError(f"{self.name}:{line}: an alias of this text (*name) is not read; write it out")
        self._seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            return [self.value(each, (*path, number)) for number, each in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if node.tag == f"{_TAG}null":
            return None
        short = node.tag == f"{_TAG}int" and node.value.isascii() and node.value.isdecimal() and len(node.value) < 10
        return int(node.value) if short else node.value

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                raise PuzzleError(f"{self.name}:{line}: the name of a field is a text, not {_text(key)}")
            if key.value in found:
                raise PuzzleError(f"{self.name}:{line}: {quoted(key.value)} is there twice")
            found[key.value] = self.value(value, (*path, key.value))
        return found


def _text(node: yaml.Node) -> str:
    is_list = isinstance(node, yaml.SequenceNode)
    return "a list" if is_list else "a mapping" if isinstance(node, yaml.MappingNode) else "a text"


def exchanged(text: str, document: Document, field: str, lines: list[str]) -> str:
    """The text of a file with another text in a field of one document; if there is no such field, it comes last.

    Args:
        text: what stands in the file that the document was read from, as far as the end of the document.
        document: one of its documents.
        field: the name of the field.
        lines: the lines of the text.

    Raises:
        PuzzleError: if the document is written in braces, or is no YAML.
    """
    root = document.root
    if root is None:
        raise document.error(
            (), f"this form of file has no field {field}; `shadowmate book FILE --yaml OUT` makes a puzzle file"
        )
    if root.flow_style:
        raise document.error((), f"{field} cannot be written into braces; write each field in a line of its own")
    newline = "\r\n" if "\r\n" in text else "\n"
    margin = " " * (root.start_mark.column + 2)
    body = newline + newline.join(f"{margin}{line}" if line else "" for line in lines)
    node = next((value for key, value in root.value if key.value == field), None)
    if node is None:
        end = _line_end(text, len(text[: _end(text, root.value[-1][1])].rstrip()))
        return f"{text[:end]}{newline}{margin[2:]}{field}: |{body}{text[end:] or newline}"
    start, end = node.start_mark.index, len(text[: _end(text, node)].rstrip())
    end = max(end, start)
    before = text[:start] + (" " if text[start - 1] == ":" else "")
    if node.style in ("|", ">"):
        header = text[start : _line_end(text, start)]
        return f"{before}|{_comment(header)}{body}{text[end:] or newline}"
    rest = _line_end(text, end)
    return f"{before}|{_comment(text[end:rest])}{body}{text[rest:] or newline}"


def _end(text: str, node: yaml.Node) -> int:
    return min(int(node.end_mark.index), len(text))


def _line_end(text: str, start: int) -> int:
    """Where the line ends that a place is in, before what ends it."""
    found = text.find("\n", start)
    end = len(text) if found < 0 else found
    return end - 1 if text[start:end].endswith("\r") else end


def _comment(rest: str) -> str:
    """The comment in what follows on a line, as it stands there."""
    sign = rest.find("#")
    return "" if sign < 0 else " " + rest[sign:]
