"""The compiled engine: rules become tables, and a kernel runs them."""
