"""What the playground knows of a game: its board, its pieces, how a position is written, and its rules as sheets.

The playground is a page of the documentation (docs/site.py) in which the reader's browser grounds and solves the rules;
its script is built from explorer/playground/, whose game.ts describes this data.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from ..asking.editable import Sheet, editable
from ..asp.terms import NO_COMMANDER, cell_symbol, store_symbol
from ..play.from_text import read_position
from ..play.game import Game
from ..play.piece import Piece
from ..play.position import Position
from .data import board_data, glyph_data


def playground(game: Game) -> dict[str, Any]:
    """What the page shows of a game, and what it gives clingo."""
    rules, found = game.ruleset, editable(game.ruleset)
    return {
        **board_data(game),
        "title": rules.title,
        "start": str(read_position(game, f"{game.name}: start", Position)) if rules.facts("start", 3) else "",
        "glyphs": glyph_data(
            game, (Piece((kind,), army) for kind, army in product(rules.abbreviations, rules.players)), False
        ),
        "kinds": rules.abbreviations,
        "unowned": NO_COMMANDER,
        "cells": {name: str(cell_symbol(cell)) for cell, name in rules.cells.items()},
        "fields": rules.fields,
        "flags": {name: list(some) for name, some in rules.flags.items()},
        "endings": list(rules.endings),
        "stores": {name: {"term": str(store_symbol(name)), "items": items} for name, items in rules.items.items()},
        "compounds": bool(rules.facts("compounds", 0)),
        "events": rules.has_events,
        "base": [_sheet(each) for each in found.base],
        "parts": [_sheet(each) for each in found.parts],
        "needs": {name: list(numbers) for name, numbers in found.needs.items()},
        "stated": [f"{name}/{arity}" for name, arity in found.stated],
        "shown": [f"{name}/{arity}" for name, arity in found.shown],
        "tail": found.tail,
    }


def _sheet(sheet: Sheet) -> dict[str, str]:
    return {"name": sheet.name, "about": sheet.about, "text": sheet.text}
