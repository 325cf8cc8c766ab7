"""A game with more types of piece than are laid out at first: tables grow when captures make new types."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel.board import UNKNOWN
from shadowmate.compiled.kernel.generate import generate
from shadowmate.compiled.tables import GROUPS, PAIRS, PIECE_KEYS, ROWS
from support.paths import GAMES_OF_TESTS

FEW_PIECES = "absorb: white Kc1 Rf3 Bb2 B+Ma4 black Kd6 Mc3 Cb5 F+Rf5"


def game(engine: str) -> sm.Game:
    return sm.game("absorb", (), [GAMES_OF_TESTS], engine=engine)


@pytest.mark.slow
def test_both_engines_play_the_same_moves() -> None:
    rng, compiled, reference = Random(11), game("compiled"), game("reference")
    ours, theirs, captures = compiled.start(), reference.start(), 0
    for _ in range(45):
        moves = {str(move): move for move in theirs.legal_moves()}
        known = {str(move): move for move in ours.legal_moves()}
        assert sorted(map(repr, known.values())) == sorted(map(repr, moves.values())), str(theirs)
        assert ours.checks() == theirs.checks() and ours.outcome() == theirs.outcome()
        if not moves:
            ours, theirs = compiled.start(), reference.start()
            continue
        capturing = sorted(text for text, move in moves.items() if move.captures)
        text = rng.choice(capturing if capturing and rng.random() < 0.7 else sorted(moves))
        captures += text in capturing
        ours, theirs = ours.push(known[text]), theirs.push(moves[text])
        assert str(ours) == str(theirs)
    assert captures > 6


def test_perft_counts_what_the_reference_engine_counts() -> None:
    ours, theirs = (
        sm.position(FEW_PIECES, engine=engine, rules=GAMES_OF_TESTS) for engine in ("compiled", "reference")
    )
    assert [sm.perft(ours, depth) for depth in (1, 2)] == [sm.perft(theirs, depth) for depth in (1, 2)]


def test_lists_of_what_a_move_may_do_stay_as_long_as_they_are_when_tables_grow() -> None:
    """A capture does one thing in this game, whatever is captured; only the number of lists grows."""
    engine = CompiledEngine(game("compiled").ruleset)
    lists, longest = len(engine.arrays[GROUPS]), engine.arrays.most_choices
    engine.moves(engine.board(sm.position(FEW_PIECES, engine="compiled", rules=GAMES_OF_TESTS).placement()))
    assert len(engine.arrays[GROUPS]) > lists and engine.arrays.most_choices == longest == 1


def test_moves_by_tables_without_a_type_are_generated_again() -> None:
    engine = CompiledEngine(game("compiled").ruleset)
    placement = sm.position(FEW_PIECES, engine="compiled", rules=GAMES_OF_TESTS).placement()
    small = engine.tables
    board = engine.board(placement)
    moves = engine.moves(board).tolist()
    assert engine.tables is not small and board.state[UNKNOWN] == 0
    # The earlier tables lack these types: the kernel marks what it finds with them.
    found = np.empty(engine.capacity(board), np.int64)
    generate(small, board, found, 0)
    assert board.state[UNKNOWN] == 1
    assert engine.moves(board).tolist() == moves and board.state[UNKNOWN] == 0


def test_types_keep_their_numbers_and_hashes() -> None:
    engine = CompiledEngine(game("compiled").ruleset)
    types, hashes, rows = engine.types, engine.arrays[PIECE_KEYS], engine.arrays[ROWS]
    engine.board(sm.position(FEW_PIECES, engine="compiled", rules=GAMES_OF_TESTS).placement())
    assert len(engine.types) > len(types) and engine.types[: len(types)] == types
    assert np.array_equal(engine.arrays[PIECE_KEYS][: len(hashes)], hashes)
    assert np.array_equal(engine.arrays[ROWS][: len(rows)], rows)


@pytest.mark.slow
def test_the_order_in_which_tables_grow_does_not_matter() -> None:
    """Two engines read the same positions in opposite orders. Growing only adds to a table."""
    position, rng, found = game("compiled").start(), Random(3), []
    some = []
    while len(some) < 24:
        moves = position.legal_moves()
        capturing = [move for move in moves if move.captures]
        position = position.push(rng.choice(capturing or moves)) if moves else game("compiled").start()
        some.append(str(position).split(": ", 1)[1])
    for order in (some, some[::-1]):
        ruleset = game("compiled").ruleset
        played = sm.Game(ruleset, CompiledEngine(ruleset))
        for text in order:
            played.position(text).legal_moves()
        found.append([sorted(map(repr, played.position(text).legal_moves())) for text in some])
    assert found[0] == found[1] and any(found[0])


def test_tables_grow_after_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error or Ctrl-C leaves the tables unchanged, and the next question lays out the whole."""
    engine, placement = (
        CompiledEngine(game("compiled").ruleset),
        sm.position(FEW_PIECES, rules=GAMES_OF_TESTS).placement(),
    )

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(engine, "_use", interrupt)
        engine.board(placement)
    assert engine.moves(engine.board(placement)).size > 0


MATES = (
    pytest.param("absorb: white Kc5 Rb1 Rf2 Mb4 black Ka6 Mc1", marks=pytest.mark.exhaustive),
    "absorb: white Kc5 Rb1 R+Be2 black Ka6 Fe5 Pa3",
)


@pytest.mark.slow
@pytest.mark.parametrize("text", MATES)
def test_a_search_goes_on_after_a_miss(text: str) -> None:
    ours, theirs = (
        sm.solve(sm.position(text, engine=engine, rules=GAMES_OF_TESTS), "#2", tries=True)
        for engine in ("compiled", "reference")
    )
    assert str(ours) == str(theirs)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["fide", "prince", "raumschach"])
def test_games_of_few_types_never_miss(name: str) -> None:
    assert len(engine_of(sm.game(name, engine="compiled")).arrays[PAIRS]) == 0
