"""Extreme 3D Chess as a game: absorption, Pawns, the crown, mates, against an oracle of its own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import TypeAlias

import pytest

import shadowmate as sm
from oracles import extreme as oracle
from support.cli import run

ENGINES = ("reference", "compiled")
FIELD = list(product(range(1, 9), repeat=3))
WHATS = ("rook", "bishop", "unicorn")
PARTS = {"stride", "pace"}
"""What no piece is but for a part."""
SINGLE = sorted(oracle.ABBREVIATIONS.keys() - {"king"} - PARTS)
LIGHT = [part for part in SINGLE if part != "pawn"]
LEFT = ("knight", "hippogriff", "wyvern", "stride", "pace")
Found: TypeAlias = list[tuple[str, str, list[tuple[str, str, list[str]]]]]


@cache
def game(engine: str, *readings: str) -> sm.Game:
    return sm.game("extreme", readings=list(readings), engine=engine)


def compound(rng: random.Random) -> oracle.Parts:
    """What a piece deep in play may be."""
    levels = [(what, rng.choice(("", "", "linear", "planar", "cubic"))) for what in WHATS]
    parts = {f"{level}_{what}" for what, level in levels if level}
    parts |= {part for part in LEFT if rng.random() < 0.2}
    if rng.random() < 0.2:
        parts = parts - {"stride"} | {"heir"}
    return frozenset(parts if parts - PARTS else parts | {rng.choice(LIGHT)})


def scattered(rng: random.Random, most: int = 14) -> tuple[oracle.Pieces, str]:
    """Kings, single pieces and compounds, half of the time near one another; the side that moved is not in check."""
    while True:
        middle = rng.choice(FIELD)
        near = [cell for cell in FIELD if max(abs(a - b) for a, b in zip(cell, middle, strict=True)) <= 3]
        cells = rng.sample(rng.choice((FIELD, near)), rng.randint(4, most))
        pieces: oracle.Pieces = {}
        for army in oracle.FORWARD:
            pieces[cells.pop()] = (
                army,
                frozenset({"king", *rng.choice(((), (), ("linear_rook",), ("knight", "stride")))}),
            )
        for cell in cells:
            single = rng.choice(SINGLE if 1 < cell[2] < 8 else LIGHT)  # Pawns are on neither face
            parts = frozenset({single}) if rng.random() < 0.6 else compound(rng)
            pieces[cell] = rng.choice(("white", "black")), parts
        turn = rng.choice(("white", "black"))
        if not oracle.in_check(pieces, oracle.OTHER[turn]):
            return pieces, turn


def board(pieces: Iterable[tuple[str, str, Iterable[str]]]) -> list[tuple[str, str, list[str]]]:
    return sorted((cell, army, sorted(parts)) for cell, army, parts in pieces)


def expected(pieces: oracle.Pieces, turn: str) -> Found:
    return sorted(
        (
            oracle.name(move.start),
            oracle.name(move.end),
            board((oracle.name(c), *piece) for c, piece in move.after.items()),
        )
        for move in oracle.legal_moves(pieces, turn)
    )


def after(position: sm.Position, move: sm.Move | str) -> list[tuple[str, str, list[str]]]:
    return board((cell, piece.army, piece.kinds) for cell, piece in position.push(move).pieces.items())


def check(engine: str, pieces: oracle.Pieces, turn: str) -> Counter[str]:
    """Hold an engine's moves and outcome against the oracle's; count what moves do."""
    position = game(engine).position(oracle.text(pieces, turn))
    moves = position.legal_moves()
    found: Found = sorted((str(m.origin), str(m.target), after(position, m)) for m in moves)
    assert found == expected(pieces, turn), position
    ended = position.outcome()
    assert (ended.reason if ended else None) == oracle.outcome(pieces, turn), position
    return Counter(
        name
        for move in moves
        for name, text in (("absorbs", move.captures and move.promotion), ("crown", move.special == "crown"))
        if text
    )


@pytest.mark.slow
def test_moves_are_the_oracle_s() -> None:
    """On random positions, many of them with pieces that have absorbed much."""
    rng, seen = random.Random("extreme"), Counter[str]()
    for _ in range(60):
        seen += check("compiled", *scattered(rng))
    assert seen["absorbs"] > 10 and seen["crown"] > 1, seen


@pytest.mark.exhaustive
def test_moves_are_the_oracle_s_on_a_thousand_positions() -> None:
    rng = random.Random("extreme, a thousand")
    for _ in range(1000):
        check("compiled", *scattered(rng, 20))


@pytest.mark.exhaustive
def test_moves_of_the_reference_engine_are_the_oracle_s() -> None:
    rng = random.Random("extreme, reference")
    for _ in range(6):
        check("reference", *scattered(rng, 7))


@pytest.mark.slow
def test_lines_from_the_array() -> None:
    pieces, turn = oracle.array()
    start = game("compiled").start()
    counts = [sm.perft(start, depth) for depth in (1, 2, 3)]
    assert counts[0] == oracle.perft(pieces, turn, 1) == 152
    assert counts[1:] == [23104, 3629140]  # the oracle's, counted once in a quarter of an hour


@pytest.mark.exhaustive
def test_lines_of_the_reference_engine() -> None:
    assert sm.perft(game("reference").start(), 2) == 23104


ABSORBED = {
    # How a move is written, and what else may come of it.
    "white KAa1 lRDd4 black KHh8 lBDd6 turn white": ("Dd4", "Dd6", {"lRDd4xDd6=lB+lR"}),
    "white KAa1 pUDd4 black KHh8 lUEe5 turn white": ("Dd4", "Ee5", {"pUDd4xEe5=cU"}),
    "white KAa1 cRDd4 black KHh8 cREe5 turn white": ("Dd4", "Ee5", {"cRDd4xEe5"}),
    "white KAa1 NDd4 black KHh8 NDe6 turn white": ("Dd4", "De6", {"NDd4xDe6"}),
    "white KAa1 black KHh8 pBBb2 turn white": ("Aa1", "Bb2", {"KAa1xBb2=K+pB"}),
    "white KAa1 lRDd4 black KHh8 HADd6 turn white": ("Dd4", "Dd6", {"lRDd4xDd6=lR+S"}),
    "white KAa1 PGd4 black KHh8 NHd4 turn white": ("Gd4", "Hd4", {"PGd4xHd4=HA", "PGd4xHd4=N"}),
    "white KAa1 PGd4 black KHh8 HAHd4 turn white": ("Gd4", "Hd4", {"PGd4xHd4=HA"}),
    "white KAa1 PGd4 black KHh8 turn white": ("Gd4", "Hd4", {"PGd4-Hd4=HA"}),
    "white KAa1 PCd4 black KHh8 PDd4 turn white": ("Cd4", "Dd4", {"PCd4xDd4"}),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", ABSORBED)
def test_a_captured_piece_is_absorbed(engine: str, text: str) -> None:
    """X5 to X8, X10, X14, X17, and that the text of a move reads back."""
    origin, target, written = ABSORBED[text]
    position = game(engine).position(text)
    moves = [move for move in position.legal_moves() if (move.origin, move.target) == (origin, target)]
    assert {str(move) for move in moves} == written
    assert [position.move(str(move)) for move in moves] == moves


READINGS = {
    # A reading, a position, and what its captures are; by default they are others.
    "riders": ("white KAa1 NDd4 black KHh8 NDe6", {"NDd4xDe6=NN"}),
    "pawns_yield_nothing": ("white KAa1 NDd4 black KHh8 PDe6", {"NDd4xDe6"}),
    "heirs_yield_the_right": ("white KAa1 NDd4 black KHh8 HADe6", {"NDd4xDe6=HA+N"}),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("reading", READINGS)
def test_other_readings_absorb_otherwise(engine: str, reading: str) -> None:
    """X6, X7, X8."""
    text, written = READINGS[reading]
    for readings, same in (((reading,), True), ((), False)):
        moves = game(engine, *readings).position(f"{text} turn white").legal_moves()
        assert ({str(move) for move in moves if move.captures} == written) is same


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number", "most"), [("reference", 1, 6), ("compiled", 5, 14)])
def test_whole_areas_is_a_reading(engine: str, number: int, most: int) -> None:
    """X13: which moves there are, where an area counts only if it lies wholly on the field."""
    rng, reads = random.Random("whole areas"), frozenset({"whole_areas"})
    for _ in range(number):
        pieces, turn = scattered(rng, most)
        if oracle.in_check(pieces, oracle.OTHER[turn], reads):
            continue
        moves = game(engine, "whole_areas").position(oracle.text(pieces, turn)).legal_moves()
        wanted = [(oracle.name(m.start), oracle.name(m.end)) for m in oracle.legal_moves(pieces, turn, reads)]
        assert sorted((m.origin, m.target) for m in moves) == sorted(wanted)


CROWNS = {
    # The crown goes to Hh8 where every condition holds; else why it does not.
    "white KAa1 HA+NHh8 black cRBb2 KCc3": None,
    "white KAa1 HA+NHh8 black lRBb3 KCc3": "the royal piece is not in check",
    "white KAa1 HA+NHh8 black cRBb2 KCc3 lRHh1": "crown: lRHh1 attacks HA",
    "white KAa1 HA+NHh8 lREe1 black cRBb2 lUEe5 KEe8": "crown: lUEe5 attacks HA",  # X16: though it is pinned
    "white KAa1 NHh8 black cRBb2 KCc3": "its own NHh8 stands there",
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", CROWNS)
def test_the_heir_passed_the_crown_in_check_is_not_attacked(engine: str, text: str) -> None:
    """X9, X16, each condition failing in turn, with what `why` states."""
    position = game(engine).position(f"{text} turn white")
    crowns = [move for move in position.legal_moves() if move.special == "crown"]
    if CROWNS[text] is None:
        (move,) = crowns
        assert str(move) == "KAa1-HA+NHh8crown" and move.promotion is None
        assert {(change.cell, change.before, change.after) for change in move.changes} == {
            ("Aa1", "white K", "white HA"),
            ("Hh8", "white HA+N", "white K+N"),
        }
        after = position.push(move)
        assert after.pieces["Hh8"].kinds == ("king", "knight") and not after.checks()
    else:
        assert not crowns
        assert CROWNS[text] in str(position.why("Aa1-Hh8"))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_passing_the_crown_may_cost_no_move(engine: str) -> None:
    """X9's other reading: all is as by the default, but that the turn stays, and there is no second passing."""
    text = next(text for text, why in CROWNS.items() if why is None)
    usual = game(engine).position(f"{text} turn white").push("KAa1-HA+NHh8crown")
    free = game(engine, "crown_free").position(f"{text} turn white").push("KAa1-HA+NHh8crown")
    assert (free.pieces, free.turn, usual.turn) == (usual.pieces, "white", "black")
    again = game(engine).position(str(usual).partition(": ")[2].replace("turn black", "turn white"))
    assert sorted(map(str, free.legal_moves())) == sorted(map(str, again.legal_moves()))
    assert not any(move.special == "crown" for move in free.legal_moves())
    assert free.push(free.legal_moves()[0]).turn == "black"


