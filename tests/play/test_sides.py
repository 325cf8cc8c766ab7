"""Material as endgame tables name it: `KRvK`, `KRK`."""

from __future__ import annotations

import json

import pytest

import shadowmate as sm
from shadowmate.endgame import EndgameError
from shadowmate.endgame.successors import Material
from shadowmate.errors import PositionError
from shadowmate.play.sides import in_words
from support.cli import run


@pytest.mark.parametrize(
    ("game", "text", "words"),
    [
        ("fide", "KRvK", "white K R black K"),
        ("fide", "KRK", "white K R black K"),
        ("fide", "KQKR", "white K Q black K R"),
        ("fide", "KBN-K", "white K B N black K"),
        ("fide", "KPP vs. KP", "white K P P black K P"),
        ("fide", "K R v K", "white K R black K"),
        ("fide", "RvK", "white R black K"),
        ("prince", "KiPrvKi", "white Ki Pr black Ki"),
        ("xiangqi", "KRK", "white K R black K"),
        ("fide", "white K R black K", "white K R black K"),
        ("diagonals", "KRvK", "KRvK"),
    ],
)
def test_sides_are_read_as_players_and_their_pieces(game: str, text: str, words: str) -> None:
    """Without a sign each side begins with its royal piece; a game of more than two players has no such names."""
    assert in_words(sm.game(game), text) == words


def test_two_ways_to_read_are_refused() -> None:
    with pytest.raises(PositionError, match="'white K black K R K' or 'white K K R black K'"):
        in_words(sm.game("fide"), "KKRK")


def test_a_letter_of_no_kind_is_named() -> None:
    with pytest.raises(EndgameError, match="'KTvK': neither a player nor a kind of fide"):
        Material.parse(sm.game("fide"), "KTvK")


@pytest.mark.slow
def test_every_command_about_material_reads_it() -> None:
    """King and Rook against King: mate in 16 at the latest, which any endgame table has."""
    for text in ("fide: KRvK", "fide: KRK"):
        code, out, _ = run("endgame", text, "--json")
        found = json.loads(out)
        assert (code, found["material"]) == (0, "white K R black K")
        assert max(map(int, found["to_move"]["white"]["won"])) == 16
    code, out, _ = run("find", "fide", "--pieces", "KQvK", "--mated", "black")
    assert code == 0 and "Q" in out
    code, out, _ = run("census", "fide", "--pieces", "KRvK", "--stipulation", "#2", "--json")
    assert code == 0 and json.loads(out)[0]["material"] == "white K R black K"
