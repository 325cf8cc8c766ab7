"""A book of problems: diagrams, several to a page, then the solutions, and indexes of authors and themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..api import game
from ..arguments import checked
from ..draw.look import Look
from ..draw.symbols import check_figurines, has_symbols
from ..solving.search.limits import LimitReached, Limits
from ..verification.phases import Opener
from ..verification.solution_writer import written_solution
from ..verification.solver_questions import Asker
from ..verification.verify import Problem, read_problems
from .book_page import page
from .contents import Contents, Printed
from .diagram import diagram
from .latex import latex
from .popeye_writer import popeye_input
from .printed_solution import printed_solution
from .puzzle_file import puzzle_file
from .sheets import sheets

Progress = Callable[[int, int | None, object], None]
"""Receives how many problems are done, how many there are, and the last one."""


class Book(Contents):
    """Problems to be printed. Made by `shadowmate.book`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Book {self.title!r} of {len(self.problems)} problem{'s' * (len(self.problems) != 1)}>"

    def html(self) -> str:
        """The book as a web page that needs no other file, with a style for printing."""
        return page(self)

    def pdf(self) -> bytes:
        """The book as a PDF file of A4 pages.

        Raises:
            OptionError: if fpdf2, which writes it, is not installed.
        """
        return sheets(self)

    def latex(self) -> str:
        """The problems with their solutions as LaTeX, for the package `diagram`.

        Raises:
            PuzzleError: naming file and line of a problem of another game than chess.
        """
        return latex(self.problems)

    def yaml(self) -> str:
        """A puzzle file of all these problems with their solutions."""
        return puzzle_file(self.problems)

    def popeye(self) -> str:
        """The problems, without solutions, as Popeye's input.

        Raises:
            PuzzleError: naming file and line of what Popeye cannot express, such as another game.
        """
        return popeye_input([each.problem for each in self.problems])


@checked(jobs=1)
def book(
    path: str | Path,
    *,
    title: str | None = None,
    figurines: bool | None = None,
    theme: str = "print",
    beneath: bool = False,
    jobs: int = 1,
    limits: Limits | None = None,
) -> Book:
    """A book of the problems of a file, or of all puzzle files in a folder.

    Solutions are those of the file; a problem without one is solved.

    Args:
        path: the file, or the folder.
        title: what the book is called; by default as the file.
        figurines: whether to draw the symbols that games give their kinds; by default in games where all kinds
            have one.
        theme: the colours of the diagrams.
        beneath: whether each solution is beneath its diagram in `html()` and `pdf()`, rather than after all diagrams.
        jobs: how many threads search.
        limits: when to end solving; solutions that are not known then are not in the book.

    Raises:
        PuzzleError: naming file and line, if a file cannot be read, or has what cannot be.
        OptionError: if there is no such theme, or figurines are asked for where no game has symbols.

    >>> import shadowmate as sm, tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp(), "problem.yaml")
    >>> _ = file.write_text('''authors: [Anonymous]
    ... algebraic: {white: [Kf6, Ra1], black: [Kh7]}
    ... stipulation: "#2"
    ... solution: 1.Ra1-a8!
    ... ''')
    >>> sm.book(file)
    <Book 'problem' of 1 problem>
    >>> sm.book(file).by_author()
    {'Anonymous': [1]}
    """
    look = Look(figurines=figurines, theme=theme)
    asker = Asker(limits or Limits(), jobs)
    problems = read_problems(path)
    rulesets = {each.phases[0].position.game.ruleset for each in problems}
    if rulesets and not any(map(has_symbols, rulesets)):
        check_figurines(rulesets.pop(), figurines)
    return bound(problems, title or Path(path).stem, look, asker, game, lambda *_: None, beneath)


def bound(
    problems: list[Problem],
    title: str,
    look: Look,
    asker: Asker,
    opened: Opener,
    progress: Progress,
    beneath: bool = False,
) -> Book:
    """A book of some problems, numbered from 1.

    Args:
        problems: the problems.
        title: what it is called.
        look: how diagrams are drawn.
        asker: what solves a problem whose solution is not stated.
        opened: what gives the games.
        progress: as `Progress` describes.
        beneath: whether each solution is beneath its diagram.

    Raises:
        PuzzleError: if the position in a diagram cannot be.
    """
    found = []
    for number, problem in enumerate(problems, 1):
        found.append(Printed(problem, diagram(problem, number, opened), _solution(problem, asker)))
        progress(number, len(problems), found[-1].diagram.caption.name)
    return Book(title, tuple(found), look, beneath)


def _solution(problem: Problem, asker: Asker) -> tuple[str, ...] | None:
    """The solution that the file states, or else the true one; None if there was no time for it."""
    if stated := problem.entry.solution.rstrip():
        return tuple(stated.splitlines())
    try:
        found = printed_solution(problem, asker)
    except LimitReached:
        return None
    return tuple(written_solution(found.phases, found.solutions, [{}] * len(found.phases)))
