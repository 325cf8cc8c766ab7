"""The compiled engine: the reference engine's answers, from tables and a kernel.

It answers in the same atoms as the reference engine, so whatever reads one reads the other. The tables are
clingo's answer about the game. The rules of `core/` about a position are translated by the kernel; here is only
what its moves are in the rules' terms. How the game stands, and when two positions are the same, clingo says,
as that depends on little: whether there is a move, or a check, and on captures in passing. `translation` knows each
rule that is translated, and refuses a game that has others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from clingo import Function, Number, String, Symbol

from ..asp.ruleset import STAGES, Ruleset
from ..asp.session import Answer, Facts, row
from ..asp.syntax import Signature
from ..asp.terms import Value, Vector, text, value_symbol
from ..play.reference import NONE, Placement
from .boards import Boards
from .compile.outcomes import AIDES, HELPED, MOVER, is_helped
from .compile.stores import HAND
from .kernel.attacks import checkers
from .kernel.board import PLY, Board
from .kernel.dead import is_dead
from .kernel.generate import generate
from .kernel.making import make, make_pass, unmake, unmake_pass
from .kernel.move import companion_of, first_of, origin_of, row_of, second_of, target_of, third_of
from .tables import (
    BECOMES,
    CHOSEN,
    CLEARS,
    DEED,
    DOUBLE,
    DOUBLE_SNAP,
    DROP,
    GONE,
    HALTS,
    IN_PASSING,
    LOOSE,
    MAN_WIDTH,
    MEMORY,
    NAMED_BITS,
    NOBODY,
    OF,
    ON_COMPANION,
    ON_FIRST,
    ON_ORIGIN,
    ON_SECOND,
    ON_TARGET,
    ON_THIRD,
    PASS,
    PLAIN,
    ROW_HEAD,
    ROW_WIDTH,
    SETS,
    SHADOW,
    SNAP,
    STAYS,
    SURRENDERS,
    TRADE,
    WAY,
    Words,
)

# Python takes a move apart by itself: calling into the kernel for that would take longer.
_origin_of, _target_of, _companion_of, _first_of, _second_of, _third_of, _row_of = (
    part.py_func  # type: ignore[attr-defined]
    for part in (origin_of, target_of, companion_of, first_of, second_of, third_of, row_of)
)


_PASS, _DROP = Function("pass"), Function("drop")

_GOES = "go"
_NAMES = {DOUBLE: "double", IN_PASSING: "ep", SNAP: "snap", DOUBLE_SNAP: "snap"}
_WITH_COMPANION = (IN_PASSING, SNAP, DOUBLE_SNAP)

_JUDGED: tuple[Signature, ...] = (("outcome", 1), ("winner", 1), ("won_by", 1))

_Atoms = dict[Signature, list[Sequence[Symbol]]]


class CompiledEngine(Boards):
    """Answers about moves from tables; all that is asked rarely still comes from clingo.

    Args:
        ruleset: the rules.

    Raises:
        RulesError: if the game has rules that the kernel does not carry out.
    """

    is_compiled = True

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._titles = {symbol.arguments[0]: symbol.arguments[1] for symbol in ruleset.facts("title", 2)}
        self._last_wins = bool(ruleset.facts("wins_last", 0))
        self.drawn = lru_cache(maxsize=1024)(super().drawn)  # type: ignore[method-assign]
        self.judge = lru_cache(maxsize=4096)(self._judge)
        self.same = lru_cache(maxsize=4096)(self._same)
        self.term = lru_cache(maxsize=1 << 18)(self._term)

    @cached_property
    def unseen(self) -> list[Symbol | None]:
        """By rows a term for what a move does unseen on the board (core/unseen.lp); None if that is nothing."""
        memories, trades = ([(), *map(tuple, array.tolist())] for array in (self.arrays.memories, self.arrays.trades))
        found: list[Symbol | None] = []
        for does in self._does:
            what: tuple[Any, ...] = does[SHADOW], does[SURRENDERS], memories[does[MEMORY]][CLEARS : SETS + 1]
            what += memories[does[MEMORY]][NAMED_BITS:], trades[does[TRADE]][:4]
            found.append(String(str(what)) if any(what) else None)
        return found

    @cached_property
    def lookalikes(self) -> list[bool]:
        """By rows whether choices, or the use of a motion, may be all by which a move differs from another."""
        found = [
            bool(does[WAY] < PLAIN or any(not is_helped(each) for each in self._choices[does[CHOSEN]]))
            for does in self._does
        ]
        differ = any(each and unseen is not None for each, unseen in zip(found, self.unseen, strict=True))
        return found if differ else [False] * len(found)

    def may_look_alike(self, moves: Iterable[int]) -> bool:
        """Whether some of the kernel's integers may stand for moves that look like others."""
        return any(self.lookalikes[_row_of(move)] for move in moves)

    def begin(self, placement: Placement) -> tuple[Answer, Placement | None]:
        """What happens at once before the player to move moves, as `ReferenceEngine.begin` gives it."""
        return super().begin(placement) if self.board(placement, 0).state[PLY] else (Answer(()), None)

    def moves(self, board: Board) -> Words:
        """The legal moves as the kernel writes them."""

        def ask() -> Words:
            found = np.empty(self.room(board), np.int64)
            return found[: generate(self.tables, board, found, 0)]

        return self.complete(board, ask)

    def ways_called(self, title: str) -> int:
        """The ways of moving that the rules call so, as the kernel has them for a goal, as bits."""
        uses = [(int(way), use) for way, use in self._effects.uses.items() if 0 <= way < DEED and use]
        deeds = [(number, deed.term) for number, deed in enumerate(self._deeds.all, int(DEED))]
        called = (number for number, term in uses + deeds if term in self._titles and text(self._titles[term]) == title)
        return sum(1 << number for number in called)

    def _term(self, move: int) -> Symbol:
        """The rules' own term for a move, with its choices."""
        origin, target = self._symbols[_origin_of(move)], self._symbols[_target_of(move)]
        does = self._does[_row_of(move)]
        if does[WAY] == PASS:
            term = _PASS
        elif does[WAY] == DROP:
            _, kind = self._effects.items.all[does[OF]]
            term = Function("drop", [Function(kind), target])
        elif does[WAY] == DEED:
            deed = self._deeds.all[does[OF]]
            term = Function("deed", [deed.term, origin, target]) if deed.is_in_place else deed.term
        else:
            halved = does[WAY] in _WITH_COMPANION and any(map(is_helped, self._choices[does[CHOSEN]]))
            victim = _first_of(move) if halved else _companion_of(move)
            use = self._effects.uses[does[WAY]]
            more = [use] if does[WAY] < PLAIN and use else []
            if does[WAY] in _WITH_COMPANION:
                more = [self._symbols[victim]]
            term = Function(_NAMES.get(does[WAY], _GOES), [origin, target, *more])
        choices = self._choices[does[CHOSEN]]
        aides = [_second_of(move) if does[WAY] in (DOUBLE, *_WITH_COMPANION) else _companion_of(move)]
        if choices.count(HELPED) > 1:
            aides = [_first_of(move), _second_of(move), _third_of(move)]
        roles, stands = iter(AIDES), {MOVER: _target_of(move)}
        for choice in choices:
            if choice == HELPED:
                stands[next(roles)] = aides[0]
                term = Function("aided", [term, self._symbols[aides.pop(0)]])
            elif is_helped(choice):
                next(roles)
                term = Function("aided", [term, self._symbols[stands[choice[1].arguments[0]]]])
            else:
                term = Function("chose", [term, *choice])
        return term

    def _bare(self, move: int) -> Symbol:
        """The term without its choices."""
        term = self.term(move)
        while term.name in ("chose", "aided"):
            term = term.arguments[0]
        return term

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Answer:
        """Moves, checks and outcome of a position, as `ReferenceEngine.analyse` gives them."""
        board = self.board(placement)
        moves = self.moves(board)
        atoms: _Atoms = {}
        for move in self._from(moves, origin) if origin is not None else moves.tolist():
            self.describe(board, move, atoms)
        checks: list[Sequence[Symbol]] = list(self._checks(placement, board))
        atoms["gives_check", 3] = checks
        if origin is None:
            won = tuple(value for name, value in placement.state if name == self._ending)
            rivals = (army for army, player in self.commanders(board) if army == player != placement.turn)
            alone = self._last_wins and not any(rivals)
            lifeless = bool(is_dead(self.tables, board))
            state = len(moves) > 0, bool(checks), lifeless, placement.quiet, placement.seen
            judged = self.judge(placement.turn, *state, won, alone)
            atoms.update({each: judged(*each) for each in _JUDGED})
        if placement.state:
            passing = tuple(move for move in moves.tolist() if self._does[_row_of(move)][WAY] == IN_PASSING)
            atoms["same", 2] = self.same(placement.state, passing)
        return Answer.of(atoms)

    def _from(self, moves: Words, origin: Vector | None) -> list[int]:
        """Those of some moves that start from a cell; if it is None, those that start from none."""
        ways = ((move, self._does[_row_of(move)][WAY]) for move in moves.tolist())
        if origin is None:
            return [move for move, way in ways if way >= PASS]
        return [move for move, way in ways if way < PASS and _origin_of(move) == self.number[origin]]

    def describe(self, board: Board, move: int, atoms: _Atoms) -> None:
        """Add the atoms of a legal move: what becomes of those who have part in it, and what it is called."""
        term = self.term(move)
        origin, target = _origin_of(move), _target_of(move)
        does = self._does[_row_of(move)]
        becomes, way = does[BECOMES], does[WAY]
        if (unseen := self.unseen[_row_of(move)]) is not None:
            atoms.setdefault(("unseen", 2), []).append((term, unseen))
        if self._decisions:
            make(self.tables, board, move)
            won = self._won(board)
            unmake(self.tables, board)
            atoms.setdefault(("decides", 3), []).extend((term, *value_symbol(each).arguments) for each in won)
        if way >= PASS:
            self._describe_without_origin(board, move, term, becomes, atoms)
            return
        atoms.setdefault(("legal", 3), []).append((term, self._symbols[origin], self._symbols[target]))
        use = self._use_of(does)
        if use in self._titles:
            atoms.setdefault(("special", 2), []).append((term, self._titles[use]))
        if becomes == GONE:
            atoms.setdefault(("perishes", 1), []).append((term,))
        elif becomes:
            self._remade(term, origin if does[HALTS] else target, becomes, atoms)
        if does[HALTS]:
            atoms.setdefault(("halts", 2), []).append((term, self._symbols[origin]))
        self._describe_others(board, move, atoms)

    def _use_of(self, does: Sequence[int]) -> Symbol | None:
        """By what use of a route, or deed, moves of a row are made, if they have such."""
        return self._deeds.all[does[OF]].term if does[WAY] == DEED else self._effects.uses[does[WAY]]

    def title(self, does: Sequence[int]) -> str | None:
        """What the rules call moves of a row, such as `castling`, if they have a name."""
        if does[WAY] == DROP:
            found = self._titles.get(_DROP)
        else:
            use = None if does[WAY] == PASS else self._use_of(does)
            found = None if use is None else self._titles.get(use)
        return text(found) if found else None

    def _describe_others(self, board: Board, move: int, atoms: _Atoms) -> None:
        """The same of those who have part in it besides the mover."""
        term, does = self.term(move), self._does[_row_of(move)]
        where = {ON_COMPANION: _companion_of, ON_FIRST: _first_of, ON_SECOND: _second_of, ON_THIRD: _third_of}
        where[ON_TARGET] = _target_of
        for man in range(ROW_HEAD, ROW_WIDTH, MAN_WIDTH):
            at, other, ends = does[man : man + MAN_WIDTH]
            if at == NOBODY:
                break
            cell = where[at](move) if at in where else at
            if not board.cells[cell]:
                continue
            if other == GONE:
                atoms.setdefault(("removes", 2), []).append((term, self._symbols[cell]))
                continue
            end = cell if ends == STAYS else _origin_of(move) if ends == ON_ORIGIN else ends
            if end != cell:
                atoms.setdefault(("carries", 3), []).append((term, self._symbols[cell], self._symbols[end]))
            if other:
                self._remade(term, end, other, atoms)

    def _describe_without_origin(self, board: Board, move: int, term: Symbol, becomes: int, atoms: _Atoms) -> None:
        """The same of a pass or a drop."""
        self._describe_others(board, move, atoms)
        does = self._does[_row_of(move)]
        if does[WAY] == PASS:
            atoms.setdefault(("legal", 3), []).append((term, NONE, NONE))
            return
        store, kind = self._effects.items.all[does[OF]]
        target = _target_of(move)
        atoms.setdefault(("legal", 3), []).append((term, NONE, self._symbols[target]))
        atoms.setdefault(("drops", 2), []).append((term, Function(kind)))
        if _DROP in self._titles:
            atoms.setdefault(("special", 2), []).append((term, self._titles[_DROP]))
        if becomes == GONE:
            atoms.setdefault(("perishes", 1), []).append((term,))
            return
        stays = self.types[becomes - 1] == (store.removeprefix(f"{HAND} "), (kind,))
        if not stays or term.match("chose", 3):  # who was asked what to become is told so
            self._remade(term, target, becomes, atoms)

    def _remade(self, term: Symbol, cell: int, kind: int, atoms: _Atoms) -> None:
        """Add that who ends on a cell is of a type now."""
        army = Function(self.types[kind - 1][0])
        found = atoms.setdefault(("remakes", 4), [])
        found += [(term, self._symbols[cell], each, army) for each in self._kinds[kind - 1]]

    def _checks(self, placement: Placement, board: Board) -> Iterator[tuple[Symbol, ...]]:
        """The atoms of gives_check/3: the routes along which a royal piece is attacked."""
        pairs = np.empty((np.count_nonzero(board.cells) ** 2, 2), np.int32)
        occupied = {cell for cell, _, _ in placement.pieces}
        routes, takes = self.ruleset.routes, self.ruleset.takes
        kinds = {cell: (kinds, army) for cell, kinds, army in placement.pieces}
        count = self.complete(board, lambda: checkers(self.tables, board, pairs.ravel()))
        if count and self.ruleset.has_locusts:
            # Which routes those are depends on who stands on the way.
            yield from map(tuple, super().analyse(placement)("gives_check", 3))
            return
        for checker, royal in pairs[:count]:
            origin, target = self.cells[checker], self.cells[royal]
            points = {point for point, use in routes.uses_at(origin, *kinds[origin], target) if use in takes}
            if self.arrays.types[board.cells[checker], LOOSE]:
                # The answer holds the points on the way too.
                points &= {point for _, point in self.open_routes(placement, [(origin, point) for point in points])}
            else:
                points = {point for point in points if not occupied & routes.cells_before(origin, point)}
            for point in sorted(points):
                yield self._symbols[checker], self._symbols[royal], Number(point)

    def _judge(
        self,
        turn: str,
        moved: bool,
        checked: bool,
        lifeless: bool,
        quiet: int,
        seen: int,
        won: Sequence[Value],
        alone: bool,
    ) -> Answer:
        """How the game stands: the rules of the last stage, asked about what the kernel knows of those before it."""
        here = self._symbols[0]
        facts: Facts = {
            ("act", 3): [row(Function("some"), here, here)] if moved else [],
            ("checker", 2): [row(here, here)] if checked else [],
            ("query", 1): [Function("outcome")],
            ("turn", 1): [Function(turn)],
            ("quiet", 1): [Number(quiet)],
            ("seen", 1): [Number(seen)],
            ("state", 2): [row(Function(self._ending), value_symbol(value)) for value in won if self._ending],
            ("lifeless", 0): [Number(1)] if lifeless else [],
            ("over", 0): [Number(1)] if won or alone else [],
            ("last", 1): [Function(turn)] if alone else [],
        }
        return self.answer(facts, STAGES[-1:], _JUDGED)

    def _same(self, state: tuple[tuple[str, Value], ...], passing: tuple[int, ...]) -> list[Sequence[Symbol]]:
        """The state that makes two positions the same, which may depend on captures in passing: same/2."""
        facts: Facts = {
            ("act", 3): [
                row(self.term(move), self._symbols[_origin_of(move)], self._symbols[_target_of(move)])
                for move in passing
            ],
            ("context", 2): [row(self.term(move), self._bare(move)) for move in passing],
            ("state", 2): [row(Function(name), value_symbol(value)) for name, value in state],
        }
        return self.answer(facts, STAGES[-1:], (("same", 2),))("same", 2)

    def successors(
        self, placement: Placement, moves: Iterable[Symbol], origin: Vector | None = None
    ) -> dict[Symbol, Placement]:
        """The positions after some legal moves, as `ReferenceEngine.successors` gives them."""
        board = self.board(placement)
        known = {self.term(each): each for each in self._from(self.moves(board), origin)}
        found: dict[Symbol, Placement] = {}
        left: list[Symbol] = []
        for move in moves:
            if move in known:
                make(self.tables, board, known[move])
                found[move] = self.placement(board)
                unmake(self.tables, board)
            elif move == _PASS and not board.state[PLY]:
                # This asks for the position without a move: for the rules a pass does nothing.
                make_pass(self.tables, board)
                found[move] = self.placement(board)
                unmake_pass(board)
            else:
                left.append(move)
        return found | super().successors(placement, left, origin) if left else found
