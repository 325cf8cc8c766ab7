"""The command line as typer reads it, with options that have no effect refused."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand
from typer.models import CommandFunctionType

from ..errors import quoted
from ..garbage import resume

_UsageError: Any = typer.BadParameter.__bases__[0]
"""The error that typer raises for what it cannot read. Its class has no public name, and moves between versions."""

RENAMED = {"--men": "--pieces"}
"""Names that options had before, and their names now."""

IN_QUOTES = "Put text with spaces, or that begins with #, in quotes."


class Command(TyperCommand):
    """A command whose options may be given once each, unless they collect values, and only where they have an
    effect.
    """

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {"rules_time": ("rules",), "rules_memory": ("rules",)}
    """Parameters that have an effect only together with one of some others."""

    of_compiled_engine = frozenset({"jobs", "memory", "no_tables"})
    """Parameters that have no effect on the reference engine."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # Let the terminal's width break a paragraph, not the lines of the docstring.
        self.help = re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(self.help or ""))

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters; in the help only those with a value have a metavar."""
        return wordless_flags(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line. An error quotes what is wrong, with a hint for common mistakes."""
        typed: Mapping[str, Any] = {}
        try:
            if not ctx.resilient_parsing and args:
                found, _, order = self.make_parser(ctx).parse_args(args=list(args))
                self._refuse_needless(ctx, found, order)
                typed = found
            return super().parse_args(ctx, args)
        except _UsageError as error:
            error.ctx = error.ctx or ctx
            _clarify(error, typed)
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command, now that what it needs is imported and its options are read."""
        resume()
        return super().invoke(ctx)

    def _refuse_needless(self, ctx: Any, typed: Mapping[str, Any], order: Iterable[Any]) -> None:
        """Refuse what would have no effect.

        Args:
            ctx: typer's context.
            typed: the texts by parameter.
            order: the parameters, each as often as it was typed.
        """
        given = Counter(param for param in order if _is_given(param, typed.get(param.name)))
        for param, times in given.items():
            if param.param_type_name != "option" or param.name == "help":
                continue
            needed = self.needs.get(param.name, ())
            if times > 1 and not param.multiple:
                text = f"given {times} times, but at most once is possible"
            elif param.is_eager and len(given) > 1:
                text = "takes no other options or arguments"
            elif needed and all(each.name not in needed for each in given):
                text = f"has no effect without {' or '.join(_option(self, each) for each in needed)}"
            elif param.name in self.of_compiled_engine and typed.get("engine") == "reference":
                text = "has no effect on the reference engine (--engine reference)"
            else:
                continue
            raise typer.BadParameter(text, ctx=ctx, param=param)


class NumbersMayBeNegative(Command):
    """A command that reads `-1` as a number, not as an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line."""
        ctx.ignore_unknown_options = any(arg[:1] == "-" and arg[1:].isdecimal() for arg in args)
        return super().parse_args(ctx, args)


class Commands(typer.Typer):
    """A group of such commands."""

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = None, **more: Any
    ) -> Callable[[CommandFunctionType], CommandFunctionType]:
        """Register a command, as typer does."""
        return super().command(name, cls=cls or Command, **more)


def wordless_flags(params: list[Any]) -> list[Any]:
    """The parameters, with flags shown without a type."""
    for each in params:
        if getattr(each, "is_flag", False) and each.metavar is None:
            each.metavar = ""
    return params


@contextmanager
def plain_errors() -> Iterator[None]:
    """Within it, an error of typer's is printed in one line, as other errors are, and ends the command."""
    try:
        yield
    except _UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # the help
            raise
        text = re.sub(r"^Invalid value(?:: | for '(.*?)'(?: / '[^']*')*(?=: ))", r"\1", error.format_message())
        text = re.sub(r"\s*\n\s*", " ", text)  # as a list of choices has them
        text = re.sub(r"Input (should be [^,]*).*", r"it \1", text).removesuffix(".")
        text = text if text[1:2].isupper() else text[:1].lower() + text[1:]  # except DEPTH
        typer.echo(f"error: {text} (see `{error.ctx.command_path} --help`)", err=True)
        raise typer.Exit(2) from None


def _is_given(param: Any, value: object) -> bool:
    """Whether a parameter was typed. The parser also lists arguments that were left out."""
    return param.param_type_name == "option" or isinstance(value, str) or (isinstance(value, tuple) and bool(value))


def _option(command: TyperCommand, name: str) -> str:
    """The name of an option as it is typed, by its parameter."""
    return next(str(param.opts[0]) for param in command.params if param.name == name)


def _clarify(error: Any, typed: Mapping[str, Any]) -> None:
    """Make an error quote the value, and explain what the shell may have done to it."""
    new = RENAMED.get(getattr(error, "option_name", ""))
    if new is not None:
        error.possibilities, error.message = None, f"{error.option_name}: use {new}"
        return
    param: Any = getattr(error, "param", None)
    message = str(error.message or "").removeprefix("Value error, ")
    value = typed.get(param.name) if param else None
    is_missing = isinstance(error, typer.BadParameter) and value is None and not message
    if isinstance(value, str) and value not in message:
        message = f"{quoted(value)}: {message}"
    elif message.startswith("Got unexpected extra argument") or (is_missing and param.param_type_name == "argument"):
        message = ". ".join(filter(None, [message, IN_QUOTES]))
    error.message = message
