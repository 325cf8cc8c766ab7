"""A position as a program for clingo, and questions about it in the user's rules."""
