"""Files of other programs, read into the same documents as puzzle files: EPD with `dm`, and the puzzles of lichess.org.

They are recognized by their first line, or by the ends of their names. What has nothing to solve is refused by its
form and line: an EPD without `dm` (mate in that many moves), a puzzle that ends in no mate, a game in PGN.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ..api import Position, game
from ..errors import ShadowmateError, quoted
from ..notation.setup import CASTLE, PASSED
from .customs import olive
from .documents import Document
from .errors import PuzzleError

Read: TypeAlias = Document | PuzzleError

_EPD = re.compile(r"(?P<fen>\S+(?:/\S+){2,} \w \S+ \S+)(?: \d+ \d+)?(?: (?P<operations>.*))?")
_OPERATION = re.compile(r"\s*(?P<code>[A-Za-z]\w*)(?P<operand>(?:\s+(?:\"[^\"]*\"|[^\s;\"]+))*)\s*;")
_READ = ("dm", "bm", "id", "c0")
_OPERATIONS = {
    *_READ, *(f"{letter}{digit}" for letter in "cv" for digit in range(10)),
    "acd", "acn", "acs", "ce", "draw_accept", "draw_claim", "draw_offer", "draw_reject", "eco", "fmvn", "hmvc", "nic",
    "noop", "pm", "pv", "rc", "resign", "sm", "tcgs", "tcri", "tcsi",
}  # fmt: skip
"""The operations that are read, and those of the standard of PGN (16.2.5) that state nothing about the solution."""
_PGN = re.compile(r"\[\w+ +\"[^\"]*\"\]")
_COLUMNS = ("FEN", "Moves", "Themes")
"""The columns of the file of puzzles that lichess.org publishes, of those that are read."""
_MOST_COUNTED = 5
"""The theme `mateIn5` is of mates in five moves or more."""


def reader_of(text: str) -> Callable[[str, str], list[Read]] | None:
    """What reads a text into documents, if it is of one of these forms."""
    first = next((line.strip() for line in text.splitlines() if _is_line(line)), "")
    if _PGN.match(first):
        return read_pgn
    if _EPD.fullmatch(first):
        return read_epd
    return read_lichess if set(_COLUMNS) <= set(first.split(",")) else None


def read_pgn(name: str, text: str) -> list[Read]:
    """That a game in PGN is no problem."""
    line = next(number for number, written in enumerate(text.splitlines(), 1) if written.strip())
    right = "write its position and stipulation into a puzzle file (docs/problems.md), or give a position as a FEN"
    return [PuzzleError(f"{name}:{line}: this is PGN, a game, which has no stipulation; {right}")]


def read_epd(name: str, text: str) -> list[Read]:
    """The problems in an EPD file, one a line; for what is none, why."""
    lines = ((number, written.strip()) for number, written in enumerate(text.splitlines(), 1) if _is_line(written))
    return [_read(name, number, _of_epd, written) for number, written in lines]


def read_lichess(name: str, text: str) -> list[Read]:
    """The problems in the CSV of lichess.org, one a row; for what is none, why."""
    rows = csv.DictReader(text.lstrip("\n").splitlines())
    before = len(text) - len(text.lstrip("\n"))
    columns = list(rows.fieldnames or ())
    for column in _COLUMNS:
        if columns.count(column) != 1:
            known = f"there {'are two columns' if column in columns else 'is no column'} {column}"
            right = f"the CSV of lichess.org has one of each of {', '.join(_COLUMNS)}, with commas between them"
            return [PuzzleError(f"{name}:{before + 1}: {known}; {right}")]
    return [_read(name, before + rows.line_num, _of_lichess, row) for row in rows]


def _is_line(written: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(written.strip()) and not written.lstrip().startswith("#")


def _read(name: str, line: int, fields: Callable[[Any], dict[str, Any]], written: object) -> Read:
    """The document that a line is, or why it is none."""
    try:
        return Document(name, fields(written), {(): line}, None)
    except (_UnaskedError, ShadowmateError) as error:
        return PuzzleError(f"{name}:{line}: {error}")


class _UnaskedError(Exception):
    """A line that asks nothing that can be solved."""


def _of_epd(line: str) -> dict[str, Any]:
    found = _EPD.fullmatch(line)
    if found is None:
        raise _UnaskedError(
            f"{quoted(line)} is no EPD: placement, turn, castling, cell passed over, then `dm 2;` and such"
        )
    written = dict(_operations(found["operations"] or ""))
    if not re.fullmatch(r"[1-9]\d{0,2}", written.get("dm", "")):
        raise _UnaskedError("this EPD has no `dm` (mate in N moves, such as `dm 2;`), so there is nothing to solve")
    keys = written.get("bm", "").split()
    return {
        **({"title": written["id"]} if written.get("id") else {}),
        **({"comments": [written["c0"]]} if written.get("c0") else {}),
        **_position(found["fen"]),
        "stipulation": f"#{written['dm']}",
        **({"solution": "\n".join(f"1.{key}" for key in keys)} if keys else {}),
    }


def _operations(written: str) -> Iterator[tuple[str, str]]:
    """The codes that follow the position, and the value of each, without quotation marks."""
    at, known = 0, set[str]()
    while written[at:].strip():
        found = _OPERATION.match(written, at)
        if found is None:
            raise _UnaskedError(
                f"{quoted(written[at:].strip())} is no operation of an EPD; each ends with a semicolon: `dm 2;`"
            )
        if found["code"] not in _OPERATIONS:
            raise _UnaskedError(f"the operation {quoted(found['code'])} is unsupported; there are {', '.join(_READ)}")
        if found["code"] in known:
            raise _UnaskedError(f"the operation `{found['code']}` is there twice")
        known.add(found["code"])
        yield found["code"], found["operand"].strip().replace('"', "")
        at = found.end()


def _of_lichess(row: dict[str, str | None]) -> dict[str, Any]:
    """A puzzle, whose first move is the other player's, and leads to the position."""
    if None in row:
        raise _UnaskedError("this row has more values than there are columns")
    fen, moves, themes = (str(row[column] or "") for column in _COLUMNS)
    first, *line = moves.split() or [""]
    stated = re.search(r"\bmateIn(\d+)\b", themes)
    if stated is None or len(line) % 2 == 0:
        raise _UnaskedError(
            f"this puzzle of lichess.org ends in no mate ({quoted(themes)}), so that it has no stipulation"
        )
    number = len(line) // 2 + 1
    if int(stated[1]) != min(number, _MOST_COUNTED):
        raise _UnaskedError(f"the theme is {stated.group()}, and the moves are a mate in {number}")
    played = [f"{number // 2 + 1}{'...' if number % 2 else '.'}{move}" for number, move in enumerate(line)]
    return {
        **({"title": row["PuzzleId"]} if row.get("PuzzleId") else {}),
        **({"source": row["GameUrl"]} if row.get("GameUrl") else {}),
        **_position(fen, first),
        "stipulation": f"#{number}",
        "solution": " ".join(played),
    }


def _position(fen: str, move: str = "") -> dict[str, Any]:
    """The fields that a position has, given as a FEN, or the one after a move."""
    played = game(olive()["game"], letters=olive()["standard"])
    found = played.position(f"fen {fen}")
    found = found.push(move) if move else found
    return {"letters": played.ruleset.letters, **_fields(found)}


def _fields(position: Position) -> dict[str, Any]:
    name = position.game.piece_name
    state = position.state
    passed = [cell for field, cell in state if field == PASSED]
    return {
        "algebraic": {
            army: [f"{name(piece.kinds)}{cell}" for cell, piece in position.pieces.items() if piece.army == army]
            for army in position.game.ruleset.players
        },
        "turn": position.turn,
        "castling": [cell for field, cell in state if field == CASTLE],
        **({"en-passant": passed[0]} if passed else {}),
    }
