"""What makers and the judge share: the game as the kernel has it, and each piece of a specification with its cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..asp.terms import Vector
from ..compiled.engine_choice import compiled_game, engine_of
from ..compiled.kernel.candidates import CANDIDATE_PIECES, CANDIDATE_RIGHTS, PIECE_COLUMNS
from ..endgame.game_symmetry import symmetries
from ..endgame.placement_batches import Castling, Cells, castlings
from ..endgame.successors import Kinds
from ..errors import quoted
from ..finding.special_keys import openings
from ..finding.wanted import PROMOTION, Wanted
from ..notation.setup import PASSED
from ..play.game import Game
from ..play.material import Material, allowed_cells
from ..play.move import Move
from ..play.piece import Type
from ..solving.problem.roles import is_reached_by_first
from ..solving.problem.stipulation import Stipulation
from ..verification.possible import standing
from .errors import SpecificationError
from .key_placements import Openings


class Setting:
    """The game, and for each piece that a problem may have its type and its cells.

    Args:
        game: the game.
        stipulation: what is asked for.
        material: the pieces, each group with its cells and an upper limit.
        sorts: what the rules call the first moves that are asked for, or `promotion`; empty: any may come first.
        against: where more than two play, the player that is to be eliminated; None is any.

    Attributes:
        pieces: the type of each piece; those of one type follow each other.
        columns: for each piece the numbers of the cells where it may be.
        is_needed: for each piece whether it is in every position; else it is in some.
        royal: for each piece whether it is royal.
        types: for each piece the number that the kernel has for its type.
        hunted: where more than two play, for each player whether it is one of those of which one is to be eliminated.

    Raises:
        RulesError: if the game cannot be compiled.
        SpecificationError: if none of these pieces can make such a first move.
    """

    def __init__(
        self,
        game: Game,
        stipulation: Stipulation,
        material: Material,
        sorts: tuple[str, ...] = (),
        against: str | None = None,
    ) -> None:
        self.game, self.stipulation, self.material = compiled_game(game), stipulation, material
        self.engine = engine_of(game)
        self.pieces = material.types
        self.engine.add_types(self.pieces)
        self.columns: list[Cells] = []
        self.is_needed: list[bool] = []
        for each in material.groups:
            cells = np.array([self.engine.number[cell] for cell in each.cells], np.int64)
            self.columns += [cells] * (each.most or 0)
            self.is_needed += [number < each.least for number in range(each.most or 0)]
        begins = stipulation.is_battle or is_reached_by_first(stipulation)
        self.first = 0 if begins else 1
        players = game.ruleset.players
        others = tuple(each != self.player and against in (None, each) for each in players)
        self.hunted, self.against = others if len(players) > 2 else (), against
        self.royal = [bool(game.ruleset.royal.intersection(kinds)) for _, kinds in self.pieces]
        self.types = np.array([self.engine.types.index(each) + 1 for each in self.pieces], np.int64)
        self.castlings = list(castlings(self.engine))
        self.sorts = sorts
        self.openings = self._openings() if sorts else None

    @property
    def player(self) -> str:
        """The player that moves first."""
        return self.game.ruleset.players[self.first]

    def of_one_kind(self) -> Material:
        """The pieces as questions of `find` have them: one of several kinds as each of these."""
        return Material(
            tuple(replace(each, type=(each.army, (kind,))) for each in self.material.groups for kind in each.kinds)
        )

    def _openings(self) -> Openings | None:
        """Where the pieces may be for such first moves; None: anywhere."""
        wanted = Wanted(self.game, self.of_one_kind(), sorts=self.sorts, starts=self.player)
        found = openings(wanted)
        if found is None:
            return None
        placed = Openings(found, self.pieces, [set(cells.tolist()) for cells in self.columns], self.engine.number)
        if not len(placed.cells):
            raise SpecificationError(
                f"conditions: none of these pieces can begin with {' or '.join(map(quoted, self.sorts))}"
            )
        return placed

    @property
    def is_placed(self) -> bool:
        """Whether first moves of the sorts that are asked for come about by the openings only.

        A piece may be promoted otherwise than by where it arrives.
        """
        return self.openings is not None and PROMOTION not in self.sorts

    def castlers(self, castling: Castling) -> list[tuple[int, int]]:
        """The numbers of the pieces that may have a right to castle, each a royal piece and its partner."""
        return castling.castlers(self.game.ruleset, self.pieces)

    def pieces_on(self, cells: Cells) -> dict[str, Type]:
        """The pieces of a candidate by the names of their cells."""
        there = zip(self.pieces, cells.tolist(), strict=True)
        return {self.game.names[self.engine.cells[cell]]: each for each, cell in there if cell >= 0}

    def rows(self, cells: Cells) -> NDArray[np.int64]:
        """Candidates as the kernel reads them."""
        count, pieces = cells.shape
        rows = np.full((count, CANDIDATE_PIECES + PIECE_COLUMNS * pieces), -1, np.int64)
        rights, passed = self.rights(cells), self.engine.effects.states.of_cells(PASSED, self.passed(cells))
        rows[:, CANDIDATE_RIGHTS] = np.bitwise_or.reduce(rights, axis=1) | passed
        rows[:, CANDIDATE_PIECES::PIECE_COLUMNS] = cells
        rows[:, CANDIDATE_PIECES + 1 :: PIECE_COLUMNS] = self.types
        rows[:, CANDIDATE_PIECES + 2 :: PIECE_COLUMNS] = rights
        return rows

    def rights(self, cells: Cells) -> NDArray[np.int64]:
        """(candidates, pieces): the rights to castle, as bits, that are lost without a piece."""
        rights = np.zeros_like(cells)
        for castling in self.castlings:
            for royal, partner in self.castlers(castling):
                at_home = (cells[:, royal] == castling.royal) & (cells[:, partner] == castling.partner)
                rights[at_home, partner] |= castling.bits
        return rights

    def passed(self, cells: Cells) -> NDArray[np.int64]:
        """Of each candidate the cell that the last move passed over; -1 if it passed over none."""
        return np.full(len(cells), -1, np.int64) if self.openings is None else self.openings.passed(cells)

    @cached_property
    def _material(self) -> Material:
        """One piece of each type."""
        return Material.of(self.game, dict.fromkeys(self.pieces))

    @cached_property
    def kinds(self) -> Kinds:
        """What the pieces become, and where."""
        return Kinds(self.game, self._material)

    @cached_property
    def symmetries(self) -> NDArray[np.int32]:
        """(symmetries, cells): the image of each cell under each symmetry of the rules."""
        if self.kinds.arrays.routine:
            return symmetries(self.kinds, self.kinds.closure(self._material))
        return symmetries(self.kinds, self._parts())

    def _parts(self) -> list[Type]:
        """Types of one kind each, of which all types consist that moves may make of the pieces.

        There may be far too many of those, but a symmetry that keeps the parts of a piece keeps the piece.
        """
        found: dict[Type, None] = {}
        met = [self._material]
        while new := [part for part in _split(met) if part not in found]:
            found.update(dict.fromkeys(new))
            together = Material.of(self.game, found)
            self.kinds.meet(together)
            met = self.kinds.led_to(together)
        return list(found)

    def identity(self, cells: NDArray[np.int64]) -> bytes:
        """What is the same for candidates that are equal up to the board's symmetry."""
        there, (passed,) = cells >= 0, self.passed(cells[None])
        ways = self._ways(cells)
        images = ways[:, cells[there]] + self.types[there] * ways.shape[1]
        images.sort(axis=1)
        if passed >= 0:
            images = np.concatenate([images, ways[:, passed, None]], axis=1)
        found: bytes = min(image.tobytes() for image in images.astype(">i8"))
        return found

    def _ways(self, cells: NDArray[np.int64]) -> NDArray[np.int32]:
        """The symmetries of a candidate. Rights to castle are kept by the identity only."""
        return self.symmetries[: 1 if self.rights(cells[None]).any() else None]

    def play(self, cells: NDArray[np.int64], firsts: Iterable[Move], lasts: Iterable[Move]) -> bytes:
        """What is the same for problems with the same first and the same last moves, up to the board's symmetry.

        Args:
            cells: the candidate.
            firsts: the first moves of its solutions.
            lasts: the moves that reach the goal.
        """
        parts = [{(each.piece, each.promotion or "", *self._ends(each)) for each in some} for some in (firsts, lasts)]
        images = []
        for way in self._ways(cells).tolist():
            turned = [*way, -1]  # the last is for moves without a start or an end
            images.append(
                [sorted((*names, turned[one], turned[other]) for *names, one, other in part) for part in parts]
            )
        return repr(min(images)).encode()

    def _ends(self, move: Move) -> tuple[int, int]:
        """The numbers of the cells where a move starts and ends; -1 for none."""
        return self._numbers.get(move.origin, -1), self._numbers.get(move.target, -1)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The numbers of the cells by their names."""
        return {self.game.names[cell]: number for number, cell in enumerate(self.engine.cells)}


def _split(some: Iterable[Material]) -> Iterable[Type]:
    """Each kind of each piece, as a type of that army."""
    return dict.fromkeys((army, (kind,)) for material in some for army, kinds in material.types for kind in kinds)


def reachable_cells(game: Game, each: Type) -> tuple[Vector, ...]:
    """The cells that a piece can have reached from the initial array, as far as its moves show."""
    homes = standing(game, *each)
    return tuple(cell for cell in allowed_cells(game, each) if homes is None or cell in homes)
