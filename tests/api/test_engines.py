"""Which engine answers from Python: the one that the caller names, by default the one of the command line."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.play.position import Position
from shadowmate.solving import solver
from shadowmate.solving.search.by_kernel import CompiledBackend
from shadowmate.solving.search.by_rules import ReferenceBackend
from shadowmate.solving.search.problem_search import Problem
from support.random_positions import RandomPositions
from support.small import write

MATE = "fide: white Kg6 Ra1 black Kg8"
HOOK = "#program verdict.\nforbidden(Move) :- chosen_move(Move,From,(X,_,_)), piece(From,king,black), X > 1.\n"


def backend(position: sm.Position) -> object:
    """What `solve` would ask."""
    asked = solver.Stipulation.parse("#1").checked(position.game)
    return solver._backend(Problem(position, asked), 1, 0.001, False)


def test_where_many_positions_are_asked_about_tables_answer() -> None:
    position = sm.position(MATE)
    assert not position.game.is_compiled
    assert isinstance(backend(position), CompiledBackend)
    assert type(backend(sm.position(MATE, engine="reference"))) is ReferenceBackend
    assert isinstance(sm.game("fide", engine="compiled").engine, CompiledEngine)


def test_counts_and_moves_are_the_same_whoever_counts() -> None:
    found = [sm.divide(sm.position(MATE, engine=engine), 2) for engine in ("auto", "reference", "compiled")]
    assert found[0] == found[1] == found[2]


def test_a_game_that_cannot_be_compiled_is_left_to_the_rules(tmp_path: Path) -> None:
    write(tmp_path, HOOK)
    position = sm.game("small", rules=[tmp_path]).position("white Kc3 Rb2 black Ka5")
    assert type(backend(position)) is ReferenceBackend
    assert sm.perft(position, 1) == len(position.legal_moves())


@pytest.mark.parametrize("engine", ["auto", "reference", "compiled"])
def test_a_game_that_is_pickled_keeps_its_engine(engine: str) -> None:
    game = pickle.loads(pickle.dumps(sm.game("fide", engine=engine)))
    assert (game.is_compiled, game.may_compile) == (engine == "compiled", engine == "auto")


@pytest.mark.parametrize(
    "name",
    ["fide", "raumschach", "koth", *(pytest.param(name, marks=pytest.mark.slow) for name in ("latrunculi", "golem"))],
)
def test_the_kernel_reports_attacked_royal_pieces(name: str) -> None:
    """`may_attack` is false only if no royal piece is attacked. Reasons are then not searched."""
    game, found = sm.game(name, engine="compiled"), 0
    positions = RandomPositions(game, f"attacked {name}", crowded=12)
    for _ in range(8):
        position = positions.unreachable()
        engine = engine_of(position.game)
        royals = [
            cell
            for cell, piece in position.pieces.items()
            if piece.army != position.turn and game.ruleset.royal.intersection(piece.kinds)
        ]
        attacks = [each for cell in royals for each in position_of(position).attackers(cell).attackers]
        attacked = any(each.player == position.turn for each in attacks)
        found += attacked
        if engine.arrays.routine:
            assert engine.may_attack(position.placement(), position.turn) == attacked
        else:
            assert engine.may_attack(position.placement(), position.turn)
    assert found


def position_of(position: Position) -> sm.Position:
    """The position as one that gives reasons."""
    assert isinstance(position.game, sm.Game)
    return sm.Position.of(position.game, position.placement())
