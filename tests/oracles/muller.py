"""Muller's shorthand, expanded by the words of "Parametrizing chess variants": a morph board, and a capture matrix.

Strings here are right; what is wrong with a string, the tests of the reader ask themselves.
"""

from __future__ import annotations

import re


def morph(text: str, width: int) -> list[str]:
    """The ranks of a morph board in full, the top one first: the text of a rank repeats until the rank is full."""
    ranks = []
    for rank in text.split("/"):
        filled = rank if rank else "."
        while len(filled) < width:
            filled += rank if rank else "."
        ranks.append(filled[:width])
    return ranks


def matrix(text: str, types: int) -> list[str]:
    """The rows of a capture matrix in full: a symbol for the empty square, the enemies, the friends."""
    rows: list[str] = []
    for row in text.split("/"):
        again = re.fullmatch(r'"(\d*)', row)
        if again:
            rows += [rows[-1]] * int(again[1] or "1")
        else:
            rows.append(_row(row, types))
    return rows


def _row(row: str, types: int) -> str:
    enemies, equals, friends = row.partition("=")
    first = _repeated(enemies).ljust(1 + types, ".")
    second = (first[1:] if equals else "." * types) if len(first) == 1 + types else ""
    over = _repeated(friends)
    return first + over + second[len(over) :] if second else first.ljust(1 + 2 * types, ".")


def _repeated(text: str) -> str:
    if re.match(r"\d", text):
        text = "." + text
    return re.sub(r"(\D)(\d+)", lambda match: match[1] * int(match[2]), text)
