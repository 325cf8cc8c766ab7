"""How the kinds of a game are abbreviated: by the game itself, and in other languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from clingo import Symbol

from .terms import text


def letterings_of(abbreviations: Mapping[str, str], letterings: Iterable[Symbol]) -> dict[str, dict[str, str]]:
    """The abbreviation of each kind, by language; "" for the game itself.

    A kind without a letter in a language keeps its own. A language is left out if two kinds share a letter.

    Args:
        abbreviations: the game's own, by kind.
        letterings: the facts `lettering/3` of the game.
    """
    own = dict(sorted(abbreviations.items()))
    found: dict[str, dict[str, str]] = {"": own}
    for language, kind, letters in (symbol.arguments for symbol in letterings):
        if str(kind) in own:
            found.setdefault(str(language), dict(own))[str(kind)] = text(letters)
    return {name: letters for name, letters in found.items() if len({*letters.values()}) == len(letters) or not name}
