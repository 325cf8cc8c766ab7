"""The compiler: from the rules of a game to its tables."""
