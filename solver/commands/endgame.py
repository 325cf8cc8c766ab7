"""Commands about endgame tables: one table, a position in it, and an atlas of many."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import ShadowmateError
from ..notation.line import split_game
from ..play.game import Game
from .options import GameName, Options, takes_options_but_engine
from .output import Output, write_each, written
from .parsing import Commands
from .waiting import PERIOD, progress, warm_up

if TYPE_CHECKING:
    from ..endgame.plan import Plan

app = Commands()

Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="So many threads; by default one a processor.")
]
_MEMORY = 4.0  # that of `endgame.table_maker`, whose import takes long
Memory = Annotated[float, typer.Option("--memory", metavar="GB", min=0, help="A table may take so much to make.")]


@app.command(epilog="Example: shadowmate endgame 'white Pr black Ki' --probe 'white PrCh3 black KiDb2'")
@takes_options_but_engine
def endgame(
    options: Options,
    text: Annotated[str, typer.Argument(metavar="MATERIAL", help="Such as 'white Ki Qu black Ki', or KiQuvKi.")],
    name: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="By default the one before a colon.")
    ] = None,
    probe: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Value, distance and moves of a position instead.")
    ] = None,
    jobs: Jobs = None,
    memory: Memory = _MEMORY,
) -> None:
    """Tabulate an endgame: every placement of some material, with either side to move.

    Captures, promotions and whatever else changes men lead to other tables, which are made before it; what all of them
    take is told first if it takes long, and refused if it is too much. Tables are kept on disk, and one that was
    interrupted goes on where it was. Draws by repetition and by moves without progress are left out of account. "Won in
    3" is by mate, or whatever else wins the game, at the third move. Exit code 3: interrupted.
    """
    from ..endgame import report, table
    from ..endgame.successors import Material

    before, rest, found = split_game(text)
    if found and name not in (None, before):
        raise ShadowmateError(f"--game {name}: the material is one of {before}")
    asked = options.game(name or before)
    if name is None:
        with options.naming_games(text, Material.parse):
            Material.parse(asked, text)
    position = asked.position(probe) if probe else None
    game = compiled(asked)
    material = Material.parse(game, text if found else rest)
    if position:
        material.check_holds(position)
    with layers() as advance:
        made = table(game, material, jobs=jobs, memory=memory, progress=advance, planned=tell_plan)
    if position:
        answer = made.probe(position)
        options.show(answer.as_json(), lambda: "\n".join(answer.lines()))
    else:
        found_out = report(made)
        options.show(found_out.as_json(), lambda: "\n".join(found_out.lines()))


@contextmanager
def layers() -> Iterator[Callable[[int, int | None, object], None]]:
    """Progress for table after table; Ctrl-C ends with exit code 3."""
    try:
        with progress("tabulating") as advance:
            yield advance
    except KeyboardInterrupt:
        typer.echo("interrupted; the same command goes on from what is kept", err=True)
        raise typer.Exit(3) from None


def tell_plan(plan: Plan) -> None:
    """Say on standard error what has to be made, if that takes long."""
    if plan.seconds > PERIOD:
        typer.echo(f"{plan}; Ctrl-C keeps what is finished", err=True)


@app.command(epilog="Example: shadowmate atlas fide --svg atlas.svg")
@takes_options_but_engine
def atlas(
    options: Options,
    name: GameName,
    pairs: Annotated[bool, typer.Option("--pairs", help="Pairs of kinds with their royal piece instead.")] = False,
    attackers: Annotated[
        list[str] | None,
        typer.Option("--attackers", metavar="KINDS", help="Only these with their royal, as 'R R'; may be repeated."),
    ] = None,
    promoted: Annotated[bool, typer.Option("--promoted", help="Kinds that are promoted too.")] = False,
    output: Annotated[Output | None, written("YAML", "Write the numbers as YAML.")] = None,
    svg: Annotated[Output | None, written("SVG", "Draw a bar chart.")] = None,
    jobs: Jobs = None,
    memory: Memory = _MEMORY,
) -> None:
    """Which kinds can force mate against a bare royal piece, alone and helped by their own, and how fast.

    In a game that is also won otherwise, such as by marriage, that counts as mate. Kinds that are promoted are left out
    if they are not asked for: what they become has entries of its own. Exit code 3: interrupted.
    """
    from ..draw import chart
    from ..endgame import atlas
    from ..endgame.table_maker import Maker

    if pairs and attackers:
        raise ShadowmateError("--pairs and --attackers exclude each other: these are the only ones to tabulate")
    game = compiled(options.game(name))
    todo = atlas.agenda(game, pairs, attackers or (), promoted)
    with layers() as advance:
        maker = Maker(game, jobs, memory, advance)
        tell_plan(maker.plan([material for _, _, material in todo.materials]))
        entries = list(atlas.tabulate(todo, maker.get))
    result = {"game": game.name, "entries": [entry.as_json() for entry in entries], "left_out": todo.left_out}
    options.show(
        result,
        lambda: "\n".join([*atlas.lines(entries), *(f"{each} left out: {why}" for each, why in todo.left_out.items())]),
    )
    chosen = [word for each in attackers or () for word in ("--attackers", each)]
    flags = [flag for flag, is_set in (("--pairs", pairs), ("--promoted", promoted)) if is_set]
    needed = [] if memory == _MEMORY else ["--memory", f"{memory:g}"]  # by default the tables may be refused
    command = shlex.join(["shadowmate", "atlas", name, *flags, *chosen, *needed, *given(options)])
    write_each(
        (output, lambda: atlas.yaml(game, entries, todo.left_out, command)),
        (svg, lambda: chart.svg(game.ruleset.title, entries)),
    )


def compiled(game: Game) -> Game:
    """The game with the compiled engine, which makes the tables, and its kernel ready."""
    from ..compiled.choosing import compiled_game  # its imports take longer than other commands

    found = compiled_game(game)
    warm_up(found)
    return found


def given(options: Options) -> list[str]:
    """The readings, letters and rules that were asked for, as they are given to a command."""
    readings = [word for each in options.readings or () for word in ("--reading", each)]
    letters = ["--letters", options.letters] if options.letters else []
    return readings + letters + [word for each in options.rules or () for word in ("--rules", str(each))]
