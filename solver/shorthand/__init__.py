"""Strings in rules: H. G. Muller's morph boards and capture matrix, and Betza's notation."""
