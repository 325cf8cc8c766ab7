"""What `import shadowmate` gives, on top of the folders that do the work: the same, with words and pictures."""

from .game_objects import EngineName, Game, Position, game, position

__all__ = ["EngineName", "Game", "Position", "game", "position"]
