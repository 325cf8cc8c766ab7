"""The moves of the kernel, decoded: as values, and as the rules' own terms.

The name of a move, and what it does to its pieces, follow from its integer and the pieces on a few cells. So each is
decoded once, and reused in other positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from clingo import Function, Symbol

from ..asp.terms import text
from ..play.move import Move
from ..play.move_from_rules import Hidden, MoveFacts, by_text, made_move, reason_of
from ..play.piece import Piece
from .board_position import BoardPosition
from .boards import Boards
from .compile.outcomes import AIDES, HELPED, MOVER, is_helped
from .compile.store_items import HAND
from .kernel.board import WON, Board
from .kernel.encoded_move import companion_of, first_of, origin_of, row_of, second_of, target_of, third_of
from .kernel.make_move import make, unmake
from .kernel.winning import is_over
from .named_values import (
    ABSENT,
    DOUBLE,
    DOUBLE_LOCUST,
    DROP,
    GONE,
    IN_PASSING,
    LOCUST_CAPTURE,
    NOWHERE,
    ON_COMPANION,
    ON_FIRST,
    ON_ORIGIN,
    ON_SECOND,
    ON_TARGET,
    ON_THIRD,
    PASS,
    PLAIN,
    SPECIAL_MOVE,
    STAYS,
    TWO_AND_END,
    TWO_ON_WAY,
)
from .packed import Packed
from .tables import (
    ACTION,
    ACTIONS,
    BECOMES,
    CHOICE,
    ENTERS,
    ENTERS_AT,
    HALTS,
    OTHER_WIDTH,
    REVIVES,
    ROW_HEAD,
    ROW_WIDTH,
    SITES,
    SUBJECT,
    UNSEEN,
    UNSEEN_TEXT,
    WAY,
)

# Python splits a move itself: a call into the kernel would be slower.
_origin_of, _target_of, _companion_of, _first_of, _second_of, _third_of, _row_of = (
    part.py_func  # type: ignore[attr-defined]
    for part in (origin_of, target_of, companion_of, first_of, second_of, third_of, row_of)
)

_WHERE = {
    ON_TARGET: _target_of, ON_COMPANION: _companion_of, ON_FIRST: _first_of, ON_SECOND: _second_of, ON_THIRD: _third_of,
}  # fmt: skip


def _cell_of(code: int, at: int) -> int:
    """The cell of a piece of a move: `at` is one of the move's own cells, or the number of a cell."""
    return _WHERE[at](code) if at in _WHERE else at


_PASS, _DROP = Function("pass"), Function("drop")

_GOES = "go"
_NAMES = {
    DOUBLE: "double", IN_PASSING: "ep", LOCUST_CAPTURE: "snap", DOUBLE_LOCUST: "snap", TWO_ON_WAY: "snap",
    TWO_AND_END: "snap",
}  # fmt: skip
_WITH_COMPANION = (IN_PASSING, LOCUST_CAPTURE, DOUBLE_LOCUST)
_WITH_TWO = (TWO_ON_WAY, TWO_AND_END)

_MOST_KNOWN = 1 << 18
"""How many decoded moves are kept."""


