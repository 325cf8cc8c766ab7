"""What stands on the board: armies and their pieces, and what captures and promotions make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Self

from ..asp.routes import RouteTable
from ..asp.terms import vector
from ..compiled.choosing import engine_of
from ..compiled.compile.outcomes import Type
from ..compiled.tables import LOOSE
from ..errors import PositionError, quoted, told
from ..notation.draft import LONGEST
from ..notation.line import lacks_colon, split_game, unsupported
from ..play.game import Game
from ..play.position import Position
from ..play.setup import flaws_of
from ..play.sides import in_words
from .errors import EndgameError
from .leads import Leads, Way, types_in


@dataclass(frozen=True, slots=True)
class Material:
    """The pieces of a table, each an army and its kinds, in the order of `Material.of`."""

    types: tuple[Type, ...]

    @staticmethod
    def of(game: Game, types: list[Type]) -> Material:
        """The material of some pieces, sorted by the turn of their army and by their name."""
        players = game.ruleset.players
        return Material(tuple(sorted(types, key=lambda each: (players.index(each[0]), game.piece_name(each[1])))))

    def check_holds(self, position: Position) -> None:
        """Refuse a position with other pieces.

        Raises:
            EndgameError: saying which.
        """
        if (there := Material.on(position)) != self:
            mine, other = (each.text(position.game) for each in (self, there))
            raise EndgameError(f"{position}: this is the table of {mine}, and the position has {other}")

    @staticmethod
    def parse(game: Game, text: str) -> Material:
        """Read such as `white K Q black K`, or `KQvK` and `KQK` for the same, with or without the game before it.

        Raises:
            EndgameError: naming every word that is wrong, and what would be right.
        """
        name, rest, offset = split_game(text)
        if offset and name != game.name:
            raise EndgameError(f"{quoted(f'{name}:')}: this is material of {name[:LONGEST]}, not of {game.name}")
        try:
            rest = in_words(game, rest)
        except PositionError as error:
            raise EndgameError(str(error)) from error
        kinds = {abbreviation: kind for kind, abbreviation in game.ruleset.abbreviations.items()}
        players = game.ruleset.players
        army, types, problems = "", list[Type](), list[str]()
        for word in rest.replace(",", " ").split():
            parts = word.split("+")
            unknown = [part for part in parts if part not in kinds]
            if word in players:
                army = word
            elif len(word) > LONGEST:
                problems.append(f"{quoted(word)}: too long to be a part of material")
            elif unknown:
                if not problems and not army and (lacking := lacks_colon(word)):
                    raise EndgameError(f"{quoted(word)}: {lacking}")
                if lacking := unsupported(word):
                    problems.append(f"{quoted(word)}: {lacking}")
                    continue
                if list(game.reader.split_piece(word)):
                    problems.append(f"{quoted(word)}: material has no cells")
                    continue
                kind = game.reader.abbreviation(unknown[0])
                close = [kind] if kind else get_close_matches(unknown[0], [*kinds, *players], n=1, cutoff=0.5)
                there_are = ", ".join(kinds if army else [*players, *kinds])
                hint = f"; do you mean '{close[0]}'?" if close else f"; there are {there_are}"
                problems.append(f"{quoted(word)}: neither a player nor a kind of {game.name}{hint}")
            elif not army:
                problems.append(f"{quoted(word)}: whose piece is this? A player comes first: {', '.join(players)}")
            else:
                types.append((army, tuple(sorted(kinds[part] for part in parts))))
        if not problems and not types:
            problems.append(f"there is no piece; material is such as '{players[0]} {min(kinds)}'")
        if problems:
            raise EndgameError(told(problems))
        return Material.of(game, types).checked(game)

    def checked(self, game: Game) -> Self:
        """The material, if there are such men by the rules by which positions are judged.

        Raises:
            EndgameError: with every reason why there are not.
        """
        if problems := flaws_of(game, self.types):
            raise EndgameError(told(problems))
        return self

    @staticmethod
    def on(position: Position) -> Material:
        """What stands on the board in a position."""
        return Material.of(position.game, [(piece.army, piece.kinds) for piece in position.pieces.values()])

    def matched(self, types: Sequence[Type]) -> list[int]:
        """For each piece of the material, which of these is of its type; those of one type are alike."""
        left = list(enumerate(types))
        found = []
        for each in self.types:
            match = next(one for one in left if one[1] == each)
            left.remove(match)
            found.append(match[0])
        return found

    def text(self, game: Game) -> str:
        """The material as `parse` reads it, without the game."""
        words: list[str] = []
        army = ""
        for owner, kinds in self.types:
            words += [] if owner == army else [owner]
            words.append(game.piece_name(kinds))
            army = owner
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A move to other material: which piece becomes what, and which is captured.

    Attributes:
        mover: the number of the piece that moves.
        becomes: what it becomes, or None if it stays what it is.
        victim: the number of the piece captured, or None.
    """

    mover: int
    becomes: Type | None
    victim: int | None


