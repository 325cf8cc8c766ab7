"""The description of a position, as facts for `--json` and as text."""

from __future__ import annotations

import sys
import textwrap
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from ..errors import PositionError
from ..explain.attackers import attackers
from ..play.game import Game
from ..play.piece import Piece
from ..play.placement import Placement
from ..play.position import Position
from ..verification.last_move import undecided
from .output import counted

if TYPE_CHECKING:
    from ..explain.marks import Marks


def find_cell(game: Game, name: str) -> str:
    """Find a cell by its name.

    Raises:
        PositionError: if there is none.
    """
    if name not in game.vectors:
        raise PositionError([game.reader.no_cell(name)])
    return name


def moves_facts(position: Position, origin: str | None) -> dict[str, Any]:
    """The legal moves of a position, or of one piece, as documented for `--json`."""
    if origin is not None:
        piece = position.pieces.get(find_cell(position.game, origin))
        if piece is None:
            raise PositionError([f"there is no piece on {origin}"])
    return {"position": str(position), "moves": [move.as_json() for move in position.legal_moves(origin)]}


def moves_text(facts: dict[str, Any]) -> str:
    """The moves as text, grouped by piece."""
    by_piece: dict[str, list[str]] = defaultdict(list)
    for move in facts["moves"]:
        by_piece[move["from"]].append(_text(move))
    lines = [counted(len(facts["moves"]), "legal move")]
    for moves in by_piece.values():
        lines += textwrap.wrap(" ".join(moves), 110, subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(lines)


def moves_line(facts: dict[str, Any]) -> str:
    """The moves in one line."""
    return " ".join([f"{len(facts['moves'])}:", *map(_text, facts["moves"])])


def _text(move: dict[str, Any]) -> str:
    """A move, with the reason if it wins the game."""
    return f"{move['move']} ({move['wins']})" if "wins" in move else str(move["move"])


def status_facts(position: Position) -> dict[str, Any]:
    """Check and outcome, as documented for `--json`."""
    outcome, events = position.ending(), position.events()
    return {
        "turn": position.turn,
        **({"events": [event.as_json() for event in events]} if events else {}),
        "check": position.is_check(),
        "checkers": [
            {"checker": check.checker, "royal": check.royal, "along": [list(cells) for cells in check.along]}
            for check in position.checks()
        ],
        "outcome": outcome.reason if outcome else None,
        "winner": outcome.winner if outcome else None,
        **({"by": list(outcome.by)} if outcome and outcome.by else {}),
    }


def status_text(position: Position) -> str:
    """Check and outcome as sentences."""

    def piece(cell: str) -> str:
        return f"{position.game.piece_name(position.pieces[cell].kinds)}{cell}"

    lines = list(map(str, position.events()))
    lines.append(f"{position.turn} to move, {counted(len(position.legal_moves()), 'legal move')}")
    for check in position.checks():
        ways = [", ".join(cells) or "one step" for cells in check.along]
        on_way = " on its way" if any(check.royal in cells for cells in check.along) else ""
        attack = f"{piece(check.checker)} attacks {piece(check.royal)}{on_way}"
        lines.append(f"check: {attack} along {' and along '.join(ways)}")
    return "\n".join([*lines, outcome_text(position)])


def outcome_text(position: Position) -> str:
    """The state of the game in a few words."""
    outcome = position.ending()
    if outcome is None and position.outcome():
        return f"a study: {position.turn} has no royal piece, and no move"
    return outcome.text if outcome else "in play"


def _is_royal(position: Position, piece: Piece) -> bool:
    return not position.game.ruleset.royal.isdisjoint(piece.kinds)


def has_royal(position: Position, player: str) -> bool:
    """Whether a player has a royal piece."""
    return any(
        position.commander(piece.army) == player and _is_royal(position, piece) for piece in position.pieces.values()
    )


def print_note(asked: Position) -> None:
    """Print a note on standard error if no game can reach the position."""
    note = _impossible_check(asked) or next(undecided(asked), None)
    if note:
        print(f"note: no game comes to this position: {note}", file=sys.stderr)


def _impossible_check(position: Position) -> str | None:
    """Why no game reaches a position: the side to move attacks a royal piece of another side already."""
    game = position.game
    if game.ruleset.has_events or not _may_attack(position):
        return None
    for cell, piece in position.pieces.items():
        if piece.army != position.turn and _is_royal(position, piece):
            attacking = [a.piece for a in attackers(position, cell).attackers if a.player == position.turn]
            player = position.commander(piece.army)
            if attacking and player in game.ruleset.players and _is_in_check(position, player):
                meant = "" if position.is_check() else f"; do you mean 'turn {piece.army}'?"
                return (
                    f"{game.piece_name(piece.kinds)}{cell} is attacked by {', '.join(attacking)} already, and it "
                    f"is {position.turn}'s turn{meant}"
                )
    return None


def _is_in_check(position: Position, player: str) -> bool:
    """Whether a player would be in check at its turn; it is not if it may lose the piece that is attacked."""
    now = position.placement()
    return Position.of(position.game, Placement(now.pieces, player, now.state, stores=now.stores)).is_check()


def _may_attack(position: Position) -> bool:
    """Whether the player to move may attack a royal piece. The compiled engine answers this faster than reasons are
    found.
    """
    if not position.game.is_compiled:
        return True
    from ..compiled.engine_choice import engine_of

    return engine_of(position.game).may_attack(position.placement(), position.turn)


def marks_facts(marks: Marks | None) -> dict[str, Any]:
    """What a picture marks, for `--json`."""
    if marks is None:
        return {}
    return {
        "from": marks.origin,
        "reached": sorted(marks.reached | marks.captures),
        "shadowed": {cell: list(by) for cell, by in sorted(marks.shadowed.items())},
    }
