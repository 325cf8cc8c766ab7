"""The errors that Shadowmate raises: one base class, and a class for each sort of mistake of a user."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

MOST_LISTED = 10
"""Number of mistakes that a message lists; it counts the others."""

SURELY = 0.7
"""The similarity from which a word of a long list counts as a misspelling."""

USE_REFERENCE = "(use --engine reference, in Python engine='reference')"
"""The end of an error about something that only the compiled engine cannot do."""

_LISTED = 40
"""Number of possible words that a message lists."""

_QUOTED = 200
_LONGEST = 1000
"""Number of characters of a mistake in rules in a message; it may quote a long statement."""


def shortened(text: str) -> str:
    """A text, or the beginning of a long one."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."


def quoted(text: object) -> str:
    """A user's text in quotation marks, or the beginning of a long one."""
    return f"'{shortened(str(text))}'"


def same_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that is the same but for its case."""
    return next((each for each in known if each.casefold() == word.casefold()), None)


def meant(word: str, known: Collection[str], likeness: float = 0.5) -> str:
    """The end of an error: the word that may have been meant; empty if none is similar enough (from 0 to 1)."""
    same = same_word(word, known)
    close = [same] if same else get_close_matches(word, known, n=1, cutoff=likeness)
    return f"; do you mean '{close[0]}'?" if close else ""


def some_of(known: Collection[str]) -> str:
    """Known words: the first of them, and the number of others."""
    more = [f"and {len(known) - _LISTED:,} more"] if len(known) > _LISTED else []
    return ", ".join([*list(known)[:_LISTED], *more]) or "none"


def joined_problems(problems: list[str]) -> str:
    """Problems as one message: the first of them, and the number of others."""
    more = [f"and {len(problems) - MOST_LISTED:,} more"] if len(problems) > MOST_LISTED else []
    return "; ".join([*problems[:MOST_LISTED], *more])


class ShadowmateError(Exception):
    """The base class of errors. The message has what is wrong, where, and what would be right."""


class NotKeptWarning(UserWarning):
    """Something could not be stored on disk; the answer is the same."""


class CompilingWarning(UserWarning):
    """The kernel of the compiled engine is being compiled, which takes long."""


class SeveralMistakes(ShadowmateError, ValueError):
    """An error for several mistakes. The message lists the first of them, one per line, and the number of others.

    Args:
        mistakes: all of them.
        others: what lists the others.

    Attributes:
        mistakes: all of them, in full.
    """

    def __init__(self, *mistakes: str, others: str = "") -> None:
        more = [f"and {len(mistakes) - MOST_LISTED:,} more{others and f'; {others}'}"]
        more = more if len(mistakes) > MOST_LISTED else []
        super().__init__("\n".join([*(each[:_LONGEST] for each in mistakes[:MOST_LISTED]), *more]))
        self.mistakes = mistakes


class RulesError(SeveralMistakes):
    """A rule file that cannot be used. The message lists the first mistakes with file and line, and the number of
    others.
    """


class CrowdedError(RulesError):
    """The compiled engine has no room for all pieces that have occurred, and for all that their moves do."""


class OptionError(ShadowmateError, ValueError):
    """An argument or option that is invalid, or contradicts another."""


class UnknownGameError(ShadowmateError, LookupError):
    """There is no game of that name."""


class ReadingError(ShadowmateError, LookupError):
    """The game has no reading of that name, or two readings of one question were chosen."""


class PositionError(ShadowmateError, ValueError):
    """A text that is no position, or an impossible position. The message lists the first problems.

    Attributes:
        problems: every problem, each with the token and its column where there is one.
    """

    def __init__(self, problems: list[str]) -> None:
        super().__init__(joined_problems(problems))
        self.problems = problems


class MoveError(ShadowmateError, ValueError):
    """A text that is no move, or a move that is not legal in the position."""


class IllegalMoveError(MoveError):
    """A move that is not legal in the position."""
