"""Endgame tables by looking ahead: moves are made on a board, to see where they lead.

This is for material with moves that `retrograde.py` cannot unmake. It is needed once for each placement with a move
that changes the material, or wins at once. Moves that keep the material are unmade as usual if no piece changes by
them; otherwise these are looked ahead too, in each layer.
"""

from __future__ import annotations

from ..named_values import DOUBLE, FORBIDDEN, NOWHERE, OTHER_WINS, PLAIN
from ..packed import Packed, Words, int64
from ..tables import EXPOSURE, STALEMATED, WORDS
from .attacks import in_check
from .board import TURN, Board, mixed, occupied_row
from .cells import cells_of
from .decorators import entry, kernel
from .encoded_move import origin_of, row_of, target_of
from .endgame_facts import (
    AFTER,
    ALWAYS,
    ASPIRES,
    CELLS,
    CHOOSES,
    FAULT,
    FORM_ORDER,
    FORM_PIECES,
    FORMS,
    FOUND_CELLS,
    FOUND_TYPES,
    KEYS,
    PIECES,
    PLACES,
    ROYAL,
    SIDE,
    STARTS,
    TARGETS,
    TURNED,
    Endgame,
    entries_of,
    header,
    look_up,
    piece_fact,
    piece_row,
    start_of,
)
from .endgame_steps import strikes
from .endgame_unions import JOINED, MAYBE_JOINED, joining, stands_joined, would_join
from .entries import ILLEGAL, MATED, STALEMATE, UNKNOWN, Entries, better, loses, wins
from .generate import generate
from .make_move import make, unmake
from .placement_board import lift_pieces, set_pieces
from .placements import entry_at, find_cells, is_image, turn
from .retrograde import ANY, ESCAPE, Half, finds, is_possible, is_wanted
from .winning import is_over

NO_MATERIAL, NO_ENTRY = 1, 2
"""What is found wrong: a move leads to material that was not foreseen, or to a placement that does not exist."""


@kernel
def find_keys(endgame: Endgame) -> None:
    """Write down by which number each material is known; every thread does, and it is the same."""
    for number in range(header(endgame, FORMS)):
        form, key = look_up(endgame, PLACES, number), int64(0)
        pieces = int64(endgame.numbers[form + FORM_PIECES])
        for piece in range(pieces):
            key += mixed(int64(endgame.numbers[form + FORM_ORDER + 2 * pieces + piece]))
        endgame.words[header(endgame, KEYS) + number] = key


@entry
def mark_exposed(
    tables: Packed, board: Board, endgame: Endgame, first: Entries, second: Entries, start: int, end: int
) -> None:
    """Mark the placements that are illegal; the arguments are those of `retrograde.mark_illegal`."""
    for index in range(start, end):
        find_cells(endgame, index)
        if not is_possible(endgame) or is_image(endgame):
            first[index] = second[index] = ILLEGAL
        elif tables.numbers[EXPOSURE] == FORBIDDEN:
            set_pieces(tables, board, endgame, int64(0))
            if in_check(tables, board, 0):
                second[index] = ILLEGAL
            if in_check(tables, board, 1):
                first[index] = ILLEGAL
            lift_pieces(tables, board, endgame)


@entry
def settle_ahead(
    tables: Packed,
    board: Board,
    endgame: Endgame,
    half: Half,
    subs: Entries,
    moves: Words,
    keeps: bool,
    start: int,
    end: int,
) -> int:
    """Find where a side has no move, and what its moves to other material, and those that win, are worth.

    Args:
        tables: the game.
        board: an empty board.
        endgame: the facts.
        half: the table with that side to move.
        subs: all the tables that moves to other material lead to.
        moves: room for moves.
        keeps: whether moves that keep the material are such as `retrograde` traces back.
        start: the placements are those from here ...
        end: ... to here.

    Returns:
        The largest of what those moves are worth.
    """
    find_keys(endgame)
    most = int64(0)
    for index in range(start, end):
        if half.mine[index] == ILLEGAL:
            continue
        find_cells(endgame, index)
        joins = int64(MAYBE_JOINED)
        if not ((header(endgame, ALWAYS) >> half.side) & 1 or is_special(endgame, half.side)):
            joins = joining(tables, board, endgame, half, index)
        if joins == JOINED:
            half.later[index] = better(int64(UNKNOWN), MATED)
        elif joins == MAYBE_JOINED:
            half.later[index] = look_ahead(tables, board, endgame, half, subs, moves, keeps, index)
        elif not finds(endgame, half, index, ANY):
            lost = tables.numbers[STALEMATED] == OTHER_WINS or half.theirs[index] == ILLEGAL
            half.mine[index] = MATED if lost else STALEMATE
        most = max(most, int64(half.later[index]))
    return most


@kernel
def is_special(endgame: Endgame, side: int) -> bool:
    """Whether a side may have a move that captures, or does more than usual; False is certain."""
    for piece in range(header(endgame, PIECES)):
        if piece_fact(endgame, piece, SIDE) == side:
            if piece_fact(endgame, piece, ASPIRES) and may_change(endgame, piece):
                return True
            for victim in range(header(endgame, PIECES)):
                foe = piece_fact(endgame, victim, SIDE) != side and not piece_fact(endgame, victim, ROYAL)
                if foe and strikes(endgame, piece, endgame.work[victim]):
                    return True
    return False


