"""Both engines on every position of few pieces on small boards: the check of a translation that a digest cannot make.

A game of the tests keeps its rules, and its board is cut to some columns and rows. Every choice of cells, of kinds and
armies on them and of the player to move is a position; so is each of them with one flag, one cell that a piece has
just passed, one right that rests on a cell, or one item in a store. Where the engines differ, a position that the rules
of the game find impossible does not count.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, islice, product
from math import comb
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple
from unittest.mock import patch

from shadowmate.asp.folders import ENTRY
from shadowmate.asp.ruleset import Ruleset, load
from shadowmate.asp.terms import Value, store_name, vector
from shadowmate.checking import outside
from shadowmate.errors import RulesError, ShadowmateError
from shadowmate.play.placement import Placement, Stores
from support.differences import Pair, answers, apart, content
from support.paths import GAMES_OF_TESTS
from support.random_positions import position_of

Size = tuple[int, int]
BOARDS: tuple[Size, ...] = ((3, 3), (3, 2), (2, 2))
STRIPS: tuple[Size, ...] = ((1, 5), (1, 4), (1, 3))
_SIZE = re.compile(r"^size\((\d+),(\d+),(\d+)\)\.$", re.MULTILINE)


class Task(NamedTuple):
    """What is compared.

    Attributes:
        game: the game.
        size: columns and rows of the board; None for its own.
        pieces: how many pieces there are.
        more: whether there are facts and items besides pieces.
    """

    game: str
    size: Size | None
    pieces: int
    more: bool

    def __str__(self) -> str:
        board = "its own board" if self.size is None else "{}x{}".format(*self.size)
        return f"{self.game}, {board}, pieces: {self.pieces}{'' if self.more else ', and nothing else'}"

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return load(self.game, (), [cut(self.game, self.size)])


class Compared(NamedTuple):
    """What came of a task: how many positions and moves, each difference, and the task if the game does not compile."""

    positions: int
    moves: int
    differences: list[str]
    left_out: str | None = None


def games() -> list[str]:
    """The games of the tests that have the file of a game."""
    return sorted(path.parent.name for path in GAMES_OF_TESTS.glob(f"*/{ENTRY}"))


@cache
def cut(game: str, size: Size | None) -> Path:
    """A folder with the game on a board of this size; its own folder if the size is None."""
    if size is None:
        return GAMES_OF_TESTS
    found = Path(mkdtemp()) / game
    shutil.copytree(GAMES_OF_TESTS / game, found)
    entry = found / ENTRY
    text = _SIZE.sub("size({},{},1).".format(*size), entry.read_text(encoding="utf-8"))
    entry.write_text(text, encoding="utf-8")
    return found.parent


def is_cut(game: str) -> bool:
    """Whether the board of a game can be cut: it is flat, and its size is in the game's own file."""
    found = _SIZE.findall((GAMES_OF_TESTS / game / ENTRY).read_text(encoding="utf-8"))
    return len(found) == 1 and found[0][2] == "1"


def tasks(game: str, most: int) -> list[Task]:
    """For each number of pieces the largest board, and the largest strip, with at most this many positions.

    Without facts and items besides pieces if no board is small enough for them.
    """
    sizes: tuple[tuple[Size | None, ...], ...] = ((None, *BOARDS), STRIPS) if is_cut(game) else ((None,),)
    chosen: list[Task] = []
    for pieces, some in product((1, 2, 3), sizes):
        found = (Task(game, size, pieces, more) for more in (True, False) for size in some)
        chosen += islice((task for task in found if count(task, most)), 1)
    return chosen


def count(task: Task, most: int) -> int:
    """The number of positions of a task; 0 if it is more than `most`, or the game cannot have the board."""
    own = Task(task.game, None, 1, more=False).ruleset
    types = len(own.abbreviations) * len(own.players)
    if task.size is not None and comb(task.size[0] * task.size[1], task.pieces) * types**task.pieces > most:
        return 0
    try:
        ruleset = task.ruleset
    except RulesError:
        return 0
    others = len(list(extras(ruleset))) if task.more else 1
    number = comb(len(ruleset.cells), task.pieces) * types**task.pieces * len(ruleset.players) * others
    return number if number <= most else 0


