"""What the command line imports before it knows what is asked: nothing slow."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from shadowmate.commands.registry import MODULES


def imported(program: str) -> set[str]:
    """The modules that a program imports."""
    text = f"{program}\nimport sys; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_the_help_needs_neither_numpy_nor_numba_nor_networkx() -> None:
    program = "from shadowmate.commands.registry import CommandsByName; list(CommandsByName().values())"
    assert imported(program).isdisjoint({"numpy", "numba", "networkx", "yaml", "fontTools"})


def test_a_command_does_not_import_the_others() -> None:
    program = "from shadowmate.commands.registry import CommandsByName; CommandsByName()['perft']"
    others = {f"shadowmate.commands.{module}" for module in MODULES if module != "engines"}
    assert not imported(program) & others


@pytest.mark.parametrize("module", MODULES)
def test_the_commands_of_a_module_have_their_names_in_the_table(module: str) -> None:
    commands = import_module(f"shadowmate.commands.{module}").app.registered_commands
    assert tuple(each.name or each.callback.__name__.replace("_", "-") for each in commands) == MODULES[module]


def test_a_kernel_on_disk_needs_no_numba() -> None:
    """Its import is slower than the answers to most questions."""
    asked = "shadowmate.commands.app", "status", "fide: white Kg6 Ra1 black Kg8", "--engine", "compiled"
    program = f"""
import runpy, sys
sys.argv[1:] = {asked[1:]!r}
try:
    runpy.run_module("shadowmate.commands.app", run_name="__main__")
except SystemExit:
    pass
"""
    imported(program)  # which compiles the kernel if it has to
    assert "numba" not in imported(program)
