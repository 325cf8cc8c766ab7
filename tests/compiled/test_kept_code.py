"""Compiled code on disk: kept and read, damaged, and needed while another process compiles it."""

from __future__ import annotations

import ast
import contextlib
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.commands import waiting
from shadowmate.compiled import cache
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.library import Library
from shadowmate.files import alone
from support.kept import DAMAGE, library
from support.time_limit import communicate


def test_a_library_is_kept_and_read(empty: Path) -> None:
    for kept in (False, True):
        made, two, one, _ = library()
        assert made.is_kept() == kept
        assert two(40, 2) == 42 and one(np.array([3], np.int32), 2)
    assert [path.name for path in cache.kernel_folder().iterdir() if not path.suffix] == ["small"]


def test_what_a_process_has_loaded_is_not_asked_of_the_disk_again(empty: Path) -> None:
    made, two, _, _ = library()
    assert not made.is_loaded() and two(40, 2) == 42 and made.is_loaded()
    (cache.kernel_folder() / "small").unlink()
    made.load()
    assert two(40, 2) == 42 and not made.is_kept()


def test_a_function_is_compiled_for_each_type_of_arguments(empty: Path) -> None:
    made, _, _, some = library()
    for _ in range(2):
        assert some(np.array([300], np.uint16)) == 300 and some(np.array([7], np.uint8)) == 7
    assert not made.is_kept() and len(list(cache.kernel_folder().glob("head-*"))) == 4  # two, and their locks


@pytest.mark.sample(5)
@pytest.mark.parametrize("how", DAMAGE)
def test_a_damaged_kernel_is_compiled_anew(empty: Path, how: str) -> None:
    library()[1](1, 1)
    path = cache.kernel_folder() / "small"
    path.write_bytes(DAMAGE[how](path.read_bytes()))
    made, two, _, _ = library()
    assert not made.is_kept() and two(40, 2) == 42 and made.is_kept()


def test_all_that_the_kernel_imports_counts() -> None:
    """A change of what machine code is made of makes it anew, so the cache knows what the kernel imports."""
    home = Path(cache.__file__).parent
    ours = set(cache.COMPILED) - {"library", "public"}
    paths = [*(home / "kernel").glob("*.py"), *(home / f"{name}.py" for name in ours)]
    nodes = [(path, node) for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    found = {
        name
        for path, node in nodes
        if isinstance(node, ast.ImportFrom) and node.level == (2 if path.parent.name == "kernel" else 1)
        for name in ([node.module] if node.module else [each.name for each in node.names])
    }
    assert "tables" in found and found <= set(cache.COMPILED)


COMPILING = """
import sys
from shadowmate.compiled import cache
def build():
    print("compiling", flush=True)
    sys.stdin.read()
    return b"made by " + sys.argv[1].encode()
print("asking", flush=True)
print(cache.kept_code("small", build).decode(), flush=True)
"""


def compiling(name: str) -> subprocess.Popen[str]:
    """A process that needs something compiled, which it does until its standard input ends."""
    command = [sys.executable, "-c", COMPILING, name]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "asking\n"
    return process


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
def test_a_process_waits_for_another_that_compiles_the_same(empty: Path, killed: bool) -> None:
    """If the other is killed, this one compiles."""
    first = compiling("first")
    assert first.stdout and first.stdout.readline() == "compiling\n" and cache.is_being_made("small")
    second = compiling("second")
    if killed:
        first.kill()
    communicate(first)
    assert communicate(second)[0] == ("compiling\nmade by second\n" if killed else "made by first\n")
    assert not cache.is_being_made("small") and cache.is_kept("small")


@pytest.mark.slow
def test_a_command_reports_what_it_waits_for(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHADOWMATE_PROGRESS")
    monkeypatch.setattr(CompiledEngine, "warm_up", lambda engine: None)
    monkeypatch.setattr(Library, "is_loaded", lambda library: False)  # as in a process that has just started
    game = sm.game("fide", engine="compiled")
    printed = {}
    for busy in (False, True):
        stream = io.StringIO()
        with contextlib.redirect_stderr(stream):
            if busy:
                with alone(cache.kernel_folder() / "kernel.lock"):
                    waiting.warm_up(game)
            else:
                waiting.warm_up(game)
        printed[busy] = stream.getvalue()
    assert printed[False].startswith("compiling the kernel, once for this installation: ")
    assert printed[True] == "waiting for another process that is compiling the kernel\n"
