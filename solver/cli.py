"""The command `shadowmate`."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from . import report
from .errors import MoveError, ShadowmateError
from .moves import Move
from .position import Position, game, position
from .rulefiles import game_folders

app = typer.Typer(
    help="A rule laboratory for chess variants: legal moves, reasons, mates and pictures, from rules in ASP.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Engine(StrEnum):
    """Which engine answers."""

    reference = "reference"


PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="Such as 'prince: white PrDd4 black KiHf7', or 'prince: start'.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game that `shadowmate games` lists.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON with documented keys.")]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="NAME", help="Use this reading of the rules; may be repeated."),
]
Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="DIRECTORY", help="A folder with a game (or games) of your own; may be repeated."),
]
EngineName = Annotated[Engine, typer.Option("--engine", help="Which engine answers.")]


def main() -> None:
    """Run the command; errors of the user's give one message on standard error and exit code 2."""
    try:
        app()
    except ShadowmateError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def show_result(result: Any, as_json: bool, as_text: Callable[[], str]) -> None:
    """Print a result as JSON or as text."""
    print(json.dumps(result, ensure_ascii=False) if as_json else as_text())


def read(text: str, readings: list[str] | None, rules: list[Path] | None) -> Position:
    """The position that the user typed."""
    return position(text, tuple(readings or ()), tuple(rules or ()))


@app.command(epilog="Example: shadowmate games")
def games(as_json: Json = False, rules: Rules = None, engine: EngineName = Engine.reference) -> None:
    """List the games and the readings of their rules."""
    found = [game(name, (), tuple(rules or ())) for name in sorted(game_folders(rules or ()))]
    show_result([report.game_facts(each) for each in found], as_json, lambda: report.games_text(found))


@app.command(epilog="Example: shadowmate pieces prince scientist")
def pieces(
    name: GameName,
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help="A kind or its abbreviation.")] = None,
    origin: Annotated[str | None, typer.Option("--from", metavar="CELL", help="Where it stands.")] = None,
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    engine: EngineName = Engine.reference,
) -> None:
    """List the kinds of a game; for one kind its motion, how far it reaches, and a picture of that."""
    chosen = game(name, tuple(readings or ()), tuple(rules or ()))
    kinds = [report.find_kind(chosen, kind)] if kind else list(chosen.ruleset.abbreviations)
    cell = report.find_cell(chosen, origin) if origin else report.middle(chosen)
    facts = [report.kind_facts(chosen, each, cell) for each in kinds]
    show_result(facts if kind is None else facts[0], as_json, lambda: report.kinds_text(chosen, facts))


@app.command(epilog="Example: shadowmate moves 'prince: white KiAa1 PrDd4 black KiHf7' --from Dd4")
def moves(
    text: Annotated[str | None, typer.Argument(metavar="POSITION", help="Unless --file is given.")] = None,
    origin: Annotated[str | None, typer.Option("--from", metavar="CELL", help="Only moves of the piece there.")] = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE", help="Positions, one a line; - for stdin.")
    ] = None,
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    engine: EngineName = Engine.reference,
) -> None:
    """List the legal moves of a position, or of many."""
    if (text is None) == (file is None):
        raise typer.BadParameter("give either a POSITION or --file FILE")
    if text is not None:
        found = report.moves_facts(read(text, readings, rules), origin)
        show_result(found, as_json, lambda: report.moves_text(found))
        return
    failed = False
    for number, line in _lines(str(file)):
        try:
            found = report.moves_facts(read(line, readings, rules), origin)
            show_result(found, as_json, lambda found=found: report.moves_line(found))  # type: ignore[misc]
        except ShadowmateError as error:
            failed = True
            show_result({"position": line, "error": str(error)}, as_json, lambda error=error: f"error: {error}")  # type: ignore[misc]
            print(f"line {number}: {error}", file=sys.stderr)
    if failed:
        raise typer.Exit(2)


@app.command(epilog="Example: shadowmate why 'prince: white ScDd4 black KnDc5 KnDd6' ScDd4-Dd8")
def why(
    text: PositionText,
    move: Annotated[str | None, typer.Argument(metavar="MOVE", help="Such as PrDd4-Ee5.")] = None,
    attacks: Annotated[str | None, typer.Option("--attacks", metavar="CELL", help="Ask what attacks it.")] = None,
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    engine: EngineName = Engine.reference,
) -> None:
    """Say why a move is or is not legal, or what attacks a cell."""
    if (move is None) == (attacks is None):
        raise typer.BadParameter("give either a MOVE or --attacks CELL")
    asked = read(text, readings, rules)
    found = asked.why(move) if move is not None else asked.attackers(str(attacks))
    show_result(found.as_json(), as_json, lambda: str(found))


@app.command(epilog="Example: shadowmate status 'prince: white PrGg7 black KiHh8 turn black'")
def status(
    text: PositionText,
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    engine: EngineName = Engine.reference,
) -> None:
    """Say whether it is check, and whether the game is over."""
    asked = read(text, readings, rules)
    print_note(asked)
    show_result(report.status_facts(asked), as_json, lambda: report.status_text(asked))


