"""How to get at the compiled engine of a game, or at the game with that engine."""

from __future__ import annotations

import warnings
from functools import lru_cache

from ..asp.ruleset import Ruleset
from ..errors import CompilingWarning, RulesError
from ..play.game import Game
from .compiled_engine import CompiledEngine


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
    return game if game.is_compiled else type(game)(game.ruleset, compiled_engine(game.ruleset))


def for_many(game: Game) -> Game:
    """The game as it is asked about many positions: with the compiled engine, if nothing else was asked for.

    Where the kernel has to be compiled first, there is a warning, for that takes long. A game that cannot be compiled
    stays as it is.
    """
    if game.is_compiled or not game.may_compile:
        return game
    try:
        found = compiled_game(game)
    except RulesError:
        return game
    engine = engine_of(found)
    if not engine.is_warm():
        message = "compiling the kernel, once for this installation: twenty seconds, or more if the machine is busy"
        warnings.warn(message, CompilingWarning, stacklevel=3)
        engine.warm_up()
    return found
