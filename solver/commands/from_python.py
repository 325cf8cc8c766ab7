"""Claims decided from Python. Claims may run commands, so this module is above the commands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from typer.main import get_command

from ..api.game_objects import Game, game
from ..arguments import checked, several
from ..checking.outside import DEFAULT_LIMITS, RulesLimits
from ..deciding.decide import Decided
from ..deciding.selection import asked
from .app import app
from .claims import run_command


@checked(rules_time=0, rules_memory=0)
def claims(
    name: str | None = None,
    ids: str | Sequence[str] = (),
    slow: bool = False,
    rules: str | Path | Sequence[str | Path] = (),
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
) -> list[Decided]:
    """Decide what documents claim about their games, by the queries in the files `claims.yaml`.

    Args:
        name: the game; by default every game with claims.
        ids: only the claim of this name, or those of several names, even if they are slow.
        slow: also decide slow claims.
        rules: a further folder to look for games in, or several.
        rules_time: time limit for the first trial of rules and claims there, in seconds of processor time.
        rules_memory: memory limit for that, in gigabytes.

    Raises:
        ShadowmateError: if a file cannot be used, or there is no such game or claim.

    >>> [found] = claims("prince", "prince-355-cells")
    >>> found.verdict, found.agrees
    ('true', True)
    """
    folders = tuple(map(Path, several(rules, str | Path)))

    def open_game(name: str, readings: tuple[str, ...]) -> Game:
        return game(name, readings, folders, rules_time=rules_time, rules_memory=rules_memory)

    runner = partial(run_command, get_command(app))
    found = asked(open_game, runner, name, several(ids, str), slow, folders, RulesLimits(rules_time, rules_memory))
    for each in found:
        for claim in each.todo:
            each.decide(claim)
    return [result for each in found for result in each.results]
