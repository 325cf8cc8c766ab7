"""The command `compose`."""

from __future__ import annotations

import functools
import shlex
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import OptionError
from ..files import read_text
from .options import Against, Jobs, Options, schema_option, with_options
from .output import Output, counted, why_unread, written
from .parsing import Commands
from .waiting import interrupts, progress, warm_up

if TYPE_CHECKING:
    from ..composing.composed import Composed
    from ..composing.specification import Specification
    from ..composing.tally import Tally

app = Commands()

_SHOWN = 10
"""At most this many problems are printed, best first."""


def _print_conditions(wanted: bool) -> None:
    if wanted:
        from ..composing.conditions import CONDITIONS

        print("\n".join(f"{name} {each.argument}".rstrip() + f": {each.means}" for name, each in CONDITIONS.items()))
        raise typer.Exit


@app.command(
    epilog="Example: shadowmate compose --game fide --stipulation '#2' --pieces 'white K Q N black K P' --count 3"
)
@functools.partial(with_options, left_out=("engine", "letters"))
def compose(
    options: Options,
    specification: Annotated[
        Path | None, typer.Argument(metavar="SPEC", help="A specification file; or use the options.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "--in", metavar="GAME", help="The game.")] = None,
    stipulation: Annotated[
        str | None, typer.Option("--stipulation", metavar="STIPULATION", help="Such as '#2', 's#2' or 'h#2'.")
    ] = None,
    pieces: Annotated[
        str | None,
        typer.Option("--pieces", metavar="PIECES", help="Such as 'white K Q black K P*2 N*0..1', or KQvK."),
    ] = None,
    conditions: Annotated[
        list[str] | None,
        typer.Option("--condition", metavar="CONDITION", help="Such as 'quiet key'; may be repeated."),
    ] = None,
    zones: Annotated[
        list[str] | None,
        typer.Option(
            "--zone", metavar="ZONE", help="Cells for some pieces, such as 'white K: ?1 ?2'; may be repeated."
        ),
    ] = None,
    ask: Annotated[
        Path | None,
        typer.Option("--ask", metavar="FILE.lp", help="Rules that the setup must satisfy, as in `find`."),
    ] = None,
    against: Against = None,
    solutions: Annotated[
        int | None, typer.Option("--solutions", metavar="N", min=1, max=20, help="Number of solutions.")
    ] = None,
    count: Annotated[int | None, typer.Option("--count", metavar="N", min=1, help="Stop after N problems.")] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="N",
            min=0,
            help="Seed for random choices. With one job, the same seed gives the same problems.",
        ),
    ] = 0,
    every: Annotated[
        bool, typer.Option("--every", help="List every problem of these pieces; makes an endgame table if that helps.")
    ] = False,
    diverse: Annotated[
        bool | None,
        typer.Option(
            "--diverse/--no-diverse",
            help="Print only one of several problems with the same key and mates; by default unless --every is given.",
        ),
    ] = None,
    maker: Annotated[
        str,
        typer.Option(
            "--maker", metavar="MAKER", help="The maker of candidates: auto, chance, clingo, tables, listing."
        ),
    ] = "auto",
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")] = None,
    jobs: Jobs = 1,
    output: Annotated[Output | None, written("YAML", "Append the problems to a puzzle file as they are found.")] = None,
    _schema: Annotated[bool, schema_option("composing.specification", "SPEC")] = False,
    _conditions: Annotated[
        bool,
        typer.Option(
            "--list-conditions", is_eager=True, callback=_print_conditions, help="List the conditions and exit."
        ),
    ] = False,
) -> None:
    """Compose problems to order: sound, with every piece needed, and no two equal up to the board's symmetry.

    It stops when there are --count problems, all candidates are tried, --time is over or Ctrl-C is pressed. A file
    has every problem found so far. If there are fewer than --count, standard error has the number of candidates,
    how many were sound, how many of those each condition refused, and why it stopped. Exit code 0: there are
    --count problems, or all; 1: all candidates were tried, and none is a problem; 3: stopped early, or some candidates
    took too long to judge.
    """
    from ..api import game as open_game
    from ..composing.compose import Composer
    from ..composing.jobs import run
    from ..composing.tally import Ended
    from ..solving.search.limits import Limits

    needed = {"--game": game, "--stipulation": stipulation, "--pieces": pieces}
    further = {
        "--condition": conditions,
        "--zone": zones,
        "--ask": ask,
        "--against": against,
        "--solutions": solutions,
        "--reading": options.readings,
    }
    wanted = _specified(options, specification, needed, further)
    opener = functools.partial(
        open_game,
        rules=tuple(options.rules or ()),
        engine="compiled",
        rules_time=options.rules_time,
        rules_memory=options.rules_memory,
    )
    diverse = not every if diverse is None else diverse
    composer = Composer(wanted, opener, diverse)
    warm_up(composer.setting.game)
    made = _made(specification, ask, wanted, options)
    made += "" if maker == "auto" else f" --maker {shlex.quote(maker)}"
    made += "" if diverse is not every else " --diverse" if diverse else " --no-diverse"
    found: list[Composed] = []
    started = monotonic()
    with progress("composing") as advance, interrupts() as stop:

        def report(tally: Tally) -> None:
            rate = 60 * len(found) / max(monotonic() - started, 0.1)
            given_up = f", {tally.given_up:,} given up" if tally.given_up else ""
            most = "".join(f", {number:,} refused ({why})" for why, number in tally.refused.most_common(1))
            found_so_far = f"{tally.candidates:,} positions, {tally.sound:,} sound"
            doing = tally.doing or f"{found_so_far}{given_up}{most}, {rate:.0f} problems a minute"
            advance(len(found), count, doing)

        limits = Limits(None, seconds, stop)
        how: dict[str, Any] = {"every": every, "maker": maker, "opener": opener, "progress": report}
        some = run(composer, count, seed, jobs, limits, **how)
        for each in some:
            found.append(each)
            if output is not None:
                way = "--every" if every else f"--seed {each.seed}"
                output.append(each.written(f"{made} {way} --count {each.number}"))
    best = sorted(found, key=lambda each: -each.score)
    options.show([each.as_json() for each in best], lambda: "\n".join(_lines(best, output)))
    if some.ended is Ended.COUNT:
        return
    if some.ended:
        print(f"{some.tally}; {some.ended.words}", file=sys.stderr)
    if some.ended is not Ended.EXHAUSTED or some.tally.given_up:
        raise typer.Exit(3)
    if not found:
        raise typer.Exit(1)


