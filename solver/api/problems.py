"""Solutions that show themselves: as text where they are printed, as a picture of their tree in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from ..draw import tree
from ..solving import solver
from ..solving.problem import solution as problem
from ..solving.problem.text import lines

P = ParamSpec("P")


class Solution(problem.Solution):
    """The answer to a problem. Made by `shadowmate.solve`."""

    def __str__(self) -> str:
        """What `shadowmate solve` prints."""
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        return f"<Solution of {str(self.stipulation)!r}: {lines(self)[0]}>"

    def _repr_svg_(self) -> str | None:
        return tree.svg(self) if len(self.tree) <= tree.MOST else None


def _shown(find: Callable[P, problem.Solution]) -> Callable[P, Solution]:
    @wraps(find)
    def found(*args: P.args, **options: P.kwargs) -> Solution:
        return Solution(**vars(find(*args, **options)))

    return found


solve = _shown(solver.solve)
