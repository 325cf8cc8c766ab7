"""Notes about problems that may have the wrong player to move, and about studies without Kings."""

from __future__ import annotations

import pytest

from support.cli import run


@pytest.mark.parametrize(
    ("position", "stipulation", "text"),
    [
        ("fide: white Kf7 Re1 black Kh8", "h#1", "here white; with 'turn black' there is a solution"),
        ("fide: white Kh8 black Kf7 Re1 turn black", "h#1", "here black; with 'turn white' there is a solution"),
        ("fide: white Ka1 black Kh8", "h#1", "here white; with 'turn black' black begins"),
        ("fide: white Ka1 black Kh8 turn black", "h#1", None),
        ("fide: white Kf7 Re1 black Kh8 turn black", "h#1", None),
        ("fide: white Ka1 black Kh8", "#1", None),
        ("fide: white Ka1 black Kh8", "h#1.5", None),
        ("fide: white Ka1 black Kh8 turn black", "h#1.5", "here black; with 'turn white' white begins"),
    ],
)
def test_help_play_asked_with_the_other_player_to_move(position: str, stipulation: str, text: str | None) -> None:
    _, _, notes = run("solve", position, stipulation)
    assert ("help play begins with the player to move" in notes) == (text is not None)
    assert text is None or text in notes


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "move", "ends"),
    [
        ("fide: white Nd4", "Nd4-e6", False),
        ("fide: white Kf6 Qa7 black Kh8", "Qa7-f7", True),
        ("fide: white Kf6 Qa7 black Kh8", "Qa7-h7", False),
        ("fide: white Kg6 Ra1 black Kg8", "Ra1-a8", True),
    ],
)
def test_a_study_does_not_end_the_game(position: str, move: str, ends: bool) -> None:
    """A player that has no royal piece, and so no part in it, is not stalemated."""
    _, out, _ = run("why", position, move)
    assert f"{move} is legal" in out and ("it ends the game" in out) == ends
