"""The tree of a solution in files that other programs read, and as a picture."""

from __future__ import annotations

import io
from typing import Any

import networkx as nx

from ...draw import canvas
from ...errors import ShadowmateError
from .solution import Kind, Solution

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

_MOST = 400  # a picture of more positions shows nothing
_GAP, _ROW, _MARGIN, _RADIUS, _SIZE = 44.0, 20.0, 24.0, 6.0, 11.0


def graphml(solution: Solution) -> str:
    """The tree as GraphML; attributes that are not known are left out."""
    known: nx.DiGraph[str] = nx.DiGraph()
    for name, data in solution.tree.nodes(data=True):
        known.add_node(name, **{key: value for key, value in data.items() if value is not None})
    known.add_edges_from(solution.tree.edges(data=True))
    file = io.BytesIO()
    nx.write_graphml(known, file, named_key_ids=True)
    return file.getvalue().decode()


def dot(solution: Solution) -> str:
    """The tree in the language of Graphviz."""
    lines = ["digraph solution {", "  rankdir=LR;", '  node [shape=circle, label="", width=0.2, style=filled];']
    for name, data in solution.tree.nodes(data=True):
        lines.append(
            f"  {_quoted(name)} [tooltip={_quoted(name)}, fillcolor={_quoted(_colour(solution, data['role']))}];"
        )
    for before, after, data in solution.tree.edges(data=True):
        label = _label(solution, data)
        lines.append(
            f"  {_quoted(before)} -> {_quoted(after)} [label={_quoted(label)}, class={_quoted(data['kind'])}];"
        )
    return "\n".join([*lines, "}", ""])


def svg(solution: Solution) -> str:
    """A picture of the tree, from left to right: a column a move, a row for each end.

    Raises:
        ShadowmateError: if the tree is too large for a picture.
    """
    tree = solution.tree
    if len(tree) > _MOST:
        raise ShadowmateError(f"a picture shows at most {_MOST} positions, and the tree has {len(tree)}; try --dot")
    places = _places(solution)
    shapes: list[canvas.Shape] = []
    for before, after, data in tree.edges(data=True):
        start, end = places[before], places[after]
        colour = "#bbbbbb" if _aside(data["kind"]) else "#555555"
        words = _label(solution, data)
        at = (end[0] - _RADIUS - 4, end[1] - _ROW * 0.3)
        shapes += [
            canvas.Line(start, end, colour, 1.0),
            canvas.Words(at, words, _SIZE, "#222222", anchor="end", bold=data["kind"] == Kind.KEY),
        ]
    for name, data in tree.nodes(data=True):
        disc = canvas.Circle(places[name], _RADIUS, _colour(solution, data["role"]), "#555555", 1.0)
        shapes.append(canvas.Group(f"{name} ({data['role']})", (disc,)))
    width = max(x for x, _ in places.values()) + _MARGIN
    height = max(y for _, y in places.values()) + _MARGIN
    return canvas.to_svg(canvas.Drawing(width, height, tuple(shapes)))


def _places(solution: Solution) -> dict[str, canvas.Point]:
    """Where the nodes stand: as far right as moves led there, and as high as what comes after them."""
    columns = {solution.root: 0}
    rows: dict[str, float] = {}
    ends = 0

    def place(node: str, column: int) -> None:
        nonlocal ends
        columns[node] = column
        after = [name for name in solution.tree.successors(node) if name not in columns]
        for name in after:
            if name not in columns:
                place(name, column + 1)
        below = [rows[name] for name in after if name in rows and columns[name] == column + 1]
        if below:
            rows[node] = (below[0] + below[-1]) / 2
        else:
            rows[node] = ends
            ends += 1

    place(solution.root, 0)
    labels = (_label(solution, data) for _, _, data in solution.tree.edges(data=True))
    step = _GAP + max((canvas.text_width(label, _SIZE) for label in labels), default=0)
    return {name: (_MARGIN + columns[name] * step, _MARGIN + rows[name] * _ROW) for name in solution.tree}


def _label(solution: Solution, edge: dict[str, Any]) -> str:
    """A move with the sign of what it does."""
    sign = {Kind.KEY.value: "!", Kind.TRY.value: "?", Kind.REFUTATION.value: "!"}.get(edge["kind"], "")
    return str(edge["move"]) + (solution.stipulation.goal.mark if edge["goal"] else sign)


def _aside(kind: str) -> bool:
    return kind not in (Kind.KEY, Kind.ATTACK, Kind.DEFENCE, Kind.HELP)


def _colour(solution: Solution, role: str) -> str:
    return _GOAL if role == solution.stipulation.goal.name else _COLOURS.get(role, _ASIDE)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
