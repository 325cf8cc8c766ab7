"""The search for solutions, over either engine or endgame tables."""
