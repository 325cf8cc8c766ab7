"""What the check of a file of endgame tables has found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .table_file import DRAWN, ENDED, IMPOSSIBLE, STALEMATE


class TableVerdict(StrEnum):
    """The verdict on a file: nothing in it was found wrong, a value is wrong, or its bytes have changed."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """How much of a table was checked.

    Attributes:
        material: its pieces.
        checked: how many of its positions were checked; for moves of the checker's own, of its entries.
        total: how many there are of these.
        positions: how many positions it has.
        is_sample: whether a random sample of the positions was to be checked, not all of them.
        is_own: whether the checker's own moves were used.
        why: why they were not, where they should.
    """

    material: str
    checked: int
    total: int
    positions: int
    is_sample: bool
    is_own: bool = False
    why: str | None = None

    def lines(self, seed: int, is_right: bool) -> list[str]:
        """The report in lines of text."""
        done, total = f"{self.checked:,}", f"{self.total:,}"
        if self.is_own:
            share = "all of them" if self.checked == self.total else f"{done} of them"
            return [f"{self.material}: {total} entries for {self.positions:,} positions, {share} checked by own moves"]
        why = [f"{self.material}: checked by the reference engine: {self.why}"] if self.why else []
        if self.checked == self.total:
            return [*why, f"{self.material}: all {total} positions checked"]
        drawn = f", at random with seed {seed}" if self.is_sample else ""
        if drawn and self.checked and is_right:
            drawn += f", with 95 % confidence fewer than {100 * (1 - 0.05 ** (1 / self.checked)):.2g} % of all fail"
        return [*why, f"{self.material}: {done} of {total} positions checked{drawn}"]


@dataclass(slots=True)
class TableReport:
    """The result of checking a file.

    Attributes:
        verdict: the verdict.
        fault: what is wrong, or None.
        chunks: how many chunks have the right SHA-256.
        seed: the seed of the sample.
        tables: how much of each table was checked.
        complete: whether all positions were checked that should be.
        seconds: the time for checking values.
    """

    verdict: TableVerdict = TableVerdict.CONFIRMED
    fault: str | None = None
    chunks: int = 0
    seed: int = 0
    tables: list[CheckedTable] = field(default_factory=list)
    complete: bool = True
    seconds: float = 0.0

    @property
    def checked(self) -> int:
        """The number of values that were checked."""
        return sum(table.checked for table in self.tables)

    @property
    def rate(self) -> float:
        """The number of values a second."""
        return self.checked / max(self.seconds, 1e-6)

    def as_json(self) -> dict[str, Any]:
        """The report as documented for `--json`."""
        tables = [
            {
                "material": table.material, "checked": table.checked, "of": table.total, "positions": table.positions,
                "by": "own moves" if table.is_own else "reference engine", "why": table.why,
            }
            for table in self.tables
        ]  # fmt: skip
        return {
            "verdict": self.verdict.value, "fault": self.fault, "chunks": self.chunks, "seed": self.seed,
            "tables": tables, "complete": self.complete, "seconds": round(self.seconds, 3),
        }  # fmt: skip

    def __str__(self) -> str:
        lines = [f"{self.verdict}: {self.fault}"] if self.fault else []
        if self.verdict is TableVerdict.DAMAGED:
            return lines[0]
        lines.append(f"SHA-256: {self.chunks:,} {'chunk is' if self.chunks == 1 else 'chunks are'} right")
        for table in self.tables:
            lines += table.lines(self.seed, not self.fault)
        if not self.fault:
            confirmed = "confirmed: each value checked follows from the values after all legal moves"
            lines.append(confirmed if self.complete else "interrupted: nothing wrong so far")
        return "\n".join([*lines, f"{self.checked:,} values in {self.seconds:.0f} s, {self.rate:,.0f} a second"])


def in_words(value: int) -> str:
    """A value as text."""
    if value > ENDED:
        return f"'{'won' if (value - ENDED) % 2 else 'lost'} in {(value - ENDED + 1) // 2}'"
    names = {DRAWN: "drawn", IMPOSSIBLE: "impossible", STALEMATE: "stalemated", ENDED: "checkmated"}
    return f"'{names.get(value, f'the unused number {value}')}'"
