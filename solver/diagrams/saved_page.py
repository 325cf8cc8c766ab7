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
    tags = list(_TAG.finditer(plain))
    spans = zip([0, *(tag.end() for tag in tags)], [*(tag.start() for tag in tags), len(plain)], strict=True)
    bodies = [(start, [unescape(line).strip() for line in plain[start:end].splitlines()]) for start, end in spans]
    start, lines = max(bodies, key=lambda each: sum(bool(_PIECE.match(line)) for line in each[1]))
    return lines, plain.count("\n", 0, start)
