"""Problems of puzzle files as pictures, and the command `book`."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..api import game
from ..draw.look import Look
from ..draw.themes import THEMES
from ..errors import ShadowmateError
from ..files import exists
from .about_positions import find_cell, marks_facts
from .options import Figurines, Jobs, Options, with_options
from .output import Output, counted, write_each, written
from .parsing import Commands
from .pictures import board_text, check_chosen, check_figurines, write_pictures
from .waiting import interrupts, progress, warm_up

if TYPE_CHECKING:
    from ..exploring.data import Chapter
    from ..publishing.caption import Caption
    from ..publishing.diagram import Diagram
    from ..publishing.move_style import MoveStyle
    from ..publishing.printed_solution import PrintedSolution
    from ..solving.search.limits import Limits
    from ..verification.phases import Opener, Phase
    from ..verification.verify import Problem

app = Commands()


def opener(options: Options) -> Opener:
    """A function that opens the games that puzzle files name, including those of --rules."""
    return functools.partial(
        game, rules=tuple(options.rules or ()), rules_time=options.rules_time, rules_memory=options.rules_memory
    )


def names_file(asked: str) -> bool:
    """Whether a text names a file or folder, or is like `FILE#3`; a name that ends as puzzle files do always counts."""
    names = [name for name in (asked, asked.rpartition("#")[0]) if name]
    return any(exists(name) or (Path(name).suffix and _ends_as_puzzles(name)) for name in names)


def _ends_as_puzzles(name: str) -> bool:
    from ..verification.puzzle_entries import SUFFIXES

    return name.lower().endswith(SUFFIXES)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The problems that the user asked for.

    Attributes:
        problems: those that can be read, with their numbers.
        unread: how many others there are, which cannot be read.
        mistakes: their errors, each with file and line.
    """

    problems: tuple[tuple[int, Problem], ...]
    unread: int
    mistakes: tuple[str, ...]

    def end(self) -> None:
        """Print the errors of problems that cannot be read, and end the command if there are any.

        Raises:
            Exit: with exit code 2, if there are any.
        """
        for mistake in self.mistakes:
            typer.echo(f"error: {mistake}", err=True)
        if self.mistakes:
            raise typer.Exit(2)


def read_chosen(asked: str, opened: Opener) -> Chosen:
    """The problems that `FILE` or `FILE#3` denotes.

    Raises:
        PuzzleError: naming file and line, if none of them can be read.
        ShadowmateError: if there is no problem of that number.
    """
    from ..verification.errors import PuzzleError, all_read
    from ..verification.verify import places_in, problem_at

    name, sign, number = asked.rpartition("#")
    if not sign or exists(asked):
        name, number = asked, ""
    places = list(enumerate(places_in(name), 1))
    if sign and name != asked:
        if not number.isdecimal() or not 1 <= int(number) <= len(places):
            there = f"{name}#1 to {name}#{len(places)}" if len(places) > 1 else f"{name}#1 alone"
            raise ShadowmateError(f"{asked}: there is no such problem; there is {there}")
        places = [places[int(number) - 1]]
    read = [(place, problem_at(each, opened)) for place, each in places]
    problems = tuple((place, each) for place, each in read if not isinstance(each, PuzzleError))
    wrong = [each for _, each in read if isinstance(each, PuzzleError)]
    if not problems:
        all_read(wrong)
    return Chosen(problems, len(wrong), tuple(mistake for each in wrong for mistake in each.mistakes))


def print_unheeded(problems: Iterable[Problem], carried_out: Callable[[Problem], Sequence[str]]) -> None:
    """Name on standard error the options of problems that the command does not support.

    Args:
        problems: the problems.
        carried_out: the options that have an effect on a problem.
    """
    for problem in problems:
        for line, option in problem.entry.unheeded(*carried_out(problem)):
            print(f"note: {problem.file.name}:{line}: {option}: not supported here, ignored", file=sys.stderr)


def refuse_with_file(given: dict[str, object]) -> None:
    """Refuse options for a single position where a file is solved.

    Raises:
        ShadowmateError: naming the option.
    """
    for name, value in given.items():
        if value is not None:
            raise ShadowmateError(f"{name}: has no effect with --file")