REFUSED = {
    "white KAa1 lR+pRDd4 black KHh8": "parts of a class add up to one: lR[+]lR is pR",
    "white KAa1 lB+lB+lBDd4 black KHh8": "'lB[+]lB[+]lBDd4' [(]column 12[)]: parts of a class add up to one",
    "white KAa1 N+N+lRDd4 black KHh8": "N[+]N[+]lR.*a kind is named twice: name it once$",
    "white KAa1 SDd4 black KHh8": "'SDd4' .*: a piece cannot be of this kind alone",
    "white KAa1 black Pp+SDd4 KHh8": "'Pp[+]SDd4' .*: a piece cannot be of this kind alone",
    "white KAa1 P+NDd4 black KHh8": "a Pawn is of no other kind",
    "white KAa1 K+NDd4 black KHh8": "at most one piece of this kind",
    "white K+HAAa1 black KHh8": "King and Heir are different pieces",
    "white K+KAa1 black KHh8": "K[+]K",
    "white KAa1 PAd4 black KHh8": "PAd4.*cannot stand here: it can never get here",
    "white KAa1 black KHh8 PAd4": "PAd4.*cannot stand here: it becomes another kind when it arrives",
    "white KAa1 PHd4 black KHh8": "PHd4.*cannot stand here: it becomes another kind when it arrives",
}


