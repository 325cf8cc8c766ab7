"""The text of a solution for more than two players: tries, keys, and the answers to replies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .kind import Kind
from .play import Node
from .solution import Solution

NAMED = 3
"""At most this many ways to reply are listed, with the number of others."""


def hunt_lines(solution: Solution) -> Iterator[str]:
    """Tries and keys with their variations, and the players that are eliminated."""
    for move, after, _ in solution.moves(solution.play.root, Kind.TRY):
        ((refutation, _, _),) = solution.moves(after, Kind.REFUTATION)
        but, stated = f"but 1... {refutation}!", list(_variations(solution, after, 1, "    ", set()))
        yield from [f"1. {move}?", *stated, f"    {but}"] if stated else [f"1. {move}? {but}"]
    after_key = {move: after for move, after, _ in solution.moves(solution.play.root, Kind.KEY)}
    for key in solution.keys:
        after = after_key[key]
        short = (after.distance or 0) + 1 < solution.stipulation.moves
        yield f"1. {key}!" + ("  short" if short else "" if key == solution.key else "  cook")
        yield from _variations(solution, after, 1, "    ", set())
    if solution.eliminated:
        yield f"eliminated: {' or '.join(solution.eliminated)}"


class Answered(NamedTuple):
    """Replies of all others to a move of the attacker, and its answer.

    Attributes:
        answer: the attacker's move.
        after: the node after it.
        reached: whether it eliminates a player.
        duals: other moves of the attacker that do the same, each with whether it eliminates a player.
        ways: the moves of the other players, each way in order.
    """

    answer: str
    after: Node
    reached: bool
    duals: tuple[tuple[str, bool], ...]
    ways: list[list[str]]


def answered(solution: Solution, node: Node) -> list[Answered]:
    """The answers to the replies of all others to a move of the attacker, grouped by answer."""
    found: dict[tuple[str, Node, tuple[tuple[str, bool], ...]], Answered] = {}
    for replies, before in _replies(solution, node):
        duals = tuple((move, reached) for move, _, reached in solution.moves(before, Kind.DUAL))
        for move, after, reached in solution.moves(before, Kind.ATTACK):
            found.setdefault((move, after, duals), Answered(move, after, reached, duals, [])).ways.append(replies)
    return list(found.values())


def _variations(solution: Solution, node: Node, number: int, indent: str, stated: set[Node]) -> Iterator[str]:
    """The answers to the replies of all others; each position once."""
    for answer, then, _, duals, ways in answered(solution, node):
        reply = ", ".join(sorted([answer, *(move for move, _ in duals)])) + ("  dual" if duals else "")
        more = f" and {len(ways) - NAMED:,} more" if len(ways) > NAMED else ""
        named = ", ".join(map(" ".join, ways[:NAMED])) + more
        yield f"{indent}{number}... {named}  {number + 1}. {reply}"
        if then not in stated:
            stated.add(then)
            yield from _variations(solution, then, number + 1, indent + "    ", stated)


def _replies(solution: Solution, node: Node) -> Iterator[tuple[list[str], Node]]:
    """The ways in which the others may reply, each with its node: the attacker's next turn, or an end."""
    replies = solution.moves(node, Kind.DEFENCE)
    if not replies:
        yield [], node
    for move, after, reached in replies:
        if reached:
            yield [move], after
        else:
            yield from (([move, *further], end) for further, end in _replies(solution, after))
