"""The command `find`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import OptionError
from .options import GameName, Options, with_options
from .output import Output, written
from .parsing import Commands
from .pictures import Size, Theme, board_text, chosen_look, write_pictures
from .waiting import interrupts, progress

if TYPE_CHECKING:
    from rich.text import Text

    from ..draw.look import Look
    from ..finding.found import Found
    from ..finding.wanted import Wanted

app = Commands()

_COUNTED = "'pieces', a player (white), or a player and kinds (white Qu)"


@app.command(
    epilog="Example: shadowmate find raumschach --pieces 'white Q* black K' --zone 'black K inside' --mated black "
    "--minimize 'white Q'"
)
@with_options
def find(
    options: Options,
    name: GameName,
    pieces: Annotated[
        str,
        typer.Option("--pieces", metavar="PIECES", help="The pieces of the position: 'white Qu*3..5 Kn* black Ki'."),
    ],
    ask: Annotated[
        list[Path] | None, typer.Option("--ask", metavar="FILE.lp", help="Rules of your own; may be repeated.")
    ] = None,
    zone: Annotated[
        list[str] | None,
        typer.Option("--zone", metavar="ZONE", help="'black Ki inside', ... edge, or cells; may be repeated."),
    ] = None,
    mated: Annotated[str | None, typer.Option("--mated", metavar="PLAYER", help="This player is checkmated.")] = None,
    stalemated: Annotated[
        str | None, typer.Option("--stalemated", metavar="PLAYER", help="This player is stalemated.")
    ] = None,
    attack_all: Annotated[bool, typer.Option("--attack-all", help="Every vacant cell is attacked.")] = False,
    independent: Annotated[
        bool, typer.Option("--independent", help="No piece attacks another piece, not even of its own side.")
    ] = False,
    minimize: Annotated[
        str | None, typer.Option("--minimize", metavar="PIECES", help=f"Minimize the number of {_COUNTED}.")
    ] = None,
    maximize: Annotated[
        str | None, typer.Option("--maximize", metavar="PIECES", help=f"Maximize the number of {_COUNTED}.")
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", metavar="N", min=1, help="Number of positions; by default 1.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All positions.")] = False,
    up_to_symmetry: Annotated[
        bool, typer.Option("--up-to-symmetry", help="Report how many differ up to the board's symmetry.")
    ] = False,
    unlawful: Annotated[
        bool, typer.Option("--unlawful", help="Include positions that the game rules out, such as with two Kings.")
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", min=0, help="Stop after S seconds, with the best position so far."),
    ] = None,
    svg_file: Annotated[Output | None, written("SVG", "Write the first position as SVG.", "--svg")] = None,
    png_file: Annotated[Output | None, written("PNG", "Write it as PNG.", "--png")] = None,
    theme: Theme = None,
    size: Size = None,
) -> None:
    """Find positions with given properties, or the best of them, or prove that there is none.

    clingo searches over the rules of the game. Options state the properties, or your own rules (--ask) over
    piece(Cell,Kind,Army), attacks(From,To), turn(Player), mate(Player) and more: see docs/find.md. Exit code 0:
    answered; 1: there is no such position; 3: stopped (--time, Ctrl-C), and the positions so far are printed, with
    the proven bound.
    """
    from ..finding.find import cost, find_in, wanted_of  # these imports take longer than those of other commands

    look = replace(chosen_look(None, False, theme, size, (svg_file, png_file), options.as_json), empty=False)
    if every and count is not None:
        raise OptionError("--count and --all exclude each other")
    named = (("mated", mated), ("stalemated", stalemated))
    wanted = wanted_of(
        options.game(name),
        pieces,
        zone or (),
        ask or (),
        [wish for wish, words in (("attack_all", attack_all), ("independent", independent)) if words],
        [(wish, army) for wish, army in named if army is not None],
        minimize,
        maximize,
        not unlawful,
    )
    print(cost(wanted), file=sys.stderr)
    wanted = _with_engine(options, wanted)
    with progress("finding") as advance, interrupts() as stop:
        found = find_in(wanted, None if every else count or 1, up_to_symmetry, seconds, advance, stop)
    first = found.positions[0] if found.positions else None
    files = write_pictures(first, None, svg_file, png_file, look) if first else []
    if (svg_file or png_file) and not first:
        typer.echo("note: there is no position to draw", err=True)
    options.show({**found.as_json(), "files": files}, lambda: _shown(found, look, files))
    if found.stopped or not found.positions:
        raise typer.Exit(3 if found.stopped else 1)


def _with_engine(options: Options, wanted: Wanted) -> Wanted:
    """The question, with the compiled engine if many positions are asked about."""
    return replace(wanted, game=options.game(wanted.game.name, much=True)) if wanted.judges_many else wanted


def _shown(found: Found, look: Look, files: list[str]) -> str | Text:
    """The answer in words, with a picture of its position unless a file has it."""
    words = "\n".join([str(found), *(f"wrote {file}" for file in files)])
    if len(found.positions) != 1 or files:
        return words
    return board_text(found.positions[0], None, look, f"{words}\n\n")
