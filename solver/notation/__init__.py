"""The text of positions and moves: one line, FEN, moves."""
