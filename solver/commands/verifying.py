"""The command `verify`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import ShadowmateError
from .options import Jobs, Options, schema_option, with_options
from .output import Output, counted
from .parsing import Commands
from .publishing import opener, read_chosen
from .waiting import interrupts, progress, warm_up

if TYPE_CHECKING:
    from ..verification.faults import Verdict
    from ..verification.verify import Problem

app = Commands()


@app.command(epilog="Example: shadowmate verify problems.yaml")
@functools.partial(with_options, left_out=("readings", "engine", "letters"))
def verify(
    options: Options,
    asked: Annotated[
        str,
        typer.Argument(metavar="FILE#N", help="A problem of a puzzle file, or all problems of FILE or of a folder."),
    ],
    fix: Annotated[
        bool, typer.Option("--fix", help="Write the true solution where a wrong one or none is stated.")
    ] = False,
    no_economy: Annotated[
        bool, typer.Option("--no-economy", help="Do not check whether every piece is needed.")
    ] = False,
    themes: Annotated[
        bool, typer.Option("--themes", help="List what the play shows, and the keywords that it does not.")
    ] = False,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")] = None,
    jobs: Jobs = 1,
    _schema: Annotated[bool, schema_option("verification.puzzle_entries", "a problem")] = False,
) -> None:
    """Report for each problem whether it is sound, and its faults if it is not.

    Puzzle files are YAML with the fields of Olive and YACPDB; the field `game` names another game than chess. Exit
    code 0: all are sound; 1: one is not; 2: one cannot be read, and the others are judged; 3: a limit or Ctrl-C
    stopped the work, and none was found unsound.
    """
    from ..verification.puzzle_entries import FOREIGN_SUFFIXES

    chosen = read_chosen(asked, opener(options))
    problems = [problem for _, problem in chosen.problems]
    if fix:
        for name in dict.fromkeys(problem.file.name for problem in problems):
            if Path(name).suffix.lower() in FOREIGN_SUFFIXES:
                made = f"`shadowmate book {name} --yaml FILE` makes one, with the solution"
                raise ShadowmateError(f"--fix {name}: solutions are written into puzzle files only; {made}")
            _output(name).check()
    verdicts = _verdicts(problems, seconds, jobs, not no_economy, themes)
    fixed = _fixed(problems, verdicts) if fix else set()
    verdicts = [verdict.cured() if number in fixed else verdict for number, verdict in enumerate(verdicts)]
    options.show(
        [{**verdict.as_json(), "fixed": number in fixed} for number, verdict in enumerate(verdicts)],
        lambda: "\n".join(_lines(verdicts, fixed if fix else None, len(problems), chosen.unread)),
    )
    chosen.end()
    if any(verdict.is_sound is False for verdict in verdicts):
        raise typer.Exit(1)
    if len(verdicts) < len(problems) or any(verdict.is_sound is None for verdict in verdicts):
        raise typer.Exit(3)


def _verdicts(
    problems: Sequence[Problem], seconds: float | None, jobs: int, economy: bool, themes: bool
) -> list[Verdict]:
    """The verdicts on the problems, as many as the time allows."""
    from ..solving.search.limits import Limits
    from ..verification.verify import verdict_on

    compiled = [game for each in problems if (game := each.phases[0].position.game).is_compiled]
    if compiled:
        warm_up(compiled[0])
    found: list[Verdict] = []
    with progress("verifying") as advance, interrupts() as stop:
        limits = Limits(None, seconds, stop)
        for problem in problems:
            if limits.reached:
                break
            found.append(verdict_on(problem, limits, jobs, economy, themes))
            advance(len(found), len(problems), f"{problem.file.name}:{problem.entry.line}")
    return found


def _fixed(problems: Sequence[Problem], verdicts: Sequence[Verdict]) -> set[int]:
    """Write true solutions, each file whole or not at all, and return the problems that were changed."""
    by_file: dict[str, dict[int, list[str]]] = {}
    changed = set()
    for number, (problem, verdict) in enumerate(zip(problems, verdicts, strict=False)):
        solution = list(verdict.solution or ())
        if verdict.is_misstated and solution != problem.entry.solution.splitlines():
            by_file.setdefault(problem.file.name, {})[problem.number] = solution
            changed.add(number)
    files = {problem.file.name: problem.file for problem in problems}
    texts = {name: files[name].with_solutions(solutions) for name, solutions in by_file.items()}
    for name, text in texts.items():
        _output(name).write(text.encode())
    return changed


def _output(name: str) -> Output:
    return Output("--fix", name, "YAML")


def _lines(verdicts: Sequence[Verdict], fixed: set[int] | None, number: int, unread: int) -> list[str]:
    words = []
    for place, verdict in enumerate(verdicts):
        words += verdict.lines()
        if fixed is not None and place in fixed:
            words.append("    the true solution was written")
        elif fixed is not None and verdict.is_sound is False:
            words.append("    its stated solution was left as it is")
    if number + unread > 1:
        sound = sum(verdict.is_sound is True for verdict in verdicts)
        others = f"; {counted(unread, 'problem')} cannot be read" if unread else ""
        words.append(f"{sound} of {counted(number, 'problem')} sound{others}")
    if len(verdicts) < number:
        words.append(f"{counted(number - len(verdicts), 'problem')} not verified: stopped")
    return words