def extras(ruleset: Ruleset) -> Iterator[tuple[tuple[tuple[str, Value], ...], Stores]]:
    """What positions have besides pieces: nothing, or one fact, or one item in a store."""
    yield (), ()
    flags = ((str(name), (str(value),)) for name, value in (fact.arguments for fact in ruleset.facts("flag", 2)))
    passed = {("ep", vector(fact.arguments[1])) for fact in ruleset.facts("passage", 3)}
    rights = {(str(name), vector(cell)) for name, cell, _ in (each.arguments for each in ruleset.facts("rests", 3))}
    cells = sorted(each for each in passed | rights if each[1] in ruleset.cells)
    for fact in chain(flags, cells):
        yield (fact,), ()
    for symbol in ruleset.facts("store", 1):
        store = store_name(symbol.arguments[0])
        for item in ruleset.items[store]:
            yield (), ((store, item, 1),)


def placements(task: Task) -> Iterator[Placement]:
    """Every position of a task."""
    ruleset = task.ruleset
    types = [((kind,), army) for kind in ruleset.abbreviations for army in ruleset.players]
    others = list(extras(ruleset)) if task.more else [((), ())]
    for cells in combinations(ruleset.cells, task.pieces):
        for chosen in product(types, repeat=task.pieces):
            standing = tuple((cell, *one) for cell, one in zip(cells, chosen, strict=True))
            for turn, (state, stores) in product(ruleset.players, others):
                yield Placement(standing, turn, state, stores=stores)


def compare_game(game: str, most: int) -> tuple[str, list[Compared]]:
    """Compare both engines on all tasks of a game."""
    return game, [compare(task) for task in tasks(game, most)]


def compare(task: Task) -> Compared:
    """Compare both engines on all positions of a task: moves, checks, outcomes, and the positions after all moves.

    Raises:
        RulesError: if the game does not compile on its own board. One that is cut may lack cells of its moves.
    """
    with patch.object(outside, "_try", lambda *_: None):  # facts beyond a cut board would be refused
        try:
            pair = Pair(task.game, folders=[cut(task.game, task.size)])
        except RulesError:
            if task.size is None:
                raise
            return Compared(0, 0, [], str(task))
    if _lacks_sites(pair.reference.ruleset):
        return Compared(0, 0, [], str(task))
    positions, moves, differences = 0, 0, []
    for placement in placements(task):
        found, number = difference(pair, placement)
        positions, moves = positions + 1, moves + number
        if found and not pair.reference.reference.flaws(placement)("flaw", 2):
            differences.append(f"{task}: {found}")
    return Compared(positions, moves, differences)


def _lacks_sites(ruleset: Ruleset) -> bool:
    """Whether pieces come back on a cell that was cut off."""
    return any(vector(fact.arguments[-1]) not in ruleset.cells for fact in ruleset.facts("site", 5))


def difference(pair: Pair, placement: Placement) -> tuple[str | None, int]:
    """In what the engines differ about a position, if they do, and how many moves there are."""
    ours, theirs = position_of(pair.compiled, placement), position_of(pair.reference, placement)
    try:
        wanted = theirs.successors()
    except ShadowmateError:
        return None, 0  # the rules have no answer: two pieces on one cell, or no such state
    about = answers(ours), answers(theirs)
    for what in about[0]:
        if about[0][what] != about[1][what]:
            return f"{what} of {theirs}: {apart(about[0][what], about[1][what])}", len(wanted)
    for move, after in ours.successors().items():
        if content(after) != content(wanted[move]):
            return f"{move} in {theirs}: {after} is not {wanted[move]}", len(wanted)
    return None, len(wanted)
