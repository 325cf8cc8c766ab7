"""Specifications: what is to be composed, from a file or from options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..errors import OptionError, PositionError, quoted
from ..files import read_text
from ..play.game import Game
from ..play.material import Material, read_material
from ..play.zones import in_zone
from ..solving.problem.stipulation import Aim, Play, Stipulation, StipulationError
from ..verification.documents import read_documents
from ..verification.errors import PuzzleError, all_read
from ..verification.form import Form
from .contradictions import check_room, check_supply
from .errors import SpecificationError
from .search_space import Setting, reachable_cells

_MOST_PIECES = 32
_PLAYS = (Play.DIRECT, Play.SELF, Play.HELP, Play.SERIES, Play.SERIES_HELP)


@dataclass(frozen=True, slots=True)
class Specification:
    """What is to be composed, as it was written.

    Attributes:
        game: the name of the game.
        stipulation: what the problems ask for.
        pieces: the kinds of each player, each with how many there are of it, such as `P`, `P*2` or `P*0..2`.
        readings: readings of the game's rules.
        zones: by player and kind the cells where such pieces may be, or patterns of cells.
        solutions: how many solutions there are to be.
        conditions: what else has to hold; see `conditions.py`.
        ask: rules of ASP over the vocabulary of `find` that the position satisfies.
        against: where more than two play, the player that is to be eliminated; None is any.
    """

    game: str
    stipulation: str
    pieces: dict[str, tuple[str, ...]]
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
    if mistake := _form().mistake(document.fields):
        raise SpecificationError(str(document.error(*mistake)))
    return specified(document.fields)


@cache
def _form() -> Form:
    return Form(schema(), {"men": "pieces"})


def specified(fields: Mapping[str, Any]) -> Specification:
    """A specification from the fields of its schema.

    Raises:
        SpecificationError: if they are not such.
    """
    if mistake := _form().mistake(fields):
        raise SpecificationError(mistake[1])
    return Specification(
        str(fields["game"]),
        str(fields["stipulation"]),
        {player: _texts(kinds) for player, kinds in fields["pieces"].items()},
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
        composed = ", ".join(f"{play}#" for play in _PLAYS)
        raise SpecificationError(
            f"stipulation: {quoted(specification.stipulation)}: such play is not composed; that of {composed} is"
        )
    return stipulation


def setting_of(specification: Specification, game: Game, stipulation: Stipulation, sorts: tuple[str, ...]) -> Setting:
    """The game and the pieces of a specification.

    Args:
        specification: what is wanted.
        game: its game.
        stipulation: what the problems ask for.
        sorts: what the rules call the first moves that are asked for.

    Raises:
        SpecificationError: if the game lacks something in it, or none of the pieces can make such a first move.
        RulesError: if the game cannot be compiled.
    """
    material = _material(specification.pieces, game)
    if len(material.types) > _MOST_PIECES:
        raise SpecificationError(
            f"pieces: problems are composed with at most {_MOST_PIECES}, and these may be {len(material.types)}"
        )
    for player in game.ruleset.players:
        if not any(each.army == player for each in material.groups):
            raise SpecificationError(
                f"pieces: {player} has no pieces; name those of each player, such as 'white K Q black K'"
            )
    _check_royals(material, stipulation, game)
    placed = Material(tuple(replace(each, cells=reachable_cells(game, each.type)) for each in material.groups))
    for each in placed.groups:
        if not each.cells:
            raise SpecificationError(f"{each.army} {each.text(game)}: there is no cell where it may be")
    check_supply(game, placed)
    try:
        for player, kinds in specification.zones.items():
            for kind, patterns in kinds.items():
                placed = in_zone(game, placed, player, kind, patterns)
    except OptionError as error:
        raise SpecificationError(f"zones: {error}") from error
    check_room(game, placed)
    return Setting(game, stipulation, placed, sorts, specification.against)


def _check_royals(material: Material, stipulation: Stipulation, game: Game) -> None:
    """Refuse a mate where no player that could be mated has a royal piece, or can get one.

    Raises:
        SpecificationError: naming the players.
    """
    ruleset = game.ruleset
    held = any(not ruleset.royal.isdisjoint(items) for items in ruleset.items.values())
    if stipulation.goal.aim is not Aim.MATE or ruleset.makes_royals or held:
        return
    mated = ruleset.players[1:] if stipulation.play is Play.DIRECT else ruleset.players
    if not any(each.army in mated and not ruleset.royal.isdisjoint(each.kinds) for each in material.groups):
        names = sorted(ruleset.abbreviations.get(kind, kind) for kind in ruleset.royal)
        wanted = f"add {' or '.join(names)}" if names else f"{game.name} has none"
        raise SpecificationError(f"pieces: {' and '.join(mated)} cannot be checkmated without a royal piece ({wanted})")


def _material(pieces: Mapping[str, Sequence[str]], game: Game) -> Material:
    """The pieces of a specification.

    Raises:
        SpecificationError: if some are not written so, their number has no limit, or the rules know no such pieces.
    """
    try:
        material = read_material(game, pieces)
        for each in material.groups:
            if each.most is None:
                raise SpecificationError(f"pieces: {quoted(each.text(game))}: a limit is missing, such as *0..2")
        material.check(game)
    except PositionError as error:
        raise SpecificationError(f"pieces: {error}") from error
    return material
