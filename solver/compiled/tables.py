"""The tables of a game, which the compiler fills from the rules and the kernel reads: every array and every column.

Cells are numbered in the order of `Ruleset.cells`, armies in the order of turns. A *type* of piece is an army and a set
of kinds; type 0 is the empty cell. A *move pattern* has the routes of one kind for an army, from every cell; kinds with
the same routes share one. A type has a pattern for each of its kinds, and moves by any of them. A *row* is what a
move does (`ROWS`). A *group* has the rows that a move may have (kernel/group_lookup.py).

docs/tables.md is made of this file; `schema.py` has its form.
"""

from __future__ import annotations

import numpy as np

from .named_values import (
    ABSENT,
    AT_OVER,
    GONE,
    IN_CHECK,
    LINGERS,
    MOST_NAMED,
    MOST_NUMBERS,
    MOST_OTHERS,
    MOVER_WINS,
    ON_ORIGIN,
    TRIED,
    UNASKED,
    WAYS,
)
from .schema import Schema

SCHEMA = Schema()

# ---- Numbers that a game has once

ARMIES = SCHEMA.scalar("ARMIES", "How many armies there are.")
CELLS = SCHEMA.scalar("CELLS", "How many cells the board has.")
WORDS = SCHEMA.scalar("WORDS", "How many words a set of cells has.")
TYPE_COUNT = SCHEMA.scalar("TYPE_COUNT", "How many types there are, type 0 included.")
LONGEST = SCHEMA.scalar("LONGEST", "The most steps of a pattern from one cell, or twice the double steps of a type.")
ROUTINE = SCHEMA.scalar(
    "ROUTINE", "Whether all rows and all ends of the game are such as endgame tables and plans know.", 2
)
MAY_PROHIBIT = SCHEMA.scalar("MAY_PROHIBIT", "Whether moves may be prohibited.", 2)
PASS_RULE = SCHEMA.scalar("PASS_RULE", "NEVER, AT_WILL, WHEN_STUCK or WHEN_HELPLESS.", 4)
EXPOSURE = SCHEMA.scalar("EXPOSURE", "FORBIDDEN, IF_AVOIDABLE, IF_WON or FREE: to leave a royal piece attacked.", 4)
LAST_ROYAL = SCHEMA.scalar("LAST_ROYAL", "The players, as bits, that may lose royal pieces but the last.")
ONE_SAFE = SCHEMA.scalar("ONE_SAFE", "The players, as bits, of whose royal pieces one must be safe.")
STALEMATED = SCHEMA.scalar(
    "STALEMATED", "NO_WINNER, OTHER_WINS or MOVER_WINS: the winner by stalemate.", MOVER_WINS + 1
)
CHECKMATED = SCHEMA.scalar("CHECKMATED", "The same for checkmate.", MOVER_WINS + 1)
LAST_PLAYER_WINS = SCHEMA.scalar("LAST_PLAYER_WINS", "Whether the last player in play wins.", 2)
ENDINGS = SCHEMA.scalar("ENDINGS", "For how many reasons moves may win.")
UNIONS = SCHEMA.scalar("UNIONS", "How many unions there are.")
GUARDED_UNIONS = SCHEMA.scalar("GUARDED_UNIONS", "The unions, as bits, of which neither piece may be attacked.")
TALLY_COUNT = SCHEMA.scalar("TALLY_COUNT", "How many tallies there are.")
GUARDED_TALLIES = SCHEMA.scalar("GUARDED_TALLIES", "The tallies, as bits, that do not count attacked pieces.")
SHARED_ENDINGS = SCHEMA.scalar("SHARED_ENDINGS", "The reasons, as bits, for which both players may win: a draw.")
DEAD_LISTS = SCHEMA.scalar("DEAD_LISTS", "How many lists of dead material there are.")
EVENT_COUNT = SCHEMA.scalar("EVENT_COUNT", "With how many events a turn may begin.")
SPECIAL_COUNT = SCHEMA.scalar("SPECIAL_COUNT", "How many special moves there are.")
FREE_SPECIAL = SCHEMA.scalar("FREE_SPECIAL", "Whether some special move needs no right.", 2)
CUSTOM_USES = SCHEMA.scalar("CUSTOM_USES", "How many uses of routes the game defines itself.")
ITEM_COUNT = SCHEMA.scalar("ITEM_COUNT", "How many items stores may hold.")
ITEM_BITS = SCHEMA.scalar("ITEM_BITS", "How many bits count an item.", 17)
STORES_GROW = SCHEMA.scalar("STORES_GROW", "Whether stores may come to hold more than there are pieces.", 2)
LOOKS_AHEAD = SCHEMA.scalar(
    "LOOKS_AHEAD", "Whether some row has UNGUARDED, ATTACKS_NONE or ENTERS, or a guard with CHECK_THEN.", 2
)
ASKS_REPLIES = SCHEMA.scalar("ASKS_REPLIES", "Whether some guard has REPLIES_THEN.", 2)
SWEEP_COUNT = SCHEMA.scalar("SWEEP_COUNT", "How many sweeps there are.")
HAS_COMPULSORY = SCHEMA.scalar("HAS_COMPULSORY", "Whether some row is COMPULSORY.", 2)
ARRIVING_WAYS = SCHEMA.scalar("ARRIVING_WAYS", "The ways of arriving that a type has in ARRIVALS.", WAYS + 1)
AIDE_CELL_COUNT = SCHEMA.scalar("AIDE_CELL_COUNT", "How many classes of cells AIDE_CELLS has.")
TARGET_STRIDE = SCHEMA.scalar(
    "TARGET_STRIDE", "How far apart the entries of CELL_CLASSES are for the next target; 0 if targets do not matter."
)
MOST_CHOICES = SCHEMA.scalar("MOST_CHOICES", "How many rows the longest list of GROUPS has.")
PAIR_SLOTS = SCHEMA.scalar("PAIR_SLOTS", "How many slots PAIRS has: 0, or a power of 2.")
PASSING_COUNT = SCHEMA.scalar("PASSING_COUNT", "How many rows PASSING_FIELDS has.")
FIELD_BITS = SCHEMA.scalar("FIELD_BITS", "How many bits a cell has in the rights.", 63)

