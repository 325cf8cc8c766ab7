"""What twins change: `Move e2 g2`, `Add white Qg2`, `Mirror a1<-->h1` and so on, as Popeye's manual has it.

Popeye prints that as `wRe2-->g2`, `wRe2<-->bKa1`, `-wRe2`, `+wQg2`, `mirror a1<-->h1`; so do solutions here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from ..errors import quoted
from .entry_position import Diagram, DiagramError
from .geometry import Map, mirrored, shifted, turned

_Changed: TypeAlias = tuple[Diagram, list[str]]
"""A diagram, and what has been changed, as Popeye prints that."""


def twin(diagram: Diagram, words: list[str]) -> _Changed:
    """What a twin makes of a diagram, and how that is printed; who is no longer at home may not castle.

    Args:
        diagram: what it changes.
        words: what it changes, such as `Move a1 b1`; several changes one after another.

    Raises:
        DiagramError: if that cannot be read or done.
    """
    changed, said = diagram, list[str]()
    for name, arguments in _changes(words):
        changed, printed = _CHANGES[name.lower()].do(changed, arguments)
        said += printed
    if diagram.castling is None:
        return changed, said
    gone = set(diagram.at_home()) - set(changed.at_home())
    return replace(changed, castling=tuple(cell for cell in diagram.castling if cell not in gone)), said


def _changes(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The changes that the words of a twin are: the name of each, and what follows it.

    Raises:
        DiagramError: if they do not begin with one.
    """
    starts = [number for number, word in enumerate(words) if word.lower() in _CHANGES]
    if not starts or starts[0]:
        known = ", ".join(each.name for each in _CHANGES.values())
        raise DiagramError(f"{quoted(' '.join(words))} is no change that is known; there are {known}")
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        yield words[start], words[start + 1 : end]


def _cells(diagram: Diagram, words: list[str], number: int, form: str) -> list[str]:
    """The cells that words are."""
    if len(words) != number:
        raise DiagramError(f"{quoted(' '.join(words))}: it should be {form}")
    for cell in words:
        if cell not in diagram.game.vectors:
            raise DiagramError(f"there is no cell {quoted(cell)} in {diagram.game.name}; it should be {form}")
    return words


def _move(diagram: Diagram, words: list[str]) -> _Changed:
    """A man goes to another cell; who stands there is gone, as in Popeye."""
    start, end = _cells(diagram, words, 2, "Move CELL CELL")
    gone = [f"-{diagram.said(end)}"] if end in diagram.men else []
    said = [*gone, f"{diagram.said(start)}-->{end}"]
    return replace(diagram, men={**diagram.without(start).men, end: diagram.men[start]}), said


def _exchange(diagram: Diagram, words: list[str]) -> _Changed:
    start, end = _cells(diagram, words, 2, "Exchange CELL CELL")
    said = "<-->".join(diagram.said(cell) for cell in (start, end))
    return replace(diagram, men={**diagram.men, start: diagram.men[end], end: diagram.men[start]}), [said]


def _remove(diagram: Diagram, words: list[str]) -> _Changed:
    said = []
    for cell in _cells(diagram, words, len(words) or 1, "Remove CELL"):
        said.append(f"-{diagram.said(cell)}")
        diagram = diagram.without(cell)
    return diagram, said


def _add(diagram: Diagram, words: list[str]) -> _Changed:
    """Men come to cells; who stands there is gone, as in Popeye."""
    army, *men = words or [""]
    if not men:
        raise DiagramError(f"{quoted(' '.join(words))}: it should be Add PLAYER MAN, such as Add white Pa2")
    said = []
    for man in men:
        cell = diagram.cell_of(army.lower(), man)
        said.append(f"{'' if cell in diagram.men else '+'}{army[0].lower()}{man}")
        diagram = diagram.without(cell).with_man(army.lower(), man)
    return diagram, said


def _substitute(diagram: Diagram, words: list[str]) -> _Changed:
    """All men of a kind are of another."""
    kinds = diagram.spelling.lettered.reader.kinds
    if len(words) != 2 or not set(words) <= kinds.keys():
        raise DiagramError(f"{quoted(' '.join(words))}: it should be Substitute KIND KIND, of {', '.join(kinds)}")
    old, new = (kinds[word] for word in words)
    if not any(old in made_of for made_of, _ in diagram.men.values()):
        raise DiagramError(f"there is no {words[0]} on the board")
    men = {
        cell: (tuple(sorted({new if kind == old else kind for kind in made_of})), army)
        for cell, (made_of, army) in diagram.men.items()
    }
    return replace(diagram, men=men), [" ==> ".join(words)]


