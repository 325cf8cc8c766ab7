"""Definitions of H. G. Muller's Interactive Diagram, read and written out as the rules of a game."""
