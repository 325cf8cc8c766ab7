"""Mistakes in the rules of a game, with file and line."""
