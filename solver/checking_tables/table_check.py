"""An independent checker of endgame tables, over the reference engine alone.

It uses nothing of what makes tables. A value is right if it follows from the values of all positions that legal
moves lead to. If that is so of every placement, every value is right: those that are lost at once first, then those
that are one ply away, and so on. What leads to other material is looked up in the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from ..arguments import checked, several
from ..asp.ruleset import load
from ..checking.outside import DEFAULT_LIMITS, RulesLimits, try_game
from ..play.game import Game
from ..play.material import read_type
from ..play.piece import Type
from ..play.placement import Placement, Standing
from ..play.position import Position
from . import SAMPLE
from .table_file import DRAWN, ENDED, IMPOSSIBLE, STALEMATE, DamagedTableError, TableFile, TableFileError

Progress = Callable[[int, int, object], None]


class TableVerdict(StrEnum):
    """The verdict on a file: nothing in it was found wrong, a value is wrong, or its bytes have changed."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    DAMAGED = "damaged"


@dataclass(slots=True)
class TableReport:
    """The result of checking a file.

    Attributes:
        verdict: the verdict.
        fault: what is wrong, or None.
        chunks: how many chunks have the right SHA-256.
        seed: the seed of the sample.
        tables: the material of each table, how many of its positions were checked, and how many there are.
        complete: whether all positions were checked that should be.
        seconds: the time for checking values.
    """

    verdict: TableVerdict = TableVerdict.CONFIRMED
    fault: str | None = None
    chunks: int = 0
    seed: int = 0
    tables: list[tuple[str, int, int]] = field(default_factory=list)
    complete: bool = True
    seconds: float = 0.0

    @property
    def checked(self) -> int:
        """The number of positions that were checked."""
        return sum(done for _, done, _ in self.tables)

    @property
    def rate(self) -> float:
        """The number of positions a second."""
        return self.checked / max(self.seconds, 1e-6)

    def as_json(self) -> dict[str, Any]:
        """The report as documented for `--json`."""
        tables = [{"material": name, "checked": done, "positions": total} for name, done, total in self.tables]
        return {
            "verdict": self.verdict.value, "fault": self.fault, "chunks": self.chunks, "seed": self.seed,
            "tables": tables, "complete": self.complete, "seconds": round(self.seconds, 3),
        }  # fmt: skip

    def __str__(self) -> str:
        lines = [f"{self.verdict}: {self.fault}"] if self.fault else []
        lines.append(f"SHA-256: {self.chunks:,} {'chunk is' if self.chunks == 1 else 'chunks are'} right")
        for name, done, total in self.tables:
            if done == total:
                lines.append(f"{name}: all {total:,} positions checked")
                continue
            share = (
                f", with 95 % confidence fewer than {300 / done:.2g} % of all fail" if done and not self.fault else ""
            )
            lines.append(f"{name}: {done:,} of {total:,} positions checked, at random with seed {self.seed}{share}")
        if not self.fault:
            lines.append("confirmed: each value checked follows from the values after all legal moves")
        return "\n".join([*lines, f"{self.checked:,} positions in {self.seconds:.0f} s, {self.rate:.0f} a second"])


@checked(sample=1, seed=0, rules_time=0, rules_memory=0)
def verify_table(
    path: str | Path,
    *,
    sample: int | None = SAMPLE,
    seed: int = 0,
    rules: str | Path | Sequence[str | Path] = (),
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
) -> TableReport:
    """Check a file of endgame tables by the rules.

    Args:
        path: the file.
        sample: how many positions of each table, drawn at random; None for all.
        seed: the seed of that sample.
        rules: a further folder to look for games in, or several.
        progress: receives how many positions are checked, of how many, and the rate with the time that is left.
        stopped: whether to stop, asked after each position.
        rules_time: time limit for the first trial of the rules in those folders, in seconds of processor time.
        rules_memory: memory limit for that, in gigabytes.

    Raises:
        TableFileError: if it is no file of tables, or not one of the game that it names.
        OSError: if it cannot be read.
        ShadowmateError: if the game cannot be read.
    """
    report = TableReport(seed=seed)
    try:
        file = TableFile(Path(path))
        for _ in file.chunks():
            report.chunks += 1
    except DamagedTableError as error:
        report.verdict, report.fault = TableVerdict.DAMAGED, str(error)
        return report
    header = file.header
    asked = (header["game"], tuple(header["readings"]), tuple(map(Path, several(rules, str | Path))))
    try_game(*asked, RulesLimits(rules_time, rules_memory))
    checker = _Checker(Game(load(*asked, header["letters"])), file)
    report.fault = checker.run(report, sample, progress, stopped)
    if report.fault:
        report.verdict = TableVerdict.REFUTED
    return report


