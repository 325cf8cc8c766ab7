"""What clingo knows of a game, as arrays for the kernel.

Cells are numbered in the order of `Ruleset.cells`, armies in the order of turns. A *type* is what can
stand on a cell: an army and a set of kinds; type 0 is an empty cell. A *walk* is where one kind's routes
lead for an army, from every cell; kinds whose routes agree share it. A type has a walk for each of its
kinds, and moves as any of them does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = Annotated[NDArray[Any], np.int64]
"""Integers of 64 bits; many are sets of cells."""

Numbers: TypeAlias = Annotated[NDArray[Any], np.int32]
"""Integers of 32 bits."""

int64: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""An integer of 64 bits, which type checkers are to take for any other."""


def integers(count: int) -> tuple[int, ...]:
    """Integers from 0, as numpy's: numba compiles a function anew for each literal that it is called with."""
    return tuple(np.arange(count))


# Columns of Tables.types, and what VARIES says of a type's moves: all do what is usual; some arrivals have groups, and
# at least one row each; some may be barred; some are to be made before it is known whether they are legal. SEIZES says
# whether it takes men on its way.
ARMY, WALK, MORE, ROYAL, PASSING, PROGRESS, LOOSE, VARIES, SEIZES = integers(9)
USUAL, CHOOSES, BARRED, TRIED = range(4)

# What ROYAL says of a man whose safety is judged as if he still stood where he moves from; of other royal men it is 1.
LINGERS = 3

# Columns of Tables.steps, and what the bits of the column USE say; PASSED counts from 1, 0 being none. After a man has
# been taken on the way, on the cell PASSED, a step GOES_ON to an empty cell, or TAKES_TWICE.
CELL, SKIP, MASK, USE, PASSED = range(5)
GOES, TAKES, FIRST, TAKES_OWN, GOES_ON, TAKES_TWICE = 1, 2, 4, 8, 16, 32
ON_THE_WAY = GOES_ON | TAKES_TWICE

# Columns of Tables.before, and how a step may come after others.
HOW, ONE, TWO, THREE = range(4)
ALL_CLEAR, OVER, LISTED = range(3)

# Ways of moving. By the first a piece arrives, and the number of each is also that of the row of a move that does what
# is usual then. A SNAP takes the man on its companion's cell on the way, and a DOUBLE_SNAP one where it ends besides;
# no types of a game have these two if none do. A pass names no cells, and a drop only where it ends; an event is no
# move, and names the cell of its victim.
PLAIN, DOUBLE, IN_PASSING, SNAP, DOUBLE_SNAP, DEED, PASS, DROP, EVENT = integers(9)
WAYS, USUAL_WAYS = 5, 3

# Moves of a use of the game's own have ways of moving below these, one for each use; uses are numbered from 1. A walk
# is of one use, or of none; Tables.strict has its number behind this bit.
VENTURE = -1
IS_STRICT = 1

# When a player may pass.
NEVER, AT_WILL, WHEN_STUCK = integers(3)

# Columns of Tables.rows; after these come some for each of the other men, who are at most so many.
(
    BECOMES, HALTS, SHADOW, SIMPLE, CHOSEN, SEEKS, WAY, TRADE, WINS, HEEDLESS, SURRENDERS, OF, TWIN, MEMORY,
    UNGUARDED,
) = integers(15)  # fmt: skip
MEN = 5
AT, OTHER, ENDS = integers(3)
ROW_HEAD, MAN_WIDTH = 15, 3

# What BECOMES and OTHER say of a man that is gone; where another man is if not on a cell of the row's own (of several
# that are the companion together, the first, the second or the third); and where he ends.
GONE = -1
ON_TARGET, ON_COMPANION, ON_FIRST, ON_SECOND, ON_THIRD, NOBODY = -1, -2, -3, -4, -5, -6
STAYS, ON_ORIGIN = -1, -2

# Columns of Tables.memories, and which cell of a move is asked for, or named then; below 0 it must not be the one.
NEEDS, LACKS, CLEARS, SETS, ASKED_BITS, ASKED_SHIFT, ASKED_PLACE, NAMED_BITS, NAMED_SHIFT, NAMED_PLACE = integers(10)
NOT_SAID, AT_START, AT_END = integers(3)

# Columns of Tables.items.
HOLDER, ITEM_TYPE, STOCK_WORD, STOCK_SHIFT = integers(4)

