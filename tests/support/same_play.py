"""Two games, or two descriptions of one, played side by side: moves, checks and winners are compared."""

from __future__ import annotations

from random import Random

import shadowmate as sm
from shadowmate.compiled.parallel_perft import perft

Key = tuple[str, ...]
LONGEST = 60
"""No game is played longer."""


def _moves(position: sm.Position) -> dict[Key, sm.Move]:
    """The legal moves, by where they start and end, what the piece becomes, and what else moves in castling."""
    kinds = {letters: kind for kind, letters in position.game.ruleset.abbreviations.items()}
    return {
        (move.origin or "", move.target or "", kinds.get(move.promotion or "", ""), str(move).partition("&")[2]): move
        for move in position.legal_moves()
    }


def assert_same_play(one: sm.Game, other: sm.Game, seed: str, count: int = 80) -> None:
    """Compare the play from the arrays of two games (`assert_same_play_from`)."""
    assert_same_play_from(one.start(), other.start(), seed, count)


def assert_same_play_from(one: sm.Position, other: sm.Position, seed: str, count: int = 80) -> None:
    """Compare the numbers of lines from two positions, and all moves, checks and winners of games played at random.

    Args:
        one: a position.
        other: one that should play as it does. Kinds have the same names.
        seed: of the random moves.
        count: how many positions are compared at least.
    """
    assert [perft(one, depth) for depth in (1, 2)] == [perft(other, depth) for depth in (1, 2)]
    rng, compared = Random(seed), 0
    while compared < count:
        mine, theirs = one, other
        for _ in range(LONGEST):
            moves = _moves(mine)
            assert moves.keys() == _moves(theirs).keys(), str(mine)
            assert mine.is_check() == theirs.is_check(), str(mine)
            compared += 1
            # Draws that only one of them has are not compared.
            outcomes = mine.outcome(), theirs.outcome()
            won = [outcome.winner if outcome else None for outcome in outcomes]
            assert won[0] == won[1], str(mine)
            if not moves or any(outcomes):
                break
            captures = sorted(key for key, move in moves.items() if move.captures)
            key = rng.choice(captures if captures and rng.random() < 0.4 else sorted(moves))
            mine, theirs = mine.push(moves[key]), theirs.push(_moves(theirs)[key])
