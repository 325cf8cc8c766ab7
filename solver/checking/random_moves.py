"""Makes random moves by a game's rules, and finds those that lead to what is no position, or leave no royal piece.

A rule may be right by itself and yet contradict another: a swap puts a Pawn where it can never stand, or two effects
want one piece to become two kinds. Such mistakes show only in positions, so some are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from random import Random
from time import process_time
from typing import TypeAlias

from ..asp.ruleset import Ruleset
from ..asp.terms import store_name
from ..errors import PositionError, RulesError
from ..play.from_text import read_position
from ..play.game import Game
from ..play.move import Move
from ..play.placement import Placement
from ..play.position import Position

MOST = 3
"""The number of findings after which no more moves are made."""

SETUPS = 16
"""The number of positions in which random games begin."""

DRAWN = 20 * SETUPS
"""How often pieces are put on random cells for these at most: of what is drawn, many are no positions."""

PLIES = 5
"""The number of moves of a random game."""

OTHERS = (8, 24)
"""For each random position one of these is drawn: it has at most that many pieces that are not royal."""

_Sort: TypeAlias = tuple[object, ...]
"""What moves have in common that the same rules are about, for the most part."""


def wrong_moves(ruleset: Ruleset, seconds: float) -> Iterator[str]:
    """What random moves show to be wrong, in words: at most one finding about moves of a sort, and MOST in all.

    The games begin in the initial array, if there is one, and in random positions of few pieces. They are the same each
    time, unless the time is over.

    Args:
        ruleset: the rules, which have no other mistakes.
        seconds: limit of processor time; what is asked of clingo then is finished.
    """
    trial = _Trial(Game(ruleset), process_time() + seconds)
    yield from (f"random moves found: {words}" for words in islice(trial.findings(), MOST))


class _Trial:
    """Random games, until a process has had this much time."""

    def __init__(self, game: Game, end: float) -> None:
        self.game, self.end, self.random = game, end, Random(game.name)
        self.tried: set[_Sort] = set()

    def findings(self) -> Iterator[str]:
        """What is wrong."""
        for position in self._setups():
            for _ in range(PLIES):
                try:
                    after = position.successors() if position.outcome() is None else {}
                    found = list(self._wrong_moves(position, after))
                except RulesError as error:
                    yield f"{position}: {error}"
                    return
                yield from found
                if not after or found or process_time() > self.end:
                    break
                position = self.random.choice(list(after.values()))

    def _wrong_moves(self, position: Position, after: dict[Move, Position]) -> Iterator[str]:
        """What is wrong with the moves of a position, of those sorts that have not been tried."""
        for move, then in after.items():
            sort = _sort(position, move)
            if sort not in self.tried and process_time() <= self.end:
                self.tried.add(sort)
                if words := _wrong(position, then):
                    yield f"{position}: the move {move} {words}"

    def _setups(self) -> Iterator[Position]:
        """The initial array, and random positions."""
        with suppress(PositionError):  # a game may have no array
            yield read_position(self.game, "start", Position)
        drawn = filter(None, (self._drawn() for _ in range(DRAWN) if process_time() <= self.end))
        yield from islice(drawn, SETUPS)

    def _drawn(self) -> Position | None:
        """Pieces of the array on random cells, the royal ones and a few others, and items in stores; or None.

        Without an array they are of all kinds.
        """
        ruleset, random = self.game.ruleset, self.random
        kinds, players = ruleset.abbreviations, ruleset.players
        array = [tuple(symbol.arguments[:2]) for symbol in ruleset.facts("start", 3)]
        found = [((str(kind),), str(army)) for army, kind in array] or list(product(((k,) for k in kinds), players))
        royals = [each for each in dict.fromkeys(found) if each[0][0] in ruleset.royal]
        others = [each for each in found if each not in royals]
        some = [*royals, *random.sample(others, min(len(others), random.randint(1, random.choice(OTHERS))))]
        cells = random.sample(list(ruleset.cells), min(len(ruleset.cells), len(some)))
        stated = (*ruleset.facts("item", 2), *ruleset.facts("start_held", 3))  # of other items a store may have none
        items = sorted({(store_name(each.arguments[0]), str(each.arguments[1])) for each in stated})
        placement = Placement(
            tuple((cell, *each) for cell, each in zip(cells, some, strict=False)),
            random.choice(ruleset.players),
            stores=tuple((*each, 1) for each in items if each[1] not in ruleset.royal and random.random() < 0.5),
        )
        waiting = [replace(placement, turn=player) for player in ruleset.players if player != placement.turn]
        try:
            position = read_position(self.game, str(Position.of(self.game, placement)), Position)
            # A player that has moved has left no royal piece attacked.
            return None if any(Position.of(self.game, each).is_check() for each in waiting) else position
        except (PositionError, RulesError):
            return None


def _sort(position: Position, move: Move) -> _Sort:
    """What moves have in common: the pieces that take part, and what becomes of the mover."""
    pieces = position.pieces
    captured = tuple(pieces[cell].kinds for cell in move.captures if cell in pieces)
    end = pieces[move.target].kinds if move.target in pieces else None
    changes = sorted((str(each.before), str(each.after)) for each in move.changes)
    return position.turn, move.piece, captured, end, move.special, move.promotion, move.wins, *changes


def _wrong(position: Position, after: Position) -> str | None:
    """What is wrong with the position after a move."""
    if not after.pieces:
        return None
    try:
        read_position(position.game, str(after), Position)
    except PositionError as error:
        return f"leads to no position: {error.problems[0]}"
    lost = _with_royals(position) - _with_royals(after)
    # With more players one that has lost its royal piece may be eliminated.
    if not lost or len(position.game.ruleset.players) != 2 or after.outcome() is not None:
        return None
    remedy = "bar such a move (bars), or end the game by a tally"
    return f"leaves {min(lost)} without a royal piece, and the game goes on; {remedy}"


def _with_royals(position: Position) -> set[str]:
    """The armies that have a royal piece."""
    royal = position.game.ruleset.royal
    return {piece.army for piece in position.pieces.values() if royal & set(piece.kinds)}
