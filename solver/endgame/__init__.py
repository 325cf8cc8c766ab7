"""Endgame tables: what every placement of some material is worth, by retrograde analysis.

From the bottom: `material` (what stands on the board, and what it can become), `sets` (of the cells of pieces that
are alike), `symmetry` (found from the rules), `plan` (all that laid out for the kernel, which is
`compiled.placements` and `compiled.retrograde`), `build` (the kernel on several threads, layer by layer), `store`
(files), `counts`, `table` and `report` (the answers), `tables` (where tables come from), `atlas` and `chart` (many).
"""

from .errors import EndgameError
from .material import Material
from .report import Report
from .table import Probe, Result, Table, Value
from .tables import known, table

__all__ = ["EndgameError", "Material", "Probe", "Report", "Result", "Table", "Value", "known", "table"]
