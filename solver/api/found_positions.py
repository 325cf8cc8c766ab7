"""Positions with given properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from ..arguments import checked, rules_given, several
from ..checking.outside import DEFAULT_LIMITS
from ..compiled.engine_choice import compiled_game
from ..finding.find import find_in, wanted_of
from ..finding.found import Found
from .game_objects import game


@checked(count=1, seconds=0, rules_time=0, rules_memory=0)
def find(
    name: str,
    pieces: str,
    ask: str | Path | Sequence[str | Path] = (),
    zones: str | Sequence[str] = (),
    mated: str | None = None,
    stalemated: str | None = None,
    attack_all: bool = False,
    independent: bool = False,
    minimize: str | None = None,
    maximize: str | None = None,
    count: int | None = 1,
    up_to_symmetry: bool = False,
    lawful: bool = True,
    seconds: float | None = None,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
    engine: Literal["reference", "compiled"] | None = None,
) -> Found:
    """Positions with given properties, the best of them, or the proof that there is none.

    Args:
        name: the game.
        pieces: the pieces of the position, such as `white Qu*3..5 black Ki`.
        ask: rules of your own: a text, or the `Path` of a file, or several of these (docs/find.md).
        zones: cells for some of the pieces, such as `black Ki inside`.
        mated, stalemated: the player that is mated or stalemated.
        attack_all: whether every vacant cell is attacked.
        independent: whether no piece attacks another.
        minimize, maximize: what to count: `pieces`, those of a player (`white`), or of a player's kinds (`white
            Qu`).
        count: stop after this number of positions; None for all.
        up_to_symmetry: whether to count how many differ up to the board's symmetry.
        lawful: whether positions that the game rules out are left out.
        seconds: time limit for the search, in seconds.
        readings: readings of the rules other than the defaults.
        rules: a further folder to look for games in, or several.
        rules_time: time limit for the first trial of the rules in those folders, in seconds of processor time.
        rules_memory: memory limit for that, in gigabytes.
        engine: the engine that decides mates; by default the compiled one for many positions.

    Raises:
        OptionError, PositionError: for pieces, zones or players that cannot be read, or a text that is the name of a
            file.
        RulesError: naming the line, for rules that cannot be used.
        UnknownGameError, ReadingError: see `shadowmate.errors`.

    >>> print(find("fide", "white Q*", attack_all=True, minimize="pieces").value)
    (5,)
    """
    plain = game(
        name,
        several(readings, str),
        tuple(map(Path, several(rules, str | Path))),
        engine or "reference",
        rules_time,
        rules_memory,
    )
    wanted = wanted_of(
        plain,
        pieces,
        several(zones, str),
        rules_given("ask", ask),
        [wish for wish, text in (("attack_all", attack_all), ("independent", independent)) if text],
        [(wish, army) for wish, army in (("mated", mated), ("stalemated", stalemated)) if army is not None],
        minimize,
        maximize,
        lawful,
    )
    if engine is None and wanted.judges_many:
        wanted = replace(wanted, game=compiled_game(plain))
    return find_in(wanted, count, up_to_symmetry, seconds)