def solve_file(
    options: Options,
    asked: str,
    style: MoveStyle,
    own_letters: bool,
    tries: bool,
    set_play: bool,
    limits: Limits,
    jobs: int,
    html: Output | None,
) -> None:
    """Solve the problems that `FILE` or `FILE#3` denotes, and print each with its solution.

    Raises:
        PuzzleError: naming file and line, if the file cannot be read or has unsupported content.
        ShadowmateError: if it has no problem of that number.
    """
    from ..exploring.page import page
    from ..publishing.diagram import diagram
    from ..publishing.printed_solution import carried_out, printed_solution
    from ..solving.problem.solution_text import lacking
    from ..solving.search.limits import LimitReached
    from ..verification.customs import olive
    from ..verification.solver_questions import Asker

    opened = _of_file(options)
    chosen = read_chosen(asked, opened)
    if style.value == "figurines":
        check_figurines("--notation figurines", (each.phases[0].position.game for _, each in chosen.problems))
    _warm_up([problem for _, problem in chosen.problems])
    print_unheeded((each for _, each in chosen.problems), carried_out)
    found: list[tuple[Diagram, PrintedSolution]] = []
    with progress("solving") as advance, interrupts() as stop:
        asker = Asker(replace(limits, stop=stop), jobs)
        for number, problem in chosen.problems:
            shown = diagram(problem, number, opened)
            advance(len(found), len(chosen.problems), shown.caption.name)
            try:
                found.append((shown, printed_solution(problem, asker, tries, set_play)))
            except LimitReached:
                break
    facts = [{**shown.as_json(), **each.as_json(), "text": each.lines(style, own_letters)} for shown, each in found]
    if html and found:
        write_each((html, lambda: page([each for pair in found for each in _solved_chapters(*pair)], title=asked)))
    options.show(facts, lambda: "\n\n".join(_solved(*each, style, own_letters) for each in found))
    for shown, each in found:
        if not all(solution.complete for solution in each.solutions):
            limiting = [olive()[name] for name in ("most", "shortest") if any(getattr(p, name) for p in each.phases)]
            print(f"note: {shown.caption.name}: {', '.join(limiting)}: there may be more solutions", file=sys.stderr)
        for phase, solution in zip(each.phases, each.solutions, strict=True):
            if what := lacking(solution, tries, set_play):
                print(f"note: {_name(shown.caption, phase)}: there is {what}", file=sys.stderr)
    left = len(chosen.problems) - len(found)
    if left:
        print(f"{counted(left, 'problem')} not solved: stopped", file=sys.stderr)
    chosen.end()
    if left:
        raise typer.Exit(3)
    if not all(each.is_solved for _, each in found):
        raise typer.Exit(1)


def _solved(shown: Diagram, found: PrintedSolution, style: MoveStyle, own_letters: bool) -> str:
    caption = shown.caption
    heading = "  ".join([*caption.above, f"{caption.stipulation} {caption.pieces}"])
    return "\n".join([heading, *found.lines(style, own_letters)])


def _name(caption: Caption, phase: Phase) -> str:
    """The name of a problem, or of one of its twins."""
    return f"{caption.name} {phase.label})" if phase.label else caption.name


def _solved_chapters(shown: Diagram, found: PrintedSolution) -> Iterator[Chapter]:
    """A solved problem as chapters of the explorer: one for each twin, with the tree of its solution."""
    from ..exploring.data import Chapter, steps_of_solution

    caption = shown.caption
    for phase, solution in zip(found.phases, found.solutions, strict=True):
        notes = (*caption.above[1:], f"{phase.stipulation} {caption.pieces}", *caption.notes)
        yield Chapter(steps_of_solution(solution), _name(caption, phase), notes)


def _of_file(options: Options) -> Opener:
    """A function that opens the games of a file.

    Raises:
        ShadowmateError: if the user chooses a reading or letters, which the file itself names.
    """
    if options.letters:
        raise ShadowmateError("--letters: has no effect on a puzzle file, which names its own (`letters`)")
    if options.readings:
        raise ShadowmateError("--reading: has no effect on a puzzle file, which names its own (`readings`)")
    return opener(options)


def show_puzzle(
    options: Options,
    asked: str,
    look: Look,
    files: tuple[Output | None, Output | None],
    cell: str | None,
    html: Output | None,
) -> None:
    """Draw the diagrams that `FILE` or `FILE#3` denotes.

    Raises:
        ShadowmateError: if they cannot be read or drawn, or several problems are to be one picture.
    """
    from rich.text import Text

    from ..explain.marks import marks
    from ..exploring.page import page
    from ..publishing.diagram import diagram

    opened = _of_file(options)
    chosen = read_chosen(asked, opened)
    check_chosen(look.figurines, (each.phases[0].position.game for _, each in chosen.problems))
    shown = [diagram(problem, number, opened) for number, problem in chosen.problems]
    if len(shown) > 1 and any(files):
        raise ShadowmateError(f"{asked} has {len(shown)} problems, but a picture shows one, such as {asked}#1")
    chapters = [_chapter(each) for each in shown]
    written_page = write_each((html, lambda: page(chapters, look.figurines, asked)))
    facts, caption = [], []
    for each in shown:
        looks = each.captioned(look)
        found = marks(each.position, find_cell(each.position.game, cell)) if cell else None
        names = [*write_pictures(each.position, found, *files, looks), *written_page]
        facts.append({**each.as_json(), "files": names, **marks_facts(found)})
        caption.append(Text("\n".join(f"wrote {name}" for name in names)) or board_text(each.position, found, looks))
    options.show(facts, lambda: Text("\n\n").join(caption[:1] if written_page else caption))
    chosen.end()


