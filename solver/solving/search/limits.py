"""Limits of a search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ...arguments import check


class LimitReached(Exception):
    """A search reached a limit. What it has proved so far holds."""


@dataclass(slots=True)
class Limits:
    """The limits of a search, and what it has used.

    Attributes:
        most_nodes: the largest number of positions; None for no limit.
        most_seconds: the time limit in seconds, from now on; None for no limit.
        stop: returns True when the user has stopped the search.
        nodes: the number of positions so far.

    Raises:
        OptionError: if a limit is negative, or no number.
    """

    most_nodes: int | None = None
    most_seconds: float | None = None
    stop: Callable[[], bool] | None = None
    nodes: int = field(default=0, init=False)
    _start: float = field(default_factory=time.monotonic, init=False, repr=False)

    def __post_init__(self) -> None:
        check("most_nodes", self.most_nodes, int | None, 0)
        check("most_seconds", self.most_seconds, float | None, 0)

    @property
    def seconds(self) -> float:
        """The time used so far."""
        return time.monotonic() - self._start

    @property
    def reached(self) -> bool:
        """Whether the search must end."""
        return (
            (self.most_nodes is not None and self.nodes > self.most_nodes)
            or (self.most_seconds is not None and self.seconds > self.most_seconds)
            or (self.stop is not None and self.stop())
        )

    @contextmanager
    def untimed(self) -> Iterator[None]:
        """Within it, time does not count."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self._start += time.monotonic() - begun

    def spend(self, nodes: int = 1) -> None:
        """Count positions.

        Raises:
            LimitReached: if the limit is reached.
        """
        self.nodes += nodes
        if self.reached:
            raise LimitReached

    def part(self, nodes: int) -> Limits:
        """The limits of a part of the search, which has at most this number of positions."""
        left = nodes if self.most_nodes is None else min(nodes, max(self.most_nodes - self.nodes, 0))
        seconds = None if self.most_seconds is None else max(self.most_seconds - self.seconds, 0)
        return Limits(left, seconds, self.stop)
