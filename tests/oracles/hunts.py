"""Which players of a game of three can be eliminated by force, by brute force over the oracle of its moves."""

from __future__ import annotations

from oracles import diagonals


def hunted(at: diagonals.Position, attacker: str, prey: set[str], left: int) -> bool:
    """Whether one of the prey is eliminated, now or within this many more moves of the attacker, by brute force."""
    begun, _ = diagonals.begun(at)
    if begun.owner[attacker] != attacker:
        return False
    if any(begun.owner[player] != player for player in prey):
        return True
    own = begun.turn == attacker
    after = (hunted(move.after, attacker, prey, left - own) for move in diagonals.moves(begun))
    return (any(after) if own else all(after)) if left or not own else False


def tried(at: diagonals.Position, prey: set[str], moves: int) -> dict[tuple[str, str], tuple[str, str]]:
    """First moves after which the next player has just one reply that saves all prey, by brute force."""
    found = {}
    for move in diagonals.moves(at):
        begun, _ = diagonals.begun(move.after)
        if hunted(move.after, at.turn, prey, moves - 1) or begun.owner[at.turn] != at.turn:
            continue
        replies = [each for each in diagonals.moves(begun) if not hunted(each.after, at.turn, prey, moves - 1)]
        if len(replies) == 1:
            found[ends(move)] = ends(replies[0])
    return found


def ends(move: diagonals.Move) -> tuple[str, str]:
    """The names of the cells between which a move goes."""
    return (diagonals.name(move.start), diagonals.name(move.end)) if move.start and move.end else ("", "")


def keys(at: diagonals.Position, prey: set[str], moves: int) -> set[tuple[str, str]]:
    """The first moves after which one of the prey is eliminated by force in this many moves of the attacker."""
    return {ends(move) for move in diagonals.moves(at) if hunted(move.after, at.turn, prey, moves - 1)}
