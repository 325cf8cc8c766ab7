"""The one-line notation of positions: read into pieces, and written back.

`GAME: white KiAa1 PrDd4 black KiHh8 turn white castle Aa1 ep Cc3 quiet 12 seen 2`: players followed by
their pieces, and what else belongs to the position, in any order; spaces, commas and newlines separate.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from ..asp.files import default_game, game_folders
from ..asp.ruleset import Ruleset
from ..asp.terms import vector
from ..errors import PositionError, RulesError

_TOKEN = re.compile(r"[^\s,]+")
_GAME = re.compile(r"\s*([A-Za-z_][\w-]*)\s*:")
_COUNTS = ("quiet", "seen")
_LONGEST = 200  # characters of a token
LARGEST = 999_999
"""The largest number in a position."""


@dataclass(slots=True)
class Draft:
    """What a text says, before anyone asks whether it can be.

    Attributes:
        pieces: army and kinds by cell name.
        turn: the player to move, or None for the first.
        state: the other facts: name and cell name.
        counts: `quiet` and `seen`.
        places: how an error names the words that gave a piece ("" and its cell) or a fact of the state.
    """

    pieces: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    turn: str | None = None
    state: list[tuple[str, str]] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    places: dict[tuple[str, str], str] = field(default_factory=dict)


def split_game(text: str) -> tuple[str, str, int]:
    """The game's name (the default if none is given), the rest of the text, and the column where that starts."""
    match = _GAME.match(text)
    if match is None:
        return default_game(), text, 0
    return match.group(1), text[match.end() :], match.end()


def lacks_colon(word: str) -> str:
    """What is wrong if a word is the name of a game, but has no colon; else nothing."""
    return f"the name of a game is followed by a colon, '{word}: ...'" if word in game_folders() else ""


def where(token: str, column: int) -> str:
    """How an error names a token."""
    return f"'{token if len(token) <= _LONGEST else token[:_LONGEST] + '...'}' (column {column})"


def count(token: str, least: int) -> int | None:
    """The number that a token is; None if it is none, or not from `least` to `LARGEST`."""
    if not token.isdecimal() or len(token) > len(str(LARGEST)) or int(token) < least:
        return None
    return int(token)


