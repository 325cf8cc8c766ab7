"""Makes random moves by a game's rules, and finds those that lead to what is no position, or leave no royal piece.

A rule may be right by itself and yet contradict another: a swap puts a Pawn where it can never stand, or two effects
want one piece to become two kinds. Such mistakes show only in positions, so some are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time
from typing import TypeAlias

from ..asp.ruleset import Ruleset
from ..errors import PositionError, RulesError
from ..play.from_text import read_position
from ..play.game import Game
from ..play.move import Move
from ..play.placement import Placement
from ..play.position import Position

MOST = 3
"""The number of findings after which no more moves are made."""

PLIES = 8
"""The number of moves that follow one another before another position is set up."""

OTHERS = 8
"""Random positions have at most this many pieces that are not royal."""

_Sort: TypeAlias = tuple[object, ...]
"""What moves have in common that the same rules are about, for the most part."""


def wrong_moves(ruleset: Ruleset, seconds: float) -> Iterator[str]:
    """What random moves show to be wrong, in words: at most one finding about moves of a sort, and MOST in all.

    The moves begin in the initial array, if there is one, and in random positions of few pieces. They are the same each
    time, but for their number.

    Args:
        ruleset: the rules, which have no other mistakes.
        seconds: limit of processor time.
    """
    yield from islice(_wrong_moves(Game(ruleset), seconds), MOST)


def _wrong_moves(game: Game, seconds: float) -> Iterator[str]:
    """All of them."""
    tried: set[_Sort] = set()
    try:
        for position, after in _visited(game, Random(game.name), process_time() + seconds):
            for move, then in after.items():
                if (sort := _sort(position, move)) not in tried:
                    tried.add(sort)
                    if words := _wrong(position, move, then):
                        yield words
    except RulesError as error:
        yield str(error)


def _visited(game: Game, random: Random, end: float) -> Iterator[tuple[Position, dict[Move, Position]]]:
    """The positions of random games, and those after their moves, until the process has had this much time.

    Raises:
        RulesError: if the rules leave two pieces on one cell.
    """
    position = _read(game, "start")
    while process_time() < end:
        for _ in range(PLIES if position else 0):
            assert position is not None
            try:
                after = position.successors() if position.outcome() is None else {}
            except RulesError as error:
                raise RulesError(f"{position}: {error}") from error
            yield position, after
            if not after or process_time() > end:
                break
            position = random.choice(list(after.values()))
        position = _drawn(game, random)


def _drawn(game: Game, random: Random) -> Position | None:
    """Royal pieces and a few others on random cells, and a piece in each store; None if that is impossible."""
    ruleset = game.ruleset
    kinds = [((kind,), army) for kind in ruleset.abbreviations for army in ruleset.players]
    royals = [each for each in kinds if each[0][0] in ruleset.royal]
    others = [each for each in kinds if each not in royals] or kinds
    some = [*royals, *random.choices(others, k=random.randint(1, OTHERS))]
    cells = list(ruleset.cells)
    placement = Placement(
        tuple(
            (cell, *each) for cell, each in zip(random.sample(cells, min(len(cells), len(some))), some, strict=False)
        ),
        random.choice(ruleset.players),
        stores=tuple((store, random.choice(sorted(items)), 1) for store, items in ruleset.items.items() if items),
    )
    return _read(game, str(Position.of(game, placement)))


def _read(game: Game, written: str) -> Position | None:
    try:
        return read_position(game, written, Position)
    except PositionError:
        return None


def _sort(position: Position, move: Move) -> _Sort:
    """What moves have in common: the pieces that take part, and what becomes of the mover."""
    pieces = position.pieces
    captured = tuple(pieces[cell].kinds for cell in move.captures if cell in pieces)
    end = pieces[move.target].kinds if move.target in pieces else None
    changes = sorted((str(each.before), str(each.after)) for each in move.changes)
    return position.turn, move.piece, captured, end, move.special, move.promotion, move.wins, *changes


def _wrong(position: Position, move: Move, after: Position) -> str | None:
    """What is wrong with the position after a move."""
    pieces, ruleset = position.pieces, position.game.ruleset
    if move.target in pieces and ruleset.royal & set(pieces[move.target].kinds):
        return None  # in a random position a player may have left a royal piece attacked
    try:
        read_position(position.game, str(after), Position)
    except PositionError as error:
        return f"{position}: the move {move} leads to no position: {error.problems[0]}"
    lost = _with_royals(position) - _with_royals(after)
    # With more players one that has lost its royal piece may be eliminated.
    if not lost or len(ruleset.players) != 2 or after.outcome() is not None:
        return None
    remedy = "bar such a move (bars), or end the game by a tally"
    return f"{position}: the move {move} leaves {min(lost)} without a royal piece, and the game goes on; {remedy}"


def _with_royals(position: Position) -> set[str]:
    """The armies that have a royal piece."""
    royal = position.game.ruleset.royal
    return {piece.army for piece in position.pieces.values() if royal & set(piece.kinds)}
