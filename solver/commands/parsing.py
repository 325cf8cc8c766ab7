"""What was typed, read by typer, and refused where a part of it could only be ignored."""

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

_UsageError: Any = typer.BadParameter.__bases__[0]
"""What typer raises for whatever it cannot read. It has no name of its own there, and a home for each version."""

IN_QUOTES = "What has spaces or begins with # goes in quotes."


class Command(TyperCommand):
    """A command that takes every option at most once, unless it collects them, and only where it has an effect."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {"rules_time": ("rules",), "rules_memory": ("rules",)}
    """Parameters that say nothing without one of some others."""

    of_compiled_engine = frozenset({"jobs", "memory", "no_tables"})
    """Parameters that say nothing to the reference engine."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        # A paragraph is broken where the terminal ends, not where the docstring's line does.
        self.help = re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(self.help or ""))

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, for which the help has a word only if they take one."""
        return wordless_flags(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what was typed; an error quotes it, and says how to type it if that is what many get wrong."""
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

    def _refuse_needless(self, ctx: Any, typed: Mapping[str, Any], order: Iterable[Any]) -> None:
        """Refuse what would be as if it had not been typed.

        Args:
            ctx: typer's context.
            typed: the texts by the names of the parameters.
            order: the parameters, as often as they were typed.
        """
        given = Counter(param for param in order if _is_given(param, typed.get(param.name)))
        for param, times in given.items():
            if param.param_type_name != "option" or param.name == "help":
                continue
            needed = self.needs.get(param.name, ())
            if times > 1 and not param.multiple:
                said = f"given {times} times, and there is one at most"
            elif param.is_eager and len(given) > 1:
                said = "this is asked for alone, without anything else"
            elif needed and all(each.name not in needed for each in given):
                said = f"of no effect without {' or '.join(_option(self, each) for each in needed)}"
            elif param.name in self.of_compiled_engine and typed.get("engine") == "reference":
                said = "of no effect on the reference engine (--engine reference)"
            else:
                continue
            raise typer.BadParameter(said, ctx=ctx, param=param)


class NumbersMayBeNegative(Command):
    """A command for which `-1` is a number, if not always a good one, and no option that there is not."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse what was typed."""
        ctx.ignore_unknown_options = any(arg[:1] == "-" and arg[1:].isdecimal() for arg in args)
        return super().parse_args(ctx, args)


class Commands(typer.Typer):
    """A group of such commands."""

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = None, **more: Any
    ) -> Callable[[CommandFunctionType], CommandFunctionType]:
        """Register a command, as typer has it."""
        return super().command(name, cls=cls or Command, **more)


def wordless_flags(params: list[Any]) -> list[Any]:
    """Parameters; those of them that are flags are shown without the name of a type."""
    for each in params:
        if getattr(each, "is_flag", False) and each.metavar is None:
            each.metavar = ""
    return params


@contextmanager
def told_plainly() -> Iterator[None]:
    """Within it, what typer cannot read is told in one line, as other errors are, and ends the command."""
    try:
        yield
    except _UsageError as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # it is the help
            raise
        said = re.sub(r"^Invalid value(?:: | for '(.*?)'(?: / '[^']*')*(?=: ))", r"\1", error.format_message())
        said = re.sub(r"Input (should be [^,]*).*", r"it \1", said).removesuffix(".")
        said = said if said[1:2].isupper() else said[:1].lower() + said[1:]  # but DEPTH
        typer.echo(f"error: {said} (see `{error.ctx.command_path} --help`)", err=True)
        raise typer.Exit(2) from None


def _is_given(param: Any, value: object) -> bool:
    """Whether a parameter was typed; the parser lists arguments that were left out too."""
    return param.param_type_name == "option" or isinstance(value, str) or (isinstance(value, tuple) and bool(value))


def _option(command: TyperCommand, name: str) -> str:
    """An option as it is typed, by the name of its parameter."""
    return next(str(param.opts[0]) for param in command.params if param.name == name)


def _clarify(error: Any, typed: Mapping[str, Any]) -> None:
    """Have an error quote the value that it is about, and say what the shell may have done to it."""
    param: Any = getattr(error, "param", None)
    message = str(error.message or "").removeprefix("Value error, ")
    value = typed.get(param.name) if param else None
    is_missing = isinstance(error, typer.BadParameter) and value is None and not message
    if isinstance(value, str) and value not in message:
        message = f"{quoted(value)}: {message}"
    elif message.startswith("Got unexpected extra argument") or (is_missing and param.param_type_name == "argument"):
        message = ". ".join(filter(None, [message, IN_QUOTES]))
    error.message = message
