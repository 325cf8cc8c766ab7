"""What rules may ask Python while `base` is grounded: `@morph(...)` and the like, which read strings of shorthand.

A string is read into terms, never pasted into rules. One that cannot be read gives nothing, and is noted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clingo import Function, Number, String, Symbol, SymbolType

from ..shorthand.matrix import read_matrix
from ..shorthand.mistake import ShorthandError
from ..shorthand.morph import read_morph


class Functions:
    """The functions that rules may call, as clingo's grounding takes them: an attribute for each name.

    Attributes:
        mistakes: strings that could not be read, each with what is wrong; None where no string is to blame.
    """

    def __init__(self) -> None:
        self.mistakes: list[tuple[Symbol | None, str]] = []

    def __getattribute__(self, name: str) -> object:
        """The function of a name; rules get nothing else of this object."""
        if name == "mistakes":
            return object.__getattribute__(self, name)
        called = _CALLED.get(name)

        def answer(*arguments: Symbol) -> list[Symbol]:
            if called is None:
                self.mistakes.append(
                    (None, f"there is no function @{name}; there are {', '.join(map('@'.__add__, _CALLED))}")
                )
                return []
            try:
                return list(called(*arguments))
            except ShorthandError as error:
                self.mistakes.append((arguments[0], f"{name} {arguments[0]}, column {error.column}: {error.reason}"))
            except TypeError:
                self.mistakes.append((None, f"@{name} is given {len(arguments)} arguments, or one that it cannot take"))
            return []

        return answer


def _morph(text: Symbol, columns: Symbol, rows: Symbol, ids: Symbol) -> Iterator[Symbol]:
    """The squares of a morph board where something happens: rank from the top, file, and the character there."""
    ranks = read_morph(_text(text), _number(columns), _number(rows), _ids(ids))
    for number, rank in enumerate(ranks, 1):
        for file, sign in enumerate(rank, 1):
            if sign != ".":
                yield Function("", [Number(number), Number(file), String(sign)])


def _capture_matrix(text: Symbol, ids: Symbol) -> Iterator[Symbol]:
    """The labelled cells of a capture matrix: the row from 1, the column from 0, and the character there."""
    for number, row in enumerate(read_matrix(_text(text), _ids(ids)), 1):
        for column, sign in enumerate(row):
            if sign != ".":
                yield Function("", [Number(number), Number(column), String(sign)])


_CALLED: dict[str, Callable[..., Iterator[Symbol]]] = {"morph": _morph, "capture_matrix": _capture_matrix}


def _text(symbol: Symbol) -> str:
    if symbol.type != SymbolType.String:
        raise ShorthandError(1, "this is no string; put it in quotes")
    return symbol.string


def _number(symbol: Symbol) -> int:
    if symbol.type != SymbolType.Number:
        raise TypeError
    return symbol.number


def _ids(symbol: Symbol) -> tuple[str, ...]:
    """The IDs of the types in their order, from the list (Last,(...,(First,())))."""
    found: list[str] = []
    while symbol.type == SymbolType.Function and len(symbol.arguments) == 2:
        found.append(_text(symbol.arguments[0]))
        symbol = symbol.arguments[1]
    return tuple(reversed(found))
