"""What makers and the judge share: the game as the kernel has it, and the men of a specification with their cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..compiled.choosing import compiled_game, engine_of
from ..compiled.compile.outcomes import Type
from ..compiled.kernel.candidates import CANDIDATE_EP, CANDIDATE_MEN, CANDIDATE_RIGHTS, MAN_COLUMNS
from ..endgame.game_symmetry import symmetries
from ..endgame.placement_batches import Castling, Cells, castlings
from ..endgame.successors import Kinds, Material
from ..errors import quoted
from ..finding.special_keys import openings
from ..finding.wanted import PROMOTION, Wanted
from ..finding.zones import Men
from ..play.game import Game
from ..play.move import Move
from ..solving.problem.roles import is_reached_by_first
from ..solving.problem.stipulation import Stipulation
from ..verification.possible import standing
from .errors import SpecificationError
from .key_placements import Openings


@dataclass(frozen=True, slots=True)
class Man:
    """A man of a specification.

    Attributes:
        type: his army and his kinds.
        cells: the numbers of the cells on which he may stand.
        is_needed: whether he is in every position; else in some.
    """

    type: Type
    cells: Cells
    is_needed: bool


class Setting:
    """The game and the men.

    Args:
        game: the game.
        stipulation: what is asked for.
        men: the men.
        sorts: what the rules call the first moves that are asked for, or `promotion`; empty: any may come first.
        against: where more than two play, who is to be put out of the game; None is anybody.

    Attributes:
        hunted: where more than two play, whether each player is one of those of whom one is to be put out.

    Raises:
        RulesError: if the game cannot be compiled.
        SpecificationError: if no men of these can make such a first move.
    """

    def __init__(
        self,
        game: Game,
        stipulation: Stipulation,
        men: list[Man],
        sorts: tuple[str, ...] = (),
        against: str | None = None,
    ) -> None:
        self.game, self.stipulation, self.men = compiled_game(game), stipulation, men
        self.engine = engine_of(game)
        self.engine.meet(man.type for man in men)
        begins = stipulation.is_battle or is_reached_by_first(stipulation)
        self.first = 0 if begins else 1
        players = game.ruleset.players
        others = tuple(each != self.player and against in (None, each) for each in players)
        self.hunted, self.against = others if len(players) > 2 else (), against
        self.royal = [bool(game.ruleset.royal.intersection(man.type[1])) for man in men]
        self.types = np.array([self.engine.types.index(man.type) + 1 for man in men], np.int64)
        self.castlings = list(castlings(self.engine))
        self.sorts = sorts
        self.openings = self._openings() if sorts else None

    @property
    def player(self) -> str:
        """Who moves first."""
        return self.game.ruleset.players[self.first]

    def standing(self) -> Iterator[Men]:
        """The men as questions of `find` have them; one of several kinds as each of these."""
        cells = self.engine.cells
        counts = Counter(man.type for man in self.men)
        needed = Counter(man.type for man in self.men if man.is_needed)
        for man in {man.type: man for man in self.men}.values():
            army, kinds = man.type
            for kind in kinds:
                there = tuple(cells[cell] for cell in man.cells.tolist())
                yield Men(kind, army, needed[man.type], counts[man.type], there)

    def _openings(self) -> Openings | None:
        """How the men may stand for such first moves; None: anyhow."""
        wanted = Wanted(self.game, tuple(self.standing()), sorts=self.sorts, starts=self.player)
        found = openings(wanted)
        if found is None:
            return None
        placed = Openings(found, [(man.type, set(man.cells.tolist())) for man in self.men], self.engine.number)
        if not len(placed.cells):
            raise SpecificationError(
                f"conditions: none of these men can begin with {' or '.join(map(quoted, self.sorts))}"
            )
        return placed

    @property
    def is_placed(self) -> bool:
        """Whether first moves of the sorts that are asked for come about by the openings only.

        A man may be promoted otherwise than by where he arrives.
        """
        return self.openings is not None and PROMOTION not in self.sorts

    def castlers(self, castling: Castling) -> list[tuple[int, int]]:
        """The men who may have a right to castle, each a royal man and his partner."""
        return castling.castlers(self.game.ruleset, [man.type for man in self.men])

    def rows(self, cells: Cells) -> NDArray[np.int64]:
        """Candidates as the kernel reads them."""
        count, men = cells.shape
        rows = np.full((count, CANDIDATE_MEN + MAN_COLUMNS * men), -1, np.int64)
        rights = np.zeros_like(cells)
        for castling in self.castlings:
            for royal, partner in self.castlers(castling):
                at_home = (cells[:, royal] == castling.royal) & (cells[:, partner] == castling.partner)
                rights[at_home, partner] |= castling.bits
        if self.openings is not None:
            rows[:, CANDIDATE_EP] = self.openings.passed(cells)
        rows[:, CANDIDATE_RIGHTS] = np.bitwise_or.reduce(rights, axis=1)
        rows[:, CANDIDATE_MEN::MAN_COLUMNS] = cells
        rows[:, CANDIDATE_MEN + 1 :: MAN_COLUMNS] = self.types
        rows[:, CANDIDATE_MEN + 2 :: MAN_COLUMNS] = rights
        return rows

    @cached_property
    def _material(self) -> Material:
        """One man of each type."""
        return Material.of(self.game, list(dict.fromkeys(man.type for man in self.men)))

    @cached_property
    def kinds(self) -> Kinds:
        """What the men become, and where."""
        return Kinds(self.game, self._material)

    @cached_property
    def symmetries(self) -> NDArray[np.int32]:
        """(symmetries, cells): where each symmetry of the rules takes each cell."""
        if self.kinds.arrays.routine:
            return symmetries(self.kinds, self.kinds.closure(self._material))
        return symmetries(self.kinds, self._parts())

    def _parts(self) -> list[Type]:
        """Men of one kind each, of which all consist that moves may make of the men.

        There may be far too many of those, but what keeps the parts of a man keeps him.
        """
        found: dict[Type, None] = {}
        met = [self._material]
        while new := [part for part in _split(met) if part not in found]:
            found.update(dict.fromkeys(new))
            together = Material.of(self.game, list(found))
            self.kinds.meet(together)
            met = self.kinds.led_to(together)
        return list(found)

    def identity(self, cells: NDArray[np.int64]) -> bytes:
        """What is the same for candidates that are equal up to the board's symmetry."""
        there = cells >= 0
        (row,) = self.rows(cells[None])
        ways = self._ways(row)
        images = ways[:, cells[there]] + self.types[there] * ways.shape[1]
        images.sort(axis=1)
        if row[CANDIDATE_EP] >= 0:
            images = np.concatenate([images, ways[:, row[CANDIDATE_EP], None]], axis=1)
        found: bytes = min(image.tobytes() for image in images.astype(">i8"))
        return found

    def _ways(self, row: NDArray[np.int64]) -> NDArray[np.int32]:
        """The symmetries of a candidate. Who may castle is not turned elsewhere."""
        return self.symmetries[: 1 if row[CANDIDATE_RIGHTS] else None]

    def play(self, cells: NDArray[np.int64], firsts: Iterable[Move], lasts: Iterable[Move]) -> bytes:
        """What is the same for problems with the same first and the same last moves, up to the board's symmetry.

        Args:
            cells: the candidate.
            firsts: the first moves of its solutions.
            lasts: the moves that reach the goal.
        """
        (row,) = self.rows(cells[None])
        parts = [{(each.piece, each.promotion or "", *self._ends(each)) for each in some} for some in (firsts, lasts)]
        images = []
        for way in self._ways(row).tolist():
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
    """Each kind of each man, as a man of that army."""
    return dict.fromkeys((army, (kind,)) for material in some for army, kinds in material.types for kind in kinds)


def standing_cells(game: Game, each: Type) -> Cells:
    """The numbers of the cells on which a man can have come to stand, as far as his moves show."""
    engine = engine_of(game)
    engine.meet([each])
    barred = Kinds(game).barred(each)
    homes = standing(game, *each)
    return np.array(
        [
            number
            for number, cell in enumerate(engine.cells)
            if number not in barred and (homes is None or cell in homes)
        ],
        np.int64,
    )
