"""What stands above and below a diagram, in the manner of problem magazines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ..play.position import Position
from ..verification.customs import olive
from ..verification.verify import Problem


@dataclass(frozen=True, slots=True)
class Caption:
    """What is printed with a diagram.

    Attributes:
        number: the number of the problem in its book or file.
        authors: the authors.
        title: what the problem is called.
        source: where and when it was published.
        award: what it won.
        stipulation: what is asked for.
        pieces: how many pieces each player has, such as `(5+3)`.
        notes: what else the solver must know: the game, conditions, how many solutions, twins.
        keywords: its themes.
    """

    number: int
    authors: tuple[str, ...]
    title: str
    source: str
    award: str
    stipulation: str
    pieces: str
    notes: tuple[str, ...]
    keywords: tuple[str, ...]

    @property
    def name(self) -> str:
        """The number and the authors."""
        return ". ".join(filter(None, [str(self.number), " & ".join(self.authors)]))

    @property
    def above(self) -> tuple[str, ...]:
        """The lines above the diagram; the first has the authors."""
        return tuple(filter(None, [self.name, self.title, self.source, self.award]))

    def as_json(self) -> dict[str, Any]:
        """The caption as documented for `--json`."""
        return asdict(self)


def caption(problem: Problem, number: int, position: Position) -> Caption:
    """The caption of a problem.

    Args:
        problem: the problem.
        number: what it is called.
        position: what stands in its diagram.
    """
    entry = problem.entry
    fields = entry.fields
    return Caption(
        number,
        tuple(entry.texts("authors")),
        str(fields.get("title") or ""),
        _source(fields),
        _award(fields),
        str(fields["stipulation"]),
        pieces(position),
        tuple(_notes(problem)),
        tuple(entry.texts("keywords")),
    )


def pieces(position: Position) -> str:
    """How many pieces each player has, such as `(5+3)`."""
    count = Counter(piece.army for piece in position.pieces.values())
    return f"({'+'.join(str(count[player]) for player in position.game.ruleset.players)})"


def _source(fields: dict[str, Any]) -> str:
    """Where and when it was published: `The Problemist 12, no. 7100, 1965`.

    Old files say that in fields of their own.
    """
    known = _mapping(fields.get("source"))
    name = " ".join(str(known[key]) for key in ("name", "volume", "issue") if known.get(key))
    number = known.get("problemid") or fields.get("source-id")
    return ", ".join(
        filter(None, [name, f"no. {number}" if number else "", _date(known.get("date") or fields.get("date"))])
    )


def _award(fields: dict[str, Any]) -> str:
    known = _mapping(fields.get("award"), "distinction")
    tourney = _mapping(known.get("tourney"))
    won = known.get("distinction") or fields.get("distinction")
    name = " ".join(filter(None, [str(tourney.get("name") or ""), _date(tourney.get("date"))]))
    return ", ".join(filter(None, [str(won or ""), name]))


def _date(written: Any) -> str:
    """A date as it is written, or year, month and day as numbers between strokes."""
    if not isinstance(written, dict):
        return str(written or "")
    parts = [written.get(key) for key in ("year", "month", "day")]
    return "-".join(str(part) if number == 0 else f"{part:0>2}" for number, part in enumerate(parts) if part)


def _mapping(written: Any, key: str = "name") -> dict[str, Any]:
    """A field that is a mapping, or a text that stands for one."""
    return written if isinstance(written, dict) else {key: written} if written else {}


def _notes(problem: Problem) -> Iterator[str]:
    entry = problem.entry
    fields = entry.fields
    if fields.get("game"):
        yield ", ".join([str(fields["game"]), *entry.texts("readings")])
    conditions = [each for each in entry.options if each.split()[:1] not in _about_output()]
    if conditions:
        names = {olive()["set_play"]: "set play", olive()["played"]: "after the key"}
        yield ", ".join(names.get(each, each) for each in conditions)
    if fields.get("turn"):
        yield f"{fields['turn']} begins"
    if fields.get("against"):
        yield f"{fields['against']} to be eliminated"
    if fields.get("castling") is not None:
        yield f"castling: {', '.join(entry.texts('castling')) or 'none'}"
    if fields.get("en-passant"):
        yield f"en passant: {fields['en-passant']}"
    intended = str(fields.get("intended-solutions") or 1)
    if intended != "1":
        yield f"{intended} solutions"
    yield from twins(problem)


def twins(problem: Problem) -> list[str]:
    """What each twin changes, in words."""
    return [phase.heading for phase in problem.phases if not phase.is_diagram and phase.half < 2]


def _about_output() -> list[list[str]]:
    return [[name] for name in (*olive()["as_usual"], *olive()["about_output"])]
