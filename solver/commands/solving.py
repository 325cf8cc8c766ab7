"""The commands that search for mates and solve problems, and the one that checks their proofs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..checking.outside import DEFAULT_LIMITS
from ..errors import ShadowmateError, quoted
from ..files import read_text
from ..play.position import Position
from ..publishing.move_style import MoveStyle
from .about_positions import has_royal, outcome_text, print_note
from .options import (
    Against,
    Jobs,
    Json,
    Options,
    PositionText,
    Readings,
    Rules,
    RulesMemory,
    RulesTime,
    schema_option,
    with_options,
)
from .output import Output, show_result, why_unread, write_each, written
from .parsing import IN_QUOTES, Command, Commands
from .publishing import names_file, refuse_with_file, solve_file
from .waiting import interrupts, progress

if TYPE_CHECKING:
    from ..solving.problem.solution import Solution
    from ..solving.problem.stipulation import Stipulation
    from ..solving.search.limits import Limits

app = Commands()

NoTables = Annotated[bool, typer.Option("--no-tables", help="Search, even if an endgame table on disk has the answer.")]
Seconds = Annotated[float | None, typer.Option("--time", metavar="S", min=0, help="Stop after S seconds.")]
Nodes = Annotated[int | None, typer.Option("--nodes", metavar="N", min=1, help="Stop after N positions.")]


@app.command(epilog="Example: shadowmate mate 'prince: white PrEf6 black KiHh8' --in 1")
@with_options
def mate(
    options: Options,
    text: PositionText,
    number: Annotated[int, typer.Option("--in", metavar="N", min=1, help="Number of moves.")],
    all_keys: Annotated[bool, typer.Option("--all-keys", help="Find every key, not just one.")] = False,
    seconds: Seconds = None,
    nodes: Nodes = None,
    no_tables: NoTables = False,
    jobs: Jobs = 1,
    against: Against = None,
) -> None:
    """Search for a forced mate: the key, its threat, and every variation.

    With more than two players, a player is to be eliminated, whatever all others do. `solve` can do the same and
    more. Exit code 0: there is a mate, or there is none; 3: a limit (--time, --nodes) or Ctrl-C stopped the search,
    and the result so far is printed.
    """
    from ..solving.problem.solution import Verdict
    from ..solving.problem.solution_text import mate_lines
    from ..solving.problem.stipulation import Stipulation
    from ..solving.search.limits import Limits
    from ..solving.solver import solve as solve_problem

    problem = Stipulation.parse(f"#{number}")
    asked = options.read(text, much=True, check=lambda game: problem.checked(game, against))
    _print_notes(asked, problem)
    with progress("searching", "found ") as advance, interrupts() as stop:
        solution = solve_problem(
            asked,
            problem,
            max_solutions=None if all_keys else 1,
            limits=Limits(nodes, seconds, stop),
            progress=advance,
            jobs=jobs,
            tables=not no_tables,
            against=against,
        )
    mates = {Verdict.SOLVED: True, Verdict.NONE: False, Verdict.UNKNOWN: None}[solution.verdict]
    facts = {"position": str(asked), "mate": mates, "in": number, **solution.as_json()}
    _show(options, solution, facts, mate_lines(solution))
    if solution.stopped:
        raise typer.Exit(3)


class _Solve(Command):
    """The command `solve`, which can write moves in several notations for a file."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {**Command.needs, "notation": ("file",), "own_letters": ("file",)}


