"""The errors that Shadowmate raises: one root, and a class for each thing a user can get wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

TOLD = 10
"""So many of several mistakes are told, and how many more there are."""

SURELY = 0.7
"""How much a word must be like one of a long list to have been meant."""

_LISTED = 40
"""So many words that would do are listed."""

_QUOTED = 200
_LONGEST = 1000
"""So many characters of a mistake in rules are told: it may quote a statement of any length."""


def shortened(text: str) -> str:
    """A text, or of a long one the beginning."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."


def quoted(text: object) -> str:
    """What a user gave in quotation marks, of a long text the beginning."""
    return f"'{shortened(str(text))}'"


def same_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that is the same but for its case."""
    return next((each for each in known if each.casefold() == word.casefold()), None)


def meant(word: str, known: Collection[str], likeness: float = 0.5) -> str:
    """The end of an error: which known word may have been meant; nothing if none is so much like it, from 0 to 1."""
    same = same_word(word, known)
    close = [same] if same else get_close_matches(word, known, n=1, cutoff=likeness)
    return f"; do you mean '{close[0]}'?" if close else ""


def some_of(known: Collection[str]) -> str:
    """Known words, the first of them and how many more there are."""
    more = [f"and {len(known) - _LISTED:,} more"] if len(known) > _LISTED else []
    return ", ".join([*list(known)[:_LISTED], *more]) or "none"


def told(problems: list[str]) -> str:
    """Problems as one message: the first of them, and how many more there are."""
    more = [f"and {len(problems) - TOLD:,} more"] if len(problems) > TOLD else []
    return "; ".join([*problems[:TOLD], *more])


class ShadowmateError(Exception):
    """Anything that Shadowmate refuses, with a message that says what, where and what would be right."""


class NotKeptWarning(UserWarning):
    """Something could not be kept on disk; the answer is the same."""


class CompilingWarning(UserWarning):
    """The kernel of the compiled engine is being compiled, which takes long."""


class SeveralMistakes(ShadowmateError, ValueError):
    """Something with mistakes; the message tells the first of them, each in a line, and how many more there are.

    Attributes:
        mistakes: all that were found, in full.
    """

    def __init__(self, *mistakes: str) -> None:
        more = [f"and {len(mistakes) - TOLD:,} more"] if len(mistakes) > TOLD else []
        super().__init__("\n".join([*(each[:_LONGEST] for each in mistakes[:TOLD]), *more]))
        self.mistakes = mistakes


class RulesError(SeveralMistakes):
    """A rule file that cannot be used; the message tells the first mistakes with file and line, and how many more."""


class OptionError(ShadowmateError, ValueError):
    """An argument or option that means nothing, or contradicts another."""


class UnknownGameError(ShadowmateError, LookupError):
    """There is no game of that name."""


class ReadingError(ShadowmateError, LookupError):
    """The game has no reading of that name, or two readings of one question were asked for."""


class PositionError(ShadowmateError, ValueError):
    """A position that cannot be read, or cannot be; the message tells the first problems, and how many more there are.

    Attributes:
        problems: every problem found, each naming the token and its column where there is one.
    """

    def __init__(self, problems: list[str]) -> None:
        super().__init__(told(problems))
        self.problems = problems


class MoveError(ShadowmateError, ValueError):
    """A move that cannot be read or is not legal in the position."""


class IllegalMoveError(MoveError):
    """A move that can be read, and is not legal in the position."""
