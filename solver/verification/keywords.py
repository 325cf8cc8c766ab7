"""What a problem shows, and which of its keywords name themes that it does not show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..play.game import Game
from ..solving.problem.solution import Solution
from ..themes.recognition import Themes, names, themes
from .faults import Fault, Sort
from .puzzle_entries import Entry


def shown(solutions: Sequence[Solution], lettered: Game) -> Themes | None:
    """The themes of the play of all phases together; None if a phase has no solution, or not all is known of it.

    Args:
        solutions: those of the phases.
        lettered: the game in the letters of the file.
    """
    known = all(each.complete and (each.keys or each.lines) for each in solutions)
    return themes(solutions, lettered=lettered) if solutions and known else None


def unshown(entry: Entry, found: Themes) -> Iterator[Fault]:
    """A remark for each keyword that is the name of a theme, if the theme is not shown."""
    known = {name.casefold(): name for name in names()}
    for keyword in entry.texts("keywords"):
        name = known.get(keyword.strip().casefold())
        if name and name not in found and found.complete:
            yield Fault(Sort.KEYWORD, f"the solution does not show {name!r}", is_remark=True)
