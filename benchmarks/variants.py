"""How fast variants are: lines of play from the array in both engines, and in Fairy-Stockfish.

    python benchmarks/variants.py [--write] [--lines 3000000] [NAME ...]

The compiled engine and Fairy-Stockfish count the same lines in turns. Times are CPU times, and the rates are medians.
The reference engine counts lines of two moves, once. `--write` puts the table into docs/variants.md; with names, only
their rows are replaced. A row that was measured stays where no new rate was measured.
Fairy-Stockfish must have large boards and all its variants (`make build largeboards=yes all=yes`); peers.py states
where it is looked for.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import yaml
from peers import PeerFailedError, fairy_stockfish_perft

import shadowmate as sm
from shadowmate.asp.folders import variant_folders
from shadowmate.errors import ShadowmateError

ROOT = Path(__file__).resolve().parents[1]
DEFINITIONS = ROOT / "tests" / "data" / "variants.ini"
STATED = ROOT / "tests" / "data" / "variants.yaml"
PAGE = ROOT / "docs" / "variants.md"
_TABLE = re.compile(r"(<!-- rates -->\n).*?(?=<!-- end of rates -->)", re.DOTALL)
_HEAD = (
    "| variant | moves | reference engine, thousand/s | compiled engine, million/s | Fairy-Stockfish, million/s |"
    " times as fast |",
    "|---|---|---|---|---|---|",
)
_ROW = re.compile(r"\| `(\w+)` \|.*\| (?:([0-9.]+) )?\|")
"""A row of the table: the variant, and how many times as fast it is if it was measured."""
_DEEPEST = 7


class TooFewError(ValueError):
    """The variant has too few lines for a time that can be measured."""


class Rates(NamedTuple):
    """Lines a second of the reference engine, the compiled engine and Fairy-Stockfish; these two count to the depth."""

    reference: float
    compiled: float
    peer: float
    depth: int

    @property
    def ratio(self) -> float:
        """How many times as fast as Fairy-Stockfish the compiled engine is."""
        return self.compiled / self.peer


def counted(position: sm.Position, depth: int) -> tuple[int, float]:
    """The number of lines, and the CPU seconds that the count needs."""
    begin = time.process_time()
    return sm.perft(position, depth), time.process_time() - begin


def enough(position: sm.Position, lines: int) -> int | None:
    """The least depth with this many lines; None if none that is tried has."""
    return next((depth for depth in range(1, _DEEPEST + 1) if sm.perft(position, depth) >= lines), None)


def rates(name: str, variant: str, lines: int, turns: int) -> Rates:
    """Measure a variant.

    Raises:
        TooFewError: if no depth that is tried has as many lines.
        PeerFailedError: if Fairy-Stockfish does not know the variant, or counts other lines.
        ShadowmateError: if the variant does not compile.
    """
    start = sm.game(name, engine="compiled").start()
    depth = enough(start, lines)
    if depth is None:
        raise TooFewError(f"fewer than {lines:,} lines of {_DEEPEST} moves")
    ours, theirs = list[float](), list[float]()
    for _ in range(turns):
        number, seconds = counted(start, depth)
        ours.append(number / seconds)
        peer = fairy_stockfish_perft(None, depth, variant, DEFINITIONS)
        if peer.leaves != number:
            raise PeerFailedError(f"{number:,} lines of {depth} moves here, {peer.leaves:,} there")
        theirs.append(peer.rate)
    number, seconds = counted(sm.game(name, engine="reference").start(), 2)
    return Rates(number / seconds, median(ours), median(theirs), depth)


def rows(names: list[str], lines: int, turns: int) -> Iterator[str]:
    """The rows of the table. What is not measured has the reason."""
    stated: dict[str, Any] = yaml.safe_load(STATED.read_text(encoding="utf-8"))
    for name in names:
        variant = stated[name].get("fairy", name)
        try:
            found = rates(name, variant, lines, turns)
        except (TooFewError, PeerFailedError, ShadowmateError) as error:
            yield f"| `{name}` | | | | not measured: {error} | |"
            continue
        millions = f"{found.compiled / 1e6:.1f} | {found.peer / 1e6:.1f}"
        yield f"| `{name}` | {found.depth} | {found.reference / 1e3:.1f} | {millions} | {found.ratio:.2f} |"


def summary(table: Iterable[str]) -> str:
    """The median of a table's rows."""
    ratios = [float(match[2]) for match in map(_ROW.fullmatch, table) if match and match[2]]
    if not ratios:
        return "No variant is measured."
    slower = sum(ratio < 1 for ratio in ratios)
    return f"Of {len(ratios)} variants the median is {median(ratios):.2f} times as fast; {slower} are slower."


def merged(page: str, table: Iterable[str], replaces_all: bool) -> tuple[str, list[str]]:
    """The page with the rows of a table in place of those of the same variants, or of all.

    A row that was measured stays where the new one is not. The second result has the names of these variants.
    """
    found = _TABLE.search(page)
    old = {match[1]: match for match in _ROW.finditer(found[0])} if found else {}
    new = {match[1]: match for match in map(_ROW.fullmatch, table) if match}
    stay = [name for name, match in new.items() if not match[2] and name in old and old[name][2]]
    rows_now = {**({} if replaces_all else old), **new, **{name: old[name] for name in stay}}
    body = [match[0] for _, match in sorted(rows_now.items())]
    text = "\n".join((*_HEAD, *body, "", summary(body)))
    return _TABLE.sub(lambda match: f"{match[1]}\n{text}\n\n", page), stay


def main() -> None:
    """Measure, print, and write the table if asked."""
    stated: dict[str, Any] = yaml.safe_load(STATED.read_text(encoding="utf-8"))
    shared = sorted(name for name in variant_folders() if stated[name].get("fairy") != "none")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="variants; all by default that Fairy-Stockfish has")
    parser.add_argument(
        "--lines", type=int, default=3_000_000, metavar="N", help="at least N lines (default 3,000,000)"
    )
    parser.add_argument("--turns", type=int, default=3, metavar="N", help="number of turns (default 3)")
    parser.add_argument("--write", action="store_true", help="write the rows into docs/variants.md")
    options = parser.parse_args()
    if unknown := sorted(set(options.names) - set(shared)):
        parser.error(f"not variants that Fairy-Stockfish has: {', '.join(unknown)}")
    table = []
    print(*_HEAD, sep="\n")
    for row in rows(options.names or shared, options.lines, options.turns):
        print(row, flush=True)
        table.append(row)
    print("", summary(table), sep="\n")
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        page, stay = merged(page, table, replaces_all=not options.names)
        PAGE.write_text(page, encoding="utf-8")
        if stay:
            print(f"not measured now, so their old rows stay: {', '.join(stay)}")


if __name__ == "__main__":
    main()
