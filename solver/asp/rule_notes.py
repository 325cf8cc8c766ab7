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

from ..files import cache_folder, keep_content, kept_content, mark_used

_MOST = 1 << 13
"""With more notes than this, such as of rules that are changed again and again, they begin anew. Each process reads
all. The built-in games have 3,600 rules.
"""

_UNKNOWN: Any = object()

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
        found = self._stored()
        mark_used(self._path)
        return found

    def _stored(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(kept_content(self._path) or b"{}")
        return found if len(found) <= _MOST else {}

    def noted(self, question: str, find: Callable[[], T]) -> T:
        """The answer to a question: the one noted, or the one found now."""
        known = self._known  # where two threads read the file at once, there are others from then on
        found: T = known.get(question, _UNKNOWN)
        if found is _UNKNOWN:
            found = find()
            if len(known) >= _MOST:
                known.clear()
            known[question] = found
            self._is_changed = True
        return found

    def keep(self) -> None:
        """Store the notes, with those that other processes have stored meanwhile."""
        if self._is_changed:
            self._is_changed = False
            with suppress(OSError):  # a folder that cannot be written to only costs time
                known = self._known.copy()  # at once: other threads may add to it
                whole = self._stored() | known
                some = whole if len(whole) <= _MOST else known
                keep_content(self._path, json.dumps(some, separators=(",", ":")).encode())
