"""What the compiled engine keeps on disk: where, how it is asked for, and how it may be damaged."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from numpy.typing import NDArray

from shadowmate.asp.ruleset import load
from shadowmate.compiled import cache
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.library import Library
from shadowmate.compiled.packed import Numbers
from support.time_limit import communicate

KERNEL = cache.kernel_folder()


def engine(name: str, *folders: Path) -> CompiledEngine:
    """A new compiled engine, which looks for its tables on disk."""
    return CompiledEngine(load(name, (), folders))


def tables(folder: Path) -> list[Path]:
    return list((folder / "tables").iterdir())


def _flip(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "one byte": lambda data: data[:1],
    "first half": lambda data: data[: len(data) // 2],
    "last byte lost": lambda data: data[:-1],
    "first byte lost": lambda data: data[1:],
    "a byte changed": _flip,
    "nonsense": lambda data: b"nonsense" * 1000,
    "zeros": lambda data: bytes(len(data)),
}


def add(one: int, other: int) -> int:
    return one + other


def larger(numbers: Numbers, limit: int) -> bool:
    return numbers[0] > limit


def head(either: Annotated[NDArray[Any], None]) -> int:
    return either[0]


def library() -> tuple[Library, Any, Any, Any]:
    """A library of two functions with one type each, and one whose argument is of any items."""
    made = Library("small", [])
    return made, made.entry(add), made.entry(larger), made.entry(head)


PROGRAM = """
import shadowmate as sm
from shadowmate.compiled.parallel_perft import perft
start = sm.game("raumschach", engine="compiled").start()
print(len(start.legal_moves()), perft(start, 2))
"""


def start(environment: dict[str, str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = communicate(process, 300)
    return process.returncode, out, err
