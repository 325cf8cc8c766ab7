"""Two readings of a game compared: for each kind the smallest position where they differ, or the proof of none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..explain.marks import Marks
from ..explain.why import Why
from ..play.position import Position


@dataclass(frozen=True, slots=True)
class Difference:
    """Disagreements of one cause, with a position that shows them.

    Attributes:
        reached_under: the reading under which the move is there.
        position: a position with one of them.
        origin, target: the cells of the piece, and of the move that one reading has and the other has not.
        pieces: the cells of the pieces on the way.
        routes: what spans the routes to such cells, in words, under the first reading and under the second.
        number: how many there are on the board.
        patterns: how many that look different from the piece, up to symmetry.
        left, right: why the move is there or not, under the first reading and under the second.
    """

    reached_under: str
    position: Position
    origin: str
    target: str
    pieces: tuple[str, ...]
    routes: tuple[str, str]
    number: int
    patterns: int
    left: Why
    right: Why

    @property
    def move(self) -> str:
        """The move, such as `ScAa1-Ae1`."""
        return f"{self.position.game.piece_name(self.position.pieces[self.origin].kinds)}{self.origin}-{self.target}"

    def as_json(self) -> dict[str, Any]:
        """The difference as documented for `--json`."""
        return {
            "reached_under": self.reached_under,
            "position": str(self.position),
            "move": self.move,
            "pieces": list(self.pieces),
            "routes": list(self.routes),
            "number": self.number,
            "patterns": self.patterns,
            "left": self.left.as_json(),
            "right": self.right.as_json(),
        }

    def marks(self) -> Marks:
        """The marks of a picture: the piece, the cell that it reaches or not, and the pieces on the way."""
        if not self.pieces:
            return Marks(self.origin, frozenset([self.target]))
        return Marks(self.origin, shadowed={self.target: self.pieces})


@dataclass(frozen=True, slots=True)
class KindCompared:
    """What two readings make of the pieces of a kind.

    Attributes:
        kind: the kind.
        army: whose.
        same_routes: whether it has the same routes, and the same rules for them, so that nothing was searched.
        pieces: how many pieces the smallest difference has, the piece itself included; None if none was found.
        classes: the differences of the fewest pieces, by their causes, the most frequent first.
        number: how many such positions there are.
        distinct: how many up to symmetry.
        symmetries: the symmetries of the board that keep the kind's motion under both readings.
        pairs: how many pairs of cells were decided.
        is_whole: whether the search came to its end.
        counted: the questions asked, and what clingo counted.
    """

    kind: str
    army: str
    same_routes: bool
    pieces: int | None
    classes: tuple[Difference, ...]
    number: int
    distinct: int
    symmetries: int
    pairs: int
    is_whole: bool
    counted: Counter[str]

    def as_json(self) -> dict[str, Any]:
        """The kind as documented for `--json`."""
        return {
            "kind": self.kind,
            "army": self.army,
            "same_routes": self.same_routes,
            "pieces": self.pieces,
            "number": self.number,
            "distinct": self.distinct,
            "symmetries": self.symmetries,
            "pairs": self.pairs,
            "complete": self.is_whole,
            "classes": [each.as_json() for each in self.classes],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two readings compared.

    Attributes:
        game: the game's name.
        names: what the first and the second are called.
        kinds: the kinds, in the order of the rules.
        most: how many pieces the positions were allowed besides the one that moves; None if any number.
        origin: the cell that the moves were to start from; None if any.
        cells: how many cells the board has.
        seconds: how long it took.
    """

    game: str
    names: tuple[str, str]
    kinds: tuple[KindCompared, ...]
    most: int | None
    origin: str | None
    cells: int
    seconds: float

    @property
    def smallest(self) -> KindCompared | None:
        """The kind with the smallest difference."""
        return min((each for each in self.kinds if each.classes), key=lambda each: each.pieces or 0, default=None)

    @property
    def differ(self) -> bool:
        """Whether the readings differ in some position."""
        return self.smallest is not None

    @property
    def is_whole(self) -> bool:
        """Whether all that was asked is answered."""
        return all(each.is_whole for each in self.kinds)

    @property
    def proved(self) -> bool:
        """Whether it is proved that the readings agree in every position within `over`, or with fewer pieces."""
        return self.is_whole

    @property
    def over(self) -> str:
        """What the answer is about."""
        start = f"from {self.origin}" if self.origin else f"from each of the {self.cells} cells"
        pieces = "every occupancy of the board" if self.most is None else _bound(self.most)
        return f"what a piece reaches, {start}, with {pieces}"

    @property
    def counted(self) -> Counter[str]:
        """The questions asked, and what clingo counted in them."""
        return sum((each.counted for each in self.kinds), Counter())

    def as_json(self) -> dict[str, Any]:
        """The answer as documented for `--json`."""
        first = self.smallest.classes[0] if self.smallest else None
        return {
            "game": self.game,
            "readings": list(self.names),
            "differ": self.differ,
            "pieces": self.smallest.pieces if self.smallest else None,
            "position": str(first.position) if first else None,
            "move": first.move if first else None,
            "left": first.left.as_json() if first else None,
            "right": first.right.as_json() if first else None,
            "classes": [each.as_json() for each in self.smallest.classes] if self.smallest else [],
            "proved": self.proved,
            "over": self.over,
            "seconds": round(self.seconds, 3),
            "statistics": dict(self.counted),
            "kinds": [each.as_json() for each in self.kinds],
        }

    def __str__(self) -> str:
        return "\n".join(lines(self))


