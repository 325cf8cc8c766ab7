"""The familiar symbols that games give their kinds: symbol/2, or army_symbol/3 for one army alone."""

from __future__ import annotations

from functools import lru_cache

from ..asp.ruleset import Ruleset
from ..asp.terms import text


def symbol(ruleset: Ruleset, kinds: tuple[str, ...], army: str) -> str | None:
    """The symbol of an army's piece; None if its kind has none, or it is made of several kinds."""
    if len(kinds) != 1:
        return None
    found = _symbols(ruleset)
    return found.get((army, *kinds)) or found.get(kinds)


@lru_cache(maxsize=16)
def _symbols(ruleset: Ruleset) -> dict[tuple[str, ...], str]:
    """By army and kind, or by kind alone."""
    return {
        tuple(map(text, arguments)): text(shown)
        for fact in (*ruleset.facts("symbol", 2), *ruleset.facts("army_symbol", 3))
        for *arguments, shown in (fact.arguments,)
    }
