"""Specifications: what is to be composed, from a file or from options."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiled.compile.outcomes import Type
from ..endgame.errors import EndgameError
from ..endgame.placement_batches import Cells
from ..endgame.successors import Material
from ..errors import meant, quoted, shortened
from ..files import read_text
from ..notation.line import unsupported
from ..play.game import Game
from ..solving.problem.stipulation import Play, Stipulation, StipulationError
from ..verification.documents import read_documents
from ..verification.errors import PuzzleError, all_read
from .errors import SpecificationError
from .search_space import Man, Setting, standing_cells

if TYPE_CHECKING:
    from jsonschema import ValidationError

_COUNTED = re.compile(r"(.+?)(?:\*(?:(\d{1,2})-)?(\d{1,2}))?")
_MOST_MEN = 32
_PLAYS = (Play.DIRECT, Play.SELF, Play.HELP, Play.SERIES, Play.SERIES_HELP)


@dataclass(frozen=True, slots=True)
class Specification:
    """What is to be composed, as it was written.

    Attributes:
        game: the name of the game.
        stipulation: what the problems ask for.
        men: the kinds of each player, each with how many there are of it, such as `P`, `P*2` or `P*0-2`.
        readings: readings of the game's rules.
        zones: by player and kind the cells, or patterns of cells, where such men may stand.
        solutions: how many solutions there are to be.
        conditions: what else has to hold; see `conditions.py`.
        ask: what the men have to satisfy as they stand, as rules of ASP over the vocabulary of `find`.
        against: where more than two play, who is to be put out of the game; None is anybody.
    """

    game: str
    stipulation: str
    men: dict[str, tuple[str, ...]]
    readings: tuple[str, ...] = ()
    zones: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    solutions: int = 1
    conditions: tuple[str, ...] = ()
    ask: str = ""
    against: str | None = None


def schema() -> str:
    """The JSON schema of a specification."""
    return (files(__package__) / "specification.schema.json").read_text(encoding="utf-8")


def read_specification(path: Path) -> Specification:
    """The specification in a file.

    Raises:
        SpecificationError: naming file and line, if it cannot be read, or is not of the form of one.
    """
    try:
        documents = all_read(read_documents(str(path), read_text(path)))
    except OSError as error:
        raise SpecificationError(f"{path}: cannot be read: {error.strerror or error}") from error
    except PuzzleError as error:
        raise SpecificationError(str(error)) from error
    if len(documents) != 1:
        raise SpecificationError(f"{path}: a specification is one document, and here are {len(documents)}")
    (document,) = documents
    for place, wrong in _mistakes(document.fields):
        raise SpecificationError(f"{path}:{document.line(place)}: {wrong}")
    return specified(document.fields)


def _validator() -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema()))


def _order(error: ValidationError) -> tuple[bool, str]:
    """First what is misspelt, for which something else will be missing."""
    return error.validator != "additionalProperties", error.json_path


def _mistakes(fields: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Where something is not of the form of a specification, and what would be right."""
    for error in sorted(_validator().iter_errors(fields), key=_order):
        place = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            fields = error.schema.get("properties", {})
            (name, *_) = [each for each in error.instance if each not in fields]
            hint = meant(str(name), fields) or f"; there are {', '.join(fields)}"
            yield (*place, name), f"there is no field {quoted(name)}{hint}"
            continue
        right = error.schema.get("description") if place and isinstance(error.schema, dict) else None
        where = ".".join(map(str, place)) or "the specification"
        yield place, f"{where}: {shortened(error.message)}{f'; it should be {right}' if right else ''}"


def specified(fields: Mapping[str, Any]) -> Specification:
    """A specification from the fields of its schema.

    Raises:
        SpecificationError: if they are not such.
    """
    for _, wrong in _mistakes(fields):
        raise SpecificationError(wrong)
    return Specification(
        str(fields["game"]),
        str(fields["stipulation"]),
        {player: _texts(kinds) for player, kinds in fields["men"].items()},
        _texts(fields.get("readings")),
        {
            player: {kind: _texts(cells) for kind, cells in kinds.items()}
            for player, kinds in (fields.get("zones") or {}).items()
        },
        int(fields.get("solutions") or 1),
        _texts(fields.get("conditions")),
        str(fields.get("ask") or ""),
        None if fields.get("against") is None else str(fields["against"]),
    )


def _texts(some: Any) -> tuple[str, ...]:
    return tuple(str(each) for each in some or ())


def split_men(text: str) -> dict[str, tuple[str, ...]]:
    """Men as options have them, such as `white K Q black K P*0-2`: players, each a word that begins with no capital.

    Raises:
        SpecificationError: if a kind comes before any player.
    """
    found: dict[str, tuple[str, ...]] = {}
    player = ""
    for word in text.replace(",", " ").split():
        if word.islower():
            player = word
            found.setdefault(player, ())
        elif not player:
            raise SpecificationError(
                f"{quoted(word)}: whose man is this? A player comes first, such as in 'white K Q black K'"
            )
        else:
            found[player] = (*found[player], word)
    return found


