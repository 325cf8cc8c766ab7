"""A summary of a table, as text and as JSON."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from ..play.position import Position
from .table import Result, Table, Value


@dataclass(slots=True)
class Tally:
    """How many placements there are of each kind, with one side to move.

    Attributes:
        won: by the number of moves to mate.
        lost: the same.
        others: the rest, by result.
    """

    won: dict[int, int] = field(default_factory=dict)
    lost: dict[int, int] = field(default_factory=dict)
    others: dict[Result, int] = field(default_factory=lambda: defaultdict(int))

    @staticmethod
    def of(entries: list[int]) -> Tally:
        """Sort counts of entries."""
        found = Tally()
        for entry, number in enumerate(entries):
            value = Value.of(entry)
            if not number:
                continue
            if value.result in (Result.WON, Result.LOST):
                (found.won if value.result is Result.WON else found.lost)[value.moves or 0] = number
            else:
                found.others[value.result] += number
        return found

    @property
    def legal(self) -> int:
        """How many placements are legal with that side to move."""
        others = sum(number for result, number in self.others.items() if result is not Result.ILLEGAL)
        return sum(self.won.values()) + sum(self.lost.values()) + others

    def as_json(self) -> dict[str, Any]:
        """The numbers as documented for `--json`."""
        names = (Result.DRAWN, Result.CHECKMATED, Result.STALEMATED, Result.ILLEGAL)
        return {
            "won": {str(moves): number for moves, number in self.won.items()},
            "lost": {str(moves): number for moves, number in self.lost.items()},
            **{str(name): self.others.get(name, 0) for name in names},
        }

    def lines(self) -> list[str]:
        """The numbers, one kind a line."""
        rows = [(f"won in {moves}", number) for moves, number in self.won.items()]
        rows += [("checkmated", self.others.get(Result.CHECKMATED, 0))]
        rows += [(f"lost in {moves}", number) for moves, number in self.lost.items()]
        rows += [(str(name), self.others.get(name, 0)) for name in (Result.DRAWN, Result.STALEMATED, Result.ILLEGAL)]
        width = max(len(f"{number:,}") for _, number in rows)
        return [
            f"  {name:<12} {number:>{width},}{_share(number, self.legal) if name != Result.ILLEGAL else ''}"
            for name, number in rows
            if number
        ]


def percentage(share: float, places: int) -> str:
    """A share in percent; one that is neither none nor all is not rounded to that."""
    found, least = f"{100 * share:.{places}f}", 10**-places
    if share > 0 and float(found) == 0:
        found = f"<{least:.{places}f}"
    if share < 1 and float(found.lstrip("<")) == 100:
        found = f">{100 - least:.{places}f}"
    return f"{found} %"


def _share(number: int, whole: int) -> str:
    return f"  {percentage(number / whole, 1):>7}" if whole else ""


@dataclass(frozen=True, slots=True)
class Report:
    """The summary of a table.

    Attributes:
        table: the table.
        tallies: for each player to move how many placements there are of each kind.
        classes: the same for classes of placements that are images of each other under symmetries.
        longest: the number of moves of the longest win, or None if nothing is won.
        position: an example of it.
        line: best play from there.
        zugzwangs: how many placements are mutual zugzwangs (`counts.count`).
        zugzwang: an example, with the first player to move.
        seconds: how long it took to make the table, and those of other material that it needed.
    """

    table: Table
    tallies: dict[str, Tally]
    classes: dict[str, Tally]
    longest: int | None
    position: Position | None
    line: list[str]
    zugzwangs: int
    zugzwang: Position | None
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The report as documented for `--json`."""
        longest = {"moves": self.longest, "position": str(self.position), "line": self.line} if self.position else None
        return {
            "game": self.table.game.name,
            "material": self.table.material.text(self.table.game),
            "to_move": {player: tally.as_json() for player, tally in self.tallies.items()},
            "longest": longest,
            "zugzwangs": self.zugzwangs,
            "zugzwang": str(self.zugzwang) if self.zugzwang else None,
            "symmetries": len(self.table.shape.orbits.permutations),
            "classes": {player: tally.as_json() for player, tally in self.classes.items()},
            "seconds": self.seconds,
        }

    def lines(self) -> list[str]:
        """The report as text."""
        shape, game = self.table.shape, self.table.game
        symmetries = len(shape.orbits.permutations)
        found = [
            f"{game.name}: {self.table.material.text(game)}: {shape.placements:,} placements, "
            f"{symmetries} {'symmetry' if symmetries == 1 else 'symmetries'}"
        ]
        for player, tally in self.tallies.items():
            found += [f"{player} to move, {tally.legal:,} legal placements", *tally.lines()]
        if self.position:
            moves = f"{self.longest} {'move' if self.longest == 1 else 'moves'}"
            found += [f"longest win: {moves}, {self.position}", f"  {' '.join(self.line)}"]
        else:
            found.append(f"no side can force mate{self._bare()}")
        found.append(f"mutual zugzwangs: {self.zugzwangs:,}{f', such as {self.zugzwang}' if self.zugzwang else ''}")
        return found

    def _bare(self) -> str:
        """Which players have no piece, and what to add."""
        game, owners = self.table.game, {army for army, _ in self.table.material.types}
        royal = [game.piece_name((kind,)) for kind in sorted(game.ruleset.royal)]
        missing = [player for player in game.ruleset.players if player not in owners]
        return "".join(f"; {player} has no piece: add '{' '.join([player, *royal[:1]])}'" for player in missing)


def report(table: Table) -> Report:
    """How many placements of a table are won, lost and drawn, the longest win, and mutual zugzwangs.

    Raises:
        DamagedError: if the table's file, or one that best play leads to, is damaged.
    """
    counts, players = table.counts, table.game.ruleset.players
    position = table.position(*counts.longest) if counts.longest else None
    return Report(
        table=table,
        tallies={player: Tally.of(each) for player, each in zip(players, counts.placements, strict=True)},
        classes={player: Tally.of(each) for player, each in zip(players, counts.classes, strict=True)},
        longest=table.value(position).moves if position else None,
        position=position,
        line=table.line(position) if position else [],
        zugzwangs=counts.zugzwangs,
        zugzwang=None if counts.zugzwang is None else table.position(0, counts.zugzwang),
        seconds=float(table.stored.facts["seconds"]),
    )