@kernel
def may_change(endgame: Endgame, piece: int) -> bool:
    """Whether a piece has a step to a cell where a move may do more than usual, whatever blocks the way."""
    row, line = piece_row(endgame, piece), endgame.work[piece] * header(endgame, CELLS)
    first, end = look_up(endgame, row + STARTS, line), look_up(endgame, row + STARTS, line + header(endgame, CELLS))
    for step in range(first, end):
        if look_up(endgame, row + CHOOSES, look_up(endgame, row + TARGETS, step)):
            return True
    return False


@kernel
def look_ahead(
    tables: Packed, board: Board, endgame: Endgame, half: Half, subs: Entries, moves: Words, keeps: bool, index: int
) -> int:
    """What moves that win, or lead to other material, are worth; where there is none at all, that is written down."""
    set_pieces(tables, board, endgame, half.side)
    count, found = generate(tables, board, moves, 0), int64(UNKNOWN)
    joined = stands_joined(tables, endgame, half.side)
    for number in range(count):
        move = moves[number]
        if (
            joined
            or not is_quiet(board, move)
            or would_join(tables, endgame, half.side, origin_of(move), target_of(move))
        ):
            found = tried(tables, board, endgame, subs, move, keeps, found)
    if count == 0:
        lost = tables.numbers[STALEMATED] == OTHER_WINS or in_check(tables, board, half.side)
        half.mine[index] = MATED if lost else STALEMATE
    lift_pieces(tables, board, endgame)
    return found


@kernel
def is_quiet(board: Board, move: int) -> bool:
    """Whether a move does what is usual, without a capture."""
    return row_of(move) == PLAIN and board.cells[target_of(move)] == 0


@kernel
def tried(tables: Packed, board: Board, endgame: Endgame, subs: Entries, move: int, keeps: bool, found: int) -> int:
    """The better of what is known and a move, if that wins or leads to other material; it is made and unmade."""
    make(tables, board, move)
    if is_over(tables, board):
        unmake(tables, board)
        return better(found, MATED)
    place = entry_after(tables, board, endgame)
    unmake(tables, board)
    if place < 0:
        if keeps and row_of(move) > DOUBLE:
            endgame.work[FAULT] = NO_MATERIAL
        return found
    value = int64(subs[place])
    if value == ILLEGAL:
        endgame.work[FAULT] = NO_ENTRY
    return better(found, value)


@kernel
def entry_after(tables: Packed, board: Board, endgame: Endgame) -> int:
    """Which entry the position on the board has: of `subs`, or below 0, from -1 on, of the table's own."""
    form = form_after(tables, board, endgame)
    if form < 0:
        endgame.work[FAULT] = NO_MATERIAL
        return int64(0)
    turn(endgame, form)
    index = entry_at(endgame, form, TURNED)
    if index < 0:
        endgame.work[FAULT] = NO_ENTRY
        return int64(0)
    start = start_of(endgame, form)
    if start < 0:
        return -1 - index
    return start + board.state[TURN] * entries_of(endgame, form) + index


@kernel
def form_after(tables: Packed, board: Board, endgame: Endgame) -> int:
    """The form of the placement on the board, as a place in `numbers`, or -1. Its cells are written down."""
    work, pieces, key = endgame.work, int64(0), int64(0)
    for cell in cells_of(board.sets, occupied_row(tables), int64(tables.numbers[WORDS])):
        kind = board.cells[cell]
        work[FOUND_TYPES + pieces], work[FOUND_CELLS + pieces] = kind, cell
        key += mixed(kind)
        pieces += 1
    for number in range(header(endgame, FORMS)):
        if endgame.words[header(endgame, KEYS) + number] == key:
            form = look_up(endgame, PLACES, number)
            return form if put_in_order(endgame, form, pieces) else int64(NOWHERE)
    return int64(NOWHERE)


@kernel
def put_in_order(endgame: Endgame, form: int, pieces: int) -> bool:
    """Write down the cells of pieces in the order that a form has of their types; False if it has others."""
    work, kinds = endgame.work, form + FORM_ORDER + 2 * pieces
    if endgame.numbers[form + FORM_PIECES] != pieces:
        return False
    for piece in range(pieces):
        other = int64(0)
        while other < pieces and work[FOUND_TYPES + other] != endgame.numbers[kinds + piece]:
            other += 1
        if other == pieces:
            return False
        work[AFTER + piece], work[FOUND_TYPES + other] = work[FOUND_CELLS + other], 0
    return True


@entry
def judge_ahead(
    tables: Packed, board: Board, endgame: Endgame, half: Half, moves: Words, now: int, start: int, end: int
) -> int:
    """Judge which unknown entries are won or lost in this number of moves, as `retrograde.judge` does."""
    find_keys(endgame)
    count, winning = 0, wins(now)
    for index in range(start, end):
        if half.mine[index] != UNKNOWN:
            continue
        value = int64(half.later[index])
        holds = winning and value == now
        if not holds and (winning or value == UNKNOWN or (value > MATED and loses(value) and value <= now)):
            find_cells(endgame, index)
            set_pieces(tables, board, endgame, half.side)
            holds = finds_ahead(tables, board, endgame, half, moves, now - 1 if winning else ESCAPE) == winning
            lift_pieces(tables, board, endgame)
        if holds:
            half.mine[index] = now
            count += 1
    return count


@kernel
def finds_ahead(tables: Packed, board: Board, endgame: Endgame, half: Half, moves: Words, wanted: int) -> bool:
    """Whether the side to move has a legal move that keeps the material and is wanted."""
    for number in range(generate(tables, board, moves, 0)):
        make(tables, board, moves[number])
        place = int64(0) if is_over(tables, board) else entry_after(tables, board, endgame)
        unmake(tables, board)
        if place < 0 and is_wanted(int64(half.theirs[-1 - place]), wanted):
            return True
    return False
