"""Exported solutions, checked by the reference engine alone."""
