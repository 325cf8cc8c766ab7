"""The command `claims`, which decides the claims of documents, and how claims run the other commands."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..checking.outside import RulesLimits
from ..errors import ShadowmateError
from .options import Options, schema_option, with_options
from .output import Output, counted, write_each, written
from .parsing import Commands
from .waiting import TimeLimit, progress, reading_rules

if TYPE_CHECKING:
    from ..deciding.decide import Decided
    from ..deciding.selection import Asked

app = Commands()

_WIDTH = 100


@app.command(epilog="Example: shadowmate claims prince prince-355-cells")
@partial(with_options, left_out=("engine", "readings", "letters"))
def claims(
    options: Options,
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="GAME", help="By default every game with claims.")] = None,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Only these claims, even if they are slow.")
    ] = None,
    slow: Annotated[bool, typer.Option("--slow", help="Also decide slow claims.")] = False,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")] = None,
    report: Annotated[
        Output | None,
        written(
            "HTML or Markdown", "Write a page with the evidence and pictures, to a file that ends in .html or .md."
        ),
    ] = None,
    _schema: Annotated[bool, schema_option("deciding.claims_file", "the files")] = False,
) -> None:
    """Decide what documents claim about their games, and compare the verdicts with the stored ones.

    The claims are in the file claims.yaml beside the game's rules. Each has the query that decides it: ASP rules,
    or a command. A verdict is true, false, by reading (true under some readings only) or open (not decidable here).
    Exit code 0: all verdicts are as stored; 1: some are not; 3: --time or Ctrl-C stopped the work, and the verdicts so
    far are printed.
    """
    from ..deciding.commanded import INTERRUPTED
    from ..deciding.selection import asked as asked_of

    rules, limits = options.rules or (), RulesLimits(options.rules_time, options.rules_memory)

    def runner(words: Sequence[str]) -> tuple[int, Any]:
        found = run_command(context.find_root().command, words)
        if found[0] == INTERRUPTED and limit.is_over:  # it came to no limit of its own
            raise KeyboardInterrupt
        return found

    trying = partial(reading_rules, seconds=limits.seconds, gigabytes=limits.gigabytes)
    asked = asked_of(
        partial(_open, options), runner, name, ids or (), slow, rules, limits,
        lambda path: trying(str(path)) if rules else nullcontext(),
    )  # fmt: skip
    total = sum(len(each.todo) for each in asked)
    complete, done = True, 0
    limit = TimeLimit(seconds)
    try:
        with progress("deciding claims") as advance, limit.interrupts():
            for each in asked:
                for claim in each.todo:
                    limit.check()
                    advance(done, total, f"{each.decider.game.name} {claim.id}")
                    each.decide(claim)
                    done += 1
    except KeyboardInterrupt:
        complete = False
    results = [result for each in asked for result in each.results]
    if report:
        from ..deciding.claims_page import page

        write_each((report, lambda: page([(each.decider.file, each.results) for each in asked], _is_html(report))))
    wrote = [f"wrote {report.name}"] if report and not report.is_standard else []
    options.show(_facts(asked, complete), lambda: "\n".join([*_lines(asked, single=bool(ids)), *wrote]))
    if not complete:
        why = "stopped by --time" if limit.is_over else "interrupted"
        typer.echo(f"{why}; {total - done} of {total} are not decided", err=True)
        raise typer.Exit(3)
    if not all(result.agrees for result in results):
        raise typer.Exit(1)


def _open(options: Options, name: str, readings: tuple[str, ...]) -> Any:
    return replace(options, readings=list(readings)).game(name)


def run_command(group: Any, words: Sequence[str]) -> tuple[int, Any]:
    """Run a command: its exit code and the JSON that it prints, of several lines as a list; or its error message."""
    out, notes = io.StringIO(), io.StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(notes):
            code = group.main([*words, "--json"], prog_name="shadowmate", standalone_mode=False) or 0
    except ShadowmateError as error:
        return 2, str(error)
    answers = [json.loads(line) for line in out.getvalue().split("\n") if line]
    if not answers:
        return code, notes.getvalue().removeprefix("error: ").strip()
    return code, answers if len(answers) > 1 else answers[0]


def _is_html(report: Output) -> bool:
    return Path(report.name).suffix.lower() in (".html", ".htm")


def _facts(asked: list[Asked], complete: bool) -> dict[str, Any]:
    results = [result for each in asked for result in each.results]
    return {
        "games": [
            {
                "game": each.decider.game.name,
                "document": each.decider.file.document,
                "file": str(each.decider.file.path),
                "claims": [result.as_json() for result in each.results],
                "left_out": [claim.id for claim in each.left_out],
            }
            for each in asked
        ],
        "verdicts": _counts(results),
        "differ": [f"{result.game.name} {result.claim.id}" for result in results if not result.agrees],
        "complete": complete,
    }


def _counts(results: list[Decided]) -> dict[str, int]:
    return {word: sum(r.verdict == word for r in results) for word in ("true", "false", "by reading", "open")}


def _lines(asked: list[Asked], single: bool) -> list[str]:
    """The lines to print: one for each claim, or the whole of each claim that was named."""
    lines: list[str] = []
    for each in asked:
        lines.append(f"{each.decider.game.name}: {each.decider.file.document}")
        width = max((len(result.claim.id) for result in each.results), default=0)
        for result in each.results:
            lines.append(f"  {result.verdict:10}  {result.claim.id:{width}}  {_short(result, width)}")
            if single or not result.agrees:
                lines += [f"    {line}" for line in result.lines()]
        if each.left_out:
            lines.append(f"  left out: {counted(len(each.left_out), 'slow claim')} (--slow)")
    results = [result for each in asked for result in each.results]
    counts = ", ".join(f"{number} {word}" for word, number in _counts(results).items() if number)
    differ = [result for result in results if not result.agrees]
    end = f"{len(differ)} not as stored" if differ else "all as stored" if results else "nothing is decided"
    return [*lines, f"{counted(len(results), 'claim')}: {counts}; {end}" if counts else end]


def _short(result: Decided, width: int) -> str:
    """The claim's statement, cut to the width of a line."""
    text = " ".join(result.claim.statement.split())
    room = max(_WIDTH - width - 16, 30)
    return text if len(text) <= room else f"{text[: room - 3].rstrip()}..."
