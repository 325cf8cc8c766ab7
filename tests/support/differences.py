"""What two engines say about the same positions of a game, and where they differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import shadowmate as sm
from shadowmate import Move, Position
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.play.placement import Placement
from support.paths import EXAMPLES, GAMES_OF_TESTS
from support.random_positions import Kinds, RandomPositions, position_of

SORTS = ("quiet", "capture", "double step", "promotion", "en passant", "castling")
"""The sorts of moves; besides those that a game's own rules call special."""

COMPOUNDS: dict[str, tuple[Kinds, ...]] = {
    "extreme": (
        ("hippogriff", "linear_rook", "linear_unicorn"), ("knight", "planar_bishop"), ("king", "linear_bishop"),
        ("cubic_rook", "pace"), ("heir", "wyvern"), ("king", "stride", "knight"), ("king", "planar_unicorn", "pace"),
        ("heir", "cubic_bishop", "pace"), ("heir", "linear_rook", "planar_bishop"), ("stride", "planar_rook"),
        ("stride", "pace", "linear_bishop"), ("planar_rook", "planar_bishop", "planar_unicorn"),
        ("cubic_rook", "linear_bishop", "cubic_unicorn"), ("hippogriff", "knight", "wyvern"), ("pace", "knight"),
        ("cubic_unicorn", "planar_bishop", "stride", "pace", "wyvern"), ("linear_unicorn", "cubic_bishop"),
    ),
    "menagerie": (("horse", "pope"), ("base", "limper"), ("cannon", "pawn"), ("king", "rook")),
}  # fmt: skip
COMPOUNDS["duel"] = COMPOUNDS["crowned duel"] = COMPOUNDS["menagerie"]
COMPOUNDS["fences"] = (*COMPOUNDS["menagerie"], ("cannon", "pope"))
"""Pieces of several kinds, for games that have such."""


@dataclass
class Tally:
    """What has been compared.

    Attributes:
        positions: how many positions.
        moves: how many legal moves.
        checks: how many positions with check.
        ends: how many positions by how the game has ended.
        legal: legal moves by sort.
        played: moves made by both engines, by sort.
        differences: every difference found, with the position.
    """

    positions: int = 0
    moves: int = 0
    checks: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    legal: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count what another has counted."""
        self.positions += other.positions
        self.moves += other.moves
        self.checks += other.checks
        self.ends += other.ends
        self.legal += other.legal
        self.played += other.played
        self.differences += other.differences


def sort_of(move: Move) -> str:
    """One of SORTS, or what the game calls its own."""
    if move.special in ("castling", "en passant"):
        return move.special
    if move.promotion:
        return "promotion"
    return move.special or ("capture" if move.captures else "quiet")


class Pair:
    """A game with both engines.

    Args:
        name: the game.
        readings: readings other than the defaults.
        limits: how many moves of each sort are made in a position at most; all of those not named.
        folders: where else games are looked for.
    """

    def __init__(
        self,
        name: str,
        readings: Sequence[str] = (),
        limits: dict[str, int] | None = None,
        folders: Sequence[Path] = (),
    ) -> None:
        folders = [GAMES_OF_TESTS, EXAMPLES, *folders]
        self.reference = sm.game(name, readings, folders)
        self.compiled = sm.game(name, readings, folders, engine="compiled")
        compounds = [(kinds, army) for kinds in COMPOUNDS.get(name, ()) for army in self.compiled.ruleset.players]
        if compounds:
            # All types at once, as each that is new has the tables made again.
            cells = list(self.compiled.ruleset.cells)
            pieces = tuple((cell, *piece) for cell, piece in zip(cells, compounds, strict=False))
            engine_of(self.compiled).board(Placement(pieces, self.compiled.ruleset.players[0]))
        self.limits = {"quiet": 2, "capture": 2, "double step": 2, "promotion": 2} if limits is None else limits

    def positions(self, seed: int | str, crowded: int = 100) -> RandomPositions:
        """Random positions, with the compiled engine."""
        return RandomPositions(self.compiled, seed, COMPOUNDS.get(self.compiled.name, ()), crowded)

    def compare(self, position: Position, random: Random, tally: Tally, has_moves_made: bool = True) -> None:
        """Hold the answers of both engines about a position against each other, and perhaps moves that both make."""
        placement = position.placement()
        ours, theirs = position_of(self.compiled, placement), position_of(self.reference, placement)
        moves = theirs.legal_moves()
        found, wanted = answers(ours), answers(theirs)
        tally.differences += [
            f"{what} of {ours}: {apart(found[what], wanted[what])}" for what in found if found[what] != wanted[what]
        ]
        tally.positions += 1
        tally.moves += len(moves)
        tally.checks += theirs.is_check()
        outcome = theirs.outcome()
        tally.ends[outcome.reason if outcome else "goes on"] += 1
        by_sort: dict[str, list[Move]] = defaultdict(list)
        for move in moves:
            by_sort[sort_of(move)].append(move)
        known = set(ours.legal_moves())
        for sort, found in by_sort.items():
            tally.legal[sort] += len(found)
            limit = self.limits.get(sort, len(found)) if has_moves_made else 0
            for move in random.sample(found, min(len(found), limit)):
                if move in known:
                    tally.played[sort] += 1
                    self._play(ours, theirs, move, tally)

    def _play(self, ours: Position, theirs: Position, move: Move, tally: Tally) -> None:
        """Hold the positions after a move against each other."""
        after, wanted = ours.push(move), theirs.push(move)
        if content(after) != content(wanted):
            tally.differences.append(f"{move} in {ours}: {after} is not {wanted}")


def answers(position: Position) -> dict[str, object]:
    """What an engine answers about a position, in one form for every engine."""
    return {
        "legal moves": _written(position),
        "checks": position.checks(),
        "outcome": position.outcome(),
        "repetition": position.repetition_key(),
        "position": _kept(position),
    }


def _written(position: Position) -> list[str]:
    """The moves with all that belongs to them, also the rules' own terms for them."""
    engine = position.game.engine
    return sorted(f"{move!r} {engine.term(move)}" for move in position.legal_moves())


def content(position: Position) -> tuple[object, ...]:
    """The content of a position, without how often it has occurred: to know that needs an analysis of its own."""
    return dict(position.pieces), position.turn, position.state, position.stores, position.quiet


def _kept(position: Position) -> tuple[object, ...]:
    """The content of a position, in one form for every engine."""
    return str(position), hash(position), *content(position), position


def apart(ours: object, theirs: object) -> str:
    """In what two answers differ."""
    if isinstance(ours, list) and isinstance(theirs, list):
        return f"compiled only {sorted(set(ours) - set(theirs))}, reference only {sorted(set(theirs) - set(ours))}"
    return f"compiled {ours}, reference {theirs}"