@app.command(epilog="Example: shadowmate play 'prince: start' PnBd2-Dd2 PnGd7-Ed7")
def play(
    text: PositionText,
    played: Annotated[list[str], typer.Argument(metavar="MOVE...", help="The moves, in turn.")],
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    engine: EngineName = Engine.reference,
) -> None:
    """Play moves and print the position after them."""
    after = play_moves(read(text, readings, rules), played)
    if after.outcome():
        print(report.outcome_text(after), file=sys.stderr)
    show_result({"position": str(after), "moves": played, **report.status_facts(after)}, as_json, lambda: str(after))


def play_moves(start: Position, played: list[str]) -> Position:
    """The position after some moves.

    Raises:
        MoveError: naming the first move that is not legal, its place in the list, and why.
    """
    now = start
    for number, move in enumerate(played, 1):
        try:
            now = now.push(move)
        except MoveError as error:
            reasons = now.why(move).reasons if "not a legal" in str(error) else ()
            raise MoveError(f"move {number}, {error if not reasons else f'{move}: ' + '; '.join(reasons)}") from error
    return now


@app.command(epilog="Example: shadowmate show 'prince: white ScDd4 black KiHf7 KnCc5' --moves Dd4")
def show(
    text: PositionText,
    cell: Annotated[
        str | None, typer.Option("--moves", metavar="CELL", help="Mark what the piece there reaches.")
    ] = None,
    svg_file: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write an SVG picture.")] = None,
    png_file: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Write a PNG picture.")] = None,
    from_moves: Annotated[
        list[str] | None, typer.Option("--from-moves", metavar="MOVE...", help="Play these first.")
    ] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="", hidden=True)] = None,
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    engine: EngineName = Engine.reference,
) -> None:
    """Draw a position: as text, or as a picture in a file."""
    from . import pictures

    if more and not from_moves:
        raise typer.BadParameter(f"'{more[0]}' comes after the position; moves follow --from-moves")
    shown = play_moves(read(text, readings, rules), [*(from_moves or []), *(more or [])])
    marks = pictures.marks(shown, report.find_cell(shown.game, cell)) if cell else None
    try:
        if svg_file:
            pictures.write(svg_file, pictures.svg(shown, marks))
        if png_file:
            pictures.write(png_file, pictures.png(shown, marks=marks))
    except OSError as error:
        raise ShadowmateError(f"{svg_file or png_file}: the picture cannot be written: {error.strerror}") from error
    written = [str(file) for file in (svg_file, png_file) if file]
    if as_json:
        print(json.dumps({"position": str(shown), "files": written, **report.marks_facts(marks)}))
    elif written:
        print("\n".join(f"wrote {file}" for file in written))
    else:
        print(pictures.text(shown, marks, color=sys.stdout.isatty()))


@app.command(epilog="Example: shadowmate mate 'prince: white PrEf6 black KiHh8' --in 1")
def mate(
    text: PositionText,
    number: Annotated[int, typer.Option("--in", metavar="N", min=1, help="In how many moves.")],
    all_keys: Annotated[bool, typer.Option("--all-keys", help="Look for every key, not just one.")] = False,
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    engine: EngineName = Engine.reference,
) -> None:
    """Search a forced mate: keys, threats and variations. Ctrl-C ends the search with what is known."""
    from .mate import find_mate

    asked = read(text, readings, rules)
    if asked.outcome():
        print(f"note: the game is over: {report.outcome_text(asked)}", file=sys.stderr)
    print_note(asked)
    with progress("searching") as advance, interrupts() as stop:
        result = find_mate(asked, number, all_keys=all_keys, progress=advance, stop=stop)
    show_result(result.as_json(), as_json, lambda: "\n".join(result.lines()))
    if result.mate is None:
        raise typer.Exit(3)


@app.command("check-rules", epilog="Example: shadowmate check-rules prince")
def check_rules(
    name: Annotated[str, typer.Argument(metavar="GAME|DIRECTORY", help="A game, or a folder with a game.lp.")],
    as_json: Json = False,
    rules: Rules = None,
) -> None:
    """Look for mistakes in a game's rules; exit code 1 if there are any."""
    from .checking import check_rules as check
    from .checking import find_folder

    findings = check(find_folder(name, rules or ()))
    result = [{"file": str(f.path), "line": f.line, "message": f.message} for f in findings]
    show_result(result, as_json, lambda: "\n".join(str(f) for f in findings) or f"{name}: no mistakes found")
    if findings:
        raise typer.Exit(1)


def print_note(asked: Position) -> None:
    """Say on standard error if the position could not have come about."""
    note = report.impossible_check(asked)
    if note:
        print(f"note: {note}", file=sys.stderr)


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Within it, a first Ctrl-C only makes the function it gives say True; a second one is as ever."""
    pressed = False

    def press(_signal: int, _frame: object) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int, Move | None], None]]:
    """A progress bar on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def advance(done: int, total: int, best: Move | None) -> None:
            bar.update(task, completed=done, total=total, description=f"{what}, best {best}" if best else what)

        yield advance


def _lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without blank ones and comments."""
    try:
        with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if line.strip() and not line.lstrip().startswith("#"):
                    yield number, line.strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ShadowmateError(f"{file}: cannot be read: {error}") from error


if __name__ == "__main__":
    main()
