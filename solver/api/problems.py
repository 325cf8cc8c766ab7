"""Solutions that show themselves: as text where they are printed, as a picture of their tree in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec

from ..arguments import checked, several
from ..solving import solver
from ..solving.problem import solution as problem
from ..solving.problem.solution_text import lines
from .game_objects import explored

if TYPE_CHECKING:
    from anywidget import AnyWidget

    from ..themes.recognition import Themes

P = ParamSpec("P")


class Solution(problem.Solution):
    """The answer to a problem. Made by `shadowmate.solve`."""

    def __str__(self) -> str:
        """What `shadowmate solve` prints."""
        return "\n".join(lines(self))

    @checked()
    def themes(self, ask: Path | str | Sequence[Path | str] = ()) -> Themes:
        """The themes that the play shows, as docs/themes.md defines them, including set play and tries if they were
        asked for.

        Args:
            ask: a file of rules for your own themes, or several.

        Raises:
            RulesError: naming file and line, if such a file has a mistake.

        >>> import shadowmate as sm
        >>> found = sm.solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1").themes()
        >>> "Checking key" in found, found["Ideal mate"].shown[0].line
        (True, ('Ra1-a8',))
        """
        from ..themes.recognition import themes  # its import takes longer than many answers

        return themes([self], tuple(map(Path, several(ask, str | Path))))

    def explore(self) -> AnyWidget:
        """The explorer in a notebook, with the tree of the solution beside the board (docs/explorer.md).

        Raises:
            OptionError: if anywidget is not installed.
        """
        from ..exploring.data import Chapter, steps_of_solution

        return explored(self.position, [Chapter(steps_of_solution(self), str(self.stipulation))])

    def __repr__(self) -> str:
        return f"<Solution of {str(self.stipulation)!r}: {lines(self)[0]}>"

    def _repr_svg_(self) -> str | None:
        from ..draw import solution_tree  # its import takes longer than many answers

        return solution_tree.svg(self) if len(self.tree) <= solution_tree.MOST else None


def _shown(find: Callable[P, problem.Solution]) -> Callable[P, Solution]:
    @wraps(find)
    def found(*args: P.args, **options: P.kwargs) -> Solution:
        return Solution(**vars(find(*args, **options)))

    return found


solve = _shown(solver.solve)
