"""What is wrong with the rules of a game, said with file and line."""
