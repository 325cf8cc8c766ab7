"""Of classes of cells that are the same to the moves of a type only one is asked about, and nothing changes by that."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from shadowmate.compiled.compile.alike_cells import Alike, AlikeCells
from shadowmate.compiled.compile.effects import Effects
from shadowmate.compiled.compile.layout import lay_out
from shadowmate.compiled.compile.piece_types import types_of
from shadowmate.compiled.named_values import PLAIN
from support.small import small

RULES = """
#program base.
zone(Army,left,(1,Y,1)) :- player(Army,_), cell((1,Y,1)).
zone(Army,low,(X,1..2,1)) :- player(Army,_), cell((X,1,1)).
counted(left;low).  ending(goal).
#program effects.
bars(C,edge) :- part(C,mover,mason), to(C,left).
inside(C) :- to(C,left), to(C,low).
bars(C,outside) :- part(C,mover,rook), not inside(C).
wins(C,Army,goal) :- of(C,mover,Army), part(C,mover,queen), 2 { from(C,Zone) : counted(Zone) }.
choice(C,promotion,(rook;queen)) :- part(C,mover,queen), part(C,victim,_).
bars(C,tall) :- chosen(C,promotion,rook), to(C,low).
becomes(C,mover,Kind) :- chosen(C,promotion,Kind).
"""


@pytest.mark.slow
def test_tables_are_those_of_all_classes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Zones are read of some kinds only, behind other atoms, under `not`, counted, and after a choice."""
    ruleset = small(tmp_path, RULES).ruleset
    fewer = Effects(ruleset)
    types, _ = types_of(ruleset, fewer)
    expected = lay_out(ruleset, types, effects=fewer).by_name()
    cells = range(len(fewer.zones))

    def all_differ(finder: AlikeCells, arriving: object) -> Alike:
        return Alike(cells, cells)

    monkeypatch.setattr(AlikeCells, "of", all_differ)
    found = lay_out(ruleset, types, effects=Effects(ruleset)).by_name()
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        assert np.array_equal(found[name], array), name


def test_zones_that_no_rule_reads_for_a_type_make_no_difference(tmp_path: Path) -> None:
    """Of 25 cells a Mason's moves end on the left or not, and start anywhere; a King's are all the same."""
    effects = Effects(small(tmp_path, RULES).ruleset)
    mason, king = (effects.alike(PLAIN, ("white", (kind,))) for kind in ("mason", "king"))
    assert (len(set(mason.starts)), len(set(mason.ends))) == (1, 2)
    assert (len(set(king.starts)), len(set(king.ends))) == (1, 1)
