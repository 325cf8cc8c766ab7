"""Rules of a user's own, and what of them is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm

GUARDED = """
guarded(C) :- piece(C,knight,white), attacks(D,C), D != C.
:- piece(C,knight,white), not guarded(C).
"""


def test_what_is_asked_in_rules() -> None:
    """Knights guard each other in pairs, so the fewest are two, a Knight's leap apart."""
    found = sm.find("fide", "white N*1..", GUARDED, minimize="pieces")
    assert found.proved and found.value == (2,)
    one, other = found.positions[0].pieces
    assert sorted((abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1])))) == [1, 2]


def test_rules_that_minimise_beside_an_option() -> None:
    """Only the option counts pieces, so what a count cannot fall below is no bound of the costs."""
    inside = "#minimize { 1@2,C : piece(C,queen,white), inside(C) }."
    for seconds in (0, None):
        found = sm.find("fide", "white Q*1..3 black K", inside, minimize="white Q", seconds=seconds)
        assert found.bound <= (0, 1)
    assert found.proved and found.value == (0, 1)


def test_that_there_is_none() -> None:
    """A single Knight has no other piece to guard it."""
    found = sm.find("fide", "white N", GUARDED)
    assert found.positions == () and found.proved and str(found) == "there is none (proved)"


def test_rules_that_distinguish_cells_are_not_treated_as_symmetric() -> None:
    """Rules may ask for a certain cell of an orbit."""
    for cell, name in (("(1,1,1)", "a1"), ("(8,1,1)", "h1"), ("(1,8,1)", "a8"), ("(8,8,1)", "h8")):
        found = sm.find("fide", "white Q", f":- not piece({cell},queen,white).")
        assert list(found.positions[0].pieces) == [name]


def test_a_goal_of_ones_own() -> None:
    """A Rook attacks 14 cells of an empty board from each; a Bishop at most 13, from the middle."""
    for pieces, most in (("white R", 14), ("white B", 13)):
        found = sm.find("fide", pieces, "#maximize { 1,C : attacked(C) }.")
        assert found.proved and found.aim == "most" and found.value == (most,)


def test_whose_move_it_is() -> None:
    """Only the player to move may be in check."""
    found = sm.find("fide", "white K Q black K", ":- not check(black).", count=20)
    assert {position.turn for position in found.positions} == {"black"}
    assert all(position.is_check() for position in found.positions)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("\n:- atacks(A,B).", r"^rules:2: nothing defines atacks/2; do you mean attacks/2\?$"),
        (":- attacks(A).", r"^rules:1: nothing defines attacks/1; do you mean attacks/2\?$"),
        (":- piece(C,quen,white).", r"^rules:1: fide has no kind 'quen'; do you mean 'queen'\?$"),
        (":- mate(balck).", r"^rules:1: fide has no player 'balck'; do you mean 'black'\?$"),
        ("piece((1,1,1),queen,white).", "^rules:1: piece/3 is defined already"),
        (":- piece(C,queen,white), C = @facts(a,1).", "^rules:1: @facts is called"),
        ("#show piece/3.", "^rules:1: #show piece/3. is not used here$"),
        ("#program other.", "^rules:1: #program other. is not used here$"),
        (":- piece(C,queen", "^rules:1: syntax error, unexpected EOF"),
        (
            "bad(X) :- not cell(X).",
            "^rules:1: variable 'X' is unsafe: no positive literal of the body gives it a value$",
        ),
    ],
)
def test_what_rules_may_not_hold(text: str, words: str) -> None:
    with pytest.raises(sm.RulesError, match=words):
        sm.find("fide", "white Q", text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"pieces": "Q"}, "^pieces: 'Q': whose piece is this"),
        ({"pieces": "white Z"}, "'Z': neither a player nor a kind of fide"),
        ({"pieces": "white K+R"}, "'K\\+R': `find` has pieces of one kind each"),
        ({"pieces": "white Q*3..2"}, "2 is less than 3"),
        ({"pieces": " "}, "there are no pieces"),
        ({"pieces": "white Q", "zones": "white Q z9"}, "^zone white Q: no cell of fide is 'z9'"),
        ({"pieces": "white Q", "zones": "white K a1"}, "^zone white K: no such piece is among white Q$"),
        ({"pieces": "white Q", "mated": "green"}, "'green' is no player of fide"),
        ({"pieces": "white Q", "minimize": "black"}, "'black': the question has no such pieces"),
        (
            {"pieces": "white Q", "minimize": "pieces", "maximize": "pieces"},
            "^--minimize and --maximize exclude",
        ),
    ],
)
def test_what_is_refused(arguments: dict[str, str], words: str) -> None:
    with pytest.raises(sm.ShadowmateError, match=words):
        sm.find("fide", **arguments)  # type: ignore[arg-type]


def test_a_file_is_named_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "ask.lp"
    path.write_text("% Nothing.\n:- nothing_such(X).\n")
    with pytest.raises(sm.RulesError, match=f"^{path}:2: nothing defines nothing_such/1"):
        sm.find("fide", "white Q", path)


def test_positions_of_different_players_to_move_are_not_images_of_each_other() -> None:
    """The pieces are the same, on cells that the rules name."""
    rules = ":- not piece((5,1,1),king,white).  :- not piece((5,8,1),king,black).  mover(Army) :- turn(Army)."
    found = sm.find("fide", "white K black K", rules, count=None, up_to_symmetry=True)
    assert {position.turn for position in found.positions} == {"white", "black"}
    assert found.classes == 2
