"""Tables in which two pieces decide how placements are turned: byte by byte those in which the first alone does."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.endgame import turning
from shadowmate.endgame.build import Builder
from shadowmate.endgame.leads import Method
from shadowmate.endgame.legal_placements import LegalPlacements
from shadowmate.endgame.lookahead_boards import Ahead
from shadowmate.endgame.successors import Kinds, read_exact
from shadowmate.endgame.table_layout import lay_out
from shadowmate.endgame.table_maker import Maker
from shadowmate.endgame.turning import Turning
from support.paths import GAMES_OF_TESTS

ALWAYS, NEVER = 1.0, -1.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "way"),
    [
        ("fide", "white K R R black K", Method.TRACED),  # the partner comes after a set of two
        ("prince", "white Pr black Ki", Method.TRACED),
        ("raumschach", "white Q Q black K", Method.TRACED),  # there is none
        ("mini", "white Ki Pn black Ki", Method.TRACED),  # promotions
        ("mini", "white Ki Ro black Ki Kt", Method.TRACED),
        ("gorge", "white K R black K", Method.SWEPT),
        ("regicide", "white K R black K", Method.AHEAD),
    ],
)
def test_the_partner_changes_no_byte(name: str, text: str, way: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    own = name not in ("fide", "prince", "raumschach")
    game = sm.game(name, rules=[GAMES_OF_TESTS] if own else [], engine="compiled")
    material = read_exact(game, text)
    maker = Maker(game, 2)
    shape = maker.get(material).shape
    kinds = Kinds(game, material)
    assert kinds.way(material) is way
    others, subs = maker.led_to(kinds, material, lambda made, side: made.entries(side))
    made, used, legal = [], [], []
    for share in (ALWAYS, NEVER):
        monkeypatch.setattr(turning, "_SHARE", share)
        used.append(bool(Turning(shape).partner))
        ahead = None if way is Method.TRACED else Ahead(kinds, material)
        made.append(Builder(lay_out(kinds, shape, others), shape.size, subs, 2, ahead=ahead).run())
        legal.append(len(LegalPlacements(game, material, 0, 1)))
    assert used == [1 in shape.alike[1:], False]
    assert legal[0] == legal[1]
    assert all(np.array_equal(one, other) for one, other in zip(*made, strict=True))
    assert any(len(np.unique(array)) > 3 for array in made[0])


def test_what_is_looked_at() -> None:
    """Two Kings on 5x5x5: counted by Burnside's lemma, from the 48 symmetries of the cube as signed permutations."""
    game = sm.game("raumschach", engine="compiled")
    found = Turning(Maker(game, 1).get(read_exact(game, "white K R black K")).shape)
    # Cells fixed by a signed permutation of the axes: those with the same coordinate along each cycle, which is the
    # middle where the signs of the cycle multiply to -1.
    total = 0
    for order in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            fixed = sum(
                all(cell[place] == sign * cell[order[place]] for place, sign in enumerate(signs))
                for cell in product(range(-2, 3), repeat=3)
            )
            total += fixed**2
    assert np.count_nonzero(found.way == 0) == total // 48
    assert found.partner == 1
