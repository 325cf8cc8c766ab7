"""Reasons: why a move is legal or not, what attacks a cell, and which cells a piece reaches."""
