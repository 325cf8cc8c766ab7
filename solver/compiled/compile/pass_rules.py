"""When a player may pass, as the rules derive it (core/passing.lp).

The compiler asks these rules about positions in which the player has moves that leave its royal pieces safe, moves that
leave them attacked, or none, in check and not in check.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from clingo import Function, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import Facts
from ...asp.syntax import Signature, atoms, signature
from ...errors import RulesError
from ..named_values import AT_WILL, NEVER, WHEN_HELPLESS, WHEN_STUCK
from .asked_rules import Question, alive
from .later_rules import BRIEF, FULL
from .situations import Cases, Situations, one_of_each

_OF_GAMES: tuple[Signature, ...] = (("may_pass", 0), ("no_move", 1), ("event", 1), ("exposure", 1))
PASSING = Question(
    parts=("moves", "contexts", "verdict"),
    given=frozenset(
        {
            ("query", 1), ("wanted_from", 1), ("unforbidden", 3), ("careless", 1), ("checked", 0), ("settled", 1),
            ("fails", 2), ("unmet", 2), ("game_over", 0), *_OF_GAMES,
        }
    ),
    derived=frozenset({("pseudo_legal", 4), ("context", 2), ("has_move", 0), ("caught", 0), ("legal", 3)}),
    hidden=frozenset(
        {
            (("wanted_from", 1), 0), (("event", 1), 0), (("unforbidden", 3), 1), (("unforbidden", 3), 2),
            (("fails", 2), 1), (("unmet", 2), 1),
        }
    ),
)  # fmt: skip
"""What such rules may ask about a position, and what they may derive."""

_MADE: tuple[Signature, ...] = (("pseudo_legal", 4), ("context", 2), ("legal", 3))
"""What is read of what they derive."""
_PASS, _NONE, _SAFE, _CARELESS, _SOME = map(Function, ("pass", "none", "safe", "careless", "some"))
_WANTED, _SETTLED = Function("wanted_from", [_SOME]), Function("settled", [_PASS])
_FAILS, _UNMET = (Function(name, [_PASS, _SOME]) for name in ("fails", "unmet"))
_MOVES, _EXPOSING = (Function("unforbidden", [each, _NONE, _NONE]) for each in (_SAFE, _CARELESS))
_CHECKED, _OVER = Function("checked", []), Function("game_over", [])
_AS_MOVE = Function("pseudo_legal", [_PASS, _NONE, _NONE, _PASS])
_CONTEXT, _LEGAL = Function("context", [_PASS, _PASS]), Function("legal", [_PASS, _NONE, _NONE])


@lru_cache(maxsize=1)
def pass_rule(ruleset: Ruleset) -> int:
    """NEVER, AT_WILL, WHEN_STUCK or WHEN_HELPLESS.

    Raises:
        RulesError: if by the rules a player may pass at other times.
    """
    rules = PASSING.rules(ruleset.files)
    facts: Facts = {key: ruleset.tuples(*key) for key in _OF_GAMES}
    # Most games have no passes.
    some = alive(rules, PASSING.given - {key for key, found in facts.items() if not found})
    if not any(signature(atom) in _MADE for rule in some for atom in atoms(rule.head)):
        return int(NEVER)
    facts["careless", 1] = [_CARELESS]
    varying = (_WANTED, _SETTLED, _FAILS, _UNMET, _MOVES, _EXPOSING, _CHECKED, _OVER)
    holds = one_of_each([*FULL, *BRIEF], *([frozenset[Symbol](), frozenset({each})] for each in varying))
    found = Situations(rules, facts, holds)
    made = {atom for each in _MADE for atom in found.derived(*each)}
    for number in (NEVER, AT_WILL, WHEN_STUCK, WHEN_HELPLESS):
        expected = _expected(int(number), holds, "if_avoidable" in ruleset.names("exposure"))
        if made == expected.keys() and all((found.holds(atom) == cases).all() for atom, cases in expected.items()):
            return int(number)
    raise RulesError("a player may pass at other times than the compiled engine knows")


def _expected(rule: int, holds: Mapping[Symbol, Cases], must_avoid: bool) -> dict[Symbol, Cases]:
    """What is derived, and when, if a rule of these holds; given whether moves that expose are for need only."""
    asked = ~holds[_WANTED]
    if rule == NEVER:
        return {}
    if rule == AT_WILL:
        return {_AS_MOVE: asked, _CONTEXT: asked}
    stuck = ~(holds[_MOVES] | holds[_EXPOSING]) if must_avoid else ~holds[_MOVES]
    legal = asked & stuck & holds[_SETTLED] & ~holds[_FAILS] & ~holds[_UNMET] & ~holds[_OVER]
    return {_CONTEXT: asked, _LEGAL: legal & ~holds[_CHECKED] if rule == WHEN_STUCK else legal}
