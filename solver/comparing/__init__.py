"""Two readings of a game's rules, or two versions of them: where they differ, and the proof that they do not."""
