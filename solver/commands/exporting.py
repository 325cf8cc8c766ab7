"""The command `export`: a game written for other programs."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from ..errors import RulesError, ShadowmateError
from .options import Options, with_options
from .output import Output, write_each, written
from .parsing import Commands
from .waiting import progress

app = Commands()


class Target(StrEnum):
    """What a game can be written as."""

    DIAGRAM = "diagram"
    FAIRY = "fairy"


_CALLED = {
    Target.DIAGRAM: "the definition of an Interactive Diagram",
    Target.FAIRY: "a section of Fairy-Stockfish's variants.ini",
}


@app.command("export", epilog="Example: shadowmate export capablanca --to diagram")
@partial(with_options, left_out=("engine", "letters"))
def export(
    options: Options,
    name: Annotated[str, typer.Argument(metavar="GAME", help="The name of the game.")],
    to: Annotated[Target, typer.Option("--to", help="The form in which the game is written.")],
    output: Annotated[Output | None, written("text", "Write the text to this file.", "--output")] = None,
) -> None:
    """Write a game for another program: as a diagram, which `import` reads, or as a variant of Fairy-Stockfish.

    The definition of an Interactive Diagram is read again and compared with the rules. If the text would be another
    game, everything that it cannot say is named, and nothing is written. Draws that are left out are named on standard
    error.
    """
    from ..exporting.as_diagram import diagram_of
    from ..exporting.as_ini import STATED_DRAWS, ini_of
    from ..exporting.reached import reached_game  # these imports take longer than those of other commands

    ruleset = options.game(name).ruleset
    try:
        with progress("writing the game"):
            game = reached_game(ruleset)
            text = diagram_of(game) if to is Target.DIAGRAM else ini_of(game, name)
    except RulesError as error:
        wrong = "\n  ".join(error.mistakes)
        raise ShadowmateError(f"{name} cannot be written as {_CALLED[to]} because of:\n  {wrong}") from error
    stated = STATED_DRAWS if to is Target.FAIRY else frozenset[str]()
    notes = sorted({words for fact, words in game.notes.items() if fact not in stated})
    for note in notes:
        typer.echo(f"note: left out: {note}", err=True)
    files = write_each((output, lambda: text))
    if output is not None and output.is_standard:
        return
    result = {"game": name, "format": to.value, "text": text, "left_out": notes, "files": files}
    options.show(result, lambda: "\n".join(f"wrote {file}" for file in files) or text.rstrip("\n"))
