"""The rules of a game, written from the definition of a diagram: `game.lp` with includes, `diagram.lp` with facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, product

from ..asp.ruleset import Ruleset
from ..shorthand.betza import read_betza
from ..shorthand.matrix import read_matrix
from ..shorthand.mistake import ShorthandError
from ..shorthand.morph import read_morph
from .definition import DROPPED, Definition, DiagramError, Square, Type

_RESERVED = frozenset({"not"})
_SPARE = "nopqrstuvwxyz"
"""Letters behind a capital that several types would have."""


def rules_of(definition: Definition, title: str) -> dict[str, str]:
    """The files of a game, by name.

    Args:
        definition: the definition of the diagram.
        title: what the game is called.

    Raises:
        DiagramError: if a string of it cannot be read.
    """
    writer = _Writer(definition, title)
    return {"game.lp": writer.game(), "diagram.lp": writer.facts()}


def line_of(definition: Definition, text: str) -> int | None:
    """The line of the first type that a text names as rules made of a definition do; None if it names none."""
    lines = dict(zip(_names([each.name for each in definition.types]), definition.types, strict=True))
    return next((lines[word].line for word in re.findall(r"\w+", text) if word in lines), None)


def idle_moves(definition: Definition, ruleset: Ruleset) -> list[tuple[int, str, str]]:
    """The lines of types with a move that is left out: each with its number, name and why.

    One is left out if it changes nothing, or if it is a castling for which no partner starts far enough away.

    Args:
        definition: the definition of the diagram.
        ruleset: its rules.
    """
    number_of = {str(s.arguments[1]): s.arguments[0].number - 1 for s in ruleset.facts("type", 3)}
    idle = {str(s.arguments[1]) for s in ruleset.facts("betza_item", 3) if str(s.arguments[2]) == "idle"}
    kinds = {str(s.arguments[0]) for s in ruleset.facts("betza", 2) if str(s.arguments[1]) in idle}
    found = [(number_of[kind], "its move to a cell and back, which changes nothing, is no move") for kind in kinds]
    for fact in ruleset.facts("castles_in_vain", 3):
        kind, start, steps = fact.arguments
        cell, side = ruleset.names_by_symbol[start], "last" if steps.number > 0 else "first"
        why = f"from {cell} it cannot castle over {abs(steps.number)} columns towards the {side} column"
        found.append((number_of[str(kind)], f"{why}: no partner starts far enough away"))
    types = [(definition.types[number], why) for number, why in sorted(found)]
    return [(each.line, each.name, why) for each, why in types]


class _Writer:
    def __init__(self, definition: Definition, title: str) -> None:
        self._of, self._title = definition, title
        self._kinds = _names([each.name for each in definition.types])
        self._letters = _abbreviations([each.id for each in definition.types])
        self._ids = tuple(each.id for each in definition.types)
        self._royal = {number - 1 for number in definition.royals}
        self._morphs = {
            number: board for number, each in enumerate(definition.types) if (board := self._board(number, each))
        }
        self._uses: set[str] = set()
        self._check()

    def _check(self) -> None:
        """Refuse strings that cannot be read, by line and column."""
        width, height = self._of.numbers["files"], self._of.numbers["ranks"]
        for each in self._of.types:
            with _located(f"line {each.line}: the move of the {each.name}"):
                if each.move:
                    self._uses |= {use for _, use in read_betza(each.move, max(width, height) - 1).ends}
            with _located(f"the morph of the {each.name}"):
                if each.morph:
                    read_morph(each.morph, width, height, self._ids)
        with _located("captureMatrix"):
            if self._of.matrix:
                read_matrix(self._of.matrix, self._ids)
        if any("*" in board for board in self._morphs.values()) and not any(self._choices()):
            raise DiagramError(
                f"promoChoice={self._of.choice}: none of the types, {', '.join(self._ids)}, is one to which these may "
                "promote; say others, or maxPromote=0 if none promotes"
            )

    @property
    def _raises(self) -> bool:
        return self._of.numbers["promoOffset"] > 0

    @property
    def _hands(self) -> bool:
        return self._of.numbers["holdingsType"] in DROPPED

    @property
    def _offers(self) -> bool:
        """Whether what a promotion may choose depends on its rank, or on lost pieces."""
        return any(each.is_limited for each in self._of.offers)

    @property
    def _promoted(self) -> range:
        """The types that are promoted, without those that have a morph board of their own."""
        return range(min(self._of.numbers["maxPromote"], len(self._of.types)))

    def _board(self, number: int, each: Type) -> str:
        """The morph board of a type: its own, or that of the zone of promotion."""
        if each.morph or self._raises or self._offers or number not in self._promoted:
            return each.morph
        zone, ranks = self._of.numbers["promoZone"], self._of.numbers["ranks"]
        return "/".join(["*"] * min(zone, ranks) + [""] * max(0, ranks - zone))

    def game(self) -> str:
        """The entry: includes and nothing else."""
        of = self._of
        has_fen = not of.holes and all(re.fullmatch("[A-Z]", each) for each in self._letters)
        wanted: dict[str, object] = {
            "core/game.lp": True,
            "boards/letters.lp": True,
            "boards/square.lp": True,
            "boards/fen.lp": has_fen,
            "parameters/types.lp": True,
            "parameters/betza.lp": True,
            "parameters/castling_fen.lp": has_fen and any("O" in each.move for each in of.types),
            "parameters/names.lp": any(not each.move for each in of.types),
            "parameters/unmoved.lp": "unmoved" in self._uses,
            "parameters/regicide.lp": "regicide" in self._uses,
            "parameters/matrix.lp": of.matrix or of.iron,
            "parameters/trading.lp": "%" in of.matrix,
            "parameters/exchanges.lp": of.protected or of.countered,
            "parameters/morph.lp": self._morphs,
            "parameters/goals.lp": any(set(board) & set("+#") for board in self._morphs.values()),
            "parameters/raising.lp": self._raises,
            "parameters/offers.lp": self._offers and not self._raises,
            "parameters/hands.lp": self._hands,
            "diagram.lp": True,
        }
        lines = [f'#include "{name}".' for name, is_wanted in wanted.items() if is_wanted]
        return "\n".join(
            [f"% game.lp - {_comment(self._title)}, from the definition of an Interactive Diagram.", *lines, ""]
        )

    def facts(self) -> str:
        """The facts of the definition."""
        return "\n".join(
            [
                f"% diagram.lp - {_comment(self._title)}: board, piece types, array and parameters.",
                "#program base.",
                *self._field(),
                "",
                *self._types(),
                "",
                *self._array(),
                "",
                *self._parameters(),
                "",
            ]
        )

    def _field(self) -> Iterator[str]:
        width, height = self._of.numbers["files"], self._of.numbers["ranks"]
        yield f"game({_quoted(self._title)})."
        yield f"size({width},{height},1)."
        holes = [square for each in self._of.holes for some in each.squares for square in some]
        if holes:
            yield f"hole(({';'.join(map(_cell, dict.fromkeys(holes)))}))."
        yield "player(white,1)."
        yield "player(black,2)."

    def _types(self) -> Iterator[str]:
        for number, (each, kind, letters) in enumerate(zip(self._of.types, self._kinds, self._letters, strict=True)):
            move = f"betza({kind},{_quoted(each.move)})"
            if not each.move:
                move = f"moves_by_name({kind},{_quoted(each.name.lower())})"
            yield f"type({number + 1},{kind},{_quoted(each.id)}). abbreviation({kind},{_quoted(letters)}). {move}."
        for number in sorted(self._royal):
            yield f"royal({self._kinds[number]})."
        for player, other, may_lose in zip(("white", "black"), ("black", "white"), self._of.spare_royals, strict=True):
            if may_lose:
                yield f"last_royal({player})."
                # One move may capture all of them on its way.
                yield f"tally(royals,{player},0,0,{other}) :- locusts."
        if any(self._of.spare_royals):
            yield from (f"tallied(royals,{self._kinds[number]}) :- locusts." for number in sorted(self._royal))

    def _array(self) -> Iterator[str]:
        for each, kind in zip(self._of.types, self._kinds, strict=True):
            for army, squares, held in zip(("white", "black"), each.squares, each.held, strict=True):
                if squares:
                    yield f"start({army},{kind},({';'.join(_cell(square) for square in squares)}))."
                store = "hand" if self._hands else "lost" if kind in self._lost else ""
                if held and store:
                    yield f"start_held({store}({army}),{kind},{held})."
        for castles in self._of.castles:
            whose = ("white", "black")[castles.army]
            yield f"castles_as_from({whose},{_cell(castles.start)},{castles.column},{self._kinds[castles.partner]})."
        yield "start_state(castle,Cell) :- castling(_,_,_,Cell,_)."

    def _parameters(self) -> Iterator[str]:
        numbers = self._of.numbers
        for number, board in self._morphs.items():
            yield f"morph({self._kinds[number]},{_quoted(board)})."
        if any("*" in board for board in self._morphs.values()):
            yield from (f"promotion_choice({kind})." for kind in self._choices())
        if self._of.matrix:
            yield f"capture_matrix({_quoted(self._of.matrix)})."
        for number in self._of.iron:
            yield f"iron({self._kinds[number - 1]})."
        for number in dict.fromkeys(self._of.protected):
            yield f"no_exchange({self._kinds[number - 1]})."
        for number in dict.fromkeys(self._of.countered):
            yield f"no_counter_strike({self._kinds[number - 1]})."
        if numbers["castleFlip"]:
            yield "castles_by_column."
        if self._raises:
            yield f"promotion_ranks({numbers['promoZone']})."
            yield f"must_rise({self._kinds[0]})."
            yield from (f"raises({kind},{new})." for kind, new in self._raised().items())
        if self._offers and not self._raises:
            yield from self._offered()
        if self._hands:
            yield "any_touch." if self._raises else ""
            back = {new: kind for kind, new in self._raised().items()} if numbers["holdingsType"] == -1 else {}
            others = [kind for number, kind in enumerate(self._kinds) if number not in self._royal]
            yield from (f"held_as({kind},{back.get(kind, kind)})." for kind in others)
        if self._of.stalemate != "draw":
            yield "no_move(loses)."
        yield "repetitions(3)."

    def _raised(self) -> dict[str, str]:
        """What each type that promotes becomes, if types do so by an offset."""
        offset, count = self._of.numbers["promoOffset"], len(self._kinds)
        if not self._raises:
            return {}
        places = range(min(self._of.numbers["maxPromote"], count))
        return {
            self._kinds[n]: self._kinds[n + offset if n + offset < count else min(offset, count - 1)] for n in places
        }

    def _offered(self) -> Iterator[str]:
        """The facts about promotions by rank, or for lost pieces."""
        yield from (f"accepts({self._kinds[each]})." for each in self._promoted if not self._of.types[each].morph)
        zone = min(self._of.numbers["promoZone"], self._of.numbers["ranks"])
        for offer in self._of.offers:
            last = min(offer.last or zone, zone)
            if offer.first <= last:
                kinds = (kind for kind, sign in zip(self._kinds, self._ids, strict=True) if sign == offer.id)
                yield from (f"promotion_offer({kind},{offer.first},{last})." for kind in kinds)
        yield from (f"offer_of_lost({kind})." for kind in self._lost)

    @property
    def _lost(self) -> list[str]:
        """The kinds that a promotion may choose if one is lost."""
        signs = {each.id for each in self._of.offers if each.is_lost}
        return [kind for kind, sign in zip(self._kinds, self._ids, strict=True) if sign in signs]

    def _choices(self) -> Iterator[str]:
        """The kinds that a promotion may choose."""
        listed = {each.id for each in self._of.offers}
        for number, (kind, sign) in enumerate(zip(self._kinds, self._ids, strict=True)):
            if sign in listed or (not self._of.choice and number and number not in self._royal):
                yield kind


@contextmanager
def _located(what: str) -> Iterator[None]:
    """Say of which string a mistake is.

    Raises:
        DiagramError: if one is found within.
    """
    try:
        yield
    except ShorthandError as error:
        raise DiagramError(f"{what}, column {error.column}: {error.reason}") from error


def _names(names: list[str]) -> list[str]:
    """Constants for the names of types, each another."""
    found: list[str] = []
    for name in names:
        word = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        word = word if word[:1].isalpha() and word not in _RESERVED else f"type_{word}".rstrip("_")
        found.append(
            next(each for each in (word, *(f"{word}_{n}" for n in range(2, len(names) + 2))) if each not in found)
        )
    return found


def _abbreviations(ids: list[str]) -> list[str]:
    """How positions write the types: by the ID where it is a capital and no other has it."""
    found: list[str] = []
    for sign in ids:
        first = sign if re.fullmatch("[A-Z]", sign) else (re.sub("[^A-Za-z]", "", sign)[:1].upper() or "X")
        some = (first + "".join(more) for length in count() for more in product(_SPARE, repeat=length))
        found.append(next(each for each in some if each not in found))
    return found


def _cell(square: Square) -> str:
    return f"({square[0]},{square[1]},1)"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def _comment(text: str) -> str:
    return " ".join(text.split())