SCHEMA.section(
    "Types and move patterns",
    "kinds, compounds and routes of the game; compile/layout.py, move_patterns.py, board_geometry.py",
)

TYPES = SCHEMA.array("TYPES", "types", "A type of piece.")
ARMY = TYPES.column("ARMY", "its army", "armies")
PATTERN = TYPES.column("PATTERN", "the first of its move patterns", "patterns")
MORE_PATTERNS = TYPES.column("MORE_PATTERNS", "where in PATTERN_LISTS the others are; 0: no others", "list numbers")
ROYAL = TYPES.column("ROYAL", "whether it is royal: 0, 1 or LINGERS", LINGERS + 1)
EN_PASSANT = TYPES.column("EN_PASSANT", "whether it captures in passing, and is so captured", 2)
PROGRESS = TYPES.column("PROGRESS", "whether its moves are progress for the move rule", 2)
LOOSE = TYPES.column("LOOSE", "whether some of its patterns are not strict", 2)
VARIES = TYPES.column("VARIES", "USUAL, CHOOSES, PROHIBITED, FORKS or TRIED", TRIED + 1)
CAPTURES_ON_WAY = TYPES.column("CAPTURES_ON_WAY", "whether it captures on its way", 2)
ONE_MOVE = TYPES.column(
    "ONE_MOVE", "a row of MASKS: where each plain move of it has one row; if it leaves no royal attacked, it is legal"
)
ONE_DOUBLE = TYPES.column("ONE_DOUBLE", "the same of its double steps")

PATTERN_LISTS = SCHEMA.array(
    "PATTERN_LISTS",
    "list numbers",
    "Lists of further patterns, each ended by -1. Types may share one.",
    "patterns",
    least=-1,
)
PATTERN_FLAGS = SCHEMA.array(
    "PATTERN_FLAGS", "patterns", "IS_STRICT if each step of the pattern is open just when some cells are empty. Above "
    "that bit the number of the custom use of all its routes; 0 if they have none.",
)  # fmt: skip
SPANS = SCHEMA.array(
    "SPANS", "patterns x cells + 1", "Where in STEPS those of a pattern from a cell start.", "steps + 1"
)

