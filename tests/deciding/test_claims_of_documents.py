"""What the five documents claim, decided again; and two of the corrections once more, by brute force."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
import typer

import shadowmate as sm
from oracles.prince import FIELD, FIELD_SET, in_range, minus, planar_open, plus
from shadowmate.asp.folders import CLAIMS
from shadowmate.commands.app import app
from shadowmate.commands.claims import run_command
from shadowmate.deciding.claims_file import read_claims
from shadowmate.deciding.decide import Decider
from support.paths import ROOT

PATHS = {path.parent.name: path for path in sorted((ROOT / "rules" / "games").glob(f"*/{CLAIMS}"))}
STEPS = [step for step in product((-1, 0, 1), repeat=3) if any(step)]


@cache
def decider(name: str) -> Decider:
    group = typer.main.get_command(app)
    return Decider(read_claims(PATHS[name]), lambda readings: sm.game(name, readings), lambda w: run_command(group, w))


CLAIMS = [
    pytest.param(name, claim.id, marks=[pytest.mark.exhaustive] if claim.slow else [])
    for name, path in PATHS.items()
    for claim in read_claims(path).claims
]


def test_every_document_has_claims() -> None:
    assert set(PATHS) == {"diagonals", "extreme", "latrunculi", "parametric", "prince"}
    assert all(len(read_claims(path).claims) >= 15 for path in PATHS.values())


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "wanted"), CLAIMS)
def test_the_verdict_is_as_stored(name: str, wanted: str) -> None:
    claim = next(each for each in decider(name).file.claims if each.id == wanted)
    result = decider(name).decide(claim)
    assert result.agrees, result.lines()


def escapes(prince: tuple[int, int, int]) -> list[tuple[int, int, int]]:
    """Where a lone King is not attacked by a lone Prince, whose turn it is, and not mated by any of its moves."""

    def attacked(at: tuple[int, int, int], cell: tuple[int, int, int]) -> bool:
        return in_range("Pr", minus(cell, at))

    def mated(king: tuple[int, int, int], at: tuple[int, int, int]) -> bool:
        flights = [plus(king, step) for step in STEPS]
        return attacked(at, king) and all(attacked(at, cell) for cell in flights if cell in FIELD_SET)

    def goes(king: tuple[int, int, int], at: tuple[int, int, int]) -> bool:
        return any(planar_open(kind, prince, at, [king]) for kind in ("rook", "bishop", "merchant"))

    places = [cell for cell in FIELD if cell != prince and not attacked(prince, cell)]
    moves = [cell for cell in FIELD if attacked(prince, cell)]
    return [king for king in places if not any(mated(king, at) and goes(king, at) for at in moves)]


@pytest.mark.parametrize(
    ("prince", "number"),
    [((4, 4, 4), 0), *(pytest.param(*each, marks=pytest.mark.exhaustive) for each in (((3, 3, 4), 3), ((2, 3, 4), 3)))],
)
def test_how_many_cells_let_a_king_escape_the_prince(prince: tuple[int, int, int], number: int) -> None:
    """The document states three of the middle, where there is none."""
    assert len(escapes(prince)) == number
