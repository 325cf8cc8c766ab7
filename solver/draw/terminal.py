"""Positions as text: the panels of a board for a terminal or a log, readable with and without colour."""

from __future__ import annotations

import shutil
from collections.abc import Iterable

from ..explain.marks import Marks
from ..play.position import Position
from .panels import Panel, Tile, panels

_SIDE_SIGNS = ("", "'", '"', "^")
_COLOURS = {"origin": "1;33", "reached": "1;32", "captures": "1;31", "shadowed": "35", "guarded": "32"}
_ARMY_COLOURS = ("1", "1;36", "1;33", "1;35")
_EMPTY = (".", "-", ":")


def text(
    position: Position,
    marks: Marks | None = None,
    color: bool = False,
    width: int | None = None,
    caption: str = "",
) -> str:
    """The panels as text, side by side as the width allows.

    Pieces are written by their abbreviations, those of the second player with a `'` behind, the third's with
    a `"`. Light cells are `.`, dark ones `:`. Of marks, `[Pr]` is the piece in question, `o` a cell that it
    reaches, `x` stands before what it captures, `+` before what it guards, and `/` on cells shadowed from it.

    Args:
        position: what to show.
        marks: what to point out in it.
        color: whether to use the colours of a terminal besides.
        width: of the terminal, in columns.
        caption: a line to print below it.
    """
    found = marks or Marks()
    board = panels(position.game.ruleset)
    columns = width or shutil.get_terminal_size((100, 24)).columns
    names = {cell: position.game.piece_name(piece.kinds) for cell, piece in position.pieces.items()}
    slot = max([2, *map(len, names.values())]) + 2
    blocks = [_block(position, panel, found, names, slot, color) for panel in board.panels]
    wide = max(length for block in blocks for length, _ in block)
    beside = max(1, min(len(blocks), (columns + 2) // (wide + 2)))
    lines = []
    for start in range(0, len(blocks), beside):
        row = blocks[start : start + beside]
        for number in range(max(map(len, row))):
            cells = [block[number] if number < len(block) else (0, "") for block in row]
            lines.append("  ".join(words + " " * (wide - length) for length, words in cells).rstrip())
        lines.append("")
    return "\n".join([*lines, *_notes(position, found, names, caption)]).rstrip() + "\n"


def _block(
    position: Position, panel: Panel, found: Marks, names: dict[str, str], slot: int, color: bool
) -> list[tuple[int, str]]:
    """The lines of one panel, with their lengths on the screen."""
    grid = {(tile.x, tile.y): _entry(position, tile, found, names, slot, color) for tile in panel.tiles}
    for label in panel.labels:
        place = (label.x - label.dx, label.y - label.dy)
        grid.setdefault(place, label.text.center(slot))
    xs, ys = [x for x, _ in grid], [y for _, y in grid]
    left, right = min(xs), max(xs)
    wide = slot * (right - left + 1)
    lines = [(wide, panel.title.center(wide))] if panel.title else []
    for y in range(max(ys), min(ys) - 1, -1):
        lines.append((wide, "".join(grid.get((x, y), " " * slot) for x in range(left, right + 1))))
    return lines


def _entry(position: Position, tile: Tile, found: Marks, names: dict[str, str], slot: int, color: bool) -> str:
    """What one cell looks like: a sign for its mark, what stands there, a sign for the army."""
    cell = tile.name
    piece = position.pieces.get(cell)
    mark = next(
        (
            name
            for name, cells in (
                ("captures", found.captures),
                ("guarded", found.guarded),
                ("reached", found.reached),
                ("shadowed", found.shadowed),
            )
            if cell in cells
        ),
        "origin" if cell == found.origin else "",
    )
    if piece is None:
        words = {"reached": "o", "shadowed": "/"}.get(mark, _EMPTY[tile.shade]).center(slot)
        code = _COLOURS.get(mark, "2")
    else:
        players = position.game.ruleset.players
        seat = players.index(piece.army) if piece.army in players else len(players)
        side = _SIDE_SIGNS[seat % len(_SIDE_SIGNS)]
        before = {"captures": "x", "guarded": "+", "shadowed": "/", "origin": "["}.get(mark, " ")
        words = before + names[cell] + side
        words = (words + ("]" if mark == "origin" and len(words) < slot else "")).ljust(slot)
        code = _COLOURS.get(mark, _ARMY_COLOURS[seat % len(_ARMY_COLOURS)])
    if not color:
        return words
    bare = words.strip()
    indent = len(words) - len(words.lstrip())
    return f"{' ' * indent}\x1b[{code}m{bare}\x1b[0m{' ' * (len(words) - indent - len(bare))}"


def _notes(position: Position, found: Marks, names: dict[str, str], caption: str) -> Iterable[str]:
    """What stands below the panels: whose signs are whose, what the marks mean, who shadows."""
    if caption:
        yield caption
    armies = {piece.army for piece in position.pieces.values()}
    sample = next(iter(names.values()), "")
    signs = [
        f"{sample}{_SIDE_SIGNS[seat % len(_SIDE_SIGNS)]} {player}"
        for seat, player in enumerate(position.game.ruleset.players)
        if player in armies
    ]
    yield f"{', '.join(signs)}{'; ' if signs else ''}{position.turn} to move"
    if found.origin:
        parts = [f"o reached {len(found.reached)}"]
        parts += [f"x captured {len(found.captures)}"] if found.captures else []
        parts += [f"+ guarded {len(found.guarded)}"] if found.guarded else []
        parts += [f"/ shadowed {len(found.shadowed)}"] if found.shadowed else []
        yield f"[{names.get(found.origin, '')}{found.origin}]: {', '.join(parts)}"
    for blocker in found.blockers:
        cells = [cell for cell, by in found.shadowed.items() if blocker in by]
        yield f"/ by {names.get(blocker, '')}{blocker}: {' '.join(cells)}"