STEPS = SCHEMA.array("STEPS", "steps", "A point of a route, on its way or its end.")
CELL = STEPS.column("CELL", "its cell; -1 off the board", "cells", least=-1)
SKIP = STEPS.column("SKIP", "the step to go on with if a piece is on its cell", "steps + 1")
MASK = STEPS.column(
    "MASK", "a row of MASKS: the cells that must be empty; -1 if earlier steps say it all. In a pattern that is not "
    "strict, where the alternatives of the step start in ALTERNATIVES",
)  # fmt: skip
USE = STEPS.column("USE", "how the cell may be gone to, as bits from GOES on", 64)
PASSED = STEPS.column(
    "PASSED",
    "the cell that a first move passes first, or that of a capture on the way, from 1; 0: none",
    "cells + 1",
)
PASSED_TOO = STEPS.column("PASSED_TOO", "the cell of a second capture on the way, from 1; 0: none", "cells + 1")

ALTERNATIVES = SCHEMA.array(
    "ALTERNATIVES",
    "alternatives",
    "What a step of a pattern that is not strict comes after. A row with HOW -1 ends the list.",
)
HOW = ALTERNATIVES.column("HOW", "ALL_CLEAR, OVER or LISTED", 3, least=-1)
ONE = ALTERNATIVES.column("ONE", "of ALL_CLEAR and OVER a step, numbered within the pattern; of LISTED a row of MASKS")
TWO = ALTERNATIVES.column(
    "TWO", "of ALL_CLEAR another step, or -1; of OVER a row of NOT_HURDLES, or -1 if all are hurdles"
)
THREE = ALTERNATIVES.column("THREE", "of ALL_CLEAR another step, or -1")

NOT_HURDLES = SCHEMA.array(
    "NOT_HURDLES", "hoppers x types", "Whether pieces of a type are no hurdle for those of an army and a kind.", 2
)

MASKS = SCHEMA.array("MASKS", "masks x words", "A set of cells.", dtype=np.int64)

SCHEMA.section("Attack tables", "routes that capture; compile/attack_tables.py")

ATTACKS = SCHEMA.array(
    "ATTACKS", "patterns x cells x words", "The cells that capturing routes end on, on an empty board.", dtype=np.int64
)
DESTINATIONS = SCHEMA.array(
    "DESTINATIONS", "patterns x cells x words", "The cells that any route ends on, on an empty board.", dtype=np.int64
)
ATTACKERS = SCHEMA.array(
    "ATTACKERS", "patterns x cells x words", "The cells from which ATTACKS has the cell.", dtype=np.int64
)
ATTACK_RANKS = SCHEMA.array(
    "ATTACK_RANKS",
    "patterns x cells x words",
    "How many attacked cells ATTACKS has before each word.",
    "attacked cells + 1",
)
ATTACK_LINES = SCHEMA.array(
    "ATTACK_LINES", "attacked cells + 1", "Where in ATTACK_ROUTES the routes to an attacked cell start.", "routes + 1"
)
ATTACK_ROUTES = SCHEMA.array(
    "ATTACK_ROUTES", "routes", "The mask of a capturing route; -1 if it has none.", "masks", least=-1
)

SCHEMA.section("What moves do", "the part `effects` of the rules, asked by classes of moves; compile/row_layout.py")

