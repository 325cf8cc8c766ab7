"""The play of a solution: positions as the engine has them, and the moves between them; as a graph when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ...play.move import Move
from ...play.position import Position
from .kind import PASS, Kind

if TYPE_CHECKING:
    import networkx as nx


def check_sign(position: Position) -> str:
    """The sign of the move that led to a position, whatever the goal: `#` for checkmate, `+` for check, or nothing."""
    if not position.is_check():
        return ""
    outcome = position.outcome()
    return "#" if outcome is not None and outcome.reason == "checkmate" else "+"


@dataclass(eq=False, slots=True)
class Node:
    """A position that the play comes to. Its text is the position in one line, by which the graph knows it.

    Attributes:
        position: the position, without its past.
        check: whether the player to move is in check.
        role: the kind of the move that led to it, or `root`, or the name of the goal that was reached there.
        distance: the moves that the attacker still needs; None where that is not proved.
    """

    position: Position
    check: bool
    role: str
    distance: int | None = None

    @property
    def sign(self) -> str:
        """The sign of the move that led there, as `check_sign` has it."""
        return check_sign(self.position) if self.check else ""

    def __str__(self) -> str:
        return str(self.position)


@dataclass(slots=True)
class Edge:
    """A move of the play: the move (None is a pass), what it is there, and whether it reaches the goal."""

    move: Move | None
    kind: Kind
    goal: bool

    def __str__(self) -> str:
        return PASS if self.move is None else str(self.move)


Led: TypeAlias = tuple[str, Node, bool]
"""A move as it is written, the node that it leads to, and whether it reaches the goal."""


class Play:
    """The positions and moves of a solution, in the order in which they were found. Transpositions are merged.

    Args:
        root: the position asked about.
    """

    def __init__(self, root: Node) -> None:
        self.root = root
        self.edges: dict[Node, dict[Node, Edge]] = {root: {}}

    def moves(self, node: Node, *kinds: str) -> list[Led]:
        """The moves of these kinds from a node, sorted: the move, where it leads, and whether it reaches the goal."""
        found = [(str(edge), after, edge.goal) for after, edge in self.edges[node].items() if edge.kind in kinds]
        return sorted(found, key=lambda each: each[0]) if len(found) > 1 else found

    def edges_of(self, *kinds: Kind) -> list[Edge]:
        """All moves of these kinds."""
        return [edge for moves in self.edges.values() for edge in moves.values() if edge.kind in kinds]

    def graph(self) -> nx.DiGraph[str]:
        """The play as a graph that does not change, as `Solution.tree` describes it."""
        import networkx as nx  # which takes longer to import than many an answer

        graph: nx.DiGraph[str] = nx.DiGraph()
        names = {node: str(node) for node in self.edges}
        for node, name in names.items():
            graph.add_node(name, **{key: value for key, value in node_facts(node).items() if value is not None})
        for before, edges in self.edges.items():
            graph.add_edges_from((names[before], names[after], edge_facts(edge)) for after, edge in edges.items())
        nx.freeze(graph)
        return graph


def node_facts(node: Node) -> dict[str, object]:
    """The graph's attributes of a node."""
    return {"turn": node.position.turn, "check": node.check, "role": node.role, "distance": node.distance}


def edge_facts(edge: Edge) -> dict[str, object]:
    """The graph's attributes of a move."""
    return {"move": str(edge), "kind": edge.kind.value, "goal": edge.goal}
