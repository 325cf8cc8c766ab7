"""What commands say of the kinds of a game: facts for `--json`, and the same as text."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from clingo import Symbol

from ..asp.terms import text
from ..errors import PositionError
from ..play.game import Game
from ..play.position import Piece, Position
from .output import counted


def find_kind(game: Game, name: str) -> str:
    """The kind of that name or abbreviation.

    Raises:
        PositionError: if there is none.
    """
    known = game.ruleset.abbreviations
    wanted = name.lower().replace(" ", "_").replace("-", "_")
    for kind, abbreviation in known.items():
        if name == abbreviation or wanted == kind:
            return kind
    raise PositionError([f"{game.name} has no kind '{name}'; it has {', '.join(known)}"])


def middle(game: Game) -> str:
    """The cell nearest to the middle of the board, the lower one of a tie."""
    cells = list(game.names)
    centre = [sum(axis) / len(cells) for axis in zip(*cells, strict=True)]
    return game.names[min(cells, key=lambda c: (sum((a - b) ** 2 for a, b in zip(c, centre, strict=True)), c))]


def kind_facts(game: Game, kind: str, cell: str) -> dict[str, Any]:
    """A kind's abbreviation, its motion in words, and what it reaches on an open board from a cell."""
    rules = game.ruleset
    motions: dict[tuple[Symbol, str, str], list[str]] = defaultdict(list)
    phrases, uses = rules.pairs("phrase"), rules.pairs("use_phrase")
    special = {tuple(s.arguments[:2]): text(s.arguments[2]) for s in rules.facts("phrase", 3)}
    for symbol in rules.facts("motion", 4):
        owner, how, direction, use = symbol.arguments
        if str(owner) == kind:
            said = special.get((how, direction), phrases.get(str(how), str(how))).format(*how.arguments)
            motions[how, said, str(use)].append(_class_words(game, direction))
    words = [
        f"{said} {', '.join(sorted(classes))}{uses.get(use, use)}"
        for (_, said, use), classes in sorted(motions.items())
    ]
    army = rules.players[0]
    ends = rules.routes.ends_from(game.vectors[cell], (kind,), army)
    reach = {end for _, end, use in ends if use in rules.goes}
    only_captures = {end for _, end, use in ends if use == "capture"} - reach
    return {
        "kind": kind,
        "abbreviation": rules.abbreviations[kind],
        "motion": words,
        "from": cell,
        "reaches": len(reach),
        "cells": sorted(game.names[end] for end in reach),
        "captures": sorted(game.names[end] for end in only_captures),
    }


def _class_words(game: Game, direction: Symbol) -> str:
    jumps = game.ruleset.pairs("jump")
    if str(direction) in jumps:
        sizes = jumps[str(direction)].strip("()").split(",")
        for _ in range(len(sizes) - len(game.ruleset.axes)):
            sizes.remove("0")
        return f"{direction} {'x'.join(sizes)}"
    if direction.arguments:
        return " ".join([direction.name, *(_class_words(game, a) for a in direction.arguments)])
    return text(direction)


def kinds_text(game: Game, facts: list[dict[str, Any]]) -> str:
    """Kinds as text; of one kind a picture of its reach too."""
    lines = []
    for fact in facts:
        lines.append(
            f"{fact['abbreviation']:3} {fact['kind']}: {counted(fact['reaches'], 'cell')} from {fact['from']}"
            + (f", captures on {len(fact['captures'])} more" if fact["captures"] else "")
        )
        lines += [f"    {words}" for words in fact["motion"]]
    if len(facts) == 1:
        from ..draw import board as pictures

        player = game.ruleset.players[0]
        alone = Position(game, {facts[0]["from"]: Piece((facts[0]["kind"],), player)}, player)
        lines.append(pictures.text(alone, pictures.marks(alone, facts[0]["from"])))
    return "\n".join(lines)