def lines(found: Comparison) -> Iterator[str]:
    """The answer in words."""
    if found.smallest:
        first = found.smallest.classes[0]
        pieces = counted_as(found.smallest.pieces or 0, "piece")
        how = "differ first" if found.is_whole else "differ, as far as was searched before the interruption,"
        yield f"these two readings {how} with {pieces}: {first.position}"
        yield from by_name(found.names, (first.left, first.right))
    elif found.is_whole and all(each.same_routes for each in found.kinds):
        yield (
            "no position distinguishes them by what a piece reaches: its routes, and the rules for them, are the same;"
            " --material compares what moves do too"
        )
    elif found.is_whole:
        which, over = ("", " for every occupancy") if found.most is None else (f" with {_bound(found.most)}", "")
        yield f"no position{which} distinguishes them by what a piece reaches: proved{over} in {found.seconds:.0f} s"
    else:
        yield "interrupted before a difference was found: nothing is proved"
    for each in found.kinds:
        if not each.same_routes:
            yield from _kind(each, found)
    same = [each.kind for each in found.kinds if each.same_routes]
    if same:
        yield f"the same routes under both, nothing to search: {', '.join(dict.fromkeys(same))}"
    counted = found.counted
    asked = f"asked {counted_as(counted['questions'], 'question')}: {found.over}"
    effort = ", ".join(f"{counted[each]:,} {each}" for each in ("choices", "conflicts"))
    yield asked if found.differ else f"{asked}; {counted['rules']:,} ground rules, {effort}"


def _kind(each: KindCompared, found: Comparison) -> Iterator[str]:
    whose = f"{each.kind} of {each.army}"
    if each.pieces is None:
        yield f"{whose}: {'no difference' if each.is_whole else 'interrupted, no difference so far'}"
        return
    so_far = "" if each.is_whole else "interrupted, so far "
    counts = [counted_as(each.pieces, "piece"), counted_as(each.number, "position")]
    classes = counted_as(len(each.classes), "class", "classes")
    yield f"{whose}: {so_far}{', '.join(counts)}, {each.distinct:,} up to {each.symmetries} symmetries, {classes}"
    for shown in each.classes:
        yield (
            f"  {counted_as(shown.number, 'position')} of {counted_as(shown.patterns, 'shape')}, reached under "
            f"{shown.reached_under} alone, as {shown.move} past {', '.join(shown.pieces) or 'no piece'}"
        )
        left, right = shown.routes
        yield f"    by {left}" + ("" if left == right else f"; under {found.names[1]} by {right}")


def counted_as(number: int, one: str, several: str = "") -> str:
    """A number of things, in words."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def duration(seconds: float) -> str:
    """A time in words."""
    for size, unit in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{max(seconds, 1):.0f} s"


def _bound(most: int) -> str:
    return f"at most {counted_as(most, 'piece')} on the way"


def by_name(names: tuple[str, str], reasons: tuple[object, object]) -> Iterator[str]:
    """The texts of either side, in lines under its name."""
    for name, reason in zip(names, reasons, strict=True):
        first, *rest = str(reason).splitlines()
        yield f"  {name}: {first}"
        yield from (f"    {line.strip()}" for line in rest)
