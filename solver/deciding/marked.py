"""YAML with the line of each value, so that errors can name it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import yaml

from ..errors import ShadowmateError, quoted
from ..files import read_text

Step: TypeAlias = str | int
Where: TypeAlias = tuple[Step, ...]
"""A place in data: keys of mappings, and indices of lists."""


class ClaimsError(ShadowmateError, ValueError):
    """A file of claims that cannot be used; the message names file and line."""


class MarkedYaml:
    """A YAML file read into plain data.

    Args:
        path: the file.

    Attributes:
        path: the file.
        data: what it holds.

    Raises:
        ClaimsError: if it cannot be read, is no YAML, names a key twice, or has what plain data cannot have.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._nodes: dict[Where, Any] = {}
        self.data: Any = None
        try:
            self._text = read_text(path)
            self._check_events()
            node = yaml.compose(self._text, yaml.SafeLoader)
            self.data = self._plain(node, ()) if node else None
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self._refuse(mark.line + 1 if mark else 1, error.problem or str(error))
        except yaml.YAMLError as error:
            self._refuse(1, " ".join(str(error).split()))
        except RecursionError:
            self._refuse(1, "lists and mappings are nested too deep")
        except OSError as error:
            raise ClaimsError(f"{path}: cannot be read: {error.strerror or error}") from error

    def refuse(self, where: Iterable[Step], message: str) -> NoReturn:
        """Complain about a place.

        Raises:
            ClaimsError: always.
        """
        self._refuse(self.line(where), message)

    def line(self, where: Iterable[Step]) -> int:
        """The line where a value begins, or else what it should be in."""
        place = tuple(where)
        while place not in self._nodes and place:
            place = place[:-1]
        node = self._nodes.get(place)
        return int(node.start_mark.line) + 1 if node else 1

    def padded(self, where: Where) -> str:
        """A text behind as many blank lines, and in its first line blanks, as stand before it in the file."""
        node = self._nodes[where]
        line, column, end = int(node.start_mark.line), int(node.start_mark.column), node.end_mark
        if node.style == "|":  # its lines are those of the file
            lines = self._text.splitlines(keepends=True)[line + 1 : end.line + (1 if end.column else 0)]
            return "\n" * (line + 1) + "".join(lines)
        return "\n" * line + " " * (column + bool(node.style)) + str(node.value)

    def _check_events(self) -> None:
        for event in yaml.parse(self._text, yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                self._refuse(
                    event.start_mark.line + 1 if event.start_mark else 1,
                    f"an alias, *{event.anchor}, is not used in claims",
                )

    def _plain(self, node: yaml.Node, where: Where) -> Any:
        self._nodes[where] = node
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(each, (*where, number)) for number, each in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return dict(self._items(node, where))
        return yaml.SafeLoader("").construct_object(node)

    def _items(self, node: yaml.MappingNode, where: Where) -> Iterator[tuple[str, Any]]:
        known: set[str] = set()
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self._refuse(line, "a key is a word")
            name = str(key.value)  # a number as a key is the text of it, as in JSON
            if name in known:
                self._refuse(line, f"the key {quoted(name)} is here twice")
            known.add(name)
            yield name, self._plain(value, (*where, name))

    def _refuse(self, line: int, message: str) -> NoReturn:
        raise ClaimsError(f"{self.path}:{line}: {message}")
