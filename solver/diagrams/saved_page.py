"""The definition in a saved page: the element that holds most lines of pieces."""

from __future__ import annotations

import re
from html import unescape

_BREAK = re.compile(r"<br\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_PIECE = re.compile(r"^[^:=]*(:[^:]*){4,}$")


def find_definition(text: str) -> tuple[list[str], int]:
    """The lines of a definition, and how many lines of the text stand before them.

    A text without any tag but line breaks is a definition itself.
    """
    plain = _BREAK.sub("\n" if "\n" not in text else "", text)
    if not _TAG.search(plain):
        return [unescape(line).strip() for line in plain.splitlines()], 0
    found: list[tuple[int, int, list[str]]] = []
    place = 0
    for body in _TAG.split(plain):
        start = plain.index(body, place)
        place = start + len(body)
        lines = [unescape(line).strip() for line in body.splitlines()]
        found.append((sum(bool(_PIECE.match(line)) for line in lines), plain.count("\n", 0, start), lines))
    _, before, lines = max(found, key=lambda each: each[0])
    return lines, before
