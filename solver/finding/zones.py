"""Who may stand on the board, how many, and where: `white Qu*3..5 black Ki`, `black Ki inside`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..asp.terms import Vector
from ..errors import OptionError, PositionError, meant, quoted, told
from ..notation.line import unsupported
from ..play.game import Game
from ..play.kinds import find_kind
from ..play.sides import in_words

_WORD = re.compile(r"(?P<kind>[^*\s]+?)(?:\*(?P<least>\d+)?(?P<dots>\.\.)?(?P<most>\d+)?)?")
_EXAMPLE = "such as 'white Qu*3..5 black Ki': a player, then kinds; *3 for three, *3..5, *3.., or * for any number"
INSIDE, EDGE = "inside", "edge"


@dataclass(frozen=True, slots=True)
class Men:
    """Men of one kind and army.

    Attributes:
        kind, army: who they are.
        least, most: how many there must be, and may be; any number if `most` is None.
        cells: where they may stand.
    """

    kind: str
    army: str
    least: int
    most: int | None
    cells: tuple[Vector, ...]


def read_men(game: Game, text: str) -> tuple[Men, ...]:
    """The men of a text such as `white Qu*3..5 Kn black Ki`, or `KQvK`.

    Raises:
        OptionError: naming every word that is wrong, and what would be right.
    """
    players, cells = game.ruleset.players, tuple(game.ruleset.cells)
    found: dict[tuple[str, str], Men] = {}
    army, problems = "", list[str]()
    try:
        text = in_words(game, text)
    except PositionError as error:
        raise OptionError(str(error)) from error
    for word in text.replace(",", " ").split():
        if word in players:
            army = word
            continue
        match = _WORD.fullmatch(word)
        if not match:
            problems.append(f"{quoted(word)} is not written so; men are {_EXAMPLE}")
            continue
        if not army:
            problems.append(f"{quoted(word)}: whose men are these? A player comes first: {', '.join(players)}")
            continue
        try:
            kind = find_kind(game, match["kind"])
        except PositionError as error:
            if "+" in match["kind"]:
                problems.append(str(error))
                continue
            if lacking := unsupported(word):
                problems.append(f"{quoted(word)}: {lacking}")
                continue
            kinds = game.ruleset.abbreviations
            hint = meant(word, [*players, *kinds, *kinds.values()]) or f"; there are {', '.join([*players, *kinds])}"
            problems.append(f"{quoted(word)}: neither a player nor a kind of {game.name}{hint}")
            continue
        least, most = _numbers(word, match)
        if most is not None and most < least:
            problems.append(f"{quoted(word)}: {most} is less than {least}")
        if (kind, army) in found:
            problems.append(f"{quoted(word)}: {army} has {kind} already")
        found[kind, army] = Men(kind, army, least, most, cells)
    if not problems and not found:
        problems.append(f"there are no men; they are {_EXAMPLE}")
    if problems:
        raise OptionError(f"--pieces: {told(problems)}")
    return tuple(_placed(game, tuple(found.values())))


def counted(men: Sequence[Men], game: Game, text: str) -> tuple[tuple[str, str], ...]:
    """The kinds and armies whose number `pieces`, `white` or `white Qu` asks for.

    Raises:
        OptionError: if there are none such among the men.
    """
    words = text.replace(",", " ").split()
    found = [(each.kind, each.army) for each in men]
    if words != ["pieces"]:
        kinds = {find_kind(game, word) for word in words[1:]}
        found = [(kind, army) for kind, army in found if army == words[0] and (not kinds or kind in kinds)]
    if not found:
        raise OptionError(f"{quoted(text)} names none of --pieces; expected 'pieces', a player, or a player and kinds")
    return tuple(found)


def _numbers(word: str, match: re.Match[str]) -> tuple[int, int | None]:
    """How many men a word asks for, and allows."""
    least, most = (None if match[each] is None else int(match[each]) for each in ("least", "most"))
    if "*" not in word:
        return 1, 1
    if match["dots"]:
        return least or 0, most
    return least or 0, least


def _placed(game: Game, men: Sequence[Men]) -> Iterable[Men]:
    """The men, each where the game lets such stand."""
    barred = {
        (str(kind), str(army), tuple(part.number for part in cell.arguments))
        for army, kind, cell in (symbol.arguments for symbol in game.ruleset.facts("misplaced", 3))
    }
    for each in men:
        yield replace(each, cells=tuple(c for c in each.cells if (each.kind, each.army, c) not in barred))


def in_zones(game: Game, men: Sequence[Men], zones: Iterable[str]) -> tuple[Men, ...]:
    """The men, kept to zones such as `black Ki inside` or `white Pa Aa2 Ab2`.

    Raises:
        OptionError: if a zone is not written so, or nobody is meant.
    """
    found = list(men)
    for zone in zones:
        words = zone.replace(",", " ").split()
        if len(words) < 3 or words[0] not in game.ruleset.players:
            raise OptionError(f"--zone {quoted(zone)}: a zone is a player, a kind, and cells or {INSIDE} or {EDGE}")
        kind, cells = find_kind(game, words[1]), _zone(game, words[2:])
        numbers = [n for n, each in enumerate(found) if (each.army, each.kind) == (words[0], kind)]
        if not numbers:
            raise OptionError(f"--zone {quoted(zone)}: --pieces names no {kind} of {words[0]}")
        for number in numbers:
            each = found[number]
            found[number] = replace(each, cells=tuple(cell for cell in each.cells if cell in cells))
    return tuple(found)


def _zone(game: Game, words: Sequence[str]) -> frozenset[Vector]:
    if list(words) in ([INSIDE], [EDGE]):
        inside = inside_cells(game)
        return inside if words[0] == INSIDE else frozenset(game.ruleset.cells) - inside
    for word in words:
        if word not in game.vectors:
            raise OptionError(f"--zone: {quoted(word)} is neither a cell of {game.name} nor {INSIDE} or {EDGE}")
    return frozenset(game.vectors[word] for word in words)


def inside_cells(game: Game) -> frozenset[Vector]:
    """The cells away from every face of the board: along each dimension there is a next cell both ways."""
    cells = game.ruleset.cells

    def beside(cell: Vector, axis: int, step: int) -> Vector:
        return (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])

    return frozenset(
        cell
        for cell in cells
        if all(beside(cell, axis, step) in cells for axis in game.ruleset.axes for step in (-1, 1))
    )
