"""FEN, the notation of chess programs, for every game whose rules define it.

`GAME: fen PLACEMENT TURN CASTLING PASSED HALFMOVES FULLMOVES`, such as `fide: fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1`.
Behind the placement stands in brackets what hands hold, as in `4k3/8/8/8/8/8/8/4K2R[QPp]`. Parts may be missing at the
end: then the first player is to move, there are no castling rights, no cell was passed over, and the last move was
progress. Castling and the passed cell may be left out together, as Shogi programs do. Other letters of pieces and of
rights are read if the rules name them, as in Shredder-FEN. The number of the full move is read and ignored; it is
written as 1.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby
from typing import NamedTuple, TypeAlias

from clingo import Symbol, SymbolType

from ..asp.ruleset import Ruleset
from ..asp.terms import cell_symbol, store_name, text
from ..errors import PositionError, quoted
from .setup import LARGEST, LEAST, Setup, Token, count, span, tokens

KEYWORD = "fen"
_WORD = re.compile(r"\S+")
_EMPTY = "123456789"
_NONE = "-"
_FIELDS = 2
"""How many parts come before those that are fields of a position."""

_Piece: TypeAlias = tuple[tuple[str, ...], str]
"""The kinds of a piece, and its army."""

_Part: TypeAlias = Callable[[Setup, Token], None]
"""Reads one part into a setup, and what is wrong with it."""


def is_fen(text: str) -> bool:
    """Whether the part of a position after `GAME:` is a FEN: its first word is `fen`, or ranks without that word."""
    first = text.split(maxsplit=1)[:1]
    return first == [KEYWORD] or any("/" in word for word in first)


class Wing(NamedTuple):
    """A right that the letter of a wing may name, depending on where two pieces stand.

    Attributes:
        order: the least comes first.
        partner: the cell of the right.
        piece: what must stand there.
        royal: another cell.
        other: what must stand there.
    """

    order: int
    partner: str
    piece: _Piece
    royal: str
    other: _Piece


class Fen:
    """Reads and writes the FENs of a game; `boards/fen.lp` has the predicates that say how.

    Args:
        ruleset: the rules. A game whose pieces have no letters there has no FEN.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        names = {cell_symbol(cell): name for cell, name in ruleset.cells.items()}
        places = [s.arguments for s in ruleset.facts("fen_place", 3) if s.arguments[0] in names]
        fields = [s.arguments for s in ruleset.facts("fen_field", 2)]
        turns = ruleset.pairs("fen_turn")

        self.ruleset = ruleset
        self.game = ruleset.name
        self.cells = {name: name for name in ruleset.cells.values()}
        in_order = sorted((rank, file, names[cell]) for cell, rank, file in places)
        self.ranks = [[name for _, _, name in rank] for _, rank in groupby(in_order, key=lambda place: place[0])]
        self.pieces = _pieces(ruleset, "fen_letter")
        self._readable = self.pieces | _pieces(ruleset, "fen_alias")
        self._symbol = _symbol(self._readable)
        self.held = _held(ruleset, "fen_held")
        self._readable_held = self.held | _held(ruleset, "fen_held_alias")
        self._held_symbol = _symbol([*self._readable, *self._readable_held])
        self.turns = {turns[player]: player for player in ruleset.players if player in turns}
        self.rights = _rights(ruleset, "fen_right", names)
        self._readable_rights = self.rights | _rights(ruleset, "fen_right_alias", names)
        self._wings = _wings(ruleset, names)
        self.fields = {str(name): ruleset.fields.get(str(name)) for _, name in sorted(fields)}

    def read(self, text: str, offset: int = 0) -> Setup:
        """Read a FEN.

        Args:
            text: `fen`, and the parts of one.
            offset: how many columns come before `text` in what the user typed.

        Raises:
            PositionError: if the game has no FEN; else naming all that is wrong, its column, and what would be right.
        """
        keyword, *words = tokens(_WORD, text, offset)
        if not self.pieces:
            another = f"the name of another game and a colon come first, 'GAME: {KEYWORD} ...'"
            raise PositionError([f"{keyword}: {self._no_fen()}; {another}"])
        if keyword.text != KEYWORD:
            raise PositionError([f"{keyword}: a FEN is written {quoted(f'{self.game}: {KEYWORD} {keyword.text} ...')}"])
        if not words:
            raise PositionError([f"{keyword}: the placement of the pieces is missing"])
        setup = Setup(are_short=True)
        parts: list[_Part] = [self._placement, self._turn]
        parts += [partial(self._letters if kind == "cells" else self._cell, name) for name, kind in self.fields.items()]
        parts += [self._quiet, self._full_move]
        if len(words) > _FIELDS and words[_FIELDS].text.isdecimal():
            del parts[_FIELDS : _FIELDS + len(self.fields)]
        for part, word in zip(parts, words, strict=False):
            part(setup, word)
        for word in words[len(parts) :][:1]:
            setup.refuse(word, f"a FEN has {len(parts)} parts")
        return setup.finished(f"{words[0]}: there is no piece")

    def _placement(self, setup: Setup, word: Token) -> None:
        placement, bracket, hands = word.text.partition("[")
        if bracket:
            self._hands(setup, word, hands, word.column + len(placement) + 1)
        ranks, column = placement.split("/"), word.column
        if len(ranks) != len(self.ranks):
            there_are = f"{len(ranks)} ranks with '/' between them"
            setup.refuse(word, f"{there_are}; {self.game} has {len(self.ranks)}")
        for rank, cells in zip(ranks, self.ranks, strict=False):
            self._rank(cells, setup, rank, column)
            column += len(rank) + 1

    def _hands(self, setup: Setup, word: Token, hands: str, column: int) -> None:
        """Read what stands behind an opening bracket."""
        if not self.held:
            setup.refuse(Token(f"[{hands}", column - 1), f"{self.game} has no hands")
        elif not hands.endswith("]"):
            setup.refuse(word, "']' is missing at the end of what the hands hold")
        for letter in self._held_symbol.findall(hands[:-1] if self.held and hands[:-1] != _NONE else ""):
            if letter in self._readable_held:
                held = self._readable_held[letter]
                setup.stores[held] = setup.stores.get(held, 0) + 1
            else:
                there_are = ", ".join(sorted(self._readable_held))
                setup.refuse(Token(letter, column), f"hands hold nothing with this letter; there are {there_are}")
            column += len(letter)

    def _rank(self, cells: list[str], setup: Setup, rank: str, column: int) -> None:
        filled, size, now = 0, len(cells), column
        pieces, places, readable = setup.pieces, setup.places, self._readable
        unknown: dict[str, int] = {}
        for symbol in self._symbol.findall(rank):
            if symbol in readable:
                if filled < size:
                    cell = cells[filled]
                    pieces[cell] = readable[symbol]
                    places["", cell] = symbol, now
                filled += 1
            elif symbol[0] in _EMPTY:
                filled += int(symbol)
            else:
                unknown.setdefault(symbol, now)
                filled += 1
            now += len(symbol)
        for symbol, place in unknown.items():
            there_are = ", ".join(sorted(readable))
            setup.refuse(Token(symbol, place), f"no piece has this letter; there are {there_are}")
        if filled != size:
            what = f"{cells[0]} to {cells[-1]} are {size} cells, and this describes {filled}"
            setup.refuse(Token(rank, column), what)

    def _turn(self, setup: Setup, word: Token) -> None:
        setup.turn = self.turns.get(word.text)
        if setup.turn is None:
            setup.refuse(word, f"the turn is {' or '.join(self.turns)}")

    def _letters(self, name: str, setup: Setup, word: Token) -> None:
        for letter in dict.fromkeys(word.text if word.text != _NONE else ""):
            column = word.column + word.text.index(letter)
            if letter in self._readable_rights:
                setup.add(name, self._readable_rights[letter], letter, column)
            elif letter in self._wings:
                partner = self._outermost(letter, setup)
                if partner is None:
                    setup.refuse(Token(letter, column), f"no pieces stand where '{name}' with this letter starts")
                else:
                    setup.add(name, partner, letter, column)
            else:
                letters = {**self._readable_rights, **self._wings}
                there_are = f" or letters of {', '.join(letters)}" if letters else ""
                setup.refuse(Token(letter, column), f"'{name}' is {_NONE}{there_are}")

    def _outermost(self, letter: str, setup: Setup) -> str | None:
        """The first partner that stands, with its royal piece, where the letter of a wing may name it."""
        for each in self._wings[letter]:
            if setup.pieces.get(each.partner) == each.piece and setup.pieces.get(each.royal) == each.other:
                return each.partner
        return None

    def _cell(self, name: str, setup: Setup, word: Token) -> None:
        if word.text in self.cells:
            setup.add(name, word.text, word.text, word.column)
        elif word.text != _NONE:
            setup.refuse(word, f"'{name}' is {_NONE} or a cell, from {span(self.cells)}")

    def _quiet(self, setup: Setup, word: Token) -> None:
        number = count(word.text, LEAST["quiet"])
        if number is None:
            setup.refuse(word, f"the moves without progress are a number from {LEAST['quiet']} to {LARGEST}")
        else:
            setup.counts["quiet"] = number

    def _full_move(self, setup: Setup, word: Token) -> None:
        if count(word.text, 1) is None:
            setup.refuse(word, f"the full move is a number from 1 to {LARGEST}")

    def write(self, setup: Setup) -> str:
        """The FEN of a position, with everything except the number of its occurrences.

        Raises:
            PositionError: if the game has no FEN, or a FEN has no place for something in the position.
        """
        if not self.pieces:
            raise PositionError([self._no_fen()])
        letters = {piece: letter for letter, piece in self.pieces.items()}
        board = {cell: letters.get(piece, "") for cell, piece in setup.pieces.items()}
        problems = [
            f"a FEN has no letter for {self.ruleset.piece_name(setup.pieces[cell][0])}{cell}"
            for cell, letter in board.items()
            if not letter
        ]
        ranks = ["".join(board.get(cell, " ") for cell in rank) for rank in self.ranks]
        placement = re.sub(" +", lambda run: str(len(run.group())), "/".join(ranks))
        hands = "".join(letter * setup.stores.get(held, 0) for letter, held in self.held.items())
        words = [f"{placement}[{hands}]" if self.held else placement]
        words += [word for word, player in self.turns.items() if player == setup.turn]
        rest = set(setup.state)
        for name, kind in self.fields.items():
            known = self.rights if kind == "cells" else self.cells
            shown = {word: (name, cell) for word, cell in known.items() if (name, cell) in rest}
            words.append("".join(shown) or _NONE)
            rest -= set(shown.values())
        problems += [f"a FEN has no place for '{name} {cell}'" for name, cell in sorted(rest)]
        unsaid = sorted(setup.stores.keys() - set(self.held.values()))
        problems += [f"a FEN has no place for '{' '.join(held)}'" for held in unsaid]
        if problems:
            raise PositionError(problems)
        return " ".join([*words, str(setup.counts.get("quiet", 0)), "1"])

    def _no_fen(self) -> str:
        return f"{self.game} has no FEN: its rules give no letters for its pieces (fen_letter/3)"


