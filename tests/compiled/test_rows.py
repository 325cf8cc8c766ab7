"""Moves that do more than capture: the kernel makes them as `Effects` states, in small games of an oracle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np
import pytest
from clingo import Function

import shadowmate as sm
from oracles import effects as oracle
from shadowmate.asp.ruleset import Ruleset, load
from shadowmate.compiled.compile import outcome_queries as asking
from shadowmate.compiled.compile.alike_cells import Alike
from shadowmate.compiled.compile.effects import Effects
from shadowmate.compiled.compile.layout import lay_out
from shadowmate.compiled.compile.move_forms import USUAL_OUTCOMES
from shadowmate.compiled.compile.outcomes import GONE, VICTIM, Fate, Outcome, Type
from shadowmate.compiled.compile.piece_types import first_types
from shadowmate.compiled.game_tables import Tables, pack
from shadowmate.compiled.kernel import battle, board, generate, goals, workspace
from shadowmate.compiled.kernel import make_move as making
from shadowmate.compiled.kernel.attacks import in_check
from shadowmate.compiled.kernel.board import HASH, RIGHTS, TURN, Board
from shadowmate.compiled.kernel.perft_count import perft
from shadowmate.compiled.named_values import DOUBLE, IN_PASSING, NOTHING, ON_ORIGIN, PLAIN, STAYS
from shadowmate.compiled.packed import Packed
from shadowmate.compiled.tables import ARRIVALS, PASSED_SHIFT, PASSING_FIELDS, ROWS

GAME = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
#include "games/fide/kinds.lp".
#program base.
size(6,6,1).  player(white,1).  player(black,2).  royal(king).
ahead(white,(X,1,0)) :- unit(X).  ahead(black,(X,-1,0)) :- unit(X).
abbreviation(queen,"Q").  moves_as(queen,(rook;bishop)).
abbreviation(pawn,"P").  in_passing(pawn).
motion(pawn,step,forward(orthogonal),quiet).  motion(pawn,slide(2),forward(orthogonal),first).
motion(pawn,step,forward(diagonal),capture).
home(white,pawn,(1..6,2,1)).  home(black,pawn,(1..6,5,1)).
zone(white,camp,(1..6,1..2,1)).  zone(black,camp,(1..6,5..6,1)).
"""
KINDS = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
WAYS = {PLAIN: "plain", DOUBLE: "double", IN_PASSING: "passing"}
ARMIES = ("white", "black")
ROOM = 2000
NUMBER = 24
"""The number of positions of each game."""


class OracleEffects(Effects):
    """The effects of moves by a game of the oracle."""

    by_start = by_victim = True  # type: ignore[assignment]

    def __init__(self, ruleset: Ruleset, does: oracle.Does) -> None:
        super().__init__(ruleset)
        self.does = does

    def alike(self, way: int, mover: Type) -> Alike:
        """Each class of cells differs: the oracle does not say what it reads."""
        return Alike(range(self.starts), range(len(self.zones)))

    def learn(self, movers: object, victims: object, pairs: object = None) -> None:
        """Nothing is asked of the rules."""

    def outcomes(
        self, way: int, mover: Type, victim: Type | None, start: int, end: int, types: Sequence[Type]
    ) -> tuple[Outcome, ...]:
        camps = [(Function(mover[0]), Function("camp")) in self.zones[each] for each in (start, end)]
        piece, other = letters(mover), letters(victim) if victim else None
        return tuple(
            Outcome(
                None if mover_then == piece else kinds(mover_then) if mover_then else GONE,
                (fate(other, other_then, goes),),
                action=self.usual[way].action,
            )
            for mover_then, other_then, goes in self.does(WAYS[way], piece, other, *camps)
        )


def fate(before: oracle.Piece | None, after: oracle.Piece | None, goes: bool) -> Fate:
    becomes = GONE if after is None else None if after == before else kinds(after)
    return Fate(VICTIM, becomes, ON_ORIGIN if goes else STAYS)


def letters(piece: Type) -> oracle.Piece:
    return piece[0], "".join(sorted(LETTERS[kind] for kind in piece[1]))


def kinds(piece: oracle.Piece) -> Type:
    return piece[0], tuple(sorted(KINDS[letter] for letter in piece[1]))


@cache
def played(ruleset: Ruleset, name: str) -> Played:
    return Played(ruleset, name)


class Played:
    """A game of the oracle's, compiled."""

    def __init__(self, ruleset: Ruleset, name: str) -> None:
        self.does = oracle.GAMES[name]
        effects = OracleEffects(ruleset, self.does)
        royal_rooks = [(army, ("king", "rook")) for army in ARMIES]
        self.types = asking.closed(effects, [*first_types(ruleset), *royal_rooks], 4095) or ()
        self.tables: Tables = lay_out(ruleset, self.types, effects=effects)
        self.packed: Packed = pack(self.tables)
        self.cells = [(cell[0], cell[1]) for cell in ruleset.cells]
        self.numbers = {letters(each): number for number, each in enumerate(self.types, 1)}
        self.shift = int(self.tables[PASSING_FIELDS][0, PASSED_SHIFT])  # of the only field of the game

    def board(self, position: oracle.Position) -> Board:
        found = board.new_board(self.packed, 8)
        pieces = sorted(position.pieces)
        passed = (self.cells.index(position.passed) + 1) << self.shift if position.passed else 0
        board.set_up(
            self.packed,
            found,
            np.array([self.cells.index(cell) for cell, _ in pieces], np.int32),
            np.array([self.numbers[piece] for _, piece in pieces], np.int32),
            np.array([ARMIES.index(position.turn), passed, 0, 0], np.int64),
        )
        return found

    def position(self, here: Board) -> oracle.Position:
        pieces = {self.cells[cell]: letters(self.types[here.cells[cell] - 1]) for cell in np.flatnonzero(here.cells)}
        cell = int(here.state[RIGHTS]) >> self.shift
        passed = self.cells[cell - 1] if cell else None
        return oracle.Position(frozenset(pieces.items()), ARMIES[here.state[TURN]], passed)

    def moves(self, here: Board) -> list[int]:
        found = np.zeros(ROOM, np.int64)
        return found[: generate.generate(self.packed, here, found, 0)].tolist()

    def reaches(self, here: Board, goal: int) -> bool:
        work = workspace.new_workspace(ROOM, 2)
        work.config[workspace.GOAL] = goal
        return battle.forces(self.packed, here, work, 1, 0, False) == 1


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    folder = tmp_path_factory.mktemp("rows")
    (folder / "six").mkdir()
    (folder / "six" / "game.lp").write_text(GAME, encoding="utf-8")
    return load("six", (), [folder])


