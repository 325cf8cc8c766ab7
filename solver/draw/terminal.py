"""Positions as text: the panels of a board for a terminal or a log, readable with and without colour."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable

from rich.cells import cell_len
from rich.text import Text

from ..explain.marks import Marks, marked
from ..play.position import Position
from .look import beside
from .panels import Panel, Tile, panels
from .symbols import symbol

_SIDE_SIGNS = ("", "'", '"', "^")
_STYLES = {
    "origin": "bold yellow",
    "reached": "bold green",
    "captures": "bold red",
    "shadowed": "magenta",
    "guarded": "green",
}
_ARMY_STYLES = ("bold", "bold cyan", "bold yellow", "bold magenta")
_EMPTY = (".", "-", ":")


def text(
    position: Position,
    marks: Marks | None = None,
    width: int | None = None,
    caption: str = "",
    figurines: bool = False,
    empty: bool = True,
    moved: Collection[str] = (),
) -> Text:
    """The panels as text, side by side as the width allows, with the colours that a terminal may show.

    Pieces are written by their abbreviations, those of the second player with a `'` behind, the third's with
    a `"`. Light cells are `.`, dark ones `:`. Of marks, `[Pr]` is the piece in question, `o` a cell that it
    reaches, `x` stands before what it captures, `+` before what it guards, and `/` on cells shadowed from it.

    Args:
        position: what to show.
        marks: what to point out in it.
        width: of the terminal, in columns.
        caption: a line to print below it.
        figurines: whether to write the symbols that the game gives its kinds, where it does.
        empty: whether panels without pieces and marks are shown.
        moved: where the last move began and ended.
    """
    found = marks or Marks()
    board = panels(position.game.ruleset)
    columns = width or shutil.get_terminal_size((100, 24)).columns
    names = _names(position, figurines)
    slot = max([2, *map(cell_len, names.values())]) + 2
    if found.origin in names:  # it stands between brackets
        slot = max(slot, cell_len(names[found.origin] + _side_sign(position, found.origin)) + 2)
    shown = board.panels if empty else board.filled(marked(position, found, moved))
    blocks = [_block(position, panel, found, names, slot) for panel in shown]
    wide = max(line.cell_len for block in blocks for line in block)
    beside = max(1, min(len(blocks), (columns + 2) // (wide + 2)))
    lines = []
    for start in range(0, len(blocks), beside):
        row = blocks[start : start + beside]
        for number in range(max(map(len, row))):
            cells = [block[number].copy() if number < len(block) else Text() for block in row]
            for cell in cells[:-1]:
                cell.pad_right(wide - cell.cell_len + 2)
            line = Text().join(cells)
            line.rstrip()
            lines.append(line)
        lines.append(Text())
    lines += map(Text, _notes(position, found, names, caption))
    return Text("\n").join(lines)


def _names(position: Position, figurines: bool) -> dict[str, str]:
    """What stands for each piece, by its cell."""
    game = position.game
    return {
        cell: (symbol(game.ruleset, piece.kinds, piece.army) if figurines else None) or game.piece_name(piece.kinds)
        for cell, piece in position.pieces.items()
    }


def _block(position: Position, panel: Panel, found: Marks, names: dict[str, str], slot: int) -> list[Text]:
    """The lines of one panel, all of one width."""
    grid = {(tile.x, tile.y): _entry(position, tile, found, names, slot) for tile in panel.tiles}
    for label in panel.labels:
        place = (label.x - label.dx, label.y - label.dy)
        grid.setdefault(place, Text(label.text.center(slot)))
    xs, ys = [x for x, _ in grid], [y for _, y in grid]
    left, right = min(xs), max(xs)
    lines = [Text(panel.title.center(slot * (right - left + 1)))] if panel.title else []
    for y in range(max(ys), min(ys) - 1, -1):
        lines.append(Text().join(grid.get((x, y), Text(" " * slot)) for x in range(left, right + 1)))
    return lines


def _entry(position: Position, tile: Tile, found: Marks, names: dict[str, str], slot: int) -> Text:
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
                ("noted", found.noted),
            )
            if cell in cells
        ),
        "origin" if cell == found.origin else "",
    )
    if piece is None:
        words = {"reached": "o", "captures": "x", "shadowed": "/", "noted": "*"}.get(mark, _EMPTY[tile.shade])
        before, style = " " * ((slot - 1) // 2), _STYLES.get(mark, "dim")
    else:
        seat = _seat(position, cell)
        sign = {"captures": "x", "guarded": "+", "shadowed": "/", "origin": "[", "noted": "*"}.get(mark, "")
        words = sign + names[cell] + _side_sign(position, cell) + ("]" if mark == "origin" else "")
        before, style = "" if sign else " ", _STYLES.get(mark, _ARMY_STYLES[seat % len(_ARMY_STYLES)])
    entry = Text(before).append(words, style)
    entry.pad_right(slot - entry.cell_len)
    return entry


def _seat(position: Position, cell: str) -> int:
    """The number of the player whose piece is on a cell, from 0; after the last for armies without a commander."""
    players, army = position.game.ruleset.players, position.pieces[cell].army
    return players.index(army) if army in players else len(players)


def _side_sign(position: Position, cell: str) -> str:
    return _SIDE_SIGNS[_seat(position, cell) % len(_SIDE_SIGNS)]


def _notes(position: Position, found: Marks, names: dict[str, str], caption: str) -> Iterable[str]:
    """The text below the panels: the signs of players, the meaning of marks, and the blocking pieces."""
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
    yield from beside(position)
    if found.origin:
        parts = [f"o reached {len(found.reached)}"]
        captured = len(found.captured(position))
        parts += [f"x captured {captured}"] if captured else []
        parts += [f"x only to capture {len(found.captures) - captured}"] if captured < len(found.captures) else []
        parts += [f"+ guarded {len(found.guarded)}"] if found.guarded else []
        parts += [f"/ shadowed {len(found.shadowed)}"] if found.shadowed else []
        yield f"[{names.get(found.origin, '')}{found.origin}]: {', '.join(parts)}"
    if found.noted:
        yield f"* {found.noted_as}: {' '.join(sorted(found.noted))}"
    for blocker in found.blockers:
        cells = [cell for cell, by in found.shadowed.items() if blocker in by]
        yield f"/ by {names.get(blocker, '')}{blocker}: {' '.join(cells)}"