# Columns of Tables.seeks; how many of its entries are of men who have part in the move already, by where they stand as
# AT has it, down to ON_SECOND (on the target the mover); and the measure of a cell that has none.
ROWS_OF_AIDE, MEASURE = integers(2)
AGAIN = 4
UNMEASURED = -(1 << 31)

# Columns of Tables.deeds and Tables.actors, what CHECK asks for, and what a group of deeds branches by.
OWNER, CHECK, EMPTY, PATH, SECURE, GROUP, FIRST_ACTOR, LAST_ACTOR, KEEPS_TURN = integers(9)
START, TARGET, TROOP = integers(3)
ANY_CHECK, NO_CHECK, IN_CHECK = integers(3)
BY_NOTHING, BY_NUMBER, BY_PAIR = integers(3)

# Columns of Tables.events.
STRUCK, VACANT, CROWNED = integers(3)

# Columns of Tables.tallies.
AMONG, LEAST, MOST, DECIDES = integers(4)

# What Tables.harmless says of royal pieces.
NOT_COUNTED = int64(-2)

# Columns of Tables.bonds.
AS_KIND, AS_OTHER = integers(2)

# What EXPOSURE says of moves that leave a royal attacked: not legal, or only where no other is, or always.
FORBIDDEN, IF_AVOIDABLE, FREE = integers(3)

# What Tables.troops says of a type.
MEMBER, UNASKED = 1, 2

NOWHERE, NOTHING = int64(-1), int64(0)


