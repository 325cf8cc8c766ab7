"""The notation of moves: `PrDd4-Ee5` and whatever of it is left when what goes without saying is left out.

A move is read in full, or shorter: without its piece, sign or mark (`Dd4Ee5`), with a part of the cell it starts
from or none, as in short algebraic notation (`Nbd2`, `Ra1`, `e4`), and castling as `O-O` or `0-0-0`. Remarks after
the move (`+`, `#`, `!`, `?`, and for what it wins the game, as in `Kd4-e5 (throne)`) are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ..asp.ruleset import Ruleset

PASS = "pass"
"""How a pass is written."""

DROP = "@"
"""What stands between the piece and the cell of a drop."""

LONGEST = 80
"""Longer texts are not moves."""

REMARKS = "+#!?"
"""Remarks after a move."""

_SIGNS = "-x:"
_SPACES = "(?<! ) *"
"""All spaces before something: with the first of them alone as a start, a long run of spaces is searched once."""
_MARK = re.compile(rf"{_SPACES}(ep|e\.p\.?)$")
_PROMOTION = re.compile(r"(?P<body>.*?) *(?:=|\((?=.*\)$))(?P<kind>[^()]*)\)?")
_CASTLING = re.compile(r"[O0o]-[O0o](?P<far>-[O0o])?")


class WrittenMove(NamedTuple):
    """One way to read the text of a move, whether there is such a move or not.

    Attributes:
        piece: the abbreviation of the piece, or nothing.
        origin: the cell where it stands, or a part of its name, or nothing; DROP if it comes from a store.
        target: the cell where it arrives; nothing for a pass.
        promotion: what it becomes, if the text has it.
        special: the name of a special move in place, if the text has it.
    """

    piece: str
    origin: str
    target: str
    promotion: str | None
    special: str | None = None


def castling_rank(text: str) -> int | None:
    """For the text of a castling, by how many nearer partners it is not: 0 for `O-O`, 1 for `O-O-O`; else None."""
    found = _CASTLING.fullmatch(text.strip().rstrip(REMARKS))
    return None if found is None else 1 if found["far"] else 0


class MoveReader:
    """Reads moves of one game.

    Args:
        ruleset: knows the cells and kinds.

    Attributes:
        unlettered: the abbreviations that short notation leaves out: without a letter a move is of such a piece, if
            it may be.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._kinds = {abbreviation: kind for kind, abbreviation in ruleset.abbreviations.items()}
        self._piece_name = ruleset.piece_name
        self._parts = {
            ruleset.cells[cell]: {"".join(some) for n in range(len(parts) + 1) for some in combinations(parts, n)}
            for cell, parts in ruleset.name_parts.items()
        }
        self._starts = set().union(*self._parts.values())
        self._longest = max(map(len, self._parts))
        specials = ruleset.names("in_place")
        self._specials = sorted(title for use, title in ruleset.pairs("title").items() if use in specials)
        players, reasons = ("|".join(map(re.escape, some)) for some in (ruleset.players, ruleset.endings))
        self._wins = (
            re.compile(rf"{_SPACES}\((?:(?:{players}) )?(?:{reasons})(?:\+(?:{reasons}))*\)") if reasons else None
        )
        # A piece may change its army, a word before its kind.
        self._word = re.compile(rf"(?:\S*=(?:{players})\s+)*\S+")
        self.unlettered = {ruleset.abbreviations[kind] for kind in ruleset.names("unlettered")}

    def plain(self, text: str) -> str:
        """The text of a move, or of several, without remarks in brackets about wins."""
        return self._wins.sub("", text) if self._wins else text

    def words(self, text: str) -> list[str]:
        """The moves of a text, which spaces separate; `Nd3xc5=white H` is one."""
        return self._word.findall(self.plain(text))

    def read(self, text: str) -> list[WrittenMove]:
        """Every way to read a text; none if it is no move."""
        body = text.strip().rstrip(REMARKS).partition("&")[0]
        if len(body) > LONGEST:
            return []
        if body == PASS:
            return [WrittenMove("", "", "", None)]
        for title in self._specials:
            if body.endswith(title):
                return [WrittenMove(*each, None, title) for each in self._in_place(body.removesuffix(title))]
        piece, sign, cell = body.partition(DROP)
        if sign and cell in self._parts and self._is_piece(piece):
            return [WrittenMove(piece, DROP, cell, None)]
        body = _MARK.sub("", body)
        promoting = _PROMOTION.fullmatch(body)
        if promoting:
            return [WrittenMove(*each, self._named(promoting["kind"])) for each in self._split(promoting["body"])]
        found = [WrittenMove(*each, None) for each in self._split(body)]
        for kind in self._kinds:
            if body.casefold().endswith(kind.casefold()):
                found += [WrittenMove(*each, kind) for each in self._split(body[: -len(kind)])]
        return found

    def _in_place(self, text: str) -> Iterator[tuple[str, str, str]]:
        """Every way to part the text of a special move in place, whose target may have its piece before it."""
        yield from self._split(text)
        for sign in _SIGNS:
            before, found, after = text.rpartition(sign)
            for cut in range(1, len(after) if found else 0):
                if after[cut:] in self._parts and self._is_piece(after[:cut]):
                    yield from self._split(before + after[cut:])

    def fits(self, written: WrittenMove, piece: str, origin: str, target: str) -> bool:
        """Whether a piece that goes from one cell to another is what a text may mean."""
        starts = self._parts[origin] if origin else {DROP} if target else {""}
        return written.target == target and written.piece in ("", piece) and written.origin in starts

    def _split(self, body: str) -> Iterator[tuple[str, str, str]]:
        """Every way to part a text into the piece, the cell that it starts from or a part of it, and the end."""
        for cut in range(max(0, len(body) - self._longest), len(body)):
            if body[cut:] not in self._parts:
                continue
            before = body[:cut].rstrip(_SIGNS)
            for start in range(len(before) + 1):
                piece, origin = before[:start], before[start:]
                if origin in self._starts and (not piece or self._is_piece(piece)):
                    yield piece and self._in_order(piece), origin, body[cut:]

    def _named(self, text: str) -> str:
        """What a piece becomes, as moves write it, if it is a piece: capitals do not matter, nor the order of parts."""
        plainly = {abbreviation.casefold(): abbreviation for abbreviation in reversed(self._kinds)}
        parts = [each if each in self._kinds else plainly.get(each.casefold(), each) for each in text.split("+")]
        name = "+".join(parts)
        return self._in_order(name) if self._is_piece(name) else text

    def _in_order(self, name: str) -> str:
        """A piece, its parts in the order in which positions and moves write them."""
        return self._piece_name(sorted(self._kinds[part] for part in name.split("+")))

    def _is_piece(self, name: str) -> bool:
        return all(part in self._kinds for part in name.split("+"))
