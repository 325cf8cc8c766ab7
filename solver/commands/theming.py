"""The command `themes`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from ..errors import OptionError, quoted
from .options import Jobs, Options, with_options
from .parsing import Commands
from .publishing import Chosen, names_file, opener, print_unheeded, read_chosen
from .waiting import interrupts, progress, warm_up

if TYPE_CHECKING:
    from ..play.game import Game
    from ..solving.problem.solution import Solution
    from ..solving.search.limits import Limits
    from ..themes.facts import Looked
    from ..themes.recognition import Themes
    from ..verification.verify import Problem

app = Commands()

Advance: TypeAlias = Callable[[int, int | None, object], None]
"""How progress is reported: how much is done, of how much, and the last result."""

Ask = Annotated[
    list[Path] | None,
    typer.Option("--ask", metavar="FILE", help="Rules for your own themes (docs/themes.md); may be repeated."),
]


@app.command(epilog="Example: shadowmate themes 'fide: white Kf6 Ra1 black Kh7' '#2'")
@with_options
def themes(
    options: Options,
    asked: Annotated[
        str,
        typer.Argument(metavar="POSITION|FILE#N", help="A position, or a problem of a puzzle file, or a whole file."),
    ],
    stipulation: Annotated[
        str | None, typer.Argument(metavar="STIPULATION", help="Such as #2 or h#3; only with a position.")
    ] = None,
    tries: Annotated[bool, typer.Option("--tries", help="Look at tries, too.")] = False,
    ask: Ask = None,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")] = None,
    jobs: Jobs = 1,
) -> None:
    """List what a problem shows: the kind of its key, its mates, and the themes of its play (docs/themes.md).

    The problem is solved first, with its set play. Every problem of a file is looked at, twins together. Exit code
    0: answered; 1: a problem has no solution; 3: a limit or Ctrl-C stopped the work.
    """
    from ..solving.search.limits import Limits

    if stipulation is None and not names_file(asked):
        raise OptionError(f"{quoted(asked)} is no file; after a position a stipulation is expected, such as '#2'")
    if stipulation is not None and names_file(asked):
        raise OptionError(f"{quoted(asked)} is a file, which has its own stipulations; leave out {stipulation!r}")
    complete = True
    found: list[tuple[str, Sequence[Solution], Themes]] = []
    with progress("solving") as advance, interrupts() as stop:
        limits = Limits(None, seconds, stop)
        chosen = _read(options, asked) if stipulation is None else None
        problems = [problem for _, problem in chosen.problems] if chosen else []
        if chosen is None:
            solution = _solved(options, asked, str(stipulation), tries, limits, jobs, advance)
            shown = _themes([solution], ask, None, lambda *moves: advance(0, None, _looked(*moves)))
            found.append((str(solution.stipulation), [solution], shown))
        for number, problem in enumerate(problems):
            if limits.reached:
                complete = False
                break
            solutions = _all_solved(problem, tries, limits, jobs)
            title = f"{problem.file.name}:{problem.entry.line}: {problem.entry.fields['stipulation']}"
            looked = partial(_report, advance, number, len(problems), title)
            found.append((title, solutions, _themes(solutions, ask, problem.phases[0].spelling.lettered, looked)))
            advance(number + 1, len(problems), title)
    options.show(
        [_as_json(*each) for each in found],
        lambda: "\n".join(line for each in found for line in _lines(*each)),
    )
    if chosen:
        chosen.end()
    solutions = [solution for _, several, _ in found for solution in several]
    if not complete or any(solution.stopped for solution in solutions):
        raise typer.Exit(3)
    if not all(solution.keys or solution.lines for solution in solutions):
        raise typer.Exit(1)


def _looked(done: int, total: int) -> str:
    """How much of the play of a problem has been looked at; then clingo derives the themes, which may take as long."""
    return f"{done} of {total} moves of the play looked at" + (", asking for their themes" if done == total else "")


def _report(advance: Advance, number: int, problems: int, title: str, done: int, total: int) -> None:
    """The same of one of several problems."""
    advance(number, problems, f"{title}, {_looked(done, total)}")


def _themes(solutions: Sequence[Solution], ask: Sequence[Path] | None, lettered: Game | None, looked: Looked) -> Themes:
    from ..themes.recognition import themes as themes_of

    return themes_of(solutions, tuple(ask or ()), lettered, looked)


def _solved(
    options: Options, text: str, asked: str, tries: bool, limits: Limits, jobs: int, advance: Advance
) -> Solution:
    from ..solving.problem.stipulation import Stipulation
    from ..solving.solver import solve

    stipulation = Stipulation.parse(asked)
    stipulation.check_extras(tries, False)
    position = options.read(text, much=True, check=lambda game: stipulation.checked(game))
    sets = stipulation.has_set_play and len(position.game.ruleset.players) == 2
    how: dict[str, Any] = {"limits": limits, "jobs": jobs, "progress": advance, "tables": False}
    return solve(position, stipulation, set_play=sets, tries=tries, **how)


def _read(options: Options, path: str) -> Chosen:
    if options.readings:
        raise OptionError("--reading is for a position; a puzzle file has a field for it")
    if options.letters:
        raise OptionError("--letters is for a position; a puzzle file has a field for it")
    if options.engine:
        raise OptionError("--engine is for a position; the faster engine solves a puzzle file")
    from ..verification.customs import olive

    chosen = read_chosen(path, opener(options))
    print_unheeded((each for _, each in chosen.problems), lambda _: (olive()["tries"],))
    games = [problem.phases[0].position.game for _, problem in chosen.problems]
    compiled = [each for each in games if each.is_compiled]
    if compiled:
        warm_up(compiled[0])
    return chosen


def _all_solved(problem: Problem, tries: bool, limits: Limits, jobs: int) -> list[Solution]:
    """The solutions of an entry, one for each twin."""
    from ..solving.solver import solve

    return [
        solve(
            phase.position,
            phase.stipulation,
            set_play=phase.has_set_play and (phase.with_set_play or phase.stipulation.is_battle),
            tries=(tries or phase.with_tries) and phase.stipulation.has_tries,
            limits=limits,
            jobs=jobs,
            tables=False,
            against=phase.against,
        )
        for phase in problem.phases
    ]


def _lines(title: str, solutions: Sequence[Solution], found: Themes) -> list[str]:
    solved = all(solution.keys or solution.lines for solution in solutions)
    words = [f"{title}: {'no solution' if not solved else '' if len(found) else 'no theme'}".rstrip(": ")]
    words += [f"    {theme}" for theme in found]
    if not found.complete:
        words.append("    there may be more: part of the play was not looked at")
    return words


def _as_json(title: str, solutions: Sequence[Solution], found: Themes) -> dict[str, Any]:
    return {
        "problem": title,
        "positions": [str(solution.position) for solution in solutions],
        "stipulations": [str(solution.stipulation) for solution in solutions],
        **found.as_json(),
    }
