"""The layout of groups: the rows of moves, by start and types of pieces; and choices of aides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..game_tables import Tables
from ..named_values import BY_NOTHING, BY_NUMBER, BY_PAIR
from ..tables import AIDE_CHOICES, GROUPS, PAIRS

Choice: TypeAlias = tuple[int, ...]
"""The numbers of the rows that a move may have."""

Table: TypeAlias = list[list[Choice | None]]
"""Choices, a line for each class of cells where moves start, a column for each type of victim; None: nothing moves."""

Seek: TypeAlias = list[tuple[Choice, int] | None]
"""For each entry of AIDE_CHOICES the rows that a move may have, and the number of the measure of the aide."""

_LIST_ENDS = -1
_MIX = 0x1E3779B97F4A7C15


class Groups:
    """Builds GROUPS and PAIRS.

    Args:
        known: tables whose groups stay where they are, and whose open groups may be extended.

    Attributes:
        longest: how many rows the longest list has.
    """

    def __init__(self, known: Tables | None = None) -> None:
        self._content: list[int] = [0]
        self._kept: dict[tuple[int, ...], int] = {}
        self._places: dict[int, int] = {}
        self.longest = 0
        if known is not None:
            self.longest = known.most_choices
            self._content = known[GROUPS].tolist()
            self._places = dict(known[PAIRS][known[PAIRS][:, 0] > 0].tolist())

    def array(self) -> NDArray[np.int32]:
        """All groups and lists that were needed."""
        return np.array(self._content, np.int32)

    def pairs(self) -> NDArray[np.int64]:
        """PAIRS: the lists of open groups by victim, and the branches of special moves by type."""
        if not self._places:
            return np.zeros((0, 2), np.int64)
        mask = (1 << (2 * len(self._places)).bit_length()) - 1
        found = np.zeros((mask + 1, 2), np.int64)
        entries = np.array(list(self._places.items()), np.int64)
        slots = (entries[:, 0] * _MIX >> 32) & mask
        while len(entries):
            # Of those that come to the same free slot the first has it, and the others go on to the next.
            free = np.flatnonzero(found[slots, 0] == 0)
            first = free[np.unique(slots[free], return_index=True)[1]]
            found[slots[first]] = entries[first]
            entries, slots = np.delete(entries, first, 0), np.delete(slots + 1 & mask, first)
        return found

    def rows(self, choice: Choice) -> int:
        """Where a list of rows starts."""
        self.longest = max(self.longest, len(choice))
        return self._keep((*choice, _LIST_ENDS))

    def closed(self, table: Table) -> int:
        """Where the group of a table starts."""
        table = _merged([list(column) for column in zip(*_merged(table), strict=True)])
        lines = [list(line) for line in zip(*table, strict=True)]
        by_origin = len(lines[0]) if len(lines) > 1 else 0
        by_victim = int(len(lines[0]) > 1)
        # Where nothing moves any list will do.
        lists = [self.rows(each or ()) for line in lines for each in line]
        return self._keep((by_origin, by_victim, *lists))

    def open(self, usual: int, starts: int) -> int:
        """The place of a new open group, without any victim.

        Args:
            usual: the row of moves that have not been asked about.
            starts: how many classes of cells there are where its moves start.
        """
        unasked = self.rows((usual,))
        # No other group is the same one, as victims are found by its place.
        group = len(self._content)
        self._content += [int(starts > 1), -1, *[unasked] * starts]
        return group

    def extend(
        self, group: int, starts: int, choices: Mapping[tuple[int, int], Choice], victims: Iterable[int]
    ) -> None:
        """Add victims to an open group.

        Args:
            group: where it starts.
            starts: how many classes of cells there are where its moves start.
            choices: the rows by start and by the type of the victim, 0 if it does not matter.
            victims: the types to add, 0 for moves without a victim.
        """
        lists = {key: self.rows(choice) for key, choice in choices.items()}
        for victim in victims:
            entry = [lists.get((start, victim), lists.get((start, 0), 0)) for start in range(starts)]
            if all(entry):
                self._places[group << 32 | victim] = len(self._content)
                self._content += entry

    def tree(
        self, choices: Mapping[tuple[int, ...], Choice], widths: Sequence[int | None], known: int | None = None
    ) -> int:
        """Where a group of special moves starts, which branches by one number after another.

        Args:
            choices: the rows by these numbers.
            widths: how many values each number may have; None if more may come later.
            known: the place of the group to extend, if there is one.
        """
        if not widths:
            return self.rows(next(iter(choices.values()), ()))
        lower: dict[int, dict[tuple[int, ...], Choice]] = defaultdict(dict)
        for (number, *others), choice in choices.items():
            lower[number][tuple(others)] = choice
        width = widths[0]
        if width is None:
            group = known
            if group is None:
                # No other group is the same one, as branches are found by its place.
                group = len(self._content)
                self._content += [int(BY_PAIR)]
            for number, some in lower.items():
                key = group << 32 | number
                self._places[key] = self.tree(some, widths[1:], self._places.get(key))
            return group
        branches = {number: self.tree(some, widths[1:]) for number, some in lower.items()}
        every = set(branches.values())
        if len(every) < 2:
            return self._keep((int(BY_NOTHING), *(every or [self.tree({}, widths[1:])])))
        # Where the special move does not exist any branch will do.
        usual = min(every)
        return self._keep((int(BY_NUMBER), *(branches.get(number, usual) for number in range(width))))

    def _keep(self, content: tuple[int, ...]) -> int:
        """Where a list or a group starts, each kept once: only lists end with a negative number."""
        if content not in self._kept:
            self._kept[content] = len(self._content)
            self._content += content
        return self._kept[content]


class Seeks:
    """How rows seek aides: for each type of an aide the rows that the move then has, and the measure.

    Args:
        known: tables laid out before, whose seeks keep their numbers.
    """

    def __init__(self, known: Tables | None) -> None:
        self._found: list[Seek] = []
        self._fresh = 0
        if known is not None:
            for each in known[AIDE_CHOICES].tolist():
                self._found.append([None if not place else (known.rows_at(place), measure) for place, measure in each])
            self._fresh = known[AIDE_CHOICES].shape[1]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[tuple[int, int, tuple[Choice, int]]]:
        for number, seek in enumerate(self._found):
            yield from ((number, kind, each) for kind, each in enumerate(seek) if each is not None)

    def number(self, seek: Seek) -> int:
        """The number of a choice of aides, from 1. One that is equal for the known types keeps its number."""
        for number, each in enumerate(self._found):
            if each in (seek, seek[: self._fresh]):
                self._found[number] = seek
                return number + 1
        self._found.append(seek)
        return len(self._found)


def _merged(lines: Table) -> Table:
    """One line in the place of all, if they agree wherever there are moves."""
    found: list[Choice | None] = []
    for column in zip(*lines, strict=True):
        some = {each for each in column if each is not None}
        if len(some) > 1:
            return lines
        found.append(next(iter(some), None))
    return [found]
