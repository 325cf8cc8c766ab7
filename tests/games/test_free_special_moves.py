"""A special move that is done before a move: the turn stays, and so does all that lasts a turn; both engines."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import shadowmate as sm
from oracles import areas, extreme
from shadowmate.endgame.errors import EndgameError
from support.five_by_five import CELLS
from support.paths import GAMES_OF_TESTS

ENGINES = ("reference", "compiled")
FREE = frozenset({"crown_free"})


@cache
def game(name: str, engine: str) -> sm.Game:
    readings = ("crown_free",) if name == "extreme" else ()
    return sm.game(name, readings, [GAMES_OF_TESTS], engine=engine)


AFTER = {
    # A position, and what there is after the crown has been passed, and after a move then.
    "white Ka1 He3 Sc2 black Ke5 Ra5 Sd2 turn white ep d3": (
        "white Ha1 Sc2 Ke3 black Sd2 Ra5 Ke5 turn white ep d3 post a1", "Sc2xd3",
        "white Ha1 Sd3 Ke3 black Ra5 Ke5 turn black taken lately",
    ),
    "white Ka1 He3 black Ke5 Ra5 turn white refuge c1 taken lately": (
        "white Ha1 Ke3 black Ra5 Ke5 turn white refuge c1 taken lately post a1", "Ke3-d3",
        "white Ha1 Kd3 black Ra5 Ke5 turn black",
    ),
    "white Kc1 He3 black Ke5 Rc5 turn white refuge c1": (
        "white Hc1 Ke3 black Rc5 Ke5 turn white post c1", "Ke3-d3", "white Hc1 Kd3 black Rc5 Ke5 turn black",
    ),
    "white Ka1 He3 black Ke5 Ra5 turn white alarm raised post b4": (
        "white Ha1 Ke3 black Ra5 Ke5 turn white post a1", "Ke3-d3", "white Ha1 Kd3 black Ra5 Ke5 turn black",
    ),
}  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", AFTER)
def test_what_lasts_a_turn_still_lasts(engine: str, text: str) -> None:
    """By hand. A refuge that a piece enters is gone, and the special move may end or replace what lasts."""

    def pieces(position: sm.Position) -> set[str]:
        words = str(position).partition(": ")[2].partition(" quiet")[0]
        return {words.partition("turn")[2], *words.partition("turn")[0].split()}

    crowned, move, last = AFTER[text]
    start = game("respite", engine)
    (crown,) = (each for each in start.position(text).legal_moves() if each.special == "crown")
    after = start.position(text).push(crown)
    assert pieces(after) == pieces(start.position(crowned))
    then = next(each for each in after.legal_moves() if str(each).startswith(move))
    assert pieces(after.push(then)) == pieces(start.position(last))


def crowded(rng: Random) -> str:
    """A position of the small game with White in check, so that White may pass the crown."""
    start = game("respite", "compiled")
    while True:
        cells = iter(rng.sample([cell for cell in CELLS if cell not in ("a2", "b4", "e4")], 8))
        white, black = (" ".join(kind + next(cells) for kind in kinds) for kinds in ("KHHR", "KHRR"))
        text = f"white {white} Sa2 black {black} Sb4 Se4 turn white"
        try:
            if start.position(text).checks():
                return text
        except sm.PositionError:  # Black is in check
            continue


@pytest.mark.slow
def test_both_engines_play_the_same_games() -> None:
    rng, crowns = Random("respite"), 0
    for _ in range(6):
        text = crowded(rng)
        ours, theirs = (game("respite", engine).position(text) for engine in ("compiled", "reference"))
        for _ in range(6):
            moves = {str(move): move for move in theirs.legal_moves()}
            known = {str(move): move for move in ours.legal_moves()}
            assert sorted(map(repr, known.values())) == sorted(map(repr, moves.values())), str(theirs)
            assert ours.checks() == theirs.checks() and ours.outcome() == theirs.outcome()
            if not moves:
                break
            special = sorted(text for text, move in moves.items() if move.special)
            text = rng.choice(special or sorted(moves))
            crowns += moves[text].special == "crown"
            ours, theirs = ours.push(known[text]), theirs.push(moves[text])
            assert str(ours) == str(theirs)
    assert crowns > 3


def checked(rng: Random) -> extreme.Pieces:
    """White in check, with Heirs, in a part of the field."""
    some = [cell for cell in areas.FIELD if max(cell) <= 4]
    while True:
        cells = rng.sample(some, 6)
        pieces: extreme.Pieces = {cells[0]: ("white", extreme.ROYAL), cells[1]: ("black", extreme.ROYAL)}
        for cell, kinds in zip(cells[2:4], (("heir",), ("heir", "knight")), strict=True):
            pieces[cell] = "white", frozenset(kinds)
        for cell in cells[4:]:
            pieces[cell] = "black", frozenset({rng.choice(("planar_rook", "linear_bishop", "cubic_unicorn"))})
        if extreme.in_check(pieces, "white") and not extreme.in_check(pieces, "black"):
            return pieces


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("compiled", 6), ("reference", 1)])
def test_lines_with_free_passing_of_the_crown(engine: str, number: int) -> None:
    """X9's other reading: as many lines as by brute force, and the same player to move after the crown."""
    rng, crowns = Random("crowns"), 0
    for _ in range(number):
        pieces = checked(rng)
        position = game("extreme", engine).position(extreme.text(pieces, "white"))
        assert sm.perft(position, 2) == extreme.perft(pieces, "white", 2, FREE), position
        for move in position.legal_moves():
            assert (position.push(move).turn == "white") == (move.special == "crown")
            crowns += move.special == "crown"
    assert crowns


@pytest.mark.slow
def test_what_counts_turns_is_not_asked() -> None:
    """Problems and tables have the players move in turn."""
    free = game("extreme", "compiled")
    with pytest.raises(sm.StipulationError, match="a player keeps the turn after crown"):
        sm.solve(free.position("white KAa1 cRBb2 black KHh8 HAHf8"), "#2")
    with pytest.raises(EndgameError, match="the turn stays after a special move"):
        sm.table(game("respite", "compiled"), "white K H black K R")
