"""Games, positions and moves, and the reference engine."""
