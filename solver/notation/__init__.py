"""How positions and moves are written: one line of text, FEN, moves."""
