"""The description of games, as facts for `--json` and as text."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from ..play.game import Game

_WIDTH = 79


def game_facts(game: Game) -> dict[str, Any]:
    """A game's name, size and readings."""
    rules = game.ruleset
    return {
        "game": game.name,
        "title": rules.title,
        "players": list(rules.players),
        "cells": len(rules.cells),
        "kinds": len(rules.abbreviations),
        "readings": [
            {"name": r.name, "question": r.question, "meaning": r.meaning, "place": r.place, "default": r.default}
            for r in rules.readings
        ],
    }


def games_text(games: Sequence[Game]) -> str:
    """The games as text, each with its readings."""
    lines = []
    for game in games:
        facts = game_facts(game)
        lines.append(
            f"{facts['game']}: {facts['title']}, {facts['cells']} cells, {facts['kinds']} kinds, "
            f"players {', '.join(facts['players'])}"
        )
        for reading in facts["readings"]:
            mark = "*" if reading["default"] else " "
            lines.append(f"  {mark} {reading['name']}: {reading['meaning']}  [{reading['place']}]")
    if any(game.ruleset.readings for game in games):
        lines.append("* is the default; use another with --reading NAME")
    return "\n".join(lines)


def variants_text(names: Sequence[str]) -> str:
    """The names of variants, as lines."""
    listed = textwrap.fill(", ".join(names), _WIDTH, initial_indent="  ", subsequent_indent="  ")
    return f"variants; --variants describes them:\n{listed}"
