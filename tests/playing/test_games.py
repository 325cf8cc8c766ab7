"""Games of the player against itself, against chance, and what is counted of them."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.play.position import Position
from shadowmate.playing import estimates
from shadowmate.playing.player import Player, Strength
from shadowmate.playing.playtest import report
from shadowmate.playing.self_play import Manner, Played, by_lot, play_game, play_games, played

FIDE = sm.game("fide", engine="compiled")
QUICK = Manner(Strength.weak, None, 200, 4, 30, 1)


def line(start: Position, moves: str) -> Played:
    """A game as it would be if these moves were played."""
    positions = [start]
    for move in moves.split():
        positions.append(positions[-1].push(move))
    made = tuple(now.move(move) for now, move in zip(positions, moves.split(), strict=False))
    return Played(0, tuple(positions), made, (), positions[-1].outcome())


def test_the_same_seed_is_the_same_game() -> None:
    one, again, other = (play_game(FIDE.start(), replace(QUICK, seed=seed), 0) for seed in (1, 1, 2))
    assert one and again and other
    assert (one.opening, one.moves) == (again.opening, again.moves) != (other.opening, other.moves)
    assert len(one.opening) == 4 and len(one.moves) <= 26


def test_threads_play_the_same_games() -> None:
    def games(jobs: int) -> dict[int, tuple[sm.Move, ...]]:
        return {each.number: each.moves for each in play_games(FIDE.start(), QUICK, 4, jobs, lambda: False)}

    assert games(1) == games(2)


def test_no_game_is_played_on_when_it_is_to_stop() -> None:
    assert play_game(FIDE.start(), QUICK, 0, lambda: True) is None
    assert not list(play_games(FIDE.start(), QUICK, 3, 2, lambda: True))


def test_what_happened_is_counted() -> None:
    """The opera game's first moves, with castling; and the fool's mate, which Black wins."""
    opera = line(FIDE.start(), "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 O-O")
    fool = line(FIDE.start(), "f3 e5 g4 Qh4")
    counted = report(FIDE, [opera, fool])
    facts = counted.as_json()
    assert (counted.lengths, counted.won, counted.ends) == (
        (13, 4),
        {"white": 0, "black": 1},
        {"unfinished": 1, "checkmate": 1},
    )
    assert counted.drawn == 0
    rules = {each.name: (each.times, each.games) for each in counted.rules}
    assert rules == {
        "capture": (4, 1), "promotion": (0, 0), "castling": (1, 1), "double step": (5, 2), "en passant": (0, 0),
    }  # fmt: skip
    assert facts["length"] == {"mean": 8.5, "median": 8.5, "least": 4, "most": 13} and facts["promotions"] == {}


def test_branching_counts_positions_with_a_legal_move() -> None:
    """20 moves at the start, 20 answers, 19 and 30 after f3 e5 and g4; the mated king has none and is not counted."""
    fool = line(FIDE.start(), "f3 e5 g4 Qh4")
    counts = [20, 20, 19, 30]
    assert report(FIDE, [fool]).branching == pytest.approx(sum(counts) / 4)


def test_values_are_those_by_which_results_are_likeliest() -> None:
    """For a single kind the value v solves sum(x (y - 1/(1+exp(-v x)))) = v/2; the test finds it by bisection."""
    lead = np.array([[1.0], [1.0], [1.0], [-1.0], [2.0], [-1.0]])
    won = np.array([1.0, 1.0, 0.0, 0.0, 1.0, 1.0])
    (value,), (error,) = estimates._fitted(lead, won, np.ones(6), np.arange(6))
    low, high = -10.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        slope = float((lead[:, 0] * (won - 1 / (1 + np.exp(-middle * lead[:, 0])))).sum()) - middle / 2
        low, high = (middle, high) if slope > 0 else (low, middle)
    assert value == pytest.approx(low) and 0 < error < 2


def test_repeating_rows_of_a_game_does_not_change_the_error() -> None:
    """Positions of one game are not independent: ten copies of a row give the error of one."""
    lead, won = np.array([[1.0], [-1.0], [1.0], [1.0]]), np.array([1.0, 0.0, 0.0, 1.0])
    once = estimates._fitted(lead, won, np.ones(4), np.arange(4))
    tenfold = estimates._fitted(np.repeat(lead, 10, 0), np.repeat(won, 10), np.full(40, 0.1), np.repeat(range(4), 10))
    np.testing.assert_allclose(once, tenfold)


def test_kinds_that_are_never_uneven_have_no_estimate() -> None:
    assert estimates.estimates([line(FIDE.start(), "f3 e5 g4 Qh4")] * 5) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["fide", "raumschach"])
def test_it_beats_a_player_that_moves_by_lot_always(name: str) -> None:
    game = sm.game(name, engine="compiled")
    players = game.ruleset.players
    for number in range(100):
        player, mine = Player(game, seconds=None, nodes=20_000), players[number % 2]
        lot = random.Random(number)
        choosers = {each: by_lot(lot) for each in players} | {mine: lambda now: player.choose(now).move}  # noqa: B023
        (*_, (_, last)) = played(game.start(), choosers, 400)
        outcome = last.outcome()
        assert outcome and outcome.winner == mine, number


def test_only_rules_that_the_game_has_are_counted() -> None:
    """Micro Shogi has no double step; a piece that is dropped as the kind that it is is not promoted."""
    micro = sm.game("micro", engine="compiled")
    start = micro.position("white Ka1 black Kd5 hand white L")
    drops = {move.promotion: str(move) for move in start.legal_moves() if move.target == "b3"}
    counted = report(micro, [line(start, drops["L"]), line(start, drops["S"])])
    assert {each.name: each.times for each in counted.rules} == {"capture": 0, "promotion": 1}
    assert counted.promotions == {"L=S": 1}
