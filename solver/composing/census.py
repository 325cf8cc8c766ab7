"""A census: of some materials, how many sound problems of a stipulation there are, up to the symmetries of the board.

The numbers are read from endgame tables (`tabling.py`), so nobody has rights to castle; `compose --every` lists the
problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from ..compiled.compile.outcomes import Type
from ..endgame.material import Material
from ..errors import quoted
from ..play.game import Game
from ..solving.problem.stipulation import Stipulation, StipulationError
from ..solving.search.limits import Limits
from .errors import SpecificationError
from .judge import Judge
from .makers import Tell
from .setting import Man, Setting, standing_cells
from .tabling import Tabling


@dataclass(frozen=True, slots=True)
class Counted:
    """How many sound problems there are of some men.

    Attributes:
        material: the men, as `compose --men` has them.
        stipulation: what the problems ask for.
        sound: so many of them are sound, every man needed, none equal to another up to symmetry.
    """

    material: str
    stipulation: str
    sound: int

    def as_json(self) -> dict[str, Any]:
        """The numbers as documented for `--json`."""
        return {"material": self.material, "stipulation": self.stipulation, "sound": self.sound}

    def line(self) -> str:
        """A line of the list in a file."""
        return f"  - {{material: {self.material}, stipulation: '{self.stipulation}', sound: {self.sound}}}\n"


def heading(command: str, game: Game) -> str:
    """What stands above the lines of a file."""
    return f"# {command}\ngame: {game.name}\ncounts:\n"


def three_men(game: Game, pairs: bool = False) -> list[Material]:
    """All material of three men in which the first player has two, the second his royal man only.

    Args:
        game: the game.
        pairs: whether the first player has two men and no royal man, or else one with his royal man.

    Raises:
        SpecificationError: if the game is not for two, or has not one royal kind.
    """
    players, royals = game.ruleset.players, sorted(game.ruleset.royal)
    if len(players) != 2 or len(royals) != 1:
        raise SpecificationError(
            f"{game.name} has {len(players)} players and {len(royals)} royal kinds; a census is of two with one"
        )
    royal = (royals[0],)
    kinds = [(kind,) for kind in game.ruleset.abbreviations if (kind,) != royal]
    groups = combinations_with_replacement(kinds, 2) if pairs else ((kind, royal) for kind in kinds)
    some: Iterable[list[Type]] = ([*((players[0], kind) for kind in group), (players[1], royal)] for group in groups)
    return [Material.of(game, each) for each in some]


def census(
    game: Game,
    materials: Iterable[Material],
    stipulations: Iterable[str],
    limits: Limits,
    known: Iterable[tuple[str, str]] = (),
    tell: Tell = lambda _: None,
) -> Iterator[Counted]:
    """Count the sound problems of materials, one after another.

    Args:
        game: the game, with the compiled engine.
        materials: the men.
        stipulations: what the problems ask for: `#n` and `h#n`.
        limits: when to end.
        known: materials and stipulations that are left out.
        tell: is told what is being done.

    Raises:
        LimitReached: at a limit.
        EndgameError: if there can be no table, or it does not say what is asked.
        StipulationError: if a stipulation cannot be read, or has no key.
    """
    left_out = set(known)
    asked = [Stipulation.parse(each).checked(game) for each in stipulations]
    for each in asked:
        if each.played:
            raise StipulationError(f"{quoted(str(each))}: only problems with a key are counted, such as #2")
    for material in materials:
        name = material.text(game)
        for stipulation in asked:
            if (name, str(stipulation)) in left_out:
                continue
            men = [Man(each, standing_cells(game, each), True) for each in material.types]
            setting = Setting(game, stipulation, men)
            found = {setting.identity(one) for some in Tabling(Judge(setting), limits, tell).sound() for one in some}
            limits.spend(0)
            yield Counted(name, str(stipulation), len(found))


def read_counts(text: str, name: str, game: Game) -> set[tuple[str, str]]:
    """The materials and stipulations that a file of a census has.

    Raises:
        SpecificationError: if it is no such file, or of another game.
    """
    from yaml import YAMLError, safe_load

    try:
        document = safe_load(text)
        found = {(each["material"], each["stipulation"]) for each in document["counts"] or ()}
        other = document["game"]
    except (YAMLError, KeyError, TypeError) as error:
        raise SpecificationError(
            f"{name}: this is no census; give a new file, or one that a census has written"
        ) from error
    if other != game.name:
        raise SpecificationError(f"{name}: this is a census of {quoted(str(other))}, not of {game.name}")
    return found
