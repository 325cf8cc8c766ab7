"""The command `sweep`, which asks another command about many cases."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..errors import OptionError, quoted
from ..notation.line import split_game
from .endgame import compiled, given
from .line_files import lines
from .options import Options, with_options
from .output import Output, counted, write_each, written
from .parsing import Command, Commands
from .waiting import interrupts, progress
from .worker_options import Dask, check_number, workers_of

if TYPE_CHECKING:
    from ..sweeping.cases import Cases
    from ..sweeping.folder import Folder
    from ..sweeping.sweep import Finished
    from ..sweeping.workers import Workers

app = Commands()

ASKED = (
    "solve", "mate", "verify", "compose", "ask", "status", "moves", "why", "perft", "endgame", "atlas", "compare",
    "pieces",
)  # fmt: skip
"""The commands that can be asked: they answer about a case, and write no file of their own accord."""

_NOT_ASKED = {"--json", "--schema", "--help", "-h", "--fix", "--certificate", "--slices"}
"""Options of theirs that write files, or print something else than an answer."""


class _Sweep(Command):
    """The command `sweep`."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {**Command.needs, "turn": ("material",)}


@app.command(cls=_Sweep, epilog="Example: shadowmate sweep verify problems.yaml --output verified")
@functools.partial(with_options, left_out=("engine",))
def sweep(
    options: Options,
    context: typer.Context,
    command: Annotated[
        str,
        typer.Argument(
            metavar="COMMAND",
            help="The command to ask, such as 'solve #2', without its first argument, which is the case; {} stands for "
            "the case elsewhere.",
        ),
    ],
    output: Annotated[
        str, typer.Option("--output", metavar="FOLDER", help="Folder for the results; made if it is missing.")
    ],
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="CASES",
            help="A file with a case in each line, or - for stdin; or a puzzle file, or a folder of them.",
        ),
    ] = None,
    material: Annotated[
        str | None,
        typer.Option(
            "--material",
            metavar="MATERIAL",
            help="The cases are the legal placements of this material, such as 'fide: white K R black K', one of those "
            "that are symmetric.",
        ),
    ] = None,
    turn: Annotated[
        str | None, typer.Option("--turn", metavar="PLAYER", help="The player to move there; by default the first.")
    ] = None,
    pairs: Annotated[
        str | None, typer.Option("--pairs", metavar="GAME", help="The cases are all pairs of kinds of a game.")
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option("--keep", metavar="KEYS", help="Keep only these keys of the answers, such as verdict,keys."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", metavar="N", min=1, help="Number of processes; by default one per processor."),
    ] = None,
    chunk: Annotated[
        int | None,
        typer.Option(
            "--chunk", metavar="N", min=1, help="Cases in a chunk; by default as many as need a second or two."
        ),
    ] = None,
    dask: Dask = None,
    parquet: Annotated[Output | None, written("Parquet", "Write the results as Parquet, too, with pyarrow.")] = None,
) -> None:
    """Ask a command about many cases, on many processes or machines, and keep each chunk of answers on disk.

    What is stopped or killed loses the chunks in work, and the same command continues it. A finished sweep is not
    asked again. FOLDER/results.jsonl has a line for each case, in order (docs/sweeps.md). A case that is refused
    has its error there. Exit code 0: all cases are answered; 2: some are refused, and the others answered; 3: stopped,
    or a case reached a limit of its own.
    """
    from ..sweeping.folder import Folder
    from ..sweeping.sweep import Sweep

    given_sources = [name for name, value in (("CASES", source), ("--material", material), ("--pairs", pairs)) if value]
    if len(given_sources) != 1:
        raise OptionError(f"expected one of CASES, --material and --pairs, not {' and '.join(given_sources) or 'none'}")
    check_number(workers, dask, "--workers")
    if parquet:
        from ..endgame.table_rows import pyarrow_modules

        pyarrow_modules()
    words = _words(command, options)
    cases = _cases(options, source, material, turn, pairs)
    _check_words(context, words, cases)
    kept = tuple(key.strip() for key in keep.split(",")) if keep else ()
    folder = Folder(Path(output), Sweep(words, kept, cases))
    folder.read()
    if chunk is not None and folder.size not in (None, chunk):
        raise OptionError(f"--chunk {chunk}: {output} has chunks of {folder.size}")
    finished = folder.finished() or _run(folder, workers_of(workers, dask), chunk)
    if finished is None:
        kept_words = (
            f"{output} keeps what is finished, and the same command continues it" if Path(output).exists() else ""
        )
        typer.echo(f"stopped; {kept_words or 'nothing is finished'}", err=True)
        raise typer.Exit(3)
    if parquet:
        from ..sweeping.as_parquet import as_parquet

        write_each((parquet, lambda: as_parquet(folder.results)))
    _show(options, folder, finished)


