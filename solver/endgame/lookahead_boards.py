"""The kernel's looking ahead, for threads that make a table together: each has a board and room for moves."""

from __future__ import annotations

from threading import local

import numpy as np

from ..compiled.kernel import lookahead as kernel
from ..compiled.kernel.board import UNKNOWN, Board, new_board
from ..compiled.kernel.endgame_facts import FAULT, Endgame
from ..compiled.kernel.entries import Entries
from ..compiled.kernel.retrograde import Half
from ..compiled.packed import Words
from ..play.material import Material
from ..play.placement import Placement
from .errors import EndgameError
from .leads import Method
from .successors import Kinds

_PLIES = 2


class Ahead:
    """Looks ahead from placements of some material. The rules for that are in the kernel.

    Args:
        kinds: the game; it has tables for all pieces that moves may lead to.
        material: the material.
    """

    def __init__(self, kinds: Kinds, material: Material) -> None:
        engine = kinds.engine
        self.sweeps = kinds.way(material) is Method.SWEPT
        self._tables, self._name = engine.tables, material.text(kinds.game)
        pieces = zip(engine.cells, material.types, strict=False)
        placement = Placement(tuple((cell, names, army) for cell, (army, names) in pieces), engine.armies[0])
        self._room = engine.capacity(engine.board(placement))
        self._local = local()

    def mark_illegal(self, facts: Endgame, first: Entries, second: Entries, start: int, end: int) -> None:
        """Mark the placements that are illegal."""
        kernel.mark_exposed(self._tables, self._board(), facts, first, second, start, end)
        self._check(facts)

    def settle(self, facts: Endgame, half: Half, subs: Entries, start: int, end: int) -> int:
        """Find where a side has no move, and what its moves that win or lead to other material are worth."""
        board, moves = self._board(), self._moves()
        found = kernel.settle_ahead(self._tables, board, facts, half, subs, moves, not self.sweeps, start, end)
        self._check(facts)
        return int(found)

    def judge(self, facts: Endgame, half: Half, now: int, start: int, end: int) -> int:
        """Mark the unknown entries that are won or lost in this many moves, and return how many there are."""
        found = kernel.judge_ahead(self._tables, self._board(), facts, half, self._moves(), now, start, end)
        self._check(facts)
        return int(found)

    def _board(self) -> Board:
        found: Board = self._local.__dict__.setdefault("board", new_board(self._tables, _PLIES))
        return found

    def _moves(self) -> Words:
        found: Words = self._local.__dict__.setdefault("moves", np.empty(self._room, np.int64))
        return found

    def _check(self, facts: Endgame) -> None:
        """Refuse what was not foreseen.

        Raises:
            EndgameError: if the tables lack the effects of a move.
        """
        if facts.work[FAULT] or self._board().state[UNKNOWN]:
            raise EndgameError(f"{self._name}: a move has effects that are not known class by class")
