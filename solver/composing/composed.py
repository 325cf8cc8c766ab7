"""A composed problem: what it scores, and how it stands in a puzzle file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..verification.entry_position import Diagram
from ..verification.phases import Phase
from .conditions import Solved

_QUIET, _ANSWER, _CLEAN, _PIECE = 4, 3, 2, -1


def score_of(solved: Solved) -> dict[str, int]:
    """What a problem scores, in parts.

    4 if no first move captures or gives check; in direct and self play 3 for each further move that alone answers a
    defence, and 2 if there are no duals, nor several threats; -1 for each piece.
    """
    battle = solved.solution.stipulation.is_battle
    return {
        "quiet": _QUIET if solved.is_quiet else 0,
        "variations": _ANSWER * max(len(solved.answers) - 1, 0) if battle else 0,
        "clean": _CLEAN if battle and solved.is_clean else 0,
        "pieces": _PIECE * len(solved.position.pieces),
    }


@dataclass(frozen=True)
class Composed:
    """A problem that was composed.

    Attributes:
        position: the position in one line.
        stipulation: what it asks for.
        solution: the lines of its solution, in which pieces have the letters of the position.
        parts: what it scores, in parts.
        entry: the problem as a document of a puzzle file, which `verify` reads.
        identity: the same for problems that are equal up to the board's symmetry.
        play: the same for problems with the same first moves and the same mates; empty where that was not asked.
        seed: the seed with which one job makes it.
        number: which problem it is then.
    """

    position: str
    stipulation: str
    solution: tuple[str, ...]
    parts: dict[str, int]
    entry: str
    identity: bytes
    play: bytes = b""
    seed: int = 0
    number: int = 0

    @property
    def score(self) -> int:
        """What it scores."""
        return sum(self.parts.values())

    def __str__(self) -> str:
        """The problem with its score and solution, as `shadowmate compose` prints it."""
        parts = ", ".join(f"{name} {value:+d}" for name, value in self.parts.items() if value)
        first = f"{self.position}  {self.stipulation}  score {self.score}: {parts}"
        return "\n".join([first, *(f"    {line}".rstrip() for line in self.solution)])

    def as_json(self) -> dict[str, Any]:
        """The problem as documented for `--json`."""
        return {
            "position": self.position,
            "stipulation": self.stipulation,
            "score": self.score,
            "parts": self.parts,
            "seed": self.seed,
            "number": self.number,
            "solution": list(self.solution),
        }

    def written(self, made: str) -> str:
        """The document, with how the problem was made."""
        before, _, after = self.entry.partition("solution: |")
        return f"{before}composed: {json.dumps(made)}\nsolution: |{after}"


def pieces_of(diagram: Diagram) -> dict[str, list[str]]:
    """The pieces of each player, each with its cell, as puzzle files write them."""
    spelling = diagram.spelling
    found: dict[str, list[str]] = {player: [] for player in diagram.game.ruleset.players}
    for cell, (kinds, army) in diagram.pieces.items():
        found[army].append(spelling.written_piece(diagram.game.piece_name(kinds)) + cell)
    return found


def entry_of(phase: Phase, solution: tuple[str, ...], parts: dict[str, int]) -> str:
    """A problem as a document of a puzzle file."""
    diagram = phase.diagram
    ruleset, name = diagram.game.ruleset, diagram.game.name
    lines = ["---", *([] if diagram.spelling.is_olive else [f"game: {name}"])]
    lines += [f"readings: [{', '.join(ruleset.chosen)}]"] if ruleset.chosen else []
    lines.append("algebraic:")
    lines += [f"  {player}: [{', '.join(pieces)}]" for player, pieces in pieces_of(diagram).items()]
    lines += [f"en-passant: {diagram.passed}"] if diagram.passed else []
    lines += [f"against: {phase.against}"] if phase.against else []
    lines.append(f'stipulation: "{phase.stipulation}"')
    lines += [f"intended-solutions: {phase.solutions}"] if phase.solutions > 1 else []
    scored = ", ".join(f"{name}: {value}" for name, value in parts.items() if value)
    lines.append(f"score: {{total: {sum(parts.values())}, {scored}}}")
    return "\n".join([*lines, "solution: |", *(f"  {line}".rstrip() for line in solution)]).rstrip() + "\n"