@app.command(cls=_Solve, epilog="Example: shadowmate solve 'fide: white Kf6 Ra1 black Kh7' '#2' --set-play --tries")
@with_options
def solve(
    options: Options,
    text: Annotated[str | None, typer.Argument(metavar="POSITION", help="Required unless --file is given.")] = None,
    stipulation: Annotated[
        str | None,
        typer.Argument(
            metavar="STIPULATION",
            help="Such as #2, s#3, hs#2.5, ser-h=4, exact-#3, postkey-#2: the play (direct, s, r, semi-r, h, hs, "
            "hr, reci-h, ser-, ser-h, ser-s, ser-r, pser-, ...), the goal (one of # = #= == != + x ep 00 "
            "z(CELL) ~), and the number of moves. The player to move begins.",
        ),
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE#N", help="A problem of a puzzle file, or all of FILE.")
    ] = None,
    notation: Annotated[MoveStyle, typer.Option("--notation", help="Notation of moves, with --file.")] = MoveStyle.long,
    own_letters: Annotated[
        bool, typer.Option("--own-letters", help="Use the game's abbreviations, not those of --file.")
    ] = False,
    tries: Annotated[bool, typer.Option("--tries", help="Also list first moves with exactly one refutation.")] = False,
    set_play: Annotated[
        bool, typer.Option("--set-play", help="Also print the set play: what follows if the other player moves first.")
    ] = False,
    duplex: Annotated[
        bool,
        typer.Option(
            "--duplex", help="Solve the problem for each player: then the other player begins, in the same role."
        ),
    ] = False,
    most: Annotated[
        int | None, typer.Option("--max-solutions", metavar="N", min=1, help="Stop after N keys or lines.")
    ] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    no_tables: NoTables = False,
    jobs: Jobs = 1,
    against: Against = None,
    memory: Annotated[
        float | None,
        typer.Option("--memory", metavar="GB", min=0, help="Memory for the transposition table; by default 0.07."),
    ] = None,
    graphml: Annotated[Output | None, written("GraphML", "Write the tree as GraphML.")] = None,
    dot: Annotated[Output | None, written("DOT", "Write the tree for Graphviz.")] = None,
    svg: Annotated[Output | None, written("SVG", "Write a picture of the tree.")] = None,
    html: Annotated[
        Output | None, written("HTML", "Write a web page: the tree beside a board, to step through.")
    ] = None,
) -> None:
    """Solve a problem: set play, tries, keys with their variations, or the lines of help and series play.

    With --file, solve the problems of a puzzle file or of Popeye's input, with their twins, and print them in the
    notation of such files. Exit code 0: exactly one key, or in help and series play a solution; 1: none, or several
    keys; 3: a limit (--time, --nodes) or Ctrl-C stopped the search, and the result so far is printed.
    --max-solutions is no such limit. Short solutions and duals are reported and do not change the exit code. If
    help play has no solution, a note on standard error reports whether it has one when the other player begins.
    Other notes report that there is no set play or no try, if they were asked for.
    """
    from ..solving.problem.solution_text import lines
    from ..solving.problem.stipulation import Stipulation
    from ..solving.search.limits import Limits
    from ..solving.solver import MEMORY
    from ..solving.solver import solve as solve_problem

    if file is not None:
        if text is not None:
            raise ShadowmateError(
                "POSITION: has no effect with --file; a problem of a file has its own stipulation too"
            )
        one = {"--max-solutions": most, "--against": against, "--graphml": graphml, "--dot": dot}
        how = {"--engine": options.engine, "--memory": memory, "--no-tables": no_tables or None}
        refuse_with_file({**one, "--svg": svg, "--duplex": duplex or None, **how})
        solve_file(options, file, notation, own_letters, tries, set_play, Limits(nodes, seconds), jobs, html)
        return
    if text is not None and names_file(text):
        raise ShadowmateError(f"{quoted(text)} is a file: --file {text}")
    if text is None or stipulation is None:
        raise typer.BadParameter(f"expected a POSITION and a STIPULATION, or --file FILE. {IN_QUOTES}")
    problem = Stipulation.parse(stipulation)
    problem.check_extras(tries, set_play)
    memory = MEMORY if memory is None else memory
    asked = options.read(text, much=True, check=lambda game: problem.checked(game, against))
    _print_notes(asked, problem)
    trees = (("--graphml", graphml), ("--dot", dot), ("--svg", svg), ("--html", html))
    begun = [asked, _turned(asked, [name for name, file in trees if file])] if duplex else [asked]

    def searched(position: Position) -> Solution:
        return solve_problem(
            position,
            problem,
            tries=tries,
            set_play=set_play,
            max_solutions=most,
            limits=limits,
            progress=advance,
            jobs=jobs,
            memory=memory,
            tables=not no_tables,
            against=against,
        )

    with progress("searching", "found ") as advance, interrupts() as stop:
        limits = Limits(nodes, seconds, stop)
        found = [searched(each) for each in begun]
        turned = None if duplex else _solves_turned(found[0], limits, jobs, memory)
    if duplex:
        _show_both(options, found)
        _print_lacking(found, tries, set_play)
        raise typer.Exit(max(map(exit_code, found)))
    (solution,) = found
    try:
        _write_tree(solution, graphml, dot, svg, html)
    finally:
        _show(options, solution, solution.as_json(), lines(solution))
    _print_first_player(solution, turned)
    _print_lacking(found, tries, set_play)
    raise typer.Exit(exit_code(solution))