def _words(command: str, options: Options) -> tuple[str, ...]:
    """The words of the command, with the game's options that were given to the sweep.

    Raises:
        OptionError: if a sweep cannot ask it.
    """
    from ..sweeping.answering import PLACE

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"COMMAND: {quoted(command)}: {error}") from error
    if words[:1] == ["shadowmate"]:
        words = words[1:]
    if not words or words[0] not in ASKED:
        raise OptionError(f"COMMAND: {quoted(command)}: a sweep asks one of {', '.join(ASKED)}")
    if words[0] == "compose" and not any(PLACE in word for word in words):
        raise OptionError(f"COMMAND: {quoted(command)}: {PLACE} stands for the case, such as --seed {PLACE}")
    for word in words:
        if word.partition("=")[0] in _NOT_ASKED:
            raise OptionError(f"COMMAND: {word}: a sweep keeps its answers as data, without this option")
    limits = ["--rules-time", f"{options.rules_time:g}", "--rules-memory", f"{options.rules_memory:g}"]
    return (*words, *given(options), *(limits if options.rules else ()))


def _cases(options: Options, source: str | None, material: str | None, turn: str | None, pairs: str | None) -> Cases:
    """The cases that were asked for."""
    from ..sweeping.cases import of_lines, of_pairs, of_placements, of_problems
    from ..verification.puzzle_entries import SUFFIXES

    if material is not None:
        with progress("placing"):
            return of_placements(compiled(options.game(split_game(material)[0])), material, turn)
    if pairs is not None:
        return of_pairs(compiled(options.game(pairs)))
    assert source is not None
    if Path(source).is_dir() or Path(source).suffix.lower() in SUFFIXES:
        return of_problems(Path(source))
    return of_lines(source, list(lines(source)))


def _check_words(context: typer.Context, words: Sequence[str], cases: Cases) -> None:
    """Refuse a command that cannot be parsed, or writes files, or is about other cases.

    Raises:
        OptionError: naming an option for a file, or the file of cases.
    """
    from ..sweeping.answering import PLACE, words_for

    root: Any = context.find_root()
    name, *rest = words_for(words, cases.some(0, 1)[0].text)
    found = root.command.get_command(root, name)
    wanted = next((str(each.metavar) for each in found.params if each.param_type_name == "argument"), "")
    if "problems" in cases.facts and wanted.startswith("POSITION") and not any(PLACE in word for word in words):
        reads_problems = any("--file" in each.opts and each.metavar != "FILE" for each in found.params)
        instead = f"; '{name} --file {{}}' is for files of problems" if reads_problems else ""
        problems = f"{cases.facts['problems']} is read as a file of problems"
        raise OptionError(f"CASES: {problems}, and {name} wants positions{instead}")
    for value in found.make_context(name, rest, parent=root).params.values():
        if isinstance(value, Output):
            raise OptionError(f"COMMAND: {value.option}: a sweep keeps answers, and no command in it writes files")


def _run(folder: Folder, workers: Workers, chunk: int | None) -> Finished | None:
    """Answer what is not answered yet.

    Raises:
        SweepError: if that is not possible.
    """
    from ..sweeping.errors import SweepError
    from ..sweeping.run_sweep import run
    from .sweep_worker import answer

    if folder.in_use:
        typer.echo(f"waiting for another process that works in {folder.path}", err=True)
    try:
        with progress("sweeping") as advance, interrupts() as stop:
            return run(folder, workers, answer, chunk, advance, stop)
    except OSError as error:
        where = error.filename or folder.path
        raise SweepError(
            f"{where}: cannot be written: {error.strerror or error}. What is finished is kept, and the same command "
            "continues it"
        ) from error


def _show(options: Options, folder: Folder, finished: Finished) -> None:
    """Print what came of a sweep, and end with its exit code."""
    exits, total = finished.exits, folder.asked.cases.total
    refused = sum(number for code, number in exits.items() if code not in ("0", "1", "3"))
    facts = {
        "folder": str(folder.path), "results": str(folder.results), "sha256": finished.sha256, "cases": total,
        "exits": exits, "refused": finished.as_json()["refused"],
    }  # fmt: skip
    parts = [f"{number:,} with exit code {code}" for code, number in exits.items() if code in ("0", "1", "3")]
    parts += [f"{refused:,} refused"] if refused else []
    text = [f"{counted(total, 'case')}: {', '.join(parts)}", f"{folder.results}  SHA-256 {finished.sha256}"]
    options.show(facts, lambda: "\n".join(text))
    for each in finished.refused:
        typer.echo(str(each), err=True)
    if refused > len(finished.refused):
        typer.echo(f"and {refused - len(finished.refused):,} more", err=True)
    if refused or "3" in exits:
        raise typer.Exit(2 if refused else 3)
