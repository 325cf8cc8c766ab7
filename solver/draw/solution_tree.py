"""The tree of a solution as a picture, and in the language of Graphviz."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import drawsvg
import pydot

from ..errors import ShadowmateError
from ..solving.problem.solution import Kind, Solution
from .letters import text_width
from .style import Point, circle, document, drawing, line, titled, words

_COLOURS = {
    "root": "#ffffff",
    Kind.KEY.value: "#c8e6c9",
    Kind.ATTACK.value: "#dcedc8",
    Kind.HELP.value: "#dcedc8",
    Kind.DEFENCE.value: "#ffe0b2",
    Kind.REFUTATION.value: "#ffcdd2",
}
_GOAL = "#81c784"
_ASIDE = "#eeeeee"
_PLAY = {kind.value for kind in (Kind.KEY, Kind.ATTACK, Kind.DEFENCE, Kind.HELP)}

MOST = 400
"""A picture of more positions shows nothing."""

_ROW, _STEM, _MARGIN, _RADIUS, _SIZE = 22.0, 16.0, 24.0, 6.0, 11.0
_STRONG, _WEAK, _INK = "#555555", "#bbbbbb", "#222222"


def dot(solution: Solution) -> str:
    """The tree in the language of Graphviz."""
    graph = pydot.Dot("solution", graph_type="digraph", rankdir="LR")
    graph.set_node_defaults(shape="circle", label="", width=0.2, style="filled")
    quoted = pydot.make_quoted
    for name, data in solution.tree.nodes(data=True):
        fill = _colour(solution, data["role"])
        graph.add_node(pydot.Node(quoted(name), tooltip=quoted(name), fillcolor=fill))
    for before, after, data in solution.tree.edges(data=True):
        edge = pydot.Edge(quoted(before), quoted(after), label=quoted(_label(solution, data)))
        edge.set("class", quoted(data["kind"]))
        graph.add_edge(edge)
    return str(graph.to_string())


def svg(solution: Solution) -> str:
    """A picture of the tree, from left to right: a column a move, a row for each end.

    Where moves lead to a position that is drawn already, that is shown as an empty ring.

    Raises:
        ShadowmateError: if the tree is too large for a picture.
    """
    if len(solution.tree) > MOST:
        many = len(solution.tree)
        raise ShadowmateError(f"a picture shows at most {MOST} positions, and the tree has {many}; try --dot")
    return document(_Tree(solution).drawing())


@dataclass(frozen=True, slots=True)
class _Branch:
    """A move in the picture: its text, its style, and its node."""

    label: str
    kind: str
    node: str
    row: float
    again: bool


class _Tree:
    """Where the nodes stand: as far right as moves lead there, and as high as what comes after them."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.columns: dict[str, int] = {}
        self.branches: dict[str, list[_Branch]] = {}
        self.ends = 0
        self.rows = {solution.root: self._place(solution.root, 0)}
        self.rows |= {each.node: each.row for branches in self.branches.values() for each in branches if not each.again}
        widest: dict[int, float] = defaultdict(float)
        for node, branches in self.branches.items():
            room = (text_width(each.label, _SIZE, each.kind == Kind.KEY) for each in branches)
            widest[self.columns[node]] = max(widest[self.columns[node]], *room, 0.0)
        self.lefts = [_MARGIN]
        for column in range(max(self.columns.values()) + 1):
            self.lefts.append(self.lefts[-1] + 2 * _STEM + _RADIUS + widest[column])

    def _place(self, node: str, column: int) -> float:
        """Place a node and what comes after it, and say in which row it stands."""
        self.columns[node] = column
        found = self.branches[node] = []
        for _, after, data in self.solution.tree.out_edges(node, data=True):
            again = after in self.columns
            row = self._end() if again else self._place(after, column + 1)
            found.append(_Branch(_label(self.solution, data), data["kind"], after, row, again))
        return (found[0].row + found[-1].row) / 2 if found else self._end()

    def _end(self) -> float:
        self.ends += 1
        return self.ends - 1

    def _at(self, column: int, row: float) -> Point:
        return self.lefts[column], _MARGIN + row * _ROW

    def drawing(self) -> drawsvg.Drawing:
        """Lines below, then what is written above them, then the positions."""
        lines: list[drawsvg.DrawingElement] = []
        discs: list[drawsvg.DrawingElement] = []
        for node, data in self.solution.tree.nodes(data=True):
            at = self._at(self.columns[node], self.rows[node])
            disc = circle(at, _RADIUS, _colour(self.solution, data["role"]), _STRONG, 1.0)
            discs.append(titled(f"{node} ({data['role']})", [disc]))
            # What stands aside comes first, so that the strong lines are whole.
            for branch in sorted(self.branches[node], key=lambda each: each.kind in _PLAY):
                lines += self._branch(at, branch, self._at(self.columns[node] + 1, branch.row))
                if branch.again:
                    ring = circle(self._at(self.columns[node] + 1, branch.row), _RADIUS - 2, "#ffffff", _WEAK, 1.0)
                    discs.append(titled(f"{branch.node} (shown elsewhere)", [ring]))
        height = 2 * _MARGIN + (self.ends - 1) * _ROW
        last = max(self.columns[node] + bool(self.branches[node]) for node in self.columns)
        return drawing(self.lefts[last] + _MARGIN, height, [*lines, *discs])

    def _branch(self, start: Point, branch: _Branch, end: Point) -> Iterator[drawsvg.DrawingElement]:
        """From a node along its stem to the row of the next, where the move is written above the line."""
        stroke = _STRONG if branch.kind in _PLAY else _WEAK
        turn = start[0] + _STEM
        yield line(start, (turn, start[1]), stroke, 1.0)
        if start[1] != end[1]:
            yield line((turn, start[1]), (turn, end[1]), stroke, 1.0)
        yield line((turn, end[1]), end, stroke, 1.0)
        at = (turn + _RADIUS, end[1] - 0.38 * _ROW)
        yield words(at, branch.label, _SIZE, _INK, "start", bold=branch.kind == Kind.KEY)


def _label(solution: Solution, edge: dict[str, Any]) -> str:
    """A move with the sign of what it does."""
    sign = {Kind.KEY.value: "!", Kind.TRY.value: "?", Kind.REFUTATION.value: "!"}.get(edge["kind"], "")
    return str(edge["move"]) + (solution.stipulation.goal.mark if edge["goal"] else sign)


def _colour(solution: Solution, role: str) -> str:
    return _GOAL if role == solution.stipulation.goal.name else _COLOURS.get(role, _ASIDE)