class Kinds:
    """What the compiled tables say of the types of a game; they grow when men are met that they do not know.

    Args:
        game: the game.
        materials: what is asked about; compound pieces there are compiled too.
    """

    def __init__(self, game: Game, *materials: Material) -> None:
        self.game, self.engine = game, engine_of(game)
        self.meet(*materials)
        self.routes: RouteTable = game.ruleset.routes
        self.leads = Leads(self.engine)
        self._choices: dict[Type, list[tuple[Type, ...]]] = {}
        self.walks: dict[object, Any] = {}  # what `steps.walk_of` has made

    def meet(self, *materials: Material) -> None:
        """Have it laid out what the men of some materials do who meet there."""
        for material in materials:
            self.engine.meet(material.types)
        self.arrays = self.engine.arrays
        self.number = {each: number for number, each in enumerate(self.engine.types, 1)}

    def way(self, material: Material) -> Way:
        """How the table of some material is made."""
        return Way.TRACED if self.arrays.routine else self.leads.of(material.types).way

    def led_to(self, material: Material) -> list[Material]:
        """The other materials that a move may lead to, the men being met; all of them if the way is TRACED."""
        if self.way(material) is Way.TRACED:
            found = dict.fromkeys(other for _, other in self.exchanges(material))
        else:
            found = dict.fromkeys(Material.of(self.game, list(types)) for types in self.leads.of(material.types).to)
        if not self.arrays.routine:
            self.meet(*found)
        return list(found)

    def royal(self, each: Type) -> bool:
        """Whether a piece is royal, so that it is never captured."""
        return not self.game.ruleset.royal.isdisjoint(each[1])

    def choices(self, each: Type) -> list[tuple[Type, ...]]:
        """For each cell what the piece can choose to become when it arrives there; none if nothing."""
        if each not in self._choices and not self.arrays.routine:
            self._choices[each] = self.leads.choices(each)
        elif each not in self._choices:
            types = self.engine.types
            self._choices[each] = [
                tuple(types[number - 1] for number in some) for some in self.arrays.choices(self.number[each])
            ]
        return self._choices[each]

    def is_promoted(self, each: Type) -> bool:
        """Whether a piece may become another, or have another become so, by arriving somewhere."""
        return any(self.choices(each)) if self.arrays.routine else any(self.leads.changing(each))

    def closure(self, material: Material) -> list[Type]:
        """The types of some men, and all that moves may make of them."""
        if not self.arrays.routine:
            return types_in(one.types for one in reachable(self, material))
        found = list(dict.fromkeys(material.types))
        for each in found:  # which grows meanwhile
            found += dict.fromkeys(new for some in self.choices(each) for new in some if new not in found)
        return found

    def walks_of(self, each: Type) -> tuple[int, ...]:
        """The numbers of the walks of a type."""
        return tuple(self.arrays.walks(self.number[each]))

    def barred(self, each: Type) -> set[int]:
        """The numbers of the cells where the piece never stands."""
        return self._cells("misplaced", each)

    def homes(self, each: Type) -> set[int]:
        """The numbers of the cells from which the piece has a double step."""
        army, kinds = each
        uses = {use for kind in kinds for uses in self.routes.ends.get((army, kind), {}).values() for use in uses}
        return self._cells("home", each) if "first" in uses else set()

    def _cells(self, name: str, each: Type) -> set[int]:
        """The numbers of the cells that name/3 gives for an army and a kind."""
        rows = (symbol.arguments for symbol in self.game.ruleset.facts(name, 3))
        cells = {vector(cell) for army, kind, cell in rows if str(army) == each[0] and str(kind) in each[1]}
        return {self.engine.number[cell] for cell in cells if cell in self.engine.number}

    def exchanges(self, material: Material) -> Iterator[tuple[Exchange, Material]]:
        """Every way in which a move can lead to other material, and to which."""
        types = material.types
        for mover, one in enumerate(types):
            choices = self.choices(one)
            new = {choice for some in choices for choice in some} - {one}
            stays = any(not some or one in some for some in choices)
            victims = [v for v, other in enumerate(types) if other[0] != one[0] and not self.royal(other)]
            for becomes in (*([None] if stays else []), *sorted(new)):
                for victim in (None, *victims):
                    if becomes is not None or victim is not None:
                        after = [becomes or one if n == mover else each for n, each in enumerate(types) if n != victim]
                        yield Exchange(mover, becomes, victim), Material.of(self.game, after)

    def check(self, material: Material) -> None:
        """Refuse what a table cannot hold.

        Raises:
            EndgameError: with every reason.
        """
        game, types = self.game, material.types
        problems = [] if self.arrays.routine else list(self.leads.of(types).problems)
        if len(game.ruleset.players) != 2:
            problems.append(f"{game.name} has {len(game.ruleset.players)} players, and endgame tables are for two")
        problems += flaws_of(game, types)
        for each in dict.fromkeys(types):
            if self.arrays.routine and self.arrays.types[self.number[each], LOOSE]:
                problems.append(
                    f"{game.piece_name(each[1])} has routes over other pieces, which tables do not know yet"
                )
        in_passing = self.game.ruleset.names("in_passing")
        passers = {army for army, kinds in types if in_passing.intersection(kinds)}
        if len(passers) > 1 and any(self.homes(each) for each in types):
            problems.append("here a double step may be captured in passing, which tables do not hold")
        if problems:
            raise EndgameError(f"{material.text(game)}: {'; '.join(problems)}")


def reachable(kinds: Kinds, material: Material, check: Callable[[Material], None] | None = None) -> list[Material]:
    """The material and all that captures and promotions can make of it, each after what it leads to.

    Args:
        kinds: the game.
        material: the material.
        check: is asked about each before what it leads to is found, and may refuse it.

    Raises:
        EndgameError: if material can come back, or a table cannot hold some of it.
    """
    done: dict[Material, bool] = {}

    def visit(one: Material) -> None:
        kinds.check(one)
        if check:
            check(one)
        done[one] = False
        for other in kinds.led_to(one):
            if other not in done:
                visit(other)
            elif not done[other]:
                name = one.text(kinds.game)
                raise EndgameError(f"{name}: moves lead back to the same material, which tables do not know yet")
        del done[one]
        done[one] = True

    visit(material)
    return list(done)