ROWS = SCHEMA.array(
    "ROWS", "rows", "What a move does. The first rows are those of usual moves, one for each way of arriving."
)
BECOMES = ROWS.column("BECOMES", "the type that the mover becomes; 0: it stays what it is", "types", least=GONE)
HALTS = ROWS.column("HALTS", "whether the mover ends where it starts", 2)
SIMPLE = ROWS.column("SIMPLE", "whether pins and checks decide if the move is legal", 2)
CHOICE = ROWS.column("CHOICE", "the line of CHOICE_TEXT with the choices that the move makes")
AIDE_CHOICE = ROWS.column(
    "AIDE_CHOICE", "which of AIDE_CHOICES finds an aide, from 1; 0: none is called for", "choices + 1"
)
WAY = ROWS.column("WAY", "the way of moving, or the custom use")
WINS = ROWS.column("WINS", "the wins by it, as bits numbered as `Ruleset.decisions`")
IGNORES_CHECK = ROWS.column("IGNORES_CHECK", "whether it may leave a royal piece attacked", 2)
SUBJECT = ROWS.column("SUBJECT", "the special move that it is, or the item that is dropped")
TWIN = ROWS.column("TWIN", "for a custom move, the row of the plain move that does the same", "rows")
GUARD = ROWS.column("GUARD", "which of GUARDS must hold, from 1; 0: none", "guards + 1")
ACTION = ROWS.column("ACTION", "which of ACTIONS it does, from 1; 0: none", "actions + 1")
UNGUARDED = ROWS.column("UNGUARDED", "which pieces no opponent may attack then, as bits: the mover, then the others")
ATTACKS_NONE = ROWS.column(
    "ATTACKS_NONE", "which pieces may attack no opponent's piece then, as bits: the mover, then the others"
)
ANSWERS = ROWS.column("ANSWERS", "whether a move with it answers the move before it", 2)
COMPULSORY = ROWS.column("COMPULSORY", "whether a legal move with it makes those without it illegal", 2)
SWEEP = ROWS.column("SWEEP", "which sweeps it does, as bits")
REVIVES = ROWS.column("REVIVES", "at which of SITES its victim comes back, from 1; 0: nowhere")
ENTERS = ROWS.column("ENTERS", "the type of a piece that enters; 0: none does", "types")
ENTERS_AT = ROWS.column(
    "ENTERS_AT", "where: 0: on the start of the move; else on the cell of another piece, by its number from 1",
    MOST_OTHERS + 1,
)  # fmt: skip
ROW_HEAD = ROWS.width
_OTHER = ROWS.repeat(MOST_OTHERS)
OTHER_AT = _OTHER.column("OTHER_AT", "where another piece is before the move", "cells", least=ABSENT)
OTHER_BECOMES = _OTHER.column("OTHER_BECOMES", "the type that it becomes; 0: it stays what it is", "types", least=GONE)
OTHER_ENDS = _OTHER.column("OTHER_ENDS", "where it ends", "cells", least=ON_ORIGIN)

SWEEPS = SCHEMA.array("SWEEPS", "sweeps", "Pieces around a move that it captures too (core/around.lp).")
AROUND_START = SWEEPS.column("AROUND_START", "whether they are around its start; else around its end", 2)
SWEPT_CELLS = SCHEMA.array("SWEPT_CELLS", "sweeps x cells", "A row of MASKS: the cells around a cell.", "masks")
SWEPT_TYPES = SCHEMA.array("SWEPT_TYPES", "sweeps x types", "Whether the sweep captures pieces of the type.", 2)

SITES = SCHEMA.array(
    "SITES",
    "sites x types x cells",
    "Where a piece that is captured on a cell comes back; -1: nowhere.",
    "cells",
    least=-1,
)

GUARDS = SCHEMA.array("GUARDS", "guards", "What must hold before a move is made (core/guards.lp).", dtype=np.int64)
NEEDS = GUARDS.column("NEEDS", "the bits of the rights that must be 1")
LACKS = GUARDS.column("LACKS", "the bits that must be 0")
ASKED_BITS = GUARDS.column("ASKED_BITS", "the bits of a field that must name a cell of the move")
ASKED_SHIFT = GUARDS.column("ASKED_SHIFT", "the lowest of them", 64)
ASKED_PLACE = GUARDS.column("ASKED_PLACE", "which cell; below 0: it must not name it", 3, least=-2)
MUST_HOLD = GUARDS.column("MUST_HOLD", "the lowest bit of each item of which stores must hold one", width=2)
MUST_LACK = GUARDS.column("MUST_LACK", "the bits of the items that stores must lack", width=2)
VACANT = GUARDS.column("VACANT", "a row of MASKS: the cells that must be empty; -1: none", "masks", least=-1)
CHECK = GUARDS.column("CHECK", "ANY_CHECK, NO_CHECK or IN_CHECK", IN_CHECK + 1)
PATH = GUARDS.column(
    "PATH", "a row of MASKS: where the mover must not be attacked on its way; -1: nowhere", "masks", least=-1
)
SECURE = GUARDS.column("SECURE", "the pieces, as bits, that must not be attacked where they are: mover, then others")
MUST_ATTACK = GUARDS.column("MUST_ATTACK", "whether the player to move must attack the piece on the target", 2)
PARRIES = GUARDS.column("PARRIES", "whether no piece but the victim may give check", 2)
CHECK_THEN = GUARDS.column(
    "CHECK_THEN", "whether the move is illegal if it gives no check, and if it gives check, as two bits", 4
)
REPLIES_THEN = GUARDS.column(
    "REPLIES_THEN",
    "the further situations after it in which it is illegal, as bits: the number of each is a sum of GIVES_CHECK, "
    "STUCK and ANSWERED; where only replies are looked for, this does not count",
    1 << 8,
)
NUMBER = GUARDS.column(
    "NUMBER", "which of NUMBERS is limited, from 1; 0: none, nor any after it", "numbers + 1", width=MOST_NUMBERS
)
LEAST_NUMBER = GUARDS.column("LEAST_NUMBER", "how many pieces there must be at least", width=MOST_NUMBERS)
MOST_NUMBER = GUARDS.column("MOST_NUMBER", "how many there may be at most", width=MOST_NUMBERS)

