"""What a document says of its game: statements in data, each with the query that decides it."""
