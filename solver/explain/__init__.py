"""Reasons: why a move is legal or not, what attacks a cell, how far a piece reaches."""
