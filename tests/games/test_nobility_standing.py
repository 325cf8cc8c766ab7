"""Emperor's Nobility by READINGS N4's other reading: an indirect promotion on the rank of the new kind goes on."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import shadowmate as sm
from oracles import nobility as oracle
from shadowmate.asp.terms import vector
from support.nobility import expected, found, pieces_of

ENGINES = ("reference", "compiled")
STANDING = {"standing_counts"}


@cache
def game(engine: str) -> sm.Game:
    return sm.game("latrunculi", readings=["standing_counts"], engine=engine)


def near_a_chain(rng: random.Random) -> tuple[oracle.Pieces, str]:
    """A Baron or a Countess about to be promoted, and pieces, some of them on the cells where it goes on."""
    turn = rng.choice(("white", "black"))

    def cell(*ranks: int) -> oracle.Cell:
        rank = rng.choice(ranks)
        return rng.randint(1, 5), rank if turn == "white" else 11 - rank, rng.randint(1, 5)

    drawn = [("emperor", cell(1, 2, 5)), rng.choice([("baron", cell(4)), ("countess", cell(8, 9))])]
    drawn += [(rng.choice(("rook", "baroness")), cell(10, 10, 10, 10, 10, 10, 7)) for _ in range(rng.randint(0, 3))]
    drawn += [("count", cell(3, 3, 3, 3, 3, 5)) for _ in range(rng.randint(0, 3))]
    drawn += [("duchess", cell(10, 10, 10, 7)) for _ in range(rng.randint(0, 3))]
    while True:
        pieces: oracle.Pieces = {cell(5, 6): (oracle.OTHER[turn], "emperor"), cell(7, 9): (oracle.OTHER[turn], "rook")}
        for kind, where in drawn:
            pieces.setdefault(where, (turn, kind))
        armies = [owner for owner, kind in pieces.values() if kind == "emperor"]
        if len(set(armies)) == 2 and not oracle.in_check(pieces, oracle.OTHER[turn]):
            return pieces, turn
        drawn[0] = ("emperor", cell(1, 2, 5))


def scattered(rng: random.Random) -> tuple[oracle.Pieces, str]:
    """Pieces of all kinds anywhere that they can have come to by this reading."""
    while True:
        cells = rng.sample(oracle.FIELD, 2)
        pieces: oracle.Pieces = {cells[0]: ("white", "emperor"), cells[1]: ("black", "emperor")}
        for _ in range(rng.choice((4, 10, 20, 40))):
            army, kind = rng.choice(("white", "black")), rng.choice(sorted(oracle.PIECES.keys() - {"emperor"}))
            pieces[rng.choice(sorted(oracle.stands(army, True)[kind] - pieces.keys()))] = army, kind
        turn = rng.choice(("white", "black"))
        if not oracle.in_check(pieces, oracle.OTHER[turn]) and not any(
            oracle.married(pieces, army) for army in oracle.OTHER
        ):
            return pieces, turn


def check(engine: str, pieces: oracle.Pieces, turn: str) -> Counter[str]:
    """Compare an engine's moves with the oracle's. Count the oracle's moves by the pieces that their chains promote."""
    position = game(engine).position(oracle.text(pieces, turn))
    assert found(position, position.legal_moves()) == expected(pieces, turn, STANDING), position
    seen = Counter[str]()
    for move in oracle.legal_moves(pieces, turn, STANDING):
        before = [(move.end, *move.aides[:number]) for number in range(len(move.aides))]
        which = (
            "mover" if cell == move.end else "again" if cell in some else "new"
            for cell, some in zip(move.aides, before, strict=True)
        )  # fmt: skip
        seen[" ".join(which)] += 1
    return seen


@pytest.mark.slow
def test_moves_are_those_of_the_oracle() -> None:
    """With chains of up to three pieces, which may contain the mover, or the first piece again as the third."""
    rng, seen = random.Random("standing_counts"), Counter[str]()
    for _ in range(150):
        seen += check("compiled", *near_a_chain(rng))
    for _ in range(50):
        seen += check("compiled", *scattered(rng))
    chains = {"new", "new new", "new mover", "new new new", "new new again", "new mover new", "new mover again"}
    assert {each for each in seen if each} == chains and min(seen.values()) > 5, seen


