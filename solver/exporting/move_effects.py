"""What the moves of a game do, as far as a section of a variants.ini has lines for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from ..compiled.compile.store_items import HAND
from .described import NEVER_LEGAL, ON_THE_WAY, PASSING, REGICIDE, Arrival, Cell, has_ways
from .kind_ways import DOUBLE_STEP
from .letters import an, such_as
from .reached import Piece, ReachedGame


class MoveEffects:
    """What the moves of a game do.

    Args:
        game: the game.

    Attributes:
        become: what the pieces become by moves without capture, by their ends; nothing where they may not go.
        goals: the cells on which they win.
        compulsory: whether captures are compulsory; both values if only some are.
        obstacles: what moves do that no line has a word for.
    """

    def __init__(self, game: ReachedGame) -> None:
        self._game = game
        self.become: dict[Piece, dict[Cell, frozenset[str]]] = defaultdict(dict)
        self.goals: dict[Piece, set[Cell]] = defaultdict(set)
        self.compulsory = set[bool]()
        self.obstacles: list[str] = []
        self._named = set[str]()
        self._read_arrivals()

    def _read_arrivals(self) -> None:
        """What kinds become where, by moves without capture; where they may not go; and which cells win."""
        game = self._game
        for piece, way, start, end in self._moves():
            if way == "":
                self._read_arrival(piece, end, game.arrivals(way, *piece, None, start, end))
        pieces, seen = sorted(game.standing), set[tuple[object, ...]]()
        capturable = {piece: [each for each in pieces if game.may_capture(piece, each)] for piece in pieces}
        for piece, way, start, end in self._moves():
            for victim in self._victims(way, end, capturable[piece]):
                key = way, piece, victim, game.class_of(start, end), self.become[piece].get(end)
                if key not in seen:
                    seen.add(key)
                    self._check(way, piece, victim, start, end)

    def _moves(self) -> Iterator[tuple[Piece, str, Cell, Cell]]:
        """All moves, of each piece from the cells where it can stand: the piece, the way, the start and the end."""
        for piece, cells in sorted(self._game.standing.items()):
            for cell in sorted(cells):
                for way, start, end in self._game.moves_from(piece, cell):
                    yield piece, way, start, end

    def _victims(self, way: str, end: Cell, victims: Iterable[Piece]) -> Iterator[Piece | None]:
        """What a move may capture; None for nothing."""
        if way == PASSING:
            names = self._game.ruleset.names("in_passing")
            yield from (each for each in victims if each[1] in names)
            return
        yield None
        if way != DOUBLE_STEP:
            yield from (each for each in victims if end in self._game.standing[each])

    def _read_arrival(self, piece: Piece, end: Cell, arrivals: frozenset[Arrival]) -> None:
        kinds = frozenset(each.kind for each in arrivals)
        if self.become[piece].setdefault(end, kinds) != kinds:
            self.obstacles.append(f"what {an(piece[1])} becomes depends on where it starts")
        if any(each.wins for each in arrivals):
            self.goals[piece].add(end)

    def _check(self, way: str, piece: Piece, victim: Piece | None, start: Cell, end: Cell) -> None:
        """Note what a move does that no line has a word for."""
        arrivals = self._game.arrivals(way, *piece, victim, start, end)
        for words in self._unsaid(way, piece, victim, end, arrivals):
            if words not in self._named:
                self._named.add(words)
                self.obstacles.append(words + such_as(piece, end, victim))

    def _unsaid(
        self, way: str, piece: Piece, victim: Piece | None, end: Cell, arrivals: frozenset[Arrival]
    ) -> Iterator[str]:
        """What a move does that no line has a word for, in words. Whether a capture is compulsory is noted."""
        army, kind = piece
        if way == REGICIDE:
            if victim and bool(arrivals) != (victim[1] in self._game.ruleset.royal):
                yield f"captures by which {an(kind)} attacks some pieces only"
            return
        if way in ON_THE_WAY:
            yield "captures on the way"
            return
        if way == "" and self._moves_only(piece, victim):
            return
        yield from sorted({words for each in arrivals for words in each.beyond})
        if frozenset(each.kind for each in arrivals) != self.become[piece].get(end, frozenset({kind})):
            yield f"what {an(kind)} becomes by a capture" if arrivals else NEVER_LEGAL
        if any(each.army != army for each in arrivals) or (victim and victim[0] == army):
            yield "captures of pieces of the same side, and pieces that change sides"
        if any(each.unguarded or each.ignores_check for each in arrivals):
            yield "moves that depend on attacks"
        if any(each.wins not in ((), (army,)) or bool(each.wins) != (end in self.goals[piece]) for each in arrivals):
            yield "moves that win otherwise than by where they end"
        if victim:
            self.compulsory |= {each.compulsory for each in arrivals}
        elif any(each.compulsory for each in arrivals):
            yield "moves without capture that are compulsory"
        brings = (((HAND, army), victim[1]),) if victim and self.captures_to_hand else ()
        if any(each.gains != brings or each.spends for each in arrivals):
            yield "what a capture brings to a store, or a promotion needs there"

    def _moves_only(self, piece: Piece, victim: Piece | None) -> bool:
        """Whether a kind has no plain moves of this sort: captures, or moves without one."""
        ways = has_ways(self._game, *piece) or {}
        return not any(use in ways for use in ("any", "capture" if victim else "quiet"))

    @cached_property
    def captures_to_hand(self) -> bool:
        """Whether captured pieces come to a hand."""
        if not self._game.has_hands:
            return False
        game = self._game
        others = [each for each in sorted(game.standing) if each[1] not in game.ruleset.royal]
        for piece, way, start, end in self._moves():
            for victim in others if way == "" else ():
                if victim[0] != piece[0] and (arrivals := game.arrivals(way, *piece, victim, start, end)):
                    return any(each.gains for each in arrivals)
        return False
