"""Shadowmate: a rule laboratory for chess variants."""
