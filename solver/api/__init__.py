"""The public classes and functions of `import shadowmate`, with text and pictures for notebooks."""

from .game_objects import EngineName, Game, Position, game, position

__all__ = ["EngineName", "Game", "Position", "game", "position"]
