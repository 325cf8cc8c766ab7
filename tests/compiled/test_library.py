"""Functions compiled together may call themselves, with whatever numbers stand in the calls, but not in a circle."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from shadowmate.compiled.library import Library
from shadowmate.compiled.packed import Numbers

Open: TypeAlias = Annotated[NDArray[Any], None]

FINE, CIRCLE = Library("fine", []), Library("circle", [])


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path))


@FINE.entry
def leaves(depth: int, width: int) -> int:
    """A tree's leaves, counted one by one."""
    if depth == 0:
        return 1
    found = 0
    for _ in range(width):
        found += leaves(depth - 1, width)
    return found


@FINE.entry
def binary_leaves(depth: int) -> int:
    return leaves(depth, 2) + leaves(0, width=3)


@FINE.entry
def into(numbers: Numbers, items: Open) -> int:
    """Put numbers among some items, as far as there are any, and say what the items came to."""
    total = 0
    for place in range(min(len(numbers), len(items))):
        total += items[place]
        items[place] = numbers[place]
    return total


@FINE.entry
def first(numbers: Numbers) -> int:
    return int(numbers[0])


@CIRCLE.entry
def is_even(number: int) -> bool:
    return number == 0 or is_odd(number - 1)


@CIRCLE.entry
def is_odd(number: int) -> bool:
    return number != 0 and is_even(number - 1)


def test_a_number_in_a_call_is_as_good_as_another() -> None:
    assert (leaves(3, 3), binary_leaves(4)) == (27, 17)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.int64])
def test_arrays_have_items_of_their_types(kind: type[np.integer[Any]]) -> None:
    """What is put there is cut to the type, and what lies behind the items of a part of an array is left alone."""
    whole = np.array([100, 27, 3, 4], kind)
    assert into(np.array([300, -2, 7], np.int32), whole[:2]) == 127
    cut = np.array([300, -2]).astype(kind).tolist()
    assert whole.tolist() == [*cut, 3, 4]


def test_arrays_of_other_types_are_refused() -> None:
    assert first(np.array([-7], np.int32)) == -7
    with pytest.raises(TypeError, match="unbox array"):
        first(np.array([-7], np.int64))


@pytest.mark.parametrize("items", [np.zeros((2, 3), np.int32)[:, :2], np.zeros(4, np.int32)[::2], [1], None])
def test_what_is_no_array_without_gaps_is_refused(items: Any) -> None:
    with pytest.raises(TypeError, match="unbox array"):
        first(items)


def test_other_numbers_of_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="first expects 1 argument"):
        first(np.array([-7], np.int32), 1)  # type: ignore[call-arg]


def test_functions_that_call_one_another_are_refused() -> None:
    """Linked as they are they would be called at address 0."""
    with pytest.raises(TypeError, match=r"in a circle .*is_even"):
        is_even(4)