def _pieces(ruleset: Ruleset, predicate: str) -> dict[str, _Piece]:
    """The pieces by their letters, as a predicate has them."""
    found = (symbol.arguments for symbol in ruleset.facts(predicate, 3))
    return {_joined(letter): ((str(kind),), str(army)) for army, kind, letter in found}


def _joined(letter: Symbol) -> str:
    """A letter, or a letter and a mark."""
    parts = letter.arguments if letter.type == SymbolType.Function and not letter.name else [letter]
    return "".join(map(text, parts))


def _symbol(letters: Iterable[str]) -> re.Pattern[str]:
    """What stands in a rank: a number of empty cells, the longest letter that there is, or else any character."""
    marked = sorted((re.escape(each) for each in letters if len(each) > 1), key=len, reverse=True)
    return re.compile("|".join([rf"[{_EMPTY}][0-9]{{0,5}}", *marked, "."]))


def _held(ruleset: Ruleset, predicate: str) -> dict[str, tuple[str, str]]:
    """The store and the item by their letter, those of the first player first."""
    found = {
        _joined(letter): (store_name(store), str(item))
        for store, item, letter in (s.arguments for s in ruleset.facts(predicate, 3))
    }
    seats = {player: seat for seat, player in enumerate(ruleset.players)}
    in_order = sorted(found.items(), key=lambda each: (seats.get(each[1][0].split()[-1], len(seats)), each))
    return {letter: (store, item) for letter, (store, item) in in_order if item in ruleset.items.get(store, ())}


def _rights(ruleset: Ruleset, predicate: str, names: dict[Symbol, str]) -> dict[str, str]:
    """The cells of partners by the letters of rights to castle with them, as a predicate has them."""
    found = (symbol.arguments for symbol in ruleset.facts(predicate, 2))
    return dict(sorted((text(letter), names[cell]) for letter, cell in found if cell in names))


def _wings(ruleset: Ruleset, names: dict[Symbol, str]) -> dict[str, list[Wing]]:
    """For each letter of a wing the rights that it may name, in order."""
    pieces, found = _pieces(ruleset, "fen_letter"), defaultdict[str, list[Wing]](list)
    for letter, order, partner, piece, royal, other in (s.arguments for s in ruleset.numeric("fen_wing", 6, 1)):
        if not {partner, royal} <= names.keys() or not {text(piece), text(other)} <= pieces.keys():
            continue  # check-rules reports it
        wing = Wing(order.number, names[partner], pieces[text(piece)], names[royal], pieces[text(other)])
        found[text(letter)].append(wing)
    return {letter: sorted(some) for letter, some in sorted(found.items())}
