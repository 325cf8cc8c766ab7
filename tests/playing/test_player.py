"""The computer player finds mates, captures unguarded pieces, and recognizes drawn games."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.errors import MoveError, OptionError
from shadowmate.playing.player import Player, Strength
from support.paths import TESTS
from support.yaml_files import read_yaml

MATES = read_yaml(TESTS / "data" / "direct_mates.yaml")
"""Positions of chess with the distance to mate and all moves that keep it, by other programs."""

FIDE = sm.game("fide", engine="compiled")


def in_uci(move: sm.Move) -> str:
    return f"{move.origin}{move.target}{(move.promotion or '').lower()}"


@pytest.mark.sample(40)
@pytest.mark.parametrize("problem", [each for each in MATES if each["dtm"] <= 3], ids=lambda each: each["fen"])
def test_it_mates_as_soon_as_can_be(problem: dict[str, object]) -> None:
    choice = Player(FIDE, seconds=None, nodes=2_000_000).choose(FIDE.position(f"fen {problem['fen']}"))
    assert choice.wins and choice.plies == 2 * int(str(problem["dtm"])) - 1
    assert in_uci(choice.move) in problem["keys"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("raumschach: white RBd3 KBe5 QCb3 black KAa4", "RBd3-Bb3"),
        ("koth: white Kc1 Nd6 Qd8 Qf8 black Kd3", "Qd8-h4"),
    ],
)
def test_it_finds_the_key_of_problems_of_other_games(text: str, key: str) -> None:
    """The problems are those of puzzles/problems/others.yaml, which the reference engine has verified."""
    position = sm.position(text, engine="compiled")
    choice = Player(position.game, seconds=None, nodes=300_000).choose(position)
    assert (str(choice.move), choice.wins, choice.plies) == (key, True, 3)


@pytest.mark.parametrize("strength", Strength)
def test_every_strength_captures_an_unguarded_piece(strength: Strength) -> None:
    position = FIDE.position("white Kg1 Rd1 Pf2 Pg2 Ph2 black Kg8 Qd8 Pf7 Pg7 Ph7")
    assert str(Player(FIDE, strength, seconds=None, nodes=50_000).choose(position).move) == "Rd1xd8"


def test_it_does_not_capture_a_guarded_pawn() -> None:
    """It does not give a Queen for a Pawn even if the search ends with that capture."""
    position = FIDE.position("white Kg1 Qd1 black Kg8 Pd6 Pc7 Pe7")
    assert str(Player(FIDE, Strength.weak, seconds=None).choose(position).move) != "Qd1xd6"


def test_it_does_not_stalemate_where_it_is_ahead() -> None:
    position = FIDE.position("white Kf7 Qg5 black Kh8")
    after = position.push(Player(FIDE, Strength.medium).choose(position).move)
    assert after.outcome() is None or after.outcome().winner == "white"  # type: ignore[union-attr]


def test_it_repeats_what_draws_when_it_is_behind() -> None:
    """Perpetual check: Black mates in one unless White checks on e8 and h5 again and again."""
    player, game = Player(FIDE, seconds=None, nodes=3_000), FIDE.position("white Ka1 Qe8 Pe2 black Kh7 Qb3 Rb2 Rc2 Pg7")
    while not game.outcome():
        game = game.push(player.choose(game).move)
    assert game.outcome() == sm.Outcome("repetition", None)


def test_a_win_that_is_no_mate_is_seen() -> None:
    game = sm.game("koth", engine="compiled")
    choice = Player(game, Strength.weak).choose(game.position("white Ke3 Pa2 black Ka8 Qh8 turn white"))
    assert (str(choice.move)[-2:] in ("d4", "e4"), choice.wins, choice.plies) == (True, True, 1)


@pytest.mark.slow
def test_of_three_players_the_mover_plays_against_all() -> None:
    game = sm.game("diagonals", engine="compiled")
    choice = Player(game, Strength.weak).choose(game.start())
    assert choice.move in game.start().legal_moves() and choice.depth == 1


def test_the_same_search_gives_the_same_answer() -> None:
    one, other = (Player(FIDE, seconds=None, nodes=20_000).choose(FIDE.start()) for _ in range(2))
    assert (one.move, one.value, one.nodes) == (other.move, other.value, other.nodes)
    assert one.nodes <= 20_002


def test_a_stopped_player_moves_at_once() -> None:
    choice = Player(FIDE, seconds=None, nodes=10**9).choose(FIDE.start(), stop=lambda: True)
    assert choice.move in FIDE.start().legal_moves() and choice.nodes < 10_000


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="limit of time or positions"):
        Player(FIDE, seconds=None)
    with pytest.raises(OptionError, match="seconds: expected more than 0, not 0"):
        Player(FIDE, seconds=0)
    with pytest.raises(OptionError, match="strength: expected one of weak, medium, strong, not 'mighty'"):
        Player(FIDE, "mighty")
    with pytest.raises(MoveError, match="there is no legal move"):
        Player(FIDE).choose(FIDE.position("white Kf7 Qg7 black Kh8 turn black"))
