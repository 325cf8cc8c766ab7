"""Letters for kinds and columns, for programs that have one for each; cells and moves in messages."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Mapping

from ..errors import RulesError


def letters_of(abbreviations: Mapping[str, str], kinds: Iterable[str]) -> dict[str, str]:
    """A capital for each of some kinds: its abbreviation if that is one, else one that is free.

    Raises:
        RulesError: if there are more kinds than letters.
    """
    kinds = list(kinds)
    found = {kind: abbreviations[kind] for kind in kinds if re.fullmatch("[A-Z]", abbreviations[kind])}
    for kind in kinds:
        if kind not in found:
            wishes = [sign.upper() for sign in abbreviations[kind] + kind if sign.isascii() and sign.isalpha()]
            free = [each for each in (*wishes, *string.ascii_uppercase) if each not in found.values()]
            if not free:
                raise RulesError(f"it has {len(kinds)} kinds, and there are {len(string.ascii_uppercase)} letters")
            found[kind] = free[0]
    return found


def file_letter(column: int) -> str:
    """The letter of a column, from 1 on."""
    return string.ascii_lowercase[column - 1]


def cell_name(cell: tuple[int, int]) -> str:
    """A cell by its column and row, such as a1."""
    return f"{file_letter(cell[0])}{cell[1]}"


def an(noun: str) -> str:
    """A noun with its indefinite article: an eagle, a unicorn."""
    return f"an {noun}" if noun[0] in "aeio" else f"a {noun}"


def such_as(piece: tuple[int, str], end: tuple[int, int], victim: tuple[int, str] | None) -> str:
    """A move as an example, behind what it is an example of.

    Args:
        piece: the mover's army and kind.
        end: where it goes.
        victim: the army and kind of what it captures; None for nothing.
    """
    captured = f", capturing {an(victim[1])}{' of its side' if victim[0] == piece[0] else ''}" if victim else ""
    return f", such as {an(piece[1])} to {cell_name(end)}{captured}"
