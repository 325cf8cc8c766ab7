"""Two readings of a game compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from ..arguments import checked, several
from ..checking.outside import DEFAULT_LIMITS
from ..comparing.asking import check_readings, compare_games, game_in
from ..comparing.comparison import Comparison
from ..errors import OptionError
from .games import game


@checked(at_most=0, rules_time=0, rules_memory=0)
def compare(
    name: str,
    left: str | None = None,
    right: str | None = None,
    kind: str | None = None,
    origin: str | None = None,
    at_most: int | None = None,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    against_rules: str | Path | Sequence[str | Path] = (),
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
) -> Comparison:
    """The smallest positions in which two readings disagree about what a piece reaches, or the proof of none.

    Args:
        name: the game.
        left, right: two readings of one question; or neither, to compare `rules` with `against_rules`.
        kind: only this kind, by name or abbreviation; by default each.
        origin: only from this cell; by default from each.
        at_most: so many pieces in the way at most; by default any number.
        readings: readings of other questions that hold on both sides.
        rules: a further folder to look for games in, or several.
        against_rules: the same for the second side.
        rules_time: how many seconds rules in those folders may take when they are first tried.
        rules_memory: how many gigabytes of memory.

    Raises:
        ReadingError: if there is no such reading, it is the same twice, or they belong to different questions.
        PositionError: if there is no such kind or cell.
        UnknownGameError, RulesError, OptionError: see `shadowmate.errors`.

    >>> print(compare("prince", "paths_off_field", "field_paths_closed", "reporter").smallest.pieces)
    2
    """
    held = several(readings, str)
    mine, theirs = (tuple(map(Path, several(each, str | Path))) for each in (rules, against_rules))
    open_game = partial(game, rules_time=rules_time, rules_memory=rules_memory)
    if (left is None) != (right is None) or (left is None) != bool(theirs):
        raise OptionError("two readings are compared, or the rules in two folders (against_rules)")
    if left is not None and right is not None:
        plain = open_game(name, held, mine)
        left, right = check_readings(plain, left, right)
        both = open_game(name, (*held, left), mine), open_game(name, (*held, right), mine)
        return compare_games(both, (left, right), kind, origin, at_most)
    sides = [(game_in(name, each), each) for each in (mine, theirs)]
    games = [open_game(each, held, folders) for each, folders in sides]
    names = [", ".join(map(str, folders)) or name for _, folders in sides]
    return compare_games((games[0], games[1]), (names[0], names[1]), kind, origin, at_most)
