"""Material written as for endgame tables, `KRvK` or `KRK`, rewritten as in positions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..errors import PositionError, quoted
from .game import Game

_BETWEEN = re.compile(r"\s*[-\u2013]\s*|\s+(?:v|vs)\.?\s+")
_LONGEST = 60
"""Longer texts are not read so."""


def in_words(game: Game, text: str) -> str:
    """Material such as `white K R black K`, if a text is `KRvK`, `KR-K`, `KR vs K` or `KRK`; otherwise the text.

    The first player's pieces come first. Without a sign between the sides each begins with its royal piece.

    Raises:
        PositionError: if the text can be read in several ways.
    """
    players, kinds = game.ruleset.players, game.ruleset.abbreviations
    if len(players) != 2 or len(text) > _LONGEST:
        return text
    found = dict.fromkeys(
        f"{players[0]} {' '.join(first)} {players[1]} {' '.join(second)}"
        for left, right in _halves(text.strip(), [kinds[kind] for kind in sorted(game.ruleset.royal) if kind in kinds])
        for first in _cut(left, list(kinds.values()))
        for second in _cut(right, list(kinds.values()))
    )
    if len(found) > 1:
        raise PositionError([f"{quoted(text)} may be {' or '.join(map(quoted, found))}; write one of these"])
    return next(iter(found), text)


def _halves(text: str, royal: list[str]) -> Iterator[tuple[str, str]]:
    """Every way to split a text into the pieces of two players."""
    for sign in _BETWEEN.finditer(text, 1, len(text) - 1):
        yield text[: sign.start()], text[sign.end() :]
    for at in range(1, len(text)):
        before, after = text[:at], text[at:]
        if after.startswith("v") and after[1:]:
            yield before, after[1:]
        if any(map(before.startswith, royal)) and any(map(after.startswith, royal)):
            yield before, after


def _cut(text: str, abbreviations: list[str]) -> Iterator[tuple[str, ...]]:
    """Every way to split a text into pieces, with or without spaces."""
    text = text.strip()
    if not text:
        yield ()
    for each in abbreviations:
        if text.startswith(each):
            for rest in _cut(text[len(each) :], abbreviations):
                yield (each, *rest)
