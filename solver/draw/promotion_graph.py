"""The promotions of a game as a picture, and in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import drawsvg
import networkx as nx
import pydot

from .layers import GAP, LEADING, LOW, ROLES, Bend, Box, Layers, Strand
from .letters import text_width
from .style import INK, Point, course, document, drawing, polygon, titled, words

_DASHES: dict[str, tuple[float, ...]] = {"mover": (), "aide": (6.0, 3.0), "victim": (1.5, 3.0)}
_LEGEND = {"mover": "by its own move", "aide": "as an aide, by another's move", "victim": "when captured"}
_LINE, _SHADE, _FILL = "#555555", "#999999", "#f3efe4"

_SIZE, _SMALL = 13.0, 11.0
"""The sizes of names and causes."""

_MARGIN, _BENDS, _ARROW = 20.0, 64.0, 8.0


def dot(graph: nx.MultiDiGraph[str]) -> str:
    """The promotions in the language of Graphviz."""
    found = pydot.Dot("promotions", graph_type="digraph", rankdir="LR")
    found.set_node_defaults(shape="box")
    quoted = pydot.make_quoted
    for kind, data in graph.nodes(data=True):
        found.add_node(pydot.Node(quoted(kind), label=quoted(f"{data['abbreviation']} {data['name']}")))
    styles = {"mover": "solid", "aide": "dashed", "victim": "dotted"}
    for before, after, data in graph.edges(data=True):
        style = styles[data["role"]]
        found.add_edge(pydot.Edge(quoted(before), quoted(after), label=quoted(data["words"]), style=style))
    return str(found.to_string())


def svg(graph: nx.MultiDiGraph[str]) -> str:
    """A picture of `Game.promotions`: columns from left to right, an arrow for each change, its cause above it.

    Arrows with the same end and cause are joined. One that leads back to an earlier kind ends at an empty box for it.
    Below stand the kinds that never change.
    """
    return document(_Picture(graph).drawing())


class _Picture:
    """Where columns begin and end, and what is drawn there."""

    def __init__(self, graph: nx.MultiDiGraph[str]) -> None:
        self._graph = graph
        self._layers = Layers(graph)
        self._lay_out()

    def _lay_out(self) -> None:
        """Say where columns begin, and boxes in them, and move all down to where the picture begins."""
        items = [item for column in self._layers.columns for item in column]
        top = min((item.y - item.height / 2 for item in items), default=0.0)
        for item in items:
            item.y += _MARGIN - top
        self._bottom = max((item.y + item.height / 2 for item in items), default=0.0)
        self._starts, self._lefts, self._rights = [], [], []
        x = _MARGIN
        for column in self._layers.columns:
            boxes = [item for item in column if isinstance(item, Box)]
            lines = [text for box in boxes for strand in box.entering for text in strand.cause]
            room = max((text_width(text, _SMALL) for text in lines), default=0.0)
            self._starts.append(x)
            self._lefts.append(x + room + (2 * _ARROW if room else 0.0))
            self._rights.append(self._lefts[-1] + max((self._width(box.kind) for box in boxes), default=0.0))
            x = self._rights[-1] + _BENDS

    def _width(self, kind: str) -> float:
        data = self._graph.nodes[kind]
        return text_width(data["abbreviation"], _SIZE, True) + text_width(data["name"], _SIZE) + 26

    def drawing(self) -> drawsvg.Drawing:
        """Arrows below, then the kinds, and what the lines mean."""
        elements = [each for strand in self._layers.strands for each in self._arrows(strand)]
        for column in self._layers.columns:
            for item in column:
                if isinstance(item, Box):
                    elements.append(self._box(item, self._lefts[item.column], item.y))
        width = max([300.0, *(right + _MARGIN for right in self._rights)])
        y = self._bottom
        if self._layers.alone:
            y += 2 * GAP
            elements.append(
                words((_MARGIN, y), "Without such changes, of single kinds along routes:", _SMALL, INK, "start")
            )
            y += LOW
            x = _MARGIN
            for kind in self._layers.alone:
                if x + self._width(kind) > width - _MARGIN and x > _MARGIN:
                    x, y = _MARGIN, y + LOW + GAP / 2
                elements.append(self._box(Box(kind, 0), x, y))
                x += self._width(kind) + GAP
            y += LOW / 2
        roles = {strand.role for strand in self._layers.strands}
        if roles - {"mover"}:
            y += 2 * GAP
            elements += _legend([role for role in ROLES if role in roles], y)
        return drawing(width, y + _MARGIN, elements)

    def _arrows(self, strand: Strand) -> Iterator[drawsvg.DrawingElement]:
        """The arrows of a strand: what they have in common with their cause, then where each comes from."""
        target = strand.target
        dashes, name = _DASHES[strand.role], self._graph.nodes[target.kind]["name"]
        tip = (self._lefts[target.column], target.port(strand))
        points: list[Point] = []
        for bend in strand.bends:
            points += [(self._starts[bend.column], bend.y), (self._rights[bend.column], bend.y)]
        points += [(self._starts[target.column], tip[1]), (tip[0] - _ARROW, tip[1])]
        head = polygon([tip, (tip[0] - _ARROW, tip[1] - 4), (tip[0] - _ARROW, tip[1] + 4)], _LINE)
        yield course(points, _LINE, 1.2, dashes)
        yield head
        for line, text in enumerate(reversed(strand.cause)):
            at = (self._starts[target.column] + 2, tip[1] - 10 - line * LEADING)
            yield words(at, text, _SMALL, INK, "start")
        for kind in strand.sources:
            box, first = self._layers.boxes[kind], self._layers.first(strand, kind)
            end = (self._starts[first.column], first.y if isinstance(first, Bend) else tip[1])
            start = (self._rights[box.column], box.y)
            shown = f"{self._graph.nodes[kind]['name']} -> {name} {' '.join(strand.cause)}"
            yield titled(shown, [course([start, end], _LINE, 1.2, dashes)])

    def _box(self, box: Box, left: float, y: float) -> drawsvg.DrawingElement:
        """A kind in its box."""
        data = self._graph.nodes[box.kind]
        right = self._rights[box.column] if box.kind not in self._layers.alone else left + self._width(box.kind)
        look = {"fill": "#ffffff", "stroke": _SHADE} if box.again else {"fill": _FILL, "stroke": _LINE}
        frame = drawsvg.Rectangle(left, y - box.frame / 2, right - left, box.frame, rx=5, **look)
        ink = _SHADE if box.again else INK
        after = left + 10 + text_width(data["abbreviation"], _SIZE, True) + 6
        letters = [
            words((left + 10, y), data["abbreviation"], _SIZE, ink, "start", bold=True),
            words((after, y), data["name"], _SIZE, ink, "start"),
        ]
        return titled(f"{data['name']} (shown elsewhere)" if box.again else data["name"], [frame, *letters])


def _legend(roles: Sequence[str], y: float) -> Iterator[drawsvg.DrawingElement]:
    """What the looks of arrows mean."""
    x = _MARGIN
    for role in roles:
        yield course([(x, y), (x + 36, y)], _LINE, 1.2, _DASHES[role])
        yield words((x + 42, y), _LEGEND[role], _SMALL, INK, "start")
        x += 42 + text_width(_LEGEND[role], _SMALL) + 24
