"""The distances of an endgame table as a picture: how many placements are won and lost in each number of moves."""

from __future__ import annotations

import drawsvg

from ..endgame.table_report import Report, Tally
from .style import document, drawing, line, polygon, words

_WIDTH, _HEIGHT, _MARGIN, _TOP = 640, 150, 16, 56
_WON, _LOST, _INK, _RULE = "#3b6ea5", "#d9822b", "#222222", "#dddddd"
_LABELS = 20  # numbers below the bars, at most


def svg(report: Report) -> str:
    """A bar chart for each player to move: bars of the placements that are won and lost, by the number of moves."""
    game = report.table.game
    title = f"{game.ruleset.title}: {report.table.material.text(game)}"
    most = max([1, *(moves for tally in report.tallies.values() for moves in (*tally.won, *tally.lost))])
    elements: list[drawsvg.DrawingElement] = [words((_MARGIN, _MARGIN + 6), title, 16, _INK, "start", bold=True)]
    top = _MARGIN + 24
    for player, tally in report.tallies.items():
        elements += _panel(player, tally, most, top)
        top += _TOP + _HEIGHT + 24
    return document(drawing(_WIDTH, top + _MARGIN, elements))


def _panel(player: str, tally: Tally, most: int, top: float) -> list[drawsvg.DrawingElement]:
    """The bars of one player, and above them the numbers of all other results."""
    others = ", ".join(f"{number:,} {result}" for result, number in tally.others.items() if number)
    head = f"{player} to move: won (blue) and lost (orange) in N moves"
    base = top + _TOP + _HEIGHT
    highest = max([1, *tally.won.values(), *tally.lost.values()])
    elements: list[drawsvg.DrawingElement] = [
        words((_MARGIN, top + 8), head, 12, _INK, "start"),
        words((_MARGIN, top + 24), others, 10, _INK, "start"),
        words((_MARGIN, top + _TOP - 8), f"{highest:,}", 10, _INK, "start"),
        line((_MARGIN, top + _TOP), (_WIDTH - _MARGIN, top + _TOP), _RULE, 1),
        line((_MARGIN, base), (_WIDTH - _MARGIN, base), _INK, 1),
    ]
    step = (_WIDTH - 2 * _MARGIN) / most
    for share, (found, fill) in enumerate(((tally.won, _WON), (tally.lost, _LOST))):
        for moves, number in found.items():
            left = _MARGIN + step * (moves - 1 + 0.1 + 0.4 * share)
            height = max(1.0, _HEIGHT * number / highest)
            corners = (
                (left, base),
                (left, base - height),
                (left + 0.4 * step, base - height),
                (left + 0.4 * step, base),
            )
            elements.append(polygon(corners, fill))
    every = -(-most // _LABELS)
    for moves in range(1, most + 1):
        if moves == 1 or moves % every == 0:
            elements.append(words((_MARGIN + step * (moves - 0.5), base + 10), str(moves), 10, _INK))
    return elements
