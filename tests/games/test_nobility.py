"""Emperor's Nobility as a game: promotion, marriage, mates and problems, against an oracle of its own."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import networkx as nx
import pytest

import shadowmate as sm
from oracles import nobility as oracle
from shadowmate.asp.terms import vector
from support.cli import run
from support.nobility import board, expected, found, pieces_of

ENGINES = ("reference", "compiled")
KINDS = sorted(oracle.PIECES.keys() - {"emperor"})


@cache
def game(engine: str, *readings: str) -> sm.Game:
    return sm.game("latrunculi", readings=list(readings), engine=engine)


def scattered(rng: random.Random, most: int = 40) -> tuple[oracle.Pieces, str]:
    """Emperors and pieces of all kinds anywhere; the player that has moved is not in check, and no piece is married."""
    while True:
        cells = rng.sample(oracle.FIELD, rng.choice([n for n in (4, 6, 12, 22, 42) if n <= most + 2]))
        pieces: oracle.Pieces = {cells.pop(): ("white", "emperor"), cells.pop(): ("black", "emperor")}
        for _ in cells:
            army, kind = rng.choice(("white", "black")), rng.choice(KINDS)
            free = oracle.stands(army)[kind] - pieces.keys()
            pieces[rng.choice(sorted(free))] = army, kind
        turn = rng.choice(("white", "black"))
        if not oracle.in_check(pieces, oracle.OTHER[turn]) and not any(
            oracle.married(pieces, army) for army in oracle.OTHER
        ):
            return pieces, turn


def check(engine: str, pieces: oracle.Pieces, turn: str) -> Counter[str]:
    """Hold an engine's moves and outcome against the oracle's; count what moves do."""
    position = game(engine).position(oracle.text(pieces, turn))
    moves = position.legal_moves()
    assert found(position, moves) == expected(pieces, turn), position
    ended = position.outcome()
    assert (ended.reason if ended else None) == oracle.outcome(pieces, turn), position
    for move in moves:
        married = oracle.married(pieces_of(position.push(move)), turn)
        assert (move.wins == "marriage") == married, move
    return Counter(
        name
        for move in moves
        for name, text in (("direct", move.promotion), ("indirect", move.changes), ("marriage", move.wins))
        if text
    )


@pytest.mark.slow
def test_moves_are_the_oracle_s() -> None:
    """On random positions, many of them deep in play: all kinds are there."""
    rng, seen = random.Random("nobility"), Counter[str]()
    for _ in range(60):
        seen += check("compiled", *scattered(rng))
    assert seen["direct"] > 40 and seen["indirect"] > 15 and seen["marriage"] > 5, seen


@pytest.mark.exhaustive
def test_moves_are_the_oracle_s_on_a_thousand_positions() -> None:
    rng = random.Random("nobility, a thousand")
    for _ in range(1000):
        check("compiled", *scattered(rng))


@pytest.mark.slow
def test_moves_of_the_reference_engine_are_the_oracle_s() -> None:
    rng = random.Random("nobility, reference")
    for _ in range(3):
        check("reference", *scattered(rng, 10))


@pytest.mark.parametrize("army", ["white", "black"])
def test_pieces_stand_only_on_cells_that_they_can_reach(army: str) -> None:
    """The oracle follows pieces from the array: Heirs and Counts on ranks 3 to 7, Barons from 4, Princes up to 7."""
    rows = [symbol.arguments for symbol in game("reference").ruleset.facts("misplaced", 3)]
    refused = {(str(kind), vector(cell)) for owner, kind, cell in rows if str(owner) == army}
    ranks = {kind: {oracle.own_rank(army, cell) for cell in cells} for kind, cells in oracle.stands(army).items()}
    assert ranks["heir"] == ranks["count"] == {3, 4, 5, 6, 7}
    assert (ranks["baron"], ranks["prince"]) == (set(range(4, 11)), set(range(1, 8)))
    assert refused == {
        (kind, cell) for kind, some in oracle.stands(army).items() for cell in oracle.FIELD if cell not in some
    }


REFUSED = ("white HeAa2", "white HeAa8", "black CoAa1", "black BaAa8", "white PrAa8")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", REFUSED)
def test_a_piece_where_none_can_stand_is_refused(engine: str, text: str) -> None:
    with pytest.raises(sm.PositionError, match=f"{text.split()[1]}.*a piece of this kind cannot stand here"):
        game(engine).position(f"white EmCc1 black EmEe10 {text} turn white")


def test_lines_from_the_array() -> None:
    pieces, turn = oracle.array()
    start = game("compiled").start()
    counts = [sm.perft(start, depth) for depth in (1, 2, 3)]
    assert counts[:2] == [oracle.perft(pieces, turn, depth) for depth in (1, 2)] == [177, 31329]
    assert counts[2] == 5605237  # the oracle's, counted once in some minutes


@pytest.mark.exhaustive
def test_lines_of_the_reference_engine() -> None:
    assert sm.perft(game("reference").start(), 2) == 31329


POSITIONS = {
    # The moves from one cell to another, with all promotions.
    "white EmCc1 HeCc7 RoAa1 RoBb2 black EmEe10": ("Cc7", "Dd8", {"HeCc7-Dd8=Ba&RoBb2=Bs"}),
    "white EmCc1 HeCc7 RoAa2 RoBb2 black EmEe10": ("Cc7", "Dd8", {"HeCc7-Dd8=Ba&RoAa2=Bs", "HeCc7-Dd8=Ba&RoBb2=Bs"}),
    "white EmCc1 HeCc7 black EmEe10": ("Cc7", "Dd8", {"HeCc7-Dd8=Ba"}),
    # An Heir that has been there already is not promoted by a move within the rank: Heirs cannot, Dukes can.
    "white EmCc1 DuBb3 DsAa5 black EmEe10": ("Bb3", "Bc3", {"DuBb3-Bc3"}),
    "white EmCc1 DuBb2 DsAa5 DsAb4 black EmEe10": ("Bb2", "Bb3", {"DuBb2-Bb3=Pr&DsAb4=Ps"}),
    # Of suitable kinds the foremost of all: a Princess before Rooks.
    "white EmCc1 PrBb7 PsAa6 RoAa5 RoAb2 black EmEe10": ("Bb7", "Bb8", {"PrBb7-Bb8=Ar&PsAa6=Es"}),
    # Hindmost, for a Baron that comes back.
    "white EmCc1 BaBb4 BsAa4 RoAa2 black EmEe10": ("Bb4", "Bc3", {"BaBb4-Bc3=Co&RoAa2=Cs"}),
    # The Countess just promoted is no candidate, nor is the captured piece.
    "white EmCc1 CsBb9 CoAa3 CoAb4 black EmEe10 DuBb10": ("Bb9", "Bb10", {"CsBb9xBb10=Ds&CoAb4=Du"}),
    "white EmCc1 PsBb9 RoAa2 black EmEe10": ("Bb9", "Bb10", {"PsBb9-Bb10=Es"}),
    # An indirect promotion that marries.
    "white EmCc1 PrBb7 RoCd2 black EmEe10": ("Bb7", "Bb8", {"PrBb7-Bb8=Ar&RoCd2=Es (marriage)"}),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", POSITIONS)
def test_promotions(engine: str, text: str) -> None:
    """N3 to N6, N9: the piece that a rank promotes, and the piece that is promoted indirectly."""
    origin, target, moves = POSITIONS[text]
    position = game(engine).position(f"{text} turn white")
    some = [move for move in position.legal_moves() if (move.origin, move.target) == (origin, target)]
    assert {f"{move} ({move.wins})" if move.wins else str(move) for move in some} == moves


@pytest.mark.slow
def test_marriage_with_both_safe_is_a_reading() -> None:
    """N7: the Empress on Cc2 is attacked; by default only the Emperor must be safe."""
    text = "white EmCc1 EsCc3 black EmEe10 RoEc2 turn white"
    for readings, wins in (((), "marriage"), (("both_safe",), None)):
        for engine in ENGINES:
            moves = game(engine, *readings).position(text).legal_moves()
            assert {m.wins for m in moves if m.target == "Cc2" and m.origin == "Cc3"} == {wins}


def test_a_side_without_an_emperor_has_no_check() -> None:
    position = game("compiled").position("white RoAa1 black EmEe10 RoAa9 turn white")
    assert len(position.legal_moves()) == len(oracle.legal_moves(pieces_of(position), "white"))
    assert not position.is_check()


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["win(marriage)2", "#2"])
def test_short_wins_are_those_of_brute_force(problem: str) -> None:
    """Keys of random positions with few pieces."""
    rng, solved = random.Random(problem), 0
    goal = "marriage" if "marriage" in problem else "checkmate"
    for _ in range(5):
        pieces, turn = _few(rng, goal)
        position = game("compiled").position(oracle.text(pieces, turn))
        keys = [board(pieces_of(position.push(key))) for key in sm.solve(position, problem).keys]
        brute = [move.after for move in oracle.legal_moves(pieces, turn) if _forces(move.after, turn, goal, 1)]
        assert sorted(keys) == sorted(map(board, brute)), position
        if goal == "checkmate":
            shortest = "mate in 1, fewer than 2" if any(_forces(each, turn, goal, 0) for each in brute) else "mate in 2"
            assert run("mate", str(position), "--in", "2")[1].startswith(shortest if brute else "no mate in 2")
        solved += bool(keys)
    assert solved


def _few(rng: random.Random, goal: str) -> tuple[oracle.Pieces, str]:
    """A position with few pieces in which the goal is near."""
    kinds = ("empress",) if goal == "marriage" else ("empress", "empress", "archduke")
    near = [cell for cell in oracle.FIELD if cell[0] <= 3 and cell[1] <= 4 and cell[2] <= 3]
    while True:
        cells = rng.sample(near, 2 + len(kinds))
        pieces: oracle.Pieces = {cells.pop(): ("black", "emperor"), cells.pop(): ("white", "emperor")}
        pieces |= {cell: ("white", kind) for cell, kind in zip(cells, kinds, strict=True)}
        if not oracle.in_check(pieces, "black") and not oracle.married(pieces, "white"):
            return pieces, "white"


def _forces(pieces: oracle.Pieces, army: str, goal: str, more: int) -> bool:
    """Whether the army, which has just moved, has won by the goal, or forces it in `more` moves."""
    other = oracle.OTHER[army]
    if goal == "marriage" and not more:
        return oracle.married(pieces, army)
    if (ended := oracle.outcome(pieces, other)) is not None:
        return ended == goal
    if not more:
        return False
    return all(
        oracle.outcome(reply.after, army) is None
        and any(_forces(move.after, army, goal, more - 1) for move in oracle.legal_moves(reply.after, army))
        for reply in oracle.legal_moves(pieces, other)
    )


def test_where_no_mate_is_found_the_other_ways_to_win_are_named() -> None:
    text = run("mate", "latrunculi: white EmCc5 PsCb8 black EmAa1", "--in", "3")[1]
    assert text == "no mate in 3; wins by marriage are left out: `solve` with 'win3' counts them\n"


def test_no_chain_is_longer_than_five() -> None:
    """ "Promoted almost indefinitely": by the rules no piece is promoted more than five times."""
    graph = nx.DiGraph(game("reference").promotions())
    assert nx.dag_longest_path_length(graph, weight=None) == 5


@pytest.mark.parametrize("engine", ENGINES)
def test_a_countess_on_the_last_rank_stays(engine: str) -> None:
    """A Count's rise makes her there; forward there is no rank more."""
    position = game(engine).position("white EmCc1 CsBb10 PsCa10 HeAa3 black EmEe9 turn white")
    assert not [move for move in position.legal_moves() if move.origin in ("Bb10", "Ca10")]


PROBLEMS = {
    # In each the game's own rule is the point: an indirect promotion checks; a marriage that nothing prevents.
    "white EmEe4 CoDe7 CsBa3 ArBb1 DuEd8 RoAd6 black EmEe7 DuAb5 RoBb7": ("#2", "CsBa3-Ba10=Ds&CoDe7=Du"),
    "white EmBe4 PrCa7 DsDb3 CsDa6 black EmCc9 ArCc4 RoBd5 DsCe6": ("win(marriage)2", "PrCa7-Cb8=Ar&CsDa6=Es"),
}


@pytest.mark.parametrize("text", PROBLEMS)
def test_problems_have_one_key(text: str) -> None:
    """Both are ours, found by search; the oracle plays the key against every reply."""
    problem, key = PROBLEMS[text]
    position = game("compiled").position(f"{text} turn white")
    assert [str(move) for move in sm.solve(position, problem).keys] == [key]
    goal = "marriage" if "marriage" in problem else "checkmate"
    assert _forces(pieces_of(position.push(position.move(key))), "white", goal, 1)