def _turned(position: Position, trees: Sequence[str]) -> Position:
    """The position with the other player to move, for the second half of a duplex problem.

    Raises:
        ShadowmateError: if there is none, or if the trees of both halves are to be one file.
    """
    from ..solving.problem.replay import pass_turn

    if trees:
        raise ShadowmateError(f"{trees[0]}: --duplex has two trees; solve for each player alone")
    if len(position.game.ruleset.players) != 2:
        raise ShadowmateError(f"--duplex is for two players, and {position.game.name} has more")
    if position.is_check():
        raise ShadowmateError(f"--duplex: {position.turn} is in check, so it cannot be the other player's turn")
    return pass_turn(position)


def _show_both(options: Options, found: Sequence[Solution]) -> None:
    """Print the solutions of a duplex problem, each after the player that begins."""
    from ..solving.problem.solution_text import lines, styled

    words = [line for each in found for line in ("", f"{each.position.turn} begins:", *lines(each))]
    options.show([each.as_json() for each in found], lambda: styled(words[1:]))


def _solves_turned(solution: Solution, limits: Limits, jobs: int, memory: float) -> bool | None:
    """Whether help play without a solution has one if the other player begins; None if the question does not arise.

    The search has what is left of the limits.
    """
    from ..solving.problem.replay import pass_turn
    from ..solving.problem.solution import Verdict
    from ..solving.problem.stipulation import Play
    from ..solving.solver import solve as solve_problem

    asked, stipulation = solution.position, solution.stipulation
    if solution.verdict is not Verdict.NONE or stipulation.play not in (Play.HELP, Play.SERIES_HELP):
        return None
    if asked.is_check() or not asked.legal_moves():
        return False
    found = solve_problem(pass_turn(asked), stipulation, max_solutions=1, limits=limits, jobs=jobs, memory=memory)
    return found.verdict is Verdict.SOLVED


def _print_first_player(solution: Solution, turned: bool | None) -> None:
    """Print on standard error which player begins in help play, if the other one was meant or may have been."""
    if turned is None:
        return
    first, second = solution.position.game.ruleset.players
    turn = solution.position.turn
    other = second if turn == first else first
    # The second player begins, so the first one mates. With half a move more the first begins.
    usual = first if solution.stipulation.half else second
    if turned or turn != usual:
        then = "there is a solution" if turned else f"{other} begins"
        print(
            f"note: help play begins with the player to move, here {turn}; with 'turn {other}' {then}", file=sys.stderr
        )


def _print_lacking(found: Sequence[Solution], tries: bool, set_play: bool) -> None:
    """Print on standard error what was asked for besides the solution and does not exist."""
    from ..solving.problem.solution_text import lacking

    for solution in found:
        if what := lacking(solution, tries, set_play):
            begins = f" if {solution.position.turn} begins" if len(found) > 1 else ""
            print(f"note: there is {what}{begins}", file=sys.stderr)


