"""Facts that clingo, as a process of its own, derives from a program, and those of the engine for the same position."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from clingo import Function

import shadowmate as sm
from shadowmate.play.reference import ReferenceEngine

_ATOMS = (
    ("legal", 3), ("outcome", 1), ("winner", 1), ("won_by", 1), ("removes", 2), ("special", 2), ("remakes", 4),
    ("carries", 3), ("halts", 2), ("perishes", 1), ("decides", 3), ("same", 2), ("drops", 2), ("unseen", 2),
)  # fmt: skip
"""What the engine reads of a position; checks besides."""


def atoms_of() -> tuple[str, ...]:
    """The predicates that are compared."""
    return (*(f"{name}/{arity}" for name, arity in _ATOMS), "checker/2")


def expected(position: sm.Position) -> set[str]:
    """The facts of a position by the reference engine, atom by atom."""
    engine = ReferenceEngine(position.game.ruleset)
    answer = engine.analyse(position.begun().placement())
    found = {str(Function(name, list(row))) for name, arity in _ATOMS for row in answer(name, arity)}
    return found | {f"checker({checker},{royal})" for checker, royal, _ in answer("gives_check", 3)}


def answers(file: Path, *options: str) -> tuple[list[set[str]], str]:
    """The answer sets of a program, each as the atoms shown, and what clingo remarks."""
    command = [sys.executable, "-m", "clingo", str(file), "0", "--outf=2", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    witnesses: Iterable[dict[str, list[str]]] = json.loads(done.stdout)["Call"][0].get("Witnesses", [])
    return [set(each["Value"]) for each in witnesses], done.stderr
