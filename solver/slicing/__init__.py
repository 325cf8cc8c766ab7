"""Endgame tables made slice by slice, by several processes or machines that share a folder."""
