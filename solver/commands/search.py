"""Commands that search: forced mates, problems, and the check of what was found."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from .. import report
from .options import (
    Json,
    Options,
    PositionText,
    Readings,
    Rules,
    interrupts,
    print_note,
    progress,
    show_result,
    takes_options,
    write,
)

app = typer.Typer()


@app.command(epilog="Example: shadowmate mate 'prince: white PrEf6 black KiHh8' --in 1")
@takes_options
def mate(
    options: Options,
    text: PositionText,
    number: Annotated[int, typer.Option("--in", metavar="N", min=1, help="In how many moves.")],
    all_keys: Annotated[bool, typer.Option("--all-keys", help="Look for every key, not just one.")] = False,
) -> None:
    """Search a forced mate: keys, threats and variations. Ctrl-C ends the search with what is known."""
    from ..mate import find_mate

    asked = options.read(text)
    if asked.outcome():
        print(f"note: the game is over: {report.outcome_text(asked)}", file=sys.stderr)
    print_note(asked)
    with progress("searching") as advance, interrupts() as stop:
        result = find_mate(asked, number, all_keys=all_keys, progress=advance, stop=stop)
    options.show(result.as_json(), lambda: "\n".join(result.lines()))
    if result.mate is None:
        raise typer.Exit(3)


@app.command(epilog="Example: shadowmate solve 'fide: white Kf6 Ra1 black Kh7' '#2' --set-play --tries")
@takes_options
def solve(
    options: Options,
    text: PositionText,
    stipulation: Annotated[
        str,
        typer.Argument(
            metavar="STIPULATION",
            help="Such as #2, s#3, r=2, h#2.5, ser-h#4: how to play, the goal (one of # = + x z(CELL)), and in how "
            "many moves. The player to move begins.",
        ),
    ],
    tries: Annotated[bool, typer.Option("--tries", help="First moves that have just one refutation, too.")] = False,
    set_play: Annotated[bool, typer.Option("--set-play", help="What if it were the other's turn?")] = False,
    most: Annotated[
        int | None, typer.Option("--max-solutions", metavar="N", min=1, help="So many keys or lines are enough.")
    ] = None,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", metavar="N", min=1, help="Stop after N positions.")] = None,
    graphml: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the tree as GraphML.")] = None,
    dot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the tree for Graphviz.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a picture of the tree.")] = None,
) -> None:
    """Solve a problem: set play, tries, keys with their variations, or the lines of help and series play.

    Exit code 0: exactly one key, or in help and series play a solution; 1: none, or several keys; 3: a limit was
    reached first, or Ctrl-C.
    """
    from rich.console import Console

    from ..solving import export
    from ..solving import text as solution_text
    from ..solving.limits import Limits
    from ..solving.solver import solve as solve_problem
    from ..solving.stipulation import Stipulation

    problem = Stipulation.parse(stipulation)
    asked = options.read(text)
    print_note(asked)
    with progress("searching") as advance, interrupts() as stop:
        limits = Limits(nodes, seconds, stop)
        solution = solve_problem(
            asked,
            problem,
            tries=tries,
            set_play=set_play,
            max_solutions=most,
            limits=limits,
            progress=advance,
        )
    if sys.stdout.isatty() and not options.as_json:
        Console().print(solution_text.styled(solution), soft_wrap=True)
    else:
        options.show(solution.as_json(), lambda: "\n".join(solution_text.lines(solution)))
    for file, exporter in ((graphml, export.graphml), (dot, export.dot), (svg, export.svg)):
        if file:
            write(file, exporter(solution))
    raise typer.Exit(solution.exit_code)


@app.command(
    "check-proof",
    epilog="Example: shadowmate solve 'fide: white Kg6 Ra1 black Kg8' '#1' --json | shadowmate check-proof -",
)
def check_proof(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `solve --json` has printed; - for stdin.")],
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
) -> None:
    """Confirm or refute every claim of a solution, by the rules alone and without a search.

    Exit code 0: its solutions are confirmed; 1: something in it is not true; 3: it shows no solution.
    """
    from ..solving.proof import Outcome, ProofError
    from ..solving.proof import check_proof as check

    try:
        content = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        solution = json.loads(content)
    except (OSError, ValueError) as error:
        raise ProofError(f"{file}: cannot be read: {error}") from error
    with progress("replaying") as advance:
        found = check(solution, tuple(readings or ()), tuple(rules or ()), advance)
    show_result(found.as_json(), as_json, lambda: str(found))
    raise typer.Exit({Outcome.CONFIRMED: 0, Outcome.REFUTED: 1, Outcome.NOT_SHOWN: 3}[found.outcome])
