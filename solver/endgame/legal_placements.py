"""The placements of some material that are legal with one side to move, before there is a table of it."""

from __future__ import annotations

import numpy as np

from ..compiled.kernel import entries
from ..play.game import Game
from ..play.material import Material
from ..play.position import Position
from .build import Builder
from .leads import Method
from .lookahead_boards import Ahead
from .plan import Planner
from .successors import Kinds
from .table import position_of
from .table_layout import lay_out


class LegalPlacements:
    """Placements of some material, one of those that are symmetric, without those in which the side to move could
    capture a royal piece.

    Args:
        game: the game, with the compiled engine.
        material: the material.
        side: the number of the player to move.
        memory: how many gigabytes its table may need.

    Raises:
        EndgameError: if tables cannot hold the material.
    """

    def __init__(self, game: Game, material: Material, side: int, memory: float) -> None:
        self.game, self.material, self._side = game, material, side
        kinds = Kinds(game, material)
        forms = {form.material: form for form in Planner(kinds, memory, 1).plan([material], lambda _: True).tables}
        self._shape = forms[material]
        others = {other: (forms[other], 0) for other in kinds.led_to(material)}
        ahead = None if kinds.way(material) is Method.TRACED else Ahead(kinds, material)
        facts = lay_out(kinds, self._shape, others)
        worth = Builder(facts, self._shape.size, np.zeros(1, np.uint8), 1, ahead=ahead).legality()
        self._entries = np.flatnonzero(worth[side] != entries.ILLEGAL)

    def __len__(self) -> int:
        return len(self._entries)

    def position(self, place: int) -> Position:
        """One of the placements, by its place from 0."""
        return position_of(self.game, self._shape, int(self._entries[place]), self._side)

    def placements(self, place: int) -> int:
        """How many placements one stands for by symmetry."""
        orbit = np.unravel_index(int(self._entries[place]), self._shape.dimensions)[0]
        return int(self._shape.orbits.sizes[orbit])
