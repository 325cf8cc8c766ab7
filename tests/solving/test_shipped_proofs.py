"""The proofs in `puzzles/proofs/`, replayed by the rules alone."""

from __future__ import annotations

import pytest

from support.cli import run
from support.paths import ROOT

FILES = sorted((ROOT / "puzzles" / "proofs").glob("*.json"))


@pytest.mark.exhaustive
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_shipped_proof_is_confirmed(file: object) -> None:
    code, out, _ = run("check-proof", str(file))
    assert code == 0 and "confirmed: " in out and "refuted" not in out


def test_there_are_proofs() -> None:
    assert "raumschach_three_rooks" in [file.stem for file in FILES]
