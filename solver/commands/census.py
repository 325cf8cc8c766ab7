"""The command `census`, which counts the sound problems of some material."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import OptionError
from .endgame import compiled, given, tell_plan
from .options import GameName, Options, takes_options_but_engine
from .output import Output, written
from .parsing import Commands
from .waiting import interrupts, progress

if TYPE_CHECKING:
    from ..composing.problem_census import Counted

app = Commands()

_STIPULATIONS = ("#2", "h#2")


@app.command(epilog="Example: shadowmate census fide --output fide.yaml")
@takes_options_but_engine
def census(
    options: Options,
    name: GameName,
    stipulations: Annotated[
        list[str] | None,
        typer.Option("--stipulation", metavar="STIPULATION", help="#N or h#N; may be repeated. By default #2 and h#2."),
    ] = None,
    pieces: Annotated[
        list[str] | None,
        typer.Option(
            "--pieces",
            metavar="PIECES",
            help="Only this material, such as 'white K Q black K' or KQvK; may be repeated.",
        ),
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Two pieces that are not royal against a royal piece.")
    ] = False,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")] = None,
    output: Annotated[Output | None, written("YAML", "Append the numbers to a YAML file as they are found.")] = None,
) -> None:
    """Count sound problems, up to the board's symmetry: those of each kind with its royal piece against a bare
    royal piece.

    They are read from endgame tables, so the count is complete. There are no castling rights, and every piece is
    needed. What the file of --output has already is skipped, so the same command continues where it was stopped.
    `compose --every` with the same pieces lists the problems. Exit code 3: stopped early.
    """
    from ..composing.problem_census import census, heading, planned, read_counts, three_pieces
    from ..endgame.successors import read_exact
    from ..endgame.table_maker import Maker
    from ..solving.search.limits import LimitReached, Limits

    if pieces and pairs:
        raise OptionError("--pairs has no effect with --pieces")
    game = compiled(options.game(name))
    some = [read_exact(game, each) for each in pieces] if pieces else three_pieces(game, pairs)
    todo = planned(game, some, stipulations or _STIPULATIONS)
    present = output.present if output is not None else ""
    if output is not None and present:
        known = read_counts(present, output.name, game)
        todo = [each for each in todo if each.written(game) not in known]
    tell_plan(Maker(game, 1).plan([each.material for each in todo]))
    words = [word for option, each in _said(stipulations, pieces) for word in (option, each)]
    command = shlex.join(["shadowmate", "census", name, *(["--pairs"] if pairs else []), *words, *given(options)])
    found: list[Counted] = []
    stopped = False
    with progress("counting") as advance, interrupts() as stop:
        limits = Limits(None, seconds, stop)

        def tell(doing: str) -> None:
            advance(len(found), len(todo), doing)

        try:
            for each in census(game, todo, limits, tell):
                if output is not None:
                    output.append(("" if present or found else heading(command, game)) + each.line())
                found.append(each)
        except LimitReached:
            stopped = True
    options.show(
        [each.as_json() for each in found],
        lambda: "\n".join(f"{each.material}  {each.stipulation}  {each.sound:,}" for each in found),
    )
    if stopped:
        raise typer.Exit(3)


def _said(stipulations: list[str] | None, pieces: list[str] | None) -> list[tuple[str, str]]:
    return [*(("--stipulation", each) for each in stipulations or ()), *(("--pieces", each) for each in pieces or ())]