@pytest.mark.parametrize("text", REFUSED)
def test_pieces_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(sm.PositionError, match=REFUSED[text]):
        game("reference").position(f"{text} turn white")


def test_leaps_that_add_up_to_riders_are_refused() -> None:
    riders = game("reference", "riders")
    for text in ("N+N", "N+NN"):
        with pytest.raises(sm.PositionError, match=r"by this reading N\+N is NN"):
            riders.position(f"white {text}Dd4")
    with pytest.raises(sm.PositionError, match=r"lR\+lR is pR"):
        riders.position("white lR+lRDd4")
    riders.position("white NN+HDd4 S+NBb2 Pp+HHBb3")


@pytest.mark.slow
def test_mates_in_two_are_those_of_brute_force() -> None:
    rng, solved = random.Random("extreme mates"), 0
    corner = [cell for cell in FIELD if max(cell) <= 3]
    for _ in range(12):
        cells = rng.sample(corner, 4)
        pieces: oracle.Pieces = {
            cells[0]: ("black", frozenset({"king"})),
            cells[1]: ("white", frozenset({"king"})),
            cells[2]: ("white", frozenset({"cubic_rook", "linear_bishop"})),
            cells[3]: ("black", frozenset({rng.choice(("heir", "knight", "linear_unicorn"))})),
        }
        if oracle.in_check(pieces, "black"):
            continue
        position = game("compiled").position(oracle.text(pieces, "white"))
        keys = [after(position, key) for key in sm.solve(position, "#2").keys]
        brute = [move.after for move in oracle.legal_moves(pieces, "white") if _mates(move.after, 1)]
        assert sorted(keys) == sorted(board((oracle.name(c), *piece) for c, piece in each.items()) for each in brute)
        shortest = "mate in 1, fewer than 2" if any(_mates(each, 0) for each in brute) else "mate in 2"
        assert run("mate", str(position), "--in", "2")[1].startswith(shortest if brute else "no mate in 2")
        solved += bool(brute)
    assert solved