class Tables(NamedTuple):
    """A game, array by array.

    Attributes:
        types: (types, 9): army, the first of its walks, where in `parts` the others start (0 if it has no
            others), and whether it is royal, captures in passing, makes progress by moving, has walks that are
            not strict, whether its moves do what is usual, and whether it takes men on its way.
        parts: the further walks of types, -1 after those of each; types may share them.
        strict: (walks): whether each step of a walk is open just when some cells are empty, as the lowest bit; above
            it the number of the use of which all its routes are, 0 if they are of none of the game's own.
        spans: (walks, cells + 1): the steps of a walk are `steps[spans[w, c]:spans[w, c + 1]]`.
        steps: (steps, 5): each a point of a route on its way: the cell (-1 off the board), the step to go
            on with if a piece stands in the way, the cells that must be empty (a row of `masks`, -1 if
            those of earlier steps say it all), how the cell may be gone to, and the cell that a double
            step passes, or where a man is taken on the way. In a walk that is not strict, MASK is where
            the step's alternatives start in `before`.
        before: (alternatives, 4): what a step of a walk that is not strict comes after, as numbers of
            steps within the walk; a row of -1 ends the list. A hurdle says besides for whom it is, a row
            of `useless`, or -1 for all.
        useless: (hoppers, types): whether men of the type are no hurdle for an army's men of a kind.
        ranks: (walks, cells, words): the number of cells in `reach` before each word, from the start.
        lines: (reached cells + 1): where the routes to a reached cell start in `routes`.
        routes: the mask of each capturing route.
        rows: (rows, 30): each what a move does: what the mover becomes (a type; 0: it stays what it is),
            whether it ends where it started, whether the companion is open to capture in passing then,
            whether pins and checks decide if it is legal, the line of `labels` with the choices that it
            makes, how it seeks an aide (a row of `seeks` from 1; 0: it does not), the way of moving, what
            stores gain and spend (a row of `trades` from 1; 0: nothing), who wins by it for what (bits,
            numbered as `Ruleset.decisions`), whether it does not matter what it leaves attacked, whose
            commander loses all his armies to the player to move (an army from 1; 0: nobody's; below 0: to nobody),
            which deed it is, or which item is dropped, for a move of a use of the game's own the row of the plain
            move that does the same, what it asks of and does to what a position says (a row of `memories` from 1; 0:
            nothing), and whom no opponent may be able to take then (bits: the first is for the mover, the next
            for the other men); then, for each of the other men who may have part in it, where he stands, what
            he becomes, and where he ends.
            The first are those of moves that do what is usual, one for each way of arriving.
        seeks: (seeks, 4 + types * classes, 2): for each of those who may be the aide besides what they are already, and
            for each type that the aide may be of, by the class of the cell where he stands, where the list of rows
            starts in `groups`, 0 if he is not sought, and by which of `measures` he comes first.
        places: (cells): those classes.
        measures: (measures, cells): how far each cell is by a measure, as an army sees it; UNMEASURED if
            the measure says nothing of it.
        bonds: (types, 2): the unions, as bits, in which a man of the type may be the one and the other.
        beside: (unions, cells): the set of cells where the other stands, as a row of `masks`.
        united: (unions, armies): what a union decides for an army, as WINS says it.
        tallied: (types,): the tallies, as bits, by which men of the type are counted.
        tallies: (tallies, 4): the set of cells where they are, as a row of `masks`, how many there must be at least
            and at most, and what that decides, as WINS says it.
        dead: (lists,): of each list of dead material the most pieces, besides the royal ones, that it holds.
        harmless: (lists, types): the set of cells where pieces of the type are harmless by the list, as a row of
            `masks`; -1 if nowhere; NOT_COUNTED for royal pieces.
        arrivals: (types, ways, cells): where the group of moves that arrive there starts in `groups`; 0
            if they do what is usual. Only the first three ways if nobody takes men on his way.
        ventures: (uses, types, cells): the group of moves of each use of the game's own that arrive there.
        groups: groups of rows, and their lists (kernel/pairs.py).
        pairs: (slots, 2): a hash table of the pairs of men that groups have been asked about, where the game
            has too many to ask about all: a group, shifted by 32 bits, and a type of victim, 0 if there is
            none; and where in `groups` the lists for them start, or where a group of deeds goes on for a type
            of a man. A free slot has 0.
        origins: (cells): the class of each cell, as groups distinguish them for moves that start there; or
            (cells * cells), for moves that end and start on two cells, where it matters how far they go.
        traits: whether all rows, and the ways in which the game ends, are such as endgame tables and plans
            know; whether a move is ever barred; when a player may pass; how many bits count an item; what
            exposure means; how many unions there are, and those, as bits, of which neither man must be
            attacked; for how many reasons moves may win; whether a stalemate loses; with how many events a turn
            may begin; whether the last player in play wins; how many uses of motions are the game's own; from
            which bit on, counted from 1, a position says which cell was passed the turn before the last, so that it
            may still be captured in passing, and where that double step ended (0 if it does not), and how many bits
            a cell takes there; and whether stores may come to hold more than there are men.
        labels: the characters of a text; each line of it is a term, the choices that some rows make.
        names: the characters of a text; each line of it has the army of a type, and its kinds joined by `+`.
        deeds: (deeds, 9): whose it is; which check it asks for; the masks of cells that must be empty, and
            where the mover must not be attacked on its way; which of its men, as bits, must not be attacked
            where they stand; the group of its rows, which branches by the type of each man and by the classes of
            the cells where the move starts and ends (kernel/pairs.py); which of `actors` do it, from the mover
            on; and whether the turn stays.
        actors: (actors, 3): where a man of a deed starts and ends, -1 where it is done in place, and his troop.
        events: (events, 3): whether the player to move must attack the man whom it befalls, the mask of cells
            that must be empty, and whether it befalls royal men only.
        happens: (events, types): the row of what befalls a man of a type; 0 if nothing does.
        pleas: (events): the rights that each asks for, as bits.
        demands: (deeds): the rights that each asks for, as bits.
        troops: (troops, types): MEMBER for the types of a man who may do some deeds; UNASKED if nobody has asked
            yet what they do then.
        items: (items, 4): what stores may hold: the player from whose hand it is dropped (-1: from none),
            its type then, and in which of two integers and from which bit on it is counted.
        drops: (types, cells): where in `groups` the rows are of a drop of a type on a cell; empty if there are
            no hands.
        idles: (armies): the same of a pass by each player; empty if nobody ever passes.
        passages: (passages, 2): army and target of a double step over a cell.
        passed: (cells + 1): where the passages over a cell start.
        crossroads: (cells): whether different double steps pass a cell.
        seats: the player who follows each.
        masks: (masks, words): sets of cells.
        reach: (walks, cells, words): the cells that a capturing route ends on, on an empty board.
        roams: (walks, cells, words): the cells that any route ends on, on an empty board.
        bears: (walks, cells, words): the cells from which a capturing route ends on a cell.
        lost: (cells + 1): the rights that end if the cell is touched; at last those that end by a pass.
        trades: (trades, 7): what is added to each of the two integers that count items, what is taken away,
            the bits of what must not be there then, and whether "then" is before anything is added.
        memories: (memories, 10): bits of what a position says, that must be up, that must not, that are taken down,
            and that are put up after that; then the bits of a field of one cell, their lowest, and the place of the
            move that the field must name; and the same of what it names then.
        salts: (types, cells): random words for pieces; the row of the empty cell is for en passant.
        turns: random words for players, then for the bits of what a position says.
    """

    types: Numbers
    parts: Numbers
    strict: Numbers
    spans: Numbers
    steps: Numbers
    before: Numbers
    useless: Numbers
    ranks: Numbers
    lines: Numbers
    routes: Numbers
    rows: Numbers
    seeks: Numbers
    places: Numbers
    measures: Numbers
    bonds: Numbers
    beside: Numbers
    united: Numbers
    tallied: Numbers
    tallies: Numbers
    dead: Numbers
    harmless: Numbers
    arrivals: Numbers
    ventures: Numbers
    groups: Numbers
    origins: Numbers
    traits: Numbers
    labels: Numbers
    names: Numbers
    deeds: Numbers
    actors: Numbers
    troops: Numbers
    items: Numbers
    events: Numbers
    happens: Numbers
    drops: Numbers
    idles: Numbers
    passages: Numbers
    passed: Numbers
    crossroads: Numbers
    seats: Numbers
    masks: Words
    reach: Words
    roams: Words
    bears: Words
    demands: Words
    pleas: Words
    lost: Words
    trades: Words
    memories: Words
    salts: Words
    turns: Words
    pairs: Words

    @property
    def size(self) -> int:
        """How many bytes the arrays take."""
        return sum(array.nbytes for array in self._asdict().values())

    @property
    def place_classes(self) -> int:
        """How many classes of cells there are where aides may stand."""
        return int(self.places.max(initial=0)) + 1

    @property
    def choices_made(self) -> list[str]:
        """The lines of `labels`."""
        return "".join(map(chr, self.labels)).split("\n")

    @property
    def men(self) -> list[tuple[str, tuple[str, ...]]]:
        """The army and the kinds of each type, from 1."""
        lines = (line.split(" ") for line in "".join(map(chr, self.names)).split("\n"))
        return [(army, tuple(kinds.split("+"))) for army, kinds in lines]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return len(self.crossroads)

    def walks(self, kind: int) -> list[int]:
        """The numbers of a type's walks."""
        first, more = self.types[kind, [WALK, MORE]].tolist()
        further: list[int] = self.parts[more:].tolist() if more else [-1]
        return [first, *further[: further.index(-1)]]

    def steps_of(self, walk: int) -> tuple[Numbers, Numbers]:
        """The steps of a walk from every cell, and the cell that each starts from."""
        spans = self.spans[walk]
        origins = np.repeat(np.arange(self.cells, dtype=np.int32), np.diff(spans))
        return self.steps[spans[0] : spans[-1]], origins

    @property
    def most_moves(self) -> int:
        """As many cells as any type can go to from one, or more."""
        longest = np.diff(self.spans, axis=1).max(axis=1, initial=0)
        others = np.append(longest, 0)[self.parts]
        ends = np.flatnonzero(self.parts < 0)
        before = np.append(0, np.cumsum(others))
        more = self.types[:, MORE]
        further = before[ends[np.searchsorted(ends, more)]] - before[more]
        uses = int(self.strict.max(initial=0) >> 1) + 1
        return min(uses * self.cells, int((longest[self.types[:, WALK]] + further).max()))

    @property
    def most_doubles(self) -> int:
        """As many double steps as any type can have from one cell, or more."""
        before = np.concatenate([[0], np.cumsum(self.steps[:, USE] & FIRST != 0)])
        return int(np.diff(before[self.spans], axis=1).max(axis=1, initial=0).sum())

    @property
    def most_snaps(self) -> int:
        """As many moves of types that take a man on the way as any has from one cell, or more."""
        before = np.concatenate([[0], np.cumsum(self.steps[:, USE] & ON_THE_WAY != 0)])
        return int(np.diff(before[self.spans], axis=1).max(axis=1, initial=0).sum())

    @property
    def routine(self) -> bool:
        """Whether moves do no more than take, castle, and change the mover by its type and where it arrives.

        Nor does the game end then otherwise than by checkmate, stalemate, and draws.
        """
        return bool(self.traits[0])

    def choices(self, kind: int) -> list[tuple[int, ...]]:
        """For each cell the types that a type may become when it arrives there, if all is routine; none if it stays."""
        found: dict[int, tuple[int, ...]] = {0: ()}
        starts = self.arrivals[kind, PLAIN].tolist()
        for start in set(starts) - {0}:
            rows = list(self.rows_at(int(self.groups[start + 2])))
            found[start] = tuple(new or kind for new in self.rows[rows, BECOMES].tolist())
        return [found[start] for start in starts]

    def rows_at(self, place: int) -> tuple[int, ...]:
        """The rows of the list that starts at some place of `groups`."""
        end = place + int((self.groups[place:] < 0).argmax())
        return tuple(self.groups[place:end].tolist())

    @property
    def generous(self) -> bool:
        """Whether stores may come to hold more than there are men."""
        return bool(self.traits[-1])

    @property
    def crowns(self) -> bool:
        """Whether a piece may become a royal one."""
        return bool(self.types[self.rows[:, BECOMES].clip(0), ROYAL].any())


