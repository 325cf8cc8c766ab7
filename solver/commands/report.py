"""What the commands print: facts for `--json`, and the same as text."""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from clingo import Symbol

from ..asp.terms import text
from ..errors import PositionError
from ..play.game import Game
from ..play.position import Piece, Position

if TYPE_CHECKING:
    from ..explain.marks import Marks


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


def games_text(games: list[Game]) -> str:
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
    return "\n".join([*lines, "* is the default; use another with --reading NAME"])


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


def find_cell(game: Game, name: str) -> str:
    """The cell of that name.

    Raises:
        PositionError: if there is none.
    """
    if name not in game.vectors:
        raise PositionError([f"there is no cell '{name}' in {game.name}; cells are {_range(game)}"])
    return name


def _range(game: Game) -> str:
    cells = sorted(game.vectors)
    return f"{cells[0]} to {cells[-1]}"


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
    goes = {text(symbol.arguments[0]) for symbol in rules.facts("goes", 1)}
    ends = rules.routes.ends_from(game.vectors[cell], (kind,), army)
    reach = {end for _, end, use in ends if use in goes}
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


def kinds_text(facts: list[dict[str, Any]], symbols: Mapping[str, str | None]) -> str:
    """Kinds as text: their motion, and how far it reaches.

    Args:
        facts: of each kind.
        symbols: what is to stand before the names of kinds.
    """
    lines = []
    for fact in facts:
        shown = f"{symbols[fact['kind']]} " if symbols.get(fact["kind"]) else ""
        lines.append(
            f"{fact['abbreviation']:3} {shown}{fact['kind']}: {_count(fact['reaches'], 'cell')} from {fact['from']}"
            + (f", captures on {len(fact['captures'])} more" if fact["captures"] else "")
        )
        lines += [f"    {words}" for words in fact["motion"]]
    return "\n".join(lines)


def moves_facts(position: Position, origin: str | None) -> dict[str, Any]:
    """The legal moves of a position, or of one piece, as documented for `--json`."""
    if origin is not None:
        piece = position.pieces.get(find_cell(position.game, origin))
        if piece is None:
            raise PositionError([f"there is no piece on {origin}"])
    return {"position": str(position), "moves": [move.as_json() for move in position.legal_moves(origin)]}


def moves_text(facts: dict[str, Any]) -> str:
    """Moves by piece."""
    by_piece: dict[str, list[str]] = defaultdict(list)
    for move in facts["moves"]:
        by_piece[move["from"]].append(move["move"])
    lines = [_count(len(facts["moves"]), "legal move")]
    for moves in by_piece.values():
        lines += textwrap.wrap(" ".join(moves), 110, subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(lines)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def moves_line(facts: dict[str, Any]) -> str:
    """Moves in one line."""
    return " ".join([f"{len(facts['moves'])}:", *(move["move"] for move in facts["moves"])])


def status_facts(position: Position) -> dict[str, Any]:
    """Check and outcome as documented for `--json`."""
    outcome = position.outcome()
    return {
        "turn": position.turn,
        "check": position.is_check(),
        "checkers": [
            {"checker": check.checker, "royal": check.royal, "along": [list(cells) for cells in check.along]}
            for check in position.checks()
        ],
        "outcome": outcome.reason if outcome else None,
        "winner": outcome.winner if outcome else None,
    }


def status_text(position: Position) -> str:
    """Check and outcome as sentences."""

    def piece(cell: str) -> str:
        return f"{position.game.piece_name(position.pieces[cell].kinds)}{cell}"

    lines = [f"{position.turn} to move, {_count(len(position.legal_moves()), 'legal move')}"]
    for check in position.checks():
        ways = [", ".join(cells) or "one step" for cells in check.along]
        lines.append(f"check: {piece(check.checker)} attacks {piece(check.royal)} along {' and along '.join(ways)}")
    return "\n".join([*lines, outcome_text(position)])


def outcome_text(position: Position) -> str:
    """How the game stands, in a few words."""
    outcome = position.outcome()
    if outcome is None:
        return "in play"
    return outcome.reason + (f": {outcome.winner} has won" if outcome.winner else ": a draw")


def _is_royal(position: Position, piece: Piece) -> bool:
    return any(text(symbol.arguments[0]) in piece.kinds for symbol in position.game.ruleset.facts("royal", 1))


def has_royal(position: Position, player: str) -> bool:
    """Whether a player has a royal piece."""
    return any(piece.army == player and _is_royal(position, piece) for piece in position.pieces.values())


def impossible_check(position: Position) -> str | None:
    """A sentence if a royal piece of a side that is not to move is attacked by the side that is."""
    game = position.game
    for cell, piece in position.pieces.items():
        if piece.army != position.turn and _is_royal(position, piece):
            attackers = [a.piece for a in position.attackers(cell).attackers if a.player == position.turn]
            if attackers:
                meant = "" if position.is_check() else f"; do you mean 'turn {piece.army}'?"
                return (
                    f"no game comes to this position: {game.piece_name(piece.kinds)}{cell} is attacked by "
                    f"{', '.join(attackers)} already, and it is the turn of {position.turn}{meant}"
                )
    return None


def marks_facts(marks: Marks | None) -> dict[str, Any]:
    """What a picture marks, for `--json`."""
    if marks is None:
        return {}
    return {
        "from": marks.origin,
        "reached": sorted(marks.reached | marks.captures),
        "shadowed": {cell: list(by) for cell, by in sorted(marks.shadowed.items())},
    }
