"""One given position as a program for clingo, and questions about it in rules of a user's own."""
