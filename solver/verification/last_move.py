"""Whether a position can have come about by a last move, as far as it shows what that move did, or would have won."""

from __future__ import annotations

from collections.abc import Iterator

from ..asp.ruleset import Ruleset
from ..asp.terms import Vector, text, vector
from ..explain.attackers import attackers
from ..notation.setup import PASSED
from ..play.position import Position
from ..solving.problem.replay import pass_turn


def unplayed(position: Position) -> Iterator[str]:
    """Why no last move can have passed over the cell that a position names, if it names one.

    The double step is unmade, from each cell where it may have begun: it must have been legal, and the player that
    was waiting then must not have been in check, for its own move would have left it so. Of more than two players
    nothing is checked.
    """
    game, players = position.game, position.game.ruleset.players
    passed = next((value for name, value in position.state if name == PASSED), None)
    if passed is None or len(players) > 2:
        return
    was_checked = False
    for army, home, end in _double_steps(game.ruleset, game.vectors[passed]):
        start, target = game.names[home], game.names[end]
        piece = position.pieces.get(target)
        if army == position.turn or piece is None or piece.army != army or start in position.pieces:
            continue
        pieces = {cell: each for cell, each in position.pieces.items() if cell != target} | {start: piece}
        state = tuple(each for each in position.state if each != (PASSED, passed))
        before = type(position)(game, pieces, army, state, stores=position.stores)
        moves = (move for move in before.legal_moves() if (move.origin, move.target) == (start, target))
        if any((PASSED, passed) in before.push(move).state for move in moves):
            if not pass_turn(before).is_check():
                return
            was_checked = True
    if was_checked:
        yield f"before the move that passed over {passed} {position.turn} was in check already, and had just moved"
    else:
        yield f"no legal move can have passed over {passed}"


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
