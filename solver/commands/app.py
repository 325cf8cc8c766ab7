"""The command `shadowmate`."""

from __future__ import annotations

import io
import os
import signal
import sys
import warnings
from contextlib import suppress
from threading import Timer
from types import FrameType
from typing import Annotated, Any, NoReturn, TextIO

import typer
from typer.core import TyperGroup

from ..errors import NotKeptWarning, ShadowmateError
from ..signals import end_at_once, end_unread, forget_interrupt, hear_signals, may_hear
from .parsing import plain_errors, wordless_flags
from .registry import CommandsByName

_SOON = 0.05
"""A Ctrl-C that was lost is sent again after this many seconds."""


class _Commands(TyperGroup):
    """A command group that ends with exit code 3 on Ctrl-C, unless a command has partial results to show.

    What a command cannot store on disk is reported once, in one line.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**{**more, "commands": CommandsByName()})

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters before the name of a command."""
        return wordless_flags(super().get_params(ctx))

    def make_context(self, *args: Any, **more: Any) -> Any:
        """Parse what stands before the name of a command."""
        with plain_errors():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        with warnings.catch_warnings():
            warnings.simplefilter("once", NotKeptWarning)
            show = warnings.showwarning

            def note(
                message: Warning | str,
                category: type[Warning],
                filename: str,
                lineno: int,
                file: TextIO | None = None,
                line: str | None = None,
            ) -> None:
                if issubclass(category, NotKeptWarning):
                    typer.echo(f"note: {message}", err=True)
                else:
                    show(message, category, filename, lineno, file, line)

            warnings.showwarning = note
            return self._invoke(ctx)

    def _invoke(self, ctx: Any) -> Any:
        if not may_hear():
            with plain_errors():
                return super().invoke(ctx)
        pressed = False

        def press(number: int, frame: FrameType | None) -> None:
            nonlocal pressed
            pressed = True
            signal.signal(signal.SIGINT, end_at_once)
            signal.default_int_handler(number, frame)

        def lose(lost: sys.UnraisableHookArgs) -> None:
            if not issubclass(lost.exc_type, KeyboardInterrupt):
                if not pressed:  # or Ctrl-C has left it half made
                    show(lost)
                return
            # It came where Python cannot raise an exception, such as in a callback from C. It is sent once more.
            signal.signal(signal.SIGINT, press)
            Timer(_SOON, os.kill, (os.getpid(), signal.SIGINT)).start()

        before, show = signal.signal(signal.SIGINT, press), sys.unraisablehook
        sys.unraisablehook = lose
        try:
            with plain_errors():
                return super().invoke(ctx)
        except typer.Exit:  # a RuntimeError too: the command has reported what it was stopped by
            raise
        except RuntimeError:
            # An interrupt in numba's compiler may leave that in a state in which it fails with another error.
            if not pressed:
                raise
            raise _interrupted() from None
        except KeyboardInterrupt:
            raise _interrupted() from None
        finally:
            sys.unraisablehook = show
            signal.signal(signal.SIGINT, before)


def _interrupted() -> typer.Exit:
    forget_interrupt()
    typer.echo("interrupted", err=True)
    return typer.Exit(3)


_WIDTHS = 20, 200

app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # its import takes as long as that of a command

        print(f"shadowmate {version('shadowmate')}")
        raise typer.Exit


@app.callback(
    epilog="Exit codes: 0 answered, 1 a negative verdict, 2 bad input, 3 stopped before everything was known."
)
def shadowmate(
    _version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit."),
    ] = False,
) -> None:
    """A rule laboratory for chess variants: legal moves, reasons, mates and pictures, from rules in ASP."""


def main() -> None:
    """Run the command. An error of the user's prints one message on standard error and ends with exit code 2."""
    hear_signals()
    _open_streams()
    _bound_width()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(_interrupted().exit_code)
    except ShadowmateError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename or 'standard output: cannot be written'}: {error.strerror or error}")
    except (MemoryError, RuntimeError) as error:
        lacks = _lacking(error)
        if not lacks:
            raise
        _fail(lacks)


class _Answer(io.FileIO):
    """A stream for the answer. The command ends when it is not read any more."""

    def write(self, data: Any) -> int:
        """Write some bytes."""
        try:
            return super().write(data)
        except BrokenPipeError:
            end_unread()


class _Patient(io.FileIO):
    """A stream for notes. A note that cannot be written is dropped, because the answer matters more."""

    def write(self, data: Any) -> int:
        """Write some bytes, or drop them."""
        try:
            return super().write(data) or 0
        except OSError:
            return len(memoryview(data).cast("B"))


def _bound_width() -> None:
    """Limit the width that the terminal reports to a readable one."""
    with suppress(KeyError, ValueError):
        os.environ["COLUMNS"] = str(min(max(int(os.environ["COLUMNS"]), _WIDTHS[0]), _WIDTHS[1]))


def _open_streams() -> None:
    """Prepare the standard streams; without a standard output the command ends before any work.

    A stream that was closed when the command started is opened to the null device. What cannot be written to
    standard error is dropped. A character that standard output cannot encode is written as its number.
    """
    has_output = sys.stdout is not None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    sys.stdout = _rewritten(sys.stdout, sys.__stdout__, _Answer, "backslashreplace")
    sys.stderr = _rewritten(sys.stderr, sys.__stderr__, _Patient)
    if not has_output:
        _fail("standard output is closed: the answer cannot be written")


def _rewritten(stream: TextIO, own: TextIO | None, kind: type[io.FileIO], errors: str | None = None) -> TextIO:
    """A standard stream of this process that writes by another kind of file; any other stream as it is."""
    if stream is not own or not isinstance(stream, io.TextIOWrapper):
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(kind(stream.fileno(), "wb", closefd=False)), stream.encoding, errors or stream.errors,
        line_buffering=stream.line_buffering or stream.write_through or kind is _Patient,
    )  # fmt: skip


def _lacking(error: Exception) -> str:
    """What the system refused to give, if the error is about that; otherwise an empty text."""
    if isinstance(error, MemoryError) or "bad_alloc" in str(error):  # clingo's words for it
        return "there is not enough memory"
    return "no more threads can be started" if "start new thread" in str(error) else ""


def _fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    try:
        sys.stdout.flush()
    except OSError:
        # Without this, Python would try again at exit, and print another error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(2)


if __name__ == "__main__":
    main()
