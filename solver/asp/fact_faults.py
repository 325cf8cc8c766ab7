"""Facts of a game that are wrong, without their place in the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clingo import Symbol


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
