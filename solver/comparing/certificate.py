"""A proof that two readings agree, for programs of others to check: a formula (DIMACS) without a model, and why (DRAT).

The formula states that with some set of pieces a piece reaches a cell under one reading alone. It translates the very
questions that clingo is asked (`formula.py`), so it can be made again from the rules and compared; CaDiCaL finds the
proof, and any checker of DRAT proofs can go through it. Neither has to trust the other, or clingo.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from time import sleep
from typing import Any

import clingo

from ..errors import ShadowmateError
from ..files import read_text, write_whole
from ..play.game import Game
from .cell_pairs import Agenda
from .compare import blockers_of, movers
from .comparison import duration
from .destinations import Progress, Stopped
from .formula import Formula, Ground
from .joint_program import Side
from .reach_question import Question

PROOF = ".drat"
"""How the name of the file with the proof ends, which is beside that with the formula."""

_SOLVER = "cadical195"
_END = "0"
_CHECKER = "drup"
_PAIR = 6.6e-6
"""Seconds for each clause and step of a proof, as measured: every step goes through all clauses."""

_A_LOOK = 0.1
"""Seconds between looks at whether the checker is to be ended."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate in its two files.

    Attributes:
        formula: the file with the formula.
        proof: the file with the proof.
        clauses: how many clauses the formula has.
        variables: how many variables.
        steps: how many lines the proof has.
    """

    formula: Path
    proof: Path
    clauses: int
    variables: int
    steps: int

    def as_json(self) -> dict[str, Any]:
        """The certificate as documented for `--json`."""
        return {
            "formula": str(self.formula),
            "proof": str(self.proof),
            "clauses": self.clauses,
            "variables": self.variables,
            "steps": self.steps,
        }

    def __str__(self) -> str:
        size = f"{self.clauses:,} clauses over {self.variables:,} variables, {self.steps:,} steps"
        return f"{self.formula}, {self.proof}: {size}"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a certificate is about.

    Attributes:
        games: the game under either reading.
        names: what these are called.
        kind: only this kind; None for all.
        origin: only from this cell; None for all.
    """

    games: tuple[Game, Game]
    names: tuple[str, str]
    kind: str | None = None
    origin: str | None = None


def proof_of(formula: Path) -> Path:
    """The file with the proof to a file with a formula.

    Raises:
        ShadowmateError: if both would be the same.
    """
    if formula.suffix == PROOF:
        raise ShadowmateError(f"{formula}: this is the name of a proof; the formula is another file, such as proof.cnf")
    return formula.with_suffix(PROOF)


def certify(
    asked: Asked, file: Path, progress: Progress = lambda *_: None, stopped: Stopped = lambda: False
) -> Certificate | None:
    """Write the formula for a difference between two readings, and the proof that it cannot be satisfied.

    Args:
        asked: what is compared.
        file: where the formula is written; the proof is written beside it (`proof_of`).
        progress, stopped: as in `compare_reach`.

    Returns:
        What was written; None if it was stopped before.

    Raises:
        ShadowmateError: if the readings differ, nothing was to be asked, the question has no formula, or the library
            that finds the proof is not there.
    """
    proof_file, solvers = proof_of(file), _library("pysat.solvers", "python-sat")
    formula = _formula(asked, progress, stopped)
    if formula is None:
        return None
    clauses = formula.whole
    with solvers.Solver(name=_SOLVER, bootstrap_with=map(list, clauses), with_proof=True) as solver:
        if solver.solve():
            raise ShadowmateError("no certificate: the two differ, so there is no proof of the contrary")
        found = solver.get_proof()
    # Where no search is needed the empty clause is left out, or more follows it.
    steps = found[: found.index(_END) + 1] if _END in found else [*found, _END]
    proof = "".join(f"{step}\n" for step in steps).encode()
    lines = [*formula.dimacs(_remarks(asked)), _seal(proof)]
    write_whole(proof_file, proof)
    write_whole(file, "".join(f"{line}\n" for line in lines).encode())
    return Certificate(file, proof_file, len(clauses), formula.variables, len(steps))


def cost(file: Path) -> str:
    """The cost of checking a certificate, and what checks it faster.

    Raises:
        ShadowmateError: if a file cannot be read.
    """
    proof_file = proof_of(file)
    formula, proof = _read(file), _read(proof_file)
    clauses = sum(line[:1] not in ("c", "p") for line in formula.splitlines())
    steps = proof.count("\n")
    seconds = clauses * steps * _PAIR
    return (
        f"{_CHECKER} goes through {steps:,} steps over {clauses:,} clauses: about {duration(seconds)}; "
        f"where that is long: drat-trim {file} {proof_file}"
    )


