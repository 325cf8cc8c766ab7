"""FEN, the notation of chess programs: read and written for every game whose rules say how.

`GAME: fen PLACEMENT TURN CASTLING PASSED HALFMOVES FULLMOVES`, such as `fide: fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1`.
Parts may be missing at the end: then the first player is to move, nobody may castle, nothing was passed over,
and the last move was progress. The number of the full move is read and not kept; written, it is 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import TypeAlias

from ..asp.ruleset import Ruleset
from ..asp.terms import cell_symbol, text
from ..errors import PositionError
from .line import LARGEST, Draft, count, piece_name, where

_KEYWORD = "fen"
_WORD = re.compile(r"\S+")
_SYMBOL = re.compile(r"(?P<empty>[1-9][0-9]{0,5})|.")
_NONE = "-"

_Part: TypeAlias = Callable[[Draft, str, int], Iterator[str]]
"""Reads one part, found at a column, into a draft, and says what is wrong with it."""


def is_fen(text: str) -> bool:
    """Whether the part of a position after `GAME:` is a FEN: its first word is `fen`, or ranks without that word."""
    first = text.split(maxsplit=1)[:1]
    return first == [_KEYWORD] or any("/" in word for word in first)


class Fen:
    """Reads and writes the FENs of a game; `boards/fen.lp` has the predicates that say how.

    Args:
        ruleset: the rules. A game whose pieces have no letters there has no FEN.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        names = {cell_symbol(cell): name for cell, name in ruleset.cells.items()}
        places = [s.arguments for s in ruleset.facts("fen_place", 3) if s.arguments[0] in names]
        letters = [s.arguments for s in ruleset.facts("fen_letter", 3)]
        rights = [s.arguments for s in ruleset.facts("fen_right", 2) if s.arguments[1] in names]
        fields = [s.arguments for s in ruleset.facts("fen_field", 2)]
        turns = ruleset.pairs("fen_turn")

        self.ruleset = ruleset
        self.game = ruleset.name
        self.cells = {name: name for name in ruleset.cells.values()}
        in_order = sorted((rank, file, names[cell]) for cell, rank, file in places)
        self.ranks = [[name for _, _, name in rank] for _, rank in groupby(in_order, key=lambda place: place[0])]
        self.pieces: dict[str, tuple[tuple[str, ...], str]] = {
            text(letter): ((str(kind),), str(army)) for army, kind, letter in letters
        }
        self.turns = {turns[player]: player for player in ruleset.players if player in turns}
        self.rights = dict(sorted((text(letter), names[cell]) for letter, cell in rights))
        self.fields = {str(name): ruleset.fields.get(str(name)) for _, name in sorted(fields)}

    def read(self, text: str, offset: int = 0) -> Draft:
        """Read a FEN.

        Args:
            text: `fen`, and the parts of one.
            offset: how many columns come before `text` in what the user typed.

        Raises:
            PositionError: if the game has no FEN; else naming all that is wrong, its column, and what would be right.
        """
        keyword, *words = [(match.group(), match.start() + offset + 1) for match in _WORD.finditer(text)]
        if not self.pieces:
            another = f"the name of another game and a colon come first, 'GAME: {_KEYWORD} ...'"
            raise PositionError([f"{where(*keyword)}: {self._no_fen()}; {another}"])
        if keyword[0] != _KEYWORD:
            raise PositionError([f"{where(*keyword)}: a FEN is written '{self.game}: {_KEYWORD} {keyword[0]} ...'"])
        if not words:
            raise PositionError([f"{where(*keyword)}: the placement of the pieces is missing"])
        draft = Draft()
        parts: list[_Part] = [self._placement, self._turn]
        parts += [partial(self._letters if kind == "cells" else self._cell, name) for name, kind in self.fields.items()]
        parts += [self._quiet, self._full_move]
        problems = [
            problem for part, (word, column) in zip(parts, words, strict=False) for problem in part(draft, word, column)
        ]
        problems += [f"{where(*word)}: a FEN has {len(parts)} parts" for word in words[len(parts) :][:1]]
        if not problems and not draft.pieces:
            problems.append(f"{where(*words[0])}: there is no piece")
        if problems:
            raise PositionError(problems)
        return draft

    def _placement(self, draft: Draft, word: str, column: int) -> Iterator[str]:
        ranks = word.split("/")
        if len(ranks) != len(self.ranks):
            yield f"{where(word, column)}: {len(ranks)} ranks with '/' between them; {self.game} has {len(self.ranks)}"
        for rank, cells in zip(ranks, self.ranks, strict=False):
            yield from self._rank(draft, rank, column, cells)
            column += len(rank) + 1

    def _rank(self, draft: Draft, rank: str, column: int, cells: list[str]) -> Iterator[str]:
        filled = 0
        unknown: dict[str, int] = {}
        for match in _SYMBOL.finditer(rank):
            symbol, at = match.group(), column + match.start()
            if match["empty"]:
                filled += int(symbol)
                continue
            if symbol not in self.pieces:
                unknown.setdefault(symbol, at)
            elif filled < len(cells):
                cell = cells[filled]
                draft.pieces[cell] = self.pieces[symbol]
                draft.places["", cell] = f"{where(symbol, at)}, on {cell}"
            filled += 1
        for symbol, at in unknown.items():
            yield f"{where(symbol, at)}: no piece has this letter; there are {', '.join(sorted(self.pieces))}"
        if filled != len(cells):
            yield f"{where(rank, column)}: {cells[0]} to {cells[-1]} are {len(cells)} cells, and this is {filled}"

    def _turn(self, draft: Draft, word: str, column: int) -> Iterator[str]:
        draft.turn = self.turns.get(word)
        if draft.turn is None:
            yield f"{where(word, column)}: the turn is {' or '.join(self.turns)}"

    def _letters(self, name: str, draft: Draft, word: str, column: int) -> Iterator[str]:
        for letter in dict.fromkeys(word if word != _NONE else ""):
            at = column + word.index(letter)
            if letter in self.rights:
                self._set(draft, name, self.rights[letter], where(letter, at))
            else:
                there_are = f" or letters of {', '.join(self.rights)}" if self.rights else ""
                yield f"{where(letter, at)}: '{name}' is {_NONE}{there_are}"

    def _cell(self, name: str, draft: Draft, word: str, column: int) -> Iterator[str]:
        if word in self.cells:
            self._set(draft, name, word, where(word, column))
        elif word != _NONE:
            yield f"{where(word, column)}: '{name}' is {_NONE} or a cell, from {min(self.cells)} to {max(self.cells)}"

    def _set(self, draft: Draft, name: str, cell: str, place: str) -> None:
        draft.state.append((name, cell))
        draft.places[name, cell] = f"{place}, {name} {cell}"

    def _quiet(self, draft: Draft, word: str, column: int) -> Iterator[str]:
        number = count(word, 0)
        if number is None:
            yield f"{where(word, column)}: the moves without progress are a number from 0 to {LARGEST}"
        else:
            draft.counts["quiet"] = number

    def _full_move(self, draft: Draft, word: str, column: int) -> Iterator[str]:
        if count(word, 1) is None:
            yield f"{where(word, column)}: the full move is a number from 1 to {LARGEST}"

    def write(self, draft: Draft) -> str:
        """The FEN of a position, which tells all of it but how often it has been there.

        Raises:
            PositionError: if the game has no FEN, or it no place for something in the position.
        """
        if not self.pieces:
            raise PositionError([self._no_fen()])
        letters = {piece: letter for letter, piece in self.pieces.items()}
        board = {cell: letters.get(piece, "") for cell, piece in draft.pieces.items()}
        problems = [
            f"a FEN has no letter for {piece_name(self.ruleset, draft.pieces[cell][0])}{cell}"
            for cell, letter in board.items()
            if not letter
        ]
        ranks = ["".join(board.get(cell, " ") for cell in rank) for rank in self.ranks]
        words = [re.sub(" +", lambda run: str(len(run.group())), "/".join(ranks))]
        words += [word for word, player in self.turns.items() if player == draft.turn]
        rest = set(draft.state)
        for name, kind in self.fields.items():
            known = self.rights if kind == "cells" else self.cells
            said = {word: (name, cell) for word, cell in known.items() if (name, cell) in rest}
            words.append("".join(said) or _NONE)
            rest -= set(said.values())
        problems += [f"a FEN has no place for '{name} {cell}'" for name, cell in sorted(rest)]
        if problems:
            raise PositionError(problems)
        return " ".join([*words, str(draft.counts.get("quiet", 0)), "1"])

    def _no_fen(self) -> str:
        return f"{self.game} has no FEN: its rules give no letters for its pieces (fen_letter/3)"
