"""The commands about endgame tables: one table, a position in it, and an atlas of many tables."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from ..checking.outside import DEFAULT_LIMITS
from ..checking_tables import SAMPLE
from ..errors import OptionError, ShadowmateError
from ..notation.line import split_game
from ..play.game import Game
from .options import (
    GameName,
    Json,
    Options,
    Rules,
    RulesMemory,
    RulesTime,
    schema_option,
    with_options_but_engine,
)
from .output import Output, show_result, why_unread, write_each, written
from .parsing import Command, Commands
from .waiting import PERIOD, interrupts, progress, warm_up
from .worker_options import Dask

if TYPE_CHECKING:
    from ..endgame.plan import Plan

app = Commands()

Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="Number of threads; by default one per processor.")
]
_MEMORY = 4.0  # the default of `endgame.table_maker`, whose import takes long
Memory = Annotated[float, typer.Option("--memory", metavar="GB", min=0, help="Memory limit for making a table, in GB.")]


class _Endgame(Command):
    """The command `endgame`."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {**Command.needs, "dask": ("slices",)}


@app.command(cls=_Endgame, epilog="Example: shadowmate endgame 'white Pr black Ki' --probe 'white PrCh3 black KiDb2'")
@with_options_but_engine
def endgame(
    options: Options,
    text: Annotated[str, typer.Argument(metavar="MATERIAL", help="Such as 'white Ki Qu black Ki', or KiQuvKi.")],
    name: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="By default the game before a colon in the material.")
    ] = None,
    probe: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Print value, distance and moves of this position instead.")
    ] = None,
    output: Annotated[
        Output | None,
        written("table", "Write the table and those that it needs, for `verify-table` and other programs"),
    ] = None,
    csv: Annotated[
        Output | None, written("CSV", "Write a line for each placement, one of those that are symmetric")
    ] = None,
    parquet: Annotated[Output | None, written("Parquet", "Write the same as Parquet, if pyarrow is installed")] = None,
    svg: Annotated[Output | None, written("SVG", "Draw a chart of the distances")] = None,
    slices: Annotated[
        str | None,  # an empty path is the current folder, and an empty text is refused
        typer.Option(
            "--slices",
            metavar="FOLDER",
            help="Make the table slice by slice in this folder, by processes that share it; made if it is missing.",
        ),
    ] = None,
    dask: Dask = None,
    jobs: Jobs = None,
    memory: Memory = _MEMORY,
) -> None:
    """Tabulate an endgame: every placement of some material, with either side to move.

    Captures, promotions and other changes of pieces lead to smaller tables, which are made first. Long builds print
    the number of tables, their size and an estimated time before they start, and then the time left. A table that does
    not fit is refused at once. Tables are stored on disk, and an interrupted build continues where it stopped.
    A table that is made slice by slice needs less memory, and continues even if its processes are killed.
    Draws by repetition and by the move-rule limit are ignored. "Won in 3" means that the third move mates or wins
    otherwise. Exit code 3: interrupted.
    """
    from ..draw import distance_chart
    from ..endgame.successors import read_exact
    from ..endgame.table import check_same
    from ..endgame.table_maker import Maker
    from ..endgame.table_report import report
    from ..endgame.table_rows import as_csv, as_parquet, pyarrow_modules
    from ..endgame.table_writer import as_file
    from . import slicing

    if parquet:
        pyarrow_modules()

    before, rest, found = split_game(text)
    if found and name not in (None, before):
        raise ShadowmateError(f"--game {name}: the material belongs to {before}")
    asked = options.game(name or before)
    if name is None:
        with options.naming_games(text, read_exact):
            read_exact(asked, text)
    position = asked.position(probe) if probe else None
    game = compiled(asked)
    material = read_exact(game, text if found else rest)
    if position:
        check_same(material, position)
    with layers() as advance:
        maker = Maker(game, jobs, memory, advance, print_plan)
        by_slices = slicing.planned(maker, material, Path(slices), dask, jobs) if slices else None
        if by_slices is None:
            maker.get(material)
    if by_slices:
        slicing.make(*by_slices)
    made = maker.get(material)
    found_out = made.probe(position) if position else report(made)
    try:
        write_each(
            (output, lambda: as_file(made)),
            (csv, lambda: as_csv(made)),
            (parquet, lambda: as_parquet(made)),
            (svg, lambda: distance_chart.svg(report(made))),
        )
    finally:
        options.show(found_out.as_json(), lambda: "\n".join(found_out.lines()))


@contextmanager
def layers() -> Iterator[Callable[[int, int | None, object], None]]:
    """Progress for each table; Ctrl-C ends the command with exit code 3, and what is kept is printed."""
    from ..endgame.errors import Interrupted

    try:
        with progress("tabulating") as advance:
            yield advance
    except KeyboardInterrupt as error:
        kept = f"kept are {error}; " if isinstance(error, Interrupted) else ""
        typer.echo(f"interrupted; {kept}run the same command again to continue", err=True)
        raise typer.Exit(3) from None


def print_plan(plan: Plan) -> None:
    """Print on standard error what a long build makes."""
    if plan.time.most > PERIOD:
        typer.echo(f"{plan}; Ctrl-C keeps what is finished", err=True)


