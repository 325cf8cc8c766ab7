"""Files of endgame tables, and their checker, which uses nothing of what makes tables.

`table_file` reads such a file. `table_check` checks its values by the reference engine, or whole tables by
`whole_tables`.
"""

SAMPLE = 500
"""The number of positions of each table that are checked by default."""
