"""The command that says which themes a problem shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import OptionError, quoted
from .options import Jobs, Options, takes_options
from .parsing import Commands
from .publishing import Chosen, names_file, opener, print_unheeded, read_chosen
from .waiting import interrupts, progress, warm_up

if TYPE_CHECKING:
    from ..solving.problem.solution import Solution
    from ..solving.search.limits import Limits
    from ..themes.recognition import Themes
    from ..verification.verify import Problem

app = Commands()

Ask = Annotated[
    list[Path] | None,
    typer.Option("--ask", metavar="FILE", help="Rules for themes of your own (docs/themes.md); may be repeated."),
]


@app.command(epilog="Example: shadowmate themes 'fide: white Kf6 Ra1 black Kh7' '#2'")
@takes_options
def themes(
    options: Options,
    asked: Annotated[
        str, typer.Argument(metavar="POSITION|FILE#N", help="A position; or a problem of a puzzle file, or all of it.")
    ],
    stipulation: Annotated[
        str | None, typer.Argument(metavar="[STIPULATION]", help="Such as #2 or h#3, with a position.")
    ] = None,
    tries: Annotated[bool, typer.Option("--tries", help="Look at tries, too.")] = False,
    ask: Ask = None,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")] = None,
    jobs: Jobs = 1,
) -> None:
    """Say what a problem shows: the kind of key, its mates, and the themes of its play (docs/themes.md).

    The problem is solved first, with its set play. Of a file each problem is looked at, twins together. Exit code 0;
    1: a problem has no solution; 3: a limit or Ctrl-C came before all of a problem was solved, or of a file all.
    """
    from ..solving.search.limits import Limits

    if stipulation is None and not names_file(asked):
        raise OptionError(f"{quoted(asked)} is no file; with a position comes a stipulation, such as '#2'")
    if stipulation is not None and names_file(asked):
        raise OptionError(f"{quoted(asked)} is a file, which says the stipulations itself; leave out {stipulation!r}")
    complete = True
    found: list[tuple[str, Sequence[Solution], Themes]] = []
    with progress("solving") as advance, interrupts() as stop:
        limits = Limits(None, seconds, stop)
        chosen = _read(options, asked) if stipulation is None else None
        problems = [problem for _, problem in chosen.problems] if chosen else []
        if chosen is None:
            solution = _solved(options, asked, str(stipulation), tries, limits, jobs)
            found.append((str(solution.stipulation), [solution], _themes([solution], ask)))
        for number, problem in enumerate(problems):
            if limits.reached:
                complete = False
                break
            solutions = _all_solved(problem, tries, limits, jobs)
            title = f"{problem.file.name}:{problem.entry.line}: {problem.entry.fields['stipulation']}"
            found.append((title, solutions, _themes(solutions, ask)))
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


def _themes(solutions: Sequence[Solution], ask: Sequence[Path] | None) -> Themes:
    from ..themes.recognition import themes as themes_of

    return themes_of(solutions, tuple(ask or ()))


def _solved(options: Options, text: str, asked: str, tries: bool, limits: Limits, jobs: int) -> Solution:
    from ..solving.problem.stipulation import Stipulation
    from ..solving.solver import solve

    stipulation = Stipulation.parse(asked)
    stipulation.check_extras(tries, False)
    position = options.read(text, much=True, check=lambda game: stipulation.checked(game))
    sets = stipulation.has_set_play and len(position.game.ruleset.players) == 2
    return solve(position, stipulation, set_play=sets, tries=tries, limits=limits, jobs=jobs, tables=False)


def _read(options: Options, path: str) -> Chosen:
    if options.readings:
        raise OptionError("--reading goes with a position; a puzzle file has a field for it")
    if options.letters:
        raise OptionError("--letters goes with a position; a puzzle file has a field for it")
    if options.engine:
        raise OptionError("--engine goes with a position; of a puzzle file the faster engine is asked")
    from ..verification.customs import olive

    chosen = read_chosen(path, opener(options))
    print_unheeded((each for _, each in chosen.problems), olive()["tries"])
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
    said = [f"{title}: {'no solution' if not solved else '' if len(found) else 'no theme'}".rstrip(": ")]
    said += [f"    {theme}" for theme in found]
    if not found.complete:
        said.append("    there may be more: not all of the play was looked at")
    return said


def _as_json(title: str, solutions: Sequence[Solution], found: Themes) -> dict[str, Any]:
    return {
        "problem": title,
        "positions": [str(solution.position) for solution in solutions],
        "stipulations": [str(solution.stipulation) for solution in solutions],
        **found.as_json(),
    }
