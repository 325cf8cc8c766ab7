"""The familiar symbols that games give their kinds: symbol/2, or army_symbol/3 for one army alone."""

from __future__ import annotations

from functools import lru_cache

from ..asp.ruleset import Ruleset
from ..asp.terms import text
from ..errors import OptionError
from .letters import outline


def symbol(ruleset: Ruleset, kinds: tuple[str, ...], army: str) -> str | None:
    """The symbol of an army's piece; None if its kind has none, or it is made of several kinds."""
    if len(kinds) != 1:
        return None
    found = _symbols(ruleset)
    return found.get((army, *kinds)) or found.get(kinds)


def without_symbol(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of which some player's pieces have no symbol."""
    return tuple(
        kind
        for kind in ruleset.abbreviations
        if not all(symbol(ruleset, (kind,), player) for player in ruleset.players)
    )


def check_figurines(ruleset: Ruleset, asked: bool | None) -> None:
    """Refuse figurines where no kind has a symbol.

    Raises:
        OptionError: if they are asked for.
    """
    if asked and not has_symbols(ruleset):
        raise OptionError(f"figurines: {ruleset.name} gives its pieces no symbols (symbol/2 in its rules)")


def has_symbols(ruleset: Ruleset) -> bool:
    """Whether any kind has a symbol."""
    return bool(_symbols(ruleset))


def shows_figurines(ruleset: Ruleset, asked: bool | None) -> bool:
    """Whether a picture shows symbols: as asked; by default if all kinds of the game have one."""
    return not without_symbol(ruleset) if asked is None else asked


@lru_cache(maxsize=16)
def _symbols(ruleset: Ruleset) -> dict[tuple[str, ...], str]:
    """By army and kind, or by kind alone; only those that the fonts of the package have."""
    return {
        tuple(map(text, arguments)): text(shown)
        for fact in (*ruleset.facts("symbol", 2), *ruleset.facts("army_symbol", 3))
        for *arguments, shown in (fact.arguments,)
        if outline(text(shown))
    }
