"""Zones: the cells where some pieces may be, such as `inside`, `edge`, `e4` or `?1`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from ..asp.terms import Vector
from ..errors import OptionError, PositionError, quoted
from .game import Game
from .material import Material, read_type

INSIDE, EDGE = "inside", "edge"
_PATTERNS = f"cells, patterns such as '?1', {INSIDE} or {EDGE}"


def in_zones(game: Game, material: Material, zones: Iterable[str]) -> Material:
    """Material kept to zones such as `black Ki inside`, `white Pa Aa2 Ab2` or `white K: ?1 ?2`.

    Args:
        game: the game.
        material: the pieces, each group with its cells.
        zones: for each a player, a kind, and cells.

    Raises:
        OptionError: if a zone is not of this form, names no piece of the material, or leaves it no cell.
    """
    for zone in zones:
        words = zone.replace(",", " ").replace(":", " ", 1).split()
        if len(words) < 3 or words[0] not in game.ruleset.players:
            raise OptionError(f"{quoted(zone)}: a zone is a player, a kind, and {_PATTERNS}")
        material = in_zone(game, material, words[0], words[1], words[2:])
    return material


def in_zone(game: Game, material: Material, player: str, kind: str, patterns: Sequence[str]) -> Material:
    """Material of which the pieces of one player and kind (`Q`, or `Q+N`) are kept to some cells.

    Raises:
        OptionError: if a pattern names no cell, the material has no such piece, or no cell is left for it.
    """
    try:
        each = read_type(game, player, kind)
    except PositionError as error:
        raise OptionError(str(error)) from error
    try:
        cells = zone_cells(game, patterns)
    except OptionError as error:
        raise OptionError(f"{player} {kind}: {error}") from error
    groups = {
        group.type: replace(group, cells=tuple(cell for cell in group.cells if cell in cells))
        if group.type == each
        else group
        for group in material.groups
    }
    if each not in groups:
        raise OptionError(f"{player} {kind}: no such piece is among {material.text(game)}")
    if not groups[each].cells:
        raise OptionError(f"{player} {kind}: the rules allow it on no cell of {' '.join(patterns)}")
    return Material(tuple(groups.values()))


def zone_cells(game: Game, patterns: Sequence[str]) -> frozenset[Vector]:
    """The cells that some patterns name.

    Raises:
        OptionError: if one names none.
    """
    found: set[Vector] = set()
    inside = inside_cells(game)
    for pattern in patterns:
        if pattern == INSIDE:
            some = inside
        elif pattern == EDGE:
            some = frozenset(game.ruleset.cells) - inside
        else:
            some = frozenset(cell for name, cell in game.vectors.items() if fnmatchcase(name, pattern))
        if not some:
            raise OptionError(f"no cell of {game.name} is {quoted(pattern)}; there are {_PATTERNS}")
        found |= some
    return frozenset(found)


def inside_cells(game: Game) -> frozenset[Vector]:
    """The cells away from every face of the board: along each dimension there is a next cell both ways."""
    cells = game.ruleset.cells

    def beside(cell: Vector, axis: int, step: int) -> Vector:
        return (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])

    return frozenset(
        cell
        for cell in cells
        if all(beside(cell, axis, step) in cells for axis in game.ruleset.axes for step in (-1, 1))
    )