class Reader:
    """Reads the part of a position after `GAME:`.

    Args:
        ruleset: whose kinds, cells and fields the text speaks of.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.cells = set(ruleset.cells.values())
        self.kinds = {abbreviation: kind for kind, abbreviation in ruleset.abbreviations.items()}
        self.keywords = {*ruleset.players, *ruleset.fields, *_COUNTS, "turn", "start"}

    def read(self, text: str, offset: int = 0) -> Draft:
        """Read a position.

        Args:
            text: players, pieces and fields.
            offset: how many columns come before `text` in what the user typed.

        Raises:
            PositionError: naming every token that is wrong, its column, and what would be right.
        """
        draft, problems = Draft(), []
        army: str | None = None
        open_field: str | None = None
        for token, column in ((m.group(), m.start() + offset + 1) for m in _TOKEN.finditer(text)):
            here = where(token, column)
            if len(token) > _LONGEST:
                problems.append(f"{here}: too long to be a part of a position")
                continue
            if open_field in ("turn", *_COUNTS):
                problem = self._value(draft, open_field, token)
                if problem:
                    problems.append(f"{here}: {problem}")
                open_field = None
            elif token in self.ruleset.players:
                army, open_field = token, None
            elif token == "start":
                if draft.pieces or draft.state:
                    problems.append(f"{here}: the initial array comes before other pieces, and once")
                else:
                    self._start(draft)
                army = open_field = None
            elif token in self.keywords:
                open_field, army = token, None
            elif open_field is not None:
                problem = self._field(draft, open_field, token)
                if problem:
                    problems.append(f"{here}: {problem}")
                else:
                    draft.places.setdefault((open_field, token), where(f"{open_field} {token}", column))
            elif army is None:
                if not problems and (lacking := lacks_colon(token)):
                    raise PositionError([f"{here}: {lacking}"])
                problems.append(f"{here}: {self._unexpected(token, not problems)}")
            else:
                problem = self._piece(draft, army, token, column)
                if problem:
                    problems.append(f"{here}: {problem}")
        if open_field in ("turn", *_COUNTS):
            problems.append(f"'{open_field}' at the end lacks its value")
        if not problems and not draft.pieces:
            problems.append(f"there is no piece; try '{self.ruleset.name}: start'")
        if problems:
            raise PositionError(problems)
        return draft

    def split_piece(self, token: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every way to read a token as kinds and a cell."""
        for cut in range(1, len(token)):
            names = token[:cut].split("+")
            if token[cut:] in self.cells and all(name in self.kinds for name in names):
                yield tuple(sorted(self.kinds[name] for name in names)), token[cut:]

    def abbreviation(self, word: str) -> str | None:
        """The abbreviation that a word is, in any case or by the name of its kind; None if it is none."""
        named = {kind: abbreviation for abbreviation, kind in self.kinds.items()}
        return _same(word, self.kinds) or named.get(word.lower())

    def _piece(self, draft: Draft, army: str, token: str, column: int) -> str | None:
        readings = list(self.split_piece(token))
        if not readings:
            return self._not_a_piece(token)
        kinds, cell = readings[0]
        if cell in draft.pieces:
            return f"a second piece on {cell}"
        if len(set(kinds)) < len(kinds):
            return "a part is named twice"
        draft.pieces[cell] = (kinds, army)
        draft.places["", cell] = where(token, column)
        return None

    def _not_a_piece(self, token: str) -> str:
        if token in self.cells:
            return f"a cell has its piece before it, with no space between, such as {min(self.kinds)}{token}"
        for cut in range(1, len(token)):
            if token[cut:] in self.cells:
                unknown = next(name for name in token[:cut].split("+") if name not in self.kinds)
                return f"no kind is abbreviated '{unknown}'{self._kind_hint(unknown)}"
        for cut in range(len(token), 0, -1):
            names = [self.abbreviation(name) for name in token[:cut].split("+")]
            if None in names:
                continue
            piece, rest = "+".join(map(str, names)), token[cut:]
            if not rest:
                return f"a piece has its cell behind it, with no space between, such as {piece}{min(self.cells)}"
            return f"there is no cell '{rest}'{self._cell_hint(rest)}"
        return f"not a piece of {self.ruleset.name}: a kind's abbreviation and a cell, such as {self._example()}"

    def _kind_hint(self, word: str) -> str:
        kind = self.abbreviation(word)
        return f"; do you mean '{kind}'?" if kind else _hint(word, self.kinds) or f"; there are {', '.join(self.kinds)}"

    def _cell_hint(self, word: str) -> str:
        cell = _same(word, self.cells)
        return f"; do you mean '{cell}'?" if cell else f"; cells are {min(self.cells)} to {max(self.cells)}"

    def _unexpected(self, token: str, first: bool) -> str:
        if list(self.split_piece(token)):
            return f"whose piece is this? A player comes first: {', '.join(self.ruleset.players)}"
        there_are = f"; there are {', '.join(sorted(self.keywords))}" if first else ""
        return f"neither a player nor a keyword{_hint(token, self.keywords)}{there_are}"

    def _example(self) -> str:
        return f"{min(self.kinds)}{min(self.cells)}"

    def _field(self, draft: Draft, name: str, token: str) -> str | None:
        if token not in self.cells:
            return f"'{name}' is followed by cells, and there is no cell '{token}'{self._cell_hint(token)}"
        if self.ruleset.fields[name] == "cell" and any(known == name for known, _ in draft.state):
            return f"'{name}' takes one cell"
        if (name, token) not in draft.state:
            draft.state.append((name, token))
        return None

    def _value(self, draft: Draft, name: str, token: str) -> str | None:
        if name in draft.counts or (name == "turn" and draft.turn is not None):
            return f"'{name}' is given twice"
        if name == "turn":
            if token not in self.ruleset.players:
                return f"'turn' is followed by a player: {', '.join(self.ruleset.players)}"
            draft.turn = token
        else:
            least = 1 if name == "seen" else 0
            number = count(token, least)
            if number is None:
                return f"'{name}' is followed by a number from {least} to {LARGEST}"
            draft.counts[name] = number
        return None

    def _start(self, draft: Draft) -> None:
        for symbol in self.ruleset.facts("start", 3):
            army, kind, cell = symbol.arguments
            if vector(cell) not in self.ruleset.cells or str(kind) not in self.ruleset.abbreviations:
                raise RulesError(f"{symbol}: no such cell or kind; `shadowmate check-rules` says where it is")
            name = self.ruleset.cells[vector(cell)]
            kinds = draft.pieces.get(name, ((), ""))[0]
            draft.pieces[name] = (tuple(sorted({*kinds, str(kind)})), str(army))
        for symbol in self.ruleset.facts("start_state", 2):
            draft.state.append((str(symbol.arguments[0]), self.ruleset.cells[vector(symbol.arguments[1])]))


def _same(word: str, known: Iterable[str]) -> str | None:
    """The known word that is the same but for its case."""
    return next((each for each in known if each.casefold() == word.casefold()), None)


def _hint(word: str, known: Collection[str]) -> str:
    same = _same(word, known)
    close = [same] if same else get_close_matches(word, known, n=1, cutoff=0.5)
    return f"; do you mean '{close[0]}'?" if close else ""


def piece_name(ruleset: Ruleset, kinds: Iterable[str]) -> str:
    """The abbreviation of a piece, parts joined by `+`."""
    return "+".join(ruleset.abbreviations[kind] for kind in kinds)


def write_line(ruleset: Ruleset, draft: Draft) -> str:
    """A position in one line, as `Reader` reads it."""
    words = [f"{ruleset.name}:"]
    for player in ruleset.players:
        own = [f"{piece_name(ruleset, kinds)}{cell}" for cell, (kinds, army) in draft.pieces.items() if army == player]
        words += [player, *own] if own else []
    words += ["turn", draft.turn or ruleset.players[0]]
    for name in dict.fromkeys(name for name, _ in draft.state):
        words += [name, *(cell for other, cell in draft.state if other == name)]
    for name, usual in (("quiet", 0), ("seen", 1)):
        words += [name, str(draft.counts[name])] if draft.counts.get(name, usual) != usual else []
    return " ".join(words)
