"""The commands about one position: `moves`, `why`, `status` and `show`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar

import typer

from ..api import Position
from ..draw.look import Look
from ..errors import IllegalMoveError, MoveError
from ..explain.why import refusal
from ..play.move import Move
from . import about_positions as about
from .line_files import Answer, answer_in_one_line, answer_lines, check_asked, position_and
from .options import Figurines, Options, PositionOrFile, PositionsFile, with_options
from .output import Output, write_each, written
from .parsing import Command, Commands
from .pictures import NoEmpty, Size, Theme, board_text, check_chosen, chosen_look, write_pictures
from .publishing import show_puzzle

app = Commands()

_NUMBER = re.compile(r"(?<!\S)\d+\.+(?!\d)")
"""A move number as in game scores, `1.` or `12...`."""


@app.command(epilog="Example: shadowmate moves 'prince: white KiAa1 PrDd4 black KiHf7' --from Dd4")
@with_options
def moves(
    options: Options,
    text: PositionOrFile = None,
    origin: Annotated[
        str | None, typer.Option("--from", metavar="CELL", help="Only moves of the piece on this cell.")
    ] = None,
    file: PositionsFile = None,
) -> None:
    """List the legal moves of a position, or of many."""
    check_asked(text, file)

    def answer(asked: Position, as_text: Callable[[dict[str, Any]], str]) -> Answer:
        facts = about.moves_facts(asked, origin)
        return facts, partial(as_text, facts)

    if text is not None:
        asked = options.read(text)
        about.print_note(asked)
        options.show(*answer(asked, about.moves_text))
        return
    answer_lines(options, str(file), lambda line: answer(options.read(line), about.moves_line))


@app.command(epilog="Example: shadowmate why 'prince: white ScDd4 black KnDc5 KnDd6' ScDd4-Dd8")
@with_options
def why(
    options: Options,
    text: PositionOrFile = None,
    move: Annotated[str | None, typer.Argument(metavar="MOVE", help="Such as PrDd4-Ee5.")] = None,
    attacks: Annotated[
        str | None, typer.Option("--attacks", metavar="CELL", help="Explain what attacks this cell.")
    ] = None,
    file: PositionsFile = None,
) -> None:
    """Explain why a move is or is not legal, or what attacks a cell, in a position or in many.

    With --file there is no POSITION: `why --file positions.txt MOVE`. Each answer is then one line.
    """
    text, move = position_and(text, move, file)
    if (move is None) == (attacks is None):
        raise typer.BadParameter("give either a MOVE or --attacks CELL")

    def answer(asked: Position) -> Answer:
        found = asked.why(move) if move is not None else asked.attackers(about.find_cell(asked.game, str(attacks)))
        return {"position": str(asked), **found.as_json()}, partial(str, found)

    _answer(options, text, file, answer)


def _answer(options: Options, text: str | None, file: str | None, answer: Callable[[Position], Answer]) -> None:
    """Show the answer about a position in full; about those of a file, each in one line."""
    if text is not None:
        asked = options.read(text)
        about.print_note(asked)
        options.show(*answer(asked))
        return
    answer_in_one_line(options, str(file), options.read, answer)


@app.command(epilog="Example: shadowmate status 'prince: white PrGg7 black KiHh8 turn black'")
@with_options
def status(options: Options, text: PositionOrFile = None, file: PositionsFile = None) -> None:
    """Report whether the player to move is in check, and whether the game is over, in a position or in many."""
    check_asked(text, file)

    def answer(asked: Position) -> Answer:
        return {"position": str(asked), **about.status_facts(asked)}, partial(about.status_text, asked)

    _answer(options, text, file, answer)


class _Show(Command):
    """The command `show`, which needs an engine only for the position after moves."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {**Command.needs, "engine": ("from_moves",)}


