"""A question of the explorer's page; every part of it is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import OptionError, quoted


class Question:
    """A question as it came, of which each part is checked when it is read."""

    def __init__(self, asked: object) -> None:
        if not isinstance(asked, Mapping):
            raise OptionError("a question is an object with names and values")
        self._asked = asked

    def text(self, name: str) -> str:
        """A text; "" if there is none.

        Raises:
            OptionError: if it is something else.
        """
        found: str = self._read(name, "", str, "a text")
        return found

    def texts(self, name: str) -> list[str]:
        """A list of texts.

        Raises:
            OptionError: if it is something else.
        """
        found: list[str] = self._read(name, [], list, "a list of texts")
        if not all(isinstance(each, str) for each in found):
            raise OptionError(f"{name}: expected a list of texts")
        return found

    def mapping(self, name: str) -> dict[str, str]:
        """Texts by name.

        Raises:
            OptionError: if it is something else.
        """
        found: dict[str, str] = self._read(name, {}, dict, "texts by name")
        if not all(isinstance(each, str) for each in found.values()):
            raise OptionError(f"{name}: expected texts by name")
        return found

    def index(self, name: str, end: int) -> int:
        """A whole number from 0 to below `end`.

        Raises:
            OptionError: if it is something else.
        """
        found = self._asked.get(name)
        if type(found) is not int or not 0 <= found < end:
            raise OptionError(f"{name}: expected a number from 0 to {end - 1}, not {quoted(found)}")
        return found

    def number(self, name: str, most: float) -> float:
        """A number above 0.

        Raises:
            OptionError: if it is something else.
        """
        found = self._asked.get(name)
        if isinstance(found, int | float) and not isinstance(found, bool) and 0 < found <= most:
            return float(found)
        raise OptionError(f"{name}: expected a number above 0, and at most {most:g}, not {quoted(found)}")

    def _read(self, name: str, default: Any, kind: type, words: str) -> Any:
        found = self._asked.get(name, default)
        if not isinstance(found, kind):
            raise OptionError(f"{name}: expected {words}, not {quoted(found)}")
        return found
