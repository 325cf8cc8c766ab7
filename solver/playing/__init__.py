"""Playing games: a player that chooses moves by the compiled engine, and games that it plays against itself."""
