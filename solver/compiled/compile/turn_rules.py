"""Which states end with a move or a turn, and whose turn comes, as the rules derive it (core/after.lp, events.lp).

The compiler asks these rules about positions after moves of a few sorts: a move that touches a cell, that ends all
states, after which the turn stays, or before which an event has happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from clingo import Function, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...asp.terms import cell_symbol
from ...errors import RulesError
from .asked_rules import Question
from .derivation import derived

_OF_GAMES: tuple[Signature, ...] = (("rests", 3), ("lapses", 1), ("next_seat", 2))
TURNS = Question(
    parts=("after",),
    given=frozenset(
        {
            ("played", 2), ("happens", 1), ("turn_stays", 1), ("touched", 2), ("cleared", 3), ("state", 2), ("turn", 1),
            ("then_eliminated", 2), *_OF_GAMES,
        }
    ),
    derived=frozenset({("ended", 3), ("then_state", 3), ("comes", 2), ("then_turn", 2)}),
    unnamed=frozenset({(("state", 2), 0), (("then_state", 3), 1)}),
)  # fmt: skip
"""What such rules may ask about a position after a move, and what they may derive."""

_PLAIN, _STAYS, _CLEARS, _STAYS_CLEARED = map(Function, ("plain", "stays", "clears", "stays_clears"))
_BEGUN, _MOVE, _MARK = map(Function, ("begun", "move", "mark"))
_MOST_LOST = 3
"""The most players that are eliminated in the positions that are asked about."""


class Turns(NamedTuple):
    """What ends with a move, and whose turn comes.

    Attributes:
        ends: the states that end when a cell is touched: name, value, cell.
        lapsing: the fields that end with the turn.
        follows: the player after each, if it is in play.
    """

    ends: tuple[tuple[Symbol, Symbol, Symbol], ...]
    lapsing: frozenset[str]
    follows: dict[str, str]


@lru_cache(maxsize=1)
def turns_of(ruleset: Ruleset) -> Turns:
    """What ends with a move of a game, and whose turn comes.

    Raises:
        RulesError: if the rules derive what the compiled engine would not do.
    """
    rules = TURNS.rules(ruleset.files)
    rests = ruleset.tuples("rests", 3)
    states = {(name, value) for name, value, _ in (each.arguments for each in rests)}
    states |= {(Function(name), _MARK) for name in ruleset.fields}
    facts: Facts = {key: ruleset.tuples(*key) for key in _OF_GAMES}
    facts["state", 2] = [row(*each) for each in sorted(states)]
    # One cell on which nothing rests stands for all of them.
    rested = {each.arguments[2] for each in rests}
    others = [cell for cell in map(cell_symbol, ruleset.cells) if cell not in rested]
    touched = [*sorted(rested), *others[:1]]
    both = [Function("stays", [cell]) for cell in touched]
    facts["touched", 2] = [
        row(after, cell) for some in (touched, both) for after, cell in zip(some, touched, strict=True)
    ]
    facts["turn_stays", 1] = [_STAYS, _STAYS_CLEARED, *both]
    facts["cleared", 3] = [row(after, *each) for after in (_CLEARS, _STAYS_CLEARED) for each in sorted(states)]
    facts["played", 2] = [row(each, _MOVE) for each in (*touched, *both, _PLAIN, _CLEARS, _STAYS, _STAYS_CLEARED)]
    ended, kept = set[tuple[Symbol, ...]](), set[tuple[Symbol, ...]]()
    for name, arguments in derived(rules, facts, [("ended", 3), ("then_state", 3)]):
        (ended if name == "ended" else kept).add(tuple(arguments))
    lapsing = {each for each in states if (_PLAIN, *each) not in kept}
    expected = {(after, *each) for after in (_STAYS, *both) for each in states}
    expected |= {(after, *each) for after in (*touched, _PLAIN) for each in states - lapsing}
    expected -= ended
    gone = {(name, value) for _, name, value in ended}
    begun = _at_beginning(ruleset, states, []), _at_beginning(ruleset, states, touched)
    fields = {str(name) for name, _ in lapsing}
    if kept != expected or begun != (states, states - gone) or any(str(name) in fields for name, _ in states - lapsing):
        raise RulesError("other states stay after a move than the compiled engine keeps")
    alike = {cell: others if cell in others else [cell] for cell in touched}
    ends = [(name, value, one) for cell, name, value in ended if cell in alike for one in alike[cell]]
    return Turns(tuple(sorted(ends)), frozenset(fields), _follows(ruleset))


def _at_beginning(
    ruleset: Ruleset, states: set[tuple[Symbol, Symbol]], touched: Sequence[Symbol]
) -> set[tuple[Symbol, Symbol]]:
    """The states that stay when an event happens at the beginning of a turn that touches some cells."""
    player = Function(ruleset.players[0])
    facts: Facts = {key: ruleset.tuples(*key) for key in _OF_GAMES}
    facts["state", 2] = [row(*each) for each in sorted(states)]
    facts["played", 2], facts["happens", 1], facts["turn", 1] = [row(_BEGUN, _MOVE)], [_MOVE], [player]
    facts["touched", 2] = [row(_BEGUN, cell) for cell in touched]
    kept, turns = set(), []
    for name, (after, *rest) in derived(TURNS.rules(ruleset.files), facts, [("then_state", 3), ("then_turn", 2)]):
        if name == "then_turn":
            turns.append((after, *rest))
        else:
            kept.add((rest[0], rest[1]))
    if turns != [(_BEGUN, player)]:
        raise RulesError("after an event another player is to move than before it, which is not compiled")
    return kept


def _follows(ruleset: Ruleset) -> dict[str, str]:
    """The player after each, if all are in play."""
    players, rules, found = ruleset.players, TURNS.rules(ruleset.files), dict[str, str]()
    lost = [some for number in range(min(len(players), _MOST_LOST + 1)) for some in combinations(players, number)]
    after = {Function("after", [Function(each) for each in some]): some for some in lost}
    named: dict[str, dict[Symbol, list[str]]] = {}
    for player in players:
        facts: Facts = {key: ruleset.tuples(*key) for key in _OF_GAMES}
        facts["played", 2] = [row(each, _MOVE) for each in (*after, _STAYS)]
        facts["turn_stays", 1], facts["turn", 1] = [_STAYS], [Function(player)]
        facts["then_eliminated", 2] = [row(term, Function(each)) for term, some in after.items() for each in some]
        next_ones = named[player] = {term: [] for term in (*after, _STAYS)}
        for _, (term, following) in derived(rules, facts, [("then_turn", 2)]):
            if term not in next_ones:
                raise RulesError("the rules name the player to move after what did not happen")
            next_ones[term].append(str(following))
        if next_ones[_STAYS] != [player] or len(next_ones[Function("after", [])]) != 1:
            raise RulesError("the rules do not name one player that is to move after a move")
        found[player] = next_ones[Function("after", [])][0]
    for player, next_ones in named.items():
        for term, some in after.items():
            if player not in some and next_ones[term] != [_next_in_play(player, some, found)]:
                raise RulesError("another player is to move than the next one in play, which is not compiled")
    return found


def _next_in_play(player: str, lost: Sequence[str], follows: dict[str, str]) -> str:
    following = follows[player]
    while following in lost:
        following = follows[following]
    return following
