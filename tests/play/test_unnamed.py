"""Texts that name no game: the default reads them, or the error names the games that can."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.asp.folders import game_folders
from shadowmate.errors import PositionError
from shadowmate.play.unnamed import fitting
from support.cli import fail
from support.paths import EXAMPLES


@pytest.mark.parametrize(
    ("text", "front", "names"),
    [
        ("white Kc6 Qd1 Nb5 black Ka8", "fide:", "fide, golem and koth"),
        ("white KAa1 UBb2 black KEe5", "raumschach:", "raumschach"),
        ("white Ke1 Ra1 black Kd10 turn black", "xiangqi:", "xiangqi"),
        ("emperors ErDi9 presidents PdDe5 founders FdDa1 turn presidents", "diagonals:", "diagonals"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "fide: fen", "fide, golem, koth and werewolf"),
        ("fen 4k3/8/8/8/8/8/3S4/4K3", "makruk:", "makruk"),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "xiangqi: fen", "xiangqi"),
    ],
)
def test_the_games_that_can_read_a_text_are_named(text: str, front: str, names: str) -> None:
    """With the text that the error suggests in front, the position is read."""
    with pytest.raises(PositionError) as error:
        sm.position(text)
    assert f"it fits {names}: put" in str(error.value) and f"'{front}'" in str(error.value)
    sm.position(f"{front} {text}")


@pytest.mark.slow
def test_fitting_games_are_those_that_read_the_text_with_their_name() -> None:
    """Every game's own array, without its name, fits that game."""
    for name in game_folders():
        array = str(sm.game(name).start()).partition(":")[2]
        assert f"{name}:" in fitting(array, game_folders(), sm.position)


@pytest.mark.parametrize(
    "text", ["white KiZa1 black Ka8", "fen 9/9", "fide: white Kz9 black Ka8", "nonsense", "a" * 30_000]
)
def test_what_no_game_can_read_has_the_errors_of_its_own(text: str) -> None:
    with pytest.raises(PositionError) as error:
        sm.position(text)
    assert "fits" not in str(error.value)


def test_the_default_game_reads_what_it_can() -> None:
    assert sm.position("white KiAa1 black KiHh8").game.name == "prince"


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("moves", "white Ke1 black Ke8"), "it fits fide, golem"),
        (("solve", "white Kf6 Ra1 black Kh7", "#2"), "it fits fide, golem"),
        (("endgame", "white K U black K"), "it fits raumschach: put 'raumschach:' in front"),
        (("endgame", "KUvK"), "it fits raumschach: put 'raumschach:' in front"),
    ],
)
def test_commands_name_them(
    arguments: tuple[str, ...], hint: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hint in fail(monkeypatch, capsys, *arguments)


@pytest.mark.slow
def test_games_of_ones_own_are_among_them(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    error = fail(monkeypatch, capsys, "moves", "white KiAa1 WaBb2 black KiEe5", "--rules", str(EXAMPLES))
    assert "it fits wasp: put 'wasp:' in front" in error
