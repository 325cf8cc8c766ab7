"""The reference engine: clingo answers questions about a position from the rules. It defines what is correct."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from clingo import Function, Number, Symbol

from ..asp.program import Stage
from ..asp.ruleset import Ruleset
from ..asp.session import Answer, Facts, Session, row
from ..asp.stages import OPENING, STAGES, WORLDS
from ..asp.syntax import Signature
from ..asp.terms import Vector, cell_symbol, state_value, store_name, store_symbol, text, value_symbol, vector
from .placement import Placement

_ANALYSIS = (
    ("legal", 3), ("removes", 2), ("special", 2), ("carries", 3), ("remakes", 4), ("halts", 2), ("perishes", 1),
    ("decides", 3), ("gives_check", 3), ("outcome", 1), ("winner", 1), ("won_by", 1), ("same", 2),
    ("drops", 2), ("unseen", 2), ("contradictory", 2),
)  # fmt: skip
_ASKED: Signature = ("asks_reply", 1)
_ASKED_ANSWER: Signature = ("asks_answer", 1)
_NO_MOVE = (("checkmate", 0), ("stalemate", 0))
_ANSWERED: Signature = ("answers_now", 0)
_STATED = (("wins", 3),)
"""What a game states, and an answer has only because its names are checked then."""
_LATER: tuple[Signature, ...] = (("point", 5), ("passes", 3))
_PLAYED: Signature = ("played", 2)
_THEN: Stage = ("after", None)
VALIDITY: tuple[Stage, ...] = (("position", None), ("validity", None))
_ROUTES: tuple[Stage, ...] = (("position", None), ("routes", "now"))
NONE = Function("none")
"""The rules' term for the missing cell of a move."""

_AFTER = (("touched", 2), ("put", 4), ("then_state", 3), ("then_turn", 2), ("progress", 1), ("then_held", 4))
_BEGUN = (("happens", 1), ("removes", 2), ("special", 2), ("forfeits", 2))
ANSWERS: frozenset[Signature] = frozenset({*_ANALYSIS, _ASKED, _ASKED_ANSWER, _ANSWERED, *_AFTER, *_BEGUN})
"""The predicates that the engine reads in answers about moves."""
_LAST = "last"
_BEGINNING = Function("begun")
"""The rules' term for the position after the events of a turn (rules/core/events.lp)."""


