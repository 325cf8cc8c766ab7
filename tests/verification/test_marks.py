"""What the signs after a move say of it."""

from __future__ import annotations

import pytest

from shadowmate.verification.solution_text import read_stated


@pytest.mark.parametrize(
    ("text", "is_try"),
    [
        ("1.Ra1-g1 ? Kh7-h8 !", True),
        ("1.Ra1-g1 !? Kh7-h8 !", True),
        ("1.Ra1-g1 !? Kh7-h8 ! 2.Rg1-h1 #", False),
        ("1.Ra1-g1 !? Kh7-h8 !?", False),
        ("1.Ra1-g1 !?", False),
        ("1.Ra1-g1 ! Kh7-h8 !", False),
    ],
)
def test_a_doubtful_move_is_a_try_if_a_reply_ends_the_line(text: str, is_try: bool) -> None:
    """An author may praise a key, or a defence that is answered."""
    assert read_stated(text)[""].after[0].is_try is is_try
