"""Emperor's Nobility, held against figures that are worked out here."""

from __future__ import annotations

import pytest

from support.engine import UNITS, count, legal, rays, reached, rules, start

LATRUNCULI = {  # range, then how many coordinates change, any way and forward only
    "emperor": (1, "123", ""), "heir": (1, "", "23"), "rook": (9, "1", ""), "baron": (1, "23", ""),
    "count": (1, "", "13"), "countess": (9, "", "13"), "duke": (1, "13", ""), "duchess": (9, "13", ""),
    "prince": (1, "12", ""), "princess": (9, "", "12"), "archduke": (1, "123", ""), "empress": (9, "123", ""),
}  # fmt: skip


def test_latrunculi_start() -> None:
    count("latrunculi", emperor=1, rook=24, heir=25)
    assert len(rules("latrunculi").cells) == 250
    # A Rook each to the second rank, the Emperor to nine cells, the Heirs aslant to the fourth.
    heirs = 2 * 5 * 4 * 2 + 4 * 4 * 4
    assert len(legal("latrunculi", start("latrunculi"))) == 24 + 9 + heirs


@pytest.mark.parametrize("army", ["white", "black"])
@pytest.mark.parametrize("kind", [*LATRUNCULI, "baroness"])
def test_latrunculi_reach(kind: str, army: str) -> None:
    board = set(rules("latrunculi").cells)
    forward = 1 if army == "white" else -1
    for cell in ((3, 5, 3), (1, 2, 5), (4, 9, 1)):
        expected = set()
        for part in ("rook", "baron") if kind == "baroness" else (kind,):
            limit, anyhow, ahead = LATRUNCULI[part]
            steps = [u for u in UNITS if str(sum(map(abs, u))) in anyhow]
            steps += [u for u in UNITS if str(sum(map(abs, u))) in ahead and u[1] == forward]
            expected |= rays(board, cell, steps, limit)
        assert reached("latrunculi", (cell, (kind,), army)) == expected
