"""Ways written in Betza's notation: strings that mean the same as the string that they were read from."""

from __future__ import annotations

import pytest

from shadowmate.shorthand.written import Notation

STRINGS = [
    "K", "Q", "R", "B", "N", "BN", "NR", "fmWfcF", "mRcpR", "pR", "gQ", "nN", "nA", "nD", "nZ", "N0", "ADK", "WfF",
    "FfW", "cBmN", "mQcN", "mQcK", "mBcR", "W3", "F2D", "fhmNfcW", "fsW", "CF", "DFH", "WfkR", "KimN", "rbR", "vR",
    "sWvR", "frlF", "jR", "ffNbsD", "K2", "WcpRmB",
]  # fmt: skip


@pytest.mark.sample(15)
@pytest.mark.parametrize("text", STRINGS)
def test_what_is_written_means_the_same(text: str) -> None:
    notation = Notation(7, 8, 8)
    wanted = notation.read(text)
    assert wanted
    written = notation.write(wanted)
    assert written is not None
    assert len(written) <= len(text) + 1
    assert notation.read(written) == wanted


def test_a_notation_without_legs_has_no_string_for_ways_that_turn() -> None:
    """The same ways have one where legs are allowed."""
    wanted = Notation(7, 8, 8).read("mRmasB")
    assert wanted
    assert Notation(7, 8, 8, is_plain=True).write(wanted) is None


def test_ways_that_no_string_is_found_for() -> None:
    """One leap ahead that needs a piece behind it."""
    assert Notation(7, 8, 8).write({"any": {((0, 1), frozenset({((0, -1), "occupied")}))}}) is None


def test_what_the_rules_state_is_tried_too() -> None:
    """A double capture is beyond the moves that are tried, but not beyond the notation."""
    notation = Notation(7, 8, 8)
    wanted = notation.read("KNADcaK")
    assert wanted
    assert notation.write(wanted, ["R", "KNADcaK"]) == "KNADcaK"
