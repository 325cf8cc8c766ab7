"""Positions from text, with every reason if they are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..asp.terms import Value, Vector
from ..errors import PositionError, quoted
from ..notation.fen import is_fen
from ..notation.line import split_game
from ..notation.setup import LONGEST_TEXT, Setup
from .game import Game
from .lettering import in_letters, other_letters
from .placement import Placement
from .position import Position

P = TypeVar("P", bound=Position)


def read_position(game: Game, written: str, kind: type[P]) -> P:
    """The position that a text describes, with or without `GAME:`; `fen ...` if the game has FEN.

    Args:
        game: the game.
        written: the text.
        kind: the class of the position.

    Raises:
        PositionError: naming every wrong token, or why the position is impossible.
    """
    name, rest, offset = split_game(written)
    if offset and name != game.name:
        raise PositionError([f"{quoted(f'{name}:')} (column 1): this is a position of {game.name}"])
    if is_fen(rest):
        return set_up(game, game.fen.read(rest, offset), kind)
    try:
        setup = game.reader.read(rest, offset)
    except PositionError as error:
        if len(rest) > LONGEST_TEXT:
            raise

        def read(language: str) -> Setup:
            return in_letters(game, language).reader.read(rest)

        hints = other_letters(game, read, PositionError, "--letters ")
        raise PositionError([*hints, *error.problems]) from error
    return set_up(game, setup, kind)


def set_up(game: Game, setup: Setup, kind: type[P]) -> P:
    """Make a position of a setup.

    Raises:
        PositionError: naming why the position is impossible.
    """
    vectors, value = game.vectors, game.ruleset.value
    placement = Placement(
        tuple([(vectors[cell], kinds, army) for cell, (kinds, army) in sorted(setup.pieces.items())]),
        setup.turn or game.ruleset.players[0],
        tuple((name, value(written)) for name, written in sorted(setup.state)),
        setup.counts.get("quiet", 0),
        setup.counts.get("seen", 1),
        tuple(sorted((*item, number) for item, number in setup.stores.items())),
    )
    position = kind.of(game, placement)
    problems = sorted(
        f"{_place(position, setup, flaw.place)}: {flaw.words}" for flaw in game.engine.flaws(position.placement())
    )
    if problems:
        raise PositionError(problems)
    return position


def flaws_of(game: Game, some_pieces: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """Why such pieces are impossible on any cells; each is an army and kinds."""
    found = game.reference.flaws_of_pieces(some_pieces)
    return list(
        dict.fromkeys(
            f"{some_pieces[number][0]} {game.piece_name(some_pieces[number][1])}: {why}" for number, why in found
        )
    )


def _place(position: Position, setup: Setup, place: Vector | tuple[str, Value]) -> str:
    """The words that a flaw is about, and their column: of a piece, or of a fact of the state."""
    game = position.game
    if place in game.names:
        cell = game.names[place]  # type: ignore[index]
        token, key = f"{game.piece_name(position.pieces[cell].kinds)}{cell}", ("", cell)
    else:
        field, cell = str(place[0]), game.ruleset.written(place[1])  # type: ignore[arg-type]
        token, key = f"{field} {cell}", (field, cell)
    return setup.place(*key) or f"'{token}'"
