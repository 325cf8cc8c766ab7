"""The commands by name, and the modules that define them, each imported when one of its commands is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import typer
from typer.main import get_command_from_info

MODULES = {
    "games": ("games", "pieces", "check-rules"),
    "positions": ("moves", "why", "status", "show"),
    "playing": ("play", "playtest"),
    "exploring": ("explore",),
    "asking": ("ground", "ask"),
    "comparing": ("compare",),
    "finding": ("find",),
    "solving": ("mate", "solve", "check-proof"),
    "verifying": ("verify",),
    "theming": ("themes",),
    "composing": ("compose",),
    "census": ("census",),
    "publishing": ("book",),
    "endgame": ("endgame", "atlas", "verify-table"),
    "sweeping": ("sweep",),
    "claims": ("claims",),
    "engines": ("perft", "compile"),
    "importing": ("import", "new"),
    "exporting": ("export",),
}
"""The names of the commands in each module, in the order of `--help`."""

_MODULE_OF = {name: module for module, names in MODULES.items() for name in names}


class CommandsByName(Mapping[str, Any]):
    """typer's command of each name."""

    def __getitem__(self, name: str) -> Any:
        return _command(_MODULE_OF[name], name)

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULE_OF)

    def __len__(self) -> int:
        return len(_MODULE_OF)


@cache
def _command(module: str, name: str) -> Any:
    known: typer.Typer = import_module(f".{module}", __package__).app
    info = known.registered_commands[MODULES[module].index(name)]
    return get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode="rich")