def chapters_of(problems: Iterable[tuple[int, Problem]], opened: Opener) -> list[Chapter]:
    """Problems as chapters of the explorer, each with its caption and its position alone."""
    from ..publishing.diagram import diagram

    return [_chapter(diagram(problem, number, opened)) for number, problem in problems]


def _chapter(shown: Diagram) -> Chapter:
    from ..exploring.data import Chapter, Step

    caption = shown.caption
    notes = (*caption.above[1:], f"{caption.stipulation} {caption.pieces}", *caption.notes)
    return Chapter([Step(shown.position)], caption.name, notes)


@app.command(epilog="Example: shadowmate book problems.yaml --html problems.html")
@functools.partial(with_options, left_out=("readings", "engine", "letters"))
def book(
    options: Options,
    asked: Annotated[
        str,
        typer.Argument(metavar="FILE#N", help="A puzzle file, one problem of it, or a folder of puzzle files."),
    ],
    html_file: Annotated[Output | None, written("HTML", "Write a web page that needs no other file.", "--html")] = None,
    pdf_file: Annotated[Output | None, written("PDF", "Write a PDF of A4 pages.", "--pdf")] = None,
    latex_file: Annotated[Output | None, written("LaTeX", "Write LaTeX for the package diagram.", "--latex")] = None,
    yaml_file: Annotated[Output | None, written("YAML", "Write a puzzle file.", "--yaml")] = None,
    popeye_file: Annotated[Output | None, written("Popeye's input", "Write Popeye's input.", "--popeye")] = None,
    title: Annotated[str | None, typer.Option("--title", help="Title of the book; by default the file's name.")] = None,
    figurines: Figurines = None,
    theme: Annotated[str, typer.Option("--theme", metavar="|".join(THEMES), help="Colours of the diagrams.")] = "print",
    beneath: Annotated[
        bool, typer.Option("--beneath", help="Print each solution beneath its diagram, on the same page if it fits.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="S", min=0, help="Stop solving after S seconds.")
    ] = None,
    jobs: Jobs = 1,
) -> None:
    """Make a book of problems: diagrams with captions, then solutions, then indexes of authors and themes.

    Solutions are those that the files state. Problems without one are solved. Exit code 3: a limit or Ctrl-C
    stopped that, and the book lacks those solutions.
    """
    from ..publishing.book import bound
    from ..publishing.printed_solution import carried_out
    from ..publishing.sheets import pdf_maker
    from ..solving.search.limits import Limits
    from ..verification.solver_questions import Asker

    if not (html_file or pdf_file or latex_file or yaml_file or popeye_file):
        raise typer.BadParameter(
            "no output is given: expected --html FILE, --pdf FILE, --latex FILE, --yaml FILE or --popeye FILE"
        )
    for option, value in {"--figurines": figurines is not None, "--beneath": beneath}.items():
        if value and not (html_file or pdf_file):
            raise typer.BadParameter(f"{option}: has an effect on --html and --pdf only")
    if pdf_file:
        pdf_maker()  # before the problems are solved
    look = Look(figurines=figurines, theme=theme)
    opened = opener(options)
    chosen = read_chosen(asked, opened)
    chosen.end()
    problems = [problem for _, problem in chosen.problems]
    check_chosen(figurines, (each.phases[0].position.game for each in problems))
    unsolved = [each for each in problems if not each.entry.solution.strip()]
    print_unheeded(unsolved, carried_out)
    _warm_up(unsolved)
    with progress("making a book") as advance, interrupts() as stop:
        asker = Asker(Limits(None, seconds, stop), jobs)
        found = bound(problems, title or Path(asked).stem, look, asker, opened, advance, beneath)
        files = write_each(
            (html_file, found.html),
            (pdf_file, found.pdf),
            (latex_file, found.latex),
            (yaml_file, found.yaml),
            (popeye_file, found.popeye),
        )
    facts = {"title": found.title, "problems": len(found.problems), "files": files, "complete": found.is_complete}
    unknown = sum(each.solution is None for each in found.problems)
    named = ", ".join("standard output" if name == "-" else name for name in files)
    caption = f"{counted(len(found.problems), 'problem')}; wrote {named}"
    options.show(facts, lambda: caption + (f"; {counted(unknown, 'solution')} missing: stopped" if unknown else ""))
    if unknown:
        raise typer.Exit(3)


def _warm_up(problems: list[Problem]) -> None:
    """Compile the kernel if one of the problems needs it."""
    games = (each.phases[0].position.game for each in problems)
    compiled = next((found for found in games if found.is_compiled), None)
    if compiled:
        warm_up(compiled)
