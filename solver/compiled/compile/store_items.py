"""The items of stores, and where the two integers of the kernel count them (core/stores.lp)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeAlias

from clingo import Symbol

from ...asp.derived_names import check_item
from ...asp.ruleset import Ruleset
from ...asp.terms import store_name
from ...errors import RulesError

Item: TypeAlias = tuple[str, str]
"""The words for a store, and a kind or another item that it may hold."""

HAND = "hand"
"""The store from which pieces are dropped; its words name the player too."""

_LEAST_BITS = 3


class Items:
    """The items of a game, each of which has some bits of one of two integers.

    Args:
        ruleset: the rules.

    Attributes:
        all: the items, in order.
        late: the stores into which what a move brings comes after all that it spends.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self.all: list[Item] = [(store, kind) for store in ruleset.stores for kind in ruleset.items[store]]
        self.late = {store_name(store) for (store,) in (symbol.arguments for symbol in ruleset.facts("late", 1))}
        self._number = {item: number for number, item in enumerate(self.all)}

    @cached_property
    def bits(self) -> int:
        """How many bits count an item."""
        return min(16, 64 // max(self._in_one, 1))

    @property
    def _in_one(self) -> int:
        """How many items there are in one integer."""
        return (len(self.all) + 1) // 2

    @cached_property
    def hands(self) -> tuple[tuple[int, tuple[str, tuple[str, ...]]], ...]:
        """The items that are pieces in a hand: the number of each, the player and the kind."""
        words = ((number, store.split(" "), kind) for number, (store, kind) in enumerate(self.all))
        return tuple((number, (where[1], (kind,))) for number, where, kind in words if where[0] == HAND)

    def objections(self) -> Iterator[str]:
        """Why there is no room for them."""
        held = sum(symbol.arguments[2].number for symbol in self._ruleset.numeric("start_held", 3, 2))
        needed = max(_LEAST_BITS, (len(self._ruleset.facts("start", 3)) + held).bit_length())
        if self.all and self.bits < needed:
            room = 2 * (64 // needed)
            yield f"its stores may hold {len(self.all)} kinds of pieces, and the compiled engine has room for {room}"
        kinds = self._ruleset.abbreviations
        for store, name in self.all:
            if store.startswith(f"{HAND} ") and name not in kinds:
                yield f"'{store}' holds {name}, which is no kind; drops of it are not compiled"

    def place(self, item: Item) -> tuple[int, int]:
        """In which integer an item is counted, and from which bit on.

        Raises:
            RulesError: if there is no such item.
        """
        if item not in self._number:
            check_item(self._ruleset, *item)
        word, number = divmod(self._number[item], self._in_one)
        return word, number * self.bits

    def packed(self, counts: Iterable[tuple[Item, int]]) -> tuple[int, int]:
        """The integers for numbers of items."""
        words = [0, 0]
        for item, count in counts:
            word, shift = self.place(item)
            words[word] += count << shift
        return _signed(words[0]), _signed(words[1])

    def masks(self, stores: Iterable[str]) -> tuple[int, int]:
        """The bits of all that some stores may hold, in both integers.

        Raises:
            RulesError: if one is no store.
        """
        some = set(stores)
        for store in some - set(self._ruleset.stores):
            raise RulesError(f"the effects of a move ask whether '{store}' is empty, which is no store")
        return self.packed((each, (1 << self.bits) - 1) for each in self.all if each[0] in some)

    def counts(self, words: tuple[int, int]) -> Iterator[tuple[Item, int]]:
        """How many there are of each item, where there are any, given the integers."""
        for item in self.all:
            word, shift = self.place(item)
            count = (words[word] >> shift) & ((1 << self.bits) - 1)
            if count:
                yield item, count


def _signed(word: int) -> int:
    """The integer of 64 bits with a sign that has the same bits."""
    return word - (1 << 64) if word >> 63 else word


def item(store: Symbol, kind: Symbol) -> Item:
    """An item in the rules' terms."""
    return store_name(store), str(kind)
