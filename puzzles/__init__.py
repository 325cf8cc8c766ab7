"""Collections of verified puzzles (data only)."""
