"""A problem as a diagram: the position, its picture, and the caption."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..draw import position_picture
from ..draw.look import Look
from ..draw.panels import panels
from ..play.position import Position
from ..verification.phases import Opener, phases_of
from ..verification.puzzle_entries import Entry
from ..verification.verify import Problem
from .caption import Caption, caption


@dataclass(frozen=True, slots=True)
class Diagram:
    """What is printed of a problem.

    Attributes:
        position: what stands on the board, before any twin changes it.
        caption: what stands with it.
    """

    position: Position
    caption: Caption

    @property
    def is_wide(self) -> bool:
        """Whether the board has several panels, so that it fills the width of a page."""
        return len(panels(self.position.game.ruleset).panels) > 1

    def captioned(self, look: Look) -> Look:
        """The look of a picture that has the caption in it."""
        written = self.caption
        return replace(look, stipulation=written.stipulation, above=written.above, below=written.notes)

    def as_json(self) -> dict[str, Any]:
        """The diagram as documented for `--json`."""
        return {"position": str(self.position), **self.caption.as_json()}

    def svg(self, look: Look) -> str:
        """The picture of the board alone."""
        return position_picture.picture(self.position, None, look)


def diagram(problem: Problem, number: int, opened: Opener) -> Diagram:
    """The diagram of a problem.

    Args:
        problem: the problem.
        number: what it is called.
        opened: what gives its game.

    Raises:
        PuzzleError: if the position in the diagram cannot be.
    """
    position = problem.phases[0].position
    if problem.entry.fields.get("twins"):
        # The first twin may change the diagram already.
        fields = {name: written for name, written in problem.entry.fields.items() if name != "twins"}
        alone = Entry(replace(problem.entry.document, fields=fields))
        position = phases_of(alone, opened)[0].position
    return Diagram(position, caption(problem, number, position))
