"""The command of a claim, and the comparison of its output with the expected one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from ..errors import quoted, some_of
from .claims_file import Command
from .marked import ClaimsError

Runner: TypeAlias = Callable[[Sequence[str]], tuple[int, Any]]
"""Runs a command in this process, given its words: the exit code and the JSON that it prints."""

COMMANDS = ("moves", "why", "status", "play", "solve", "mate", "endgame", "atlas", "pieces", "perft", "games")
"""Those that a claim may ask."""
_NOT_HERE = (
    "--json", "--svg", "--png", "--dot", "--graphml", "--html", "--csv", "--parquet", "--output", "--slices", "--rules",
    "--reading",
)  # fmt: skip
_LIMITS = {"--nodes", "--time"}
INTERRUPTED = 3
"""The exit code of a command that was interrupted, or came to a limit."""
_OF_A_LIST = {"count", "has", "lacks"}
_OF_A_NUMBER = {"least", "most"}


def check_command(command: Command) -> None:
    """Refuse a command that a claim may not run.

    Raises:
        ClaimsError: saying which may be.
    """
    name, *words = command.words
    if name not in COMMANDS:
        raise _mistake(command, f"a claim runs no command {quoted(name)}; it may run {', '.join(COMMANDS)}")
    for option in (word.split("=")[0] for word in words):
        if option in _NOT_HERE:
            raise _mistake(command, f"{option} is not for claims: they write no files, and name readings by readings")


def run(command: Command, runner: Runner, more: Sequence[str]) -> tuple[str, ...]:
    """What of the answer is not as expected, in words; nothing if all is.

    Args:
        command: the command.
        runner: how it is run.
        more: words that come after its own.

    Raises:
        ClaimsError: if the command refuses what it is asked, no answer of it could be as is expected, or it comes to a
            limit that the claim sets and does not expect to reach.
        KeyboardInterrupt: if it was interrupted, and not by a limit that the claim sets.
    """
    code, answer = runner([*command.words, *more])
    if code == INTERRUPTED and not _LIMITS.intersection(word.split("=")[0] for word in command.words):
        raise KeyboardInterrupt
    if code == INTERRUPTED and command.exit != INTERRUPTED:
        raise _mistake(
            command, "the command came to its limit, so its answer is not whole; raise the limit, or expect exit: 3"
        )
    if code == 2 and command.exit != 2:
        raise _mistake(command, f"the command is refused: {answer}")
    found = [] if command.exit in (None, code) else [f"the exit code is {code}, not {command.exit}"]
    try:
        return (*found, *_differences(command.expected, answer, ""))
    except _UnlikeError as error:
        raise _mistake(command, f"expect: {error}") from error


class _UnlikeError(Exception):
    """What is expected has other keys than what was found, so it is a mistake, whatever the answer."""


def _differences(expected: Any, found: Any, path: str) -> Iterator[str]:
    """Where what was found does not hold what is expected.

    Raises:
        _UnlikeError: if it cannot hold it, as there is no such key, or it is no list.
    """
    if isinstance(expected, dict) and isinstance(found, list) and expected.keys() <= _OF_A_LIST:
        yield from _of_list(expected, found, path)
    elif isinstance(expected, dict) and isinstance(found, int | float) and expected.keys() <= _OF_A_NUMBER:
        if not expected.get("least", found) <= found <= expected.get("most", found):
            yield f"{path} is {found}"
    elif isinstance(expected, dict) and isinstance(found, dict):
        for key, each in expected.items():
            if key not in found:
                raise _UnlikeError(f"{path or 'the answer'} has no key {quoted(key)}; there are {some_of(found)}")
            yield from _differences(each, found[key], _under(path, key))
    elif isinstance(expected, dict) and found is not None:
        raise _UnlikeError(f"{path or 'the answer'} is {_text(found)}, which has no {', '.join(map(str, expected))}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _differences(one, other, f"{path}[{number}]")
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield f"{path or 'the answer'} is {_text(found)}, not {_text(expected)}"


def _of_list(expected: dict[str, Any], found: list[Any], path: str) -> Iterator[str]:
    if isinstance(count := expected.get("count"), str):
        raise _UnlikeError(f"the number of {path} is a number, unlike {quoted(count)}; write one, or least and most")
    if "count" in expected:
        yield from _differences(expected["count"], len(found), f"the number of {path}")
    for part in expected.get("has", ()):
        if not any(_fits(part, each) for each in found):
            yield f"{path} has nothing such as {_text(part)}"
    for part in expected.get("lacks", ()):
        yield from (f"{path} has {_text(each)}" for each in found if _fits(part, each))


def _fits(part: Any, found: Any) -> bool:
    try:
        return not any(True for _ in _differences(part, found, ""))
    except _UnlikeError:
        return False


def _under(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _text(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:80]}..."


def _mistake(command: Command, message: str) -> ClaimsError:
    return ClaimsError(f"{command.path}:{command.line}: {message}")
