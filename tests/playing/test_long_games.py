"""A game goes on when the compiled engine has no room left for the types of piece that have occurred in it."""

from __future__ import annotations

from random import Random

import pytest

import shadowmate as sm
from shadowmate.compiled.compile import translation
from shadowmate.compiled.compiled_engine import CompiledEngine
from shadowmate.errors import CrowdedError
from shadowmate.play.long_games import pushed
from shadowmate.playing.player import Player, Strength
from shadowmate.playing.self_play import by_lot, played
from support.paths import GAMES_OF_TESTS

ABSORB = sm.game("absorb", (), [GAMES_OF_TESTS], engine="compiled")
"""A game in which a piece that captures has the moves of what it has captured too. Here there is room for all types."""


def crowded(monkeypatch: pytest.MonkeyPatch, room: int) -> sm.Game:
    """The game with an engine that has room for few types besides those of the beginning."""
    engine = CompiledEngine(ABSORB.ruleset)
    monkeypatch.setattr(translation, "MOST_TYPES", len(engine.types) + room)
    return sm.Game(ABSORB.ruleset, engine)


@pytest.mark.slow
def test_moves_are_made_with_another_engine_when_the_first_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions, moves, results and repetitions are those of an engine that has room."""
    theirs = ABSORB.start()
    ours = crowded(monkeypatch, 30).position(str(theirs))
    lot, engines = Random(3), {id(ours.game.engine)}
    for _ in range(60):
        moves = theirs.legal_moves()
        text = str(lot.choice([move for move in moves if move.captures] or moves))
        with monkeypatch.context() as patch:
            patch.setattr(translation, "MOST_TYPES", 4095)
            theirs = theirs.push(text)
            known = list(map(str, theirs.legal_moves())), theirs.outcome()
        _, ours = pushed(ours, text)
        engines.add(id(ours.game.engine))
        assert (str(ours), ours.seen, ours.quiet) == (str(theirs), theirs.seen, theirs.quiet)
        assert (list(map(str, ours.legal_moves())), ours.outcome()) == known
        if ours.outcome():
            break
    assert len(engines) > 1


@pytest.mark.slow
def test_the_player_begins_with_other_tables_when_its_own_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    game = crowded(monkeypatch, 30)
    player = Player(game, Strength.medium, None, 400)
    choosers = {"white": lambda now: player.choose(now).move, "black": by_lot(Random(5))}
    assert len(list(played(game.start(), choosers, 20))) == 20
    assert player.game is not game


def test_what_no_tables_can_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = crowded(monkeypatch, 0)
    most = translation.MOST_TYPES
    with pytest.raises(CrowdedError, match=f"of more than {most:,} types have occurred"):
        pushed(game.position("white Kc1 Rf3 Bb2 B+Ma4 black Kd6 Mc3 Cb5 F+Rf5"), "Rf3-f2")
