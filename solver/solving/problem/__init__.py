"""The problem, its solution, and the text of both."""
