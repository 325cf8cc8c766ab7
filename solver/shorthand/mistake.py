"""The error for a string of shorthand, with its place."""

from __future__ import annotations


class ShorthandError(ValueError):
    """A string that cannot be read.

    Attributes:
        column: the place in the string, counted from 1.
        reason: what is wrong there, and what would be right.
    """

    def __init__(self, column: int, reason: str) -> None:
        super().__init__(f"column {column}: {reason}")
        self.column = column
        self.reason = reason


def is_id(sign: str) -> bool:
    """Whether a character may be the ID of a piece type."""
    return "A" <= sign <= "Z"


def known(ids: tuple[str, ...]) -> str:
    """The IDs that there are, as a sentence names them."""
    return ", ".join(sorted(set(ids))) or "none"
