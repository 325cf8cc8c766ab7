"""What a problem asks for, what its solution is, and how both are written."""
