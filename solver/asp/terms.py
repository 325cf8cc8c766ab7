"""Conversion between clingo's symbols and Python's values: cells are tuples of integers, names are strings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from clingo import Function, Number, Symbol, SymbolType

Vector: TypeAlias = tuple[int, ...]
"""A cell, or a displacement between cells, as in the rules: one integer per dimension."""

Value: TypeAlias = Vector | tuple[str, ...]
"""The value of a state of a position: a cell, or some names."""


@cache
def vector(symbol: Symbol) -> Vector:
    """The integers of a tuple such as `(4,4,1)`."""
    return tuple(argument.number for argument in symbol.arguments)


@cache
def integers(symbol: Symbol) -> Vector | None:
    """The integers of a tuple of integers; None for any other term."""
    if symbol.type != SymbolType.Function or symbol.name:
        return None
    arguments = symbol.arguments
    if not arguments or any(argument.type != SymbolType.Number for argument in arguments):
        return None
    return tuple([argument.number for argument in arguments])


def is_vector(symbol: Symbol) -> bool:
    """Whether the symbol is a tuple of integers."""
    return integers(symbol) is not None


@cache
def cell_symbol(cell: Vector) -> Symbol:
    """The rules' tuple for a cell."""
    return Function("", [Number(value) for value in cell])


NO_COMMANDER = "none"
"""The commander of armies that no player commands (core/owners.lp)."""


def store_name(store: Symbol) -> str:
    """The words for a store: `hand white` for `hand(white)`."""
    return " ".join([store.name, *map(str, store.arguments)])


def store_symbol(name: str) -> Symbol:
    """The store with these words."""
    word, *owner = name.split()
    return Function(word, [Function(each) for each in owner])


def value_symbol(value: Value) -> Symbol:
    """The rules' term for the value of a state: a tuple, a number, or the name of a flag."""
    if len(value) == 1 and isinstance(value[0], str):
        return Number(int(value[0])) if value[0].isdecimal() else Function(value[0])
    return Function("", [Number(part) if isinstance(part, int) else Function(part) for part in value])


def state_value(symbol: Symbol) -> Value:
    """The value of a state from its term, the inverse of `value_symbol`."""
    if is_vector(symbol):
        return vector(symbol)
    return (
        tuple(map(str, symbol.arguments)) if symbol.type == SymbolType.Function and not symbol.name else (str(symbol),)
    )


def text(symbol: Symbol) -> str:
    """A name or string without quotes; any other symbol as clingo prints it."""
    return symbol.string if symbol.type == SymbolType.String else str(symbol)


def filled(sentence: str, words: Sequence[str]) -> str:
    """A sentence of the rules with words in its places `{0}`, `{1}`; other braces stand for themselves."""

    def word(place: re.Match[str]) -> str:
        number = int(place[1])
        return words[number] if number < len(words) else place[0]

    return re.sub(r"\{([0-9]+)\}", word, sentence)


def add(cell: Vector, displacement: Vector) -> Vector:
    """The cell at a displacement from another."""
    return tuple(a + b for a, b in zip(cell, displacement, strict=True))
