"""The file of a chunk: a line about it, with its id and the SHA-256 of all else, and then its records."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..files import write_whole
from .answering import Answered


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some cases that follow each other.

    Attributes:
        start: the place of the first, counted from 0.
        end: the place after the last.
        id: a digest of the sweep and of these places.
    """

    start: int
    end: int
    id: str

    @property
    def cases(self) -> int:
        """How many cases it has."""
        return self.end - self.start

    @property
    def name(self) -> str:
        """The name of its file; in the order of names, chunks are in the order of cases."""
        return f"{self.start + 1:012d}-{self.id}.jsonl"


@dataclass(frozen=True, slots=True)
class Records:
    """What the file of a chunk has.

    Attributes:
        content: the records, a line each.
        exits: how many cases ended with each exit code.
    """

    content: bytes
    exits: dict[str, int]


def chunks(sweep: str, total: int, size: int) -> list[Chunk]:
    """The chunks of a sweep.

    Args:
        sweep: what it is known by.
        total: how many cases it has.
        size: how many cases a chunk has; the last may have fewer.
    """
    spans = [(start, min(start + size, total)) for start in range(0, total, size)]
    return [Chunk(start, end, sha256(f"{sweep} {start} {end}".encode()).hexdigest()[:16]) for start, end in spans]


def write_chunk(folder: Path, chunk: Chunk, answers: Answered) -> None:
    """Write the file of a chunk, whole or not at all.

    Raises:
        OSError: if it cannot be written.
    """
    content = b"".join(answers.records)
    head = {"chunk": chunk.id, "cases": chunk.cases, "exits": dict(sorted(Counter(answers.exits).items()))}
    line = json.dumps({**head, "sha256": _digest(head, content)}).encode() + b"\n"
    write_whole(folder / chunk.name, line, content)


def read_chunk(folder: Path, chunk: Chunk) -> Records | None:
    """What the file of a chunk has; None if it is missing, or not as it was written."""
    try:
        line, _, content = (folder / chunk.name).read_bytes().partition(b"\n")
        head = json.loads(line)
        known = head.pop("sha256")
        if head["chunk"] == chunk.id and known == _digest(head, content):
            return Records(content, dict(head["exits"]))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        pass
    return None


def _digest(head: dict[str, Any], content: bytes) -> str:
    """The SHA-256 of what the first line has besides, and of the records."""
    found = sha256(json.dumps(head).encode())
    found.update(content)
    return found.hexdigest()
