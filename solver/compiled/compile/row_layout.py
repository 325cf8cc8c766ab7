"""The layout of rows: a row is what a move does, and moves that do the same share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
from clingo import Function, Symbol
from numpy.typing import NDArray

from ...errors import CrowdedError, RulesError
from ..game_tables import Tables
from ..named_values import ABSENT, MOST_OTHERS, ON_TARGET, PARTICIPANTS, PLAIN, SPECIAL_MOVE, STAYS, WAYS
from ..named_values import GONE as BECOMES_NOTHING
from ..tables import ACTION_WIDTH, ACTIONS, GUARD_WIDTH, GUARDS, ROW_WIDTH, ROWS, UNSEEN_TEXT
from .action_layout import NO_ACTION
from .effects import Effects
from .guard_layout import NO_GUARD, Guard
from .move_forms import COMPANIONS, FORMS, HALVED, MoveForm
from .number_layout import Numbers
from .outcomes import AIDE, AIDES, CAPTURED, GONE, HELPED, MOVER, Fate, Outcome, Type, is_helped
from .row_groups import Choice, Groups, Seek, Seeks
from .site_layout import Sites
from .sweep_layout import SweepLayout

MOST_ROWS = (1 << 15) - 1
"""A move names its row in 15 bits (kernel/encoded_move.py)."""

MOST_CELLS_OF_TWO = (1 << 8) - 1
"""A move that names several companions has 8 bits for each."""

Row: TypeAlias = tuple[int, ...]


class Rows:
    """Numbers the rows of moves. Builds ROWS, CHOICE_TEXT, AIDE_CHOICES, GUARDS, ACTIONS and UNSEEN_TEXT.

    Args:
        effects: what moves do.
        types: the types in the order of their numbers, from 1.
        royal: the royal kinds.
        groups: the lists of rows that moves may have.
        masked: gives the number of a set of cells.
        sweeps: numbers what rows sweep.
        sites: numbers the places where victims come back.
        numbers: has the numbers of pieces that guards limit.
        selective: whether it matters to lines which pieces stand on them, or pieces capture on their way.
        known: tables laid out before, whose rows keep their numbers.

    Attributes:
        groups, masked, sweeps, sites, numbers: the same.
        is_generous: whether stores may gain more than a move removes.
        remembers: whether some row changes fields of the position.
    """

    def __init__(
        self,
        effects: Effects,
        types: Sequence[Type],
        royal: Iterable[str],
        groups: Groups,
        masked: Callable[[Iterable[int]], int],
        sweeps: SweepLayout,
        sites: Sites,
        numbers: Numbers,
        selective: bool = False,
        known: Tables | None = None,
    ) -> None:
        self._effects, self._types, self._royal, self.masked = effects, types, set(royal), masked
        self._selective = selective
        self._numbers = {each: number for number, each in enumerate(types, 1)}
        self._places = int(effects.places.max(initial=0)) + 1
        self._labels: dict[str, int] = {"()": 0}
        self._unseen: dict[str, int] = {"": 0}
        self._seeks = Seeks(known)
        self._guards: dict[tuple[int, ...], int] = {}
        self._actions: dict[tuple[int, ...], int] = {}
        if known is not None:
            self._guards = {tuple(each): number for number, each in enumerate(known[GUARDS].tolist(), 1)}
            self._actions = {tuple(each): number for number, each in enumerate(known[ACTIONS].tolist(), 1)}
            self._labels = {line: number for number, line in enumerate(known.choice_lines)}
            self._unseen = {line: number for number, line in enumerate(known.lines(UNSEEN_TEXT))}
        self.groups, self.sweeps, self.sites, self.numbers = groups, sweeps, sites, numbers
        self.is_generous, self.remembers = known is not None and known.stores_grow, False
        if known is None:
            rows = [self._row(effects.usual[way], types[0], FORMS[way]) for way in range(WAYS)]
        else:
            rows = [tuple(row) for row in known[ROWS].tolist()]
        self._rows: dict[Row, int] = {row: number for number, row in enumerate(rows)}

    def rows(self) -> NDArray[np.int32]:
        """(rows, ROW_WIDTH): all that were needed.

        Raises:
            CrowdedError: if a move cannot name one of that many.
        """
        if len(self._rows) > MOST_ROWS:
            raise CrowdedError(f"moves do {len(self._rows)} things, and the compiled engine has room for {MOST_ROWS}")
        return np.array(list(self._rows), np.int32).reshape(-1, ROW_WIDTH)

    def labels(self) -> NDArray[np.int32]:
        """The characters of the choices that rows make."""
        return characters(self._labels)

    def unseen(self) -> NDArray[np.int32]:
        """The characters of what the board does not show of actions."""
        return characters(self._unseen)

    def seeks(self) -> NDArray[np.int32]:
        """(seeks, entries, 2): how rows seek aides; to be asked for before `groups`."""
        found = np.zeros((len(self._seeks), self._entries, 2), np.int32)
        for number, entry, (rows, measure) in self._seeks:
            found[number, entry] = self.groups.rows(rows), measure
        return found

    @property
    def _entries(self) -> int:
        """How many entries a choice of aides has: PARTICIPANTS, then types by classes of cells."""
        return PARTICIPANTS + (len(self._types) + 1) * self._places

    def guards(self) -> NDArray[np.int64]:
        """GUARDS."""
        return np.array(list(self._guards), np.int64).reshape(-1, GUARD_WIDTH)

    def actions(self) -> NDArray[np.int64]:
        """ACTIONS."""
        return np.array(list(self._actions), np.int64).reshape(-1, ACTION_WIDTH)

    def choice(self, outcomes: Iterable[Outcome], mover: Type, form: MoveForm) -> Choice:
        """The rows of some outcomes, for a mover."""
        return tuple(self._numbered(self._row(each, mover, form)) for each in outcomes)

    def _numbered(self, row: Row) -> int:
        return self._rows.setdefault(row, len(self._rows))

    def _row(self, outcome: Outcome, mover: Type, form: MoveForm, aide: Type | None = None) -> Row:
        """The row of an outcome, without pieces that stay as they are, unless it is a special move.

        Args:
            outcome: the outcome.
            mover: the type of the mover.
            form: the form of the move.
            aide: the type of the aide.
        """
        label = str(Function("", [Function("", each) for each in outcome.chosen]))
        chosen = self._labels.setdefault(label, len(self._labels))
        twin = self._numbered(self._row(outcome, mover, FORMS[PLAIN], aide)) if form.way < PLAIN else 0
        simple = int(self.is_simple(mover, outcome, aide))
        row = [self._become(outcome.mover), int(outcome.halts), simple, chosen]
        row += [self._seek(outcome, mover, form), form.way, outcome.wins, int(outcome.ignores_check), form.of, twin]
        fates = [each for each in outcome.others if form.way == SPECIAL_MOVE or not each.is_nothing]
        pieces = [(MOVER, outcome.mover), *((each.role, each.becomes) for each in fates)]
        row += [self.guard(outcome.guard, [role for role, _ in pieces]), self._action(outcome, form)]
        if (outcome.unguarded or outcome.attacks_none) and not self._effects.lingering.isdisjoint(mover[1]):
            raise RulesError("whether a royal piece that lingers could be recaptured, or attacks, is not compiled")
        for some in (outcome.unguarded, outcome.attacks_none):
            row.append(sum(1 << piece for piece, (role, to) in enumerate(pieces) if role in some and to != GONE))
        row += [int(outcome.answers), int(outcome.compulsory)]
        row += [self.sweeps.bits(outcome.sweeps), self._site(outcome, fates)]
        row += self._entrance(outcome, [role for role, _ in pieces])
        for each in fates:
            row += form.at[each.role], self._become(each.becomes), each.ends
        for _ in range(len(fates), MOST_OTHERS):
            row += ABSENT, 0, STAYS
        if len(row) > ROW_WIDTH:
            raise RulesError(f"a move changes {len(fates)} pieces besides the mover; there is room for {MOST_OTHERS}")
        return tuple(row)

    def _site(self, outcome: Outcome, fates: Sequence[Fate]) -> int:
        """The number of the place where the victim comes back, from 1; 0 if nowhere."""
        if not outcome.revives or not fates:
            return 0
        if fates[0] != CAPTURED:
            raise RulesError("a move revives its victim, which is not the first of the other pieces that it changes")
        return self.sites.number(outcome.revives)

    def _entrance(self, outcome: Outcome, roles: Sequence[Symbol]) -> tuple[int, int]:
        """The type of the piece that enters, and the number of the piece of the row on whose cell; the mover is 0."""
        if outcome.enters is None:
            return 0, 0
        piece, role = outcome.enters
        if role not in roles:
            raise RulesError(f"a piece enters where the {role} starts, which is no participant of the move")
        return self._numbers[piece], roles.index(role)

    def number(self, piece: Type | None) -> int:
        """The number of a type, 0 for None."""
        return 0 if piece is None else self._numbers[piece]

    def _become(self, piece: Type | None) -> int:
        """What a piece becomes, as a number for the row."""
        return 0 if piece is None else BECOMES_NOTHING if piece == GONE else self._numbers[piece]

    def _seek(self, outcome: Outcome, mover: Type, form: MoveForm) -> int:
        """How a row seeks an aide."""
        if not outcome.aides:
            return 0
        found: Seek = [None] * self._entries
        for aide in outcome.aides:
            aided = form if aide.again else self._helped(outcome, form)
            rows = tuple(self._numbered(self._row(each, mover, aided, aide.piece)) for each in aide.outcomes)
            entries = [PARTICIPANTS + self._numbers[aide.piece] * self._places + place for place in aide.places]
            if aide.again:
                entries = [ON_TARGET - (ON_TARGET if aide.again == MOVER else form.at[aide.again])]
            for entry in entries:
                found[entry] = rows, self._effects.measures.all.index((aide.measure, aide.piece[0]))
        return self._seeks.number(found)

    def _helped(self, outcome: Outcome, form: MoveForm) -> MoveForm:
        """How a move is written down with one aide more than it has."""
        known = [each for each in outcome.chosen if is_helped(each)]
        there = [role for role, each in zip(AIDES, known, strict=False) if each == HELPED]
        role = AIDES[len(known)]
        if not there:
            alone = HALVED.get(form.way, form)
            return alone._replace(at={**alone.at, role: alone.at[AIDE]})
        cells, is_removed = len(self._effects.classes), form.way in HALVED
        if is_removed or cells > MOST_CELLS_OF_TWO:
            what = "that has another companion" if is_removed else f"on a board of {cells} cells"
            raise RulesError(f"a move {what} calls for a second aide, and the compiled engine has no room for it")
        at = dict(zip((*there, role), COMPANIONS, strict=False))
        return form._replace(at={**form.at, **at}, halved=True)

    def guard(self, guard: Guard, roles: Sequence[Symbol]) -> int:
        """The number of a guard, from 1, for a row whose pieces have these roles; 0 if it asks for nothing."""
        if guard == NO_GUARD:
            return 0
        secure = sum(1 << piece for piece, role in enumerate(roles) if role in guard.secure)
        entry = guard.entry(self._effects.states, self._effects.items, self.masked, secure, self.numbers.row)
        return self._guards.setdefault(tuple(entry), len(self._guards) + 1)

    def _action(self, outcome: Outcome, form: MoveForm) -> int:
        """The number of what it does besides moving pieces, from 1; 0 if that is nothing."""
        action = outcome.action
        if action == NO_ACTION:
            return 0
        self.remembers |= action.is_about_fields
        lost = sum(each.becomes == GONE for each in outcome.others)
        self.is_generous |= len(action.gains) > lost + len(action.spends)
        effects, unseen = self._effects, self._unseen.setdefault(action.unseen, len(self._unseen))
        entry = action.entry(effects.states, effects.items, effects.armies, self.masked, form.halved, unseen)
        return self._actions.setdefault(tuple(entry), len(self._actions) + 1)

    def is_own(self, mover: Type, outcome: Outcome) -> bool:
        """Whether the mover is there afterwards, in its army."""
        return outcome.mover is None or outcome.mover[0] == mover[0]

    def is_simple(self, mover: Type, outcome: Outcome, aide: Type | None) -> bool:
        """Whether lines to the royals decide if the move is legal, without making it.

        They do if no line depends on what a piece on it is, no piece attacks on its way, of the move's pieces only the
        mover and an aide remain, in their army, the mover on its target and the aide in place, and no piece becomes
        royal or stops being royal. A guard may ask for check after the move besides. In a game without royal pieces
        they always do.
        """
        if not self._royal:
            return not outcome.judges_attacks
        if self._selective or outcome.ignores_check or outcome.judges_attacks or outcome.sweeps or outcome.revives:
            return False
        if outcome.helpers > 1:
            return False
        helped = [each for each in outcome.others if each.role == AIDE]
        if any(each != CAPTURED for each in outcome.others if each.role != AIDE) or not self.is_own(mover, outcome):
            return False
        if outcome.halts:
            return False
        if any(each.ends != STAYS or each.becomes is None or each.becomes[0] != mover[0] for each in helped):
            return False
        changes = [(mover[1], mover[1] if outcome.mover is None else outcome.mover[1])]
        changes += [(aide[1], each.becomes[1]) for each in helped if aide is not None and each.becomes is not None]
        return all(before == after or self._royal.isdisjoint({*before, *after}) for before, after in changes)


def characters(lines: Iterable[str]) -> NDArray[np.int32]:
    """The characters of a text of these lines."""
    return np.array([ord(each) for each in "\n".join(lines)], np.int32)
