"""The one-line notation of positions: read into pieces, and written back.

`GAME: white KiAa1 PrDd4 black KiHh8 turn white castle Aa1 ep Cc3 quiet 12 seen 2`: players followed by
their pieces, and what else belongs to the position, in any order; spaces, commas and newlines separate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import zip_longest
from typing import TypeAlias

from ..asp.folders import all_folders, default_game
from ..asp.ruleset import Ruleset
from ..asp.terms import NO_COMMANDER
from ..errors import PositionError, meant, quoted, same_word
from .initial_array import initial_array
from .setup import LARGEST, LEAST, LONGEST, Setup, Token, count, span, tokens

KEYWORDS = ("turn", "start", *LEAST)
"""The words of a position in every game."""

_WORD = re.compile(r"[^\s,]+")
_GAME = re.compile(r"\s*([A-Za-z_][\w-]*)\s*:")

_PROPERTIES = frozenset(
    {
        "neutral", "halfneutral", "royal", "chameleon", "jigger", "kamikaze", "paralysing", "volage", "functionary",
        "protean", "magic", "uncapturable", "frischauf",
    }
)  # fmt: skip
"""What fairy problems have of single pieces, by Popeye's manual."""

_Read: TypeAlias = Callable[[Setup, Token], str | None]
"""Reads a word into a setup, or returns its mistake."""


@dataclass(frozen=True, slots=True)
class _Section:
    """What the words after a keyword are, up to the next keyword.

    Attributes:
        read: reads one of them.
        lacks: what is missing if the text ends here; "" where it may.
        rest: the section of the words after the first; None where just one follows, whatever it is.
        by_word: the section after each of the words that may follow, where these are all.
        fixed: whether `rest` follows whatever the first word is.
        repeats: the field that has another value if two names of players follow each other.
    """

    read: _Read
    lacks: str = ""
    rest: _Section | None = None
    by_word: dict[str, _Section] | None = None
    fixed: bool = False
    repeats: str = ""


_PAIRS = {"ending": "the reason", "command": "the player that commands it"}
"""The types of fields whose values are two words: what the second is."""

_ONE_EACH = ("ending", "flags", "count")
"""The types of fields of which each value comes after the name of the field."""


_LIKENESS = 0.7
"""A word counts as a misspelt player or field if it is as similar as this (from 0 to 1)."""
_HINTED = 1000
"""After this number of problems no word counts as misspelt: to look for what is meant takes long in a long text."""


def split_game(text: str) -> tuple[str, str, int]:
    """The game's name (the default if none is given), the rest of the text, and the column where that starts."""
    match = _GAME.match(text)
    if match is None:
        return default_game(), text, 0
    return match.group(1), text[match.end() :], match.end()


def is_game_name(name: str) -> bool:
    """Whether a position can start with this name of a game."""
    found = _GAME.fullmatch(f"{name}:")
    return found is not None and found.group(1) == name


def lacks_colon(word: str) -> str:
    """What is wrong if a word is the name of a game, but has no colon; else nothing."""
    return f"the name of a game is followed by a colon, '{word}: ...'" if word in all_folders() else ""


def unsupported(word: str) -> str:
    """What is wrong with a word that makes the pieces behind it neutral, royal or the like; else nothing."""
    name = word.casefold().replace("-", "").removesuffix(":")
    return (
        f"{name} pieces are unsupported; a piece is its player's, and what its kind is" if name in _PROPERTIES else ""
    )


