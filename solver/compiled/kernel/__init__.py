"""What runs on tables: loops over numbers, compiled by numba."""
