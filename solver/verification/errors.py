"""The error of this folder."""

from __future__ import annotations

from ..errors import SeveralMistakes


class PuzzleError(SeveralMistakes):
    """A puzzle file that cannot be read; the message tells file and line, what is wrong and what would be right."""
