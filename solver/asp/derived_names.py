"""Names that rules about moves derive: a kind, an army, a store with its item, a reason to win.

A name that stands in such a rule is checked when the rules are loaded (`checking/`). One that comes from elsewhere, as
in `becomes(C,mover,Kind) :- successor(Kind)`, is only known when a move has it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NoReturn

from clingo import parse_term

from ..errors import RulesError, meant, some_of
from .origin import place_of_term
from .ruleset import Ruleset


def check_piece(ruleset: Ruleset, kinds: Iterable[str], army: str) -> None:
    """Refuse what a move makes of a piece, if the game has no such kind or army.

    Raises:
        RulesError: with the place of the name.
    """
    for kind in kinds:
        if kind not in ruleset.abbreviations:
            _refuse(
                ruleset, "a move makes a piece a {}, which is no kind with an abbreviation", kind, ruleset.abbreviations
            )
    if army not in ruleset.players:
        _refuse(ruleset, "a move makes a piece one of {}, which is no army", army, ruleset.players)


def check_item(ruleset: Ruleset, store: str, item: str) -> None:
    """Refuse what a move puts into a store, if that does not hold such items.

    Raises:
        RulesError: with the place of the name.
    """
    known = ruleset.items.get(store, {})
    if item not in known:
        _refuse(ruleset, f"a move puts a {{}} into '{store}', which is no store for it", item, known)


def check_win(ruleset: Ruleset, army: str, reason: str) -> None:
    """Refuse a win, if the game has no such army or ending.

    Raises:
        RulesError: with the place of the name.
    """
    if army not in ruleset.players:
        _refuse(ruleset, f"a move wins for {{}} by {reason}, which is no army", army, ruleset.players)
    if reason not in ruleset.endings:
        _refuse(ruleset, f"a move wins for {army} by {{}}, which is no ending", reason, ruleset.endings)


def _refuse(ruleset: Ruleset, words: str, name: str, known: Collection[str]) -> NoReturn:
    path, line = place_of_term(ruleset.files, parse_term(name))
    wrong = words.format(name)
    raise RulesError(f"{path}:{line}: {wrong}; there are {some_of(known)}{meant(name, known)}")
