"""The capture matrix: what a piece type becomes by what it captures ("Parametrizing chess variants").

A row for each type in the order of their definition, separated by slashes. It has a character for the empty cell,
one for each type as an enemy, and one for each as a friend. A number repeats the character before it; at the start
of a row it counts dots. An unfinished row is filled with dots. `=` ends the enemies with dots and copies them to
the friends. A row of a double quote repeats the one above, a number of times (READINGS M1 to M3, M9).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .mistake import ShorthandError, is_id, known
from .morph import PLAIN

AGAIN = '"'
COPIED = "="
_SIGNS = "!%^"
_ELSEWHERE = {sign: f"{sign} belongs in a morph board" for sign in "+#*"}
_MOST = 10_000
"""No count is larger: it would be too many for any row, and Python need not read it."""


def read_matrix(text: str, ids: Sequence[str]) -> list[str]:
    """The rows of a capture matrix in full, each as long as its columns are: 1 + 2 * the number of types.

    Args:
        text: the string.
        ids: the IDs of the game's piece types, in the order of their definition.

    Raises:
        ShorthandError: if there are too many rows or columns, or a character or count has no meaning.
    """
    rows: list[str] = []
    column = 1
    for row in text.split("/"):
        if row.startswith(AGAIN):
            times = _times(row, column)
            if not rows:
                raise ShorthandError(column, f"{AGAIN} repeats the row above, and this is the first")
            rows += [rows[-1]] * times
        else:
            rows.append(_read_row(row, column, tuple(ids)))
        if len(rows) > len(ids):
            raise ShorthandError(column, f"there are {len(ids)} types, and this is row {len(rows)}")
        column += len(row) + 1
    return rows


def _times(row: str, column: int) -> int:
    """How often a row of a double quote and perhaps a number repeats the one above."""
    match = re.fullmatch(f"{AGAIN}([0-9]*)", row)
    if match is None:
        raise ShorthandError(column + 1, f"a row that begins with {AGAIN} has nothing else but a number")
    return _count(match[1], column + 1) if match[1] else 1


def _count(digits: str, column: int) -> int:
    value = int(digits[:6])
    if value == 0:
        raise ShorthandError(column, "a count of 0; leave out what is not there")
    return min(value, _MOST) if len(digits) <= 6 else _MOST


def _read_row(row: str, start: int, ids: tuple[str, ...]) -> str:
    enemies, full = 1 + len(ids), 1 + 2 * len(ids)
    found = copied = ""
    is_copied = False
    for match in re.finditer(r"[0-9]+|.", row, re.DOTALL):
        sign, column = match[0], start + match.start()
        if sign[0].isascii() and sign[0].isdigit():
            before = row[match.start() - 1] if match.start() else PLAIN
            if before == COPIED:
                raise ShorthandError(
                    column, "a count repeats the symbol before it; = has none, so write .2 for two dots"
                )
            found += before * (_count(sign, column) - (1 if match.start() else 0))
        elif sign == COPIED:
            if is_copied:
                raise ShorthandError(column, "a second =; the enemy part is copied once")
            if len(found) > enemies:
                raise ShorthandError(
                    column, "= stands after the friendly part has begun; what follows it overwrites that"
                )
            found = found.ljust(enemies, PLAIN)
            copied, is_copied = found[1:], True
        else:
            _check(sign, column, ids)
            found += sign
        if len(found) > full:
            what = f"1 for the empty square and {len(ids)} each for enemies and friends"
            raise ShorthandError(column, f"a row has {full} columns, {what}, and this is more")
    if is_copied:
        found += copied[len(found) - enemies :]
    return found.ljust(full, PLAIN)


def _check(sign: str, column: int, ids: tuple[str, ...]) -> None:
    """Refuse a character that has no meaning.

    Raises:
        ShorthandError: if it has none.
    """
    if sign == PLAIN or sign in _SIGNS or (sign.isascii() and sign.upper() in ids):
        return
    if sign in _ELSEWHERE:
        raise ShorthandError(column, _ELSEWHERE[sign])
    if sign == AGAIN:
        raise ShorthandError(column, f"{AGAIN} stands at the start of a row, which then repeats the one above")
    if is_id(sign.upper()):
        raise ShorthandError(column, f"no type has the ID {sign.upper()}; there are {known(ids)}")
    raise ShorthandError(column, f"{sign!r} means nothing here; a column has . ! % ^ or an ID: {known(ids)}")


def write_matrix(rows: Iterable[str], types: int) -> str:
    """A short string of a capture matrix, given its rows in full; rows missing at the end are left out."""
    whole = [row.ljust(1 + 2 * types, PLAIN) for row in rows]
    while whole and not whole[-1].strip(PLAIN):
        whole.pop()
    found: list[str] = []
    number = 0
    while number < len(whole):
        same = number
        while same < len(whole) and number and whole[same] == whole[number - 1]:
            same += 1
        times = same - number
        if times:
            found.append(AGAIN if times == 1 else f"{AGAIN}{times}")
            number = same
        else:
            found.append(_shortest(whole[number], types))
            number += 1
    return "/".join(found)


def _shortest(row: str, types: int) -> str:
    enemies, friends = row[: 1 + types], row[1 + types :]
    plain = _counted(row.rstrip(PLAIN))
    if enemies[1:] != friends or not friends.strip(PLAIN):
        return plain
    return min(plain, _counted(enemies.rstrip(PLAIN)) + COPIED, key=len)


def _counted(row: str) -> str:
    """A row with counts in the place of repeated symbols."""
    found = []
    for match in re.finditer(r"(.)\1*", row):
        sign, size = match[1], len(match[0])
        if sign == PLAIN and match.start() == 0:
            found.append(PLAIN if size == 1 else str(size))
        else:
            found.append(sign * size if size < 3 else f"{sign}{size}")
    return "".join(found)