class _Checker:
    """Compares values with those that the rules derive from their successors."""

    def __init__(self, game: Game, file: TableFile) -> None:
        self.game, self.tables = game, file.tables
        ruleset = game.ruleset
        if file.header["players"] != list(ruleset.players) or sorted(file.header["cells"]) != sorted(game.vectors):
            raise TableFileError(f"the players or cells of the file are not those of {game.name}")
        self.players = ruleset.players
        self.forbids_exposure = ruleset.names("exposure") <= {"forbidden"}
        self.cells = [game.vectors[name] for name in file.header["cells"]]
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.types = [[read_type(game, *each) for each in table.pieces] for table in self.tables]
        self.of = {tuple(sorted(types)): number for number, types in enumerate(self.types)}

    def run(
        self, report: TableReport, sample: int | None, progress: Progress | None, stopped: Callable[[], bool]
    ) -> str | None:
        """Check positions of all tables, and return the first fault."""
        totals = [2 * table.placements for table in self.tables]
        wanted = [min(total, total if sample is None else sample) for total in totals]
        started, done, fault = monotonic(), 0, None
        for number, (table, total, most) in enumerate(zip(self.tables, totals, wanted, strict=True)):
            checked_here = 0
            for one in _drawn(total, most, Random(f"{report.seed} {table.material}")):
                if stopped():
                    report.complete = False
                    break
                fault = self._fault(number, table.placement(one // 2), one % 2)
                checked_here += 1
                report.seconds = monotonic() - started
                if fault:
                    break
                if progress:
                    rate = (done + checked_here) / max(report.seconds, 1e-6)
                    left = (sum(wanted) - done - checked_here) / rate
                    progress(done + checked_here, sum(wanted), f"{rate:.0f} a second, about {left:.0f} s left")
            done += checked_here
            report.tables.append((table.material, checked_here, total))
            if fault or not report.complete:
                break
        return fault

    def _fault(self, number: int, cells: list[int], side: int) -> str | None:
        """What is wrong about the value of a placement, if something is."""
        table, types = self.tables[number], self.types[number]
        pieces = sorted((self.cells[cell], kinds, army) for cell, (army, kinds) in zip(cells, types, strict=True))
        if len(set(cells)) < len(cells):
            alike = len({(cell, one) for cell, one in zip(cells, types, strict=True)}) < len(cells)
            return None if alike else self._compared(table.value(side, cells), IMPOSSIBLE, "two pieces on one cell")
        placement = Placement(tuple(pieces), self.players[side])
        found = table.value(side, cells)
        position = Position.of(self.game, placement)
        if self._is_impossible(placement):
            return self._compared(found, IMPOSSIBLE, position)
        values = [self._after(after, placement.turn) for after in position.successors().values()]
        missing = next((each for each in values if isinstance(each, str)), None)
        if missing:
            return f"{position}: {missing}"
        return self._compared(
            found, self._expected(position, [each for each in values if isinstance(each, int)]), position
        )

    def _is_impossible(self, placement: Placement) -> bool:
        """Whether no game has this position: because of a rule, or because the player to move could capture a royal."""
        if self.forbids_exposure:
            other = next(player for player in self.players if player != placement.turn)
            if Position.of(self.game, replace(placement, turn=other)).is_check():
                return True
        return bool(self.game.engine.flaws(placement))

    def _expected(self, position: Position, after: list[int]) -> int:
        """The value that follows from those after all moves, which are for the opponent."""
        if not after:
            ended = position.outcome()
            return ENDED if ended and ended.winner not in (None, position.turn) else STALEMATE
        lost = [value for value in after if value >= ENDED and (value - ENDED) % 2 == 0]
        if lost:
            return min(lost) + 1
        return max(after) + 1 if all(value > ENDED for value in after) else DRAWN

    def _after(self, after: Position, mover: str) -> int | str:
        """The value of a position after a move, in the file; or why there is none."""
        fields = self.game.ruleset.fields
        if after.state and all(fields.get(name) == "ending" for name, _ in after.state):
            ended = after.outcome()
            return ENDED if ended and ended.winner == mover else ENDED + 1
        pieces: tuple[Standing, ...] = after.placement().pieces
        types: list[Type] = [(army, kinds) for _, kinds, army in pieces]
        number = self.of.get(tuple(sorted(types)))
        if number is None:
            names = " ".join(f"{army} {self.game.piece_name(kinds)}" for army, kinds in types)
            return f"a move leads to {names}, and the file has no such table"
        if after.state and after.repetition_key()[2]:
            return f"a move leads to {after}, whose rights no table holds"
        left, cells = list(pieces), []
        for army, kinds in self.types[number]:
            piece = next(each for each in left if each[1:] == (kinds, army))
            left.remove(piece)
            cells.append(self.number[piece[0]])
        return self.tables[number].value(self.players.index(after.turn), cells)

    def _compared(self, found: int, right: int, where: object) -> str | None:
        return None if found == right else f"{where}: the table has {in_words(found)}, and {in_words(right)} is right"


def in_words(value: int) -> str:
    """A value as text."""
    if value > ENDED:
        return f"'{'won' if (value - ENDED) % 2 else 'lost'} in {(value - ENDED + 1) // 2}'"
    names = {DRAWN: "drawn", IMPOSSIBLE: "impossible", STALEMATE: "stalemated", ENDED: "checkmated"}
    return f"'{names.get(value, f'the unused number {value}')}'"


def _drawn(total: int, most: int, random: Random) -> Iterator[int]:
    """Some numbers below `total` at random, each once; all in order if as many are wanted."""
    if most == total:
        yield from range(total)
        return
    seen: set[int] = set()
    while len(seen) < most:
        one = random.randrange(total)
        if one not in seen:
            seen.add(one)
            yield one
