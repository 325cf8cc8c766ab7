"""Claims of documents about their games, each with the query that decides it."""
