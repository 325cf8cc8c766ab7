"""What clingo answers about a position: as values, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..errors import OptionError
from ..explain.marks import Marks
from ..play.position import Position
from .vocabulary import MARK

Value: TypeAlias = "int | str"

STYLES = {"reached": "reached", "captured": "captures", "guarded": "guarded", "noted": "noted"}
"""What the second argument of mark/2 may be, and which marks of a picture that are."""


@dataclass(frozen=True, slots=True)
class Row:
    """An atom of an answer.

    Attributes:
        predicate: its name; of a term that `#show` makes, its name too.
        arguments: numbers, and words in which cells have their names.
    """

    predicate: str
    arguments: tuple[Value, ...]

    def __str__(self) -> str:
        return " ".join(map(str, (self.predicate, *self.arguments)))


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer set.

    Attributes:
        rows: what is shown of it, in order.
        cost: the values that `#minimize` has, the most important first; empty where nothing is minimised.
    """

    rows: tuple[Row, ...]
    cost: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What clingo answers about a position.

    Attributes:
        position: the position.
        answers: the answer sets; of those with a cost the best.
        complete: whether there are no others.
        proved: whether none is better, where there is a cost.
        stopped: whether the time was up before.
        stats: what was counted, if that was asked for.
    """

    position: Position
    answers: tuple[Answer, ...]
    complete: bool
    proved: bool
    stopped: bool
    stats: dict[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown of the first answer; nothing if there is no answer."""
        return self.answers[0].rows if self.answers else ()

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __str__(self) -> str:
        """A table for each answer, as `shadowmate ask` prints them, and what they cost if that was asked for."""
        blocks = [_table(answer, self, number) for number, answer in enumerate(self.answers, 1)]
        words = "\n\n".join(blocks) if blocks else "no answer"
        if self.stopped:
            words += f"\nstopped; there may be {'better ones' if self.answers and self.answers[0].cost else 'others'}"
        return f"{words}\n\n{stats_text(self.stats)}" if self.stats else words

    def marks(self) -> Marks:
        """The cells that mark/2 marks.

        Raises:
            OptionError: for a mark that pictures have not, or what is no cell.
        """
        found: dict[str, set[str]] = {attribute: set() for attribute in STYLES.values()}
        for row in self.rows:
            if (row.predicate, len(row.arguments)) == MARK:
                cell, style = map(str, row.arguments)
                if style not in STYLES:
                    raise OptionError(f"mark({cell},{style}): there is no such mark; there are {', '.join(STYLES)}")
                if cell not in self.position.game.vectors:
                    raise OptionError(
                        f"mark({cell},{style}): the first argument is no cell of {self.position.game.name}"
                    )
                found[STYLES[style]].add(cell)
        cells = {name: frozenset(some) for name, some in found.items()}
        return Marks(
            reached=cells["reached"], captures=cells["captures"], guarded=cells["guarded"], noted=cells["noted"]
        )

    def as_json(self) -> dict[str, Any]:
        """The answer as documented for `--json`."""
        return {
            "position": str(self.position),
            "answers": [
                {
                    "cost": list(answer.cost),
                    "atoms": [{"predicate": row.predicate, "arguments": list(row.arguments)} for row in answer.rows],
                }
                for answer in self.answers
            ],
            "complete": self.complete,
            "proved": self.proved,
            "stopped": self.stopped,
            **({"stats": self.stats} if self.stats else {}),
        }


def _table(answer: Answer, found: Asked, number: int) -> str:
    rows = [list(map(str, (row.predicate, *row.arguments))) for row in answer.rows]
    widths = [
        max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(max(map(len, rows), default=0))
    ]
    lines_of = ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=False)).rstrip() for row in rows]
    head = [f"answer {number}:"] if len(found.answers) > 1 else []
    cost = [f"cost {' '.join(map(str, answer.cost))}{' (proved)' if found.proved else ''}"] if answer.cost else []
    return "\n".join([*head, *(lines_of or ["nothing"]), *cost])


def stats_text(stats: dict[str, Any]) -> str:
    """The costs as a table."""
    lines_of = [f"{'part':<14}{'atoms':>10}{'rules':>10}"]
    for part, counts in stats["parts"].items():
        lines_of.append(f"{part:<14}{counts['atoms']:>10,}{counts['rules']:>10,}")
    lines_of.append(f"grounding {stats['grounding']:.3f} s, solving {stats['solving']:.3f} s, "
                    f"{stats['choices']:,.0f} choices, {stats['conflicts']:,.0f} conflicts")  # fmt: skip
    return "\n".join(lines_of)