def exit_code(solution: Solution) -> int:
    """The exit code of `solve`: 0 for exactly one key, or any line; 1 for none or several; 3 if stopped.

    Reaching --max-solutions is no stop. A short solution also has a key; its `labels` name it.
    """
    if solution.stopped:
        return 3
    return 0 if solution.lines or len(solution.keys) == 1 else 1


def _write_tree(
    solution: Solution, graphml: Output | None, dot: Output | None, svg: Output | None, html: Output | None = None
) -> None:
    if not (graphml or dot or svg or html):
        return
    from ..draw import solution_tree
    from ..exploring.data import Chapter, steps_of_solution
    from ..exploring.page import page
    from ..solving.problem import export

    title = f"{solution.position.game.name} {solution.stipulation}"
    write_each(
        (graphml, lambda: export.graphml(solution)),
        (dot, lambda: solution_tree.dot(solution)),
        (svg, lambda: solution_tree.svg(solution)),
        (html, lambda: page([Chapter(steps_of_solution(solution), title)])),
    )


@app.command(
    "check-proof",
    epilog="Example: shadowmate solve 'fide: white Kg6 Ra1 black Kg8' '#1' --json | shadowmate check-proof -",
)
def check_proof(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The output of `solve --json` or `mate --json`; - for stdin.")
    ],
    as_json: Json = False,
    readings: Readings = None,
    rules: Rules = None,
    rules_time: RulesTime = DEFAULT_LIMITS.seconds,
    rules_memory: RulesMemory = DEFAULT_LIMITS.gigabytes,
    _schema: Annotated[bool, schema_option("solving.proof.proof_file", "FILE")] = False,
) -> None:
    """Check every claim of a solution by the rules alone, without a search.

    Exit code 0: its solutions are confirmed; 1: something in it is not true; 3: it has no solution.
    """
    from ..solving.proof.check import ProofVerdict
    from ..solving.proof.check import check_proof as check
    from ..solving.proof.proof_file import ProofError

    try:
        content = sys.stdin.read() if file == "-" else read_text(Path(file))
    except (OSError, UnicodeDecodeError) as error:
        raise ProofError(f"{file}: cannot be read: {why_unread(error)}") from error
    try:
        solution = json.loads(content)
    except (ValueError, RecursionError) as error:
        what = "is empty" if not content.strip() else f"is not JSON, or not all of it: {error}"
        raise ProofError(f"{file} {what}; expected the output of `shadowmate solve --json`") from error
    with progress("replaying") as advance:
        checked = check(solution, tuple(readings or ()), tuple(rules or ()), advance, rules_time, rules_memory)
    show_result(checked.as_json(), as_json, lambda: str(checked))
    raise typer.Exit({ProofVerdict.CONFIRMED: 0, ProofVerdict.REFUTED: 1, ProofVerdict.NOT_SHOWN: 3}[checked.verdict])


def _print_notes(asked: Position, stipulation: Stipulation) -> None:
    """Print notes on standard error: the game is over, no game reaches the position, or the goal is impossible."""
    from ..solving.problem.roles import is_reached_by_first
    from ..solving.problem.stipulation import Aim

    if asked.ending():
        print(f"note: the game is over: {outcome_text(asked)}", file=sys.stderr)
    print_note(asked)
    if stipulation.goal.aim in (Aim.MATE, Aim.CHECK):
        for player in asked.game.ruleset.players:
            hunted = is_reached_by_first(stipulation) != (player == asked.turn) and asked.commander(player) == player
            if hunted and not has_royal(asked, player):
                print(f"note: {player} has no royal piece that could be attacked", file=sys.stderr)


def _show(options: Options, solution: Solution, facts: dict[str, Any], words: Sequence[str]) -> None:
    """Print a solution as JSON or as text; on standard error the cost of a negative answer, and how it was found."""
    from ..solving.problem.solution_text import effort, styled

    unsolved = not (solution.keys or solution.lines)
    if not options.as_json and (unsolved or solution.searched.method != "search"):
        print(effort(solution), file=sys.stderr)
    options.show(facts, lambda: styled(words))