@pytest.mark.slow
def test_moves_of_the_reference_engine_are_the_oracle_s() -> None:
    rng = random.Random("standing, reference")
    for _ in range(2):
        check("reference", *near_a_chain(rng))


POSITIONS = {
    # A Rook on the last rank: Countess, and at once Duchess; so a Count becomes a Duke.
    "white EmCc1 BaAa4 RoCc10 CoEe7 black EmEe5": {"BaAa4-Bb3=Co&RoCc10=Ds&CoEe7=Du"},
    # No other piece is a Count. So the Baron that has just become one is promoted on: it is on the Dukes' rank too.
    "white EmCc1 BaAa4 RoCc10 black EmEe5": {"BaAa4-Bb3=Pr&RoCc10=Es"},
    # The Count on its third rank becomes a Prince. The Duchess that was a Rook is the hindmost, and becomes an Empress.
    "white EmCc1 BaAa4 RoCc10 CoEc3 black EmEe5": {
        "BaAa4-Bb3=Co&RoCc10=Es&CoEc3=Pr",
        "BaAa4-Bb3=Pr&RoCc10=Es",
    },
    # ... or another Duchess further back, which becomes a Princess.
    "white EmCc1 BaAa4 RoCc10 DsBb7 black EmEe5": {"BaAa4-Bb3=Pr&DsBb7=Ps&RoCc10=Ds"},
    # Elsewhere than on these ranks all is as by default.
    "white EmCc1 BaAa4 RoCc9 CoEe7 black EmEe5": {"BaAa4-Bb3=Co&RoCc9=Cs"},
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", POSITIONS)
def test_chains(engine: str, text: str) -> None:
    """Worked out from the document's table by hand."""
    position = game(engine).position(f"{text} turn white")
    moves = [move for move in position.legal_moves() if (move.origin, move.target) == ("Aa4", "Bb3")]
    assert {str(move) for move in moves} == POSITIONS[text]
    for move in moves:
        assert position.move(str(move)) == move
        assert found(position, [move])[0] in expected(pieces_of(position), "white", STANDING)


@pytest.mark.slow
def test_changes_are_reported() -> None:
    """`moves --json`: each piece that becomes another, once."""
    for engine in ENGINES:
        position = game(engine).position("white EmCc1 BaAa4 RoCc10 CoEc3 black EmEe5 turn white")
        move = position.move("BaAa4-Bb3=Co&RoCc10=Es&CoEc3=Pr")
        assert move.promotion == "Co"
        assert [(each.cell, each.before, each.after) for each in move.changes] == [
            ("Cc10", "white Ro", "white Es"),
            ("Ec3", "white Co", "white Pr"),
        ]


def test_a_chain_may_marry() -> None:
    """The Rook becomes an Empress beside its Emperor."""
    for engine in ENGINES:
        position = game(engine).position("white EmCc9 BaAa4 RoCc10 black EmEe5 turn white")
        assert {move.wins for move in position.legal_moves() if move.target == "Bb3"} == {"marriage"}


@pytest.mark.parametrize("army", ["white", "black"])
def test_no_piece_that_moves_on_stays(army: str) -> None:
    """No Countess or Princess on the last rank, no Duke on the third; others where they are by default, or more."""
    rows = [symbol.arguments for symbol in game("reference").ruleset.facts("misplaced", 3)]
    refused = {(str(kind), vector(cell)) for owner, kind, cell in rows if str(owner) == army}
    where = oracle.stands(army, True)
    assert refused == {(kind, cell) for kind, some in where.items() for cell in oracle.FIELD if cell not in some}
    ranks = {kind: {oracle.own_rank(army, cell) for cell in cells} for kind, cells in where.items()}
    assert 10 not in ranks["countess"] | ranks["princess"] and 3 not in ranks["duke"]


@pytest.mark.slow
def test_both_engines_count_the_same_lines() -> None:
    text = "white EmCc1 BaAa4 RoCc10 RoBc10 CoEc3 DsBb10 black EmEe5 RoEe7 turn white"
    first, second = (sm.perft(game(engine).position(text), 2) for engine in ENGINES)
    assert first == second > 0
