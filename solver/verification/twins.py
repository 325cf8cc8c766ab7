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
from .popeye_reader import fitting, popeye

_Changed: TypeAlias = tuple[Diagram, list[str]]
"""A diagram, and what has been changed, as Popeye prints that."""


def twin(diagram: Diagram, words: list[str]) -> _Changed:
    """The diagram of a twin, and how the twin is printed; a piece that is no longer at home may not castle.

    Args:
        diagram: what it changes.
        words: what it changes, such as `Move a1 b1`; several changes one after another.

    Raises:
        DiagramError: if that cannot be read or done.
    """
    changed, written = diagram, list[str]()
    for name, arguments in _changes(words):
        before = changed
        changed, printed = _CHANGES[name.lower()].do(changed, arguments)
        if changed == before:
            raise DiagramError(f"{quoted(' '.join([name, *arguments]))} changes nothing")
        written += printed
    if diagram.castling is None:
        return changed, written
    gone = set(diagram.at_home()) - set(changed.at_home())
    return replace(changed, castling=tuple(cell for cell in diagram.castling if cell not in gone)), written


def in_full(written: str) -> list[str]:
    """The words of a twin, such as `cont Move a1 b1`; names that are shortened, as in Popeye, are in full."""
    least = popeye()["shortest"]
    known = [*popeye()["twins"], _CHANGES["position"].name]
    return [fitting(word, known, least) or word for word in written.split()]


def _changes(words: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The changes that the words of a twin are: the name of each, and what follows it.

    Raises:
        DiagramError: if they do not begin with one.
    """
    starts = [number for number, word in enumerate(words) if word.lower() in _CHANGES]
    if not starts or starts[0]:
        known = ", ".join(each.name for each in _CHANGES.values())
        raise DiagramError(
            f"{quoted(' '.join(words))} is no change that is known; there are {known}, once Stipulation, and before "
            "them Continued"
        )
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
    """A piece goes to another cell; a piece that was there is removed, as in Popeye."""
    start, end = _cells(diagram, words, 2, "Move CELL CELL")
    gone = [f"-{diagram.written(end)}"] if end in diagram.pieces else []
    written = [*gone, f"{diagram.written(start)}-->{end}"]
    return replace(diagram, pieces={**diagram.without(start).pieces, end: diagram.pieces[start]}), written


def _exchange(diagram: Diagram, words: list[str]) -> _Changed:
    start, end = _cells(diagram, words, 2, "Exchange CELL CELL")
    written = "<-->".join(diagram.written(cell) for cell in (start, end))
    return replace(diagram, pieces={**diagram.pieces, start: diagram.pieces[end], end: diagram.pieces[start]}), [
        written
    ]


def _remove(diagram: Diagram, words: list[str]) -> _Changed:
    written = []
    for cell in _cells(diagram, words, len(words) or 1, "Remove CELL"):
        written.append(f"-{diagram.written(cell)}")
        diagram = diagram.without(cell)
    return diagram, written


def _add(diagram: Diagram, words: list[str]) -> _Changed:
    """Pieces are added to cells; pieces that were there are removed, as in Popeye."""
    army, *pieces = words or [""]
    if not pieces:
        raise DiagramError(f"{quoted(' '.join(words))}: it should be Add PLAYER PIECE, such as Add white Pa2")
    written = []
    for piece in pieces:
        cell = diagram.cell_of(army.lower(), piece)
        written.append(f"{'' if cell in diagram.pieces else '+'}{army[0].lower()}{piece}")
        diagram = diagram.without(cell).with_piece(army.lower(), piece)
    return diagram, written


def _substitute(diagram: Diagram, words: list[str]) -> _Changed:
    """All pieces of a kind become another."""
    kinds = diagram.spelling.lettered.reader.kinds
    if len(words) != 2 or not set(words) <= kinds.keys():
        raise DiagramError(f"{quoted(' '.join(words))}: it should be Substitute KIND KIND, of {', '.join(kinds)}")
    old, new = (kinds[word] for word in words)
    if not any(old in made_of for made_of, _ in diagram.pieces.values()):
        raise DiagramError(f"there is no {words[0]} on the board")
    pieces = {
        cell: (tuple(sorted({new if kind == old else kind for kind in made_of})), army)
        for cell, (made_of, army) in diagram.pieces.items()
    }
    return replace(diagram, pieces=pieces), [" ==> ".join(words)]


def _polish_type(diagram: Diagram, words: list[str]) -> _Changed:
    """All pieces change their sides."""
    players = diagram.game.ruleset.players
    if words or len(players) != 2 or diagram.state or diagram.stores:
        raise DiagramError("PolishType stands alone, for two players whose pieces are all on the board")
    other = dict(zip(players, reversed(players), strict=True))
    return replace(diagram, pieces={cell: (kinds, other[army]) for cell, (kinds, army) in diagram.pieces.items()}), [
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
    """The pieces, and the cells that the position names, go to others."""
    game = diagram.game
    names = {game.names[cell]: game.names[end] for cell, end in where.items()}
    for cell in diagram.pieces:
        if cell not in names:
            raise DiagramError(f"{diagram.written(cell)} would leave the board")
    fields = {name for name, kind in game.ruleset.fields.items() if kind in ("cell", "cells")}
    return replace(
        diagram,
        pieces={names[cell]: piece for cell, piece in diagram.pieces.items()},
        passed=diagram.passed and names.get(diagram.passed),
        state=tuple((name, names.get(value, value) if name in fields else value) for name, value in diagram.state),
    )


def _position(diagram: Diagram, words: list[str]) -> _Changed:
    """Another position: players, each followed by its pieces."""
    found, army = replace(diagram, pieces={}), ""
    for word in words:
        if word.lower() in diagram.game.ruleset.players:
            army = word.lower()
        else:
            found = found.with_piece(army, word)
    if not found.pieces:
        raise DiagramError("Position is followed by players and their pieces, such as Position white Ka1 black Ka3")
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
