"""The command `shadowmate`."""

from __future__ import annotations

import signal
import sys
from importlib.metadata import version
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..errors import ShadowmateError
from . import endgame, engines, games, positions, solving


class _Commands(TyperGroup):
    """Commands that all end with exit code 3 on Ctrl-C, unless they have something to show first."""

    def invoke(self, ctx: Any) -> Any:
        pressed = False

        def press(number: int, frame: FrameType | None) -> None:
            nonlocal pressed
            pressed = True
            signal.default_int_handler(number, frame)

        before = signal.signal(signal.SIGINT, press)
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, RuntimeError) as error:
            # Where it interrupts numba's compiler, that may stumble over its own half-done work instead.
            if not pressed and isinstance(error, RuntimeError):
                raise
            typer.echo("interrupted", err=True)
            raise typer.Exit(3) from None
        finally:
            signal.signal(signal.SIGINT, before)


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for group in (games, positions, solving, endgame, engines):
    app.add_typer(group.app)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"shadowmate {version('shadowmate')}")
        raise typer.Exit


@app.callback(epilog="Exit codes: 0 answered, 1 a negative verdict, 2 bad input, 3 stopped before all was known.")
def shadowmate(
    _version: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and end."),
    ] = False,
) -> None:
    """A rule laboratory for chess variants: legal moves, reasons, mates and pictures, from rules in ASP."""


def main() -> None:
    """Run the command; errors of the user's give one message on standard error and exit code 2."""
    if hasattr(signal, "SIGPIPE"):
        # Who reads no further, as `head` does, ends the command in silence, as is the custom.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        app()
    except ShadowmateError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
