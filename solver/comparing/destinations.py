"""What one piece reaches, from every cell, under two readings: the smallest differences, or the proof of none."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..asp.ruleset import Ruleset
from ..asp.shapes import Piece
from ..asp.terms import Vector, add
from .cell_pairs import Agenda, Families, Matrix, Pairs, turned
from .reach_question import Disagreement, PlacedPiece, Question

Pattern: TypeAlias = tuple[Vector, str, tuple[PlacedPiece, ...]]
"""The displacement of the target, the reading under which it is reached, and the other pieces."""

Progress: TypeAlias = Callable[[int, int | None, object], None]
Stopped: TypeAlias = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Instance:
    """One disagreement on the board.

    Attributes:
        origin: where the piece stands.
        target: the cell that it reaches under one reading alone.
        pieces: the pieces on the way.
        side: `left` or `right`: the reading under which it is reached.
    """

    origin: Vector
    target: Vector
    pieces: tuple[PlacedPiece, ...]
    side: str


@dataclass(frozen=True, slots=True)
class Cause:
    """Disagreements about targets to which the same routes lead, whatever their lengths, up to symmetry.

    Attributes:
        side: `left` or `right`: the reading under which the target is reached.
        families: what spans the routes there, under either reading.
        number: how many there are on the board.
        patterns: how many there are that look different from the piece.
        example: one of those that look as most do.
    """

    side: str
    families: Families
    number: int
    patterns: int
    example: Instance


@dataclass(frozen=True, slots=True)
class Reach:
    """What two readings make of a piece.

    Attributes:
        piece: an army, and the kinds of the piece.
        is_identical: whether it has the same routes under both, and the same rules for them.
        pieces: the fewest pieces on the way with which there is a difference; None if none was found.
        causes: the disagreements with that number of pieces, by their causes, the most frequent first.
        number: how many there are.
        distinct: how many up to the symmetries of the board that keep the piece's motion under both readings.
        is_whole: whether every question was asked.
        pairs: how many pairs of cells were decided.
        symmetries: how many symmetries that took into account.
        counted: the questions asked, and what clingo counted.
    """

    piece: Piece
    is_identical: bool
    pieces: int | None
    causes: tuple[Cause, ...]
    number: int
    distinct: int
    is_whole: bool
    pairs: int
    symmetries: int
    counted: Counter[str]


def compare_reach(
    rulesets: tuple[Ruleset, Ruleset],
    piece: Piece,
    blockers: Sequence[str],
    origin: Vector | None = None,
    most: int | None = None,
    progress: Progress = lambda *_: None,
    stopped: Stopped = lambda: False,
) -> Reach:
    """Every disagreement about what a piece reaches, with the fewest pieces on the way.

    Args:
        rulesets: the rules under the first reading, and under the second; the boards are the same.
        piece: an army, and the kinds of the piece.
        blockers: the kinds to guess on the way, besides those over which the piece may not hop: one where kinds
            make no difference, none if it hops over no kind.
        origin: only from this cell; if None, from every cell.
        most: the number of pieces on the way at most; if None, any number.
        progress: called with the number of questions asked, and the number of all.
        stopped: asked now and then whether to end with what is known.

    Raises:
        RulesError: if clingo has anything to complain about.
    """
    question = Question(rulesets, piece, blockers)
    agenda = Agenda(question.sides, origin)
    asked = agenda.questions()
    least = most
    found: list[tuple[Pairs, list[Disagreement]]] = []
    is_whole = True
    for number, pairs in enumerate(asked):
        progress(number, len(asked), piece[1][0])
        if stopped():
            is_whole = False
            break
        some = question.ask(pairs.origin, pairs.target, pairs.space, least)
        if some and (not found or len(some[0].pieces) < len(found[0][1][0].pieces)):
            found = []
            least = len(some[0].pieces)
        if some:
            found.append((pairs, some))
    return Reach(
        piece,
        agenda.is_identical,
        len(found[0][1][0].pieces) if found else None,
        _causes(agenda, found),
        sum(weight * len(some) for pairs, some in found for weight, _ in pairs.members),
        sum(_orbits(pairs, some, keeping) for pairs, some in found for _, keeping in pairs.members),
        is_whole,
        agenda.pairs,
        len(agenda.symmetries),
        question.counted,
    )


def _causes(agenda: Agenda, found: list[tuple[Pairs, list[Disagreement]]]) -> tuple[Cause, ...]:
    examples: dict[Pattern, Instance] = {}
    numbers: Counter[Pattern] = Counter()
    for pairs, disagreements in found:
        weight = sum(each for each, _ in pairs.members)
        keeping = agenda.keeping(pairs.shared)
        for each in disagreements:
            pattern = min(_moved(_pattern(pairs, each), matrix) for matrix in keeping)
            instance = Instance(pairs.origin, pairs.target, tuple(sorted(each.pieces)), each.side)
            examples.setdefault(pattern, instance)
            numbers[pattern] += weight
    causes: dict[tuple[str, Families], list[Pattern]] = defaultdict(list)
    families = {displacement: agenda.families(displacement) for displacement, _, _ in numbers}
    for pattern, _ in numbers.most_common():
        causes[pattern[1], families[pattern[0]]].append(pattern)
    some = []
    for (side, _), patterns in causes.items():
        example = examples[patterns[0]]
        along = agenda.routes_between(example.origin, example.target)
        some.append(Cause(side, along, sum(numbers[each] for each in patterns), len(patterns), example))
    return tuple(sorted(some, key=lambda cause: -cause.number))


def _pattern(pairs: Pairs, disagreement: Disagreement) -> Pattern:
    """A disagreement as seen from the piece, in the frame that all the pairs have in common."""
    back = tuple(-each for each in pairs.origin)
    pieces = ((turned(pairs.frame, add(cell, back)), kind, army) for cell, kind, army in disagreement.pieces)
    return pairs.shared, disagreement.side, tuple(sorted(pieces))


def _moved(pattern: Pattern, matrix: Matrix) -> Pattern:
    displacement, side, pieces = pattern
    images = ((turned(matrix, cell), kind, army) for cell, kind, army in pieces)
    return turned(matrix, displacement), side, tuple(sorted(images))


def _orbits(pairs: Pairs, disagreements: list[Disagreement], keeping: tuple[Matrix, ...]) -> int:
    """How many disagreements about one pair of cells there are up to symmetries that keep it."""
    patterns = (_pattern(pairs, each) for each in disagreements)
    return len({min(_moved(pattern, matrix) for matrix in keeping) for pattern in patterns})