@app.command(epilog="Example: shadowmate atlas fide --svg atlas.svg")
@with_options_but_engine
def atlas(
    options: Options,
    name: GameName,
    pairs: Annotated[bool, typer.Option("--pairs", help="Pairs of kinds with their royal piece.")] = False,
    attackers: Annotated[
        list[str] | None,
        typer.Option(
            "--attackers",
            metavar="KINDS",
            help="Only these kinds with their royal piece, such as 'R R'; may be repeated.",
        ),
    ] = None,
    alone: Annotated[bool, typer.Option("--alone", help="Without their royal piece.")] = False,
    promoted: Annotated[bool, typer.Option("--promoted", help="Include kinds that can be promoted.")] = False,
    output: Annotated[Output | None, written("YAML", "Write the numbers as YAML.")] = None,
    svg: Annotated[Output | None, written("SVG", "Draw a bar chart.")] = None,
    jobs: Jobs = None,
    memory: Memory = _MEMORY,
) -> None:
    """List the kinds that can force mate against a bare royal piece, alone or with help, and how fast.

    Other wins, such as a marriage, count as mate. Kinds that can be promoted are left out unless --promoted is
    given, because the kinds that they become have entries of their own. Exit code 3: interrupted.
    """
    from ..draw import chart
    from ..endgame import atlas
    from ..endgame.table_maker import Maker

    if pairs and attackers:
        raise ShadowmateError("--pairs and --attackers exclude each other")
    game = compiled(options.game(name))
    todo = atlas.agenda(game, pairs, attackers or (), promoted, alone)
    with layers() as advance:
        maker = Maker(game, jobs, memory, advance)
        print_plan(maker.plan([material for _, _, material in todo.materials]))
        entries = list(atlas.tabulate(todo, maker.get))
    result = {"game": game.name, "entries": [entry.as_json() for entry in entries], "left_out": todo.left_out}
    chosen = [word for each in attackers or () for word in ("--attackers", each)]
    switches = {"--pairs": pairs, "--alone": alone, "--promoted": promoted}
    flags = [flag for flag, is_set in switches.items() if is_set]
    # By default a table that does not fit is skipped.
    needed = [] if memory == _MEMORY else ["--memory", f"{memory:g}"]
    command = shlex.join(["shadowmate", "atlas", name, *flags, *chosen, *needed, *given(options)])
    shown = [*atlas.lines(entries), *(f"{each} left out: {why}" for each, why in todo.left_out.items())]
    try:
        write_each(
            (output, lambda: atlas.yaml(game, entries, todo.left_out, command)),
            (svg, lambda: chart.svg(game.ruleset.title, entries)),
        )
    finally:
        options.show(result, lambda: "\n".join(shown))


@app.command("verify-table", epilog="Example: shadowmate verify-table krk.table --sample 200")
def verify_table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `endgame --output` wrote.")],
    sample: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help=f"Number of positions to check of each table, at random; {SAMPLE} by default."
        ),
    ] = None,
    whole: Annotated[
        bool,
        typer.Option("--all", help="Check everything, by a move generator of the checker's own where it suffices."),
    ] = False,
    reference: Annotated[
        bool, typer.Option("--reference", help="With --all: ask the reference engine about every position.")
    ] = False,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Seed of the sample; 0 by default.")] = None,
    as_json: Json = False,
    rules: Rules = None,
    rules_time: RulesTime = DEFAULT_LIMITS.seconds,
    rules_memory: RulesMemory = DEFAULT_LIMITS.gigabytes,
    _schema: Annotated[bool, schema_option("checking_tables.table_file", "the file's second line")] = False,
) -> None:
    """Check a file of endgame tables by the rules alone, without the program that made it.

    All bytes are compared with their SHA-256. Then the value of each position that is checked must follow from those
    after all legal moves. The moves of a sample are asked of the reference engine, which takes a minute or more. With
    --all they are those of a generator of the checker's own where it suffices, which checks a small table in seconds.
    Exit code 0: nothing is wrong; 1: something is; 3: interrupted, and nothing was wrong so far.
    """
    from ..checking_tables.check_report import TableVerdict
    from ..checking_tables.table_check import verify_table as verify
    from ..checking_tables.table_file import TableFileError

    if whole and (sample is not None or seed is not None):
        raise OptionError(f"{'--sample' if sample is not None else '--seed'} has no effect with --all")
    if reference and not whole:
        raise OptionError("--reference has no effect without --all")
    most = None if whole else SAMPLE if sample is None else sample
    try:
        with progress("checking") as advance, interrupts() as stopped:
            found = verify(
                file, sample=most, seed=seed or 0, reference=reference, rules=tuple(rules or ()), progress=advance,
                stopped=stopped, rules_time=rules_time, rules_memory=rules_memory,
            )  # fmt: skip
    except OSError as error:
        raise TableFileError(f"{file}: cannot be read: {why_unread(error)}") from error
    show_result(found.as_json(), as_json, lambda: str(found))
    if found.verdict is not TableVerdict.CONFIRMED:
        raise typer.Exit(1)
    if not found.complete:
        raise typer.Exit(3)


def compiled(game: Game) -> Game:
    """The game with the compiled engine, which makes the tables, and its kernel compiled."""
    from ..compiled.engine_choice import compiled_game  # these imports take longer than those of other commands

    found = compiled_game(game)
    warm_up(found)
    return found


def given(options: Options) -> list[str]:
    """The readings, letters and rules that the user chose, as options of a command."""
    readings = [word for each in options.readings or () for word in ("--reading", each)]
    letters = ["--letters", options.letters] if options.letters else []
    return readings + letters + [word for each in options.rules or () for word in ("--rules", str(each))]
