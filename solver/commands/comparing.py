"""The command `compare`, for two readings of a game or two versions of its rules."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from ..api import Game
from ..errors import OptionError, ShadowmateError
from .options import GameName, Options, with_options_but_engine
from .output import Output, written
from .parsing import Command, Commands
from .pictures import Size, Theme, board_text, chosen_look, write_pictures
from .waiting import interrupts, progress, warm_up

if TYPE_CHECKING:
    from rich.text import Text

    from ..comparing.certificate import Asked
    from ..comparing.comparison import Difference
    from ..comparing.whole_game_report import Difference as PlayDifference
    from ..draw.look import Look

app = Commands()


class _Compares(Command):
    """The command `compare`, which reads the user's rules for either side."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = dict.fromkeys(Command.needs, ("rules", "against"))


@app.command(cls=_Compares, epilog="Example: shadowmate compare prince planes_e printed_e --kind reporter")
@with_options_but_engine
def compare(
    options: Options,
    name: GameName,
    left: Annotated[str | None, typer.Argument(metavar="READING", help="One reading, as `games` lists it.")] = None,
    right: Annotated[
        str | None, typer.Argument(metavar="READING", help="The other reading, of the same question.")
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Only pieces of this kind.")] = None,
    origin: Annotated[str | None, typer.Option("--from", metavar="CELL", help="Only pieces on this cell.")] = None,
    most: Annotated[
        int | None,
        typer.Option(
            "--at-most",
            metavar="N",
            min=0,
            help="At most N other pieces on the board; with --material, at most N pieces.",
        ),
    ] = None,
    material: Annotated[
        str | None,
        typer.Option(
            "--material",
            metavar="PIECES",
            help="Compare whole games, in every position of this material, such as 'white Ki black Ro'.",
        ),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(
            "--against-rules", metavar="DIRECTORY", help="Compare with the game in this folder; may be repeated."
        ),
    ] = None,
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            help="If the readings agree, write a proof: FILE (DIMACS) and FILE.drat.",
        ),
    ] = None,
    checked: Annotated[
        str | None,
        typer.Option("--check-certificate", metavar="FILE", help="Only check the proof that --certificate wrote."),
    ] = None,
    svg_file: Annotated[Output | None, written("SVG", "Write the smallest position as SVG.", "--svg")] = None,
    png_file: Annotated[Output | None, written("PNG", "Write it as PNG.", "--png")] = None,
    theme: Theme = None,
    size: Size = None,
) -> None:
    """Find the smallest position in which two readings disagree, or prove that there is none.

    The readings are compared by what a piece reaches. clingo chooses the other pieces on the board, and the rules
    of the game decide under both readings. So the answer holds for every position, unless --at-most bounds the
    number of pieces. Castling and other special moves are left out. --against-rules compares two versions of a game
    instead of two readings: that of --rules, or the shipped one, and that in its folder. --material compares whole
    games: legal moves, their effects and outcomes. It looks at every position of that material or part of it, with
    castling rights and en passant, and at positions with fewer pieces first.
    """
    from ..comparing.certificate import Asked, certify
    from ..comparing.compare import compare_games  # these imports take longer than those of other commands

    proof = "--check-certificate" if checked is not None else "--certificate" if certificate is not None else None
    if proof and most is not None:
        raise OptionError(f"{proof} is about a proof for any number of pieces, so it excludes --at-most")
    if checked is not None:
        in_pictures = {"--svg": svg_file, "--png": png_file, "--theme": theme, "--size": size}
        for option, chosen in {"--certificate": certificate, **in_pictures}.items():
            if chosen is not None:
                raise OptionError(f"{option}: has no effect with --check-certificate, which only checks a proof")
    look = replace(chosen_look(None, False, theme, size, (svg_file, png_file), options.as_json), empty=False)
    if material is not None:
        for excluded, chosen in (("--kind", kind), ("--from", origin), (proof, proof)):
            if chosen is not None:
                raise OptionError(f"--material compares whole games, so it excludes {excluded}")
    games, names = _sides(options, name, left, right, against)
    if material is not None:
        _compare_play(options, games, names, material, most, (svg_file, png_file), look)
        return
    asked = Asked(games, names, kind, origin)
    if checked:
        _check(options, asked, Path(checked))
        return
    with progress("comparing") as advance, interrupts() as stop:
        found = compare_games(games, names, kind, origin, most, advance, stop)
    first = found.smallest.classes[0] if found.smallest else None
    files = write_pictures(first.position, first.marks(), svg_file, png_file, look) if first else []
    if (svg_file or png_file) and not first:
        typer.echo("note: there is no position to draw", err=True)
    proved = None
    if certificate and found.is_whole and not found.differ:
        with progress("certifying") as advance, interrupts() as stop:
            proved = certify(asked, Path(certificate), advance, stop)
    elif certificate:
        typer.echo("note: it is not proved that they agree, so there is no certificate", err=True)
    stated = {**found.as_json(), "files": files, "certificate": proved.as_json() if proved else None}
    options.show(stated, lambda: _shown(found, first, look, [*files, *([str(proved)] if proved else [])]))
    if not found.is_whole or (certificate and not found.differ and not proved):
        raise typer.Exit(3)


