"""The folder of a sweep: `sweep.json` with what was asked, a file for each chunk, and at last the results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any

from ..errors import MOST_LISTED
from ..files import alone, is_alone_elsewhere, sweep, write_whole, written_whole
from .answering import FAILED, Answered
from .chunks import Chunk, Records, chunks, read_chunk, write_chunk
from .errors import SweepError
from .sweep import Finished, Refused, Sweep

SCHEMA = 1
"""The form of these files."""

_MANIFEST, _CHUNKS, _RESULTS, _LOCK = "sweep.json", "chunks", "results.jsonl", ".lock"


def check_free(path: Path, what: str) -> None:
    """Refuse a folder of something else: it must be new, or have hidden files only.

    Args:
        path: where it is.
        what: what it should be the folder of.

    Raises:
        SweepError: if it has other files, is no folder, or cannot be made.
    """
    if path.is_dir():
        if others := [each.name for each in path.iterdir() if not each.name.startswith(".")]:
            raise SweepError(f"{path}: is no folder of {what}; it has {min(others)}. Give a new folder")
    elif path.exists():
        raise SweepError(f"{path}: is no folder")
    elif not path.absolute().parent.is_dir():
        raise SweepError(f"{path}: there is no folder {path.absolute().parent}")


class Folder:
    """The folder of a sweep, which need not be there yet.

    Args:
        path: where it is.
        asked: the sweep.

    Attributes:
        size: how many cases a chunk has; None if that is not known yet.
    """

    def __init__(self, path: Path, asked: Sweep) -> None:
        self.path, self.asked = path, asked
        self.results = path / _RESULTS
        self.size: int | None = None
        self._finished: Finished | None = None

    @property
    def in_use(self) -> bool:
        """Whether another process is at work in it."""
        return is_alone_elsewhere(self.path / _LOCK)

    def read(self) -> None:
        """Read what is there.

        Raises:
            SweepError: if it is of another sweep, or of none.
        """
        try:
            facts = json.loads((self.path / _MANIFEST).read_bytes())
            if facts["schema"] != SCHEMA:
                raise SweepError(f"{self.path}: a sweep in another form ({facts['schema']}, and {SCHEMA} here)")
            differences = self.asked.differences(facts["sweep"])
            self.size = int(facts["chunk"])
            self._finished = Finished.of(facts["finished"]) if facts["finished"] else None
        except (FileNotFoundError, NotADirectoryError):
            check_free(self.path, "a sweep")
            return
        except (OSError, ValueError, TypeError, KeyError) as error:
            if isinstance(error, SweepError):
                raise
            raise SweepError(f"{self.path / _MANIFEST}: cannot be read: {error}") from error
        if differences:
            raise SweepError(f"{self.path}: has another sweep. {'; '.join(differences)}. Give another folder")

    @contextmanager
    def begun(self, size: int) -> Iterator[None]:
        """Make the folder, unless it is there. Within it, no other process works there.

        Args:
            size: how many cases a chunk has, unless the folder is there.

        Raises:
            SweepError: if another process has made another sweep there.
            OSError: if it cannot be written.
        """
        self.path.mkdir(exist_ok=True)
        with alone(self.path / _LOCK):
            self.read()
            if self.size is None:
                self.size = size
                self._write_manifest()
            (self.path / _CHUNKS).mkdir(exist_ok=True)
            sweep(self.path / _CHUNKS)
            yield

    def _write_manifest(self) -> None:
        finished = self._finished.as_json() if self._finished else None
        facts = {"schema": SCHEMA, "sweep": self.asked.facts, "chunk": self.size, "finished": finished}
        write_whole(self.path / _MANIFEST, json.dumps(facts, indent=1, ensure_ascii=False).encode() + b"\n")

    def finished(self) -> Finished | None:
        """What is known of the sweep, if it is finished, and its results are as they were written."""
        if self._finished:
            try:
                with self.results.open("rb") as stream:
                    if file_digest(stream, "sha256").hexdigest() == self._finished.sha256:
                        return self._finished
            except OSError:
                pass
        return None

    def chunks(self) -> list[Chunk]:
        """All chunks."""
        assert self.size
        return chunks(self.asked.id, self.asked.cases.total, self.size)

    def has(self, chunk: Chunk) -> bool:
        """Whether there is the file of a chunk, as it was written."""
        return read_chunk(self.path / _CHUNKS, chunk) is not None

    def keep(self, chunk: Chunk, answers: Answered) -> None:
        """Write the file of a chunk.

        Raises:
            OSError: if it cannot be written.
        """
        write_chunk(self.path / _CHUNKS, chunk, answers)

    def finish(self) -> Finished:
        """Put the results of all chunks into one file.

        Raises:
            OSError: if it cannot be written.
            SweepError: if a chunk was changed meanwhile.
        """
        found, exits, refused = sha256(), Counter[str](), list[Refused]()
        with written_whole(self.results) as stream:
            for chunk in self.chunks():
                records = read_chunk(self.path / _CHUNKS, chunk)
                if records is None:
                    raise SweepError(f"{self.path / _CHUNKS / chunk.name} was changed; run the same command again")
                stream.write(records.content)
                found.update(records.content)
                exits.update(records.exits)
                refused += _refused(records) if len(refused) < MOST_LISTED else ()
        counts = {code: exits[code] for code in sorted(exits)}
        self._finished = Finished(found.hexdigest(), counts, tuple(refused[:MOST_LISTED]))
        self._write_manifest()
        return self._finished


def _refused(records: Records) -> list[Refused]:
    """The cases of a chunk that were refused."""
    if not records.exits.keys() & {"2", FAILED}:
        return []
    some: list[dict[str, Any]] = [json.loads(line) for line in records.content.splitlines()]
    return [Refused(each["case"], each["line"], each["error"]) for each in some if "error" in each]
