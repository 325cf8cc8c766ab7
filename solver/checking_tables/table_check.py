"""An independent checker of endgame tables.

It uses nothing of what makes tables. The reference engine is asked about a sample. Whole tables are checked by
`whole_tables`, with moves of its own, and by the reference engine where those moves do not suffice. A value is right
if it follows from the values of all positions that legal moves lead to. If that is so of every placement, every value
is right: those that are lost at once first, then those that are one ply away, and so on. What leads to other material
is looked up in the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic

from ..arguments import checked, several
from ..asp.ruleset import load
from ..checking.outside import DEFAULT_LIMITS, RulesLimits, try_game
from ..durations import in_words as time_in_words
from ..errors import ShadowmateError
from ..play.game import Game
from ..play.material import read_type
from ..play.piece import Type
from ..play.placement import Placement, Standing
from ..play.position import Position
from . import SAMPLE
from .check_report import CheckedTable, TableReport, TableVerdict, in_words
from .own_limits import OutsideError
from .table_file import DRAWN, ENDED, IMPOSSIBLE, STALEMATE, DamagedTableError, TableFile, TableFileError
from .whole_tables import WholeTables, WrongValue

Progress = Callable[[int, int, object], None]


@checked(sample=1, seed=0, rules_time=0, rules_memory=0)
def verify_table(
    path: str | Path,
    *,
    sample: int | None = SAMPLE,
    seed: int = 0,
    reference: bool = False,
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
        reference: whether the reference engine is asked about all positions too, not the checker's own moves.
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
    game = Game(load(*asked, header["letters"]))
    try:
        checker = _Checker(game, file)
    except ShadowmateError as error:
        raise TableFileError(f"{path}: {error}") from error
    report.fault = checker.run(report, sample, reference, progress, stopped)
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
        self.keeps_royals = ruleset.keeps_royals
        self.cells = [game.vectors[name] for name in file.header["cells"]]
        self.number = {cell: number for number, cell in enumerate(self.cells)}
        self.types = [[read_type(game, *each) for each in table.pieces] for table in self.tables]
        self._own: WholeTables | None = None
        self.of = {tuple(sorted(types)): number for number, types in enumerate(self.types)}

    def run(
        self,
        report: TableReport,
        sample: int | None,
        reference: bool,
        progress: Progress | None,
        stopped: Callable[[], bool],
    ) -> str | None:
        """Check values of all tables, and return the first fault."""
        started = monotonic()
        why = [None if sample or reference else self._outside(number) for number in range(len(self.tables))]
        own = [not (sample or reference or each) for each in why]
        sizes = [
            2 * (len(t.entries[0]) if is_own else t.placements) for t, is_own in zip(self.tables, own, strict=True)
        ]
        wanted = [min(size, sample or size) for size in sizes]
        done, fault, is_over = 0, None, False
        for number, (table, size, most) in enumerate(zip(self.tables, sizes, wanted, strict=True)):
            here = 0
            drawn = _drawn(size, most, Random(f"{report.seed} {table.material}"))
            checked = self._whole(number) if own[number] else self._singly(number, drawn)
            for here, fault in () if is_over else checked:
                report.seconds = monotonic() - started
                report.complete = here == most or not stopped()
                if fault or not report.complete:
                    break
                if progress:
                    rate = (done + here) / max(report.seconds, 1e-6)
                    left = f"about {time_in_words((sum(wanted) - done - here) / rate)} left"
                    by = "own moves" if own[number] else "the reference engine"
                    by += f" ({why[number]})" if why[number] else ""
                    progress(done + here, sum(wanted), f"by {by}, {rate:,.0f} a second, {left}")
            done += here
            report.tables.append(
                CheckedTable(table.material, here, size, 2 * table.placements, most < size, own[number], why[number])
            )
            is_over = bool(fault) or not report.complete
        return fault

    def _outside(self, number: int) -> str | None:
        """Why the checker's own moves do not suffice for a table; None if they do."""
        try:
            if self._own is None:
                self._own = WholeTables(self.game.ruleset, self.cells, zip(self.tables, self.types, strict=True))
            self._own.accept(self.tables[number], self.types[number])
        except OutsideError as error:
            return str(error)
        return None

    def _whole(self, number: int) -> Iterator[tuple[int, str | None]]:
        """Check all entries of a table; gives after each part how many are checked, and the first fault."""
        assert self._own is not None
        table, types = self.tables[number], self.types[number]
        for side in range(2):
            for found in self._own.check(table, types, side):
                before = side * len(table.entries[0])
                if isinstance(found, WrongValue):
                    position = Position.of(self.game, self._placement(found.cells, types, side))
                    if found.missing:
                        yield before, f"{position}: {self._no_table(found.missing)}"
                    yield before, self._compared(found.found, found.right, position)
                else:
                    yield before + found, None

    def _singly(self, number: int, positions: Iterator[int]) -> Iterator[tuple[int, str | None]]:
        """The same for some positions by the reference engine, one by one."""
        for here, one in enumerate(positions, 1):
            yield here, self._fault(number, self.tables[number].placement(one // 2), one % 2)

    def _placement(self, cells: Sequence[int], types: Sequence[Type], side: int) -> Placement:
        pieces = sorted((self.cells[cell], kinds, army) for cell, (army, kinds) in zip(cells, types, strict=True))
        return Placement(tuple(pieces), self.players[side])

    def _no_table(self, types: Sequence[Type]) -> str:
        names = " ".join(f"{army} {self.game.piece_name(kinds)}" for army, kinds in types)
        return f"a move leads to {names}, and the file has no such table"

    def _fault(self, number: int, cells: list[int], side: int) -> str | None:
        """What is wrong about the value of a placement, if something is."""
        table, types = self.tables[number], self.types[number]
        if len(set(cells)) < len(cells):
            alike = len({(cell, one) for cell, one in zip(cells, types, strict=True)}) < len(cells)
            return None if alike else self._compared(table.value(side, cells), IMPOSSIBLE, "two pieces on one cell")
        placement = self._placement(cells, types, side)
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
        if self.keeps_royals:
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
            return self._no_table(types)
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
