"""Endgame tables: the value of every placement of some material, by retrograde analysis.

The modules, from the bottom: `material_moves` (the moves of some material), `leads` (what they lead to, where that is
more than usual), `successors` (the material that moves lead to), `sets` (of the cells of pieces that are alike),
`game_symmetry` (found from the rules), `shape` (how placements are numbered), `piece_steps` and `table_layout` (all
that laid out for the kernel, whose part of it begins at `compiled.kernel.retrograde`, and at
`compiled.kernel.lookahead` for moves that cannot be traced back), `lookahead_boards` and `build` (the kernel on several
threads, layer by layer), `plan` (the cost, before anything is begun), `store` (files), `counts` and `table` (the
answers), `table_maker` (tables read or made), `table_writer` (files for other programs), `table_rows` (the same as
columns), `table_report` (a summary of a table), `atlas` (many tables).
"""
