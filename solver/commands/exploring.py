"""The command that opens the explorer in a browser."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from ..asp.folders import default_game
from ..play.game import Game
from .options import Figurines, Options, with_options
from .parsing import Commands
from .pictures import check_chosen
from .playing import open_position
from .publishing import chapters_of, names_file, opener, read_chosen

if TYPE_CHECKING:
    from ..exploring.data import Chapter

app = Commands()


@app.command(epilog="Example: shadowmate explore raumschach --no-browser --port 8123")
@with_options
def explore(
    options: Options,
    text: Annotated[
        str | None,
        typer.Argument(metavar="POSITION|FILE", help="A position, a game for its array, or a puzzle file or FILE#N."),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Port of the page; by default any free port.")
    ] = 0,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address of the page, and open no browser.")
    ] = False,
    figurines: Figurines = None,
) -> None:
    """Open an interactive board in the browser: turn it, see reasons, set up positions, and play.

    Only this machine can open the page, and only with the token in its address. Ctrl-C ends it. It needs Starlette
    and uvicorn: pip install 'shadowmate\\[explore]'.
    """
    import webbrowser

    from ..exploring.server import serve
    from ..exploring.service import Service

    chapters, title = _chapters(options, text or default_game())
    check_chosen(figurines, {chapter.game for chapter in chapters})

    def opened(game: Game, readings: Sequence[str]) -> Game:
        return replace(options, readings=list(readings)).game(game.name, much=True)

    def ready(address: str) -> None:
        options.show({"address": address}, lambda: address)
        sys.stdout.flush()
        if not no_browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(Service(chapters, opened, figurines), title, port, ready)


def _chapters(options: Options, text: str) -> tuple[list[Chapter], str]:
    """What a page shows at first, and its title."""
    from ..exploring.data import Chapter, Step

    if not names_file(text):
        start = open_position(options, text, much=True)
        return [Chapter([Step(start)])], start.game.name
    opened = opener(options)
    chosen = read_chosen(text, opened)
    chosen.end()
    return chapters_of(chosen.problems, opened), text
