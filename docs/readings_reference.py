"""Writes the table at the end of `rules/READINGS.md`: for every two readings of a question where they differ.

    python docs/readings_reference.py [GAME ...] [--again]

A row is kept as long as the rules are that it was found by, which its last column has the sum of; with `--again` all
are found anew, which may take an hour. Where the readings move every piece by the same routes, whole games are
compared, with the pieces that `docs/readings.yaml` names.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from time import process_time

import yaml
from clingo.ast import AST, ASTType, Sign

import shadowmate as sm
from shadowmate.asp.folders import ENTRY, builtin_root
from shadowmate.asp.program_parts import is_for_readings
from shadowmate.asp.rule_files import RuleFiles, read_game
from shadowmate.asp.syntax import Signature, atoms, signature
from shadowmate.checking.derived_values import derived_values
from shadowmate.comparing.compare import compare_games
from shadowmate.comparing.comparison import Comparison
from shadowmate.comparing.whole_game_report import Difference as PlayDifference
from shadowmate.errors import ShadowmateError

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "rules" / "READINGS.md"
HEADING = "## Where readings differ"
INTRODUCTION = """
Each row has two readings of a question, and a position where they differ or the finding that there is none.
`docs/readings_reference.py` writes the table; it searches only for rows that are missing or made with older rules. The
third column states what was compared:

- "reach": what one piece can reach past others, decided by clingo for every occupancy of the board. A row may be about
  pieces of one kind or about some cells only, because all kinds on all cells take hours. No position with fewer pieces
  shows a difference. If the routes of all kinds are the same under both readings, no search was needed.
- "play": legal moves, their effects, and outcomes, in every position of the named pieces or of some of them. No
  position with fewer of these pieces shows a difference.
- "the fewest possible": one piece is enough; or two are needed, because no piece alone on the board plays differently,
  of any kind and on any cell (pieces of several kinds at once were not tried alone). Without these words, other pieces
  might need fewer.
- "one position": nothing was searched, because three pieces on a large board have too many positions. The two readings
  differ in this position.

