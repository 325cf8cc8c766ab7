"""Claims decided from Python. They may run commands, so this stands above those."""

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
    """What documents state of their games, decided again by the queries in the files `claims.yaml`.

    Args:
        name: the game; by default every one that has claims.
        ids: only the claim of this name, or those of several, slow or not.
        slow: also those that take long.
        rules: a further folder to look for games in, or several.
        rules_time: how many seconds rules and claims in those folders may take when they are first tried.
        rules_memory: how many gigabytes of memory.

    Raises:
        ShadowmateError: if a file cannot be used, or there is no such game, or no such claim.

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
