"""The command `export`: a game written for other programs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from ..checking.outside import DEFAULT_LIMITS
from ..errors import RulesError, ShadowmateError
from .options import Json, Options, Readings, Rules, RulesMemory, RulesTime
from .output import show_result
from .parsing import Commands

app = Commands()


class Target(StrEnum):
    """What a game can be written as."""

    DIAGRAM = "diagram"


_CALLED = {Target.DIAGRAM: "the definition of an Interactive Diagram"}


@app.command("export", epilog="Example: shadowmate export capablanca --to diagram")
def export(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The name of the game.")],
    to: Annotated[Target, typer.Option("--to", help="The form in which the game is written.")],
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    rules_time: RulesTime = DEFAULT_LIMITS.seconds,
    rules_memory: RulesMemory = DEFAULT_LIMITS.gigabytes,
) -> None:
    """Write a game as the definition of an Interactive Diagram, which `import` reads.

    The text is read again and compared with the rules. If it would be another game, everything that it cannot say is
    named, and nothing is written. Draws that diagrams know nothing of are named on standard error.
    """
    from ..exporting.as_diagram import diagram_of
    from ..exporting.reached import ReachedGame  # these imports take longer than those of other commands

    ruleset = Options(as_json, readings, rules, None, rules_time, rules_memory).game(name).ruleset
    try:
        game = ReachedGame(ruleset)
        text = diagram_of(game)
    except RulesError as error:
        wrong = "\n  ".join(error.mistakes)
        raise ShadowmateError(
            f"{name} cannot be written as {_CALLED[to]}, which has no word for:\n  {wrong}"
        ) from error
    for note in game.notes:
        typer.echo(f"note: left out: {note}", err=True)
    result = {"game": name, "format": to.value, "text": text, "left_out": game.notes}
    show_result(result, as_json, lambda: text.rstrip("\n"))