def split_zones(texts: Iterable[str]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Zones as options have them, such as `white K: ?1 ?2`.

    Raises:
        SpecificationError: if one is not of that form.
    """
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for text in texts:
        before, colon, cells = text.partition(":")
        words = before.split()
        if not colon or len(words) != 2 or not cells.split():
            raise SpecificationError(f"zones: {quoted(text)}: it should be like 'white K: ?1 ?2'")
        found.setdefault(words[0], {})[words[1]] = tuple(cells.replace(",", " ").split())
    return found


def stipulation_of(specification: Specification, game: Game) -> Stipulation:
    """What the problems ask for.

    Raises:
        SpecificationError: if it is no stipulation of the game, or of a play that is not composed.
    """
    try:
        stipulation = Stipulation.parse(specification.stipulation).checked(game, specification.against)
    except StipulationError as error:
        raise SpecificationError(f"stipulation: {error}") from error
    if specification.against == game.ruleset.players[0]:
        raise SpecificationError(f"against: {quoted(specification.against)} begins; it may be another player")
    if stipulation.played:
        raise SpecificationError(f"stipulation: {quoted(specification.stipulation)}: problems are composed with a key")
    if stipulation.play not in _PLAYS:
        raise SpecificationError(f"stipulation: {quoted(specification.stipulation)}: reflex play is not composed")
    return stipulation


def setting_of(specification: Specification, game: Game, stipulation: Stipulation, sorts: tuple[str, ...]) -> Setting:
    """The game and the men of a specification.

    Args:
        specification: what is wanted.
        game: its game.
        stipulation: what the problems ask for.
        sorts: what the rules call the first moves that are asked for.

    Raises:
        SpecificationError: if it asks for what there is not in the game, or for such a first move by no man who can
            make one.
        RulesError: if the game cannot be compiled.
    """
    zones = _Zones(specification, game)
    men = [man for player, kinds in specification.men.items() for man in _men(game, player, kinds, zones)]
    zones.check()
    if len(men) > _MOST_MEN:
        raise SpecificationError(f"men: at most {_MOST_MEN} are composed with, and these may be {len(men)}")
    for player in game.ruleset.players:
        if not any(man.type[0] == player for man in men):
            raise SpecificationError(f"men: {player} has none")
    try:
        Material.of(game, [man.type for man in men]).checked(game)
    except EndgameError as error:
        raise SpecificationError(f"men: {error}") from error
    return Setting(game, stipulation, men, sorts, specification.against)


def _men(game: Game, player: str, kinds: tuple[str, ...], zones: _Zones) -> Iterator[Man]:
    if player not in game.ruleset.players:
        hint = unsupported(player) or ", ".join(game.ruleset.players)
        raise SpecificationError(f"men: {quoted(player)} is no player of {game.name}: {hint}")
    for word in kinds:
        found = _COUNTED.fullmatch(word)
        assert found is not None
        kind, least, most = found[1], found[2] or found[3] or "1", found[3] or "1"
        if int(least) > int(most):
            raise SpecificationError(f"men: {quoted(word)}: the smaller number comes first")
        each = _type(game, player, kind)
        cells = zones.cells(each, kind)
        for number in range(int(most)):
            yield Man(each, cells, number < int(least))


def _type(game: Game, player: str, kind: str) -> Type:
    try:
        types = Material.parse(game, f"{player} {kind}").types
    except EndgameError as error:
        raise SpecificationError(f"men: {error}") from error
    if len(types) != 1:
        raise SpecificationError(f"men: {quoted(kind)} is no kind of {game.name}")
    return types[0]


class _Zones:
    """The cells where men may stand."""

    def __init__(self, specification: Specification, game: Game) -> None:
        self.zones, self.game = specification.zones, game
        self._used: set[tuple[str, str]] = set()

    def cells(self, each: Type, kind: str) -> Cells:
        """The cells of a man."""
        cells = standing_cells(self.game, each)
        patterns = self.zones.get(each[0], {}).get(kind)
        if patterns is not None:
            self._used.add((each[0], kind))
            vectors = list(self.game.ruleset.cells)
            names = [self.game.names[vector] for vector in vectors]
            for pattern in patterns:
                if not any(fnmatchcase(name, pattern) for name in names):
                    raise SpecificationError(f"zones: no cell of {self.game.name} is {quoted(pattern)}")
            cells = np.array(
                [number for number in cells if any(fnmatchcase(names[number], each) for each in patterns)], np.int64
            )
        if not len(cells):
            raise SpecificationError(f"{each[0]} {kind}: there is no cell where it may stand")
        return cells

    def check(self) -> None:
        """Refuse zones of men that there are not."""
        for player, kinds in self.zones.items():
            for kind in kinds:
                if (player, kind) not in self._used:
                    raise SpecificationError(f"zones: no {player} {kind} is among the men")