CELL_RIGHT = GUARDS.column("CELL_RIGHT", "which of CELL_RIGHTS the position must have, from 1; 0: none", "fields + 1")
CELL_RIGHT_PLACE = GUARDS.column(
    "CELL_RIGHT_PLACE", "for which cell of the move; below 0: it must not have it", 3, least=-2
)

CELL_RIGHTS = SCHEMA.array(
    "CELL_RIGHTS", "fields x cells", "The bit of a field of cells for a cell; 0 if it has none.", dtype=np.int64
)
NUMBERS = SCHEMA.array("NUMBERS", "numbers", "A row of MASKS: the cells where pieces are counted.", "masks")
NUMBERED_TYPES = SCHEMA.array("NUMBERED_TYPES", "numbers x types", "Whether pieces of the type are counted.", 2)

ACTIONS = SCHEMA.array("ACTIONS", "actions", "What a move does besides moving pieces (core/after.lp).", dtype=np.int64)
CLEARS = ACTIONS.column("CLEARS", "the bits of the rights that become 0")
SETS = ACTIONS.column("SETS", "the bits that become 1 after that")
NAMED_BITS = ACTIONS.column("NAMED_BITS", "the bits of fields that name a cell of the move then", width=MOST_NAMED)
NAMED_SHIFT = ACTIONS.column("NAMED_SHIFT", "the lowest of each", 64, width=MOST_NAMED)
NAMED_PLACE = ACTIONS.column("NAMED_PLACE", "which cell", AT_OVER + 1, width=MOST_NAMED)
NAMED_PAST = ACTIONS.column(
    "NAMED_PAST",
    "a row of MASKS, from 1: only if the move passes over one of these cells; 0: always",
    "masks + 1",
    width=MOST_NAMED,
)
IS_HALVED = ACTIONS.column(
    "IS_HALVED", "whether the cell that the move passes over is the first of several companions", 2
)
GAINS = ACTIONS.column("GAINS", "what is added to stores", width=2)
SPENDS = ACTIONS.column("SPENDS", "what is subtracted from them", width=2)
HANDS_OVER = ACTIONS.column(
    "HANDS_OVER",
    "the army, from 1, whose commander loses all armies to the mover; below 0: they have no commander then",
)
KEEPS_TURN = ACTIONS.column("KEEPS_TURN", "whether the player moves again", 2)
UNSEEN = ACTIONS.column("UNSEEN", "the line of UNSEEN_TEXT with what the board does not show of it")
UNSEEN_TEXT = SCHEMA.array(
    "UNSEEN_TEXT", "unseen characters", "A text: each line is what the board does not show of some actions."
)

SCHEMA.section("Which rows a move may have", "the same; compile/arrivals.py, row_groups.py")

ARRIVALS = SCHEMA.array(
    "ARRIVALS",
    "types x ways x cells",
    "The group of the moves that arrive there; 0 if they do what is usual.",
    "group numbers",
)
CUSTOM_ARRIVALS = SCHEMA.array(
    "CUSTOM_ARRIVALS", "uses x types x cells", "The group of the custom moves that arrive there.", "group numbers"
)
GROUPS = SCHEMA.array("GROUPS", "group numbers", "Groups, and the lists of rows that they name (kernel/row_groups.py).")
PAIRS = SCHEMA.array(
    "PAIRS",
    "slots",
    "A slot of a hash table, for games with too many types to ask the rules about each pair of them.",
    dtype=np.int64,
)
PAIR_KEY = PAIRS.column("PAIR_KEY", "a group, shifted by 32, and the type of the victim, 0 without one; 0: a free slot")
PAIR_PLACE = PAIRS.column("PAIR_PLACE", "where in GROUPS the lists start, or the branch of a special move for the type")
CELL_CLASSES = SCHEMA.array(
    "CELL_CLASSES",
    "cells, or cells * cells",
    "The class that groups give a cell where moves start; by the target too, if that matters.",
)
CHOICE_TEXT = SCHEMA.array("CHOICE_TEXT", "choice characters", "A text: each line is a term, the choices of some rows.")
TYPE_TEXT = SCHEMA.array(
    "TYPE_TEXT", "type characters", "A text: each line has the army of a type, and its kinds joined by `+`."
)

