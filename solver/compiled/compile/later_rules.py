"""What must hold after a move, as the rules derive it (core/after_guards.lp, replies.lp, answers.lp).

The compiler asks these rules in which situations after it a move is forbidden: whether it gives check, whether the next
player has a legal move, and whether one of these moves is an answer. Where only such a move is looked for, the rules
ask for less.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from clingo import Function, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...errors import RulesError
from ..named_values import ANSWERED, GIVES_CHECK, SITUATIONS, STUCK
from .asked_rules import Question, alive
from .situations import Cases, Situations, one_of_each

LATER = Question(
    parts=("worlds", "verdict"),
    given=frozenset(
        {
            ("ensures", 2), ("settled", 1), ("context", 2), ("fails", 2), ("query", 1), ("gives_check_then", 1),
            ("unanswered", 1), ("answered", 1),
        }
    ),
    derived=frozenset(
        {
            ("awaits", 1), ("asks_for_reply", 1), ("asks_reply", 1), ("asks_answer", 1), ("checkmates", 1),
            ("stalemates", 1), ("unmet", 2), ("forbidden", 1),
        }
    ),
    shapes=frozenset({"check", "checkmate", "stalemate", "answer"}),
    hidden=frozenset({(("context", 2), 1), (("fails", 2), 1)}),
)  # fmt: skip
"""What such rules may ask about the position after a move, and what they may derive."""
ANSWERING = Question(
    parts=("verdict",),
    given=frozenset({("query", 1), ("legal", 3), ("answers", 1)}),
    derived=frozenset({("answers_now", 0)}),
    hidden=frozenset({(("legal", 3), 1), (("legal", 3), 2)}),
)
"""The same of rules about the moves that are answers."""

_MOVE, _NOWHERE = Function("move"), Function("nowhere")
_MOVES, _OUTCOME, _REPLY = (Function("query", [Function(each)]) for each in ("moves", "outcome", "reply"))
FULL = [frozenset({_MOVES}), frozenset({_MOVES, _OUTCOME})]
"""What is asked about a position whose moves matter."""
BRIEF = [each | {_REPLY} for each in FULL]
"""What is asked where only replies are looked for."""
_CHECK, _STUCK, _ANSWERED = (Function(name, [_MOVE]) for name in ("gives_check_then", "unanswered", "answered"))
_BITS = {_CHECK: int(GIVES_CHECK), _STUCK: int(STUCK), _ANSWERED: int(ANSWERED)}
_ASKS = {_STUCK: Function("asks_reply", [_MOVE]), _ANSWERED: Function("asks_answer", [_MOVE])}
_FORBIDDEN = Function("forbidden", [_MOVE])


class Later(NamedTuple):
    """What must hold after a move, as the situations in which it does not.

    Attributes:
        checks: whether it does not without check, and with check, as two bits.
        replies: the further situations in which it does not, as bits: the number of each is a sum of GIVES_CHECK, STUCK
            and ANSWERED. They do not count where only replies are looked for.
    """

    checks: int = 0
    replies: int = 0

    @property
    def is_never(self) -> bool:
        """Whether it never holds, even where only replies are looked for."""
        return _of_checks(self.checks) == (1 << int(SITUATIONS)) - 1

    def excludes(self, other: Later) -> bool:
        """Whether there is no situation in which both hold."""
        return self._wrong | other._wrong == (1 << int(SITUATIONS)) - 1

    @property
    def _wrong(self) -> int:
        """All situations in which it does not hold."""
        return self.replies | _of_checks(self.checks)


NOTHING_LATER = Later()
"""What most moves need: nothing."""


def _of_checks(checks: int) -> int:
    """The situations without check, with check, or both, as bits."""
    return sum(1 << each for each in range(int(SITUATIONS)) if checks >> (each & int(GIVES_CHECK)) & 1)


@lru_cache(maxsize=256)
def later_of(ruleset: Ruleset, guards: frozenset[Symbol]) -> Later:
    """What some guards ask for together.

    Raises:
        RulesError: if by the rules that depends on what the compiled engine does not look at.
    """
    rules, nothing = LATER.rules(ruleset.files), frozenset[Symbol]()
    if not guards and not alive(rules, LATER.given - {("ensures", 2)}):
        return NOTHING_LATER
    facts: Facts = {("settled", 1): [_MOVE], ("context", 2): [row(_MOVE, _MOVE)], ("fails", 2): []}
    facts["ensures", 2] = [row(_MOVE, each) for each in sorted(guards)]
    choices = [[nothing, frozenset({each})] for each in _BITS]
    full, brief = one_of_each(FULL, *choices), one_of_each(BRIEF, choices[0])
    first = Situations(rules, facts, full)
    # The rest is known only of moves of which it is asked.
    known = {fact: cases & first.holds(_ASKS[fact]) if fact in _ASKS else cases for fact, cases in full.items()}
    then, shortly = Situations(rules, facts, known), Situations(rules, facts, brief)
    asked = any((first.holds(each) != then.holds(each)).any() or shortly.holds(each).any() for each in _ASKS.values())
    wrong, checks = _wrong(then, full), _wrong(shortly, brief)
    if asked or _of_checks(checks) & ~wrong:
        raise RulesError("the rules look for replies to a move otherwise than the compiled engine does")
    return Later(checks, wrong & ~_of_checks(checks))


def _wrong(situations: Situations, facts: Mapping[Symbol, Cases]) -> int:
    """The situations after a move in which it is forbidden, as bits."""
    wrong = situations.holds(_FORBIDDEN)
    unmet = np.logical_or.reduce([np.zeros_like(wrong), *situations.derived("unmet", 2).values()])
    number = np.sum([bit * facts[fact] for fact, bit in _BITS.items() if fact in facts], axis=0)
    found = {int(each) for each in number[wrong]}
    if (unmet != wrong).any() or found & {int(each) for each in number[~wrong]}:
        raise RulesError("a move is forbidden by more than what must hold after it, which is not compiled")
    return sum(1 << each for each in found)


def refuse_other_replies(ruleset: Ruleset) -> None:
    """See that nothing is asked of a move without guards, and that a position has an answer if a legal move is one.

    Raises:
        RulesError: if it is otherwise.
    """
    if later_of(ruleset, frozenset()) != NOTHING_LATER:
        raise RulesError("a move is forbidden by what there is after it, without a guard, which is not compiled")
    if not ruleset.asks_about_replies:
        return
    moves = [_MOVE, Function("other")]
    legal = [Function("legal", [each, _NOWHERE, _NOWHERE]) for each in moves]
    answers = [Function("answers", [each]) for each in moves]
    choices = ([frozenset[Symbol](), frozenset({each})] for each in (*legal, *answers))
    facts = one_of_each([*FULL, *BRIEF], *choices)
    found = Situations(ANSWERING.rules(ruleset.files), {}, facts).holds(Function("answers_now", []))
    expected = [facts[one] & facts[two] & facts[_REPLY] for one, two in zip(legal, answers, strict=True)]
    if (found != np.logical_or.reduce(expected)).any():
        raise RulesError("a position has an answer otherwise than by a legal move that is one, which is not compiled")
