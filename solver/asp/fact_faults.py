"""Facts of a game that are wrong, and the error that refuses them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo import Symbol

from ..errors import RulesError
from .origin import Origins
from .rule_files import RuleFiles
from .terms import text


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in a fact.

    Attributes:
        culprit: the fact.
        sentence: the mistake, with places {0}, {1} for the arguments.
        arguments: the arguments of the sentence.
    """

    culprit: Symbol
    sentence: str
    arguments: Sequence[Symbol]


def refusal(files: RuleFiles, faults: Iterable[Fault]) -> RulesError:
    """The error that refuses some facts, each in the form of clingo's messages."""
    return RulesError(*dict.fromkeys(_lines(files, faults)))


def _lines(files: RuleFiles, faults: Iterable[Fault]) -> Iterator[str]:
    origins = Origins(files)
    for wrong in faults:
        path, line = origins.of(wrong.culprit)
        words = wrong.sentence.format(*map(text, wrong.arguments))
        hint = "" if files.owns(path) else "; `shadowmate check-rules` shows which fact of the game is wrong"
        yield f"{path}:{line}:1: error: {words}{hint}"
