"""Tables written for other programs, in one file with all tables that they lead to."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.metadata import version

import numpy as np

from ..checking_tables.table_file import CHUNK, MAGIC
from ..compiled.engine_choice import engine_of
from .successors import Kinds, reachable
from .table import Table


def as_file(table: Table) -> list[bytes | memoryview]:
    """The content of a file with a table and those that it leads to, in parts.

    Raises:
        DamagedError: if a table's file is damaged.
    """
    game = table.game
    needed = reachable(Kinds(game, table.material), table.material)[::-1]
    described, parts = [], list[memoryview]()
    for one in map(table.of, needed):
        sums, shape = [], one.shape
        for side in range(2):
            entries = one.entries(side)
            content = np.ascontiguousarray(entries, entries.dtype.newbyteorder("<")).view(np.uint8).data
            sums.append([sha256(content[at : at + CHUNK]).hexdigest() for at in range(0, len(content), CHUNK)])
            parts.append(content)
        described.append(
            {
                "material": one.material.text(game),
                "pieces": [[army, game.piece_name(kinds)] for army, kinds in shape.types],
                "symmetries": shape.orbits.permutations.tolist(),
                "entries": shape.size,
                "bytes": entries.itemsize,
                "sha256": sums,
            }
        )
    header = {
        "program": f"shadowmate {version('shadowmate')}",
        "game": game.name,
        "readings": list(game.ruleset.chosen),
        "letters": game.ruleset.letters,
        "players": list(game.ruleset.players),
        "cells": [game.names[cell] for cell in engine_of(game).cells],
        "chunk": CHUNK,
        "tables": described,
    }
    line = json.dumps(header).encode() + b"\n"
    return [MAGIC + sha256(line).hexdigest().encode() + b"\n", line, *parts]