class Packed(NamedTuple):
    """The same in two arrays: every array more would cost each call in the kernel time.

    `numbers` starts with a few counts and with where each array starts, in `numbers` or in `words`.
    """

    numbers: Numbers
    words: Words


# What `Packed.numbers` starts with. WARY: whether some rows have UNGUARDED. BY_TARGET: how far apart the entries of
# `Tables.origins` are for the next cell where moves end; 0 if that does not matter.
(
    ARMIES, CELLS, WORDS, DEEDS_COUNT, OPEN_DEEDS, LONGEST, SLOTS, ROUTINE, BARS, PASSES, ITEM_BITS, EXPOSURE,
    UNIONS, GUARDED, ENDINGS, LOSES, EVENTS, LAST_WINS, USES, PASSED_BIT, LANDED_BIT, FIELD_BITS, GENEROUS,
    ITEMS_COUNT, WARY, BY_TARGET, ARRIVING_WAYS, TALLIES,
    DEAD_LISTS, PLACE_CLASSES,
    TYPES, PARTS, STRICT, SPANS, STEPS, BEFORE, USELESS, RANKS, LINES, ROUTES, ROWS, SOUGHT, PLACES, MEASURES, BONDS,
    BESIDE,
    UNITED, TALLIED, TALLIES_AT, DEAD, HARMLESS,
    ARRIVALS, VENTURES, GROUPS, ORIGINS, TRAITS, LABELS, NAMES, DEEDS, ACTORS, TROOPS, ITEMS, EVENTS_AT,
    HAPPENS, DROPS, IDLES, PASSAGES, PASSED_AT, CROSSROADS, SEATS, MASKS, REACH, ROAMS, BEARS, DEMANDS, PLEAS, LOST,
    TRADES, MEMORIES, SALTS, TURNS, PAIRS, KINDS,
) = range(83)  # fmt: skip
_COUNTS = 30
_HEADER = 83

