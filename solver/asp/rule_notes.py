"""What was found out about rules from their text alone, stored between runs.

Walking clingo's syntax trees is slow in Python, and so is asking clingo many small questions. Games share most of their
rules, so what one game needs to know has mostly been found for another.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import clingo

from ..files import cache_folder, keep_content, kept_content

_MOST = 1 << 15
"""With more notes than this, such as of rules that are changed again and again, they begin anew."""

T = TypeVar("T")


class Notes:
    """Answers to questions about rules, each a value of JSON by its question.

    Args:
        name: the name of their file.
        folders: those of the modules that find the answers; notes of another version of these are not read.
    """

    def __init__(self, name: str, *folders: Path) -> None:
        self._name, self._folders = name, folders
        self._is_changed = False

    @cached_property
    def _version(self) -> str:
        found = sha256(clingo.__version__.encode())
        for path in (each for folder in self._folders for each in sorted(folder.glob("*.py"))):
            found.update(path.read_bytes())
        return found.hexdigest()[:32]

    @property
    def _path(self) -> Path:
        return cache_folder() / "notes" / f"{self._name}-{self._version}"

    @cached_property
    def _known(self) -> dict[str, Any]:
        return self._stored()

    def _stored(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(kept_content(self._path) or b"{}")
        return found if len(found) <= _MOST else {}

    def noted(self, question: str, find: Callable[[], T]) -> T:
        """The answer to a question: the one noted, or the one found now."""
        if question not in self._known:
            self._known[question] = find()
            self._is_changed = True
        found: T = self._known[question]
        return found

    def keep(self) -> None:
        """Store the notes, with those that other processes have stored meanwhile."""
        if self._is_changed:
            self._is_changed = False
            with suppress(OSError):  # a folder that cannot be written to only costs time
                whole = self._stored() | self._known
                keep_content(self._path, json.dumps(whole, separators=(",", ":")).encode())
