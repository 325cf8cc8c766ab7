"""The games that can read a text that names no game and that the default game cannot read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from ..asp.folders import default_game
from ..errors import PositionError, ShadowmateError
from ..notation.fen import KEYWORD, is_fen
from ..notation.line import split_game
from ..notation.setup import LONGEST_TEXT


@contextmanager
def naming_games(text: str, games: Callable[[], Iterable[str]], read: Callable[[str], object]) -> Iterator[None]:
    """Within it, a text without a game's name is read as one of the default game.

    Args:
        text: what the user typed.
        games: returns the names of all games.
        read: reads a text with the name of its game before it; raises a ShadowmateError if that game cannot read it.

    Raises:
        PositionError: if the text is refused, names no game, and other games can read it; with their names.
    """
    try:
        yield
    except ShadowmateError as error:
        if split_game(text)[2] or len(text) > LONGEST_TEXT:
            raise
        default = default_game()
        if not (found := fitting(text, set(games()) - {default}, read)):
            raise
        raise PositionError([f"no game is named, and {default} cannot read this; {_right(found)}"]) from error


def fitting(text: str, games: Iterable[str], read: Callable[[str], object]) -> list[str]:
    """The possible prefixes of a text, for each game that can read it: `GAME:`, or `GAME: fen` before a bare FEN."""
    lacks = f" {KEYWORD}" if is_fen(text) and text.split(maxsplit=1)[0] != KEYWORD else ""
    found = []
    for front in (f"{name}:{lacks}" for name in sorted(games)):
        try:
            read(f"{front} {text}")
        except ShadowmateError:
            continue
        found.append(front)
    return found


def _right(fronts: list[str]) -> str:
    if len(fronts) == 1:
        return f"it fits {fronts[0].partition(':')[0]}: put '{fronts[0]}' in front"
    *names, last = (front.partition(":")[0] for front in fronts)
    return f"it fits {', '.join(names)} and {last}: put the name of the game in front, such as '{fronts[0]}'"
