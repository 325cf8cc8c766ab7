"""Letters for kinds and columns, for programs that have one for each."""

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
