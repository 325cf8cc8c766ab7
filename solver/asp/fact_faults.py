"""Facts of a game that are wrong, before it is known where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clingo import Symbol


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a fact.

    Attributes:
        culprit: the fact.
        sentence: what is wrong, with places {0}, {1} for the arguments.
        arguments: what to name there.
    """

    culprit: Symbol
    sentence: str
    arguments: Sequence[Symbol]
