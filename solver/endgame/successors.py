"""The material that captures and promotions make of other material."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..asp.routes import RouteTable
from ..asp.terms import vector
from ..compiled.engine_choice import engine_of
from ..compiled.tables import LOOSE, TYPES
from ..errors import PositionError
from ..play.from_text import flaws_of
from ..play.game import Game
from ..play.material import Material, allowed_cells, read_material
from ..play.piece import Type
from .errors import EndgameError
from .leads import Leads, Method, types_in


def read_exact(game: Game, text: str) -> Material:
    """The material of a table from a text such as `white K Q black K` or `KQvK`, with or without the game before it.

    Raises:
        EndgameError: naming every word that is wrong, and what would be right; or why there are no such pieces.
    """
    try:
        found = read_material(game, text)
        for each in found.groups:
            if each.least != each.most:
                raise EndgameError(f"{each.army} {each.text(game)}: here the number of pieces is exact, such as *2")
        exact = Material.of(game, found.types)
        exact.check(game)
    except PositionError as error:
        raise EndgameError(str(error)) from error
    return exact


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
    """The compiled tables of the types of a game; they grow when pieces of new types are asked about.

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
        self.patterns: dict[object, Any] = {}  # what `piece_steps.pattern_of` has made

    def meet(self, *materials: Material) -> None:
        """Extend the tables by the types of some materials, and by what they do together."""
        for material in materials:
            self.engine.add_types(material.types)
        self.arrays = self.engine.arrays
        self.number = {each: number for number, each in enumerate(self.engine.types, 1)}

    def way(self, material: Material) -> Method:
        """How the table of some material is made."""
        return Method.TRACED if self.arrays.routine else self.leads.of(material.types).way

    def led_to(self, material: Material) -> list[Material]:
        """The other materials that a move may lead to; all of them if the method is TRACED. Their types are added."""
        if self.way(material) is Method.TRACED:
            found = dict.fromkeys(other for _, other in self.exchanges(material))
        else:
            found = dict.fromkeys(Material.of(self.game, types) for types in self.leads.of(material.types).to)
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
        """The types of some pieces, and all that moves may make of them."""
        if not self.arrays.routine:
            return types_in(one.types for one in reachable(self, material))
        found = list(dict.fromkeys(material.types))
        for each in found:  # which grows meanwhile
            found += dict.fromkeys(new for some in self.choices(each) for new in some if new not in found)
        return found

    def patterns_of(self, each: Type) -> tuple[int, ...]:
        """The numbers of the move patterns of a type."""
        return tuple(self.arrays.patterns(self.number[each]))

    def misplaced(self, each: Type) -> set[int]:
        """The numbers of the cells where the piece never stands."""
        allowed = set(allowed_cells(self.game, each))
        return {number for cell, number in self.engine.number.items() if cell not in allowed}

    def homes(self, each: Type) -> set[int]:
        """The numbers of the cells from which the piece has a double step."""
        army, kinds = each
        uses = {use for kind in kinds for uses in self.routes.ends.get((army, kind), {}).values() for use in uses}
        if "first" not in uses:
            return set()
        rows = (symbol.arguments for symbol in self.game.ruleset.facts("home", 3))
        cells = {vector(cell) for owner, kind, cell in rows if str(owner) == army and str(kind) in kinds}
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
            if self.arrays.routine and self.arrays[TYPES][self.number[each], LOOSE]:
                problems.append(f"{game.piece_name(each[1])} has routes over other pieces, which tables do not support")
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
                raise EndgameError(f"{name}: moves lead back to the same material, which tables do not support")
        del done[one]
        done[one] = True

    visit(material)
    return list(done)