AIDE_CHOICES = SCHEMA.array(
    "AIDE_CHOICES",
    "choices x aides",
    "How a row finds an aide: PARTICIPANTS entries, then one for each type and class of cells.",
)
AIDE_ROWS = AIDE_CHOICES.column(
    "AIDE_ROWS", "where in GROUPS the rows with this aide are; 0: it is not called for", "group numbers"
)
MEASURE = AIDE_CHOICES.column("MEASURE", "the measure by which the foremost aide is found", "measures")
AIDE_CELLS = SCHEMA.array("AIDE_CELLS", "cells", "The class of the cell in AIDE_CHOICES.")
MEASURES = SCHEMA.array(
    "MEASURES", "measures x cells", "How far a cell is by a measure, as an army sees it; or UNMEASURED."
)

SCHEMA.section(
    "Special moves, events, drops and passes",
    "core/special_moves.lp, events.lp, stores.lp, double_step.lp; compile/special_moves.py, events.py, arrivals.py",
)

SPECIAL_MOVES = SCHEMA.array("SPECIAL_MOVES", "special moves", "A move that no route makes, such as castling.")
OWNER = SPECIAL_MOVES.column("OWNER", "the army whose move it is", "armies")
COMMON_GUARD = SPECIAL_MOVES.column("COMMON_GUARD", "which of GUARDS all its rows have, from 1; 0: none", "guards + 1")
GROUP = SPECIAL_MOVES.column(
    "GROUP", "its group, which branches by the types of the actors, then by start and target", "group numbers"
)
FIRST_ACTOR = SPECIAL_MOVES.column("FIRST_ACTOR", "the first of its ACTORS, which is the mover", "actors")
LAST_ACTOR = SPECIAL_MOVES.column("LAST_ACTOR", "the first after its ACTORS", "actors + 1")
ACTORS = SCHEMA.array("ACTORS", "actors", "A piece that takes part in a special move.")
START = ACTORS.column("START", "where it starts; -1: anywhere", "cells", least=-1)
TARGET = ACTORS.column("TARGET", "where it ends; -1: where it starts", "cells", least=-1)
TYPE_SET = ACTORS.column("TYPE_SET", "which of ACTOR_TYPES it may be", "type sets")
ACTOR_TYPES = SCHEMA.array("ACTOR_TYPES", "type sets x types", "0, MEMBER or UNASKED.", UNASKED + 1)
LOST_RIGHTS = SCHEMA.array(
    "LOST_RIGHTS", "cells + 1", "The rights, as bits, that end when the cell is touched; last, those of one turn.",
    dtype=np.int64,
)  # fmt: skip

EVENTS = SCHEMA.array("EVENTS", "events", "What may happen when a turn begins.")
ROYALS_ONLY = EVENTS.column("ROYALS_ONLY", "whether only royal pieces are victims", 2)
EVENT_ROWS = SCHEMA.array(
    "EVENT_ROWS", "events x types", "The row of what the event does to a piece; 0: nothing.", "rows"
)

ITEMS = SCHEMA.array("ITEMS", "items", "What stores may hold.")
HOLDER = ITEMS.column("HOLDER", "the player from whose hand it is dropped; -1: it is not", "armies", least=-1)
ITEM_TYPE = ITEMS.column("ITEM_TYPE", "its type on the board", "types")
STOCK_WORD = ITEMS.column("STOCK_WORD", "which of the two integers counts it", 2)
STOCK_SHIFT = ITEMS.column("STOCK_SHIFT", "from which bit on", 64)
DROPS = SCHEMA.array(
    "DROPS", "types, or 0 x cells", "Where in GROUPS the rows of a drop are. Empty without hands.", "group numbers"
)
PASSES = SCHEMA.array(
    "PASSES", "armies, or 0", "Where in GROUPS the rows of a pass are. Empty without passes.", "group numbers"
)

