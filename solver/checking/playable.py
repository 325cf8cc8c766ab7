"""Games that cannot be played as they are meant: there is nothing to win, or a kind can never move so, or at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator

from clingo import Function, Symbol

from ..asp.fact_faults import Fault
from ..asp.routes import RouteTable
from ..asp.rule_files import RuleFiles
from ..asp.ruleset import Ruleset
from ..asp.terms import add, text
from .predicates import in_heads

# By these a game, or a file that some games share, defines ends; without them only a royal piece can be mated.
_ENDINGS = {("winner", 1), ("drawn_by", 1), ("outcome", 1), ("union", 4), ("tally", 5), ("wins", 3)}


def unplayable(files: RuleFiles, ruleset: Ruleset) -> Iterator[Fault]:
    """Faults of a game whose facts are right one by one.

    Args:
        files: the game's rules.
        ruleset: the same, solved.
    """
    own = (each for source in files.sources if not files.is_shared(source.path) for each in source.statements)
    stalemate_loses = "loses" in ruleset.names("no_move")
    if not ruleset.royal and not stalemate_loses and _ENDINGS.isdisjoint(in_heads(own)):
        sentence = "no kind is royal, and no rule of the game defines a win or a draw; write royal(Kind)"
        yield Fault(Function("missing", [Function("royal")]), sentence, ())
    ways = {tuple(fact.arguments[1:]) for fact in ruleset.facts("way", 5)}
    without = [fact for fact in ruleset.facts("motion", 4) if not _is_way(fact, ways)]
    for fact in without:
        sentence = "the class {0} has no direction; write direction({0},Step) for each end of its routes"
        yield Fault(fact, sentence, (fact.arguments[2],))
    # Under another reading a motion may have routes.
    idle = [] if ruleset.readings else [each for each in _idle(ruleset) if each not in without]
    still = {fact.arguments[0] for fact in without}
    for culprit in ruleset.facts("abbreviation", 2):
        kind = culprit.arguments[0]
        if kind not in still and not _moves(ruleset, text(kind)) and str(kind) not in ruleset.names("immobile"):
            yield Fault(culprit, "the kind {0} reaches no cell of the board from any other", (kind,))
            still.add(kind)
    for fact in idle:
        if fact.arguments[0] not in still:
            yield Fault(fact, "this motion has no route that leads {0} to another cell", (fact.arguments[0],))
    openable = _openable(ruleset.routes)
    for fact in ruleset.facts("after", 2):
        point = fact.arguments[0]
        if ruleset.routes.numbers[point] not in openable:
            yield Fault(fact, "no route leads to {0}: it comes after itself, or after what no route leads to", (point,))


def _openable(routes: RouteTable) -> set[int]:
    """The points that a piece can come to if nothing, or the right piece, stands on its way."""
    found: set[int] = set()
    size = -1
    while size != len(found):
        size = len(found)
        for number in range(len(routes.terms)):
            if number not in found and any(found.issuperset(before) for _, before in routes.alternatives(number)):
                found.add(number)
    return found


def _is_way(motion: Symbol, ways: Container[tuple[Symbol, ...]]) -> bool:
    """Whether some army has the motion. None has one of a class without a direction, though it has ends of its own."""
    return motion.arguments[2].match("forward", 1) or tuple(motion.arguments) in ways


def _moves(ruleset: Ruleset, kind: str) -> bool:
    """Whether a kind can ever reach a cell, whatever blocks it."""
    routes, cells = ruleset.routes, ruleset.cells
    points = {point for army in ruleset.players for point in routes.ends.get((army, kind), ())}
    return any(add(cell, routes.places[point]) in cells for point in sorted(points) for cell in cells)


def _idle(ruleset: Ruleset) -> Iterator[Symbol]:
    """The motions without routes that lead anywhere on some board: they end where they start, and capture nothing."""
    moving: set[tuple[Symbol, Symbol]] = set()
    for how, directions, point in (fact.arguments for fact in ruleset.facts("belongs", 3)):
        number = ruleset.routes.numbers.get(point)
        if number is not None and (any(ruleset.routes.places[number]) or ruleset.captures_on_way(number)):
            moving.add((how, directions))
    ways: dict[tuple[Symbol, ...], set[tuple[Symbol, Symbol]]] = defaultdict(set)
    for _, kind, how, directions, use in (fact.arguments for fact in ruleset.facts("way", 5)):
        plain = directions.arguments[1] if directions.match("forward", 2) else directions
        ways[kind, how, plain, use].add((how, directions))
    for fact in ruleset.facts("motion", 4):
        kind, how, directions, use = fact.arguments
        plain = directions.arguments[0] if directions.match("forward", 1) else directions
        if moving.isdisjoint(ways[kind, how, plain, use]):
            yield fact
