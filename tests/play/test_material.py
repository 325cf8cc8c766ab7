"""Which pieces: `white K Q*2 black K P*0..2`, and `KRvK` or `KRK` as endgame tables name them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.successors import read_exact
from shadowmate.errors import PositionError
from shadowmate.play.material import Group, Material, in_words, read_material
from shadowmate.play.zones import in_zones
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
        ("fide", "K+R v K", "white K R black K"),
        ("fide", "K + R+R-K+N", "white K R R black K N"),
        ("fide", "K+R+K", "K+R+K"),  # `+` is between pieces of one side
        ("fide", "K+R+ v K", "K+R+ v K"),
        ("fide", "K++R v K", "K++R v K"),
        ("extreme", "K+R v K", "K+R v K"),  # it could be a piece of two kinds
        ("prince", "KiPrvKi", "white Ki Pr black Ki"),
        ("xiangqi", "KRK", "white K R black K"),
        ("fide", "white K R black K", "white K R black K"),
        ("diagonals", "KRvK", "KRvK"),
    ],
)
def test_sides_are_read_as_players_and_their_pieces(game: str, text: str, words: str) -> None:
    """Without a sign between, each side begins with its royal piece. Games of three players have no such names."""
    assert in_words(sm.game(game), text) == words


def test_two_ways_to_read_are_refused() -> None:
    with pytest.raises(PositionError, match="'white K black K R K' or 'white K K R black K'"):
        in_words(sm.game("fide"), "KKRK")


def test_a_letter_of_no_kind_is_named() -> None:
    with pytest.raises(EndgameError, match="'KTvK': neither a player nor a kind of fide"):
        read_exact(sm.game("fide"), "KTvK")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("white K", {"white K": (1, 1)}),
        ("white Q*2", {"white Q": (2, 2)}),
        ("white Q Q", {"white Q": (2, 2)}),
        ("white Q*1..3", {"white Q": (1, 3)}),
        ("white Q*2..", {"white Q": (2, None)}),
        ("white Q*..2", {"white Q": (0, 2)}),
        ("white Q*", {"white Q": (0, None)}),
        ("white P P*0..2", {"white P": (1, 3)}),
        ("white K P N P black K", {"white K": (1, 1), "white P": (2, 2), "white N": (1, 1), "black K": (1, 1)}),
        ("fide: white queen, black K", {"white Q": (1, 1), "black K": (1, 1)}),
        ("KPPvK", {"white K": (1, 1), "white P": (2, 2), "black K": (1, 1)}),
        ({"white": ["K", "P*0..2"], "black": ["K"]}, {"white K": (1, 1), "white P": (0, 2), "black K": (1, 1)}),
    ],
)
def test_numbers_of_pieces(written: Any, expected: dict[str, tuple[int, int | None]]) -> None:
    """A kind that is written twice counts twice; groups stay in the order in which they are written."""
    game = sm.game("fide")
    groups = read_material(game, written).groups
    found = {f"{each.army} {game.piece_name(each.kinds)}": (each.least, each.most) for each in groups}
    assert list(found.items()) == list(expected.items())


def test_material_is_written_as_it_is_read() -> None:
    game = sm.game("fide")
    for text in ("white K Q Q black K", "white K P*0..2 black K N*1.."):
        read = read_material(game, text)
        assert read.text(game) == text and read_material(game, read.text(game)) == read


def test_the_pieces_of_a_position() -> None:
    position = sm.position("fide: white Kc1 Qe5 Qa1 black Ka8")
    expected = Material((Group(("white", ("king",))), Group(("white", ("queen",)), 2, 2), Group(("black", ("king",)))))
    assert Material.on(position) == expected and len(expected.types) == 4


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("white Q*3..2", "'Q*3..2': 2 is less than 3"),
        ("white Q*0-2", "'Q*0-2': a range is written 'Q*0..2'"),
        ("white Q*two", "'Q*two': after a kind comes nothing or its number"),
        ("white Q*00002", "'Q*00002': after a kind comes nothing or its number, of four digits at most"),
        ("white Q*12345", "'Q*12345': after a kind comes nothing or its number, of four digits at most"),
        ("white Q*1..00003", "'Q*1..00003': after a kind comes nothing or its number, of four digits at most"),
        ("Q", "'Q': whose piece is this? A player comes first: white, black"),
        ("white Kf6", "'Kf6': kinds are named here, without cells"),
        ("white q", "do you mean 'Q'"),
        ("white", "there are no pieces; they are written such as 'white B'"),
        ("prince: white Ki", "'prince:': these are pieces of prince, not of fide"),
        ({"red": ["K"]}, "'red' is no player of fide"),
        ("white X black Y", "'X': neither a player nor a kind of fide.*'Y': neither"),
    ],
)
def test_what_is_refused(written: Any, message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message).replace("\\.\\*", ".*")):
        read_material(sm.game("fide"), written)


def test_a_table_has_exact_numbers() -> None:
    with pytest.raises(EndgameError, match=re.escape("white P*0..2: here the number of pieces is exact")):
        read_exact(sm.game("fide"), "white K P*0..2 black K")


@pytest.mark.parametrize(
    ("zone", "number"),
    [
        ("white K: ?1", 8),
        ("white K a1 b2", 2),
        ("white K inside", 36),
        ("white K edge", 28),
        ("white K edge a? d4", 29),
    ],
)
def test_zones(zone: str, number: int) -> None:
    """An 8x8 board has 36 cells off its edge."""
    game = sm.game("fide")
    material = in_zones(game, read_material(game, "white K Q").placed(game), [zone])
    assert [len(each.cells) for each in material.groups] == [number, 64]


@pytest.mark.parametrize(
    ("zone", "message"),
    [
        ("white K z9", "no cell of fide is 'z9'"),
        ("black K a1", "black K: no such piece is among white K Q"),
        ("white K*2 a1", "a kind is named here, without a number"),
        ("white K", "a zone is a player, a kind, and cells"),
        ("red K a1", "a zone is a player, a kind, and cells"),
    ],
)
def test_zones_that_are_refused(zone: str, message: str) -> None:
    game = sm.game("fide")
    with pytest.raises(sm.OptionError, match=re.escape(message)):
        in_zones(game, read_material(game, "white K Q").placed(game), [zone])


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
