"""One letter for each kind, for programs that have no more room."""

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
