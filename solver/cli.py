"""The command `shadowmate`."""

from __future__ import annotations

import sys

import typer

from .commands import endgame, engines, positions, rules, search
from .errors import ShadowmateError

app = typer.Typer(
    help="A rule laboratory for chess variants: legal moves, reasons, mates and pictures, from rules in ASP.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for group in (rules, positions, search, endgame, engines):
    app.add_typer(group.app)


def main() -> None:
    """Run the command; errors of the user's give one message on standard error and exit code 2."""
    try:
        app()
    except ShadowmateError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
