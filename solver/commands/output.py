"""How commands write results, on standard output and in files."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

import typer

from ..errors import ShadowmateError
from ..files import FORMATS, another_format, read_text, write_whole

if TYPE_CHECKING:
    from rich.text import Text

Content: TypeAlias = str | bytes | Sequence[bytes | memoryview]
"""The content of a file, or its parts."""


def show_result(result: Any, as_json: bool, as_text: Callable[[], str | Text]) -> None:
    """Print a result as JSON or as text, with colours on a terminal that shows them."""
    is_unicode = (sys.stdout.encoding or "utf").lower().startswith("utf")
    words = json.dumps(result, ensure_ascii=not is_unicode) if as_json else as_text()
    if isinstance(words, str):
        print(words)
        return
    from rich.console import Console

    Console().print(words, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class Output:
    """A file that the user asked for, or standard output.

    Attributes:
        option: the option that names it.
        name: the file as it was typed; `-` is standard output.
        format: what is written there.
        standard: standard output at the time when the option was read.
    """

    option: str
    name: str
    format: str
    standard: TextIO = field(default_factory=lambda: sys.stdout)

    def __str__(self) -> str:
        return f"{self.option} {self.name}"

    @property
    def is_standard(self) -> bool:
        """Whether it is standard output, by that name or by another one such as /dev/stdout."""
        if self.name == "-":
            return True
        with suppress(OSError):
            return self.place is not None and os.path.samestat(os.stat(self.name), os.fstat(1))  # noqa: PTH116
        return False

    @property
    def place(self) -> object:
        """What two names of one file have in common; None if nothing is stored there."""
        try:
            found = os.stat(self.name)  # noqa: PTH116
        except OSError:
            return os.path.realpath(self.name)
        return None if os.path.samestat(found, os.stat(os.devnull)) else (found.st_dev, found.st_ino)  # noqa: PTH116

    def check(self) -> None:
        """Check, before the work, that the file can be written and that its name fits the format.

        Raises:
            ShadowmateError: if not.
        """
        if not self.name.strip():
            raise ShadowmateError(f"{self.option}: the file name is empty")
        formats = self.format.split(" or ")
        suffix = Path(self.name).suffix.lower()
        if wrong := another_format(Path(self.name), self.format, *formats):
            raise ShadowmateError(f"{self}: {self.option} writes {self.format}{wrong}")
        if not self.is_standard:
            with self._text():
                _check_writable(Path(self.name))
        if len(formats) > 1 and suffix not in FORMATS and self.place and not self.is_standard:
            raise ShadowmateError(
                f"{self}: {self.option} writes {self.format}, chosen by the end of the name: "
                + " or ".join(next(end for end, known in FORMATS.items() if known == each) for each in formats)
            )

    def write(self, data: Content) -> None:
        """Write the content.

        Raises:
            ShadowmateError: if that is not possible.
        """
        if isinstance(data, str):
            data = data.encode(errors="backslashreplace")
        parts = [data] if isinstance(data, bytes) else data
        with self._text():
            if self.is_standard:
                self.standard.flush()
                self.standard.buffer.writelines(parts)
                self.standard.buffer.flush()
            else:
                write_whole(Path(self.name), *parts)

    def append(self, text: str) -> None:
        """Append lines to the file.

        Raises:
            ShadowmateError: if that is not possible.
        """
        with self._text():
            if self.is_standard:
                self.standard.write(text)
                self.standard.flush()
                return
            broken = not self.is_whole_lines
            with Path(self.name).open("a", encoding="utf-8") as stream:
                stream.write(f"\n{text}" if broken else text)

    @property
    def is_whole_lines(self) -> bool:
        """Whether the last line of the file is complete."""
        path = Path(self.name)
        if not path.is_file() or not path.stat().st_size:
            return True
        with path.open("rb") as stream:
            stream.seek(-1, os.SEEK_END)
            return stream.read() == b"\n"

    @property
    def present(self) -> str:
        """The present content; empty if there is no such file.

        Raises:
            ShadowmateError: if it cannot be read.
        """
        path = Path(self.name)
        if self.is_standard or not path.is_file():
            return ""
        try:
            return read_text(path)
        except OSError as error:
            raise ShadowmateError(f"{self}: cannot be read: {why_unread(error)}") from error

    @contextmanager
    def _text(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ShadowmateError(f"{self}: cannot be written: {error.strerror}") from error


def _check_writable(path: Path) -> None:
    """Raise an `OSError` if a file cannot be written."""
    folder = Path(os.path.realpath(path)).parent
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = stat.S_IFREG
        folder.stat()
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    # A regular file is replaced by a new one; anything else is written to.
    if not os.access(folder if stat.S_ISREG(mode) else path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))


def why_unread(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read, without its name."""
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8; save it as UTF-8"
    return str(error.strerror or error)


def written(form: str, help: str, *names: str) -> Any:
    """The option of a file to write; the parameter is an `Output`."""

    def asked(param: typer.CallbackParam, name: str | None) -> Output | None:
        return None if name is None else Output(param.opts[0], name, form)

    words = f"{help.removesuffix('.')}; - for stdout."
    return typer.Option(*names, metavar="FILE", parser=str, callback=asked, help=words)


@contextmanager
def outputs_of_their_own(outputs: Sequence[Output], as_json: bool) -> Iterator[None]:
    """Within it, everything else that a command prints stays off an output that is standard output.

    Args:
        outputs: all outputs of the command.
        as_json: whether the command prints its result as JSON, too.

    Raises:
        ShadowmateError: if one cannot be written, or two of them conflict.
    """
    for number, each in enumerate(outputs):
        each.check()
        for other in outputs[:number]:
            if (each.is_standard and other.is_standard) or each.place == other.place is not None:
                raise ShadowmateError(f"{other} and {each} are the same file")
    captured = [each for each in outputs if each.is_standard]
    if captured and as_json:
        raise ShadowmateError(f"{captured[0]}: --json already writes its answer to standard output")
    with redirect_stdout(sys.stderr if captured else sys.stdout):
        yield


def write_each(*wanted: tuple[Output | None, Callable[[], Content]]) -> list[str]:
    """Write each output with its content, and return the names of the files.

    All contents are made before the first file is written. If one cannot be made, no file is written.

    Raises:
        ShadowmateError: naming the files that cannot be written; the others are written.
    """
    asked = [(output, content()) for output, content in wanted if output]
    failed = []
    for output, data in asked:
        try:
            output.write(data)
        except ShadowmateError as error:
            failed.append(str(error))
    if failed:
        raise ShadowmateError("; ".join(failed))
    return [output.name for output, _ in asked]


def counted(number: int, what: str) -> str:
    """A number of things, in words."""
    return f"{number} {what}{'' if number == 1 else 's'}"
