"""Problems for three players, composed: by brute force they have one key and need every piece, and files hold them."""

from __future__ import annotations

from typing import Any

import pytest

import shadowmate as sm
from oracles import diagonals, hunts
from support.puzzles import verdict

PIECES = {"emperors": ["Er", "Fl", "Ms"], "presidents": ["Pd", "Ds"], "founders": ["Fd", "Qn"]}
ASKED: dict[str, Any] = {"game": "diagonals", "stipulation": "#1", "pieces": PIECES}


def keys(pieces: str, prey: set[str]) -> set[tuple[str, str]]:
    """The keys of a mate in one by brute force; none if a player is eliminated before the first move."""
    at, out = diagonals.begun(diagonals.read(pieces))
    return set() if out else hunts.keys(at, prey, 1)


@pytest.mark.slow
@pytest.mark.parametrize("against", [None, "founders"])
def test_they_have_one_key_and_need_every_piece(against: str | None) -> None:
    found = list(sm.compose({**ASKED, **({"against": against} if against else {})}, count=2, seed=4))
    assert len(found) == 2
    prey = {against} if against else {"presidents", "founders"}
    for each in found:
        position = sm.position(each.position, engine="compiled")
        (key,) = sm.solve(position, "#1", against=against).keys
        ends = position.move(key).origin, position.move(key).target
        pieces = each.position.removeprefix("diagonals: ")
        assert keys(pieces, prey) == {ends} and each.solution[0].startswith(f"1.{key} ")
        for cell, piece in position.pieces.items():
            if not position.game.ruleset.royal.intersection(piece.kinds):
                fewer = pieces.replace(f" {position.game.piece_name(piece.kinds)}{cell}", "")
                assert fewer != pieces and keys(fewer, prey) != {ends}, (each.position, cell)
        assert verdict(each.entry).is_sound
        assert (f"against: {against}" in each.entry) == bool(against)


@pytest.mark.slow
def test_first_moves_are_as_asked_for() -> None:
    (each,) = sm.compose({**ASKED, "conditions": ["quiet key", "no check"]}, count=1, seed=1)
    position = sm.position(each.position, engine="compiled")
    (key,) = sm.solve(position, "#1").keys
    assert not position.is_check() and not position.move(key).captures and not position.push(key).is_check()


REFUSED: dict[str, dict[str, Any]] = {
    "'emperors' begins": {"against": "emperors"},
    "against 'martians'": {"against": "martians"},
    "themes are of two players": {"conditions": ["shows model mate"]},
    "h#2.*for two players": {"stipulation": "h#2"},
    "founders has no pieces": {"pieces": {"emperors": ["Er", "Fl"], "presidents": ["Pd"]}},
}


@pytest.mark.slow
@pytest.mark.parametrize("words", REFUSED)
def test_what_there_is_not_is_refused(words: str) -> None:
    with pytest.raises(sm.ShadowmateError, match=words):
        next(iter(sm.compose({**ASKED, **REFUSED[words]}, count=1)))


def test_of_two_players_no_other_is_meant() -> None:
    asked = {"game": "fide", "stipulation": "#1", "pieces": {"white": ["K", "Q"], "black": ["K"]}, "against": "black"}
    with pytest.raises(sm.ShadowmateError, match="with two players, the other player is always the one to mate"):
        next(iter(sm.compose(asked, count=1)))
