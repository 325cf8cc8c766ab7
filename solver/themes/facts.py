"""The play of a problem as facts for rules: `rules/themes/play.lp` explains each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from clingo import Function, Number, String, Symbol

from ..asp.session import Facts, row
from ..asp.terms import cell_symbol
from ..play.position import Position
from ..solving.problem.kind import Kind
from ..solving.problem.replay import pass_turn
from ..solving.problem.solution import Solution
from .finales import shape
from .mating_nets import binds, net, pins, replaced, royals, shadows
from .plies import Ply, plies

_MOVELESS = Function("none")
_ENDS = {"checkmate": "mate", "stalemate": "stalemate"}


Looked: TypeAlias = Callable[[int, int], None]
"""Called with how many moves of the play have been looked at, and of how many."""


def facts_of(solutions: Sequence[Solution], looked: Looked) -> tuple[list[Ply], Facts]:
    """The play of solutions, and the facts about it."""
    found = plies(solutions)
    return found, _Facts(solutions, found, looked).facts


class _Facts:
    def __init__(self, solutions: Sequence[Solution], found: Sequence[Ply], looked: Looked) -> None:
        self.facts: Facts = {}
        self._plies = found
        self._shapes: dict[tuple[int, ...], int] = {}
        roots = [ply for ply in found if ply.parent is None]
        for solution, ply in zip(solutions, roots, strict=True):
            self._add("ply_style", Number(ply.number), Function(_style(solution)))
            self._begin(ply, solution.stipulation.has_tries)
        for number, ply in enumerate(found):
            looked(number, len(found))
            self._move(ply)
            self._pieces(ply)
            if ply.kind in (Kind.KEY, Kind.TRY):
                self._around(ply, ply.after)
            if ply.kind == Kind.PASS and found[ply.parent or 0].parent is None:
                self._count(ply, ply.after)
            outcome = ply.after.outcome() if self._is_leaf(ply) else None
            if outcome and outcome.reason in _ENDS:
                self._end(ply, _ENDS[outcome.reason])
        looked(len(found), len(found))

    def _add(self, name: str, *terms: Symbol) -> None:
        rows = self.facts.setdefault((name, len(terms)), [])
        assert isinstance(rows, list)
        rows.append(row(*terms) if len(terms) > 1 else terms[0])

    def _is_leaf(self, ply: Ply) -> bool:
        return ply.reached or ply.kind == Kind.DUAL

    def _begin(self, root: Ply, has_key: bool) -> None:
        """What stands in the diagram, and before a key what the defender could do there."""
        for cell, piece in root.after.pieces.items():
            self._add("ply_begins", Number(root.number), root.pieces[cell], Function(piece.army))
        if has_key and root.after.legal_moves():
            self._around(root, pass_turn(root.after))

    def _around(self, ply: Ply, after: Position) -> None:
        """The cells where the royal pieces of the player to move can go, and the pinned pieces of both sides."""
        number, game = Number(ply.number), after.game
        for cell in royals(after, after.turn):
            for move in after.legal_moves(cell):
                if not move.special:
                    self._add("ply_flight", number, ply.pieces[cell], _cell(after, move.target))
        for player in game.ruleset.players:
            for name, pinner in pins(after, player):
                self._add("ply_pinned", number, ply.pieces[name], ply.pieces[pinner])
        if ply.kind != "root":
            self._count(ply, after)

    def _count(self, ply: Ply, after: Position) -> None:
        self._add("ply_replies", Number(ply.number), Number(len(after.legal_moves())))

    def _move(self, ply: Ply) -> None:
        number, move = Number(ply.number), ply.move
        if ply.parent is None:
            self._add("ply_root", number)
            return
        before = self._plies[ply.parent]
        self._add("ply", number, Number(before.number), Function(ply.kind.replace("-", "_")))
        self._add("ply_moves", number, Function(before.after.turn))
        if ply.reached:
            self._add("ply_reaches_goal", number)
        if move is None:
            return
        mover = before.pieces.get(move.origin) or ply.pieces.get(move.target) or _MOVELESS
        self._add("ply_mover", number, mover)
        for name, start, end in ply.went:
            self._add("ply_goes", number, name, _cell(ply.after, start), _cell(ply.after, end))
        for name in ply.captured:
            self._add("ply_captures", number, name)
        if move.special:
            self._add("ply_special", number, String(move.special))
            if len(before.after.legal_moves()) == 1:
                self._add("ply_forced", number)
        if move.promotion:
            self._choices(ply, before.after)
        for check in ply.after.checks():
            self._add("ply_checks", number, ply.pieces[check.checker], ply.pieces[check.royal])

    def _choices(self, ply: Ply, before: Position) -> None:
        """What the mover might have become instead."""
        move = ply.move
        assert move is not None
        number = Number(ply.number)
        self._add("ply_changes_kind", number)
        for other in before.legal_moves(move.origin or None):
            if (other.origin, other.target) == (move.origin, move.target) and other.promotion:
                became = before.push(other).pieces.get(other.target)
                if became is not None:
                    for kind in became.kinds:
                        self._add("ply_offered", number, Function(kind), Number(_reach(before, kind, became.army)))

    def _pieces(self, ply: Ply) -> None:
        number = Number(ply.number)
        for cell, name in ply.pieces.items():
            piece = ply.after.pieces[cell]
            self._add("ply_stands", number, name, _cell(ply.after, cell))
            self._add("ply_army", number, name, Function(piece.army))
            for kind in piece.kinds:
                self._add("ply_kind", number, name, Function(kind))

    def _end(self, ply: Ply, how: str) -> None:
        """A finale: what confines each royal piece of the player that cannot move."""
        number, after, pieces = Number(ply.number), ply.after, ply.pieces
        self._add("finale", number, Function(how))
        pinned = pins(after, after.turn)
        for name, pinner in pinned:
            self._add("ply_pinned", number, pieces[name], pieces[pinner])
            if binds(after, name, pinner):
                self._add("finale_binds", number, pieces[name], pieces[pinner])
        for royal in royals(after, after.turn):
            found = net(after, royal)
            self._add("finale_mated", number, pieces[royal], _cell(after, royal))
            for cell in found.field:
                self._add("finale_field", number, _cell(after, cell))
            for cell, guards in found.guards.items():
                for guard in guards:
                    self._add("finale_guards", number, pieces[guard], _cell(after, cell))
            if all(len(guards) < 2 for guards in found.guards.values()):
                looks, turned = shape(after, found, frozenset(name for name, _ in pinned))
                known = self._shapes.setdefault(looks, len(self._shapes))
                self._add("finale_shape", number, Number(known), Number(turned))
        if how == "mate":
            for blocker, name, end in shadows(after, after.turn):
                self._add("space_holds_back", number, pieces[blocker], pieces[name], _cell(after, end))
            self._changed(ply)

    def _changed(self, ply: Ply) -> None:
        """Whose change by the last move the mate needs."""
        if ply.parent is None:
            return
        before = self._plies[ply.parent]
        was = {name: before.after.pieces[cell] for cell, name in before.pieces.items()}
        for cell, name in ply.pieces.items():
            old = was.get(name)
            if old is None or old == ply.after.pieces[cell]:
                continue
            outcome = replaced(ply.after, cell, old).outcome()
            if outcome is None or _ENDS.get(outcome.reason) != "mate":
                self._add("own_needs_change", Number(ply.number), name)


def _style(solution: Solution) -> str:
    return solution.stipulation.play.name.lower()


def _cell(position: Position, name: str) -> Symbol:
    return cell_symbol(position.game.vectors[name])


def _reach(position: Position, kind: str, army: str) -> int:
    """To how many displacements a piece of the kind goes on an open board: the most is the strongest."""
    routes = position.game.ruleset.routes
    return len({routes.places[point] for point in routes.ends.get((army, kind), ())})
