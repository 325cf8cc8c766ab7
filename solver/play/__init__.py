"""Games, positions and moves, and the reference engine that answers about them."""
