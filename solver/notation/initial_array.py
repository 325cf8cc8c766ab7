"""The initial array of a game."""

from __future__ import annotations

from clingo import Symbol

from ..asp.origin import Origins
from ..asp.ruleset import Ruleset
from ..asp.terms import is_vector, store_name, vector
from ..errors import RulesError
from .setup import Setup


def initial_array(ruleset: Ruleset) -> Setup:
    """The pieces, states and stores with which a game begins.

    Raises:
        RulesError: if a fact about them names what there is not, with its file and line.
    """

    def misstated(fact: Symbol, why: str) -> RulesError:
        path, line = Origins(ruleset.files).of(fact)
        return RulesError(f"{path}:{line}: {fact}: {why}")

    array = Setup()
    for symbol in ruleset.facts("start", 3):
        army, kind, cell = symbol.arguments
        if str(army) not in ruleset.players:
            raise misstated(symbol, f"there is no player {army}")
        if str(kind) not in ruleset.abbreviations:
            raise misstated(symbol, f"there is no kind {kind} with an abbreviation")
        if not is_vector(cell) or vector(cell) not in ruleset.cells:
            raise misstated(symbol, f"there is no cell {cell}")
        name = ruleset.cells[vector(cell)]
        kinds = array.pieces.get(name, ((), ""))[0]
        array.pieces[name] = (tuple(sorted({*kinds, str(kind)})), str(army))
    for symbol in ruleset.facts("start_state", 2):
        field, cell = symbol.arguments
        if str(cell) in ruleset.flags.get(str(field), ()):
            array.state.append((str(field), str(cell)))
            continue
        if str(field) not in ruleset.fields:
            raise misstated(symbol, f"there is no field {field}")
        if not is_vector(cell) or vector(cell) not in ruleset.cells:
            raise misstated(symbol, f"there is no cell {cell}")
        array.state.append((str(field), ruleset.cells[vector(cell)]))
    for symbol in ruleset.numeric("start_held", 3, 2):
        store, item, number = symbol.arguments
        if str(item) not in ruleset.items.get(store_name(store), ()):
            raise misstated(symbol, "there is no such store or item")
        array.stores[store_name(store), str(item)] = number.number
    return array
