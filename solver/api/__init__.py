"""What `import shadowmate` gives, on top of the folders that do the work: the same, with words and pictures."""

from .games import EngineName, Game, Position, game, position

__all__ = ["EngineName", "Game", "Position", "game", "position"]
