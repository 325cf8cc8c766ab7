"""The kernel without numba's private parts: used if these do not load, with the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import process
from support.paths import TESTS

CHOSEN = """
import sys
{before}
from shadowmate.compiled.library import compiler
print(compiler().__name__.rpartition(".")[2])
"""
COUNTS = """
import shadowmate as sm
game = sm.game("fide", engine="compiled")
kiwipete = game.position("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
print([sm.perft(each, depth) for each in (game.start(), kiwipete) for depth in (1, 2, 3)], *kiwipete.legal_moves()[:2])
"""


def output(program: str, **variables: str) -> str:
    """The output of a program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | variables, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_public_parts_replace_private_ones_that_do_not_load() -> None:
    assert output(CHOSEN.format(before="")) == "numba_private"
    lost = "sys.modules['shadowmate.compiled.numba_private'] = None"
    assert output(CHOSEN.format(before=lost)) == "public"
    assert output(CHOSEN.format(before=""), SHADOWMATE_NUMBA="public") == "public"


@pytest.mark.slow
def test_functions_are_compiled_when_called_and_kept_all_at_once(tmp_path: Path) -> None:
    program = f"""
import sys; sys.modules['shadowmate.compiled.numba_private'] = None; sys.path.insert(0, {str(TESTS)!r})
import numpy as np
from support.kept import library
made, two, larger, head = library()
print(two(40, 2), larger(np.array([3], np.int32), 2), head(np.array([300], np.uint16)), made.is_kept())
made.load()
print(made.is_kept())
"""
    for kept in (False, True):
        assert output(program, SHADOWMATE_CACHE=str(tmp_path)) == f"42 True 300 {kept}\nTrue"


@pytest.mark.slow
def test_another_word_is_refused() -> None:
    done = process("compile", "fide", env=os.environ | {"SHADOWMATE_NUMBA": "own"})
    assert done.returncode == 2
    assert done.stderr.decode().strip() == "error: SHADOWMATE_NUMBA: expected private or public, not 'own'"


@pytest.mark.slow
def test_the_answers_are_the_same(tmp_path: Path) -> None:
    """Perft as other programs count it."""
    found = output(COUNTS, SHADOWMATE_NUMBA="public", SHADOWMATE_CACHE=str(tmp_path))
    assert found.startswith("[20, 400, 8902, 48, 2039, 97862] ")
    assert found == output(COUNTS)