class Reader:
    """Reads the part of a position after `GAME:`.

    Args:
        ruleset: whose kinds, cells and fields the text speaks of.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.cells = set(ruleset.cells.values())
        self.kinds = {abbreviation: kind for kind, abbreviation in ruleset.abbreviations.items()}
        self._spellings = {kind: abbreviation for abbreviation, kind in self.kinds.items()}
        self._spellings |= {abbreviation.casefold(): abbreviation for abbreviation in reversed(self.kinds)}
        self._sections = {
            name: self._pair_of(name, kind) if kind in _PAIRS else self._values_of(name, kind)
            for name, kind in ruleset.fields.items()
        }
        values: dict[str, _Read] = {"turn": self._turn, **{name: partial(self._count, name) for name in LEAST}}
        self._sections |= {
            name: _Section(read, f"'{name}' at the end lacks its value") for name, read in values.items()
        }
        self._sections |= {player: _Section(partial(self._piece, player)) for player in ruleset.players}
        self._sections |= dict(self._stores())
        self._outside = _Section(self._unexpected)
        self._passed_over = _Section(lambda _setup, _token: None)
        self.keywords = {*self._sections, *KEYWORDS}

    def _values_of(self, field: str, kind: str) -> _Section:
        if kind in ("flags", "count"):
            # A flag may have the name of a player, so each comes after the name of its field.
            what = "number" if kind == "count" else "flag"
            return _Section(partial(self._flag, field), f"'{field}' lacks its {what}")
        read = partial(self._field, field)
        return _Section(read, f"'{field}' lacks its cell", _Section(read))

    def _stores(self) -> Iterator[tuple[str, _Section]]:
        """The sections of stores, by their keyword."""
        owners: dict[str, dict[str, _Section]] = {}
        for store in self.ruleset.stores:
            word, _, owner = store.partition(" ")
            section = _Section(partial(self._item, store))
            if owner:
                owners.setdefault(word, {})[owner] = section
            else:
                yield word, section
        for word, by_word in owners.items():
            yield word, _Section(self._unexpected, f"'{word}' lacks its player", None, by_word)

    def _item(self, store: str, setup: Setup, token: Token) -> str | None:
        """A kind or another item in a store, as often as it is there."""
        items = {word: item for item, word in self.ruleset.items[store].items()}
        if token.text not in items:
            if items.keys() == self.kinds.keys():
                return f"'{store}' is followed by kinds, and none is abbreviated so{self._kind_hint(token.text)}"
            there_are = f"; it holds {', '.join(items)}"
            return f"'{store}' does not hold that{meant(token.text, items) or there_are}"
        key = store, items[token.text]
        setup.stores[key] = setup.stores.get(key, 0) + 1
        return None

    def _pair_of(self, field: str, kind: str) -> _Section:
        """The section of a field whose values are a player, or its army, and another word."""
        lacks = f"'{field}' lacks its {'player' if kind == 'ending' else 'army'} or {_PAIRS[kind]}"
        if kind == "ending":
            return _Section(self._victor, lacks, _Section(partial(self._reason, field), lacks), fixed=True)
        more = _Section(self._unexpected, repeats=field)
        return _Section(
            self._army, lacks, _Section(partial(self._commander, field), lacks, more, fixed=True), fixed=True
        )

    def read(self, text: str, offset: int = 0) -> Setup:
        """Read a position.

        Args:
            text: players, pieces and fields.
            offset: how many columns come before `text` in what the user typed.

        Raises:
            PositionError: naming every token that is wrong, its column, and what would be right.
        """
        setup, section = Setup(), self._outside
        words = list(tokens(_WORD, text, offset))
        for token, following in zip_longest(words, words[1:]):
            if section.repeats and following and self._is_pair(token.text, following.text):
                section = self._sections[section.repeats]
            section, problem = self._next(setup, section, token)
            if problem:
                setup.refuse(token, problem)
        if section.lacks:
            setup.problems.append(section.lacks)
        start = f"; try '{self.ruleset.name}: start'" if self.ruleset.facts("start", 3) else ""
        return setup.finished(f"there is no piece{start}")

    def _is_pair(self, army: str, commander: str) -> bool:
        """Whether two words are an army and its commander, and not a player and its pieces."""
        return army in self.ruleset.players and commander in (*self.ruleset.players, NO_COMMANDER)

    def _next(self, setup: Setup, section: _Section, token: Token) -> tuple[_Section, str | None]:
        """Read a word of a section; gives the section of the word after it, and what is wrong."""
        if len(token.text) > LONGEST:
            return section, "too long to be a part of a position"
        if section.by_word is not None:
            after = section.by_word.get(token.text)
            return after or self._outside, None if after else f"a player comes here: {', '.join(section.by_word)}"
        if section.lacks and (section.rest is None or section.fixed or token.text not in self.keywords):
            return section.rest or self._outside, section.read(setup, token)
        if section.lacks:
            setup.problems.append(section.lacks)
        if token.text in self._sections:
            return self._sections[token.text], None
        if token.text == "start":
            return self._outside, self._start(setup)
        if lacking := unsupported(token.text):
            return self._passed_over, lacking
        problem = section.read(setup, token)
        if not problem or section is self._outside or len(setup.problems) >= _HINTED:
            return section, problem
        if hint := meant(token.text, self._sections, _LIKENESS):
            return self._passed_over, f"neither a piece nor a player or field of {self.ruleset.name}{hint}"
        return section, problem

    def split_piece(self, token: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """Every way to read a token as kinds and a cell."""
        for cut in range(1, len(token)):
            names = token[:cut].split("+")
            if token[cut:] in self.cells and all(name in self.kinds for name in names):
                yield tuple(sorted(self.kinds[name] for name in names)), token[cut:]

    def abbreviation(self, word: str) -> str | None:
        """The abbreviation that a word is, in any case or by the name of its kind; None if it is none."""
        return self._spellings.get(word.casefold())

    def _piece(self, army: str, setup: Setup, token: Token) -> str | None:
        kinds, cell = next(self.split_piece(token.text), ((), ""))
        if not cell:
            return self._not_a_piece(army, token.text)
        if cell in setup.pieces:
            return f"a second piece on {cell}"
        setup.pieces[cell] = kinds, army
        setup.places["", cell] = token.text, token.column
        return None

    def _hand_hint(self, army: str, piece: str) -> str:
        """How to write that a player's store holds a piece; nothing in a game without such a store."""
        items = self.ruleset.items
        owned = [each for each in self.ruleset.stores if each.endswith(f" {army}") and piece in items[each].values()]
        return f"; one beside the board stands after '{owned[0]}'" if owned else ""

    def _not_a_piece(self, army: str, token: str) -> str:
        if token in self.cells:
            return f"a cell has its piece before it, with no space between, such as {min(self.kinds)}{token}"
        for cut in range(1, len(token)):
            if token[cut:] in self.cells:
                unknown = next(name for name in token[:cut].split("+") if name not in self.kinds)
                if not unknown:
                    return f"a + stands between the abbreviations of two kinds, as in {'+'.join(list(self.kinds)[:2])}"
                return f"no kind is abbreviated '{unknown}'{self._kind_hint(unknown)}"
        for cut in range(len(token), 0, -1):
            names = [self.abbreviation(name) for name in token[:cut].split("+")]
            if None in names:
                continue
            piece, rest = "+".join(map(str, names)), token[cut:]
            if not rest:
                example = f"such as {piece}{min(self.cells)}"
                return f"a piece has its cell behind it, with no space between, {example}{self._hand_hint(army, piece)}"
            return self.no_cell(rest)
        return f"not a piece of {self.ruleset.name}: a kind's abbreviation and a cell, such as {self._example()}"

    def _kind_hint(self, word: str) -> str:
        kind = self.abbreviation(word)
        return f"; do you mean '{kind}'?" if kind else meant(word, self.kinds) or f"; there are {', '.join(self.kinds)}"

    def no_cell(self, word: str) -> str:
        """The error for a word that should be a cell, and is none."""
        cell = same_word(word, self.cells)
        return f"there is no cell {quoted(word)}" + (
            f"; do you mean '{cell}'?" if cell else f"; cells are {self._span}"
        )

    @cached_property
    def _span(self) -> str:
        return span(self.cells)

    def _example(self) -> str:
        return f"{min(self.kinds)}{min(self.cells)}"

    def _field(self, name: str, setup: Setup, token: Token) -> str | None:
        cell = token.text
        if cell not in self.cells:
            return f"'{name}' is followed by cells, and {self.no_cell(cell)}"
        if self.ruleset.fields[name] == "cell" and any(known == name for known, _ in setup.state):
            return f"'{name}' expects one cell"
        setup.add(name, cell, f"{name} {cell}", token.column)
        return None

    def _flag(self, name: str, setup: Setup, token: Token) -> str | None:
        flags = self.ruleset.flags[name]
        if token.text not in flags and self.ruleset.fields[name] == "count":
            return f"'{name}' is followed by a number from 1 to {len(flags)}"
        if token.text not in flags:
            return f"'{name}' is followed by flags, and there are {', '.join(flags)}{meant(token.text, flags)}"
        if self.ruleset.fields[name] == "count" and any(known == name for known, _ in setup.state):
            return f"'{name}' expects one number"
        setup.add(name, token.text, f"{name} {token.text}", token.column)
        return None

    def _victor(self, setup: Setup, token: Token) -> str | None:
        setup.begun = token.text
        return self._no_player("the winner", token)

    def _reason(self, name: str, setup: Setup, token: Token) -> str | None:
        if token.text not in self.ruleset.endings:
            return f"no move wins for that reason; there are: {', '.join(self.ruleset.endings)}"
        value = f"{setup.begun} {token.text}"
        setup.add(name, value, f"{name} {value}", token.column - len(setup.begun) - 1)
        return None

    def _army(self, setup: Setup, token: Token) -> str | None:
        setup.begun = token.text
        return self._no_player("whose army another commands", token)

    def _commander(self, name: str, setup: Setup, token: Token) -> str | None:
        value = f"{setup.begun} {token.text}"
        setup.add(name, value, f"{name} {value}", token.column - len(setup.begun) - 1)
        known = (*self.ruleset.players, NO_COMMANDER)
        return None if token.text in known else f"the commander of an army is one of {', '.join(known)}"

    def _no_player(self, which: str, token: Token) -> str | None:
        players = self.ruleset.players
        return None if token.text in players else f"{which} is a player: {', '.join(players)}"

    def _turn(self, setup: Setup, token: Token) -> str | None:
        if setup.turn is not None:
            return "'turn' is given twice"
        if token.text not in self.ruleset.players:
            return f"'turn' is followed by a player: {', '.join(self.ruleset.players)}"
        setup.turn = token.text
        return None

    def _count(self, name: str, setup: Setup, token: Token) -> str | None:
        if name in setup.counts:
            return f"'{name}' is given twice"
        number = count(token.text, LEAST[name])
        if number is None:
            return f"'{name}' is followed by a number from {LEAST[name]} to {LARGEST}"
        setup.counts[name] = number
        return None

    def _unexpected(self, setup: Setup, token: Token) -> str:
        """What is wrong with a word that no keyword comes before."""
        word, first = token.text, not setup.problems
        if first and (lacking := lacks_colon(word)):
            raise PositionError([f"{token}: {lacking}; its array is '{word}: start'"])
        if any(self.split_piece(word)):
            return f"whose piece is this? A player comes first: {', '.join(self.ruleset.players)}"
        there_are = f"; there are {', '.join(sorted(self.keywords))}" if first else ""
        return f"neither a player nor a keyword{meant(word, self.keywords)}{there_are}"

    def _start(self, setup: Setup) -> str | None:
        if setup.pieces or setup.state or setup.stores:
            return "the initial array comes before other pieces, and once"
        setup.pieces.update(self._array.pieces)
        setup.state.extend(self._array.state)
        setup.stores.update(self._array.stores)
        return None

    @cached_property
    def _array(self) -> Setup:
        return initial_array(self.ruleset)


def write_line(ruleset: Ruleset, setup: Setup) -> str:
    """A position in one line, as `Reader` reads it."""
    words = [f"{ruleset.name}:"]
    for player in ruleset.players:
        own = [f"{ruleset.piece_name(kinds)}{cell}" for cell, (kinds, army) in setup.pieces.items() if army == player]
        words += [player, *own] if own else []
    words += ["turn", setup.turn or ruleset.players[0]]
    for name in dict.fromkeys(name for name, _ in setup.state):
        values = [value for other, value in setup.state if other == name]
        words += [name, f" {name} ".join(values)] if ruleset.fields.get(name) in _ONE_EACH else [name, *values]
    for store in ruleset.stores:
        some = [(kind, number) for (where, kind), number in sorted(setup.stores.items()) if where == store]
        items = [ruleset.items[store][item] for item, number in some for _ in range(number)]
        words += [*store.split(), *items] if items else []
    for name, least in LEAST.items():
        words += [name, str(setup.counts[name])] if setup.counts.get(name, least) > least else []
    return " ".join(words)