def _polish_type(diagram: Diagram, words: list[str]) -> _Changed:
    """All men change their sides."""
    players = diagram.game.ruleset.players
    if words or len(players) != 2 or diagram.state or diagram.stores:
        raise DiagramError("PolishType stands alone, for two players whose men are all on the board")
    other = dict(zip(players, reversed(players), strict=True))
    return replace(diagram, men={cell: (kinds, other[army]) for cell, (kinds, army) in diagram.men.items()}), [
        _CHANGES["polishtype"].name
    ]


def _shift(diagram: Diagram, words: list[str]) -> _Changed:
    start, end = _cells(diagram, words, 2, "Shift CELL CELL")
    vectors = diagram.game.vectors
    return _mapped(diagram, shifted(vectors.values(), vectors[start], vectors[end])), [f"shift {start} ==> {end}"]


def _rotate(diagram: Diagram, words: list[str]) -> _Changed:
    """The board is turned to the left."""
    axes = diagram.game.ruleset.axes
    if len(words) != 1 or words[0] not in _QUARTERS:
        raise DiagramError(f"{quoted(' '.join(words))}: it should be Rotate DEGREES, of {', '.join(_QUARTERS)}")
    if len(axes) != 2:
        raise DiagramError(f"Rotate is for flat boards, and that of {diagram.game.name} is not")
    one, other = axes
    turn = turned(diagram.game.vectors.values(), (one, other), _QUARTERS[words[0]])
    return _mapped(diagram, turn), [f"rotate {words[0]}"]


def _mirror(diagram: Diagram, words: list[str]) -> _Changed:
    form = "Mirror CELL<-->CELL, such as a1<-->h1"
    start, end = _cells(diagram, " ".join(words).replace("<-->", " ").split(), 2, form)
    if start == end:
        raise DiagramError(f"{start} is given twice: it should be {form}")
    vectors = diagram.game.vectors
    return _mapped(diagram, mirrored(vectors.values(), vectors[start], vectors[end])), [f"mirror {start}<-->{end}"]


def _mapped(diagram: Diagram, where: Map) -> Diagram:
    """The men, and the cells that the position names, go to others."""
    game = diagram.game
    names = {game.names[cell]: game.names[end] for cell, end in where.items()}
    for cell in diagram.men:
        if cell not in names:
            raise DiagramError(f"{diagram.said(cell)} would leave the board")
    fields = {name for name, kind in game.ruleset.fields.items() if kind in ("cell", "cells")}
    return replace(
        diagram,
        men={names[cell]: man for cell, man in diagram.men.items()},
        passed=diagram.passed and names.get(diagram.passed),
        state=tuple((name, names.get(value, value) if name in fields else value) for name, value in diagram.state),
    )


def _position(diagram: Diagram, words: list[str]) -> _Changed:
    """Other men altogether: players, each followed by his men."""
    found, army = replace(diagram, men={}), ""
    for word in words:
        if word.lower() in diagram.game.ruleset.players:
            army = word.lower()
        else:
            found = found.with_man(army, word)
    if not found.men:
        raise DiagramError("Position is followed by players and their men, such as Position white Ka1 black Ka3")
    return found, [" ".join([_CHANGES["position"].name, *words])]


class _Change(NamedTuple):
    """A change.

    Attributes:
        name: its name.
        do: makes it of a diagram and of what follows the name.
    """

    name: str
    do: Callable[[Diagram, list[str]], _Changed]


_QUARTERS = {"90": 1, "180": 2, "270": 3}
_CHANGES = {
    each.name.lower(): each
    for each in (
        _Change("Move", _move),
        _Change("Exchange", _exchange),
        _Change("Add", _add),
        _Change("Remove", _remove),
        _Change("Position", _position),
        _Change("Substitute", _substitute),
        _Change("Rotate", _rotate),
        _Change("Mirror", _mirror),
        _Change("Shift", _shift),
        _Change("PolishType", _polish_type),
    )
}