TYPE_WIDTH, STEP_WIDTH, BEFORE_WIDTH, DEED_WIDTH, ACTOR_WIDTH, EVENT_WIDTH = 9, 5, 4, 9, 3, 3
SEEK_WIDTH, ITEM_WIDTH, TRADE_WIDTH, MEMORY_WIDTH, TALLY_WIDTH = 2, 4, 7, 10, 4
ROW_WIDTH = ROW_HEAD + MEN * MAN_WIDTH


def pack(tables: Tables) -> Packed:
    """Lay the arrays of a game one after another."""
    header = np.zeros(_HEADER, np.int32)
    longest = max(int(np.diff(tables.spans, axis=1).max(initial=0)), 2 * tables.most_doubles)
    header[:_COUNTS] = (
        len(tables.seats), tables.cells, tables.masks.shape[1], len(tables.deeds), (tables.demands == 0).any(),
        longest, len(tables.pairs), *tables.traits, len(tables.items), tables.rows[:, UNGUARDED].any(),
        tables.cells if len(tables.origins) > tables.cells else 0, tables.arrivals.shape[1],
        len(tables.tallies), len(tables.dead), tables.place_classes,
    )  # fmt: skip
    numbers: list[Numbers] = [header]
    words: list[Words] = []
    header[KINDS] = len(tables.types)
    place = {np.dtype(np.int32): _HEADER, np.dtype(np.int64): 0}
    for column, array in enumerate(tables._asdict().values(), _COUNTS):
        header[column] = place[array.dtype]
        place[array.dtype] += array.size
        (numbers if array.dtype == np.int32 else words).append(array.ravel())
    return Packed(np.concatenate(numbers), np.concatenate(words))