def _mates(pieces: oracle.Pieces, more: int) -> bool:
    """Whether White, which has just moved, has mated, or forces mate in `more` moves."""
    replies = oracle.legal_moves(pieces, "black")
    if not replies or not more:
        return not replies and oracle.in_check(pieces, "black")
    return all(any(_mates(m.after, more - 1) for m in oracle.legal_moves(each.after, "white")) for each in replies)


@pytest.mark.exhaustive
def test_a_problem_whose_point_is_absorption() -> None:
    """The Rook must capture to become cubic, and captures again to mate. The oracle finds no other key."""
    text = "white KDa4 pRDa3 pUGd4 black KAa1 pUBc3 lRCa1 turn white"
    position = game("compiled").position(text)
    assert [str(move) for move in sm.solve(position, "#2").keys] == ["pRDa3xCa1=cR"]
    names = {oracle.name(cell): cell for cell in FIELD}
    pieces = {names[cell]: (piece.army, frozenset(piece.kinds)) for cell, piece in position.pieces.items()}
    keys = [move for move in oracle.legal_moves(pieces, "white") if _mates(move.after, 1)]
    assert [(oracle.name(move.start), oracle.name(move.end)) for move in keys] == [("Da3", "Ca1")]


@pytest.mark.slow
def test_a_problem_whose_only_defence_passes_the_crown() -> None:
    """Ours, composed (puzzles/problems): by the oracle too Black can but pass the crown, and is mated."""
    position = game("compiled").position("white KFg6 cRHb3 black HAFg8 lRHb6 KHh8 turn white")
    assert [str(move) for move in sm.solve(position, "#2").keys] == ["cRHb3xHb6"]
    names = {oracle.name(cell): cell for cell in FIELD}
    pieces = {names[cell]: (piece.army, frozenset(piece.kinds)) for cell, piece in position.pieces.items()}
    (key,) = [
        move for move in oracle.legal_moves(pieces, "white") if (move.start, move.end) == (names["Hb3"], names["Hb6"])
    ]
    assert [reply.crown for reply in oracle.legal_moves(key.after, "black")] == [True]
    assert _mates(key.after, 1)


@pytest.mark.sample(4)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@pytest.mark.parametrize(
    ("pieces", "move", "end"),
    [
        ("white HADd4 KAa1 black HADd5 KHh8", "HADd4xDd5", "HADd5"),
        ("white HADd4 KAa1 black PDd5 KHh8", "HADd4xDd5", "HADd5"),
        ("white KDd4 black HADd5 KHh8", "KDd4xDd5", "KDd5"),
        ("white HADd4 KAa1 black lB+SDd5 KHh8", "HADd4xDd5", "HA+lBDd5"),
        ("white lRDd4 KAa1 black HADd5 KHh8", "lRDd4xDd5", "S+lRDd5"),
    ],
)
def test_a_step_beside_a_step_of_its_own_is_dropped(pieces: str, move: str, end: str, engine: str) -> None:
    """King and Heir have the step that an Heir or a Pawn yields; others do not."""
    found = game(engine).position(pieces).push(move)
    expected = game(engine).position(f"white {end} {'' if end.startswith('KD') else 'KAa1'} black KHh8")
    assert found.pieces == expected.pieces