def _specified(
    options: Options, path: Path | None, needed: dict[str, str | None], further: dict[str, Any]
) -> Specification:
    """What to compose, from a file or from the options.

    Args:
        options: the options of all commands.
        path: the specification file.
        needed: the game, the stipulation and the pieces, by their options.
        further: the values of the other options that specify something, by their names.

    Raises:
        OptionError: if both are given, or the options are incomplete.
    """
    from ..composing.specification import Specification, read_specification, split_zones
    from ..play.material import split_players

    if path is not None:
        for name, value in {**needed, **further}.items():
            if value:
                raise OptionError(f"{name}: has no effect with a specification file")
        return read_specification(path)
    if lacking := [name for name, value in needed.items() if not value]:
        raise OptionError(f"expected {', '.join(needed)}, or a file with them; missing: {', '.join(lacking)}")
    game, stipulation, pieces = (value or "" for value in needed.values())
    return Specification(
        game,
        stipulation,
        {player: tuple(kinds) for player, kinds in split_players(options.game(game), pieces).items()},
        tuple(further["--reading"] or ()),
        split_zones(further["--zone"] or ()),
        further["--solutions"] or 1,
        tuple(further["--condition"] or ()),
        _text(further["--ask"]) if further["--ask"] else "",
        further["--against"],
    )


def _text(path: Path) -> str:
    """The rules in a file."""
    try:
        return read_text(path)
    except OSError as error:
        raise OptionError(f"--ask {path}: cannot be read: {why_unread(error)}") from error


def _made(path: Path | None, ask: Path | None, wanted: Specification, options: Options) -> str:
    """The command line that makes such problems."""
    words = ["shadowmate", "compose"]
    if path is not None:
        words.append(str(path))
    else:
        pieces = " ".join(f"{player} {' '.join(kinds)}" for player, kinds in wanted.pieces.items())
        words += ["--game", wanted.game, "--stipulation", wanted.stipulation, "--pieces", pieces]
        for reading in wanted.readings:
            words += ["--reading", reading]
        for player, kinds in wanted.zones.items():
            for kind, cells in kinds.items():
                words += ["--zone", f"{player} {kind}: {' '.join(cells)}"]
        words += ["--ask", str(ask)] if ask else []
        words += ["--against", wanted.against] if wanted.against else []
        words += ["--solutions", str(wanted.solutions)] if wanted.solutions > 1 else []
        for condition in wanted.conditions:
            words += ["--condition", condition]
    for folder in options.rules or ():
        words += ["--rules", str(folder)]
    return shlex.join(words)


def _lines(best: list[Composed], output: Output | None) -> list[str]:
    """The lines to print: the best problems, each with its solution unless a file has them."""
    text = [f"{counted(len(best), 'problem')}{f' written to {output.name}' if output else ''}"]
    for each in best[:_SHOWN]:
        text += ["", str(each)]
    if len(best) > _SHOWN:
        text += ["", f"these are the best {_SHOWN}; --json or --output gives all"]
    return text