The last column is a checksum of the rules with which the row was made.
"""
_ROW = re.compile(r"^\| `(\w+)` \| `(\w+)`, `(\w+)` \|.*\| `(\w+)` \|$")
_DECIDING = ("base", "position", "routes", "moves")
"""The parts of the rules by which it is decided what a piece reaches."""
_NOT_PLAY = ("validity", "why", "lint")
_DECLARES = "#defined "
_MOST_LISTED = re.compile(r"(?:question|reading)\(")
"""What states the subject of a reading; the text in quotes decides nothing."""


@dataclass(frozen=True)
class Pair:
    """Two readings of a question.

    Attributes:
        game: the game's name.
        left, right: the readings.
        pieces: the pieces with which whole games are compared; None to compare what pieces reach.
        cells: what is reached from these; none: from all.
        kind: only what this kind reaches; None: what any does.
        position: where they differ, if the fewest pieces have too many positions to be searched; else None.
    """

    game: str
    left: str
    right: str
    pieces: str | None
    cells: tuple[str, ...]
    kind: str | None
    position: str | None


def pairs() -> Iterator[Pair]:
    """All of them, game by game."""
    known = yaml.safe_load((HERE / "readings.yaml").read_text(encoding="utf-8"))
    for folder in sorted(path.parent for path in (builtin_root() / "games").glob(f"*/{ENTRY}")):
        questions: dict[str, list[str]] = {}
        for reading in sm.game(folder.name).ruleset.readings:
            questions.setdefault(reading.question, []).insert(0 if reading.default else 99, reading.name)
        for question in sorted(questions):
            names = questions[question]
            for left, right in combinations(names, 2):
                pieces = known["play"].get(folder.name, {}).get(names[0])
                cells = () if pieces else tuple(known["cells"].get(folder.name, "").split())
                kind = known["kinds"].get(folder.name, {}).get(names[0])
                position = known["positions"].get(folder.name, {}).get(names[0])
                yield Pair(folder.name, left, right, pieces, cells, kind, position)


@cache
def rules_of(game: str) -> RuleFiles:
    """The rules of a game as they are written, under whatever reading."""
    return read_game(builtin_root() / "games" / game)


@cache
def text_of(game: str, part: str) -> str:
    """The rules of a part that decide something in the game, in whatever order they were written."""
    derived = derived_values(rules_of(game).sources)
    held = (each for each in rules_of(game).parts[part] if all(map(derived.holds, required(each))))
    rules = (text for text in map(str, held) if not text.startswith(_DECLARES))
    return "\n".join(sorted(re.sub(r'"[^"]*"', "", text) if _MOST_LISTED.match(text) else text for text in rules))


def required(statement: AST) -> Iterator[Signature]:
    """The predicates that must hold for a rule to derive anything; none for what is no rule."""
    for literal in statement.body if statement.ast_type == ASTType.Rule else ():
        if literal.ast_type == ASTType.Literal and literal.sign == Sign.NoSign:
            yield from map(signature, atoms(literal))


def digest(pair: Pair) -> str:
    """The sum of the rules that decide where two readings differ, and of what is asked."""
    files = rules_of(pair.game)
    wanted = [str(astuple(pair))]
    for name in files.parts:
        if is_for_readings(name):
            counts = not {pair.left, pair.right}.isdisjoint(files.parameters[name])
        else:
            counts = name not in _NOT_PLAY if pair.pieces or pair.position else name in _DECIDING
        if counts:
            wanted += [name, text_of(pair.game, name)]
    return sha256("\n".join(wanted).encode()).hexdigest()[:12]


def row(pair: Pair) -> str:
    """The line of the table for two readings."""
    return f"| `{pair.game}` | `{pair.left}`, `{pair.right}` | {found(pair)} | `{digest(pair)}` |"


def found(pair: Pair) -> str:
    """Where two readings differ, in words."""
    names = pair.left, pair.right
    if pair.position is not None:
        return f"one position: {differing(pair.position, names)}"
    if pair.pieces is not None:
        played = sm.compare_play(pair.game, *names, material=pair.pieces)
        if not played.differ:
            besides = f"; not asked: {', '.join(played.unplaced)}" if played.unplaced else ""
            return f"play: none, in all {played.placed:,} positions of {pair.pieces}{besides}"
        fewest = _fewest(pair, played.pieces)
        return f"play of {pair.pieces}: {fewest}: {_shown(played.classes[0], names)}"
    games = game_of(pair.game, pair.left), game_of(pair.game, pair.right)
    if compare_games(games, names, stopped=lambda: True).is_whole:
        return "reach: none: all kinds have the same routes, and the same rules for them"
    best = smallest(pair, games)
    start = f" of {pair.kind}" if pair.kind else ""
    start += f" from {' and '.join(pair.cells)}" if pair.cells else ""
    if best is not None:
        assert best.smallest is not None and best.smallest.pieces is not None
        first = best.smallest.classes[0]
        fewest = _fewest(pair, best.smallest.pieces)
        return f"reach{start}: {fewest}: `{first.position}`: `{first.move}` under `{first.reached_under}` alone"
    return f"reach{start}: none, proved for every occupancy"


def differing(line: str, names: tuple[str, str]) -> str:
    """A position in which a move does something else by two readings, and what."""
    name = line.partition(":")[0]
    left, right = (game_of(name, each).position(line) for each in names)
    others = {str(move): right.push(move) for move in right.legal_moves()}
    for move in left.legal_moves():
        after = left.push(move)
        if str(move) in others and str(after) != str(others[str(move)]):
            return f"`{left}`: after `{move}` `{after}` · `{others[str(move)]}`"
    raise ShadowmateError(f"docs/readings.yaml: {line}: no move does anything else by {names[1]} than by {names[0]}")


def _fewest(pair: Pair, number: int) -> str:
    """The number of pieces, and whether no position with fewer shows a difference."""
    least = number == 1 or (number == 2 and is_same_alone(pair.game, pair.left, pair.right))
    return f"{number} {'piece' if number == 1 else 'pieces'}{', the fewest possible' if least else ''}"


@cache
def is_same_alone(game: str, left: str, right: str) -> bool:
    """Whether no piece of one kind alone on the board plays otherwise by one reading than by another.

    False too where that cannot be asked: of a kind that is never alone, or where positions hold more than pieces.
    """
    rules = game_of(game, left).ruleset
    for army, kind in product(rules.players, rules.abbreviations.values()):
        try:
            played = sm.compare_play(game, left, right, material=f"{army} {kind}")
        except ShadowmateError:
            return False
        if played.differ or played.unplaced:
            return False
    return True


def smallest(pair: Pair, games: tuple[sm.Game, sm.Game]) -> Comparison | None:
    """A smallest difference in what pieces reach from the cells that are asked about, if there is any."""
    best: Comparison | None = None
    limit: int | None = None
    for cell in pair.cells or [None]:
        some = compare_games(games, (pair.left, pair.right), pair.kind, cell, limit)
        if some.smallest is not None:
            assert some.smallest.pieces is not None
            best, limit = some, some.smallest.pieces - 2  # fewer pieces on the way than the best has
            if limit < 0:
                break
    return best


@cache
def game_of(game: str, reading: str) -> sm.Game:
    """A game by some reading."""
    return sm.game(game, reading)


def _shown(first: PlayDifference, names: tuple[str, str]) -> str:
    """A position with what differs in it."""
    shown = f"`{first.position}`: {first.text(names)}"
    if first.move is not None:
        return f"{shown}, as `{first.move}`"
    return f"{shown}: {first.left} · {first.right}"


def kept() -> dict[tuple[str, str, str], tuple[str, str]]:
    """The lines of the table as it is, by game and readings, each with its sum."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    matches = [match for match in map(_ROW.match, lines) if match]
    return {(match[1], match[2], match[3]): (match[0], match[4]) for match in matches}


def write(rows: list[str]) -> None:
    """Put a table in the place of the one that is there."""
    text = PAGE.read_text(encoding="utf-8").split(HEADING)[0].rstrip()
    table = ["| game | readings | where they differ | rules |", "|---|---|---|---|", *rows]
    PAGE.write_text("\n".join([text, "", HEADING, INTRODUCTION, *table, ""]), encoding="utf-8")


def main() -> None:
    """Find what is not known of the rules as they are, and write it down row by row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--again", action="store_true", help="find every row anew")
    wanted = parser.parse_args()
    known, everything = kept(), list(pairs())
    lines = {pair: known.get((pair.game, pair.left, pair.right), ("", "")) for pair in everything}
    rows = {pair: line for pair, (line, _) in lines.items() if line}
    for pair, (_, of_rules) in lines.items():
        is_old = wanted.again or of_rules != digest(pair)
        if is_old and (not wanted.games or pair.game in wanted.games):
            started = process_time()
            rows[pair] = row(pair)
            print(f"{rows[pair]} {process_time() - started:.0f} s", file=sys.stderr, flush=True)
            write([rows[each] for each in everything if each in rows])
    write([rows[each] for each in everything if each in rows])


if __name__ == "__main__":
    main()
