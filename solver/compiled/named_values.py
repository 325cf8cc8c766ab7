"""The named values in the tables of a game, by the columns that have them, and how many there may be of some things."""

from __future__ import annotations

from .packed import int64, integers

NOWHERE, NOTHING = int64(-1), int64(0)

# VARIES: moves of a type do what is usual; or some arrivals have groups, and a row at least; or some moves may be
# prohibited; or whether a move gives check decides which rows it has, but not how many; or moves are judged one by one.
USUAL, CHOOSES, PROHIBITED, FORKS, TRIED = range(5)

# ROYAL: the safety of this royal piece is judged as if it still stood where it moves from. Other royal pieces have 1.
LINGERS = 3

# USE, as bits: a step may go to an empty cell, capture, be the longer part of a double step, or capture its own side.
# After captures on the way, on the cell PASSED and perhaps on PASSED_TOO, it may go on to an empty cell, or capture on
# its end too.
GOES, CAPTURES, FIRST, CAPTURES_OWN, GOES_ON, CAPTURES_TWICE = 1, 2, 4, 8, 16, 32
ON_THE_WAY = GOES_ON | CAPTURES_TWICE

# HOW a step may come after others: all are clear, it jumps over a piece, or those listed.
ALL_CLEAR, OVER, LISTED = range(3)

# WAY: a move arrives in one of the first seven ways. What is usual by such a way has the row of the same number. A
# LOCUST_CAPTURE captures on the cell of its companion, a DOUBLE_LOCUST also where it ends. TWO_ON_WAY captures on the
# cells of two companions, TWO_AND_END also where it ends. A pass names no cells, a drop only where it ends. An event is
# no move, and names the cell of its victim.
(
    PLAIN, DOUBLE, IN_PASSING, LOCUST_CAPTURE, DOUBLE_LOCUST, TWO_ON_WAY, TWO_AND_END, SPECIAL_MOVE, PASS, DROP, EVENT,
) = integers(11)  # fmt: skip
WAYS, USUAL_WAYS = 7, 3

# A custom move is by a use that the game defines itself. Its WAY is this or lower, one for each use, counted from 1.
CUSTOM = -1

# The lowest bit of PATTERN_FLAGS; above it is the number of the use.
IS_STRICT = 1

# PASS_RULE: when a player may pass: without a move, if it is not in check, or even then.
NEVER, AT_WILL, WHEN_STUCK, WHEN_HELPLESS = integers(4)

# The pieces that take part in a move besides the mover, at most.
MOST_OTHERS = 5

# The pieces that a move may sweep, at most.
MOST_SWEPT = 32

# BECOMES and OTHER_BECOMES of a piece that is gone.
GONE = -1

# OTHER_AT, if it is not a cell: on the target; on the companion's cell, or on that of the first, second or third of
# several companions; or there is no such piece.
ON_TARGET, ON_COMPANION, ON_FIRST, ON_SECOND, ON_THIRD, ABSENT = -1, -2, -3, -4, -5, -6

# OTHER_ENDS, if it is not a cell.
STAYS, ON_ORIGIN = -1, -2

# ASKED_PLACE and NAMED_PLACE: no cell of the move, the one where it starts, the one where it ends, or the one that it
# passes over. Below 0, the position must name another cell.
NO_PLACE, AT_START, AT_END, AT_OVER = integers(4)

# How many fields of one cell an action sets.
MOST_NAMED = 3

# How many numbers of pieces a guard limits.
MOST_NUMBERS = 3

# The first entries of AIDE_CHOICES are for pieces that take part already, by OTHER_AT from ON_TARGET (which is the
# mover here) to ON_SECOND. MEASURES has this for a cell without a measure.
PARTICIPANTS = 4
UNMEASURED = -(1 << 31)

# CHECK: what a guard asks for.
ANY_CHECK, NO_CHECK, IN_CHECK = integers(3)

# REPLIES_THEN: what there is in a situation after a move: it gives check; no move is legal; some legal move is an
# answer. Then how many situations there are.
GIVES_CHECK, STUCK, ANSWERED, SITUATIONS = int64(1), int64(2), int64(4), int64(8)

# How a group of special moves branches.
BY_NOTHING, BY_NUMBER, BY_PAIR = integers(3)

# EXPOSURE: moves that leave a royal piece attacked are illegal, or legal if no other is, or legal if they win, or legal
# always.
FORBIDDEN, IF_AVOIDABLE, IF_WON, FREE = integers(4)

# STALEMATED, CHECKMATED: the winner when the player to move has no legal move.
NO_WINNER, OTHER_WINS, MOVER_WINS = integers(3)

# ACTOR_TYPES: the type may be this actor; or the rules have not been asked yet.
MEMBER, UNASKED = 1, 2

# HARMLESS of royal pieces.
NOT_COUNTED = int64(-2)
