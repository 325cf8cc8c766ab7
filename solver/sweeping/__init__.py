"""Sweeps: a command answered for many cases, in chunks that are kept as they are finished."""
