"""Playing games: a player that chooses moves with the compiled engine, and games that it plays against itself."""