PASSAGES = SCHEMA.array("PASSAGES", "passages", "A cell passed by a first move of several steps.")
PASSAGE_ARMY = PASSAGES.column("PASSAGE_ARMY", "the army", "armies")
PASSAGE_END = PASSAGES.column("PASSAGE_END", "where it ends", "cells")
PASSAGE_CELL = PASSAGES.column("PASSAGE_CELL", "the cell", "cells")
PASSAGE_MASK = PASSAGES.column("PASSAGE_MASK", "all cells that it passes", "masks")
PASSAGE_SPANS = SCHEMA.array(
    "PASSAGE_SPANS", "cells + 1", "Where the passages start that are first over a cell.", "passages + 1"
)
PASSING_FIELDS = SCHEMA.array(
    "PASSING_FIELDS", "passing fields", "The fields of the last double step, then those of the one a turn before."
)
PASSED_SHIFT = PASSING_FIELDS.column("PASSED_SHIFT", "the lowest bit of the field of the cell passed", 64)
LANDED_SHIFT = PASSING_FIELDS.column(
    "LANDED_SHIFT", "that of the field of the cell where it ended; -1 without one", 64, least=-1
)

SCHEMA.section(
    "Players, and how games end",
    "core/together.lp, core/tally.lp, core/dead.lp; compile/union_layout.py, tallies.py, dead_material.py",
)

NEXT_PLAYER = SCHEMA.array("NEXT_PLAYER", "armies", "The next player.", "armies")
UNION_ROLES = SCHEMA.array("UNION_ROLES", "types", "The unions, as bits, in which a piece of the type may be ...")
AS_ONE = UNION_ROLES.column("AS_ONE", "the one piece")
AS_OTHER = UNION_ROLES.column("AS_OTHER", "the other piece")
UNION_CELLS = SCHEMA.array("UNION_CELLS", "unions x cells", "A row of MASKS: where the other piece must be.", "masks")
UNION_WINS = SCHEMA.array("UNION_WINS", "unions x armies", "What the union decides for the army, as in WINS.")
TALLIED_BY = SCHEMA.array("TALLIED_BY", "types", "The tallies, as bits, that count pieces of the type.")
TALLIES = SCHEMA.array("TALLIES", "tallies", "A number of pieces that ends the game.")
AMONG = TALLIES.column("AMONG", "a row of MASKS: the cells that are counted", "masks")
LEAST = TALLIES.column("LEAST", "how many there must be at least")
MOST = TALLIES.column("MOST", "how many there may be at most")
DECIDES = TALLIES.column("DECIDES", "what that decides, as in WINS; 0: other tallies need it")
TALLY_NEEDS = TALLIES.column("TALLY_NEEDS", "the other tallies, as bits, that are needed for that")
ANSWERABLE = TALLIES.column("ANSWERABLE", "whether the move of the winner itself does not win", 2)
DEAD_MATERIAL = SCHEMA.array("DEAD_MATERIAL", "lists", "The most pieces that the list has, besides royal ones.")
HARMLESS = SCHEMA.array(
    "HARMLESS", "lists x types", "A row of MASKS: where the list has the type; -1: nowhere; or NOT_COUNTED.", "masks",
    least=-2,
)  # fmt: skip

SCHEMA.section("Zobrist keys", "random numbers; compile/layout.py")

PIECE_KEYS = SCHEMA.array(
    "PIECE_KEYS", "types x cells", "Random words for pieces; those of type 0 are not used.", dtype=np.int64
)
STATE_KEYS = SCHEMA.array(
    "STATE_KEYS", "state words", "Random words for players to move, then for the bits of the rights.", dtype=np.int64
)

# ---- Widths of rows, for the kernel

TYPE_WIDTH, STEP_WIDTH, ALTERNATIVE_WIDTH = TYPES.width, STEPS.width, ALTERNATIVES.width
ROW_WIDTH, OTHER_WIDTH, GUARD_WIDTH, ACTION_WIDTH = ROWS.width, _OTHER.width, GUARDS.width, ACTIONS.width
PAIR_WIDTH, AIDE_WIDTH, SPECIAL_WIDTH, ACTOR_WIDTH = PAIRS.width, AIDE_CHOICES.width, SPECIAL_MOVES.width, ACTORS.width
EVENT_WIDTH, ITEM_WIDTH, PASSAGE_WIDTH = EVENTS.width, ITEMS.width, PASSAGES.width
PASSING_WIDTH = PASSING_FIELDS.width
UNION_WIDTH, TALLY_WIDTH, SWEEP_WIDTH = UNION_ROLES.width, TALLIES.width, SWEEPS.width
