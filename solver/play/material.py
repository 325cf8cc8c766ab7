"""Which pieces there are: of which army and kinds, how many, and on which cells.

In text they are written `white K Q*2 black K P*0..2`, or `KQvK` as endgame tables are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property

from ..asp.terms import Vector, vector
from ..errors import PositionError, quoted
from ..notation.line import lacks_colon, split_game, unsupported
from ..notation.setup import LONGEST
from .from_text import flaws_of
from .game import Game
from .kinds import find_kind
from .piece import Type
from .position import Position

_WORD = re.compile(r"(?P<kinds>[^*]+)(?P<star>\*(?P<least>\d{1,4})?((?P<dots>\.\.)(?P<most>\d{1,4})?)?)?")
_HYPHEN = re.compile(r"(.+\*\d+)-(\d+)")
_COUNTS = "*2 is two, *1..3 one to three, *1.. one or more, and * any number"

_BETWEEN = re.compile(r"\s*[-\u2013]\s*|\s+(?:v|vs)\.?\s+")
_LONGEST = 60
"""Longer texts are not read as `KRvK`."""


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces of one army and the same kinds.

    Attributes:
        type: the army and the kinds.
        least, most: how many there are at least, and at most; `most` is None if there may be any number.
        cells: the cells where they may be, in the order of the board. Empty where no cells were asked for.
    """

    type: Type
    least: int = 1
    most: int | None = 1
    cells: tuple[Vector, ...] = ()

    @property
    def army(self) -> str:
        """The army of the pieces."""
        return self.type[0]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that each piece is of."""
        return self.type[1]

    @property
    def kind(self) -> str:
        """The kind of pieces that are of one kind."""
        (kind,) = self.kinds
        return kind

    def text(self, game: Game) -> str:
        """The group without its army: `K`, `Q Q`, `P*0..2`."""
        name = game.piece_name(self.kinds)
        if self.least == self.most:
            return " ".join([name] * self.least)
        return f"{name}*{self.least}..{'' if self.most is None else self.most}"


@dataclass(frozen=True)
class Material:
    """The pieces of a position, a problem or an endgame table, as groups of which no two have one type."""

    groups: tuple[Group, ...]

    @staticmethod
    def of(game: Game, types: Iterable[Type]) -> Material:
        """Exactly these pieces, sorted by the turn of their army and by their name."""
        players = game.ruleset.players
        counts: dict[Type, int] = {}
        for each in sorted(types, key=lambda each: (players.index(each[0]), game.piece_name(each[1]))):
            counts[each] = counts.get(each, 0) + 1
        return Material(tuple(Group(each, count, count) for each, count in counts.items()))

    @staticmethod
    def on(position: Position) -> Material:
        """The pieces on the board in a position."""
        return Material.of(position.game, [(piece.army, piece.kinds) for piece in position.pieces.values()])

    @cached_property
    def types(self) -> tuple[Type, ...]:
        """The type of every piece, as often as it may be there at most.

        Raises:
            ValueError: if there may be any number of some.
        """
        found: list[Type] = []
        for each in self.groups:
            if each.most is None:
                raise ValueError(f"there may be any number of {each.type}")
            found += [each.type] * each.most
        return tuple(found)

    @property
    def is_exact(self) -> bool:
        """Whether the number of pieces is given of every group."""
        return all(each.least == each.most for each in self.groups)

    def matched(self, types: Sequence[Type]) -> list[int]:
        """For each piece of the material, which of these is of its type; those of one type are alike."""
        left = list(enumerate(types))
        found = []
        for each in self.types:
            match = next(one for one in left if one[1] == each)
            left.remove(match)
            found.append(match[0])
        return found

    def check(self, game: Game) -> None:
        """Refuse pieces that no position can have, wherever they are.

        Raises:
            PositionError: with every reason that the rules give.
        """
        if problems := flaws_of(game, self.types):
            raise PositionError(problems)

    def placed(self, game: Game) -> Material:
        """The material with each group on all cells where the rules allow its pieces."""
        return Material(tuple(replace(each, cells=allowed_cells(game, each.type)) for each in self.groups))

    def text(self, game: Game) -> str:
        """The material as `read_material` reads it, without the game."""
        words: list[str] = []
        army = ""
        for each in self.groups:
            words += [] if each.army == army else [each.army]
            words.append(each.text(game))
            army = each.army
        return " ".join(words)


def allowed_cells(game: Game, each: Type) -> tuple[Vector, ...]:
    """The cells where the rules allow a piece of this type (`misplaced/3`), in the order of the board."""
    army, kinds = each
    rows = (symbol.arguments for symbol in game.ruleset.facts("misplaced", 3))
    misplaced = {vector(cell) for owner, kind, cell in rows if str(owner) == army and str(kind) in kinds}
    return tuple(cell for cell in game.ruleset.cells if cell not in misplaced)


def read_material(game: Game, written: str | Mapping[str, Iterable[str]]) -> Material:
    """Pieces from text: players, each with kinds and how many there are of each.

    Args:
        game: whose pieces they are.
        written: such as `white K Q*2 black K P*0..2`, or `KQvK` as endgame tables are named, with or without `GAME:`;
            or the words of each player, such as `{"white": ["K", "Q*2"], "black": ["K"]}`. Pieces of two kinds are
            written `Q+N`. A kind that is written twice counts twice.

    Raises:
        PositionError: naming every word that is wrong, and what would be right.
    """
    if isinstance(written, str):
        written = split_players(game, written)
    found: dict[Type, Group] = {}
    problems: list[str] = []
    for army, words in written.items():
        for word in words:
            try:
                each = _group(game, army, word)
            except PositionError as error:
                if not (problems or army) and lacks_colon(word):
                    raise
                problems += error.problems
                continue
            so_far = found.get(each.type, Group(each.type, 0, 0))
            most = None if None in (so_far.most, each.most) else (so_far.most or 0) + (each.most or 0)
            found[each.type] = Group(each.type, so_far.least + each.least, most)
    if not problems and not found:
        player, kinds = game.ruleset.players[0], game.ruleset.abbreviations
        problems.append(f"there are no pieces; they are written such as '{player} {min(kinds.values())}'")
    if problems:
        raise PositionError(problems)
    return Material(tuple(found.values()))


def read_type(game: Game, player: str, word: str) -> Type:
    """The type of a player's piece that is written `Q`, or `Q+N` for a piece of two kinds.

    Raises:
        PositionError: if the word is no kind, or more than that.
    """
    if "*" in word:
        raise PositionError([f"{quoted(word)}: a kind is named here, without a number"])
    return _group(game, player, word).type


def split_players(game: Game, text: str) -> dict[str, list[str]]:
    """The words of a text by the player before them; those before any player under "".

    Raises:
        PositionError: if the text names another game, or can be read in several ways.
    """
    name, rest, offset = split_game(text)
    if offset and name != game.name:
        raise PositionError([f"{quoted(f'{name}:')}: these are pieces of {name[:LONGEST]}, not of {game.name}"])
    found: dict[str, list[str]] = {}
    army = ""
    for word in in_words(game, rest).replace(",", " ").split():
        if word in game.ruleset.players:
            army = word
        found.setdefault(army, []).extend([word] if word != army else [])
    return found


def _group(game: Game, army: str, word: str) -> Group:
    """The pieces that one word names.

    Raises:
        PositionError: if it names none.
    """
    players = game.ruleset.players
    if len(word) > LONGEST:
        raise PositionError([f"{quoted(word)}: too long for a kind and a number"])
    if hyphen := _HYPHEN.fullmatch(word):
        raise PositionError([f"{quoted(word)}: a range is written '{hyphen[1]}..{hyphen[2]}'"])
    match = _WORD.fullmatch(word)
    if match is None:
        raise PositionError(
            [f"{quoted(word)}: after a kind comes nothing or its number, of four digits at most: {_COUNTS}"]
        )
    kinds = [_kind(game, army, word, name) for name in match["kinds"].split("+")]
    if army not in players:
        about = f"{quoted(word)}: whose piece is this?" if not army else f"{quoted(army)} is no player of {game.name}."
        raise PositionError([f"{about} A player comes first: {', '.join(players)}"])
    least, most = (None if match[each] is None else int(match[each]) for each in ("least", "most"))
    if match["star"] is None:
        least, most = 1, 1
    elif match["dots"] is None:
        most = least
    if most is not None and most < (least or 0):
        raise PositionError([f"{quoted(word)}: {most} is less than {least}; the smaller number comes first"])
    return Group((army, tuple(sorted(kinds))), least or 0, most)


def _kind(game: Game, army: str, word: str, name: str) -> str:
    """The kind of a name or an abbreviation in a word.

    Raises:
        PositionError: saying what the word is instead.
    """
    try:
        return find_kind(game, name)
    except PositionError:
        pass
    players, kinds = game.ruleset.players, list(game.ruleset.abbreviations.values())
    if lacking := unsupported(word) or ("" if army else lacks_colon(word)):
        raise PositionError([f"{quoted(word)}: {lacking}"])
    if list(game.reader.split_piece(word)):
        raise PositionError([f"{quoted(word)}: kinds are named here, without cells"])
    same = game.reader.abbreviation(name)
    close = [same] if same else get_close_matches(name, [*kinds, *players], n=1, cutoff=0.5)
    there_are = ", ".join(kinds if army else [*players, *kinds])
    hint = f"; do you mean '{close[0]}'?" if close else f"; there are {there_are}"
    raise PositionError([f"{quoted(word)}: neither a player nor a kind of {game.name}{hint}"])


def in_words(game: Game, text: str) -> str:
    """Material such as `white K R black K`, if a text is `KRvK`, `KR-K`, `K+R v K` or `KRK`; otherwise the text.

    The first player's pieces come first. Without a sign between the sides each begins with its royal piece.

    Raises:
        PositionError: if the text can be read in several ways.
    """
    players, kinds = game.ruleset.players, game.ruleset.abbreviations
    if len(players) != 2 or len(text) > _LONGEST:
        return text
    joined = not game.ruleset.facts("compounds", 0)  # otherwise `K+R` is one piece
    found = dict.fromkeys(
        f"{players[0]} {' '.join(first)} {players[1]} {' '.join(second)}"
        for left, right in _halves(text.strip(), [kinds[kind] for kind in sorted(game.ruleset.royal) if kind in kinds])
        for first in _cut(left, list(kinds.values()), joined)
        for second in _cut(right, list(kinds.values()), joined)
    )
    if len(found) > 1:
        raise PositionError([f"{quoted(text)} may be {' or '.join(map(quoted, found))}; write one of these"])
    return next(iter(found), text)


def _halves(text: str, royal: list[str]) -> Iterator[tuple[str, str]]:
    """Every way to split a text into the pieces of two players."""
    for sign in _BETWEEN.finditer(text, 1, len(text) - 1):
        yield text[: sign.start()], text[sign.end() :]
    for at in range(1, len(text)):
        before, after = text[:at], text[at:]
        if after.startswith("v") and after[1:]:
            yield before, after[1:]
        if any(map(before.startswith, royal)) and any(map(after.startswith, royal)):
            yield before, after


def _cut(text: str, abbreviations: list[str], joined: bool) -> Iterator[tuple[str, ...]]:
    """Every way to split a text into pieces, with or without spaces, or with `+` between them if `joined`."""
    text = text.strip()
    if not text:
        yield ()
    for each in abbreviations:
        if text.startswith(each):
            after = text[len(each) :].lstrip()
            if joined and after.startswith("+") and after[1:].strip():
                after = after[1:]
            for rest in _cut(after, abbreviations, joined):
                yield (each, *rest)
