"""The checker of exported solutions, which uses the reference engine alone."""
