"""The play of solutions as a tree in which every move stands once for each way that leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clingo import Function, Number, Symbol

from ..asp.terms import cell_symbol
from ..play.move import Move
from ..play.position import Position
from ..solving.problem.kind import PASS, Kind
from ..solving.problem.play import Node
from ..solving.problem.replay import pass_turn
from ..solving.problem.solution import Solution

MOST = 2000
"""At most this many moves of the play are looked at, those near the beginning first."""

_NEXT: dict[str, tuple[Kind, ...]] = {
    "root": (Kind.KEY, Kind.TRY, Kind.PASS, Kind.HELP, Kind.DEFENCE),
    Kind.KEY: (Kind.PASS, Kind.DEFENCE, Kind.REFUTATION),
    Kind.TRY: (Kind.PASS, Kind.DEFENCE, Kind.REFUTATION),
    Kind.SET: (Kind.ATTACK, Kind.DUAL),
    Kind.DEFENCE: (Kind.ATTACK, Kind.DUAL),
    Kind.ATTACK: (Kind.DEFENCE,),
    Kind.THREAT: (Kind.DEFENCE,),
    Kind.HELP: (Kind.HELP, Kind.PASS),
}
"""What moves may come after a move of some kind."""
_AFTER_PASS: dict[str, tuple[Kind, ...]] = {
    "root": (Kind.SET, Kind.HELP, Kind.DEFENCE),
    Kind.HELP: (Kind.HELP,),
}
"""... after the pass that follows a move of some kind; but for threats."""


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of the play, or the position that a solution begins with.

    Attributes:
        number: it is called so.
        parent: the number of the ply before; None of a beginning.
        kind: what the move is in the solution, or `root`.
        move: the move; None of a beginning, and of a pass.
        after: the position then.
        reached: whether it reaches the goal.
        pieces: the piece on each cell then: each is named by its cell at the beginning.
        went: the pieces that the move carries, with the names of the cells where each starts and ends.
        captured: the pieces that are captured.
        node: the node of the solution's tree.
    """

    number: int
    parent: int | None
    kind: str
    move: Move | None
    after: Position
    reached: bool
    pieces: Mapping[str, Symbol]
    went: tuple[tuple[Symbol, str, str], ...]
    captured: tuple[Symbol, ...]
    node: Node


def plies(solutions: Sequence[Solution]) -> list[Ply]:
    """The play of solutions, such as those of twins; a ply comes after its parent.

    Left out are defences that leave a threat of the first move, and moves back to a position of their own line.
    """
    found: list[Ply] = []
    waiting: list[tuple[Solution, Ply, dict[Node, Position]]] = []
    for solution in solutions:
        vectors = solution.position.game.vectors
        pieces = {cell: cell_symbol(vectors[cell]) for cell in solution.position.pieces}
        root = Ply(len(found), None, "root", None, solution.position, False, pieces, (), (), solution.play.root)
        found.append(root)
        waiting.append((solution, root, {}))
    for solution, ply, known in waiting:
        is_first = ply.kind in (Kind.KEY, Kind.TRY) or (ply.parent is None and solution.stipulation.played)
        line = {ply.node}
        above = ply
        while above.parent is not None:
            above = found[above.parent]
            line.add(above.node)
        for kind, move, node, reached in _moves(solution, found, ply):
            if len(found) >= MOST:
                return found
            held = is_first and kind is Kind.DEFENCE
            if node in line or (held and solution.leaves_threat(ply.node, node)):
                continue
            child = _played(ply, len(found), kind, move, node, reached, known)
            found.append(child)
            if kind not in (Kind.DUAL, Kind.REFUTATION) and not reached:
                waiting.append((solution, child, known))
    return found


def _moves(solution: Solution, found: Sequence[Ply], ply: Ply) -> Iterator[tuple[Kind, str, Node, bool]]:
    """The moves after a ply: of what kind, how written, to which node, and whether they reach the goal."""
    parent = None if ply.parent is None else found[ply.parent]
    before = "" if parent is None else parent.kind
    if ply.kind == Kind.PASS and parent and (before in (Kind.KEY, Kind.TRY) or solution.stipulation.played):
        yield from ((Kind.THREAT, *threat) for threat in solution.threats(parent.node))
        return
    kinds = _AFTER_PASS.get(before, ()) if ply.kind == Kind.PASS else _NEXT.get(ply.kind, ())
    for kind in kinds:
        for move, node, reached in solution.moves(ply.node, kind):
            yield kind, move, node, reached


def _played(
    ply: Ply, number: int, kind: Kind, text: str, node: Node, reached: bool, known: dict[Node, Position]
) -> Ply:
    """The ply after another; `known` are the positions of nodes where play has been."""
    before = ply.after
    if kind is Kind.PASS or text == PASS:
        if node not in known:
            known[node] = pass_turn(before)
        return Ply(number, ply.number, kind, None, known[node], False, ply.pieces, (), (), node)
    move = before.move(text)
    if node not in known:
        known[node] = before.push(move)
    after = known[node]
    went = tuple(_went(move, before))
    moved = {ply.pieces[start]: end for start, end in went if start}
    captured = tuple(ply.pieces[cell] for cell in move.captures if ply.pieces[cell] not in moved or cell != move.origin)
    standing = {moved.get(piece, cell): piece for cell, piece in ply.pieces.items() if piece not in captured}
    fresh = {
        cell: Function("new", [Number(number), cell_symbol(before.game.vectors[cell])])
        for cell in after.pieces
        if cell not in standing
    }
    pieces = {cell: piece for cell, piece in (standing | fresh).items() if cell in after.pieces}
    walked = tuple((ply.pieces[start], start, end) for start, end in went if start)
    return Ply(number, ply.number, kind, move, after, reached, pieces, walked, captured, node)


def _went(move: Move, before: Position) -> Iterator[tuple[str, str]]:
    """The pieces that go somewhere, with start and end: the mover, and one that it carries, as a Rook in castling."""
    if move.origin and not move.partner and move.promotion != "none":
        yield move.origin, move.target
    came = [each for each in move.changes if each.before is None or each.cell == move.origin]
    for cell, standing, then in move.changes:
        if standing is not None and then is None and cell != move.origin:
            end = next((each for each in came if each.after == standing), None)
            if end is not None:
                came.remove(end)
                yield cell, end.cell
    stays = move.target in before.pieces and move.target not in move.captures and not move.partner
    if stays and came:
        ends = [each.cell for each in came]
        yield move.target, move.origin if move.origin in ends else ends[0]  # they change places, or it goes elsewhere
