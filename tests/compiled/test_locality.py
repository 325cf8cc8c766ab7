"""Which effects of a game can be asked about classes of moves, and the messages about all others."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.ruleset import load
from shadowmate.compiled.compile.layout import objections
from support.small import BEGINNING, small, write

LAST = "promotes(mason,last,queen). zone(white,last,(X,5,1)) :- cell((X,5,1)).\n"

REFUSED = [
    ("becomes(C,mover,queen) :- part(C,mover,mason), turn(white).", "'turn(white)' depends on the position"),
    ("becomes(C,mover,queen) :- part(C,mover,mason), piece(_,queen,_).", "depends on the position"),
    ("becomes(C,mover,queen) :- part(C,mover,mason), not part(_,mover,queen).", "does not begin with the rule's move"),
    ("becomes(C,mover,queen) :- part(C,mover,mason), part(D,mover,queen).", "speaks of another move"),
    ("becomes(C,mover,queen) :- part(C,mover,mason), C = go(_,_).", "compares the move"),
    ("becomes(C,mover,queen) :- part(C,mover,mason), C < 5.", "compares the move"),
    ("becomes(C,mover,queen) :- part(C,mover,mason), 3 < #count { D : part(D,mover,mason) }.", "another move"),
    ("becomes(C,mover,queen) :- part(C,mover,mason), 3 < #count { C : part(C,mover,mason) }.", "counts over moves"),
    ("anyone :- part(C,mover,mason).", "does not begin with the move"),
    ("start(white,mason,(1,1,1)).", "a fact of the game belongs in"),
    ("marks(C,C) :- part(C,mover,mason).", "uses the move as a term"),
    ("becomes(C,mover,K) :- part(C,mover,mason), promotes(mason,_,K), K != (rook;queen).", "compares with a pool"),
    ("becomes(C,mover,queen) : part(C,mover,mason).", "is not one atom"),
    ("becomes(C,mover,@new(K)) :- part(C,mover,K).", "calls a script"),
    ("bars(C,quiet) :- use(C,quiet).", "the use of a route, which is not compiled yet; the compiled engine"),
    ("needs(C,attacked(victim)) :- part(C,mover,mason).", "depend on a guard"),
    ("lands(C,mover,over) :- part(C,victim,_).", "where rows cannot put it"),
    ("bars(C,greed) :- chosen(C,promotion,queen).", "while an attack makes none"),
    ("spares(C,victim) :- part(C,mover,mason).", "both would stay"),
]

ACCEPTED = [
    "becomes(C,mover,queen) :- part(C,mover,mason), to(C,Zone), promotes(mason,Zone,queen), not part(C,victim,_).",
    "becomes(C,mover,queen) :- part(C,mover,mason), N = #count { K : part(C,victim,K), royal(K) }, N > 0.",
    "bars(C,trade) :- part(C,mover,K), part(C,victim,K), not royal(K).",
    "becomes(C,mover,queen) :- part(C,mover,mason), not from(C,last) : zone(_,last,_).",
    "unguarded(C,mover) :- part(C,mover,mason), part(C,victim,_), not steps(C,orthogonal).",
    "becomes(C,mover,queen) :- part(C,mover,mason), steps(C,Class), direction(Class,(0,1,0)).",
]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("rule", "words"), REFUSED)
def test_what_is_not_local_is_refused_by_line_and_literal(tmp_path: Path, rule: str, words: str) -> None:
    added = f"{LAST}#program effects.\n{rule}"
    write(tmp_path, added)
    (reason,) = objections(load("small", (), [tmp_path]))
    assert words in reason
    if "both would stay" not in words:
        assert f"small/game.lp:{(BEGINNING + added).count(chr(10)) + 1}: '" in reason


def test_a_predicate_without_facts_is_one_of_the_game(tmp_path: Path) -> None:
    """Such as of a game with a parameter that is 0."""
    write(
        tmp_path, "#const most = 0.\nlate(1..most).\n#program effects.\nbars(C,late) :- part(C,mover,mason), late(1)."
    )
    assert not objections(load("small", (), [tmp_path]))


@pytest.mark.sample(2)
@pytest.mark.parametrize("rule", ACCEPTED)
def test_what_is_local_is_compiled(tmp_path: Path, rule: str) -> None:
    write(tmp_path, f"{LAST}#program effects.\n{rule}")
    assert objections(load("small", (), [tmp_path])) == []


def test_two_pieces_on_a_cell_are_an_error(tmp_path: Path) -> None:
    """The reference engine, which plays the game, raises it."""
    game = small(tmp_path, "#program effects.\nspares(C,victim) :- part(C,mover,mason).")
    with pytest.raises(sm.RulesError, match=r"two pieces on b3 after Mb2-b3; .*lands\(C,victim,start\)"):
        game.position("white Ka1 Mb2 black Ke5 Rb3").push("Mb2-b3")


def test_castling_may_change_its_partner(tmp_path: Path) -> None:
    """A rule may mean the partner without naming the role."""
    rules = (
        "castling(white,(1,1,1),(3,1,1),(5,1,1),(2,1,1)). castling_partner(rook)."
        "castling_empty(white,(5,1,1),(2..4,1,1)).\n"
        "#program effects.\nbecomes(C,Role,queen) :- part(C,Role,rook), part(C,mover,king)."
    )
    reference = small(tmp_path, rules)
    compiled = sm.game("small", rules=[tmp_path], engine="compiled")
    for game in (reference, compiled):
        after = game.position("white Ka1 Re1 black Kc5 castle e1").push("Ka1-c1")
        assert str(after) == "small: white Qb1 Kc1 black Kc5 turn black quiet 1"


def test_a_rule_about_a_position_is_named_by_line(tmp_path: Path) -> None:
    added = "#program verdict.\nforbidden(C) :- chosen_move(C,_,(3,_,_))."
    write(tmp_path, added)
    (reason,) = objections(load("small", (), [tmp_path]))
    line = (BEGINNING + added).count("\n") + 1
    assert f"small/game.lp:{line}: the compiled engine does not carry out 'forbidden(C)" in reason
