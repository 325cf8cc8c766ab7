"""Prince: all legal moves of random positions, and random games, against the oracle."""

from __future__ import annotations

import random

import pytest

from oracles import prince as oracle
from oracles.prince import FIELD
from support.prince import GAME, agree

RIDERS = [*oracle.PLANES, *oracle.LINES]


def random_board(rng):
    """Both Kings, a handful of pieces of all kinds, Pawns where Pawns may be; now and then tight round a King."""
    at = oracle.Board({}, rng.choice(["white", "black"]))
    kings = rng.sample(FIELD, 2)
    for cell, army in zip(kings, ("white", "black"), strict=True):
        at.pieces[cell] = ("Ki", army)
    tight = rng.random() < 0.6
    for _ in range(rng.randint(2, 16)):
        cell = rng.choice(FIELD)
        if tight:
            near = kings[at.turn == "black"]
            cell = tuple(min(8, max(1, c + rng.randint(-3, 3))) for c in near)
        kind = rng.choice(["Pn", "Kn", *rng.sample(oracle.KINDS, 2), *rng.sample(RIDERS, 2)])
        army = rng.choice(["white", "black"])
        if cell in at.pieces or kind == "Ki" or (kind == "Pn" and cell[2] in (1, 8)):
            continue
        at.pieces[cell] = (kind, army)
    if rng.random() < 0.5:
        pin(rng, at, kings[at.turn == "black"])
    return at


def pin(rng, at, king):
    """Put an enemy rider somewhere and one's own piece into its shadow before the King, if there is room."""
    free = [cell for cell in FIELD if cell not in at.pieces]
    for _ in range(20):
        kind, cell = rng.choice(RIDERS), rng.choice(free)
        if not oracle.reaches(kind, cell, king, at.pieces):
            continue
        pawns_too = [c for c in free if c[2] not in (1, 8) and c != cell]
        shields = [c for c in pawns_too if not oracle.reaches(kind, cell, king, [*at.pieces, c])]
        if shields:
            at.pieces[cell] = (kind, at.enemy)
            at.pieces[rng.choice(shields)] = (rng.choice(["Pn", "Kn", *RIDERS]), at.turn)
            return


def random_boards(seed, count):
    """Boards in which the side that has just moved is not in check."""
    rng = random.Random(seed)
    while count:
        at = random_board(rng)
        if oracle.safe(at.pieces, at.enemy):
            count -= 1
            yield at


@pytest.mark.exhaustive
def test_all_legal_moves_of_random_positions():
    """Pseudo-legal moves with the King not attacked afterwards; checks and pins among them."""
    checks = pins = 0
    for at in random_boards(2004, 110):
        agree(at.text())
        checks += not oracle.safe(at.pieces, at.turn)
        pins += any(
            not oracle.safe({c: p for c, p in at.pieces.items() if c != cell}, at.turn)
            for cell, (kind, army) in at.pieces.items()
            if army == at.turn and kind != "Ki" and oracle.safe(at.pieces, at.turn)
        )
    assert checks >= 15
    assert pins >= 10


@pytest.mark.exhaustive
def test_random_games_from_random_positions_stay_in_step_with_the_oracle():
    """Each move is played by both; pieces, rights and the passed-over cell follow, and the next moves agree."""
    rng = random.Random(7)
    for at in random_boards(7, 8):
        position = GAME.position(at.text())
        for _ in range(6):
            steps = oracle.legal_steps(at)
            assert [str(m) for m in position.legal_moves()] == sorted(s.text for s in steps)
            if not steps:
                break
            pawns = [s for s in steps if s.text.startswith("Pn")]
            step = rng.choice(pawns if pawns and rng.random() < 0.5 else steps)
            double = step.text.startswith("Pn") and abs(step.end[2] - step.start[2]) == 2
            passed = (step.start[0], step.start[1], (step.start[2] + step.end[2]) // 2)
            at = oracle.Board(step.after, at.enemy, set(), passed if double else None)
            position = position.push(step.text)
            assert {c: (position.game.piece_name(p.kinds), p.army) for c, p in position.pieces.items()} == {
                oracle.name(c): p for c, p in at.pieces.items()
            }
            assert dict(position.state).get("ep") == (oracle.name(at.ep) if at.ep else None)
