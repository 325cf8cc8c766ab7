"""How to get at the compiled engine of a game, or at the game with that engine."""

from __future__ import annotations

from functools import lru_cache

from ..asp.ruleset import Ruleset
from ..play.game import Game
from .engine import CompiledEngine


@lru_cache(maxsize=16)
def compiled_engine(ruleset: Ruleset) -> CompiledEngine:
    """The compiled engine of some rules.

    Raises:
        RulesError: if it cannot play the game.
    """
    return CompiledEngine(ruleset)


def engine_of(game: Game) -> CompiledEngine:
    """The compiled engine of a game's rules, whichever engine answers for the game.

    Raises:
        RulesError: if it cannot play the game.
    """
    return game.engine if isinstance(game.engine, CompiledEngine) else compiled_engine(game.ruleset)


def compiled_game(game: Game) -> Game:
    """The game itself if the compiled engine answers for it; else the same game with that engine.

    Raises:
        RulesError: if it cannot play the game.
    """
    return game if game.is_compiled else Game(game.ruleset, compiled_engine(game.ruleset))