@app.command(
    cls=_Show,
    epilog="Example: shadowmate show 'fide: white Kf6 Ra1 black Kh7' --stipulation '#2' --theme print --png mate.png",
)
@with_options
def show(
    options: Options,
    text: Annotated[str | None, typer.Argument(metavar="POSITION", help="Required unless --puzzle is given.")] = None,
    puzzle: Annotated[
        str | None,
        typer.Option(
            "--puzzle", metavar="FILE#N", help="A problem of a puzzle file, with its caption; or all of FILE."
        ),
    ] = None,
    cell: Annotated[
        str | None, typer.Option("--moves", metavar="CELL", help="Mark the cells that the piece on this cell reaches.")
    ] = None,
    svg_file: Annotated[Output | None, written("SVG", "Write an SVG picture.", "--svg")] = None,
    png_file: Annotated[Output | None, written("PNG", "Write a PNG picture.", "--png")] = None,
    html_file: Annotated[
        Output | None, written("HTML", "Write a web page with an interactive board.", "--html")
    ] = None,
    animated_file: Annotated[
        Output | None, written("SVG", "Write the moves of --from-moves as an animated SVG.", "--animate")
    ] = None,
    figurines: Figurines = None,
    stipulation: Annotated[
        str | None,
        typer.Option(
            "--stipulation", metavar="STIPULATION", help="Print a stipulation, such as #2, and the number of pieces."
        ),
    ] = None,
    last: Annotated[
        str | None,
        typer.Option(
            "--last", metavar="MOVE", help="Mark the move that led to the position; --from-moves does so, too."
        ),
    ] = None,
    theme: Theme = None,
    size: Size = None,
    no_empty: NoEmpty = False,
    from_moves: Annotated[
        list[str] | None, typer.Option("--from-moves", metavar="MOVE...", help="Play these moves first.")
    ] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="MOVE", hidden=True)] = None,
) -> None:
    """Draw a position, or the diagram of a problem, as text or as a picture in a file."""
    from ..explain.marks import marks

    if (text is None) == (puzzle is None):
        raise typer.BadParameter("give either a POSITION or --puzzle FILE")
    if more and not from_moves:
        raise typer.BadParameter(f"'{more[0]}' comes after the position; put moves after --from-moves")
    if last and from_moves:
        raise typer.BadParameter("--last: has no effect with --from-moves, whose last move is marked")
    if animated_file and not from_moves:
        raise typer.BadParameter("--animate: needs the moves of --from-moves")
    files = (svg_file, png_file)
    if html_file and not any((*files, animated_file)):
        in_pictures: dict[str, object] = {
            "--moves": cell,
            "--stipulation": stipulation,
            "--last": last,
            "--no-empty": no_empty,
        }
        for option, chosen in in_pictures.items():
            if chosen:
                raise typer.BadParameter(f"{option}: has no effect on --html, where it can be chosen on the page")
    if animated_file and cell and not any(files):
        raise typer.BadParameter("--moves: has no effect on --animate, which shows many positions")
    drawn = (*files, animated_file)
    look = chosen_look(figurines, no_empty, theme, size, drawn, options.as_json, stipulation, last, html_file)
    if puzzle is not None:
        for option, value in {"--stipulation": stipulation, "--last": last, "--from-moves": from_moves}.items():
            if value:
                raise typer.BadParameter(f"{option}: has no effect with --puzzle, where the file has the stipulation")
        show_puzzle(options, puzzle, look, files, cell, html_file)
        return
    start = options.read(str(text))
    check_chosen(figurines, [start.game])
    shown, made = play_moves(start, " ".join([*(from_moves or []), *(more or [])]))
    moving = look
    look = replace(look, last=made[-1]) if made else look
    found = marks(shown, about.find_cell(shown.game, cell)) if cell else None
    pictured = ""
    if html_file:
        from ..exploring.data import Chapter, steps_of_line
        from ..exploring.page import page

        pictured = page([Chapter(steps_of_line(start, made))], figurines)
    written_to = write_pictures(shown, found, svg_file, png_file, look)
    written_to += write_each((html_file, lambda: pictured), (animated_file, lambda: _animated(start, made, moving)))
    options.show(
        {"position": str(shown), "files": written_to, **about.marks_facts(found)},
        lambda: "\n".join(f"wrote {file}" for file in written_to) or board_text(shown, found, look),
    )


def _animated(start: Position, made: list[Move], look: Look) -> str:
    from ..draw.animation import animated

    return animated(start, made, look)


def play_moves(start: Position, played: str) -> tuple[Position, list[Move]]:
    """The position after some moves, and the moves.

    Raises:
        MoveError: naming the first move that is not legal, its place in the list, and the reason.
    """
    now, made = start, list[Move]()
    for number, move in enumerate(start.game.moves.words(_NUMBER.sub(" ", played)), 1):
        try:
            made.append(read_move(now, move))
        except MoveError as error:
            raise MoveError(f"move {number}, {error}") from error
        now = now.push(made[-1])
    return now, made


def read_move(now: Position, move: str) -> Move:
    """The legal move that a word denotes.

    Raises:
        MoveError: if there is none, with the reason.
    """
    try:
        return now.move(move)
    except IllegalMoveError as error:
        raise MoveError(refusal(now, move)) from error
