"""How a game stands, as the rules decide it from few facts about a position (the part `verdict`).

The kernel finds these facts, and clingo is asked what follows. So a rule about them alone is data, whatever it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from clingo import Function, Number
from clingo.ast import AST, ASTType

from ...asp.program import PositionProgram, Stage
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.stages import GIVEN, VERDICT
from ...asp.syntax import Signature, atoms, signature
from ...asp.terms import Value, cell_symbol, value_symbol
from ...play.engine import Outcome
from ...play.reference import ReferenceEngine
from ...play.rules_engine import read_outcome
from ..named_values import MOVER_WINS, NO_WINNER, OTHER_WINS

_SAME, _STATE, _CONTEXT, _LEGAL = ("same", 2), ("state", 2), ("context", 2), ("legal", 3)
_IN_PASSING = "ep"
"""The term for a capture in passing."""
_STAGES: tuple[Stage, ...] = (("position", None), VERDICT)
_WON = Function("won")
"""The field that has how a position has been won."""
_READ: tuple[Signature, ...] = (("outcome", 1), ("winner", 1), ("won_by", 1))
_GIVEN = frozenset(
    {
        ("moved", 0), ("checked", 0), ("lifeless", 0), ("game_over", 0), ("query", 1), ("turn", 1), ("seen", 1),
        ("halfmove_clock", 1), ("last_player", 1), ("state", 2), ("drawn_if_both", 1),
    }
)  # fmt: skip
"""What such rules may ask about a position; of its states only how it has been won."""
_DERIVED = frozenset(
    {
        ("checkmate", 0), ("stalemate", 0), ("outcome", 1), ("winner", 1), ("drawn_by", 1), ("game_over", 0),
        ("won_by", 1), ("won_by_both", 1),
    }
)  # fmt: skip
"""What they may derive."""


class Verdicts:
    """How a game stands, by the rules.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset, self._reference = ruleset, ReferenceEngine(ruleset)
        self._ending = next((name for name, kind in ruleset.fields.items() if kind == "ending"), None)

    def judge(
        self,
        turn: str,
        moved: bool,
        checked: bool,
        lifeless: bool = False,
        quiet: int = 0,
        seen: int = 1,
        won: Sequence[Value] = (),
        alone: bool = False,
    ) -> Outcome | None:
        """How the game has ended; None if it has not.

        Args:
            turn: the player to move.
            moved: whether it has a legal move.
            checked: whether it is in check.
            lifeless: whether the pieces are dead material.
            quiet: the number of moves without progress.
            seen: how many times the position has been there.
            won: the wins that are decided.
            alone: whether the player is the last in play, and wins so.
        """
        here = cell_symbol(next(iter(self._ruleset.cells)))
        facts: Facts = {
            ("chosen_move", 3): [row(Function("some"), here, here)] if moved else [],
            ("checker", 2): [row(here, here)] if checked else [],
            ("query", 1): [Function("outcome")],
            ("turn", 1): [Function(turn)],
            ("halfmove_clock", 1): [Number(quiet)],
            ("seen", 1): [Number(seen)],
            ("state", 2): [row(Function(self._ending), value_symbol(value)) for value in won if self._ending],
            ("lifeless", 0): [Number(1)] if lifeless else [],
            ("last_player", 1): [Function(turn)] if alone else [],
        }
        return read_outcome(self._reference.answer(facts, _STAGES, _READ))

    def stuck(self, checked: bool) -> int:
        """NO_WINNER, OTHER_WINS or MOVER_WINS: the winner when the player to move has no legal move.

        With more than two players the rules name no winner of a checkmate, and problems count it as a win.
        """
        players = self._ruleset.players
        ends = [self.judge(player, False, checked) for player in players]
        if len(players) > 2 and checked and not any(each and each.winner for each in ends):
            return int(OTHER_WINS)
        return _winner(ends[0], players[0])

    def objections(self) -> Iterator[str]:
        """Verdicts on which the kernel would not act."""
        players = self._ruleset.players
        for checked in (False, True):
            ends = [self.judge(player, False, checked) for player in players]
            if len({_winner(*each) for each in zip(ends, players, strict=True)}) > 1:
                what = "checkmate" if checked else "stalemate"
                yield f"a {what} ends the game for one player in another way than for the other, which is not compiled"
        for player, checked in product(players, (False, True)):
            if self.judge(player, True, checked) is not None:
                yield f"the game is over when {player} is to move and has a legal move, which is not compiled"
                return
        yield from self._wins()

    def _wins(self) -> Iterator[str]:
        """Verdicts on won games on which the kernel would not act."""
        players, shared = self._ruleset.players, self._ruleset.names("drawn_if_both")
        decided: list[tuple[str | None, list[Value]]] = [
            (player, [(player, reason)]) for player, reason in self._ruleset.decisions
        ]
        decided += [(player, [(player, reason) for reason in self._ruleset.endings]) for player in players]
        decided += [(None, [(player, reason) for player in players]) for reason in sorted(shared)]
        for turn, (winner, won) in product(players, decided):
            end = self.judge(turn, True, False, won=won)
            if won and (end is None or end.winner != winner):
                yield f"{won[0][0]} wins for the reason {won[0][1]} otherwise than the compiled engine knows"
                return
        if self._ruleset.facts("wins_last", 0):
            for player in players:
                end = self.judge(player, True, False, alone=True)
                if end is None or end.winner != player:
                    yield f"{player} wins as the last player otherwise than the compiled engine knows"
                    return


