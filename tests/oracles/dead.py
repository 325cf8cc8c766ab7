"""Whether pieces of chess can checkmate at all, by looking at all placements in plain Python."""

from __future__ import annotations

from itertools import product

Cell = tuple[int, int]

CELLS = [(column, row) for column in range(8) for row in range(8)]
LEAPS = [(x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y)]


def around(cell: Cell) -> list[Cell]:
    """The cells beside a cell."""
    beside = ((cell[0] + x, cell[1] + y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0))
    return [each for each in beside if each in CELLS]


def leaps(cell: Cell) -> list[Cell]:
    """The cells that a Knight attacks."""
    return [(cell[0] + x, cell[1] + y) for x, y in LEAPS if (cell[0] + x, cell[1] + y) in CELLS]


def knight_mates() -> int:
    """How often King and Knight checkmate a bare King."""
    found = 0
    for king, bare in product(CELLS, repeat=2):
        if king == bare or king in around(bare):
            continue
        for knight in leaps(bare):
            if knight != king:
                held = {*around(king), *leaps(knight)}
                found += all(flight in held for flight in around(bare))
    return found


def bishops_may_mate() -> int:
    """How often a King holds all neighbours of the other whose colour is not that of the cell it stands on.

    Bishops of one colour attack cells of that colour only, and stand on no others: so a checked King that has a
    neighbour of the other colour, where the other King does not attack it, is not mated,
    however many Bishops there are.
    """
    found = 0
    for king, bare in product(CELLS, repeat=2):
        if king != bare and king not in around(bare):
            others = [each for each in around(bare) if sum(each) % 2 != sum(bare) % 2]
            found += all(each in around(king) for each in others)
    return found
