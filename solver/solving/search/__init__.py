"""The search for solutions, with either engine or endgame tables."""
