"""Battle of the Diagonals as a game: check, elimination, the Reserve and all else, against an oracle of its own."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import TypeAlias

import pytest

import shadowmate as sm
from oracles import diagonals as oracle

ENGINES = ("reference",)
Key: TypeAlias = tuple[object, ...]
ALL = [role for role in oracle.ROLES if role != "king"]
NEAR = [cell for cell in oracle.FIELD if 2 <= cell[0] <= 7 and cell[1] <= 4 and cell[2] <= 4]


@cache
def game(engine: str, *readings: str) -> sm.Game:
    return sm.game("diagonals", readings=list(readings), engine=engine)  # type: ignore[arg-type]


def scattered(rng: random.Random) -> oracle.Position:
    """Men anywhere, or close together; now and then after a double step, or before castling, or one player is out."""
    owner = {army: army for army in oracle.PLAYERS}
    if rng.random() < 0.3:
        lost, heir = rng.sample(oracle.PLAYERS, 2)
        owner[lost] = heir
    playing = [player for player in oracle.PLAYERS if owner[player] == player]
    turn = rng.choice(playing)
    field = rng.choice((oracle.FIELD, NEAR))
    cells = rng.sample(field, rng.choice((6, 9, 12, 20)))
    men: oracle.Men = {}
    castle = set()
    for army in playing:
        tower = oracle.towards(army, 1, 1, 4), oracle.towards(army, 1, 1, 1)
        if rng.random() < 0.3:
            men |= {tower[0]: (army, oracle.PLAYS[army]["king"]), tower[1]: (army, oracle.PLAYS[army]["rook"])}
            castle |= {tower[1]}
        elif rng.random() < 0.9:
            men[cells.pop()] = army, oracle.PLAYS[army]["king"]
    for cell in cells:
        army, role = rng.choice(oracle.PLAYERS), rng.choice([*ALL, *["pawn"] * 5])
        if cell not in men and (role != "pawn" or 3 <= oracle.rank(army, cell) < 9):
            men[cell] = army, oracle.PLAYS[army][role]
    passed = None
    if rng.random() < 0.4:
        army = rng.choice([army for army in oracle.PLAYERS if owner[army] != turn])
        start = oracle.towards(army, 3, rng.choice((1, 2, 3)), rng.choice((1, 2, 3)))
        step = rng.choice(oracle.forward(army, "o"))
        over, end = oracle.plus(start, step), oracle.plus(start, step, 2)
        men = {cell: man for cell, man in men.items() if cell not in (start, over)}
        men[end] = army, oracle.PLAYS[army]["pawn"]
        passed = over, end
        for beside in rng.sample(
            [c for c in oracle.FIELD if max(abs(a - b) for a, b in zip(c, over, strict=True)) == 1], 6
        ):
            taker = rng.choice(oracle.PLAYERS)
            if beside not in (start, *men) and 3 <= oracle.rank(taker, beside) < 9:
                men[beside] = taker, oracle.PLAYS[taker]["pawn"]
    held = [role for role in ALL if role != "pawn"]
    reserve = tuple(sorted(rng.choice(held) for _ in range(rng.choice((0, 0, 1, 3)))))
    castle = {cell for cell in castle if cell in men and men[cell][1] in ("Ms", "Ds", "Qn")}
    return oracle.Position(men, turn, owner, reserve, frozenset(castle), passed)


def text(at: oracle.Position) -> str:
    """The position in Shadowmate's notation, where different Pawns may have passed the cell with that one."""
    written, rules = oracle.text(at), game("reference").ruleset
    crossroads = {tuple(n.number for n in s.arguments[0].arguments) for s in rules.facts("crossroads", 1)}
    if at.passed and at.passed[0] in crossroads:
        over, end = map(oracle.name, at.passed)
        return written.replace(f"ep {over}", f"ep {over} landed {end}")
    return written


def expected(at: oracle.Position) -> Key:
    men = sorted((oracle.name(cell), army, kind) for cell, (army, kind) in at.men.items())
    owner = sorted(f"{army} {player}" for army, player in at.owner.items() if army != player)
    ep = [oracle.name(at.passed[0])] if at.passed else []
    return men, at.turn, sorted(at.reserve), owner, sorted(map(oracle.name, at.castle)), ep


def found(position: sm.Position) -> Key:
    men = sorted((cell, man.army, position.game.piece_name(man.kinds)) for cell, man in position.pieces.items())
    held = sorted(role.replace("_", " ") for _, role, number in position.stores for _ in range(number))
    state = {name: sorted(v for n, v in position.state if n == name) for name in ("owner", "castle", "ep")}
    return men, position.turn, held, state["owner"], state["castle"], state["ep"]


def check(engine: str, at: oracle.Position, pushed: int = 2) -> Counter[str]:
    """Hold what an engine says of a position against the oracle; count what moves do."""
    position = game(engine).position(text(at))
    begun, mated = oracle.begun(at)
    assert sorted(event.piece.split()[0] for event in position.events()) == sorted(mated), position
    assert found(position.begun()) == expected(begun), position
    told = {
        (oracle.name(m.start) if m.start else "", oracle.name(m.end) if m.end else "", m.promotion): m
        for m in oracle.moves(begun)
    }
    moves = {(move.origin, move.target, move.promotion): move for move in position.legal_moves()}
    assert moves.keys() == told.keys(), position
    ended = position.outcome()
    assert (ended.winner if ended else None) == oracle.winner(begun), position
    special = [each for each, move in moves.items() if move.special or move.promotion]
    for each in random.Random(text(at)).sample([*moves, *special * 2], min(pushed, len(moves))):
        after = position.push(moves[each])
        assert found(after) == expected(told[each].after), (position, moves[each])
        assert game(engine).position(str(after)) == after
    seen = Counter(move.special or ("pass" if not move.origin else "") for move in moves.values())
    seen["promotion"] = len([each for each in special if each[2]])
    seen["mated"], seen["two mated"], seen["won"] = len(mated), len(mated) > 1, ended is not None
    seen["exposed"] = begun.playing() != [at.turn] and all(oracle.in_check(m.after, at.turn) for m in told.values())
    return seen


def test_moves_of_the_reference_engine_are_the_oracle_s() -> None:
    rng, seen = random.Random("three armies"), Counter[str]()
    for _ in range(25):
        seen += check("reference", scattered(rng))
    assert seen["mated"] > 5 and seen["en passant"] and seen["castling"] and seen["promotion"], seen


@pytest.mark.slow
@pytest.mark.parametrize("number", range(10))
def test_moves_are_the_oracle_s_on_a_thousand_positions(number: int) -> None:
    rng, seen = random.Random(f"three armies, {number}"), Counter[str]()
    for _ in range(100):
        seen += check("reference", scattered(rng))
    assert all(seen[each] for each in ("mated", "two mated", "en passant", "castling", "promotion", "exposed")), seen