def scattered(random: Random, does: oracle.Does) -> oracle.Position:
    """Pieces on random cells. The King of the player that has just moved is not attacked."""
    while True:
        cells = [(x, y) for x in range(1, 7) for y in range(1, 7)]
        random.shuffle(cells)
        kings = random.choice(("K", "K", "KR"))
        pieces = {cells.pop(): ("white", kings), cells.pop(): ("black", kings)}
        for _ in range(random.randrange(3, 12)):
            pieces[cells.pop()] = (random.choice(ARMIES), random.choice("QRBNPP"))
        position = oracle.Position(frozenset(pieces.items()), random.choice(ARMIES))
        if not oracle.attacked(does, position, oracle.with_turn(position).turn):
            return position


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", oracle.GAMES)
def test_the_kernel_makes_moves_as_effects_state(ruleset: Ruleset, name: str) -> None:
    """Positions after moves, hash keys, unmaking, perft, checks and mates."""
    game, random = played(ruleset, name), Random(name)
    seen, checks = 0, 0
    for _ in range(NUMBER):
        position = scattered(random, game.does)
        for _ in range(4):
            here = game.board(position)
            key, found = int(here.state[HASH]), []
            for move in game.moves(here):
                making.make(game.packed, here, move)
                found.append(game.position(here))
                assert in_check(game.packed, here, here.state[TURN]) == oracle.attacked(
                    game.does, found[-1], found[-1].turn
                )
                assert game.board(found[-1]).state[HASH] == here.state[HASH]
                making.unmake(game.packed, here)
                assert game.position(here) == position and here.state[HASH] == key
            after = [each for _, _, each in oracle.moves(game.does, position)]
            assert sorted(map(text, found)) == sorted(map(text, after)), text(position)
            assert perft(game.packed, here, np.zeros(ROOM, np.int64), NOTHING, 1) == len(after)
            assert game.reaches(here, goals.CHECK) == oracle.gives_check(game.does, position), text(position)
            assert game.reaches(here, goals.MATE) == oracle.mates(game.does, position), text(position)
            seen, checks = seen + len(after), checks + oracle.gives_check(game.does, position)
            if not after:
                break
            position = random.choice(after)
    assert seen > 500 and checks > 5


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", oracle.GAMES)
def test_lines_are_counted(ruleset: Ruleset, name: str) -> None:
    game, random = played(ruleset, name), Random(f"lines {name}")
    for _ in range(3):
        position = scattered(random, game.does)
        count = perft(game.packed, game.board(position), np.zeros(ROOM * 3, np.int64), NOTHING, 2)
        assert count == oracle.lines(game.does, position, 2), text(position)


def text(position: oracle.Position) -> str:
    return f"{sorted(position.pieces)} {position.turn} {position.passed}"


def test_only_what_changes_a_mover_where_it_arrives_is_routine(ruleset: Ruleset) -> None:
    routine = {name: played(ruleset, name).tables.routine for name in oracle.GAMES}
    assert [name for name, is_routine in routine.items() if is_routine] == ["usual"]
    assert sm.game("fide", engine="compiled").engine.arrays.routine  # type: ignore[attr-defined]


def test_a_rook_king_is_not_attacked_by_a_bishop_that_cannot_capture_a_rook(ruleset: Ruleset) -> None:
    game = played(ruleset, "barring")
    for king, attacked in (("K", True), ("KR", False)):
        pieces = {(1, 1): ("white", king), (4, 4): ("black", "B"), (6, 1): ("black", "K")}
        here = game.board(oracle.Position(frozenset(pieces.items()), "white"))
        assert in_check(game.packed, here, here.state[TURN]) == attacked


def test_a_group_holds_no_more_than_it_depends_on(ruleset: Ruleset) -> None:
    """A game with usual effects has no groups, whatever it declares that they depend on."""
    found = played(ruleset, "usual").tables
    assert not found[ARRIVALS].any() and len(found[ROWS]) == len(USUAL_OUTCOMES)


def test_two_pieces_on_one_cell_are_refused(ruleset: Ruleset) -> None:
    def crowding(way: str, mover: oracle.Piece, victim: oracle.Piece | None, *camps: bool) -> list[oracle.Choice]:
        return [(mover, victim, False)]

    effects = OracleEffects(ruleset, crowding)
    with pytest.raises(sm.RulesError, match="captures, both would stay"):
        lay_out(ruleset, first_types(ruleset), effects=effects)


@pytest.mark.slow
def test_types_without_end_are_not_laid_out(ruleset: Ruleset) -> None:
    effects = OracleEffects(ruleset, oracle.absorbing)
    assert asking.closed(effects, first_types(ruleset), 14) is None
