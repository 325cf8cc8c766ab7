"""Soundness of random orthodox mates in two, against brute force."""

from __future__ import annotations

import random
import re

import pytest

from oracles import twomovers as oracle
from support.puzzles import verdict

CELLS = [(x, y) for x in range(1, 9) for y in range(1, 9)]
FEW = 30
MANY = 300


def at_random(draw: random.Random, far: bool) -> oracle.Pieces:
    """Two Kings, the black one in no check, near and on the edge unless far will do; Pawns where they can be."""
    kinds = [("K", "white"), ("K", "black"), (draw.choice("QR"), "white")]
    kinds += [(draw.choice("QRBSPP"), "white") for _ in range(draw.randint(1, 2))]
    kinds += [(draw.choice("RBSPP"), "black") for _ in range(draw.randint(0, 2))]
    while True:
        pieces = dict(zip(draw.sample(CELLS, len(kinds)), kinds, strict=True))
        kings = [cell for cell, (kind, _) in pieces.items() if kind == "K"]
        apart = max(abs(a - b) for a, b in zip(*kings, strict=True)) > 1 and not oracle.in_check(pieces, "black")
        # A King and a Rook at home might castle, and the oracle does not.
        at_home = pieces.get((5, 1)) == ("K", "white") or pieces.get((5, 8)) == ("K", "black")
        # Where a mate is likely brute force is quick, and one key is not so rare.
        near = kings[1][1] == 8 and max(abs(a - b) for a, b in zip(*kings, strict=True)) < 4
        if (
            apart
            and (near or far)
            and not at_home
            and all(kind != "P" or 1 < y < 8 for (_, y), (kind, _) in pieces.items())
        ):
            return pieces


def wanted(number: int, seed: int, far: bool) -> list[tuple[oracle.Pieces, set[str], set[str]]]:
    """Positions, with what is wrong with them: a third without a key, half with several, and the rare ones with one."""
    shares = {0: number // 3, 1: number // 6, 2: number // 2}
    draw, found = random.Random(seed), {0: [], 1: [], 2: []}  # type: ignore[var-annotated]
    while any(len(found[keys]) < share for keys, share in shares.items()):
        pieces = at_random(draw, far)
        keys = len(oracle.keys(oracle.Board(pieces, "white")))
        if len(some := found[min(keys, 2)]) < shares[min(keys, 2)]:
            some.append((pieces, *oracle.judged(pieces)))
    return [each for some in found.values() for each in some]


def entry(pieces: oracle.Pieces) -> str:
    sides = (
        f"  {side}: [{', '.join(kind + oracle.name(cell) for cell, (kind, owner) in pieces.items() if owner == side)}]"
        for side in oracle.UP
    )
    return "\n".join(["algebraic:", *sides, "stipulation: '#2'"]) + "\n"


def check(number: int, seed: int, far: bool) -> None:
    for pieces, wrong, spare in wanted(number, seed, far):
        text = entry(pieces)
        found = verdict(text)
        faults = [fault for fault in found.faults if not fault.is_remark and fault.sort != "unstated"]
        assert {str(fault.sort.value) for fault in faults} == wrong, text
        cells = {re.search(r"[a-h][1-8]", fault.text)[0] for fault in faults if fault.sort == "needless"}  # type: ignore[index]
        assert cells == spare, text


@pytest.mark.slow
def test_random_mates_in_two_are_judged_as_by_brute_force() -> None:
    check(FEW, 16, far=False)


@pytest.mark.exhaustive
def test_more_random_mates_in_two() -> None:
    check(MANY, 17, far=True)
