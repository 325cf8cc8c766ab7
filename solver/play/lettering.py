"""A game in the letters of another language: abbreviations of pieces, and moves with them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ..errors import some_of
from .game import Game
from .move import Move


def in_letters(game: Game, language: str) -> Game:
    """A game with kinds abbreviated by the letters of a language; "" for those of its rules.

    It reads and writes texts in these letters. Its positions are the game's own.

    Raises:
        OptionError: if the game has no letters for that language.
    """
    if language not in game.lettered:
        ruleset = game.ruleset.in_letters(language)
        game.lettered[language] = game if ruleset is game.ruleset else Game(ruleset, game.engine)
    return game.lettered[language]


def other_letters(game: Game, read: Callable[[str], object], wrong: type[Exception], option: str) -> list[str]:
    """A hint for a text that cannot be read: the languages in whose letters it can be; empty if there are none.

    Args:
        game: the game, in letters in which the text cannot be read.
        read: reads the text in the letters of a language.
        wrong: the class of error for a text that cannot be read.
        option: the text before the language where the user chooses it, such as `--letters `.
    """
    fitting = []
    for language in game.ruleset.languages:
        with suppress(wrong):
            read(language)
            fitting.append(language)
    if not fitting:
        return []
    if len(fitting) == 1:
        return [f"this fits {fitting[0]} letters: {option}{fitting[0]}"]
    return [f"this fits the letters of {some_of(fitting)}: {option}LANGUAGE"]


def exchanged(name: str, game: Game, other: Game) -> str:
    """A piece's abbreviations in a game, replaced by those of another; other words stay as they are."""
    kinds, letters = game.reader.kinds, other.ruleset.abbreviations
    army, space, piece = name.rpartition(" ")
    return army + space + "+".join(letters[kinds[part]] if part in kinds else part for part in piece.split("+"))


def rewritten(move: Move, game: Game, other: Game) -> Move:
    """A move's text in a game, in the letters of another."""
    if game is other:
        return move
    changes = tuple(
        each._replace(
            before=each.before and exchanged(each.before, game, other),
            after=each.after and exchanged(each.after, game, other),
        )
        for each in move.changes
    )
    return replace(
        move,
        piece=exchanged(move.piece, game, other),
        promotion=move.promotion and exchanged(move.promotion, game, other),
        partner=move.partner and exchanged(move.partner, game, other),
        changes=changes,
    )
