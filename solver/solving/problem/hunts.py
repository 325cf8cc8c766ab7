"""The solution of a hunt, where more than two play, in lines of text: tries, keys, and what is answered to replies."""

from __future__ import annotations

from collections.abc import Iterator

from .kind import Kind
from .solution import Solution

_NAMED = 3
"""So many ways to reply are named; of more it is told how many there are."""


def hunt_lines(solution: Solution) -> Iterator[str]:
    """Tries and keys with their variations, and who is put out of the game."""
    for move, after, _ in solution.moves(solution.root, Kind.TRY):
        ((refutation, _, _),) = solution.moves(after, Kind.REFUTATION)
        but, told = f"but 1... {refutation}!", list(_variations(solution, after, 1, "    ", set()))
        yield from [f"1. {move}?", *told, f"    {but}"] if told else [f"1. {move}? {but}"]
    after_key = {move: after for move, after, _ in solution.moves(solution.root, Kind.KEY)}
    for key in solution.keys:
        after = after_key[key]
        short = solution.tree.nodes[after]["distance"] + 1 < solution.stipulation.moves
        yield f"1. {key}!" + ("  short" if short else "" if key == solution.key else "  cook")
        yield from _variations(solution, after, 1, "    ", set())
    if solution.eliminated:
        yield f"eliminated: {' or '.join(solution.eliminated)}"


def _variations(solution: Solution, node: str, number: int, indent: str, told: set[str]) -> Iterator[str]:
    """What is answered to the replies of all others, those with the same answers together; each position once."""
    answers: dict[tuple[str, str, str], list[str]] = {}
    for replies, after in _replies(solution, node):
        duals = [move for move, _, _ in solution.moves(after, Kind.DUAL)]
        for move, then, _ in solution.moves(after, Kind.ATTACK):
            says = ", ".join(sorted([move, *duals])) + ("  dual" if duals else "")
            answers.setdefault((move, then, says), []).append(" ".join(replies))
    for (_, then, says), ways in answers.items():
        named = ", ".join(ways[:_NAMED]) + (f" and {len(ways) - _NAMED:,} more" if len(ways) > _NAMED else "")
        yield f"{indent}{number}... {named}  {number + 1}. {says}"
        if then not in told:
            told.add(then)
            yield from _variations(solution, then, number + 1, indent + "    ", told)


def _replies(solution: Solution, node: str) -> Iterator[tuple[list[str], str]]:
    """The ways in which the others may reply, and where each leads: the attacker's next turn, or an end."""
    replies = solution.moves(node, Kind.DEFENCE)
    if not replies:
        yield [], node
    for move, after, reached in replies:
        if reached:
            yield [move], after
        else:
            yield from (([move, *further], end) for further, end in _replies(solution, after))
