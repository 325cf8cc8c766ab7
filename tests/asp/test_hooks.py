"""The hooks that a game may use, each in a small game of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from support.small import small


def written(position: sm.Position) -> set[str]:
    return {str(move) for move in position.legal_moves()}


def mates(position: sm.Position) -> set[str]:
    """The mates in one, by trying every move."""
    found = set()
    for move in position.legal_moves():
        outcome = position.push(move).outcome()
        if outcome and outcome.reason == "checkmate":
            found.add(str(move))
    return found


@pytest.mark.slow
def test_forbidden_moves_are_not_legal_and_no_flights(tmp_path: Path) -> None:
    """Black's King may not leave the first column, so a mate need not guard the second."""
    game = small(
        tmp_path,
        "#program verdict.\nforbidden(Move) :- chosen_move(Move,From,(X,_,_)), piece(From,king,black), X > 1.\n",
    )
    for text in ("white Kc3 Rb2 black Ka5", "white Ke1 Qd3 black Ka5"):
        position = game.position(text)
        assert mates(position)
        assert set(sm.solve(position, "#1").keys) == mates(position)


@pytest.mark.slow
def test_what_a_royal_may_not_capture_does_not_save_it(tmp_path: Path) -> None:
    """A king may not capture a queen, so a queen beside it mates."""
    game = small(
        tmp_path,
        "#program effects.\nbars(C,meek) :- part(C,mover,king), part(C,victim,queen).\n",
    )
    position = game.position("white Kd4 Qb4 black Ka1")
    assert {"Qb4-b1", "Qb4-b2"} <= mates(position)
    assert set(sm.solve(position, "#1").keys) == mates(position)


def test_constants_reach_the_rules_about_positions(tmp_path: Path) -> None:
    """A #const means the same in every part."""
    game = small(
        tmp_path,
        "#const limit = 3.\n#program verdict.\nforbidden(Move) :- chosen_move(Move,_,(X,_,_)), X > limit.\n",
    )
    assert {move.target[0] for move in game.position("white Rc3").legal_moves()} == {"a", "b", "c"}


def test_every_royal_piece_must_be_safe(tmp_path: Path) -> None:
    """With two attacked royal pieces, moving one of them is illegal."""
    game = small(tmp_path)
    checked = game.position("white Ka1 Ke1 black Re5 Kc3 turn white")
    assert not {move for move in written(checked) if move.startswith("Ka1")}
    pinned = game.position("white Ke1 Ke2 black Re5 Kc4 turn white")
    assert "Ke2-d2" not in written(pinned)


def test_a_piece_carried_along_does_not_leave_its_line(tmp_path: Path) -> None:
    """A Mason that moves together with a neighbouring Rook must not unpin it."""
    game = small(
        tmp_path,
        """
        #program moves.
        pseudo_legal(haul(From,To,Rook,End),From,To,haul) :-
            pseudo_legal(go(From,To),From,To,_), not occupied(To), piece(From,mason,Army), piece(Rook,rook,Army),
            From = (X,Y,Z), Rook = (X,Y+1,Z), To = (X+1,Y,Z), End = (X+1,Y+1,Z), not occupied(End).
        stands(haul(From,To,Rook,End),partner,Rook) :- pseudo_legal(haul(From,To,Rook,End),From,To,haul).
        leads(haul(From,To,Rook,End),partner,End) :- pseudo_legal(haul(From,To,Rook,End),From,To,haul).
        """,
    )
    assert "Mb2-c2&Rb3-c3" in written(game.position("white Ka1 Rb3 Mb2 black Ke5"))
    assert "Mb2-c2&Rb3-c3" not in written(game.position("white Ka2 Rb3 Mb2 black Qd5"))


def test_a_conquered_army_moves_for_its_new_player(tmp_path: Path) -> None:
    """White commands red's pieces when red has been taken over."""
    game = small(
        tmp_path, "player(red,3).\n#program position.\nother_commander(red,white).\n#defined other_commander/2.\n"
    )
    position = game.position("white Ka1 red Rc3 black Ke1 turn white")
    assert "Rc3-c4" in written(position)


def test_a_game_may_be_won_in_its_own_way(tmp_path: Path) -> None:
    """The hook winner/1: a King in the middle has won."""
    game = small(tmp_path, "#program verdict.\nwinner(Army) :- piece((3,3,1),king,Army), query(outcome).\n")
    assert game.position("white Ka1 black Kc3").outcome() == sm.Outcome("won", "black")
    assert game.position("white Ka1 black Kd4").outcome() is None


def test_help_mates_are_between_two_players(tmp_path: Path) -> None:
    """A game of three players is refused rather than misjudged."""
    game = small(tmp_path, "player(red,3).\n")
    with pytest.raises(sm.ShadowmateError, match="two players"):
        sm.solve(game.position("white Ka1 red Kc3 black Ke1"), "h#2")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("#program verdict.\n:- chosen_move(_,_,_).\n", "forbidden"),
        ("-royal(rook).\n", "classical negation"),
        ("#program verdict.\n#show chosen_move/3.\n", "unsupported"),
    ],
)
def test_what_games_are_not_written_with_is_refused(tmp_path: Path, rules: str, words: str) -> None:
    """Statements that would be ignored in silence are refused with file and line."""
    with pytest.raises(sm.RulesError, match=rf"game\.lp:1\d: .*{words}"):
        small(tmp_path, rules)


@pytest.mark.slow
def test_rules_for_a_reading_hold_where_it_is_asked_for(tmp_path: Path) -> None:
    """A part `reading(NAME,...)` belongs to `base` under each of the readings it names, and under no other."""
    rules = """
        question(masonry,plain,"place"). reading(masonry,(plain;far;farther;aslant),"some way").
        #program reading(far,farther).
        motion(mason,slide(2),orthogonal,any).
        """
    small(tmp_path, rules)
    reached = {
        reading: len(sm.game("small", [reading] if reading else [], [tmp_path]).position("white Mc3").legal_moves())
        for reading in ("", "plain", "aslant", "far", "farther")
    }
    assert reached == {"": 4, "plain": 4, "aslant": 4, "far": 8, "farther": 8}