def check(
    asked: Asked, file: Path, progress: Progress = lambda *_: None, stopped: Stopped = lambda: False
) -> Certificate | None:
    """Make the formula again from the rules, hold it against the one in the file, and have the proof checked.

    Args:
        asked, progress, stopped: as in `certify`.
        file: the formula.

    Returns:
        What was confirmed; None if it was stopped before.

    Raises:
        ShadowmateError: naming what is wrong with the certificate, or if the library that checks it is not there.
    """
    proof_file = proof_of(file)
    _library(_CHECKER, _CHECKER)
    *theirs, seal = _read(file).splitlines() or [""]
    proof = _read(proof_file)
    if seal != _seal(proof.encode()):
        raise ShadowmateError(f"{proof_file}: this is not the proof whose sum is in the last line of {file}")
    formula = _formula(asked, progress, stopped)
    if formula is None:
        return None
    ours = list(formula.dimacs(_remarks(asked)))
    # From the end, where the subject of the certificate is written.
    for number, (stated, expected) in enumerate(
        zip_longest(reversed(theirs), reversed(ours), fillvalue="nothing more")
    ):
        if stated != expected:
            line = max(len(theirs) - number, 1)
            raise ShadowmateError(f"{file}:{line}: {stated!r}, but these rules give {expected!r}")
    progress(0, None, "the proof")
    holds = _holds(file, proof_file, stopped)
    if holds is False:
        raise ShadowmateError(f"{proof_file}: this is no proof: a step does not follow from those before it")
    steps = proof.count("\n")
    return Certificate(file, proof_file, len(formula.whole), formula.variables, steps) if holds else None


def _holds(file: Path, proof_file: Path, stopped: Stopped) -> bool | None:
    """Whether the checker, in a process of its own, accepts a proof; None if it was stopped before."""
    command = [sys.executable, "-m", f"{_CHECKER}.cli", str(file), str(proof_file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as checker:
        while checker.poll() is None:
            if stopped():
                checker.kill()
                return None
            sleep(_A_LOOK)
        # Its exit code is the same whatever it finds.
        return "Outcome.VALID" in checker.communicate()[0]


def _formula(asked: Asked, progress: Progress, stopped: Stopped) -> Formula | None:
    """What clingo is asked, as one formula; None if it was stopped before."""
    formula, rulesets = Formula(), (asked.games[0].ruleset, asked.games[1].ruleset)
    origin = None if asked.origin is None else asked.games[0].vectors[asked.origin]
    names, number = asked.games[0].names, 0
    for mover in movers(asked.games, asked.kind):
        question = Question(rulesets, mover, blockers_of(asked.games, mover)[:1])
        questions = Agenda(question.sides, origin).questions()
        for done, pairs in enumerate(questions):
            progress(done, len(questions), mover[1][0])
            if stopped():
                return None
            ground = Ground()
            question.control(pairs.origin, pairs.target, pairs.space, observer=ground)
            piece = asked.games[0].piece_name(mover[1])
            formula.add(ground, f"{mover[0]} {piece}{names[pairs.origin]}-{names[pairs.target]}")
            number += 1
    if not number:
        raise ShadowmateError("no certificate: routes and rules are the same under both, so there is nothing to prove")
    return formula


def _seal(proof: bytes) -> str:
    """The last line of a formula, which names its proof."""
    return f"c proof {_digest(proof)}"


def _digest(content: bytes) -> str:
    """The sum of a proof or of rules, with no space before it: to drup, " 0" ends a clause, in comments too."""
    return f"sha256:{sha256(content).hexdigest()}"


def _remarks(asked: Asked) -> Iterator[str]:
    """What a formula is about, the most telling last."""
    yield f"grounded by clingo {clingo.__version__}"
    for name, game in zip(asked.names, asked.games, strict=True):
        source = "\n".join(
            "\n".join([*side.rules, *(f"{key} {facts}" for key, facts in side.inputs.items())])
            for side in (Side("left", game.ruleset, mover) for mover in movers(asked.games, asked.kind))
        )
        yield f"rules of {name} {_digest(source.encode())}"
    yield "with some pieces a piece reaches a cell under one reading alone; no model: the readings agree"
    yield f"kinds {asked.kind or 'all'}, from {asked.origin or 'every cell'}"
    yield f"game {asked.games[0].name}, readings {asked.names[0]} and {asked.names[1]}"


def _read(file: Path) -> str:
    try:
        return read_text(file)
    except OSError as error:
        raise ShadowmateError(f"{file}: cannot be read: {error.strerror or error}") from error


def _library(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise ShadowmateError(
            f"this needs the package {package}: python -m pip install 'shadowmate[certificates]'"
        ) from error