def _check(options: Options, asked: Asked, certificate: Path) -> None:
    """Only check the proof in a file."""
    from ..comparing.certificate import check, cost

    print(cost(certificate), file=sys.stderr)
    with progress("checking") as advance, interrupts() as stop:
        confirmed = check(asked, certificate, advance, stop)
    if confirmed is None:
        raise typer.Exit(3)
    options.show({"confirmed": True, **confirmed.as_json()}, lambda: f"confirmed: {confirmed}")


def _compare_play(
    options: Options,
    games: tuple[Game, Game],
    names: tuple[str, str],
    material: str,
    most: int | None,
    files: tuple[Output | None, Output | None],
    look: Look,
) -> None:
    """Compare whole games, and print the difference."""
    from ..comparing.whole_games import PlayQuestion
    from ..endgame.successors import read_exact

    read_exact(games[0], material)  # before anything that takes long
    for game in games:
        warm_up(game)
    question = PlayQuestion(games, names, material, most)
    print(question.cost(), file=sys.stderr)
    with progress("comparing") as advance, interrupts() as stop:
        found = question.answer(advance, stop)
    first = found.classes[0] if found.classes else None
    drawn = write_pictures(first.position, first.marks(), *files, look) if first else []
    if any(files) and not first:
        typer.echo("note: there is no position to draw", err=True)
    options.show({**found.as_json(), "files": drawn}, lambda: _shown(found, first, look, drawn))
    if not found.is_whole:
        raise typer.Exit(3)


def _sides(
    options: Options, name: str, left: str | None, right: str | None, against: list[Path] | None
) -> tuple[tuple[Game, Game], tuple[str, str]]:
    """The game on either side, and the name of each side."""
    from ..comparing.compare import check_readings, game_in

    if left is not None and right is not None and not against:
        names = check_readings(options.game(name), left, right)
        held = options.readings or []
        both = (replace(options, readings=[*held, each]).game(name) for each in names)
        return (next(both), next(both)), names
    if left is not None or not against:
        if not options.game(name).ruleset.readings:
            raise ShadowmateError(
                f"the rules of {name} leave no choice of readings; --against-rules compares them with others"
            )
        raise ShadowmateError(
            f"expected two readings to compare, or --against-rules and no reading; `shadowmate games {name}` lists the "
            "readings"
        )
    sides = [replace(options, rules=each) for each in (options.rules, against)]
    one, other = (side.game(game_in(name, side.rules or ())) for side in sides)
    return (one, other), (", ".join(map(str, options.rules or [])) or name, ", ".join(map(str, against)))


def _shown(found: object, first: Difference | PlayDifference | None, look: Look, files: list[str]) -> str | Text:
    """The answer in words, with a picture of the smallest difference unless a file has it."""
    words = "\n".join([str(found), *(f"wrote {file}" for file in files)])
    if first is None or files:
        return words
    return board_text(first.position, first.marks(), look, f"{words}\n\n")