class Naming:
    """The moves of a game.

    Args:
        boards: its tables.
    """

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._ruleset = boards.ruleset
        self._titles = {symbol.arguments[0]: symbol.arguments[1] for symbol in self._ruleset.facts("title", 2)}
        self._cells = [self._ruleset.cells[cell] for cell in boards.cells]
        self._rows: list[list[int]] = []
        self._simple: list[bool] = []
        self._alone: list[bool] = []
        self._known: dict[tuple[int, ...], Move] = {}
        self._names_of_moves: tuple[list[list[int]], list[str], list[bool]] | None = None
        self.term = lru_cache(maxsize=_MOST_KNOWN)(self._term)

    def moves(self, held: BoardPosition, codes: Sequence[int]) -> dict[str, Move]:
        """All moves of a position by what is written, in that order, given all of the kernel's integers."""
        return by_text(self._ruleset, self.some(held, codes), self._hidden)

    def some(self, held: BoardPosition, codes: Iterable[int]) -> list[Move]:
        """Some moves of a position as they look, each by itself; others may look the same (`may_look_alike`)."""
        if self._rows is not (rows := self._boards.rows):
            # Whether a captured piece comes back depends on its home cell, too.
            self._simple = [does[WAY] < PASS and not does[REVIVES] and not _others(does) for does in rows]
            alike = self.lookalikes or [False] * len(rows)
            self._alone = [simple and not looks for simple, looks in zip(self._simple, alike, strict=True)]
            self._rows = rows
        cells: list[int] = held.cells.tolist()
        known, simple, found = self._known, self._simple, list[Move]()
        for code in codes:
            row = (code >> 48) & 0x7FFF
            if code >= 0 and simple[row]:
                key: tuple[int, ...] = code, cells[code & 0xFFFF], cells[(code >> 16) & 0xFFFF]
            else:
                key = code, *(cells[cell] for cell in self._parts(code, cells))
            move = known.get(key)
            if move is None:
                if len(known) >= _MOST_KNOWN:
                    known.clear()
                move = known[key] = self._made(code, cells)
            found.append(move)
        return self._with_wins(held, found) if self._boards.decisions else found

    def known(self, held: BoardPosition, code: int) -> Move | None:
        """A move of a position, if it has been decoded before, for the same pieces, and no other may look the same."""
        if code < 0 or self._rows is not self._boards.rows or not self._alone[(code >> 48) & 0x7FFF]:
            return None
        if self._boards.decisions:
            return None
        cell = held.cells.item
        return self._known.get((code, cell(code & 0xFFFF), cell((code >> 16) & 0xFFFF)))

    @property
    def unseen(self) -> list[str]:
        """By rows a word for what a move does unseen on the board (core/unseen.lp); empty if that is nothing."""
        return self._alike()[0]

    @property
    def lookalikes(self) -> list[bool]:
        """By rows whether choices, or the use of a motion, may be all by which a move differs from another; empty if
        they never are.
        """
        return self._alike()[1]

    def _alike(self) -> tuple[list[str], list[bool]]:
        rows, arrays = self._boards.rows, self._boards.arrays
        if self._names_of_moves is None or self._names_of_moves[0] is not rows:
            actions, texts = [0, *arrays[ACTIONS][:, UNSEEN].tolist()], arrays.lines(UNSEEN_TEXT)
            unseen = [texts[actions[does[ACTION]]] for does in rows]
            choices = self._boards.choices
            chosen = [does[WAY] < PLAIN or any(not is_helped(each) for each in choices[does[CHOICE]]) for does in rows]
            differ = any(each and word for each, word in zip(chosen, unseen, strict=True))
            self._names_of_moves = rows, unseen, chosen if differ else []
        return self._names_of_moves[1:]

    def may_look_alike(self, codes: Iterable[int]) -> bool:
        """Whether some of the kernel's integers may stand for moves that look like others."""
        alike = self.lookalikes
        return bool(alike) and any(alike[_row_of(code)] for code in codes)

    def _site_of(self, code: int, cells: Sequence[int]) -> int:
        """The cell where the victim of a move would come back; NOWHERE if it has none, or it does not."""
        does = self._rows[_row_of(code)]
        pieces = _pieces(does)
        if not does[REVIVES] or not pieces:
            return int(NOWHERE)
        cell = _cell_of(code, pieces[0][0])
        return int(self._boards.arrays[SITES][does[REVIVES] - 1, cells[cell], cell])

    def _entrance(self, code: int) -> int:
        """The cell where a piece enters beside a move, if one does."""
        does = self._rows[_row_of(code)]
        if not does[ENTERS_AT]:
            return int(_origin_of(code))
        return _cell_of(code, _pieces(does)[does[ENTERS_AT] - 1][0])

    def _parts(self, code: int, cells: Sequence[int]) -> list[int]:
        """The cells whose pieces may have part in a move. The last, where a captured piece would come back, depends on
        that piece.
        """
        does = self._rows[_row_of(code)]
        found = [_target_of(code)] if does[WAY] != PASS else list[int]()
        if does[WAY] < PASS:
            found.append(_origin_of(code))
        for at, _, ends in _pieces(does):
            cell = _cell_of(code, at)
            found += [cell, ends] if ends >= 0 else [cell]
        site = self._site_of(code, cells)
        return [*found, site] if site >= 0 else found

    def _made(self, code: int, cells: Sequence[int]) -> Move:
        """The move that an integer stands for, but for what it wins the game for."""
        boards, does, name = self._boards, self._rows[_row_of(code)], self._cells
        way, types = does[WAY], boards.types
        origin = name[_origin_of(code)] if way < PASS else ""
        target = name[_target_of(code)] if way != PASS else ""
        facts = MoveFacts(code, origin, target, self.title(does))
        choices = boards.choices[does[CHOICE]]
        facts.chosen = bool(choices) and not is_helped(choices[-1])
        if does[HALTS]:
            facts.halts = origin
        if way == DROP:
            facts.dropped = (boards.effects.items.all[does[SUBJECT]][1],)
        end, becomes = facts.halts or target, 0 if way == PASS else does[BECOMES]
        if becomes == GONE:
            facts.perishes = True
        elif becomes and not (way == DROP and self._is_unchanged(does, facts.chosen)):
            facts.remade[end] = _piece(types[becomes - 1])
        self._add_others(facts, code, cells)
        site = self._site_of(code, cells)
        left = {*facts.removed, *(start for start, _ in facts.carried), origin}
        filled = {*(ends for _, ends in facts.carried), *([] if facts.perishes else [end])}
        if site >= 0 and (not cells[site] or name[site] in left) and name[site] not in filled:
            facts.remade[name[site]] = _piece(types[cells[_cell_of(code, _pieces(does)[0][0])] - 1])
        if does[ENTERS]:
            facts.remade[name[self._entrance(code)]] = _piece(types[does[ENTERS] - 1])
        pieces = {name[cell]: _piece(types[cells[cell] - 1]) for cell in self._parts(code, cells) if cells[cell]}
        return made_move(self._ruleset, pieces, facts)

    def _is_unchanged(self, does: Sequence[int], chosen: bool) -> bool:
        """Whether the piece of a drop becomes what it is, and there was no choice what to become."""
        store, kind = self._boards.effects.items.all[does[SUBJECT]]
        if chosen and any(str(value) == kind for _, value in self._boards.choices[does[CHOICE]]):
            return False
        return self._boards.types[does[BECOMES] - 1] == (store.removeprefix(f"{HAND} "), (kind,))

    def _add_others(self, facts: MoveFacts, code: int, cells: Sequence[int]) -> None:
        """Add to a move what becomes of the pieces besides the mover."""
        name, removed, carried = self._cells, list[str](), list[tuple[str, str]]()
        for at, other, ends in _pieces(self._rows[_row_of(code)]):
            cell = _cell_of(code, at)
            if not cells[cell]:
                continue
            if other == GONE:
                removed.append(name[cell])
                continue
            place = cell if ends == STAYS else _origin_of(code) if ends == ON_ORIGIN else ends
            if place != cell:
                carried.append((name[cell], name[place]))
            if other:
                facts.remade[name[place]] = _piece(self._boards.types[other - 1])
        facts.removed, facts.carried = removed, carried

    def _with_wins(self, held: BoardPosition, moves: Sequence[Move]) -> list[Move]:
        """Moves with what they win the game for, which depends on the whole position."""

        def won(tables: Packed, board: Board) -> list[int]:
            found = []
            for move in moves:
                make(tables, board, code_of(move))
                found.append(int(board.state[WON]) if is_over(tables, board) else 0)
                unmake(tables, board)
            return found

        turn, boards, facts = held.turn, self._boards, []
        for move, words in zip(moves, boards.ask(held, won), strict=True):
            decided = (tuple(map(str, each)) for each in boards.decided(words))
            wins = reason_of(self._ruleset, turn, decided) if words else None
            facts.append(replace(move, wins=wins) if wins else move)
        return facts

    def _hidden(self, move: Move) -> Hidden:
        """What distinguishes a move from others with the same text."""
        row = _row_of(code_of(move))
        does, unseen = self._rows[row], self.unseen[row]
        choices = [f"{each[0]}={each[1]}" for each in self._boards.choices[does[CHOICE]] if not is_helped(each)]
        use = self._boards.effects.uses[does[WAY]] if does[WAY] < PLAIN else None
        return Hidden((unseen,) if unseen else (), [f"use={use}", *choices] if use else choices)

    def use_of(self, does: Sequence[int]) -> Symbol | None:
        """By what use of a route, or special move, moves of a row are made, if they have such."""
        boards = self._boards
        return boards.special_moves[does[SUBJECT]].term if does[WAY] == SPECIAL_MOVE else boards.effects.uses[does[WAY]]

    def title(self, does: Sequence[int]) -> str | None:
        """What the rules call moves of a row, such as `castling`, if they have a name."""
        if does[WAY] == DROP:
            found = self._titles.get(_DROP)
        else:
            use = None if does[WAY] == PASS else self.use_of(does)
            found = None if use is None else self._titles.get(use)
        return text(found) if found else None

    def ways_called(self, title: str) -> int:
        """The ways of moving that the rules call so, as the kernel has them for a goal, as bits."""
        uses = [(int(way), use) for way, use in self._boards.effects.uses.items() if 0 <= way < SPECIAL_MOVE and use]
        special_moves = [
            (number, special_move.term)
            for number, special_move in enumerate(self._boards.special_moves, int(SPECIAL_MOVE))
        ]
        called = (
            number
            for number, term in uses + special_moves
            if term in self._titles and text(self._titles[term]) == title
        )
        return sum(1 << number for number in called)

    def _term(self, move: int) -> Symbol:
        """The rules' own term for a move, with its choices."""
        symbols, boards = self._boards.symbols, self._boards
        origin, target = symbols[_origin_of(move)], symbols[_target_of(move)]
        does = boards.rows[_row_of(move)]
        choices = boards.choices[does[CHOICE]]
        if does[WAY] == PASS:
            term = _PASS
        elif does[WAY] == DROP:
            _, kind = boards.effects.items.all[does[SUBJECT]]
            term = Function("drop", [Function(kind), target])
        elif does[WAY] == SPECIAL_MOVE:
            special_move = boards.special_moves[does[SUBJECT]]
            term = (
                Function("in_place", [special_move.term, origin, target])
                if special_move.is_in_place
                else special_move.term
            )
        else:
            halved = does[WAY] in _WITH_COMPANION and any(map(is_helped, choices))
            victim = _first_of(move) if halved else _companion_of(move)
            use = boards.effects.uses[does[WAY]]
            more = [use] if does[WAY] < PLAIN and use else []
            if does[WAY] in _WITH_COMPANION:
                more = [symbols[victim]]
            if does[WAY] in _WITH_TWO:
                more = [Function("", [symbols[_first_of(move)], symbols[_second_of(move)]])]
            term = Function(_NAMES.get(does[WAY], _GOES), [origin, target, *more])
        aides = [_second_of(move) if does[WAY] in (DOUBLE, *_WITH_COMPANION) else _companion_of(move)]
        if choices.count(HELPED) > 1:
            aides = [_first_of(move), _second_of(move), _third_of(move)]
        roles, stands = iter(AIDES), {MOVER: _target_of(move)}
        for choice in choices:
            if choice == HELPED:
                stands[next(roles)] = aides[0]
                term = Function("aided", [term, symbols[aides.pop(0)]])
            elif is_helped(choice):
                next(roles)
                term = Function("aided", [term, symbols[stands[choice[1].arguments[0]]]])
            else:
                term = Function("chose", [term, *choice])
        return term

    def bare(self, move: int) -> Symbol:
        """The term without its choices."""
        term = self.term(move)
        while term.name in ("chose", "aided"):
            term = term.arguments[0]
        return term


def code_of(move: Move) -> int:
    """The kernel's integer for a move that the compiled engine has found."""
    assert isinstance(move.code, int)
    return move.code


def _pieces(does: Sequence[int]) -> list[tuple[int, int, int]]:
    """The other pieces of a row: where each is, what it becomes, and where it ends."""
    found = []
    for piece in range(ROW_HEAD, ROW_WIDTH, OTHER_WIDTH):
        at, other, ends = does[piece : piece + OTHER_WIDTH]
        if at == ABSENT:
            break
        found.append((at, other, ends))
    return found


def _others(does: Sequence[int]) -> bool:
    """Whether a row has pieces besides the mover and the one on the target."""
    return any(at != ON_TARGET or ends >= 0 for at, _, ends in _pieces(does))


def _piece(kind: tuple[str, tuple[str, ...]]) -> Piece:
    """The piece of a type."""
    army, kinds = kind
    return Piece(kinds, army)