class ReferenceEngine:
    """Answers from a ruleset with a fresh grounding for every position.

    The last grounding that has answered about all moves waits for the question what comes after some of them.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._waiting: dict[str, tuple[Placement, Session]] = {}

    def analyse(self, placement: Placement, origin: Vector | None = None) -> Answer:
        """Moves, checks and outcome of a position.

        Args:
            placement: the position.
            origin: ask only for moves of the piece on this cell. Then there is no outcome, and there may be moves of
                other pieces on which these depend.
        """
        if self.ruleset.weighs_moves:
            origin = None
        queries = ["moves"] if origin is not None else ["moves", "outcome"]
        facts = self._with_replies(placement, self._wanted_facts(placement, queries, origin))
        session = self._grounded(facts, STAGES, (*_ANALYSIS, *_STATED, *_AFTER), (_THEN,))
        answer = session.solve()
        if origin is None:
            self._waiting[_LAST] = placement, session
        return answer

    def successors(
        self, placement: Placement, moves: Iterable[Symbol], origin: Vector | None = None
    ) -> dict[Symbol, Placement]:
        """The positions after some legal moves, from one grounding.

        Args:
            placement: the position.
            moves: the rules' terms for the moves, with their choices.
            origin: the cell from which all of them start, if there is one.

        Returns:
            The position after each move. If the rules leave two armies on a cell, it has two pieces there.
        """
        before, session = self._waiting.pop(_LAST, (None, None))  # one step, as threads may ask
        if session is None or before != placement:
            return self._after(placement, self._wanted_facts(placement, ["moves"], origin), moves)
        session.give({_PLAYED: [row(move, move) for move in moves]})
        session.ground(WORLDS, _THEN)
        return _placements(session.solve(), placement)

    def _after(self, placement: Placement, facts: Facts, moves: Iterable[Symbol]) -> dict[Symbol, Placement]:
        """The positions after some legal moves, given the facts of the position."""
        played: Facts = {**facts, _PLAYED: [row(move, move) for move in moves]}
        return _placements(self.answer(played, (*STAGES, _THEN), _AFTER), placement)

    def begin(self, placement: Placement) -> tuple[Answer, Placement | None]:
        """The events before the player to move moves.

        Returns:
            The events, happens/1, and the position after them; None if there are none.
        """
        answer = self.answer(self.position_facts(placement, ()), OPENING, (*_BEGUN, *_AFTER))
        after = answer.by_first(_AFTER).get(_BEGINNING)
        return answer, None if after is None else _placement(after, placement)

    def open_routes(self, placement: Placement, wanted: Iterable[tuple[Vector, int]]) -> set[tuple[Vector, int]]:
        """The routes among some that are open, whichever player is to move.

        Args:
            placement: the position.
            wanted: routes, each a piece's cell and the number of the point where the route ends.
        """
        facts = self.position_facts(placement, ())
        facts["examines", 2] = [row(cell_symbol(cell), Number(point)) for cell, point in wanted]
        answer = self.answer(facts, _ROUTES, (("open", 4), ("unreachable", 2)))
        blocked = {(vector(cell), point.number) for cell, point in answer("unreachable", 2)}
        return {(vector(cell), point.number) for _, _, cell, point in answer("open", 4)} - blocked

    def routes(self, placement: Placement, origin: Vector) -> list[tuple[int, Vector, str, bool]]:
        """All routes of the piece on a cell, whichever player is to move.

        Returns:
            For each the number of its point, the cell where it ends, its use and whether it is open.
        """
        return self.routes_from(placement, [origin])[origin]

    def routes_from(
        self, placement: Placement, origins: Collection[Vector]
    ) -> dict[Vector, list[tuple[int, Vector, str, bool]]]:
        """All routes of the pieces on several cells, by cell; one grounding is faster than several."""
        ends = {
            cell: list(self.ruleset.routes.ends_from(cell, kinds, army))
            for cell, kinds, army in placement.pieces
            if cell in origins
        }
        wanted = ((cell, point) for cell, some in ends.items() for point, _, _ in some)
        reached = self.open_routes(placement, wanted)
        return {
            cell: [(point, end, use, (cell, point) in reached) for point, end, use in some]
            for cell, some in ends.items()
        }

    def why(
        self,
        placement: Placement,
        origin: Vector | None,
        target: Vector | None,
        item: str | None = None,
        title: str | None = None,
        aide: Vector | None = None,
    ) -> Answer:
        """The reasons why no move from `origin` to `target` is legal: because/3 and exposes/4.

        A pass has neither cell. The drop of a piece of the kind `item` has no origin. A `title` asks about a
        special move of that name, an `aide` about a move that changes the piece on that cell, too.
        """
        start, end = (NONE if cell is None else cell_symbol(cell) for cell in (origin, target))
        facts = self._asking(placement, origin)
        facts["asks_why", 2] = [row(start, end)]
        facts["asks_item", 1] = [Function(item)] if item else []
        facts["asks_aide", 1] = [cell_symbol(aide)] if aide else []
        names = (symbol.arguments[1] for symbol in self.ruleset.facts("title", 2))
        facts["asks_title", 1] = list({name for name in names if text(name) == title})
        return self.answer(facts, (*STAGES, ("why", None)), (("because", 3), ("exposes", 4)))

    def remarks(self, placement: Placement, origin: Vector | None, move: Symbol, wins: Iterable[str] = ()) -> Answer:
        """The remarks of the rules on a legal move, remark/3; `wins` are reasons for which it might win."""
        facts = self._asking(placement, origin)
        facts["asks_move", 1] = [move]
        facts["asks_win", 1] = [Function(reason) for reason in wins]
        return self.answer(facts, (*STAGES, ("why", None)), (("remark", 3),))

    def _asking(self, placement: Placement, origin: Vector | None) -> Facts:
        """The facts of a position for questions about the moves of one piece."""
        facts = self.position_facts(placement, ["moves"])
        alone = origin is not None and not self.ruleset.weighs_moves
        facts["wanted_from", 1] = [cell_symbol(origin)] if alone else []
        return self._with_replies(placement, facts)

    def _with_replies(self, placement: Placement, facts: Facts) -> Facts:
        """The facts of a position with the moves to which no reply is legal (core/replies.lp), and those that some
        legal reply answers (core/answers.lp), where that matters.
        """
        if not self.ruleset.asks_about_replies:
            return facts
        answer = self.answer(facts, STAGES, (_ASKED, _ASKED_ANSWER))
        asked, asked_answer = ([move for (move,) in answer(*each)] for each in (_ASKED, _ASKED_ANSWER))
        wanted = {*asked, *asked_answer}
        after = self._after(placement, facts, wanted) if wanted else {}
        return {
            **facts,
            ("unanswered", 1): [move for move in asked if not self._can_reply(after[move])],
            ("answered", 1): [move for move in asked_answer if self._can_answer(after[move])],
        }

    def _can_reply(self, placement: Placement) -> bool:
        """Whether the player to move has a legal move, or the game is over otherwise."""
        facts = self.position_facts(placement, ["moves", "outcome", "reply"], self._watched(placement))
        answer = self.answer(facts, STAGES, _NO_MOVE)
        return not any(answer(*each) for each in _NO_MOVE)

    def _can_answer(self, placement: Placement) -> bool:
        """Whether the player to move has a legal move that is an answer, were the game not won already."""
        ending = {name for name, kind in self.ruleset.fields.items() if kind == "ending"}
        open_game = replace(placement, state=tuple(each for each in placement.state if each[0] not in ending))
        facts = self.position_facts(open_game, ["moves", "reply"], self._watched(open_game))
        return bool(self.answer(facts, STAGES, (_ANSWERED,))(*_ANSWERED))

    def drawn(self, quiet: int, seen: int) -> Answer:
        """Why a position that occurs for the `seen`-th time, after `quiet` moves without progress, is a draw:
        drawn_by/1.
        """
        facts: Facts = {("halfmove_clock", 1): [Number(quiet)], ("seen", 1): [Number(seen)]}
        return self.answer(facts, (("verdict", None),), (("drawn_by", 1),))

    def flaws(self, placement: Placement) -> Answer:
        """Why a position is impossible, if it is: flaw/2."""
        some_pieces = ((cell_symbol(cell), army, kinds) for cell, kinds, army in placement.pieces)
        return self.answer(
            self.position_facts(placement, [], routes=False) | _named(some_pieces), VALIDITY, (("flaw", 2),)
        )

    def overdue(self, placement: Placement) -> Answer:
        """The two pieces by which the player that has just moved has won, if the position does not have that win:
        overdue/4.
        """
        return self.answer(self.position_facts(placement, [], routes=False), VALIDITY, (("overdue", 4),))

    def flaws_of_pieces(self, some_pieces: Sequence[tuple[str, tuple[str, ...]]]) -> list[tuple[int, str]]:
        """Why pieces are impossible on any cells, each given by army and kinds: the number of a piece, and the
        reason.
        """
        names = [Function("piece", [Number(number)]) for number in range(len(some_pieces))]
        facts = self.position_facts(Placement((), self.ruleset.players[0]), [], routes=False)
        facts |= _named((name, *one) for name, one in zip(names, some_pieces, strict=True))
        found = self.answer(facts, VALIDITY, (("flaw", 2),))("flaw", 2)
        return sorted((names.index(one), text(words)) for one, words in found if one in names)

    def _wanted_facts(self, placement: Placement, queries: Iterable[str], origin: Vector | None) -> Facts:
        """The facts of a position for questions about moves from `origin`, or about all moves if it is None."""
        facts = self.position_facts(placement, queries, self._watched(placement), origin)
        facts["wanted_from", 1] = [cell_symbol(origin)] if origin is not None else []
        return facts

    def _watched(self, placement: Placement) -> frozenset[Vector] | None:
        """The cells where an attack by other armies matters to the player to move; None for all cells.

        A superset is correct: it only saves fewer facts. Every cell may matter where armies may change hands, where
        a piece may become royal, where other pieces than royal ones must not be attacked, and where pieces capture
        on their way.
        """
        if self.ruleset.shares_armies or self.ruleset.makes_royals or self.ruleset.facts("unassailed", 1):
            return None
        if self.ruleset.has_locusts:
            return None
        cells = {
            vector(cell) for army, cell in (s.arguments for s in self.ruleset.facts("watched", 2))
            if str(army) == placement.turn
        }  # fmt: skip
        kinds_watched = (s.arguments for s in self.ruleset.facts("watched_kind", 2))
        dear = {str(kind) for army, kind in kinds_watched if str(army) == placement.turn}
        for cell, kinds, army in placement.pieces:
            if army == placement.turn and dear.intersection(kinds):
                cells.add(cell)
            if army == placement.turn and self.ruleset.royal.intersection(kinds):
                cells.add(cell)
                cells.update(end for _, end, _ in self.ruleset.routes.ends_from(cell, kinds, army))
        return frozenset(cells)

    def position_facts(
        self,
        placement: Placement,
        queries: Iterable[str],
        watched: frozenset[Vector] | None = None,
        mover: Vector | None = None,
        routes: bool = True,
    ) -> Facts:
        """The facts of a position.

        Args:
            placement: the position.
            queries: the questions: moves, outcome.
            watched: of others' routes only those that end on these cells; all if None.
            mover: of the routes of the player to move only those of its piece on this cell; all if None.
            routes: whether there are routes at all.
        """
        pieces, points, passes = [], [], []
        # What a move attacks depends on the other pieces of its player too.
        alone = mover is not None and not (self.ruleset.shares_armies or self.ruleset.asks_about_attacks)
        for cell, kinds, army in placement.pieces:
            name = cell_symbol(cell)
            pieces += [row(name, Function(kind), Function(army)) for kind in kinds]
            if routes:
                ends = watched
                if army == placement.turn:
                    ends = frozenset() if alone and cell != mover else None
                more_points, more_passes = self.ruleset.routes.points(cell, kinds, army, ends)
                points += more_points
                passes += more_passes
        return {
            ("piece", 3): pieces,
            ("point", 5): points,
            ("passes", 3): passes,
            ("turn", 1): [Function(placement.turn)],
            ("state", 2): [row(Function(name), value_symbol(value)) for name, value in placement.state],
            ("held", 3): [row(store_symbol(s), Function(kind), Number(n)) for s, kind, n in placement.stores],
            ("halfmove_clock", 1): [Number(placement.quiet)],
            ("seen", 1): [Number(placement.seen)],
            ("query", 1): [Function(query) for query in queries],
            ("bans", 0): [Number(1)] if self.ruleset.may_ban else [],
        }

    def answer(self, facts: Facts, stages: Sequence[Stage], shown: Iterable[Signature]) -> Answer:
        """Ground parts of the rules over some facts, and read some predicates.

        Args:
            facts: arguments of the given atoms, by predicate; they replace those of the ruleset.
            stages: the parts, in order, with the constant for their parameter.
            shown: the predicates to read.

        Raises:
            RulesError: if clingo reports an error or a warning, or there is not exactly one answer set.
        """
        return self._grounded(facts, stages, shown).solve()

    def _grounded(
        self, facts: Facts, stages: Sequence[Stage], shown: Iterable[Signature], more: Sequence[Stage] = ()
    ) -> Session:
        """Rules, grounded over some facts and not yet solved; `more` stages follow where moves are played then."""
        later = (*_LATER, _PLAYED) if more else _LATER
        session = Session(self.ruleset, (*stages, *more), tuple(shown), facts, later)
        for stage in stages:
            session.ground(stage)
            if stage == WORLDS and (new := session.atoms("newcomer", 2)):
                session.give(self._routes_after(session, {tuple(each) for each in new}))
        return session

    def _routes_after(self, session: Session, some_pieces: set[tuple[Symbol, ...]]) -> Facts:
        """The routes of pieces that are new on their cells after a move, by move and role, as the rules name them
        then.
        """
        kinds: dict[tuple[Symbol, ...], set[str]] = {each: set() for each in some_pieces}
        for move, role, kind in session.atoms("then_kind", 3):
            if (move, role) in some_pieces:
                kinds[move, role].add(str(kind))
        armies = {(move, role): str(army) for move, role, army in session.atoms("then_army", 3)}
        points: list[Symbol] = []
        passes: list[Symbol] = []
        for move, role, cell in session.atoms("ends", 3):
            if (move, role) in some_pieces:
                one = vector(cell), tuple(sorted(kinds[move, role])), armies[move, role]
                more_points, more_passes = self.ruleset.routes.points(*one, None, Function("there", [move, role]))
                points += more_points
                passes += more_passes
        return {("point", 5): points, ("passes", 3): passes}


def _placements(answer: Answer, before: Placement) -> dict[Symbol, Placement]:
    """The positions after moves of another, by move."""
    return {move: _placement(after, before) for move, after in answer.by_first(_AFTER).items()}


def _placement(after: Answer, before: Placement) -> Placement:
    """The position after another: participants of the move are on their new cells, the other pieces stay."""
    touched = {vector(cell) for (cell,) in after("touched", 1)}
    put: dict[tuple[Vector, str], list[str]] = {}
    for cell, kind, army in after("put", 3):
        put.setdefault((vector(cell), army.name), []).append(kind.name)
    stay = (piece for piece in before.pieces if piece[0] not in touched)
    return Placement(
        (*stay, *((cell, tuple(sorted(kinds)), army) for (cell, army), kinds in put.items())),
        after("then_turn", 1)[0][0].name,
        tuple((name.name, state_value(value)) for name, value in after("then_state", 2)),
        0 if after("progress", 0) else before.quiet + 1,
        stores=tuple(
            sorted((store_name(store), kind.name, count.number) for store, kind, count in after("then_held", 3))
        ),
    )


def _named(some_pieces: Iterable[tuple[Symbol, str, tuple[str, ...]]]) -> Facts:
    """The name facts of pieces, by army and kinds, as they are written. A kind may be named twice."""
    pieces, twice = [], []
    for name, army, kinds in some_pieces:
        pieces += [row(name, Function(kind), Function(army)) for kind in kinds]
        twice += [row(name, Function(kind)) for kind in dict.fromkeys(kinds) if kinds.count(kind) > 1]
    return {("piece", 3): pieces, ("twice", 2): twice}
