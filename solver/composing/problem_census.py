"""A census: of some materials, how many sound problems of a stipulation there are, up to the symmetries of the board.

The numbers are read from endgame tables (`tabling.py`), so there are no rights to castle; `compose --every` lists the
problems.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

from ..errors import quoted
from ..play.from_text import flaws_of
from ..play.game import Game
from ..play.material import Material
from ..play.piece import Type
from ..solving.problem.stipulation import Stipulation, StipulationError
from ..solving.search.limits import Limits
from .errors import SpecificationError
from .makers import ReportProgress
from .search_space import Setting, reachable_cells
from .soundness import Judge
from .tabling import Tabling, check


@dataclass(frozen=True, slots=True)
class Counted:
    """The number of sound problems of some pieces.

    Attributes:
        material: the pieces, as `compose --pieces` has them.
        stipulation: what the problems ask for.
        sound: how many are sound, with every piece needed, and no two equal up to symmetry.
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


class Question(NamedTuple):
    """How many sound problems are there of some pieces?

    Attributes:
        material: the pieces.
        stipulation: what the problems ask for.
    """

    material: Material
    stipulation: Stipulation

    def written(self, game: Game) -> tuple[str, str]:
        """The pieces and the stipulation, in words."""
        return self.material.text(game), str(self.stipulation)

    def setting(self, game: Game) -> Setting:
        """The problems that are counted: every piece is needed, and may be on any cell."""
        groups = (replace(each, cells=reachable_cells(game, each.type)) for each in self.material.groups)
        return Setting(game, self.stipulation, Material(tuple(groups)))


def heading(command: str, game: Game) -> str:
    """What stands above the lines of a file."""
    readings = f"readings: [{', '.join(game.ruleset.chosen)}]\n" if game.ruleset.chosen else ""
    return f"# {command}\ngame: {game.name}\n{readings}counts:\n"


def three_pieces(game: Game, pairs: bool = False) -> list[Material]:
    """All material of three pieces in which the first player has two, and the second only its royal piece.

    Args:
        game: the game.
        pairs: whether the first player has two pieces and no royal piece, or else one with its royal piece.

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
    return [Material.of(game, each) for each in some if not flaws_of(game, each)]


def planned(game: Game, materials: Iterable[Material], stipulations: Iterable[str]) -> list[Question]:
    """What is to be counted, each once.

    Args:
        game: the game, with the compiled engine.
        materials: the pieces.
        stipulations: what the problems ask for: `#n` and `h#n`.

    Raises:
        EndgameError: if tables do not say what is asked.
        StipulationError: if a stipulation cannot be read, or has no key.
    """
    asked = [Stipulation.parse(each).checked(game) for each in stipulations]
    for each in asked:
        if each.played:
            raise StipulationError(f"{quoted(str(each))}: only problems with a key are counted, such as #2")
    found = dict.fromkeys(Question(*each) for each in product(materials, asked))
    for question in found:
        check(question.setting(game))
    return list(found)


def census(
    game: Game, questions: Iterable[Question], limits: Limits, report: ReportProgress = lambda _: None
) -> Iterator[Counted]:
    """Count the sound problems of some pieces, one question after another.

    Args:
        game: the game, with the compiled engine.
        questions: as `planned` has them.
        limits: when to end.
        report: called with a description of the work.

    Raises:
        LimitReached: at a limit.
        EndgameError: if there can be no table.
    """
    for each in questions:
        setting = each.setting(game)
        found = {setting.identity(one) for some in Tabling(Judge(setting), limits, report).sound() for one in some}
        limits.spend(0)
        yield Counted(*each.written(game), len(found))


def read_counts(text: str, name: str, game: Game) -> set[tuple[str, str]]:
    """The materials and stipulations that a file of a census has.

    Raises:
        SpecificationError: if it is no such file, or of another game.
    """
    from yaml import YAMLError, safe_load

    try:
        document = safe_load(text)
        found = {(each["material"], each["stipulation"]) for each in document["counts"] or ()}
        other, readings = document["game"], document.get("readings") or []
    except (YAMLError, KeyError, TypeError) as error:
        raise SpecificationError(
            f"{name}: this is no census; give a new file, or one that a census has written"
        ) from error
    if other != game.name:
        raise SpecificationError(f"{name}: this is a census of {quoted(str(other))}, not of {game.name}")
    if readings != list(game.ruleset.chosen):
        theirs, ours = (", ".join(map(str, some)) or "the defaults" for some in (readings, game.ruleset.chosen))
        raise SpecificationError(f"{name}: this is a census by other readings ({theirs}) than {ours}")
    return found