def _winner(end: Outcome | None, player: str) -> int:
    """The winner by an end when a player is to move."""
    if end is None or end.winner is None:
        return int(NO_WINNER)
    return int(MOVER_WINS if end.winner == player else OTHER_WINS)


def _is_sameness(part: str, rule: AST) -> bool:
    """Whether a rule decides which states make two positions the same, by its states and captures in passing: the
    engine asks it of positions that repeat (`CompiledEngine`).
    """
    if part != VERDICT[0] or {signature(atom) for atom in atoms(rule.head)} != {_SAME}:
        return False
    asked = [atom for literal in rule.body for atom in atoms(literal)]
    moves = [atom.arguments[1] for atom in asked if signature(atom) == _CONTEXT]
    if any(each.ast_type != ASTType.Function or each.name != _IN_PASSING for each in moves):
        return False
    given = {signature(atom) for atom in asked}
    return given <= {_STATE, _CONTEXT, _LEGAL} and (_LEGAL not in given or _CONTEXT in given)


def is_verdict(program: PositionProgram, part: str, rule: AST) -> bool:
    """Whether a rule decides how the game stands by the facts that `Verdicts` gives, and nothing else.

    Args:
        program: the rules about positions.
        part: the part of the rule.
        rule: the rule.
    """
    return _is_sameness(part, rule) or (_is_of_verdicts(part, rule) and not _odd(program, rule))


def odd_literal(program: PositionProgram, part: str, rule: AST) -> str:
    """The literal by which a rule about how a game ends is none of these; "" if it is about something else."""
    return next(iter(_odd(program, rule)), "") if _is_of_verdicts(part, rule) else ""


def _is_of_verdicts(part: str, rule: AST) -> bool:
    return part in {name for name, _ in _STAGES} and {signature(atom) for atom in atoms(rule.head)} <= _DERIVED


def _odd(program: PositionProgram, rule: AST) -> list[str]:
    """The literals of a rule that ask for what `Verdicts` does not give."""
    return [
        str(literal)
        for literal in rule.body
        for atom in atoms(literal)
        if (signature(atom) == _STATE and str(atom.arguments[0]) != str(_WON))
        or (signature(atom) not in _GIVEN | _DERIVED and (signature(atom) in GIVEN or program.defines(signature(atom))))
    ]
