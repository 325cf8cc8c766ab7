"""The error of this folder."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..errors import SeveralMistakes

Read = TypeVar("Read")


class PuzzleError(SeveralMistakes):
    """A puzzle file that cannot be read; the message names file and line, what is wrong and what would be right."""


def all_read(found: Iterable[Read | PuzzleError]) -> list[Read]:
    """What was read, if there is nothing that cannot be.

    Raises:
        PuzzleError: with the mistakes of all that cannot be read.
    """
    read: list[Read] = []
    mistakes: list[str] = []
    for each in found:
        if isinstance(each, PuzzleError):
            mistakes += each.mistakes
        else:
            read.append(each)
    if mistakes:
        raise PuzzleError(*mistakes)
    return read
