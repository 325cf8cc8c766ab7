"""The atlas as a picture: for each kind a bar as long as the part of the placements that it wins."""

from __future__ import annotations

import drawsvg

from ..endgame.atlas import Entry
from .style import document, drawing, line, polygon, words

_ROW, _BAR, _LABEL, _SCALE, _MARGIN, _NOTE = 34, 12, 80, 420, 16, 190
_HELPED, _ALONE, _INK, _RULE = "#3b6ea5", "#d9822b", "#222222", "#dddddd"


def svg(title: str, entries: list[Entry]) -> str:
    """A bar chart: won placements with the attacker to move, and the longest win in moves."""
    bars = len({entry.helped for entry in entries})
    names = list(dict.fromkeys(entry.attackers for entry in entries))
    top = _MARGIN + 56
    height = top + _ROW * len(names) + _MARGIN
    width = _LABEL + _SCALE + _NOTE + _MARGIN
    elements: list[drawsvg.DrawingElement] = [
        words((_MARGIN, _MARGIN + 6), title, 16, _INK, "start", bold=True),
        words((_MARGIN, _MARGIN + 28), "legal positions won by the attacker, with the move", 12, _INK, "start"),
    ]
    for percent in (0, 25, 50, 75, 100):
        x = _LABEL + _SCALE * percent / 100
        elements.append(line((x, top), (x, height - _MARGIN), _RULE, 1))
        elements.append(words((x, top - 8), f"{percent} %", 10, _INK))
    for number, name in enumerate(names):
        middle = top + _ROW * number + 4 + _BAR * bars / 2
        elements.append(words((_LABEL - 8, middle), " ".join(name), 12, _INK, "end"))
    for entry in entries:
        y = top + _ROW * names.index(entry.attackers) + 4
        lower = entry.helped and bars == 2
        first, last = y + _BAR * lower, y + _BAR * (lower + 1)
        if entry.share:
            end = _LABEL + max(_SCALE * entry.share, 1)
            corners = ((_LABEL, first), (end, first), (end, last), (_LABEL, last))
            elements.append(polygon(corners, _HELPED if entry.helped else _ALONE))
        how = "with royal" if entry.helped else "alone"
        longest = f", at most {entry.report.longest}" if entry.report.longest else ""
        note = f"{how}: {f'{100 * entry.share:.1f} %' if entry.share else 'none'}{longest}"
        elements.append(words((_LABEL + _SCALE + 10, (first + last) / 2), note, 10, _INK, "start"))
    return document(drawing(width, height, elements))
