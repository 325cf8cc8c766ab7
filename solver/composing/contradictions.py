"""What a specification asks for that no position has: refused at once, as a search for it would go on without end.

Pieces are refused that cannot all come from the initial array, and zones that have not a cell for each piece. Of the
conditions, those are refused that no first move meets together, or that need a piece that there cannot be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import networkx as nx

from ..asp.ruleset import Ruleset
from ..compiled.kernel.candidates import CAPTURING
from ..errors import quoted
from ..play.game import Game
from ..play.material import Group, Material
from ..solving.problem.stipulation import Play
from ..verification.possible import is_counted, suppliers
from .conditions import Condition
from .errors import SpecificationError
from .search_space import Setting


def check_supply(game: Game, material: Material) -> None:
    """Refuse more pieces than those of the initial array can be or become.

    Args:
        game: the game.
        material: the pieces, each with the cells that it can have reached.

    Raises:
        SpecificationError: naming them.
    """
    for army in game.ruleset.players:
        groups = [each for each in material.groups if each.army == army and each.least]
        supply = [suppliers(game, army, each.kinds, each.cells) for each in groups]
        some = [(each, numbers) for each, numbers in zip(groups, supply, strict=True) if numbers is not None]
        for each, numbers in some:
            if len(numbers) < each.least:
                raise SpecificationError(
                    f"pieces: {army} {game.piece_name(each.kinds)}*{each.least}: "
                    f"only {len(numbers)} of the initial array can be such"
                )
        if not _suffice(some):
            written = " ".join(each.text(game) for each in groups)
            raise SpecificationError(f"pieces: {army} {written}: the initial array has too few for all of them")


def check_room(game: Game, material: Material) -> None:
    """Refuse zones in which the pieces have not a cell each.

    Raises:
        SpecificationError: naming the pieces.
    """
    groups = [each for each in material.groups if each.least]
    if not _suffice([(each, each.cells) for each in groups]):
        written = ", ".join(f"{each.army} {each.text(game)}" for each in groups)
        raise SpecificationError(f"zones: they have not a cell for each of {written}")


def check_conditions(conditions: Sequence[Condition], setting: Setting) -> None:
    """Refuse conditions that contradict each other, or the pieces.

    Raises:
        SpecificationError: naming the conditions.
    """
    for one, other in combinations((each for each in conditions if each.special), 2):
        if not _agree(one, other):
            raise _together(one, other)
    openings = setting.openings
    if setting.is_placed and openings is not None and openings.all_pass:
        for one in conditions:
            if one.excluded & CAPTURING:
                raise _together(one, next(each for each in conditions if each.special))
    for one in conditions:
        groups = setting.material.groups
        if one.at_goal and setting.stipulation.play in (Play.DIRECT, Play.SERIES):
            groups = tuple(each for each in groups if each.army == setting.player)
        known = _kinds(setting.game.ruleset, groups)
        if one.needed is not None and known is not None and known.isdisjoint(one.needed):
            some = ", ".join(f"{each.army} {each.text(setting.game)}" for each in groups)
            raise SpecificationError(f"conditions: {quoted(one.written)}: none of {some} is or becomes such a piece")


def _together(one: Condition, other: Condition) -> SpecificationError:
    return SpecificationError(f"conditions: no first move is both: {quoted(one.written)} and {quoted(other.written)}")


def _agree(one: Condition, other: Condition) -> bool:
    """Whether a first move may be of both sorts."""
    (name, kinds), (also, others) = one.special or ("", None), other.special or ("", None)
    return name == also and (None in (kinds, others) or kinds == others)


def _suffice(some: Iterable[tuple[Group, Iterable[object]]]) -> bool:
    """Whether each group gets as many as it needs at least of what it may have, and nothing is given twice."""
    graph: nx.DiGraph[object] = nx.DiGraph()
    needed = 0
    graph.add_nodes_from(("source", "sink"))
    for number, (group, things) in enumerate(some):
        needed += group.least
        graph.add_edge(("group", number), "sink", capacity=group.least)
        for each in things:
            graph.add_edge("source", ("thing", each), capacity=1)
            graph.add_edge(("thing", each), ("group", number), capacity=1)
    return bool(nx.maximum_flow_value(graph, "source", "sink") == needed)


def _kinds(ruleset: Ruleset, groups: Iterable[Group]) -> set[str] | None:
    """The kinds that pieces are, or become by where they arrive; None if they change otherwise."""
    if not is_counted(ruleset):
        return None
    found = {kind for each in groups for kind in each.kinds}
    changes = [(str(fact.arguments[0]), str(fact.arguments[2])) for fact in ruleset.facts("promotes", 3)]
    while more := {become for kind, become in changes if kind in found} - found:
        found |= more
    return found
