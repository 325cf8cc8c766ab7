"""A mover that is its own aide: in the later role it only changes its kind. Both engines, in a small game."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from support.small import write

ENGINES: tuple[EngineName, ...] = ("reference", "compiled")

RULES = """
measure(foremost,Army,(X,Y,1),Y) :- player(Army,_), cell((X,Y,1)).
enemy(white,black).  enemy(black,white).
#program effects.
seeks(C,mason,foremost) :- part(C,mover,(rook;queen)).
becomes(C,mover,mason) :- part(C,mover,(rook;queen)).
recalls(C,mover) :- part(C,mover,(rook;queen)).
becomes(C,aide,cannon) :- part(C,aide,mason).
"""
"""A Rook or a Queen becomes a Mason. Then the foremost Mason, which may be the mover, becomes a Cannon."""
ASIDE = """
joins(C,mover,Enemy) :- part(C,mover,rook), part(C,aide,_), of(C,mover,Army), enemy(Army,Enemy).
dies(C,mover) :- part(C,mover,queen), part(C,aide,_).
"""
"""With an aide the Rook changes sides, and the Queen is gone."""

AFTER = {
    # Pieces, a move, and what there may be after it, worked out from these words.
    ("white Ka1 Rb2 Md2 black Ke5", "b2", "b5"): {"white Ka1 Md2 black Cb5 Ke5"},
    ("white Ka1 Rb2 Md4 black Ke5", "b2", "b3"): {"white Ka1 Cd4 black Mb3 Ke5"},
    ("white Ka1 Rb2 Md2 black Ke5", "b2", "c2"): {"white Ka1 Md2 black Cc2 Ke5", "white Ka1 Cd2 black Mc2 Ke5"},
    ("white Ka1 Qb2 Md2 black Ke5", "b2", "b5"): {"white Ka1 Md2 black Ke5"},
    ("white Ka1 Qb2 Md4 black Ke5", "b2", "b3"): {"white Ka1 Cd4 black Ke5"},
}


def pieces(text: str) -> frozenset[str]:
    """The pieces of a text, each with its army."""
    found, army = set(), ""
    for word in text.split():
        army = word if word in ("white", "black") else army
        found.add(f"{army} {word}")
    return frozenset(found) - {"white white", "black black"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_of_two_roles_the_earlier_decides_all_but_what_the_piece_becomes(engine: EngineName, tmp_path: Path) -> None:
    write(tmp_path, RULES + ASIDE)
    game = sm.game("small", rules=[tmp_path], engine=engine)
    for (text, start, end), expected in AFTER.items():
        position = game.position(text)
        moves = [move for move in position.legal_moves() if (move.origin, move.target) == (start, end)]
        found = [pieces(str(position.push(move)).partition(": ")[2].partition(" turn")[0]) for move in moves]
        assert sorted(map(sorted, found)) == sorted(map(sorted, map(pieces, expected))), text


@pytest.mark.sample(1)
@pytest.mark.parametrize("more", ["dies(C,aide)", "joins(C,aide,black)", "lands(C,aide,start)", "unguarded(C,aide)"])
def test_more_is_refused(more: str, tmp_path: Path) -> None:
    """The reference engine refuses only a position where it happens: another Mason may do more."""
    write(tmp_path, f"{RULES}{more} :- part(C,aide,mason).\n")
    with pytest.raises(
        sm.RulesError, match="the aide of a move is its mover too, so a rule may only state what the aide becomes"
    ):
        sm.game("small", rules=[tmp_path], engine="compiled").position("white Ka1 Rb2 black Ke5").legal_moves()
    reference = sm.game("small", rules=[tmp_path])
    assert reference.position("white Ka1 Rb2 Md5 black Ke3 Mb4").legal_moves("b2")
    with pytest.raises(sm.RulesError, match="give the aide of a move, which has another role"):
        reference.position("white Ka1 Rb2 Md3 black Ke5").legal_moves()


MATES = (
    "white Ra4 Md2 Ke3 black Ke1 turn white", "white Ma3 Kc1 Re4 black Ka1 turn white",
    "white Mb1 Rc5 Ke3 black Ke1 turn white", "white Mb4 Kd5 Re5 black Ka5 turn white",
)  # fmt: skip
"""Mates in one, most by the Rook that is a Cannon then, or by another Cannon."""


@pytest.mark.slow
def test_endgame_tables_know_what_the_piece_becomes(tmp_path: Path) -> None:
    """Against the reference engine: the moves that mate."""
    write(tmp_path, RULES)
    reference, compiled = (sm.game("small", rules=[tmp_path], engine=engine) for engine in ENGINES)
    table = sm.table(compiled, "white K R M black K")
    for text in MATES:
        position = reference.position(text)
        ended = {move: position.push(move).outcome() for move in position.legal_moves()}
        mates = sorted(str(move) for move, outcome in ended.items() if outcome and outcome.reason == "checkmate")
        assert str(table.probe(compiled.position(text))).splitlines()[1] == f"won in 1: {' '.join(mates)}"


@pytest.mark.slow
def test_endgame_tables_refuse_a_recall_that_depends_on_order(tmp_path: Path) -> None:
    second = "seconds(C,mason,foremost) :- part(C,mover,rook).\nbecomes(C,second,queen) :- part(C,second,_).\n"
    write(tmp_path, RULES + second)
    with pytest.raises(sm.ShadowmateError, match="two aides"):
        sm.table(sm.game("small", rules=[tmp_path], engine="compiled"), "white K R M black K")
