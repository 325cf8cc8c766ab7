"""Endgame tables: what every placement of some material is worth, by retrograde analysis.

From the bottom: `leads` (what moves do and lead to, where that is more than usual), `material` (what stands on the
board, and what it can become), `sets` (of the cells of pieces that are alike), `symmetry` (found from the rules),
`shape` (how placements are numbered), `steps` and `layout` (all that laid out for the kernel, whose part of it begins
at `compiled.kernel.retrograde`, and at `compiled.kernel.lookahead` for moves that cannot be traced back), `ahead` and
`build` (the kernel on several threads, layer by layer), `plan` (what all that takes, before it is begun), `store`
(files), `counts` and `table` (the answers), `tables` (where tables come from), `report` (a table on the whole), `atlas`
(many).
"""

from ..play.material import Material
from .errors import EndgameError
from .table import Probe, Result, Table, Value
from .table_maker import known, table
from .table_report import Report, report

__all__ = ["EndgameError", "Material", "Probe", "Report", "Result", "Table", "Value", "known", "report", "table"]
