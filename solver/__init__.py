"""Shadowmate: a rule laboratory for chess variants.

>>> import shadowmate as sm
>>> position = sm.position("prince: white PrDd4 black KiHf7")
>>> len(position.legal_moves("Dd4"))
355
>>> sm.solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1").key
'Ra1-a8'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api.comparisons import check_certificate, compare, compare_play
    from .api.found_positions import find
    from .api.game_objects import Game, Position, game, position
    from .api.many import Positions, positions
    from .api.problems import Solution, solve
    from .checking.findings import Finding
    from .checking.rules import check_rules
    from .commands.from_python import claims
    from .comparing.certificate import Certificate
    from .comparing.comparison import Comparison
    from .comparing.whole_game_report import PlayCompared
    from .compiled.parallel_perft import divide, perft
    from .composing.composed import Composed
    from .composing.errors import SpecificationError
    from .composing.jobs import Composing, compose
    from .deciding.decide import Decided
    from .draw.animation import animation
    from .draw.position_picture import png, svg
    from .endgame.errors import EndgameError
    from .endgame.table import Probe, Table
    from .endgame.table_maker import table
    from .errors import (
        CompilingWarning,
        IllegalMoveError,
        MoveError,
        NotKeptWarning,
        OptionError,
        PositionError,
        ReadingError,
        RulesError,
        ShadowmateError,
        UnknownGameError,
    )
    from .explain.attackers import Attackers
    from .explain.marks import Marks, marks
    from .explain.why import Why
    from .finding.found import Found
    from .play.engine import Check, Outcome
    from .play.move import Move
    from .play.piece import Piece
    from .playing.player import Choice, Player, Strength
    from .publishing.book import Book, book
    from .solving.planning.planner import PlanningError
    from .solving.problem.stipulation import StipulationError
    from .solving.proof.check import ProofReport, check_proof
    from .solving.proof.proof_file import ProofError
    from .solving.search.limits import Limits
    from .themes.recognition import Shown, Theme, Themes
    from .verification.errors import PuzzleError
    from .verification.faults import Fault, Verdict
    from .verification.verify import verify

    __version__: str

_HOMES_OF = {
    "api.found_positions": ("find",),
    "api.game_objects": ("Game", "Position", "game", "position"),
    "api.many": ("Positions", "positions"),
    "api.problems": ("Solution", "solve"),
    "api.comparisons": ("check_certificate", "compare", "compare_play"),
    "checking.findings": ("Finding",),
    "checking.rules": ("check_rules",),
    "commands.from_python": ("claims",),
    "comparing.certificate": ("Certificate",),
    "comparing.comparison": ("Comparison",),
    "comparing.whole_game_report": ("PlayCompared",),
    "composing.composed": ("Composed",),
    "composing.errors": ("SpecificationError",),
    "composing.jobs": ("Composing", "compose"),
    "compiled.parallel_perft": ("divide", "perft"),
    "deciding.decide": ("Decided",),
    "draw.animation": ("animation",),
    "draw.position_picture": ("png", "svg"),
    "endgame.errors": ("EndgameError",),
    "endgame.table": ("Probe", "Table"),
    "endgame.table_maker": ("table",),
    "errors": (
        "CompilingWarning", "IllegalMoveError", "MoveError", "NotKeptWarning", "OptionError", "PositionError",
        "ReadingError", "RulesError", "ShadowmateError", "UnknownGameError",
    ),
    "explain.attackers": ("Attackers",),
    "explain.marks": ("Marks", "marks"),
    "explain.why": ("Why",),
    "finding.found": ("Found",),
    "play.engine": ("Check", "Outcome"),
    "play.move": ("Move",),
    "play.piece": ("Piece",),
    "playing.player": ("Choice", "Player", "Strength"),
    "publishing.book": ("Book", "book"),
    "solving.planning.planner": ("PlanningError",),
    "solving.problem.stipulation": ("StipulationError",),
    "solving.proof.check": ("ProofReport", "check_proof"),
    "solving.proof.proof_file": ("ProofError",),
    "solving.search.limits": ("Limits",),
    "themes.recognition": ("Shown", "Theme", "Themes"),
    "verification.errors": ("PuzzleError",),
    "verification.faults": ("Fault", "Verdict"),
    "verification.verify": ("verify",),
}  # fmt: skip
"""The modules of the public names. They are imported on first use, because their own imports are slow."""

_HOMES = {name: module for module, names in _HOMES_OF.items() for name in names}

__all__ = [
    "Attackers",
    "Book",
    "Certificate",
    "Check",
    "Choice",
    "Comparison",
    "CompilingWarning",
    "Composed",
    "Composing",
    "Decided",
    "EndgameError",
    "Fault",
    "Finding",
    "Found",
    "Game",
    "IllegalMoveError",
    "Limits",
    "Marks",
    "Move",
    "MoveError",
    "NotKeptWarning",
    "OptionError",
    "Outcome",
    "Piece",
    "PlanningError",
    "PlayCompared",
    "Player",
    "Position",
    "PositionError",
    "Positions",
    "Probe",
    "ProofError",
    "ProofReport",
    "PuzzleError",
    "ReadingError",
    "RulesError",
    "ShadowmateError",
    "Shown",
    "Solution",
    "SpecificationError",
    "StipulationError",
    "Strength",
    "Table",
    "Theme",
    "Themes",
    "UnknownGameError",
    "Verdict",
    "Why",
    "__version__",
    "animation",
    "book",
    "check_certificate",
    "check_proof",
    "check_rules",
    "claims",
    "compare",
    "compare_play",
    "compose",
    "divide",
    "find",
    "game",
    "marks",
    "perft",
    "png",
    "position",
    "positions",
    "solve",
    "svg",
    "table",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
