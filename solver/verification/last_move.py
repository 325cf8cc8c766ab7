"""Whether a position can have come about by a last move, as far as it shows what that move did, or would have won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..asp.ruleset import Ruleset
from ..asp.terms import Vector, text, vector
from ..errors import MoveError, quoted
from ..explain.attackers import attackers
from ..notation.setup import PASSED
from ..play.position import Position
from ..solving.problem.replay import pass_turn

if TYPE_CHECKING:
    from .customs import Spelling  # it reads files of words, and `moves` needs none


def unplayed(position: Position) -> Iterator[str]:
    """Why no last move can have passed over the cell that a position names, if it names one.

    The double step is unmade, from each cell where it may have begun: it must have been legal, and the player that
    was waiting then must not have been in check, for its own move would have left it so. Of more than two players
    nothing is checked.
    """
    game, players = position.game, position.game.ruleset.players
    cell = passed_over(position)
    if cell is None or len(players) > 2:
        return
    was_checked = False
    for army, home, end in _double_steps(game.ruleset, game.vectors[cell]):
        start, target = game.names[home], game.names[end]
        before = _unmade(position, start, target) if army != position.turn else None
        if before is not None and any(passed_over(after) == cell for after in _made(before, start, target)):
            if not pass_turn(before).is_check():
                return
            was_checked = True
    if was_checked:
        yield f"before the move that passed over {cell} {position.turn} was in check already, and had just moved"
    else:
        yield f"no legal move can have passed over {cell}"


def preceded(position: Position, spelling: Spelling, written: str) -> tuple[list[str | None], str]:
    """The cells passed over by a move that is stated to be the last before a position, one for each way to read it.

    None is no cell. The move is unmade, as in `unplayed`. If it cannot have been made, the list is empty. The text
    then is the reason.

    Raises:
        MoveError: if the text names no move.
    """
    reader, mover = spelling.lettered.moves, pass_turn(position).turn
    meant = reader.read(reader.plain(spelling.plain(written)))
    if not meant:
        raise MoveError(f"{quoted(written)} names no move")
    found: list[str | None] = []
    why = f"no such piece of {mover} is on the cell where it ends"
    for target in sorted({each.target for each in meant} & set(position.pieces)):
        for start in position.game.vectors:
            piece = spelling.written_piece(position.game.piece_name(position.pieces[target].kinds))
            if position.pieces[target].army != mover or not any(
                reader.fits(each, piece, start, target) for each in meant
            ):
                continue
            before = _unmade(position, start, target)
            if before is None:
                why = f"a piece is on {start}, where it starts"
            elif pass_turn(before).is_check():
                why = f"{position.turn} was in check before it, and had just moved"
            else:
                made = [after for after in _made(before, start, target) if after.pieces == position.pieces]
                found += map(passed_over, made)
                why = f"no legal move from {start} to {target} leads to the diagram"
    return found, why


def passed_over(position: Position) -> str | None:
    """The cell that the last move passed over, if a position names one."""
    return next((value for name, value in position.state if name == PASSED), None)


def _unmade(position: Position, start: str, target: str) -> Position | None:
    """The position before the last move went from one cell to another, where it captured nothing; None if none did."""
    piece = position.pieces.get(target)
    if piece is None or piece.army == position.turn or start in position.pieces:
        return None
    pieces = {cell: each for cell, each in position.pieces.items() if cell != target} | {start: piece}
    state = tuple(each for each in position.state if each[0] != PASSED)
    return type(position)(position.game, pieces, piece.army, state, stores=position.stores)


def _made(before: Position, start: str, target: str) -> Iterator[Position]:
    """The positions after the legal moves from one cell to another."""
    return (before.push(move) for move in before.legal_moves() if (move.origin, move.target) == (start, target))


def undecided(position: Position) -> Iterator[str]:
    """Why the last move has won the game, where the position does not state so: two pieces are together.

    Where events come before a turn nothing is checked: they may have brought the two together.
    """
    game, ruleset = position.game, position.game.ruleset
    if ruleset.has_events or not ruleset.facts("union", 4):
        return
    unassailed = ruleset.names("unassailed")
    for player, reason, *pieces in game.reference.overdue(position.placement())("overdue", 4):
        cells = [game.names[vector(cell)] for cell in pieces]
        if str(reason) in unassailed and (ruleset.has_locusts or _are_assailed(position, cells)):
            continue
        one, other = (f"{game.piece_name(position.pieces[cell].kinds)}{cell}" for cell in cells)
        meant = f"do you mean 'won {player} {text(reason)}'?"
        yield f"{one} and {other} stand together, by which {player} has won already; {meant}"


def _are_assailed(position: Position, cells: list[str]) -> bool:
    """Whether the player to move attacks one of some cells."""
    return any(each.player == position.turn for cell in cells for each in attackers(position, cell).attackers)


def _double_steps(ruleset: Ruleset, passed: Vector) -> Iterator[tuple[str, Vector, Vector]]:
    """The armies that can pass over a cell, where their pieces are before, and where they are after."""
    homes = {(str(army), vector(cell)) for army, _, cell in (each.arguments for each in ruleset.facts("home", 3))}
    for army, over, end in (each.arguments for each in ruleset.facts("passage", 3)):
        if vector(over) == passed:
            yield from ((str(army), home, vector(end)) for owner, home in homes if owner == str(army))
