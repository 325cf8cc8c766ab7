"""The arrays of a definition with `shuffle=`: the pieces of some types are placed anew on the cells that they have.

A shuffle names types by their IDs; commas separate shuffles that follow each other. After `!` the pieces of a type are
spread evenly over the two shades of cells; a single piece stays on its shade. A King that castles stays between the
pieces with which it does. It goes to the same cells as in the array of the definition, and so do they.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ..errors import ShadowmateError
from .definition import Castles, Definition, DiagramError, Square
from .promotion_choice import id_pattern

_MOST = 200_000
"""No definition with more arrays is shuffled."""

Array = tuple[int, ...]
"""The number of the type on each cell, from 0."""


class Shuffles:
    """The arrays of a definition.

    Args:
        found: the definition.
        castling: the cells of White's Kings that castle, each with that of its partner.

    Raises:
        DiagramError: if the shuffle cannot be carried out.
    """

    def __init__(self, found: Definition, castling: Iterable[tuple[Square, Square]]) -> None:
        self._of = found
        self._line = found.lines["shuffle"]
        self._stages = [self._stage(text) for text in found.shuffle.split(",") if text]
        self._castling = sorted(castling)
        types = {number for stage in self._stages for number in stage}
        self._placed = {square: n for n, each in enumerate(found.types) for square in each.squares[0]}
        self._at = {square: number for square, number in self._placed.items() if number in types}
        self.cells = sorted(self._at, key=lambda square: (square[1], square[0]))
        self._check_black(types)
        self.arrays = self._all()

    def _stage(self, text: str) -> dict[int, bool]:
        """The types of a shuffle, each with whether its pieces are spread over the shades."""
        ids = [each.id for each in self._of.types]
        found = {}
        for match in re.finditer(rf"(?P<even>!?){id_pattern(ids)}|(?P<other>\S)", text):
            if match["other"]:
                raise DiagramError(
                    f"line {self._line}: shuffle: {match['other']!r} is no ID of a type, and not ! before one"
                )
            found[ids.index(match["id"])] = bool(match["even"])
        return found

    def _check_black(self, types: Iterable[int]) -> None:
        """Black's pieces are placed as White's, so they must be its image."""
        for number in types:
            white, black = self._of.types[number].squares
            if sorted(map(self._image, white)) != sorted(black):
                name = self._of.types[number].name
                raise DiagramError(f"line {self._line}: shuffle: Black's array has a {name} elsewhere than White's")

    def _image(self, square: Square) -> Square:
        width, height = self._of.numbers["files"], self._of.numbers["ranks"]
        return width + 1 - square[0] if self._of.symmetry == "rotate" else square[0], height + 1 - square[1]

    def _all(self) -> list[Array]:
        found = {tuple(self._at[cell] for cell in self.cells)}
        for stage in self._stages:
            like = {self._kept(array, stage): array for array in found}  # so that no array comes twice
            found = set(islice((new for array in like.values() for new in self._shuffled(array, stage)), _MOST + 1))
            if len(found) > _MOST:
                raise DiagramError(f"line {self._line}: shuffle: there are more than {_MOST:,} arrays")
        return sorted(found)

    def _kept(self, array: Array, stage: dict[int, bool]) -> tuple[object, ...]:
        """What a shuffle leaves of an array: the other pieces, and the shade of each piece that stays on it."""
        others = tuple(-1 if number in stage else number for number in array)
        single = ((n, place) for place, n in enumerate(array) if stage.get(n) and array.count(n) == 1)
        return others, tuple(sorted((number, sum(self.cells[place]) % 2) for number, place in single))

    def _shuffled(self, array: Array, stage: dict[int, bool]) -> Iterator[Array]:
        places = [place for place, number in enumerate(array) if number in stage]
        for some in _arrangements(Counter(array[place] for place in places)):
            new = list(array)
            for place, number in zip(places, some, strict=True):
                new[place] = number
            if self._is_even(array, new, stage) and self._is_between(new):
                yield tuple(new)

    def _is_even(self, before: Sequence[int], array: Sequence[int], stage: dict[int, bool]) -> bool:
        for number in (number for number, even in stage.items() if even):
            old, new = (
                [sum(self.cells[place]) % 2 for place, each in enumerate(some) if each == number]
                for some in (before, array)
            )
            if new != old if len(old) == 1 else abs(2 * sum(new) - len(new)) > len(new) % 2:
                return False
        return True

    def _is_between(self, array: Sequence[int]) -> bool:
        """Whether each King that castles has its partners on the same sides as before."""
        now = self._placed | dict(zip(self.cells, array, strict=True))
        for king, partner in self._castling:
            side = 1 if partner[0] > king[0] else -1
            there = self._cell_of(self._placed[king], now)
            partners = (cell for cell, each in now.items() if each == self._placed[partner] and cell[1] == there[1])
            if not any((cell[0] - there[0]) * side > 0 for cell in partners):
                return False
        return True

    @staticmethod
    def _cell_of(kind: int, now: dict[Square, int]) -> Square:
        """The cell of the piece of a kind."""
        return min(cell for cell, each in now.items() if each == kind)

    def choose(self, number: int) -> None:
        """Give the definition the array of this number, from 1 on.

        Raises:
            ShadowmateError: if there is none.
        """
        if not 1 <= number <= len(self.arrays):
            raise ShadowmateError(f"--array: there are {len(self.arrays):,} arrays, from 1 on; {number} is none")
        chosen = dict(zip(self.cells, self.arrays[number - 1], strict=True))
        now = self._placed | chosen
        for king, partner in {king: self._placed[partner] for king, partner in self._castling}.items():
            there = self._cell_of(self._placed[king], now)
            for army, start, origin in ((0, there, king), (1, self._image(there), self._image(king))):
                self._of.castles.append(Castles(army, start, origin[0], partner))
        for kind in sorted(set(chosen.values())):
            white = [cell for cell, each in chosen.items() if each == kind]
            self._of.types[kind].squares = white, [self._image(cell) for cell in white]


def _arrangements(left: Counter[int]) -> Iterator[tuple[int, ...]]:
    """The orders of some numbers, each once."""
    if not +left:
        yield ()
        return
    for number in sorted(+left):
        for rest in _arrangements(left - Counter([number])):
            yield (number, *rest)
