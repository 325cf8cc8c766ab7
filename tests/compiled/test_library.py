"""Functions compiled together may call themselves, with whatever numbers stand in the calls, but not in a circle."""

from __future__ import annotations

from pathlib import Path

import pytest

from shadowmate.compiled.library import Library

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


@CIRCLE.entry
def is_even(number: int) -> bool:
    return number == 0 or is_odd(number - 1)


@CIRCLE.entry
def is_odd(number: int) -> bool:
    return number != 0 and is_even(number - 1)


def test_a_number_in_a_call_is_as_good_as_another() -> None:
    assert (leaves(3, 3), binary_leaves(4)) == (27, 17)


def test_functions_that_call_one_another_are_refused() -> None:
    """Linked as they are they would be called at address 0."""
    with pytest.raises(TypeError, match=r"in a circle .*is_even"):
        is_even(4)
