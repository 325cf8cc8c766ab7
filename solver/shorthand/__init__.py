"""Strings in which a game says much in little: H. G. Muller's morph boards and capture matrix, and Betza's notation."""
