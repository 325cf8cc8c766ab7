"""Whether a position can have come about from the initial array, as far as counting pieces and their captures shows.

Every piece on the board has been one of the array, and has reached its cell by the moves of its kind, or of its kind
before a promotion. Pieces that may have blocked it are ignored, so what is refused here cannot be; what is not refused
may be impossible all the same. In games where pieces come and go otherwise (stores, special moves, effects) nothing
is counted.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import networkx as nx
from clingo import Symbol

from ..asp.ruleset import Ruleset
from ..asp.stages import EFFECTS
from ..asp.terms import Vector, vector
from ..play.game import Game
from ..play.position import Position
from ..solving.problem.replay import is_over, out, pass_turn
from .last_move import undecided, unplayed

_KindOnCell: TypeAlias = tuple[str, Vector]
"""A kind on a cell."""

_SHOWN = 4
"""At most this many pieces are named."""


def objections(position: Position, counted: bool = True) -> Iterator[str]:
    """Why a position cannot be that of a problem; `counted`: whether to count its pieces."""
    outcome = position.outcome()
    if is_over(position) or (outcome and not position.legal_moves()):
        yield f"the game is over: {outcome.reason if outcome else 'won'}"
        return
    if len(position.game.ruleset.players) > 2:
        gone = out(position)
        for player in sorted(gone - {army for army in gone if position.commander(army) != army}):
            yield f"{player} is eliminated as the turn begins"
    elif (waiting := pass_turn(position)).is_check():
        yield f"{waiting.turn} is in check, and {position.turn} is to move"
    yield from undecided(position)
    yield from unplayed(position)
    if counted:
        yield from miscounted(position)


def miscounted(position: Position) -> Iterator[str]:
    """Why the pieces of a position cannot be on their cells, if that can be found out in the game."""
    if is_counted(position.game.ruleset):
        for army in position.game.ruleset.players:
            yield from _miscounted(position, army)


def standing(game: Game, army: str, kinds: tuple[str, ...]) -> set[Vector] | None:
    """The cells that a piece of the initial array can have reached as a piece of some kinds; None: any."""
    ruleset = game.ruleset
    if not is_counted(ruleset):
        return None
    array = set(_starters(ruleset, army))
    cells = game.vectors.values()
    return {cell for cell in cells if not array.isdisjoint(_captures(game, army, (kinds[0], cell)))}


def suppliers(game: Game, army: str, kinds: tuple[str, ...], cells: Iterable[Vector]) -> set[int] | None:
    """By number, the pieces of the initial array that can have become such a one on one of some cells; None: any."""
    if not is_counted(game.ruleset):
        return None
    origins = {origin for cell in cells for origin in _captures(game, army, (kinds[0], cell))}
    return {number for number, each in enumerate(_starters(game.ruleset, army)) if each in origins}


@lru_cache(maxsize=16)
def is_counted(ruleset: Ruleset) -> bool:
    """Whether pieces of a game reach their cells by routes, and change only by where they arrive."""
    own = (Path(rule.location.begin.filename) for rule in ruleset.files.parts.get(EFFECTS[0], ()))
    return not (
        not ruleset.facts("start", 3)
        or ruleset.stores
        or ruleset.shares_armies
        or ruleset.has_events
        or ruleset.has_locusts
        or ruleset.facts("compounds", 0)
        or len(ruleset.facts("special_move", 2)) > len(ruleset.facts("castling", 5))
        or any(not ruleset.files.is_shared(path) for path in own)
    )


def _miscounted(position: Position, army: str) -> Iterator[str]:
    """Why the pieces of an army cannot be on their cells."""
    game, ruleset = position.game, position.game.ruleset
    array = _starters(ruleset, army)
    pieces = [(cell, piece.kinds[0]) for cell, piece in position.pieces.items() if piece.army == army]
    if _have_homes(game, army, array, pieces):
        return
    graph: nx.DiGraph[object] = nx.DiGraph()
    for number in range(len(array)):
        graph.add_edge("source", number, capacity=1, weight=0)
    for cell, kind in pieces:
        graph.add_edge(cell, "sink", capacity=1, weight=0)
        costs = _captures(game, army, (kind, game.vectors[cell]))
        for number, origin in enumerate(array):
            if origin in costs:
                graph.add_edge(number, cell, capacity=1, weight=costs[origin])
    graph.add_nodes_from(("source", "sink"))
    flow = nx.max_flow_min_cost(graph, "source", "sink")
    homeless = [cell for cell, _ in pieces if not flow[cell]["sink"]]
    if homeless:
        yield _homeless(position, army, graph, flow, homeless[0])
        return
    captured = nx.cost_of_flow(graph, flow)
    others = sum(str(owner) != army for owner, *_ in _array(ruleset))
    lacking = others - sum(piece.army != army for piece in position.pieces.values())
    if captured > lacking >= 0:  # the other army has a sentence of its own about pieces too many
        times = "once" if captured == 1 else f"{captured} times"
        yield (
            f"on these cells pieces of {army} have captured at least {times}, "
            f"and only {lacking} {'piece is' if lacking == 1 else 'pieces are'} gone"
        )


def _have_homes(game: Game, army: str, array: list[_KindOnCell], pieces: list[tuple[str, str]]) -> bool:
    """Whether each piece is another one of the array that has captured nothing, which is quickly seen."""
    homes = []
    for cell, kind in pieces:
        costs = _captures(game, army, (kind, game.vectors[cell]))
        homes.append([number for number, origin in enumerate(array) if costs.get(origin) == 0])

    def seat(piece: int, seen: set[int]) -> bool:
        for number in homes[piece]:
            if number not in seen:
                seen.add(number)
                if number not in users or seat(users[number], seen):
                    users[number] = piece
                    return True
        return False

    users: dict[int, int] = {}
    return all(seat(piece, set()) for piece in range(len(pieces)))


def _starters(ruleset: Ruleset, army: str) -> list[_KindOnCell]:
    """The pieces of an army in the initial array."""
    return [(str(kind), vector(cell)) for owner, kind, cell in _array(ruleset) if str(owner) == army]


def _array(ruleset: Ruleset) -> Iterator[list[Symbol]]:
    return (symbol.arguments for symbol in ruleset.facts("start", 3))


def _homeless(position: Position, army: str, graph: nx.DiGraph[object], flow: object, cell: str) -> str:
    """Why no piece of the array can be the one on a cell, as others of the position need those."""
    rivals, sources, waiting = {cell}, set[object](), deque([cell])
    users: dict[object, str] = {
        number: str(target)
        for number, targets in flow.items()  # type: ignore[attr-defined]
        if isinstance(number, int)
        for target, used in targets.items()
        if used
    }
    while waiting:
        for number in graph.predecessors(waiting.popleft()):
            sources.add(number)
            rival = users.get(number)
            if rival is not None and rival not in rivals:
                rivals.add(rival)
                waiting.append(rival)
    game = position.game
    named = [f"{game.piece_name(position.pieces[each].kinds)}{each}" for each in sorted(rivals)]
    written = ", ".join(named[:_SHOWN]) + (f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else "")
    if not sources:
        return f"no piece of the initial array can have become {written} ({army})"
    return (
        f"{written} ({army}) are {len(named)} pieces, and only {len(sources)} of the initial array can have become such"
    )


def _captures(game: Game, army: str, piece: _KindOnCell) -> dict[_KindOnCell, int]:
    """The kinds and cells that a piece may have had, and how many captures it has made at least since."""
    known = _known(game, army)
    if piece in known:
        return known[piece]
    best = {piece: 0}
    waiting = deque([piece])
    while waiting:
        after = waiting.popleft()
        for before, cost in _before(game, army, after):
            if best[after] + cost < best.get(before, len(game.vectors)):
                best[before] = best[after] + cost
                if cost:
                    waiting.append(before)
                else:
                    waiting.appendleft(before)
    known[piece] = best
    kind, ways = piece[0], _ways(game.ruleset, army, piece[0])
    if all(not cost and (-a, -b, -c) in ways for (a, b, c), cost in ways.items()):
        # A piece that can go back may have been the same wherever it goes.
        known |= {each: best for each, cost in best.items() if each[0] == kind and not cost}
    return best


@lru_cache(maxsize=32)
def _known(game: Game, army: str) -> dict[_KindOnCell, dict[_KindOnCell, int]]:
    """What `_captures` has found out."""
    return {}


def _before(game: Game, army: str, piece: _KindOnCell) -> Iterator[tuple[_KindOnCell, int]]:
    """The kinds and cells that a piece may have had before its last move on an empty board; and if that captured."""
    kind, (x, y, z) = piece
    for earlier in (kind, *_promoted_from(game.ruleset, army).get(piece, ())):
        for (a, b, c), cost in _ways(game.ruleset, army, earlier).items():
            cell = (x - a, y - b, z - c)
            if cell in game.names:
                yield (earlier, cell), cost


@lru_cache(maxsize=256)
def _ways(ruleset: Ruleset, army: str, kind: str) -> dict[Vector, int]:
    """How far a kind goes in one move, and whether it can so only by a capture."""
    found: dict[Vector, int] = {}
    routes = ruleset.routes
    for point, uses in routes.ends.get((army, kind), {}).items():
        cost = int(all(use in ruleset.captures and use not in ruleset.goes for use in uses))
        found[routes.places[point]] = min(cost, found.get(routes.places[point], 1))
    return found


@lru_cache(maxsize=32)
def _promoted_from(ruleset: Ruleset, army: str) -> dict[_KindOnCell, list[str]]:
    """The kinds from which a piece may have been promoted by arriving on its cell."""
    zones: dict[str, list[Vector]] = defaultdict(list)
    for symbol in ruleset.facts("zone", 3):
        if str(symbol.arguments[0]) == army:
            zones[str(symbol.arguments[1])].append(vector(symbol.arguments[2]))
    found: dict[_KindOnCell, list[str]] = defaultdict(list)
    for symbol in ruleset.facts("promotes", 3):
        kind, zone, become = map(str, symbol.arguments)
        for cell in zones[zone]:
            found[become, cell].append(kind)
    return found
