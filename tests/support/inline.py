"""Workers of a sweep that answer at once, in the process of the test."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import Any, Self


class Inline:
    """Answers in this process, unless the worker is to be lost.

    Args:
        loses: whether the worker of a call is lost, by the number of the call from 1.
        room: how many calls are under way at the same time.

    Attributes:
        calls: the number of calls.
    """

    lost = (BrokenExecutor,)

    def __init__(self, loses: Callable[[int], bool] = lambda _: False, room: int = 1) -> None:
        self.loses, self.room, self.calls = loses, room, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        self.calls += 1
        future = Future[Any]()
        if self.loses(self.calls):
            future.set_exception(BrokenExecutor())
            return future
        try:
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def renew(self) -> None:
        pass
