"""Positions made to order: clingo guesses them over the rules of a game, and the engine judges their ends."""
